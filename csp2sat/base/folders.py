"""Temporary folders and files, which vanish, and folders of the user, each used by one run at a time.

A later run removes the temporary files and folders of killed runs, which it tells from those in use by their locks.
Each temporary file or folder is locked (flock) by the process that made it. The system drops the lock with the process,
however the process ends; so a file or folder with a name of our kind and without a lock is stale. A file that has just
been made and is not locked yet seems stale, too: once its maker has the lock, the maker checks whether the file is
still there, and otherwise makes another. Nothing is removed where there are no locks of this kind (Windows, some
network file systems).
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

from ..errors import FileError
from .signals import signals_held

FOLDER, FILE = "csp2sat-work-", ".csp2sat"  # how the names of folders begin, and those of unfinished files end
TRIES = 3  # a process that is being ended may still make a file, and so keep its folder from being removed
NAMES = re.compile(r"csp2sat-work-[a-z0-9_]{8}|\..*\.[a-z0-9_]{8}\.csp2sat")


@contextmanager
def work_folder() -> Iterator[Path]:
    """Yield a new folder for temporary files, which is removed with its whole content when the block ends.

    The temporary files and folders of killed runs are removed first. Raises FileError if no folder can be made.
    """
    with signals_held() as release:
        try:
            clear(tempfile.gettempdir())
            handle, path = _made(_opened_folder)
        except OSError as error:
            raise FileError(f"no temporary folder can be made: {error.strerror}") from error
        try:
            release()
            yield Path(path)
        finally:
            discard(handle, path)


def discard(handle: int, path: str) -> None:
    """Remove the temporary file or folder at `path`, which may be gone already, and close the descriptor `handle` that
    holds its lock.

    If a signal's exception interrupts the removal, the removal is repeated, and the exception is raised at the end.
    """
    try:
        _remove_undisturbed(path)
    except BaseException:  # of a signal that came before it could be held
        _remove_undisturbed(path)
        raise
    finally:
        os.close(handle)
        if sys.platform == "win32":  # what is open is not removed there
            remove(path)


def _remove_undisturbed(path: str) -> None:
    with signals_held():
        remove(path)


@contextmanager
def claimed(path: Path) -> Iterator[Path]:
    """Reserve a folder of the user for the block, make the folder if it does not exist, and yield its path.

    Other runs are refused the folder meanwhile, if the system has locks (Windows has none). Two runs in one folder
    would overwrite and read each other's files. Raises FileError if the folder cannot be used, or another run uses it.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        handle = open_folder(str(path))
    except OSError as error:
        raise FileError(f"{path}: cannot be used as a folder: {error.strerror}") from error
    try:
        try:
            lock(handle)
        except BlockingIOError as error:
            raise FileError(f"{path}: in use by another run of csp2sat") from error
        yield path
    finally:
        os.close(handle)


def new_file(folder: str, name: str) -> tuple[int, str]:
    """Make an empty file in a folder, with `name` as a part of the file's own name; return a descriptor to write to,
    and the path.

    The file counts as in use until that descriptor and all its duplicates are closed.
    """
    return _made(partial(tempfile.mkstemp, prefix=f".{name}.", suffix=FILE, dir=folder))


def _opened_folder() -> tuple[int, str]:
    """Make an empty folder for temporary files; return a descriptor of the folder, and its path. The folder counts as
    in use until the descriptor is closed.
    """
    while True:
        path = tempfile.mkdtemp(prefix=FOLDER)
        with contextlib.suppress(FileNotFoundError):  # taken for stale
            return open_folder(path), path


def open_folder(path: str) -> int:
    """Return a descriptor of a folder, or of the null device on Windows, whose folders have no descriptors."""
    return os.open(path if sys.platform != "win32" else os.devnull, os.O_RDONLY)


def _made(new: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    """Return the descriptor and path of a file or folder that `new` makes, locked; `new` is called again if another run
    took the path for stale and removed it.
    """
    while True:
        found, path = new()
        lock(found, wait=True)
        with contextlib.suppress(FileNotFoundError):  # does the path still name what was opened?
            if sys.platform == "win32" or os.path.samestat(os.fstat(found), os.lstat(path)):
                return found, path
        os.close(found)


def lock(descriptor: int, wait: bool = False) -> bool:
    """Lock the open file or folder of a descriptor; return False if the system has no such locks.

    wait: whether to wait for the lock. Raises BlockingIOError if another process holds the lock and `wait` is not set.
    """
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


def remove(path: str) -> None:
    """Remove a file, or a folder with its whole content, as far as the system allows; no error is raised."""
    for _ in range(TRIES):
        if not os.path.isdir(path):  # noqa: PTH112
            break
        shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.unlink(path)  # noqa: PTH108


@cache
def clear(folder: str) -> None:
    """Remove the stale temporary files and folders in this folder; a second call for the same folder does nothing."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for path in [entry.path for entry in entries if NAMES.fullmatch(entry.name)]:
            with contextlib.suppress(OSError):  # in use, removed meanwhile, or not ours
                _remove_if_stale(path)


def _remove_if_stale(path: str) -> None:
    """Remove a temporary file or folder of this user if no process has its lock.  Raises OSError if the path cannot be
    opened, or is locked.
    """
    found = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if os.fstat(found).st_uid == os.geteuid() and lock(found):
            remove(path)
    finally:
        os.close(found)
