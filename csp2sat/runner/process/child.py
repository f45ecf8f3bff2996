"""A child process that always ends together with all processes that it has started, and the reading of its pipes.

The child runs in a process group, so that no process that it starts survives it. The group is led by a guard: a small
process that kills the group when this process is gone, however this process ended; even SIGKILL leaves no solver
behind. The guard reads a pipe whose other end only this process holds, so the end of this process, whatever its kind,
is the end of the pipe. A process that is being started holds that end, too, until its program runs, and by then the
process is in the group: at no moment could the guard miss it.

An alternative, the parent-death signal of Linux, would have to be set between fork and exec, where no Python code may
run beside threads; the signal also comes when the starting thread ends, and spares the processes that the child itself
has started.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, Any

from ...errors import SolverError
from ...tuples import NamedTuple
from .escaped import kill_marked, marked
from .usage import Usage, own_peak, reap

GRACE = 0.5  # seconds between asking and killing
LOST = 5.0  # seconds after which a killed process that does not go is left to the system
LOST_CODE = -9  # its exit code
READ = 1 << 16
# The limit is set in a shell that becomes the solver: no code of ours runs between fork and exec.
LIMITED = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"'
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
KEEPS_MEMORY_LIMIT = sys.platform not in ("win32", "darwin")
GUARD = ("/bin/sh", "-c", "read -r line; kill -KILL 0", "csp2sat-guard")  # the last: in the list of processes
DEAF = ("SIGTERM", "SIGINT", "SIGHUP")  # what the group is asked to end by; the guard stays for those that do not


class Launched(NamedTuple):
    """A process that was started, and the guard that leads its group; guard: None if the process leads its group
    itself.  environment: that of the process, with its mark, if it has one.
    """

    process: Popen[bytes]
    guard: Popen[bytes] | None
    environment: Mapping[str, str]

    def end(self, force: bool) -> None:
        """Ask the process and all others in its group to end, or, if `force` is set, kill them and the guard."""
        if sys.platform == "win32":
            if self.process.poll() is None:
                subprocess.run(["taskkill", "/F", "/T", "/PID", str(self.process.pid)], capture_output=True)
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):  # all gone; zombies on macOS
            os.killpg((self.guard or self.process).pid, signal.SIGKILL if force else signal.SIGTERM)
        if force and self.guard is not None:
            dismiss(self.guard)


def launch(command: Sequence[str], folder: Path, memory: int | None = None, stdin: int = DEVNULL) -> Launched:
    """Start a command in `folder`, with pipes for its stdout and stderr, in a process group guarded against the death
    of this process.

    memory: the limit of the address space in MB, if the system has such limits; None: no limit. stdin: the descriptor,
    or constant of `subprocess`, for its stdin. Raises SolverError if the program cannot be started.
    """
    if memory is not None and KEEPS_MEMORY_LIMIT:
        command = ["/bin/sh", "-c", LIMITED, "sh", str(memory * 1024), *command]
    guarding = guard()
    group = guarding.pid if guarding else 0  # which one it is in; 0: a new one
    own_group: Any = {"creationflags": NEW_GROUP} if sys.platform == "win32" else {"process_group": group}
    pipes: Any = {"stdin": stdin, "stdout": PIPE, "stderr": PIPE, "bufsize": 0}
    environment = _environment(command)
    try:
        return Launched(Popen(command, cwd=folder, env=environment, **pipes, **own_group), guarding, environment)
    except BaseException as error:
        if guarding is not None:
            dismiss(guarding)
        if isinstance(error, OSError):
            raise SolverError(f"{command[0]} cannot be started: {error.strerror or error}") from error
        raise


def _environment(command: Sequence[str]) -> dict[str, str]:
    """Return an environment in which a child that is this Python finds this csp2sat even if it is not installed, or one
    with a mark by which all processes that another program starts are found.
    """
    if sys.executable not in command:
        return marked(os.environ)
    home = str(Path(__file__).parents[3])
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([home, before] if before else [home])}


def guard() -> Popen[bytes] | None:
    """Start a guard, which leads a new group with the number of its process; return None if the system has no groups or
    no shell.
    """
    if sys.platform == "win32":
        return None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [getattr(signal, name) for name in DEAF])
    try:
        return Popen(GUARD, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, process_group=0)  # which inherits the mask
    except OSError:  # no shell
        return None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def dismiss(guarding: Popen[bytes]) -> None:
    """End the guard alone, and not its group."""
    guarding.kill()
    guarding.wait()
    if guarding.stdin is not None:
        guarding.stdin.close()


class Child(contextlib.AbstractContextManager["Child"]):
    """A running process, used as a context manager: when the block ends, the process and its whole group are gone.

    on_exit: called in another thread when the process itself (not its children) has ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        memory: int | None = None,
        stdin: int = DEVNULL,
        on_exit: Callable[[], None] = lambda: None,
    ):
        self._launched = launch(command, folder, memory, stdin)
        self._floor = own_peak()  # after it: meanwhile other threads may have made this process grow
        self.process = self._launched.process
        self._usage: Usage | None = None
        self._ended, self._ending = False, threading.Lock()
        self._on_exit = on_exit
        self.exited = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Wait for the end of the process, in a thread of its own, and then set `exited` and call `on_exit`."""
        if sys.platform != "win32" and hasattr(os, "waitid"):
            # Leaves a zombie, so that no other process can get its number before it is signalled for the last time.
            os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._usage = reap(self.process, self._floor)
        self.exited.set()
        self._on_exit()

    def end(self) -> Usage:
        """End the process and its group, if they still run, and return the usage of the process, with the code
        LOST_CODE if the process does not end. Any thread may call this, repeatedly.
        """
        with self._ending:
            if not self._ended:
                self._end()
                self._ended = True
            return self._usage or Usage(LOST_CODE)

    def _end(self) -> None:
        """End the group of processes, gently at first and by force after GRACE seconds, and keep the usage."""
        try:
            if was_running := not self.exited.is_set():
                self._launched.end(force=False)
                self.exited.wait(GRACE)
        finally:  # an alarm or a Ctrl-C may cut the grace short
            self._launched.end(force=True)  # also what a process that has ended left behind
            if was_running:
                kill_marked(self._launched.environment)
        if self.exited.wait(LOST) and self._usage is None:
            self._usage = reap(self.process, self._floor)

    def __exit__(self, *_: object) -> None:
        self.end()


class Drain:
    """A reader of a pipe, in a thread of its own, up to `most` bytes; `on_overflow` is called if more bytes arrive."""

    def __init__(self, pipe: IO[bytes], most: int, on_overflow: Callable[[], None]):
        self._chunks: list[bytes] = []
        self._seen = 0  # chunks
        self._pipe, self._room, self._on_overflow = pipe, most, on_overflow
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        """Read the pipe to its end, in a thread of its own, or until there is more than `most` bytes; then call
        `on_overflow`.
        """
        with self._pipe:
            while chunk := self._pipe.read(READ):
                self._room -= len(chunk)
                if self._room < 0:
                    self._on_overflow()
                    return
                self._chunks.append(chunk)

    def done(self, timeout: float) -> bool:
        """Whether the pipe has been read to its end; waits up to `timeout` seconds for that."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def text(self) -> bytes:
        """Return the bytes that have been read so far."""
        return b"".join(self._chunks)

    def fresh(self) -> bytes:
        """Return the bytes that have been read since the last call."""
        chunks = self._chunks[self._seen :]
        self._seen += len(chunks)
        return b"".join(chunks)
