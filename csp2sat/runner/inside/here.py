"""The host of solvers that run in this process, one at a time: the programs of csp2sat alone, which are called.

The words `-m csp2sat.NAME` stand for the functions of that module: `main(arguments, between)`, whose output and exit
code are as from a process, and `server(arguments)` for a session. No other program is here. The clock is read between
the rounds of a search, and nothing but the end of this process stops a solver within a round.
"""

from __future__ import annotations

import io
import math
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TextIO

from ...base.time_limit import is_cancelled
from ...errors import LimitReached, SolverError
from ..process.outcome import End, FinishedRun, RunBounds
from .peer import InsidePeer

KEEPS_MEMORY_LIMIT = False
OURS = "csp2sat."
MODULE = ("-P", "-m")  # what follows Python in the words of a program


def locate(words: Sequence[str]) -> tuple[str, ...] | None:
    """Return the words if they run a module of csp2sat, else None."""
    return tuple(words) if _is_ours(words) and find_spec(words[3]) else None


def run(command: Sequence[str], folder: Path, bounds: RunBounds) -> FinishedRun:
    """Call the program until it ends or reaches the deadline, the CPU time or the stop of the bounds, and return how it
    ended.

    command: the words. folder: not used, since the programs take whole paths. Raises SolverError if the program is none
    of csp2sat, and LimitReached and KeyboardInterrupt that come meanwhile.
    """
    program = _module(command)
    started, cpu = time.monotonic(), time.process_time()
    out, err = _KeptOutput(), io.StringIO()
    end: End = "exit"
    code, stops = 0, list[End]()
    cpu_end = math.inf if bounds.cpu is None else cpu + bounds.cpu
    between = partial(_between, bounds, cpu_end, stops, out, sys.stdout, sys.stderr)
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        bounds.stop.listening(partial(stops.append, "stopped")) if bounds.stop else nullcontext(),
    ):
        try:
            code = program.main(list(command[4:]), between)
        except _Ended as ended:
            end = ended.end
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except LimitReached:
            raise
        except Exception:
            traceback.print_exc()
            code = 1
    used = time.process_time() - cpu
    return FinishedRun(end, code, out.getvalue().encode(), err.getvalue().encode(), time.monotonic() - started, used)


class _Ended(BaseException):
    """The end of a program that has reached a bound; no error, so that no program handles it."""

    def __init__(self, end: End):
        super().__init__(end)
        self.end: End = end


class _KeptOutput(io.StringIO):
    """The output of a program."""

    _seen = 0  # characters

    def fresh(self) -> bytes:
        """Return what has been printed since the last call."""
        text = self.getvalue()[self._seen :]
        self._seen += len(text)
        return text.encode()


def _between(
    bounds: RunBounds, cpu_end: float, stops: Sequence[End], output: _KeptOutput, out: TextIO, err: TextIO
) -> None:
    """Tell the bounds what the program has printed to `output`; raise _Ended if a bound is reached.

    cpu_end: the CPU time of this process at which the program ends, in seconds.  stops: the ends that other threads
    want.  out, err: the streams of the caller.
    """
    if bounds.on_output is not None and (fresh := output.fresh()):
        with redirect_stdout(out), redirect_stderr(err):
            bounds.on_output(fresh)
    is_late = bounds.deadline is not None and time.monotonic() >= bounds.deadline
    if is_late or time.process_time() >= cpu_end:
        raise _Ended("deadline")
    if stops or is_cancelled():
        raise _Ended("stopped")


def peer(command: Sequence[str], memory: int | None) -> InsidePeer:
    """Return a peer whose lines are executed by the program's server. memory: not limited. Raises SolverError if the
    program is none of csp2sat.
    """
    return InsidePeer(partial(_module(command).server, list(command[4:])))


def _is_ours(words: Sequence[str]) -> bool:
    return tuple(words[1:3]) == MODULE and len(words) > 3 and words[3].startswith(OURS)


def _module(words: Sequence[str]) -> ModuleType:
    if not _is_ours(words):
        raise SolverError(f"{words[0]} cannot be started: solvers run in this process, and only python-sat's can")
    return import_module(words[3])
