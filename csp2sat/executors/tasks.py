"""What a worker does, wherever it runs: it gets a task that can be pickled, and gives a reply that can be.

Files that tasks share, on this machine or sent to another one, are known by their digests.
"""

from __future__ import annotations

import atexit
import secrets
import shutil
import threading
import zlib
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..base import files
from ..base.folders import work_folder
from ..runner.process.outcome import Stop

TOKEN = ".token"  # a file that says whose shelf it is


class Parcel(NamedTuple):
    """A content: its SHA-256 (hex), and the name of the file that has it."""

    digest: str
    name: str


class Shelf:
    """A folder of parcels.  What is there is complete."""

    def __init__(self, folder: Path):
        self.folder = folder.absolute()

    def path(self, parcel: Parcel) -> Path:
        """Where the parcel is, or would be."""
        return self.folder / parcel.digest / parcel.name

    def lacking(self, parcels: Iterable[Parcel]) -> list[Parcel]:
        """Those that are not there."""
        return [parcel for parcel in parcels if not self.path(parcel).exists()]

    def put(self, parcel: Parcel, data: bytes) -> Path:
        """Keep a content; its path."""
        path = self.path(parcel)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with files.new_file(path) as file:
                file.write(data)
        return path

    def adopt(self, parcel: Parcel, file: Path) -> Path:
        """Keep a file, which is moved; its path."""
        path = self.path(parcel)
        path.parent.mkdir(parents=True, exist_ok=True)
        return file.replace(path)

    def get(self, parcel: Parcel) -> bytes:
        """The content."""
        return self.path(parcel).read_bytes()

    def drop(self, parcel: Parcel) -> None:
        """It is not wanted any more, with what was made of it."""
        shutil.rmtree(self.folder / parcel.digest, ignore_errors=True)


@dataclass(frozen=True)
class WorkerTask:
    """A piece of work.

    do: called with the shelf and what may stop it; a function of a module, with its arguments.
    shelf, token: the client's folder, if the worker sees it.  needs: what must be on the shelf; sent: what was sent
    along, compressed.
    """

    do: Callable[[Shelf, Stop], Any]
    shelf: str
    token: str
    needs: tuple[Parcel, ...] = ()
    sent: dict[Parcel, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """lacks: the task was not done, these parcels are to be sent along.  made: new parcels that the client cannot see,
    compressed.  result: what `do` gave."""

    result: Any = None
    lacks: tuple[Parcel, ...] = ()
    made: dict[Parcel, bytes] = field(default_factory=dict)


class SharedShelf(Shelf):
    """A client's shelf in a new folder, with a token by which workers know it, if they see the same files."""

    def __init__(self, folder: Path):
        super().__init__(folder)
        self._token = secrets.token_hex()
        files.write_text(self.folder / TOKEN, self._token)

    def task(self, do: Callable[[Shelf, Stop], Any], needs: tuple[Parcel, ...], sent: Iterable[Parcel]) -> WorkerTask:
        """What a worker gets.  sent: the parcels to be sent along."""
        data = {parcel: zlib.compress(self.get(parcel), 1) for parcel in sent}
        return WorkerTask(do, str(self.folder), self._token, needs, data)


_running: set[Stop] = set()
_lock = threading.Lock()


def work(task: WorkerTask) -> Reply:
    """Do a task."""
    shared = _is_shared(task.shelf, task.token)
    shelf = Shelf(Path(task.shelf)) if shared else _own_shelf(task.token)
    for parcel, data in task.sent.items():
        shelf.put(parcel, zlib.decompress(data))
    if lacks := shelf.lacking(task.needs):
        return Reply(lacks=tuple(lacks))
    stop = Stop()
    with _lock:
        _running.add(stop)
    try:
        result = task.do(shelf, stop)
    finally:
        with _lock:
            _running.discard(stop)
    made = [] if shared else [parcel for parcel in _parcels(result) if parcel not in task.needs]
    return Reply(result, made={parcel: zlib.compress(shelf.get(parcel), 1) for parcel in made})


def stop_all() -> None:
    """End what runs in this process."""
    with _lock:
        stops = list(_running)
    for stop in stops:
        stop.set()


def _parcels(result: Any) -> list[Parcel]:
    found = (getattr(result, name, None) for name in ("cnf", "map"))
    return [parcel for parcel in found if isinstance(parcel, Parcel)]


def _is_shared(folder: str, token: str) -> bool:
    try:
        return Path(folder, TOKEN).read_text() == token
    except OSError:
        return False


@cache
def _own_shelf(token: str) -> Shelf:
    """A folder of this process, for a client that is elsewhere; it goes when the process ends well."""
    return Shelf(_folders.enter_context(work_folder()))


_folders = ExitStack()
atexit.register(_folders.close)
