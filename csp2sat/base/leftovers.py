"""Temporary files and folders of runs that were killed, told from those in use, and removed by a later run.

Each is locked (flock) by the process that made it.  The system drops the lock with the process, however that ends; so
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
from collections.abc import Callable
from functools import cache

FOLDER, FILE = "csp2sat-work-", ".csp2sat"  # how the names of folders begin, and those of unfinished files end
NAMES = re.compile(r"csp2sat-work-[a-z0-9_]{8}|\..*\.[a-z0-9_]{8}\.csp2sat")


def new_file(folder: str, name: str) -> tuple[int, str]:
    """Make an empty file in a folder, with `name` as a part of its own; a descriptor, to write to, and its path.

    It is in use until the descriptor, and those that were made from it, are closed.
    """
    return _made(lambda: tempfile.mkstemp(prefix=f".{name}.", suffix=FILE, dir=folder))


def new_folder() -> tuple[int, str]:
    """Make an empty folder for temporary files; a descriptor and its path.  It is in use until that is closed."""
    return _made(_opened_folder)


def _opened_folder() -> tuple[int, str]:
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
        if _is(found, path):
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


def _is(descriptor: int, path: str) -> bool:
    """Does the path still name the file that was opened?"""
    if sys.platform == "win32":
        return True
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except FileNotFoundError:
        return False


def remove(path: str) -> None:
    """Remove a file, or a folder with all that is in it, as far as that can be done."""
    if os.path.isdir(path):  # noqa: PTH112
        shutil.rmtree(path, ignore_errors=True)
        return
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
