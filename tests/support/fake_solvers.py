"""Small programs that stand for solvers, good and bad ones, and the check that none of their processes is left."""

from __future__ import annotations

import os
import time
from pathlib import Path

from csp2sat.runner import runner
from csp2sat.runner.config import config
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.config.entry import Solver
from csp2sat.runner.process.outcome import Outcome, RunOptions

SAT = "echo 's SATISFIABLE'; echo 'v -1 2 3 0'; exit 10"
UNSAT = "echo 's UNSATISFIABLE'; exit 20"
HANG = "exec sleep 60"
TINY = "p cnf 3 2\n1 2 0\n-1 3 0\n"


def fake(folder: Path, body: str, **keys: str) -> Solver:
    """A solver `fake` whose program is a shell script; `keys` are further keys of its entry, in YAML.

    The script notes its process in the file `pids`, and may note others.
    """
    program = folder / "fake.sh"
    program.write_text(f"#!/bin/sh\necho $$ >> {folder}/pids\n{body}\n")
    program.chmod(0o755)
    (folder / "pids").write_text("")
    lines = "".join(f"    {key}: {value}\n" for key, value in {"command": "./fake.sh", **keys}.items())
    (folder / "fake.yaml").write_text(f"solvers:\n  fake:\n{lines}")
    return config.Solvers.load(str(folder / "fake.yaml")).find("fake")


def overlay(folder: Path, text: str) -> Solvers:
    """The packaged solvers, and over them what a file `mine.yaml` in the folder says."""
    path = folder / "mine.yaml"
    path.write_text(text)
    return config.Solvers.load(str(path))


def program(path: Path) -> Path:
    """An executable that does nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def tiny(folder: Path, text: str = TINY) -> Path:
    """A small formula, satisfied by -1 2 3 and other models."""
    path = folder / "tiny.cnf"
    path.write_text(text)
    return path


def survivors(folder: Path) -> list[int]:
    """The processes noted in `pids` that are still there.  Killed ones get a moment to go."""
    pids = [int(word) for word in (folder / "pids").read_text().split()]
    assert pids, "the script did not start"
    until = time.monotonic() + 3
    while (left := [pid for pid in pids if is_running(pid)]) and time.monotonic() < until:
        time.sleep(0.01)
    return left


def is_running(pid: int) -> bool:
    """Is there such a process, other than as a zombie that nobody waits for?"""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except OSError:  # no /proc
        return Path("/proc").is_dir() is False


def go(solver: Solver, folder: Path, options: RunOptions | None = None, cnf: Path | None = None) -> Outcome:
    """Run the solver on a formula of three variables, that of `tiny` if none is given."""
    return runner.run(solver, cnf or tiny(folder), 3, folder, options)


def soon(seconds: float = 0.3) -> float:
    """A deadline."""
    return time.monotonic() + seconds
