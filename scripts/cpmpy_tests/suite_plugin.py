"""A pytest plugin: the fixtures and marks of CPMpy's test files, for one solver, and a table of what came out.

--solver: by CPMpy's name.  --first: it is the first of CPMpy's solvers, so that tests that name none are with it, too;
of these `test_ite_with_constants` asserts what one of the solutions is, and OR-Tools has that one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from importlib.util import find_spec
from typing import Any

import pytest
from cpmpy.solvers.utils import SolverLookup

import csp2sat.cpmpy

assert csp2sat.cpmpy.CPM_csp2sat.supported()


def pytest_addoption(parser: Any) -> None:
    parser.addoption("--solver", default="csp2sat", help="the solver of the tests, by CPMpy's name")
    parser.addoption("--first", action="store_true", help="also for tests that name no solver")


def pytest_configure(config: Any) -> None:
    for mark in ("generate_constraints", "requires_solver", "requires_dependency", "flaky"):
        config.addinivalue_line("markers", f"{mark}: of CPMpy's tests")
    if config.getoption("--first"):
        _put_first(config.getoption("--solver"))


def _put_first(name: str) -> None:
    chosen, others = SolverLookup.lookup(name), SolverLookup.base_solvers()
    stem = name.partition(":")[0]
    ordered = [(stem, chosen), *(each for each in others if each[0] != stem)]
    SolverLookup.base_solvers = classmethod(lambda cls: list(ordered))  # type: ignore[method-assign,assignment]


@pytest.fixture
def solver(request: Any) -> str:
    """The name of the solver."""
    return str(request.config.getoption("--solver"))


def pytest_generate_tests(metafunc: Any) -> None:
    """A test of each expression that a function gives for the solver."""
    mark = metafunc.definition.get_closest_marker("generate_constraints")
    if mark is not None:
        name = metafunc.config.getoption("--solver")
        metafunc.parametrize("constraint", list(mark.args[0](name)), ids=str)


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    name = config.getoption("--solver")
    for item in items:
        solvers = [each for mark in item.iter_markers("requires_solver") for each in mark.args]
        missing = [
            each for mark in item.iter_markers("requires_dependency") for each in mark.args if not find_spec(each)
        ]
        if solvers and name not in solvers:
            item.add_marker(pytest.mark.skip(reason=f"a test of {', '.join(solvers)}"))
        if missing:
            item.add_marker(pytest.mark.skip(reason=f"{', '.join(missing)} is not installed"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """For each file how many tests ended how, and why tests were skipped."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    reasons: Counter[tuple[str, str]] = Counter()
    for outcome in ("passed", "failed", "error", "skipped", "xfailed", "xpassed"):
        for report in terminalreporter.stats.get(outcome, []):
            file = report.nodeid.partition("::")[0].rpartition("/")[2]
            table[file][outcome] += 1
            if outcome == "skipped":
                reasons[file, str(report.longrepr[2]).removeprefix("Skipped: ")] += 1
    for file, numbers in sorted(table.items()):
        terminalreporter.write_line(f"{file:28} {', '.join(f'{n} {outcome}' for outcome, n in numbers.items())}")
    for (file, reason), number in sorted(reasons.items()):
        terminalreporter.write_line(f"  skipped in {file}: {number} ({reason})")
