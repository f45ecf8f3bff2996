"""CPMpy's own tests with csp2sat as the solver.

    pip download --no-binary :all: --no-deps cpmpy==1.1.1 && tar xf cpmpy-1.1.1.tar.gz
    python scripts/cpmpy_suite.py cpmpy-1.1.1 [--solver csp2sat] [--all] [any arguments of pytest]

The folder is that of CPMpy's sdist, or of its repository; its tests are run with the CPMpy that is installed.  What the
sdist lacks is in `scripts/cpmpy_tests/`.  --all: all files of tests, not those of solvers alone.
Needs `csp2sat[bench]`, and pytest; with pytest-xdist `-n 2` is there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).absolute().parent
FILES = (
    "test_constraints.py",
    "test_solvers.py",
    "test_globalconstraints.py",
    "test_solverinterface.py",
    "test_solveAll.py",
    "test_solvers_solhint.py",
    "test_direct.py",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="of CPMpy's sdist or repository")
    parser.add_argument("--solver", default="csp2sat")
    parser.add_argument("--all", action="store_true")
    options, others = parser.parse_known_args()
    tests = options.folder.absolute() / "tests"
    if not (tests / FILES[0]).is_file():
        parser.error(f"{tests}: there is no {FILES[0]}; expected the folder of CPMpy's sdist")
    chosen = [each for each in others if each.startswith("test_")]
    names = chosen or (["."] if options.all else [name for name in FILES if (tests / name).is_file()])
    rest = [each for each in others if each not in chosen]
    return subprocess.run(command(options.solver, names, rest), cwd=tests, env=environment(), check=False).returncode


def command(solver: str, names: list[str], others: list[str]) -> list[str]:
    """pytest, with the plugin and no settings but ours."""
    plain = ["-q", "-p", "suite_plugin", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", "."]
    return [sys.executable, "-m", "pytest", *plain, f"--solver={solver}", *names, *others]


def environment() -> dict[str, str]:
    """This csp2sat and the plugin are found, before all that is installed."""
    known = [os.environ["PYTHONPATH"]] if "PYTHONPATH" in os.environ else []
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE / "cpmpy_tests"), str(HERE.parent), *known])}


if __name__ == "__main__":
    sys.exit(main())
