"""Starting and ending a child process: a process group of its own, so that nothing it starts survives it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import SolverError

# The limit is set in a shell that becomes the solver: no code of ours runs between fork and exec.
LIMITED = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"'
KEEPS_MEMORY_LIMIT = sys.platform not in ("win32", "darwin")


def launch(
    command: Sequence[str], folder: Path, memory: int | None = None, stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a program in `folder`, with pipes for its stdout and stderr, in a process group of its own.

    memory: limit of its address space in MB, where the system keeps one.  Raises SolverError when it cannot start.
    """
    if memory is not None and KEEPS_MEMORY_LIMIT:
        command = ["/bin/sh", "-c", LIMITED, "sh", str(memory * 1024), *command]
    try:
        return subprocess.Popen(
            command,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            env=_environment(command),
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except OSError as error:
        raise SolverError(f"{command[0]} cannot be started: {error.strerror or error}") from error


def _environment(command: Sequence[str]) -> dict[str, str] | None:
    """For a child that is this Python: it finds this csp2sat even when that is not installed."""
    if sys.executable not in command:
        return None
    home = str(Path(__file__).parents[2])
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([home, before] if before else [home])}


def end_group(process: subprocess.Popen[bytes], force: bool) -> None:
    """Ask the process and all in its group to end, or (`force`) kill them."""
    if sys.platform == "win32":
        if process.poll() is None:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):  # all gone; zombies on macOS
        os.killpg(process.pid, signal.SIGKILL if force else signal.SIGTERM)
