"""The end of a command: errors as one line on stderr, and the exit code."""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import os
import signal
import sys
import warnings
from collections.abc import Callable, Collection, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from ..base import file_guard
from ..base.signals import raise_until_noticed
from ..errors import (
    OWN_PARTS,
    AnswerWarning,
    Csp2SatError,
    InputWarning,
    LimitReached,
    SeveralBoards,
    UsageError,
    own_fault,
)
from .streams import inert, open_inert

if TYPE_CHECKING:
    from ..runner.config.entry import Solver
    from ..solving.problem import Problem

INTERRUPTED = 130
NO_READER = 141  # 128 and the number of SIGPIPE, as of other programs whose reader has gone
_kept: list[LimitReached] = []  # with all that its traceback knows: to free gigabytes takes longer than a command may
FAILURES = (Csp2SatError, KeyboardInterrupt, OSError, MemoryError, RecursionError)
ENDING = ("SIGTERM", "SIGHUP")  # signals that end a command, but for Ctrl-C


def stopped_with(stop: BaseException | None, quiet: bool = False) -> int:
    """Return the exit code after a command was stopped: by an interrupt, a signal, or a caught error, which is printed
    now.

    Returns 0 if nothing stopped the command (None).  quiet: whether warnings are hidden, so that `interrupted`
    has not been printed yet, and is printed now.
    """
    if stop is None:
        return 0
    if isinstance(stop, Csp2SatError):
        return complain(_prefixed(stop), stop.exit_code)
    if isinstance(stop, KeyboardInterrupt):
        return complain(failure(stop)[0] if quiet else "", INTERRUPTED)
    return int(str(stop))


BatchCommand = Callable[[Callable[..., int], dict[str, Any]], int]


def reporting(command: Callable[..., int], several: BatchCommand | None = None) -> Callable[..., None]:
    """Return a command as a function of the values of its options and arguments, which are joined to its parameters.

    The function ends with SystemExit: the command's result is the exit code, an error becomes a message.  SIGTERM and
    SIGHUP unwind the stack as Ctrl-C does, so that solvers are stopped and temporary files removed.  several: called in
    place of the command, with the values of its parameters, if one of them is `SeveralInputs`, or if the only input
    has several boards, which then are the inputs; None for a command that has one input only.
    """

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        """Run the command with the values of its options, and end with SystemExit."""
        _handle_signals()
        show_warnings(quiet=bool(kwargs.get("quiet")))
        with concluding(json=bool(kwargs.get("json_"))) as end:
            from ..base.numbers import long_written  # imports json, which --version does without
            from .parameters import SeveralInputs

            with long_written():
                values = kwargs
                while True:
                    try:
                        with file_guard.recorded():
                            joined = _values(command, values) if values else {}
                            is_many = several and SeveralInputs in map(type, joined.values())
                            end.code = several(command, joined) if several and is_many else command(*args, **joined)
                        return
                    except SeveralBoards as boards:
                        if several is None or len(values.get("inputs", ())) != 1 or not boards.names:
                            raise
                        values = kwargs | {"inputs": boards.names}

    return run


