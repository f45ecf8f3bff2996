"""A record of the files that a command, or a function of the Python interface, reads and writes, which ensures that an
input is never overwritten.

Files are compared by identity: the device and the inode behind symbolic links, so that hard links are the same file,
or, for a file that does not exist yet, the identity of its folder and its name. Devices, pipes and terminals have no
identity, for nothing is lost by writing to them. `base.files` enters each file that is read, and checks each file that
is to be written twice: before the file is made, and before the file gets its name. A command that knows its outputs
enters their names first, so that a refusal comes before any work.
"""

from __future__ import annotations

import functools
import os
import stat
import sys
import unicodedata
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from contextvars import Context, ContextVar, copy_context
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from ..errors import FileError, UsageError
from ..tuples import NamedTuple
from .signals import with_best
from .time_limit import cancelled_by
from .truths import is_truth

AnyPath = str | Path
Identity = tuple[int, int, str]
"""Device, inode, and, for what does not exist yet, the path from that folder."""
CASELESS = sys.platform in ("win32", "darwin")  # where F.cnf and f.CNF are usually the same file
STDIN, STDIN_NAME = 0, "<stdin>"
P = ParamSpec("P")
T = TypeVar("T")


class Output(NamedTuple):
    """A file that is to be written. option: the parameter that named the file; value: the value of that parameter."""

    path: str
    option: str
    value: str


class FileRecord:
    """The files of one run.

    read: the inputs and their names. outputs: the files that were entered as outputs beforehand. folders: the folders
    whose files are all outputs. made: the files that this run has written and their names; to read or to write a file
    of this run again is harmless.
    """

    def __init__(self) -> None:
        self.read: dict[Identity, str] = {}
        self.outputs: dict[Identity, Output] = {}
        self.folders: dict[Identity, Output] = {}
        self.made: dict[Identity, str] = {}


_current: ContextVar[FileRecord | None] = ContextVar("files of this run", default=None)


@contextmanager
def recorded(apart: bool = False) -> Iterator[None]:
    """Record all files that are read and written in the block, in the record of the enclosing `recorded` block if one
    is active.

    apart: whether the block has a record of its own all the same, as one of many runs in an enclosing block does.
    """
    if _current.get() is not None and not apart:
        yield
        return
    token = _current.set(FileRecord())
    try:
        yield
    finally:
        _current.reset(token)


def truth(name: str, value: object) -> None:
    """Raise UsageError, with the name of a parameter, for a value that is neither True nor False, of Python or of
    NumPy.
    """
    if not is_truth(value):
        raise UsageError("expected True or False", name, value)


