"""The errors that a user sees: one family, one line each, an exit code.

    Csp2SatError            1
      InputError            1   a text that cannot be read: path:line:col, then the line and a caret
      FileError             1   a file that cannot be read or written
      ModelError            1   a model that cannot be encoded
      SolverError           1   a solver that is missing, broken, or gave a wrong answer
      UsageError            2   options that contradict each other
      LimitReached          3   the time limit of the command

Anything else that escapes is a bug and keeps its traceback; what the code of a user's own parts raises becomes an
InputError (`own_faults`).
"""

from __future__ import annotations

import os
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from .escaping import for_screen, for_terminal
from .tuples import NamedTuple

OWN_PARTS = "CSP2SAT_PARTS"  # the environment variable: folders of parts, joined as in PATH
OF_PARTS = f"a file that {OWN_PARTS} names"
ENDINGS = ("_sitebuiltins>", "_sitebuiltins.py", "plugins.py")  # files of functions that end the program for a caller
WIDTH = 100  # columns of a source line that an error shows


class Place(NamedTuple):
    """A place in a text.

    path: the file.  line, column: from 1; column 0 is the whole line, line 0 the whole file.  text: that of the line.
    """

    path: str
    line: int = 0
    column: int = 0
    text: str = ""

    def __str__(self) -> str:
        return ":".join(str(part) for part in (for_terminal(self.path), self.line, self.column) if part)

    def excerpt(self) -> str:
        """Return the source line with a caret below the column, in two lines; '' if the place has no column.

        A line longer than WIDTH is cut to the part around the column.
        """
        if not self.column:
            return ""
        start = max(0, self.column - WIDTH // 2) if len(self.text) > WIDTH else 0
        shown = "".join(c if c.isprintable() else " " for c in self.text[start : start + WIDTH])
        before = shown[: self.column - 1 - start]
        return f"  {shown}\n  {' ' * sum(map(_columns, before))}^"


def _columns(char: str) -> int:
    return 0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1


class Csp2SatError(Exception):
    """Base of all errors that the command line prints as one line; `exit_code` is the command's.

    The text of such an error has names in it that others chose: `str` writes control characters visibly.
    """

    exit_code = 1

    def __str__(self) -> str:
        return for_screen(super().__str__())


class InputError(Csp2SatError):
    """An error in a text that cannot be read.  `place`: the place of the fault.  `message`: the fault, and the
    expectation.  `others`: errors at later places of the text, if the reader goes on.
    """

    def __init__(self, message: str, place: Place, others: Sequence[InputError] = ()):
        super().__init__(message, place, *([others] if others else []))
        self.message, self.place, self.others = message, place, tuple(others)

    def __str__(self) -> str:
        excerpt = self.place.excerpt()
        own = f"{self.place}: {for_terminal(self.message)}" + (f"\n{excerpt}" if excerpt else "")
        return "\n".join([own, *map(str, self.others)])


class Unsupported(InputError):
    """A text that is right, but says something that csp2sat does not have."""


class SeveralBoards(InputError):
    """A file with several boards where one is expected.  `names`: the names of the single boards, such as
    `boards.txt#2`; () for a text that is no file, whose boards have no names.
    """

    def __init__(self, path: str, count: int):
        named = path not in ("", "-") and path[:1] != "<"
        self.names = tuple(f"{path}#{number}" for number in range(1, count + 1)) if named else ()
        first = f"one board, such as {self.names[0]}" if named else "one board"
        super().__init__(f"{count} boards; expected {first}", Place(path))


class UnknownText(InputError):
    """A text that begins as no board, model or formula does, and so may be of another kind, such as notes."""


class InputWarning(UserWarning):
    """A warning of a reader, with its place, about a text that is likely to be a slip; or, in Python, about True or
    False in the place of a constraint, or about a setting that is ignored.

    The meaning is certain all the same.
    """


class AnswerWarning(InputWarning):
    """A warning, not hidden by `--quiet`, that the answered question is not the one the input seems to ask."""


WITHIN = frozenset(("csp2sat", "contextlib", "functools"))  # modules between the caller's line and a warning


def warn(text: str | Warning, category: type[InputWarning] = InputWarning) -> None:
    """Warn at the line of the caller that has entered the package; Python shows a text once for each such place."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in WITHIN:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


class FileError(Csp2SatError):
    """A file that cannot be read or written, with the system's reason, on one line whatever its name has."""

    def __str__(self) -> str:
        return for_terminal(super().__str__())


class ModelError(Csp2SatError):
    """A model that cannot be encoded, for example a domain with too many values."""


class SolverError(Csp2SatError):
    """A solver that is missing, broken, or gave a wrong answer."""


LONGEST = 300  # characters of a value in a message


def _shown(value: object, text: Callable[[object], str]) -> str:
    """Return a value as text, cut after LONGEST characters, or a description of an integer that Python refuses to write
    for its length.

    text: the function that makes the text.
    """
    try:
        found = text(value)
        return found if len(found) <= LONGEST else f"{found[:LONGEST]}..."
    except ValueError:
        return "an integer of more than 4,300 digits"


class UsageError(Csp2SatError):
    """An error in options: some that contradict each other, or an option that cannot be.

    option: the name of the wrong option in Python, '' if no single option is wrong.  value: the option's value, None if
    the message is not to show the value.
    """

    exit_code = 2

    def __init__(self, message: str, option: str = "", value: object = None):
        super().__init__(message, option, value)
        self.message, self.option, self.value = message, option, value

    def __str__(self) -> str:
        given = self.option if self.value is None else f"{self.option}={_shown(self.value, repr)}"
        return for_screen(f"{given}: {self.message}" if self.option else self.message)

    def on_command_line(self) -> str:
        """Return the message with the option written as on the command line, such as `--solver NAME`, in place of its
        Python name.
        """
        from .settings import KNOWN

        declared = KNOWN[self.option].about.option if self.option in KNOWN else ""
        option = declared or f"--{self.option.replace('_', '-')}"
        given = option if self.value is None else f"{option} {_shown(self.value, str)}"
        return for_screen(f"{given}: {self.message}" if self.option else self.message)


NEAR = "gap"  # the reason of LimitReached where the best solution so far is near enough to its bound


class LimitReached(Csp2SatError):
    """The search stopped before there was an answer.  reason: `time` or `memory` for a limit of ours, else why."""

    exit_code = 3

    def __init__(self, reason: str):
        super().__init__(f"the {reason} limit was reached" if reason in ("time", "memory") else reason)
        self.reason = reason


def defect(fault: str) -> str:
    """Return a fault of an answer in words, with what has the defect: csp2sat, or one of the user's parts."""
    if own_paths():
        test = "for the first difference run: csp2sat count INPUT --compare"
        return f"{fault}: a defect of {OF_PARTS} ({test}), or of csp2sat"
    return f"{fault}: a defect of csp2sat; please report it"


def own_paths() -> tuple[str, ...]:
    """Return the beginnings of the paths of the user's parts."""
    given = filter(None, os.environ.get(OWN_PARTS, "").split(os.pathsep))
    return tuple(os.path.join(os.path.abspath(folder), "") for folder in given)  # noqa: PTH100, PTH118


def own_fault(error: BaseException) -> InputError | None:
    """Return the error with the last place in a file of the user's parts that an exception went through; None if it
    went through none, for the errors of csp2sat itself, and for a lack of memory.

    An exception that ends the program is one of the user's parts only if it was raised there; a method that a part
    lacks is named with its class.
    """
    folders = own_paths()
    if isinstance(error, InputError) and error.message.endswith(OF_PARTS):
        return error
    if not folders or isinstance(error, Csp2SatError | MemoryError):
        return None
    if isinstance(error, NotImplementedError) and (lacking := _lacking(error)):
        return lacking
    if not isinstance(error, Exception) and not _is_raised_in(error, folders):
        return None
    place = last_place(error, folders)
    return place and placed(error, place)


def _is_raised_in(error: BaseException, paths: tuple[str, ...]) -> bool:
    """Whether an exception was raised in a file whose path begins with one of the paths, perhaps by `exit()`."""
    from traceback import extract_tb

    files = [frame.filename for frame in extract_tb(error.__traceback__) if not frame.filename.endswith(ENDINGS)]
    return bool(files) and files[-1].startswith(paths)


def _lacking(error: NotImplementedError) -> InputError | None:
    """Return the error that a class of the user's parts lacks the method which raised an exception; None for another
    class.
    """
    from traceback import walk_tb

    frame = [frame for frame, _ in walk_tb(error.__traceback__)][-1]
    return fault_of(type(frame.f_locals.get("self")), f"has no method {frame.f_code.co_name}")


def fault_of(part: type, words: str) -> InputError | None:
    """Return the error that a class of the user's parts has a fault; None for another class.  words: the fault."""
    file = getattr(sys.modules.get(part.__module__), "__file__", None) or ""
    if not own_paths() or not file.startswith(own_paths()):
        return None
    import inspect

    return InputError(f"{part.__name__} {words}, in {OF_PARTS}", Place(file, inspect.getsourcelines(part)[1]))


def last_place(error: BaseException, paths: tuple[str, ...]) -> Place | None:
    """Return the last place that an exception went through in a file whose path begins with one of the paths."""
    from traceback import extract_tb

    own = [frame for frame in extract_tb(error.__traceback__) if frame.filename.startswith(paths)]
    return Place(own[-1].filename, own[-1].lineno or 0) if own else None


def placed(error: BaseException, place: Place) -> InputError:
    """Return an exception of a user's file as an error at a place of the file."""
    found = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")
    ends = "" if isinstance(error, Exception) else "the part ends the program: "
    return InputError(f"{ends}{found}, in {OF_PARTS}", place)


@contextmanager
def own_faults() -> Iterator[None]:
    """Run the block, and raise InputError, as `own_fault` makes it, for an exception of the user's parts."""
    try:
        yield
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        if fault := own_fault(error):
            raise fault from error
        raise
