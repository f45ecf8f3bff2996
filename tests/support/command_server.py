"""Commands in processes of their own, without the time that Python and its imports take to start.

`completed(words)` is `subprocess.run([python, "-m", "csp2sat", *words], ...)`, but the process is a fork of one that
has imported what commands need, and learns what else many of them import; so is the embedded solver
(`forked_solvers`).  What is the same: process, exit code, streams, environment, current folder, signals.  What is not:
hash seed, lazy imports, and the end: memory is not freed, for a fork would first copy each page of it, which took half
of the time of a command.  Where the environment says how Python starts, Python is started; so it is for every command
where `REAL_STARTS` is set, as in `make long`.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from . import solver_server

MODULES = ("csp2sat.__main__", "csp2sat.cli.app", "csp2sat.cli.reporting", "csp2sat.solving.symmetry", "yaml")
PACKAGES = ("cli.commands", "cli.show", "api", "ints", "languages", "languages.csp", "puzzles.formats")  # all modules
ENCODING = "PYTHONIOENCODING"
MOST_SECONDS = 120  # for a command
OFTEN = 50  # an import of one command in so many takes more time than the module's memory takes in all forks
LEARNED = re.compile(r"(csp2sat|rich)\.(?!cpmpy|pycsp3)")
TESTS = Path(__file__).parents[1]


def completed(
    words: Sequence[object],
    *,
    module: str = "csp2sat",
    cwd: object = None,
    stdin: str | bytes | None = None,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m MODULE WORDS...` to its end; stdout and stderr are bytes."""
    command = [sys.executable, "-m", module, *map(str, words)]
    environment = os.environ if env is None else env
    if "REAL_STARTS" in os.environ or _start(environment) != _server().start:
        return subprocess.run(command, cwd=cwd, input=_bytes(stdin), env=environment, capture_output=True, check=False)
    asked = {"module": module, "words": command[3:], "cwd": str(cwd or Path.cwd()), "env": dict(environment)}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(_bytes(stdin))
        streams = (given, out, err)
        for stream in streams:
            stream.seek(0)
        status = _server().ask(asked, streams)
        return subprocess.CompletedProcess(command, status, _text(out), _text(err))


def _start(environment: Mapping[str, str]) -> dict[str, str]:
    """What of an environment Python reads when it starts, but for what a fork reads, too."""
    read = {name: value for name, value in environment.items() if name.startswith(("PYTHON", "LC_", "LANG"))}
    read.pop(ENCODING, None)
    return read


def _bytes(text: str | bytes | None) -> bytes:
    return text.encode() if isinstance(text, str) else text or b""


def _text(stream: IO[bytes]) -> bytes:
    stream.seek(0)
    return stream.read()


class Server:
    """The process that is forked, and the socket that it listens to."""

    def __init__(self) -> None:
        self.start = _start(os.environ)
        self._socket, theirs = socket.socketpair()
        code = f"import sys; sys.path.insert(0, {str(TESTS)!r}); from support import command_server; "
        code += f"command_server.serve({theirs.fileno()})"
        self._socket.settimeout(MOST_SECONDS)
        self._process = subprocess.Popen([sys.executable, "-c", code], pass_fds=[theirs.fileno()])
        self.pid = self._process.pid
        theirs.close()
        atexit.register(self.close)

    def ask(self, asked: dict[str, Any], streams: Sequence[IO[bytes]]) -> int:
        """Have a command run on these three streams; its return code, negative for a signal."""
        text = json.dumps(asked).encode()
        socket.send_fds(self._socket, [len(text).to_bytes(8)], [stream.fileno() for stream in streams])
        self._socket.sendall(text)
        answer = self._socket.recv(8)
        assert answer, "the server of commands has died"
        return int.from_bytes(answer, signed=True)

    def close(self) -> None:
        """End it."""
        self._socket.close()
        self._process.wait()


_servers: dict[int, Server] = {}


def _server() -> Server:
    """That of this process, started when it is first wanted."""
    if os.getpid() not in _servers:
        _servers[os.getpid()] = Server()
    return _servers[os.getpid()]


def pids() -> list[int]:
    """Return the process that is forked, in a list; none where no command was asked for."""
    return [_servers[os.getpid()].pid] if os.getpid() in _servers else []


def _import() -> None:
    """Import what commands need; for garbage collection it is no concern of a fork's."""
    for name in PACKAGES:
        package = importlib.import_module(f"csp2sat.{name}")
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for name in MODULES:
        importlib.import_module(name)
    importlib.import_module("support.forked_solvers").install()
    gc.freeze()


class Late:
    """The modules that commands have imported themselves; the server imports those that many do, one of OFTEN."""

    def __init__(self) -> None:
        self._told, self._telling = os.pipe()
        os.set_blocking(self._told, False)
        os.set_blocking(self._telling, False)
        self.before = set(sys.modules)  # what no command has to import
        self._commands, self._counts = 0, Counter[str]()

    def tell(self) -> None:
        """Tell the server what this command has imported, at the command's end."""
        with contextlib.suppress(BlockingIOError):
            names = filter(LEARNED.match, sys.modules.keys() - self.before)
            os.write(self._telling, "".join(f"{name}\n" for name in names).encode())

    def learn(self) -> None:
        """Count what the last command has told, and import what is worth it."""
        self._commands += 1
        with contextlib.suppress(BlockingIOError):
            names = os.read(self._told, 1 << 16).decode().split()
            self._counts.update(names)
            often = [name for name in names if self._counts[name] > max(2, self._commands / OFTEN)]
            for name in often:
                with contextlib.suppress(ModuleNotFoundError):  # a part of a user's, which only that command knew
                    importlib.import_module(name)
            if often:
                self.before.update(sys.modules)
                gc.freeze()


def serve(descriptor: int) -> None:
    """Run commands until the other end of the socket is closed; in the process of a command, return when it has run."""
    _import()
    late = Late()
    with socket.socket(fileno=descriptor) as link:
        while (received := socket.recv_fds(link, 8, 3))[0]:
            text = b""
            size = int.from_bytes(received[0])
            while len(text) < size:
                text += link.recv(size - len(text))
            child = os.fork()
            if not child:
                link.detach()
                os.close(descriptor)
                break
            for number in received[1]:
                os.close(number)
            _, status = os.waitpid(child, 0)
            link.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, signed=True))
            late.learn()
        else:
            return
    _become(json.loads(text), received[1], late)


def _become(asked: dict[str, Any], descriptors: Sequence[int], late: Late) -> None:
    """Be the command: its streams, environment, folder, words; an error ends the process as ever."""
    import random
    import runpy

    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    solver_server.set_environment(asked["env"])
    os.chdir(asked["cwd"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    encoding, _, errors = os.environ.get(ENCODING, "").partition(":")
    coded: dict[str, Any] = {"encoding": encoding or None, "closefd": False}
    sys.stdin = os.fdopen(0, errors=errors or None, **coded)
    sys.stdout = os.fdopen(1, "w", errors=errors or None, **coded)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", **coded)
    sys.path.pop(0)
    random.seed()
    sys.argv = [asked["module"], *asked["words"]]
    try:
        if asked["module"] == "csp2sat":
            from csp2sat.__main__ import main

            main()
        else:
            runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        late.tell()
        if isinstance(end.code, int):
            _leave(end.code)
        raise


def _leave(code: int) -> None:
    """End this process: what Python does at its end, but for the freeing of memory."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
