"""What a worker does, wherever it runs: it gets a task that can be pickled, and gives a reply that can be."""

from __future__ import annotations

import atexit
import secrets
import threading
import zlib
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ..base import files
from ..base.folders import work_folder
from ..runner.process.process import Stop
from .content_store import Parcel, Shelf

TOKEN = ".token"  # a file that says whose shelf it is


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
