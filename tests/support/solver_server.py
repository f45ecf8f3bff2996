"""A small process whose forks are the solvers that tests start; `forked_solvers` asks for them.

A fork of the tests' own process takes 20 ms of CPU, for its memory is some hundred MB whose tables are copied; a fork
of this process, which has imported solvers and nothing else, takes 4.  A solver is a child of the process that asks,
as if that had forked: Linux's CLONE_PARENT.
"""

from __future__ import annotations

import atexit
import ctypes
import errno
import faulthandler
import gc
import json
import os
import platform
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from csp2sat.reasoning.search import finder
from csp2sat.runner.session import embedded, maxsat

MAINS = {
    embedded.__name__: embedded.main,
    maxsat.__name__: maxsat.main,
    finder.__name__: lambda words: finder.main(),
}
CLONE = {"x86_64": 56, "aarch64": 220}.get(platform.machine()) if sys.platform == "linux" else None  # a system call
CLONE_PARENT = 0x8000
RESET = ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGCHLD")
MOST_BYTES = 1 << 17  # of a message
MOST_SECONDS = 60  # until a solver is there
TESTS = Path(__file__).parents[1]


class Server:
    """The process that is forked, and the socket that it listens to; several threads may ask it."""

    def __init__(self) -> None:
        self._link, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._link.settimeout(MOST_SECONDS)
        code = f"import sys; sys.path.insert(0, {str(TESTS)!r}); from support import solver_server; "
        code += f"solver_server.serve({theirs.fileno()})"
        streams: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "pass_fds": [theirs.fileno()]}
        self._process = subprocess.Popen([sys.executable, "-c", code], **streams)
        theirs.close()
        self.pid = self._process.pid
        self._asking, self._asked = threading.Lock(), 0
        atexit.register(self.close)

    def ask(self, asked: dict[str, Any], streams: Sequence[int]) -> int:
        """Have a solver run on these three streams, and return its pid; raise OSError if it cannot be started."""
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            with self._asking:
                self._asked += 1
                message = {**asked, "number": self._asked, "blocked": sorted(blocked)}
                socket.send_fds(self._link, [json.dumps(message).encode()], streams)
                while True:
                    answer = self._link.recv(MOST_BYTES)
                    assert answer, "the server of solvers has died"
                    number, pid, error = json.loads(answer)
                    if number == self._asked:  # not the answer to a question that a signal has cut short
                        break
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        if error:
            if pid:
                os.waitpid(pid, 0)
            raise OSError(error, os.strerror(error))
        return int(pid)

    def close(self) -> None:
        """End it; forks of this process may have the socket, too."""
        self._link.shutdown(socket.SHUT_RDWR)
        self._link.close()
        self._process.wait()


_servers: dict[int, Server | None] = {}  # by process; None: not started yet


def serves_this_process() -> None:
    """Have a server for this process, and not for forks of it, from the first solver on."""
    _servers[os.getpid()] = None


def server() -> Server | None:
    """Return the server of this process; None if it is to have none."""
    process = os.getpid()
    if process in _servers and _servers[process] is None:
        _servers[process] = Server()
    return _servers.get(process)


def pids() -> list[int]:
    """Return the process that is forked, in a list; none where no solver was asked for."""
    started = _servers.get(os.getpid())
    return [started.pid] if started else []


def serve(descriptor: int) -> None:
    """Fork solvers until the other end of the socket is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    with socket.socket(fileno=descriptor) as link:
        while True:
            text, streams, _, _ = socket.recv_fds(link, MOST_BYTES, 3)
            if not text:
                return
            pid = _fork()
            if pid == 0:
                _begin(json.loads(text), streams, link)
            if pid < 0:  # a sandbox without that system call
                link.send(json.dumps([json.loads(text)["number"], 0, errno.EAGAIN]).encode())
            for each in streams:
                os.close(each)


def _fork() -> int:
    """Do what `os.fork` does, but the new process is a child of this process's parent."""
    python: Any = ctypes.pythonapi
    python.PyOS_BeforeFork()
    pid = int(ctypes.PyDLL(None).syscall(CLONE, CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0))
    if pid:
        python.PyOS_AfterFork_Parent()
    else:
        python.PyOS_AfterFork_Child()
    return pid


def _begin(asked: dict[str, Any], streams: Sequence[int], link: socket.socket) -> None:
    """Have this process, which was just forked, be the solver that is asked for, and say that it is there."""
    error = 0
    try:
        if asked["group"] is not None:
            os.setpgid(0, asked["group"])
        os.chdir(asked["folder"])
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        for name in RESET:
            signal.signal(getattr(signal, name), signal.SIG_IGN if name in asked["ignored"] else signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, asked["blocked"])
    except OSError as failed:
        error = failed.errno or 1
    link.send(json.dumps([asked["number"], os.getpid(), error]).encode())
    if error:
        os._exit(1)
    be(asked["module"], asked["words"], asked["environment"])


def set_environment(wanted: Mapping[str, str]) -> None:
    """Have the environment be the one that is wanted; few variables are others, and each that is set takes time."""
    for name in os.environ.keys() - wanted.keys():
        del os.environ[name]
    os.environ.update(dict(wanted.items() - os.environ.items()))


def be(module: str, words: Sequence[str], environment: Mapping[str, str] | None) -> None:
    """Be the solver, in the process that was forked for it; never return."""
    code = 1
    try:
        gc.disable()
        faulthandler.disable()
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # the parent waits until nobody has its pipe or socket
        if environment is not None:
            set_environment(environment)
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
