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

TOKEN = ".token"  # a file that says whose store it is


class StoredFile(NamedTuple):
    """A content: its SHA-256 (hex), and the name of the file that has it."""

    digest: str
    name: str


class FileStore:
    """A folder of contents.  What is there is complete."""

    def __init__(self, folder: Path):
        self.folder = folder.absolute()

    def path(self, content: StoredFile) -> Path:
        """Where the content is, or would be."""
        return self.folder / content.digest / content.name

    def lacking(self, contents: Iterable[StoredFile]) -> list[StoredFile]:
        """Those that are not there."""
        return [content for content in contents if not self.path(content).exists()]

    def put(self, content: StoredFile, data: bytes) -> Path:
        """Keep a content; its path."""
        path = self.path(content)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with files.new_file(path) as file:
                file.write(data)
        return path

    def adopt(self, content: StoredFile, file: Path) -> Path:
        """Keep a file, which is moved; its path."""
        path = self.path(content)
        path.parent.mkdir(parents=True, exist_ok=True)
        return file.replace(path)

    def get(self, content: StoredFile) -> bytes:
        """The content."""
        return self.path(content).read_bytes()

    def drop(self, content: StoredFile) -> None:
        """It is not wanted any more, with what was made of it."""
        shutil.rmtree(self.folder / content.digest, ignore_errors=True)


@dataclass(frozen=True)
class WorkerTask:
    """A piece of work.

    do: called with the store and what may stop it; a function of a module, with its arguments.
    store, token: the client's folder, if the worker sees it.  needs: what must be on the store; sent: what was sent
    along, compressed.
    """

    do: Callable[[FileStore, Stop], Any]
    store: str
    token: str
    needs: tuple[StoredFile, ...] = ()
    sent: dict[StoredFile, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What a worker gives back.

    lacks: the files to be sent along, without which the task was not done.  made: new files that the client cannot see,
    compressed.  result: what `do` gave.
    """

    result: Any = None
    lacks: tuple[StoredFile, ...] = ()
    made: dict[StoredFile, bytes] = field(default_factory=dict)


class SharedStore(FileStore):
    """A client's store in a new folder, with a token by which workers know it, if they see the same files."""

    def __init__(self, folder: Path):
        super().__init__(folder)
        self._token = secrets.token_hex()
        files.write_text(self.folder / TOKEN, self._token)

    def task(
        self, do: Callable[[FileStore, Stop], Any], needs: tuple[StoredFile, ...], sent: Iterable[StoredFile]
    ) -> WorkerTask:
        """What a worker gets.  sent: the contents to be sent along."""
        data = {content: zlib.compress(self.get(content), 1) for content in sent}
        return WorkerTask(do, str(self.folder), self._token, needs, data)


_running: set[Stop] = set()
_lock = threading.Lock()


def work(task: WorkerTask) -> Reply:
    """Do a task."""
    shared = _is_shared(task.store, task.token)
    store = FileStore(Path(task.store)) if shared else _own_store(task.token)
    for content, data in task.sent.items():
        store.put(content, zlib.decompress(data))
    if lacks := store.lacking(task.needs):
        return Reply(lacks=tuple(lacks))
    stop = Stop()
    with _lock:
        _running.add(stop)
    try:
        result = task.do(store, stop)
    finally:
        with _lock:
            _running.discard(stop)
    made = [] if shared else [content for content in _contents(result) if content not in task.needs]
    return Reply(result, made={content: zlib.compress(store.get(content), 1) for content in made})


def stop_all() -> None:
    """End what runs in this process."""
    with _lock:
        stops = list(_running)
    for stop in stops:
        stop.set()


def _contents(result: Any) -> list[StoredFile]:
    found = (getattr(result, name, None) for name in ("cnf", "map"))
    return [content for content in found if isinstance(content, StoredFile)]


def _is_shared(folder: str, token: str) -> bool:
    try:
        return Path(folder, TOKEN).read_text() == token
    except OSError:
        return False


@cache
def _own_store(token: str) -> FileStore:
    """A folder of this process, for a client that is elsewhere; it goes when the process ends well."""
    return FileStore(_folders.enter_context(work_folder()))


_folders = ExitStack()
atexit.register(_folders.close)