def _values(command: Callable[..., Any], values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a command's parameters by name, computed from the `values` of its options and arguments.

    The files that these name are entered in `file_guard`.  Raises UsageError for a file that would be read and written,
    and for options that cannot be joined.
    """
    from .parameters import declared, joined  # its import takes as long as `csp2sat --version`

    files = [(each, values.get(each.name)) for each in declared(command) if each.parameter.file]
    for each, value in files:
        if each.parameter.file == "read" and value is not None:
            for path in value if each.is_list else [value]:
                file_guard.reads(path)
    for each, value in files:
        if each.parameter.file == "written" and value is not None:
            file_guard.names(each.parameter.names[-1].strip("-"), value)
    return joined(command, values)


def failure(error: BaseException) -> tuple[str, int]:
    """Return the text and the exit code of an error that a command reports; `error` is one of FAILURES."""
    if isinstance(error, Csp2SatError):
        return _prefixed(error), error.exit_code
    if isinstance(error, KeyboardInterrupt):
        return "csp2sat: interrupted", INTERRUPTED
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"csp2sat: {where}{error.strerror or error}", 1
    return f"csp2sat: {'out of memory' if isinstance(error, MemoryError) else 'the input is nested too deeply'}", 1


class Ending:
    """The end of a command.  code: its exit code."""

    code = 0


@contextlib.contextmanager
def concluding(alone: bool = False, json: bool = False) -> Iterator[Ending]:
    """Yield the ending of the block, a command that sets the exit code; print the error of a block that fails with one
    of FAILURES, and end with the exit code (SystemExit).

    The code is NO_READER if the reader of the output has gone.  alone: whether the process has nothing else to do, so
    that signals are ignored when the command is over, and memory is not freed.  json: whether an error is also printed
    to stdout, as an object.
    """
    _open_streams()
    _kept.clear()
    ending = Ending()
    try:
        yield ending
        sys.stdout.flush()
        code = ending.code
    except SystemExit as end:  # by a signal, or by the command itself
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else complain(end.code, 1)
        if OWN_PARTS in os.environ and (fault := own_fault(end)):
            code = complain(*failure(fault), json and fault)
    except BrokenPipeError:  # the reader of our output has gone: no error, and no message can reach it
        code = NO_READER
    except (Exception, KeyboardInterrupt) as raised:
        error = own_fault(raised) or raised
        if not isinstance(error, FAILURES):
            raise
        if isinstance(error, LimitReached):
            _kept.append(error)
        code = complain(*failure(error), json and error)
    if alone:
        _ignore_signals()
        if hasattr(gc, "freeze"):
            gc.freeze()  # Python would walk through millions of objects once more before it ends
    _flush()
    if alone and _kept:
        _end_now(code)
    sys.exit(code)


def _end_now(code: int) -> NoReturn:
    """End this process with an exit code, without freeing its memory, which may be gigabytes."""
    atexit._run_exitfuncs()
    _flush()
    os._exit(code)


def _open_streams() -> None:
    """Open stdout and stderr so that all output is safe.

    Streams that are closed go nowhere; otherwise a file could get the number of a closed stream, and so its output.
    Characters that stdout cannot show, and characters that a terminal would obey, are described.
    """
    with contextlib.suppress(OSError):
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(number)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    open_inert()


def _handle_signals() -> None:
    """Let SIGINT raise KeyboardInterrupt, and the signals of ENDING SystemExit; signals that are ignored stay so."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as it is in the background
        signal.signal(signal.SIGINT, _interrupted)
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as after nohup
            signal.signal(number, _ended)


def _ignore_signals() -> None:
    """Ignore SIGINT and the signals of ENDING from now on, so that they do not disturb the end of the process."""
    for name in ("SIGINT", *ENDING):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _interrupted(number: int, frame: FrameType | None) -> NoReturn:
    raise_until_noticed(KeyboardInterrupt(), number, _interrupted)


def _ended(number: int, frame: FrameType | None) -> NoReturn:
    """Raise SystemExit with 128 and the signal's number, and ignore further signals."""
    _ignore_signals()  # what is tidied up now is not to be disturbed
    raise_until_noticed(SystemExit(128 + number), number, _ended)


def _flush() -> None:
    """Write the buffered output of stdout and stderr; drop output that cannot be written, lest Python complain at its
    end.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def show_warnings(quiet: bool) -> None:
    """Make each InputWarning one line on stderr, or nothing if `quiet`, unless it is an AnswerWarning; leave other
    warnings as Python shows them.
    """
    shown = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
        """Print an InputWarning as one line; show any other warning as before."""
        if issubclass(category, InputWarning):
            print(message, file=sys.stderr)
        else:
            shown(message, category, *where)

    warnings.showwarning = show  # type: ignore[assignment]
    warnings.simplefilter("ignore" if quiet else "always", InputWarning)
    warnings.simplefilter("always", AnswerWarning)


def _prefixed(error: Csp2SatError) -> str:
    """Return the text of an error, with `csp2sat: ` in front unless it begins with the place of the fault."""
    if isinstance(error, UsageError):
        return f"csp2sat: {error.on_command_line()}"
    place = getattr(error, "place", None)
    return str(error) if place else f"csp2sat: {error}"


def complain(text: str, code: int, json_error: BaseException | Literal[False] = False, status: str = "ERROR") -> int:
    """Print the text of an error, unless it is '', to stderr, and return the exit code `code`.

    json_error: the error to be printed to stdout as JSON, too, with the first line of the text; or False.  status: of
    the input, in a batch.
    """
    with contextlib.suppress(OSError):  # nobody hears
        print(f"{text}\n" if text else "", end="", file=sys.stderr, flush=True)  # one write: two processes may share it
    if json_error:
        from .json_lines import error_line

        with contextlib.suppress(OSError):
            message = text.partition("\n")[0].removeprefix("csp2sat: ")
            print(error_line(type(json_error).__name__, message, code, json_error, status), end="", flush=True)
    return code


def put(text: str, output: str | None) -> None:
    """Write a result to the file `output`, all or nothing; to stdout if `output` is None or `-`.

    Raises FileError for the name of a folder, and for a file that cannot be written.
    """
    if output is None or output == "-":
        print(text, end="", flush=True)
        return

    from ..base import files

    files.write_text(files.named(output), inert(text))


def note(text: str, quiet: bool = False) -> None:
    """Print a remark to stderr, unless `quiet`."""
    if not quiet:
        print(f"csp2sat: {text}", file=sys.stderr)


def note_soft(problem: Problem, quiet: bool) -> None:
    """Print that a question about all solutions leaves out the soft constraints, if the problem has any."""
    if problem.board is None and (problem.relaxed is not None or problem.model.soft):
        note("soft constraints are left out: all solutions of the others are meant; solve weighs them", quiet)


def warn(text: str, quiet: bool = False) -> None:
    """Print a warning to stderr, unless `quiet`."""
    if not quiet:
        print(f"csp2sat: warning: {text}", file=sys.stderr)


def warn_of_ignored(solver: Solver, able: Collection[str], hints: tuple[int | None, int | None], quiet: bool) -> None:
    """Warn of a seed or a number of threads that a solver does not take; a single thread, which every solver has, is
    worth a remark.

    able: the abilities of the solver, or of all solvers that may answer.  hints: seed and threads as asked for, None
    for an option that is not given.  quiet: whether nothing is printed.
    """
    from ..api.pipelines import ignored_hints

    for text in ignored_hints(solver, able, *hints, sign="--"):
        warn(text, quiet)
    if hints[1] == 1 and "threads" not in able:
        note(f"--threads 1: {solver.name} has one thread, and no option for more", quiet)
