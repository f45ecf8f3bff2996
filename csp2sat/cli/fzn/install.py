"""The installation of csp2sat in MiniZinc: a configuration that names the executable and the library of csp2sat."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from ... import __version__
from ...base import file_guard, files
from ...errors import SolverError

NAME = "csp2sat.msc"
PROGRAM = "csp2sat-fzn"
SHIPPED = Path(__file__).resolve().parents[2] / "minizinc"
SECONDS = 60  # that the check may take
MODEL = """\
include "globals.mzn";
array[1..5] of var 1..5: x;
var set of 1..5: s;
var int: cost = sum(i in 1..5)(i * x[i]);
constraint alldifferent(x) /\\ x[1] in s /\\ card(s) = 2 /\\ max(s) = 5;
constraint not increasing(x);
solve maximize cost;
output ["cost ", show(cost), "\\n"];
"""
EXPECTED = ["cost 54", "----------", "=========="]


def user_folder() -> Path:
    """Return the folder in which MiniZinc searches for a user's solvers."""
    return Path.home() / ".minizinc" / "solvers"


def install(folder: Path) -> Path:
    """Write the configuration into a folder, which is made if need be, and return the path of the configuration.

    The configuration has the absolute paths of the executable and of the library, so nothing else is needed. An older
    configuration is replaced. Raises OSError if the folder cannot be made, and FileError if the file cannot be written.
    """
    file_guard.reads(SHIPPED / NAME)
    content = json.loads((SHIPPED / NAME).read_text())
    content |= {"version": __version__, "executable": executable(), "mznlib": str(SHIPPED / "mznlib")}
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    files.write_text(path, json.dumps(content, indent=2) + "\n")
    return path


def executable() -> str | list[str]:
    """Return the program that MiniZinc has to start: the script of this installation, or this Python with its module.

    `env` starts this Python: MiniZinc follows symbolic links, and without its link the Python of a virtual environment
    is another Python.
    """
    script = Path(sysconfig.get_path("scripts")) / PROGRAM
    if script.exists():
        return str(script)
    env = shutil.which("env") if os.name == "posix" else None
    return [*([env] if env else []), sys.executable, "-P", "-m", f"{__package__}"]


def check(solver: str) -> str:
    """Run a small model through MiniZinc from end to end, and return the path of the program `minizinc`.

    solver: as after `--solver`.  Raises SolverError if MiniZinc is missing, gives no answer within SECONDS, or any but
    the right one.
    """
    program = shutil.which("minizinc")
    if program is None:
        raise SolverError(
            "there is no program `minizinc` on PATH; see https://www.minizinc.org or apt install minizinc"
        )
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "check.mzn"
        model.write_text(MODEL)
        done = _run([program, "--solver", solver, str(model)])
    if done.stdout.split("\n")[:-1] != EXPECTED or done.returncode:
        output = (done.stderr or done.stdout).strip().replace("\n", " / ")
        advice = "; to install it there: csp2sat minizinc --install" if "no solver with tag" in output else ""
        what = f"{output[-500:] or 'no answer'}{advice}"
        raise SolverError(f"`minizinc --solver {solver}` does not solve a small model: {what}")
    return program


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Return the result of a command, with its output as text.  Raises SolverError if the command takes longer than
    SECONDS, or cannot be started.
    """
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise SolverError(f"`{' '.join(command[:3])}` gave no answer within {SECONDS} s") from None
    except OSError as error:
        raise SolverError(f"{command[0]}: {error.strerror}") from None
