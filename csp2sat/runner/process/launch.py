"""Starting and ending a child process: in a process group of its own, so that nothing it starts survives it.

The group is led by a guard: a small process that kills the group when this process is gone, however it went; not even
SIGKILL leaves a solver behind.  The guard reads a pipe whose other end is here alone, so the end of this process,
whatever its kind, is the end of the pipe.  A process that is being started has that end too until its program runs, and
then it is in the group: there is no moment at which it could be missed.

Of the other ways, Linux's parent-death signal would have to be set between fork and exec, where no Python code may run
beside threads, ends with the thread that started the process, and spares what that has started itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import SolverError

# The limit is set in a shell that becomes the solver: no code of ours runs between fork and exec.
LIMITED = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"'
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
KEEPS_MEMORY_LIMIT = sys.platform not in ("win32", "darwin")
GUARD = ("/bin/sh", "-c", "read -r line; kill -KILL 0", "csp2sat-guard")  # the last: in the list of processes
DEAF = ("SIGTERM", "SIGINT", "SIGHUP")  # what the group is asked to end by; the guard stays for those that do not


class Launched(NamedTuple):
    """A process that was started; the guard leads its group, if there is one, else it does so itself."""

    process: subprocess.Popen[bytes]
    guard: subprocess.Popen[bytes] | None

    def end(self, force: bool) -> None:
        """Ask the process and all in its group to end, or (`force`) kill them, the guard too."""
        if sys.platform == "win32":
            if self.process.poll() is None:
                subprocess.run(["taskkill", "/F", "/T", "/PID", str(self.process.pid)], capture_output=True)
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):  # all gone; zombies on macOS
            os.killpg((self.guard or self.process).pid, signal.SIGKILL if force else signal.SIGTERM)
        if force and self.guard is not None:
            dismiss(self.guard)


def launch(
    command: Sequence[str], folder: Path, memory: int | None = None, stdin: int = subprocess.DEVNULL
) -> Launched:
    """Start a program in `folder`, with pipes for its stdout and stderr, in a process group of its own.

    memory: limit of its address space in MB, where the system keeps one.  Raises SolverError when it cannot start.
    """
    if memory is not None and KEEPS_MEMORY_LIMIT:
        command = ["/bin/sh", "-c", LIMITED, "sh", str(memory * 1024), *command]
    guarding = guard()
    try:
        return Launched(_started(command, folder, stdin, guarding.pid if guarding else 0), guarding)
    except BaseException as error:
        if guarding is not None:
            dismiss(guarding)
        if isinstance(error, OSError):
            raise SolverError(f"{command[0]} cannot be started: {error.strerror or error}") from error
        raise


def _started(command: Sequence[str], folder: Path, stdin: int, group: int) -> subprocess.Popen[bytes]:
    """group: which one it is in; 0: a new one."""
    own_group: Any = {"creationflags": NEW_GROUP} if sys.platform == "win32" else {"process_group": group}
    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        env=_environment(command),
        **own_group,
    )


def _environment(command: Sequence[str]) -> dict[str, str] | None:
    """For a child that is this Python: it finds this csp2sat even when that is not installed."""
    if sys.executable not in command:
        return None
    home = str(Path(__file__).parents[3])
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([home, before] if before else [home])}


def guard() -> subprocess.Popen[bytes] | None:
    """Start a guard; its group has the number of its process.  None where the system has no such thing."""
    if sys.platform == "win32":
        return None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [getattr(signal, name) for name in DEAF])
    try:
        return subprocess.Popen(  # which inherits the mask
            GUARD,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
    except OSError:  # no shell
        return None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def dismiss(guarding: subprocess.Popen[bytes]) -> None:
    """End the guard alone."""
    guarding.kill()
    guarding.wait()
    if guarding.stdin is not None:
        guarding.stdin.close()
