"""What the whole suite costs: its tests, the processes that they start, the CPU time of each file.

After a run of everything that `make test` has, the most expensive files are printed.  The numbers of tests and of
processes, which no other work on the machine changes, are compared with `.github/suite.json`: more of them is a
failure, as a worse figure is of `scripts/house.py`; a loaded machine starts some second solvers more, for which the
figure of processes has room.  Commands that the server of commands forks are not counted.  A change that needs more
raises the figure there, in the same commit, whose message has the reason; the CPU time is printed, not compared.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import command_server, solver_server
from support.samples import USUAL

KEPT = Path(__file__).parents[2] / ".github" / "suite.json"
SHOWN = 15  # files


class Cost:
    """What this process has spent on tests, and its children.

    seconds: CPU time of each file, "collecting" included; tests: their number; started: the number of processes.
    """

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.tests = self.started = 0
        self.spent = 0.0  # so far by this process

    def begin(self) -> None:
        """Begin anew, in a worker, which is a fork."""
        self.__init__()  # type: ignore[misc]
        self.spent = spent()

    def add(self, other: dict[str, Any]) -> None:
        """Add what a worker says of itself."""
        self.seconds.update(other["seconds"])
        self.tests += other["tests"]
        self.started += other["started"]

    def figures(self) -> dict[str, int]:
        """Return what is kept."""
        return {"tests": self.tests, "processes that they start": self.started}


COST = Cost()


def spent() -> float:
    """Return the CPU seconds of this process, of its children that have ended, and of the servers that are forked."""
    ended = os.times()
    children = ended.children_user + ended.children_system
    return time.process_time() + children + sum(map(_of_process, command_server.pids() + solver_server.pids()))


def _of_process(pid: int) -> float:
    """Return the CPU seconds of a process and of its children that have ended; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def worse(figures: dict[str, int], kept: dict[str, int]) -> list[str]:
    """Return a line for each figure that is larger than the one that is kept."""
    return [
        f"{name}: {value}, more than the {kept.get(name, 0)} that .github/suite.json allows; have fewer, or raise the"
        " number there and give the reason in the commit"
        for name, value in figures.items()
        if value > kept.get(name, 0)
    ]


def pytest_configure(config: pytest.Config) -> None:
    """Count the processes that are started from now on."""
    start = subprocess.Popen.__init__

    def counted(*words: Any, **options: Any) -> None:
        COST.started += 1
        start(*words, **options)

    subprocess.Popen.__init__ = counted  # type: ignore[method-assign]


def pytest_collection_finish() -> None:
    _spend("collecting")


def _spend(name: str) -> None:
    """Count for a name what was spent since this was last called."""
    now = spent()
    COST.seconds[name] += now - COST.spent
    COST.spent = now


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    result = yield
    _spend(item.nodeid.partition("::")[0])
    COST.tests += 1
    return result


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Compare what was spent with the figures that are kept."""
    if _is_whole(session.config) and exitstatus == pytest.ExitCode.OK and worse(COST.figures(), _kept()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the files that took most time, and the figures that are worse."""
    if not COST.tests or not _is_whole(terminalreporter.config):  # 0: pytest-xdist ran them
        return
    terminalreporter.section(f"{COST.tests} tests, {COST.started} processes, {sum(COST.seconds.values()):.0f} s of CPU")
    for name, seconds in COST.seconds.most_common(SHOWN):
        terminalreporter.write_line(f"{seconds:6.1f} s  {name}")
    for line in worse(COST.figures(), _kept()):
        terminalreporter.write_line(line, red=True)


def _is_whole(config: pytest.Config) -> bool:
    """Whether all of `make test` is asked for, with commands and solvers that are forks."""
    # pytest has no `lf` under `-p no:cacheprovider`
    chosen = config.option.keyword or getattr(config.option, "lf", False) or config.option.collectonly
    is_all = config.args == config.getini("testpaths") and config.option.markexpr == USUAL and not chosen
    return is_all and "REAL_STARTS" not in os.environ


def _kept() -> dict[str, int]:
    figures: dict[str, int] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    return figures
