"""The watch over the files that solvers read: an answer counts only if its formula has not changed.

A file is known by its identity, size and times, which each writing changes, so that a large formula is not read for
this; by its digest, too, if its times are so young that a writing within the same tick of the clock would leave them.
All runs that read a file at the same time compare with its state before the first of them.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import SolverError
from ..tuples import NamedTuple

YOUNG = 50_000_000  # nanoseconds; the clock of files ticks every 1 to 20 ms


class FileState(NamedTuple):
    """The state of a file: device, inode, size, the times of its content and of its entry in nanoseconds, and its
    SHA-256 if the times may be younger than the next tick, else ''. `known` is () for a file that is missing.
    """

    known: tuple[int, ...] = ()
    digest: str = ""


class InputChanged(SolverError):
    """The error for a formula that has changed while a solver read it."""


_watched: dict[str, tuple[FileState, int]] = {}  # the state before, and the number of runs, by path
_spoiled: dict[str, tuple[int, ...]] = {}  # what files have become that have changed
_lock = threading.Lock()


@contextmanager
def watched(path: Path, name: str) -> Iterator[None]:
    """Run the block, in which the solver called `name` reads the file `path`.  Raises InputChanged, in place of any
    other error, if the file has changed since this run began, or an earlier one that still runs; and before the block
    if the file is one that a solver has changed.
    """
    key = os.path.abspath(path)  # noqa: PTH100
    before = _enter(key, name)
    try:
        yield
    except Exception:
        _require(key, before, name)
        raise
    else:
        _require(key, before, name)
    finally:
        _leave(key)


def _enter(key: str, name: str) -> FileState:
    """Count one more run, of the solver called `name`, that reads the file with the path `key`, and return the state of
    the file before the first of these runs.  Raises InputChanged if a solver has changed the file.
    """
    with _lock:
        if key in _spoiled and _known(key) == _spoiled[key]:
            raise InputChanged(f"{key} has changed while a solver read it, so {name} does not read it")
        _spoiled.pop(key, None)
        before, runs = _watched.get(key) or (_state(key), 0)
        _watched[key] = before, runs + 1
        return before


def _leave(key: str) -> None:
    with _lock:
        before, runs = _watched.pop(key)
        if runs > 1:
            _watched[key] = before, runs - 1


def _require(key: str, before: FileState, name: str) -> None:
    """Raise InputChanged, with the solver's name, if the file with the path `key` is no longer in the state `before`,
    and remember that the file is spoiled.
    """
    now = _known(key)
    if now == before.known and (not before.digest or _digest(key) == before.digest):
        return
    with _lock:
        _spoiled[key] = now
        alone = _watched[key][1] == 1
    who = f"{name} has changed its input {key}" if alone else f"{key} has changed while {name} and others read it"
    raise InputChanged(who)


def _state(path: str) -> FileState:
    known = _known(path)
    is_young = bool(known) and max(known[-2:]) > time.time_ns() - YOUNG
    return FileState(known, _digest(path) if is_young else "")


def _known(path: str) -> tuple[int, ...]:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _digest(path: str) -> str:
    with suppress(OSError), open(path, "rb") as file:  # noqa: PTH123
        return hashlib.file_digest(file, "sha256").hexdigest()
    return ""
