"""A scene for a fault: csp2sat in a folder of its own with a scripted solver, and what is to be true afterwards.

Every process that is started here carries the scene's folder in its environment, so that the process table tells which
are left, whatever they call themselves.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from .command_server import completed

MARK = "CSP2SAT_SCENE"
CSP = "(int a 1 3) (int b 1 3) (> a b) (!= (+ a b) 4)\n"  # (2, 1) and (3, 2)
SIGNS = product(*((name, f"(not {name})") for name in "pqr"))
NONE = (
    "(bool p) (bool q) (bool r)" + "".join(f" (or {' '.join(each)})" for each in SIGNS) + "\n"
)  # only search shows it
PIGEONS, HOLES = range(12), range(11)
HARD = "".join(f"(bool p{i}_{j})" for i in PIGEONS for j in HOLES)  # takes any solver very long
HARD += "".join(f"(or {' '.join(f'p{i}_{j}' for j in HOLES)})" for i in PIGEONS)
HARD += "".join(f"(or (not p{i}_{j}) (not p{k}_{j}))" for i in PIGEONS for k in range(i) for j in HOLES)
SAT, UNSAT = "echo 's SATISFIABLE'; echo 'v {}'; exit 10", "echo 's UNSATISFIABLE'; exit 20"
UNCONFIRMED = (  # what is said of `mysat` that claims it of a file
    "csp2sat: only mysat says that there is no solution, and no other solver has confirmed this;"
    " to ask a second one, run: csp2sat solve {} --solver mysat --cross-check embedded\n"
)


class Done(NamedTuple):
    """A command that ended: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


class Scene:
    """work: the current folder of the commands; temporary: their folder for temporary files."""

    def __init__(self, folder: Path):
        self.folder, self.work, self.temporary = folder, folder / "work", folder / "temporary"
        self.solvers = folder / "solvers.yaml"
        for each in (self.work, self.temporary):
            each.mkdir()
        self.environment = {
            **os.environ,
            MARK: str(folder),
            "TMPDIR": str(self.temporary),
            "CSP2SAT_SOLVERS": str(self.solvers),
        }
        self.input("sat.csp", CSP)
        self.input("none.csp", NONE)
        self.solver("mysat", UNSAT)

    def input(self, name: str, text: str) -> Path:
        (self.work / name).write_text(text)
        return self.work / name

    def solver(self, name: str, script: str, **keys: Any) -> Path:
        """A solver that is a shell script, in solvers.yaml; `keys` are further keys of its entry."""
        program = self.folder / f"{name}.sh"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        known = json.loads(self.solvers.read_text())["solvers"] if self.solvers.exists() else {}
        known[name] = {"command": [f"./{name}.sh"], **keys}
        self.solvers.write_text(json.dumps({"solvers": known}))  # which is YAML too
        return program

    def start(self, *arguments: object, **options: Any) -> subprocess.Popen[str]:
        """Start csp2sat, or with `shell` a command line that may use `$csp2sat`."""
        command: Any = [sys.executable, "-m", "csp2sat", *map(str, arguments)]
        if options.get("shell"):
            command = str(arguments[0])
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        environment = {**self.environment, "csp2sat": f"{sys.executable} -m csp2sat", **options.pop("environment", {})}
        return subprocess.Popen(command, cwd=self.work, env=environment, **{**streams, "preexec_fn": _heard, **options})

    def run(self, *arguments: object, **options: Any) -> Done:
        """Run csp2sat to its end."""
        environment = {**self.environment, **options.pop("environment", {})}
        if not options:
            done = completed(arguments, cwd=self.work, env=environment)
            return Done(done.returncode, done.stdout.decode(), done.stderr.decode())
        process = self.start(*arguments, environment=environment, **options)
        out, err = process.communicate(timeout=30)
        return Done(process.returncode, out or "", err or "")

    def solve(self, *arguments: object, input: str = "sat.csp", solver: str = "mysat", **options: Any) -> Done:
        return self.run("solve", input, "--solver", solver, *arguments, **options)

    def await_file(self, name: str) -> Path:
        """Wait until a script has made this file in the scene's folder."""
        path, until = self.folder / name, time.monotonic() + 20
        while not path.exists():
            assert time.monotonic() < until, f"no {name}"
            time.sleep(0.002)
        return path

    def files(self) -> set[str]:
        """The files in the current folder, by name."""
        return {path.name for path in self.work.iterdir()}

    def processes(self) -> list[str]:
        """The processes of the scene that are left, by number and name; killed ones get a moment to go."""
        until = time.monotonic() + 3
        while (left := _marked(f"{MARK}={self.folder}".encode())) and time.monotonic() < until:
            time.sleep(0.01)
        return left

    def close(self) -> None:
        """End what a test that failed has left."""
        for process in _marked(f"{MARK}={self.folder}".encode()):
            with suppress(ProcessLookupError):
                os.kill(int(process.split()[0]), signal.SIGKILL)

    def end(self, *new: str, temporary: int = 0) -> None:
        """Nothing is left: no process, no temporary file, no file but the `new` ones."""
        assert self.processes() == []
        assert len(list(self.temporary.iterdir())) == temporary
        assert self.files() == {"sat.csp", "none.csp", *new}


def _heard() -> None:
    """Signals are heard, although this may be in the background, or after nohup."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def _marked(mark: bytes) -> list[str]:
    """The processes, zombies apart, that have the mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                name = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                found += [f"{folder.name} {name}"] if state != "Z" else []
        except OSError:  # it has gone, or is another user's
            continue
    return found
