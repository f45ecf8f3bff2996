"""The embedded solver and worker processes in tests, without the time that Python and its imports take to start.

Where `runner` starts the embedded solver, the process is a fork of the one that starts it, in which the solver is
imported already.  What is the same: pid, process group, streams, environment, signals, exit code.  What is not: memory,
of which a fork has what the tests have.  With a limit of memory, and where `REAL_STARTS` is set, as in `make long`,
Python is started.  Worker processes of `executors` are forks, too, which know nothing of the files of the command that
started them, as new processes do not.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from csp2sat.base import file_guard
from csp2sat.executors import executors
from csp2sat.runner.process import child
from csp2sat.runner.session import embedded, maxsat

MAINS = {module.__name__: module.main for module in (embedded, maxsat)}
START = (sys.executable, "-P", "-m")
HANDLED = ("SIGTERM", "SIGHUP", "SIGALRM", "SIGCHLD")


class Forked(subprocess.Popen[bytes]):
    """A process; of a program that is one of `MAINS` a fork of this process."""

    def __init__(self, command: Sequence[str], **options: Any):
        if tuple(command[:3]) == START and command[3] in MAINS and sys.platform != "win32":
            options["preexec_fn"] = partial(_become, command[3], command[4:], options.get("env"))
        super().__init__(command, **options)


def install() -> None:
    """Have `runner` start solvers so from now on, and `executors` worker processes."""
    if "REAL_STARTS" not in os.environ:
        child.Popen = Forked  # type: ignore[misc]
        if sys.platform == "linux":
            executors.START = "fork"
            os.register_at_fork(after_in_child=partial(file_guard._current.set, None))


def _become(module: str, words: Sequence[str], environment: Mapping[str, str] | None) -> None:
    """Be the solver, in the process that was forked for it; never return."""
    code = 1
    try:
        gc.disable()
        faulthandler.disable()
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # the pipe, too, on which the parent waits for the program to start
        for name in HANDLED:
            if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
                signal.signal(getattr(signal, name), signal.SIG_DFL)
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        if environment is not None:
            os.environ.clear()
            os.environ.update(environment)
        sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False, buffering=1, errors="backslashreplace")
        sys.argv = [module, *words]
        code = MAINS[module](list(words))
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BrokenPipeError:
        code = 120  # as Python ends when nobody reads
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
        finally:
            os._exit(code)
