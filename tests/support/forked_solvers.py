"""Solvers and worker processes in tests, without the time that Python and its imports take to start.

Where `runner` starts a program of `MAINS`, the embedded solver or the search for steps, the process is a fork in which
the program is imported already: of a small server (`solver_server`) where the system has what that needs, else of the
process that starts it.  What is the same: pid, parent, process group, streams, environment, signals, exit code.  What
is not: memory, and the hash seed.  With a limit of memory, and where `REAL_STARTS` is set, as in `make long`, Python is
started.  Worker processes of `executors` are forks, too, which know nothing of the files of the command that started
them, as new processes do not.
"""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from csp2sat.base import file_guard
from csp2sat.executors import executors
from csp2sat.runner.process import child

from . import solver_server
from .solver_server import CLONE, MAINS, RESET, be

START = (sys.executable, "-P", "-m")
PIPES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
STARTING = inspect.signature(subprocess.Popen._execute_child)  # type: ignore[attr-defined]


class Forked(subprocess.Popen[bytes]):
    """A process; of a program that is one of `MAINS` a fork."""

    def __init__(self, command: Sequence[str], **options: Any):
        self._is_fork = tuple(command[:3]) == START and command[3] in MAINS and sys.platform != "win32"
        if self._is_fork and solver_server.server() is None:
            options["preexec_fn"] = partial(_become, command[3], command[4:], options.get("env"))
        super().__init__(command, **options)

    def _execute_child(self, *words: Any) -> None:
        """Start the program on the pipes that Popen has made."""
        server = solver_server.server()
        if server is None or not self._is_fork:
            super()._execute_child(*words)  # type: ignore[misc]
            return
        given = STARTING.bind(self, *words).arguments
        (_, _, _, module, *arguments), environment = given["args"], given["env"]
        asked = {
            "module": module,
            "words": arguments,
            "environment": dict(os.environ if environment is None else environment),
            "folder": str(Path(given["cwd"] or ".").absolute()),
            "group": given["process_group"] if given["process_group"] >= 0 else None,
            "ignored": [name for name in RESET if _is_ignored(name)],
        }
        pipes = {name: given[name] for name in PIPES}
        streams = [pipes[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        self.pid = server.ask(asked, [stream if stream >= 0 else number for number, stream in enumerate(streams)])
        self._child_created = True
        self._close_pipe_fds(**pipes)  # type: ignore[attr-defined]


def install(served: bool = False) -> None:
    """Have `runner` start solvers so from now on, and `executors` worker processes.

    served: whether this process, and no fork of it, starts so many that a server is worth its start.
    """
    if "REAL_STARTS" not in os.environ:
        child.Popen = Forked  # type: ignore[misc]
        if served and CLONE is not None:
            solver_server.serves_this_process()
        if sys.platform == "linux":
            executors.START = "fork"
            os.register_at_fork(after_in_child=partial(file_guard._current.set, None))


def _is_ignored(name: str) -> bool:
    return signal.getsignal(getattr(signal, name)) is signal.SIG_IGN


def _become(module: str, words: Sequence[str], environment: Mapping[str, str] | None) -> None:
    """Be the solver, in a fork of this process; never return."""
    for name in RESET:
        if not _is_ignored(name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    be(module, words, environment)
