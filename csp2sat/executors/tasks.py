"""The tasks of workers, wherever they run: a worker gets a task that can be pickled, and returns a reply that can be.

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
    """The name of a file on a store, with the SHA-256 (hex) of its content."""

    digest: str
    name: str


class FileStore:
    """A folder of files, known by the digests of their contents; each file in the folder is complete."""

    def __init__(self, folder: Path):
        self.folder = folder.absolute()

    def path(self, content: StoredFile) -> Path:
        """Return the path of a file on the store, whether or not the file exists."""
        return self.folder / content.digest / content.name

    def lacking(self, contents: Iterable[StoredFile]) -> list[StoredFile]:
        """Return the files that are not on the store."""
        return [content for content in contents if not self.path(content).exists()]

    def put(self, content: StoredFile, data: bytes) -> Path:
        """Write the data to the store unless the file is already there, and return its path."""
        path = self.path(content)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with files.new_file(path) as file:
                file.write(data)
        return path

    def adopt(self, content: StoredFile, file: Path) -> Path:
        """Move an existing file to the store, and return its new path."""
        path = self.path(content)
        path.parent.mkdir(parents=True, exist_ok=True)
        return file.replace(path)

    def get(self, content: StoredFile) -> bytes:
        """Return the bytes of a file on the store."""
        return self.path(content).read_bytes()

    def drop(self, content: StoredFile) -> None:
        """Delete a file from the store, with everything in the folder of its digest."""
        shutil.rmtree(self.folder / content.digest, ignore_errors=True)


@dataclass(frozen=True)
class WorkerTask:
    """A piece of work for a worker.

    do: called with the store and an object that stops the work; a function of a module, with its arguments.  store,
    token: the client's folder and the token in it, for workers that see the folder.  needs: the files that must be on
    the store. sent: the compressed files that are sent along.
    """

    do: Callable[[FileStore, Stop], Any]
    store: str
    token: str
    needs: tuple[StoredFile, ...] = ()
    sent: dict[StoredFile, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """The reply of a worker.

    lacks: the files without which the task was not done, to be sent along with it.  made: new files, compressed, that
    the client cannot see.  result: the return value of `do`.
    """

    result: Any = None
    lacks: tuple[StoredFile, ...] = ()
    made: dict[StoredFile, bytes] = field(default_factory=dict)


class SharedStore(FileStore):
    """A client's store in a new folder, with a token by which workers know the folder if they see the same files."""

    def __init__(self, folder: Path):
        super().__init__(folder)
        self._token = secrets.token_hex()
        files.write_text(self.folder / TOKEN, self._token)

    def task(
        self, do: Callable[[FileStore, Stop], Any], needs: tuple[StoredFile, ...], sent: Iterable[StoredFile]
    ) -> WorkerTask:
        """Return the task for a worker.

        do: the function to call.  needs: the files that must be on the worker's store.  sent: the files to send along.
        """
        data = {content: zlib.compress(self.get(content), 1) for content in sent}
        return WorkerTask(do, str(self.folder), self._token, needs, data)


_running: set[Stop] = set()
_lock = threading.Lock()


def work(task: WorkerTask) -> Reply:
    """Perform a task on this worker, and return the reply; if files are missing, only name them in the reply.

    Raises whatever the task's function raises.
    """
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
    """Stop all tasks that run in this process."""
    with _lock:
        stops = list(_running)
    for stop in stops:
        stop.set()


def _contents(result: Any) -> list[StoredFile]:
    """Return the files on the store that a result has as its attributes `cnf` and `map`; [] if there are none."""
    found = (getattr(result, name, None) for name in ("cnf", "map"))
    return [content for content in found if isinstance(content, StoredFile)]


def _is_shared(folder: str, token: str) -> bool:
    """Whether this worker sees the client's folder: the folder has a file with the client's token."""
    try:
        return Path(folder, TOKEN).read_text() == token
    except OSError:
        return False


@cache
def _own_store(token: str) -> FileStore:
    """Return a store in a folder of this process for a client whose folder is not visible; the folder is removed at
    exit.
    """
    return FileStore(_folders.enter_context(work_folder()))


_folders = ExitStack()
atexit.register(_folders.close)
