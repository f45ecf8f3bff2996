"""Optional programs in tests: solvers of the distribution, MiniZinc, browsers and the like.

A test asks for a program by the mark `needs`, or while the test runs by the fixture `program`; where the program is not
installed, the test is skipped with its name.  Nothing is looked for while tests are collected.  What comes with
`pip install` is no optional program: python-sat, and the kissat at KISSAT.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from csp2sat.runner.config.config import Solvers
from csp2sat.runner.config.entry import Solver

REASON = "needs "  # how the reason of such a skip begins
KISSAT = next(
    filter(Path.exists, (Path(folder, "sage_wheels", "bin", "kissat") for folder in sys.path)), Path("kissat")
)
OTHER_NAMES = {  # names under which a program is installed, too
    "chromium": ("chromium-browser", "google-chrome"),
    "minisat": ("minisat2",),
}


def path_of(name: str) -> str | None:
    """Return the path of a program on PATH; None if the program is not installed."""
    return next(filter(None, map(shutil.which, (name, *OTHER_NAMES.get(name, ())))), None)


def needed(name: str) -> str:
    """Return the path of a program; skip the test that runs if the program is not installed."""
    path = path_of(name)
    if path is None:
        pytest.skip(f"{REASON}{name}, which is not installed")
    return path


def needed_solver(name: str) -> Solver:
    """Return a solver of the packaged `solvers.yaml`; skip the test that runs if the solver is not installed."""
    solvers = Solvers.load()
    if solvers.entries[name].locate() is None:
        pytest.skip(f"{REASON}{name}, which is not installed")
    return solvers.find(name)


@pytest.fixture(scope="session")
def program() -> Callable[[str], str]:
    """Return `needed`, for tests that know only while they run which program they need."""
    return needed


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*names): skipped where one of these programs is not installed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skipped-to", type=Path, help="a file for the names of tests that lack a program, one a line")


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Have collecting fail where a test file starts a process, or looks for a program."""

    def refuse(*words: object, **options: object) -> None:
        raise RuntimeError("collecting starts no process and looks for no program; use support/programs.py")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess.Popen, "__init__", refuse)
        patch.setattr(shutil, "which", refuse)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that is marked with a program that is not installed."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            needed(name)


@pytest.hookimpl(hookwrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Write the names of the tests that lacked a program."""
    yield
    target = terminalreporter.config.getoption("--skipped-to")
    if target is not None:
        reports = terminalreporter.stats.get("skipped", [])
        lacking = [r.nodeid for r in reports if isinstance(r.longrepr, tuple) and REASON in r.longrepr[2]]
        target.write_text("".join(f"{name}\n" for name in dict.fromkeys(lacking)))
