"""Temporary folders and files, which vanish; and folders of the user's that are used by one run at a time.

What runs that were killed have left is given from what is in use, and removed by a later run.  Each temporary file or
folder is locked (flock) by the process that made it.  The system drops the lock with the process, however that ends; so
what has a name of our kind and no lock is stale.  What has just been made and not been locked yet looks like that too:
its maker looks, once it has the lock, whether it is still there, and otherwise makes another.
Where there are no such locks (Windows, some network file systems) nothing is removed.
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
    """A new folder for temporary files, which is removed with all that is in it.

    Those of runs that were killed are removed here too.  Raises FileError when none can be made.
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
    """Remove a temporary file or folder, if it is still there, and close its descriptor, signals or not."""
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
    """A folder of the user's, made if it is not there; other runs that claim it meanwhile are refused.

    Its files are overwritten, so that two runs in it would read each other's.  Raises FileError.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        handle = open_folder(str(path))
    except OSError as error:
        raise FileError(f"{path}: cannot be used as a folder: {error.strerror}") from error
    try:
        lock(handle)
        yield path
    except BlockingIOError as error:
        raise FileError(f"{path}: in use by another run of csp2sat") from error
    finally:
        os.close(handle)


def new_file(folder: str, name: str) -> tuple[int, str]:
    """Make an empty file in a folder, with `name` as a part of its own; a descriptor, to write to, and its path.

    It is in use until the descriptor, and those that were made from it, are closed.
    """
    return _made(partial(tempfile.mkstemp, prefix=f".{name}.", suffix=FILE, dir=folder))


def _opened_folder() -> tuple[int, str]:
    """Make an empty folder for temporary files: a descriptor and its path.  It is in use until that is closed."""
    while True:
        path = tempfile.mkdtemp(prefix=FOLDER)
        with contextlib.suppress(FileNotFoundError):  # taken for stale
            return open_folder(path), path


def open_folder(path: str) -> int:
    """A descriptor of a folder; where folders have none, of nothing."""
    return os.open(path if sys.platform != "win32" else os.devnull, os.O_RDONLY)


def _made(new: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    while True:
        found, path = new()
        lock(found, wait=True)
        with contextlib.suppress(FileNotFoundError):  # does the path still name what was opened?
            if sys.platform == "win32" or os.path.samestat(os.fstat(found), os.lstat(path)):
                return found, path
        os.close(found)


def lock(descriptor: int, wait: bool = False) -> bool:
    """Lock what was opened; False where there are no locks.  Raises BlockingIOError when another has locked it."""
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
    """Remove a file, or a folder with all that is in it, as far as that can be done."""
    for _ in range(TRIES):
        if not os.path.isdir(path):  # noqa: PTH112
            break
        shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.unlink(path)  # noqa: PTH108


@cache
def clear(folder: str) -> None:
    """Remove what is stale in this folder; once for each folder."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for path in [entry.path for entry in entries if NAMES.fullmatch(entry.name)]:
            with contextlib.suppress(OSError):  # in use, removed meanwhile, or not ours
                _remove_if_stale(path)


def _remove_if_stale(path: str) -> None:
    found = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if os.fstat(found).st_uid == os.geteuid() and lock(found):
            remove(path)
    finally:
        os.close(found)
