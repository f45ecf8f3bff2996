"""A record of the files that a command, or a function of the Python interface, reads and writes: a file that is an
input is never an output.

Files are compared by identity: device and inode, behind symbolic links, so that hard links are the same file; of a file
that does not exist yet, its folder's identity and its name.  Devices, pipes and terminals have none: nothing is lost
there.  `base.files` enters what it reads, and asks before it makes a file and before that gets its name; a door that
knows its outputs names them first, so that nothing has been done when it is refused.
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
from typing import NamedTuple, ParamSpec, TypeVar, cast

from ..errors import UsageError

AnyPath = str | Path
Identity = tuple[int, int, str]
"""Device, inode, and, for what does not exist yet, the path from that folder."""
CASELESS = sys.platform in ("win32", "darwin")  # where F.cnf and f.CNF are usually the same file
STDIN, STDIN_NAME = 0, "<stdin>"
P = ParamSpec("P")
T = TypeVar("T")


class Output(NamedTuple):
    """A file that is to be written.  option: the parameter that named the file, and its value."""

    path: str
    option: str
    value: str


class FileRecord:
    """The files of one run.

    read: those that are inputs, with their names.  outputs: those that were named beforehand.  folders: those of which
    all files are outputs.  made: those that this run has written, with their names: to read these again, or to write
    them again, is harmless.
    """

    def __init__(self) -> None:
        self.read: dict[Identity, str] = {}
        self.outputs: dict[Identity, Output] = {}
        self.folders: dict[Identity, Output] = {}
        self.made: dict[Identity, str] = {}

    def reads(self, path: AnyPath | int) -> None:
        """Enter an input (0: stdin).  Raises UsageError for one that an option names as an output."""
        identity = identity_of(path)
        if identity is None or identity[2] or identity in self.made:  # a URL, or a file that is missing, is not read
            return
        name = STDIN_NAME if path == STDIN else str(path)
        output = self.outputs.get(identity) or (self._folder_around(path) if self.folders else None)
        if output is not None:
            raise _overwriting(output, name)
        self.read.setdefault(identity, name)

    def _folder_around(self, path: AnyPath | int) -> Output | None:
        """The output folder in which a file lies, None: it lies in none."""
        if isinstance(path, int):
            return None
        around = (identity_of(folder, folders=True) for folder in Path(os.path.realpath(path)).parents)
        return next((self.folders[each] for each in around if each in self.folders), None)

    def writes(self, path: AnyPath, output: Output | None = None) -> None:
        """Raise UsageError for a file that is an input, or was made under another name.

        output: who names the file, None: nobody but the code that writes it.
        """
        identity = identity_of(path)
        if identity is None:
            return
        if identity in self.made:
            made = Path(self.made[identity])
            if made.name != Path(path).name and made.exists() and made.samefile(path):
                raise UsageError(f"{path}: is the file {made}, which has just been written; expected another name")
        elif identity in self.read:
            raise _overwriting(output or self.outputs.get(identity) or Output(str(path), "", ""), self.read[identity])

    def names(self, output: Output) -> None:
        """Enter an output.  Raises UsageError for an input, and for the output of another option."""
        self.writes(output.path, output)
        identity = identity_of(output.path)
        if identity is None:
            return
        other = self.outputs.setdefault(identity, output)
        if other.option != output.option:
            first, second = other.option.strip("_"), output.option.strip("_")
            what = "" if output.path == output.value else f"{output.path} "
            message = f"{what}would be written twice, as {first} and as {second}; expected another name"
            raise UsageError(message, output.option, output.value)

    def names_folder(self, output: Output) -> None:
        """Enter a folder of which all files are outputs.  Raises UsageError where an input lies in the folder."""
        identity = identity_of(output.path, folders=True)
        if identity is not None:
            self.folders[identity] = output
            for name in self.read.values():
                if name != STDIN_NAME and self._folder_around(name) is not None:
                    raise _overwriting(output, name)


def _overwriting(output: Output, read: str) -> UsageError:
    what = "" if output.path == output.value else f"{output.path} "
    message = f"{what}would overwrite {read}, which is read; expected another name"
    return UsageError(message, output.option, output.value or None)


def identity_of(path: AnyPath | int, folders: bool = False) -> Identity | None:
    """The identity of an ordinary file, or of one that could be made there; None for anything else.

    path: or a descriptor.  folders: of a folder instead.
    """
    try:
        known = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None if isinstance(path, int) else _identity_of_new(path)
    kept = stat.S_ISDIR if folders else stat.S_ISREG
    return (known.st_dev, known.st_ino, "") if kept(known.st_mode) else None


def _identity_of_new(path: AnyPath) -> Identity | None:
    """That of a file that does not exist: its nearest folder that does, and the path from there."""
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


_current: ContextVar[FileRecord | None] = ContextVar("files of this run", default=None)


@contextmanager
def recorded() -> Iterator[None]:
    """Record what is read and written in the block; within another such block, in its record."""
    if _current.get() is not None:
        yield
        return
    token = _current.set(FileRecord())
    try:
        yield
    finally:
        _current.reset(token)


def guarded(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with a record of its own for each call."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        with recorded():
            if solvers := kwargs.get("solvers"):
                reads(str(solvers))
            return function(*args, **kwargs)

    return call


def each_within(values: Generator[T, None, None]) -> Iterator[T]:
    """Return the values of a generator, which runs with the record that there is now whenever that happens."""
    return _each(values, copy_context())


def _each(values: Generator[T, None, None], context: Context) -> Iterator[T]:
    end = object()
    with closing(values):
        while (value := context.run(next, values, end)) is not end:
            yield cast(T, value)


def reads(path: AnyPath | int) -> None:
    """Enter an input (0 or `-`: stdin).  Raises UsageError for one that an option names as an output."""
    if record := _current.get():
        record.reads(STDIN if path == "-" else path)


def names(option: str, value: AnyPath, paths: Sequence[AnyPath] | None = None) -> None:
    """Enter the files that a parameter names as outputs (`-`: none), before anything is done.

    paths: the files, None: the value itself.  Raises UsageError for an input, and for the output of another parameter.
    """
    if (record := _current.get()) and str(value) != "-":
        for path in [value] if paths is None else paths:
            record.names(Output(str(path), option, str(value)))


def names_folder(option: str, value: AnyPath, paths: Sequence[AnyPath]) -> None:
    """Enter folders of which all files are outputs.  Raises UsageError where an input lies in one of these."""
    if record := _current.get():
        for path in paths:
            record.names_folder(Output(str(path), option, str(value)))


def writes(path: AnyPath) -> None:
    """Raise UsageError for a file that must not be written."""
    if record := _current.get():
        record.writes(path)


def made(path: AnyPath, known: os.stat_result) -> None:
    """Enter a file that this run has written.  known: its status."""
    if record := _current.get():
        record.made[known.st_dev, known.st_ino, ""] = str(path)