def guarded(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function, so wrapped that each call runs within `recorded` and enters its keyword argument `solvers`,
    if any, as an input.  Each call raises UsageError for a parameter of the type bool that is neither True
    nor False.  A function with settings takes the keyword argument `cancel`, too, as for `cancelled_by`, and
    UsageError is raised for a value that is no event.  A KeyboardInterrupt has a `best`.
    """
    is_question = "settings" in function.__annotations__
    flags = [name for name, kind in function.__annotations__.items() if kind == "bool"]

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        event = kwargs.pop("cancel", None) if is_question else None
        is_set = getattr(event, "is_set", None)
        if event is not None and not callable(is_set):
            raise UsageError("expected a threading.Event, or another object with a method is_set", "cancel", event)
        with recorded(), cancelled_by(is_set), with_best():
            for name in flags:
                truth(name, kwargs.get(name, True))
            if solvers := kwargs.get("solvers"):
                reads(str(solvers))
            return function(*args, **kwargs)

    return call


def each_within(values: Generator[T, None, None]) -> Iterator[T]:
    """Return an iterator over the values of a generator, whose code always runs with the file record that is active
    now.
    """
    return _each(values, copy_context())


def _each(values: Generator[T, None, None], context: Context) -> Iterator[T]:
    """Yield the values of a generator, which runs in this context, and close the generator at the end."""
    end = object()
    with closing(values), with_best():
        while (value := context.run(next, values, end)) is not end:
            yield cast(T, value)


def reads(path: AnyPath | int, own: bool = False) -> None:
    """Enter the file at `path` (0 or `-`: stdin) as an input, if a record is active, the file exists, and this run did
    not make the file.

    own: whether an earlier run of the same command made the file, which may be in a folder of outputs then.  Raises
    UsageError if a parameter names the file, or the folder of a file that is not `own`, as an output, and FileError for
    a path that no file can have.
    """
    _check(path)
    record, path = _current.get(), STDIN if path == "-" else path
    if record is None:
        return
    identity = identity_of(path)
    if identity is None or identity[2] or identity in record.made:  # a URL, or a file that is missing, is not read
        return
    name = STDIN_NAME if path == STDIN else str(path)
    output = record.outputs.get(identity) or (_folder_around(record, path) if record.folders and not own else None)
    if output is not None:
        raise _overwriting(output, name)
    record.read.setdefault(identity, name)


def _check(path: AnyPath | int) -> None:
    """Raise FileError for a path with a NUL, for which the system's functions raise a bare ValueError."""
    if "\0" in str(path):
        raise FileError(f"{str(path)!r}: the path has a NUL character, which no file's name has")


def _folder_around(record: FileRecord, path: AnyPath | int) -> Output | None:
    """Return the output folder in which a file lies, or None if the file lies in none."""
    if isinstance(path, int):
        return None
    around = (identity_of(folder, folders=True) for folder in Path(os.path.realpath(path)).parents)
    return next((record.folders[each] for each in around if each in record.folders), None)


def writes(path: AnyPath, output: Output | None = None) -> None:
    """Raise UsageError if the file at `path` is an input of the active record, or was made by this run under another
    name.

    output: the output that names the file, for the message; None if no parameter names the file.  Raises FileError for
    a path that no file can have.
    """
    _check(path)
    record = _current.get()
    if record is None:
        return
    identity = identity_of(path)
    if identity is None:
        return
    if identity in record.made:
        made = Path(record.made[identity])
        if made.name != Path(path).name and made.exists() and made.samefile(path):
            raise UsageError(f"{path}: is the file {made}, which has just been written; expected another name")
    elif identity in record.read:
        raise _overwriting(output or record.outputs.get(identity) or Output(str(path), "", ""), record.read[identity])


def names(option: str, value: AnyPath, paths: Sequence[AnyPath] | None = None) -> None:
    """Enter the files that the parameter `option` with this `value` names as outputs, before any work is done; no file
    if the value is `-`.

    paths: the files; None: the value itself is the only path. Raises UsageError if a file is an input, is the output of
    another parameter, or is the same file, by a link, as a file that this run has written. Does nothing if no record is
    active.
    """
    record = _current.get()
    if record is None or str(value) == "-":
        return
    for path in [value] if paths is None else paths:
        output, identity = Output(str(path), option, str(value)), identity_of(path)
        writes(path, output)
        other = record.outputs.setdefault(identity, output) if identity else output
        if other.option != option:
            first, second = other.option.strip("_"), option.strip("_")
            what = "" if output.path == output.value else f"{path} "
            message = f"{what}would be written twice, as {first} and as {second}; expected another name"
            raise UsageError(message, option, output.value)


def names_folder(option: str, value: AnyPath, paths: Sequence[AnyPath]) -> None:
    """Enter the folders `paths`, whose files are all outputs of the parameter `option` with this `value`. Raises
    UsageError if an input lies in one of the folders.
    """
    record = _current.get()
    if record is None:
        return
    for path in paths:
        output, identity = Output(str(path), option, str(value)), identity_of(path, folders=True)
        if identity is None:
            continue
        record.folders[identity] = output
        for name in record.read.values():
            if name != STDIN_NAME and _folder_around(record, name) is not None:
                raise _overwriting(output, name)


def made(path: AnyPath, known: os.stat_result) -> None:
    """Enter a file that this run has written. known: the status of the file, with device and inode."""
    if record := _current.get():
        record.made[known.st_dev, known.st_ino, ""] = str(path)


def _overwriting(output: Output, read: str) -> UsageError:
    """Return the error that an output would overwrite an input.  read: the name of the input."""
    what = "" if output.path == output.value else f"{output.path} "
    message = f"{what}would overwrite the input {read}; expected another name"
    return UsageError(message, output.option, output.value or None)


def identity_of(path: AnyPath | int, folders: bool = False) -> Identity | None:
    """Return the identity of an ordinary file, existing or yet to be made, or None for anything else.

    path: a path or a file descriptor. folders: whether an existing path must be a folder instead of an ordinary file.
    """
    try:
        known = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None if isinstance(path, int) else _identity_of_new(path)
    kept = stat.S_ISDIR if folders else stat.S_ISREG
    return (known.st_dev, known.st_ino, "") if kept(known.st_mode) else None


def _identity_of_new(path: AnyPath) -> Identity | None:
    """Return the identity of a file that does not exist: the identity of the nearest folder above that does, and the
    path from there; None if no folder can be examined.
    """
    try:
        real = Path(os.path.realpath(path))  # also behind a link to nothing
    except (OSError, ValueError):
        return None
    for folder in real.parents:
        try:
            known = folder.stat()
        except (OSError, ValueError):
            continue
        rest = str(real.relative_to(folder))
        if CASELESS:
            rest = unicodedata.normalize("NFC", rest).casefold()
        return known.st_dev, known.st_ino, rest
    return None
