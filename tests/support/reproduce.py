"""How to run again what failed on a random input: one line, for tests and for scripts.

For pytest this is a plugin: the fixture `seeds`, the option `--seed N`, and a note on each failure.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest


def line(command: str, seed: int | None = None) -> str:
    """The line; `command` runs the case of `seed` when that is given to it as `--seed`."""
    return f"reproduce: {command}" + (f" --seed {seed}" if seed is not None else "")


@contextmanager
def reproducible(command: str, seed: int) -> Iterator[None]:
    """An exception in the block says how to run it again."""
    try:
        yield
    except Exception as error:
        error.add_note(line(command, seed))
        raise


class Seeds:
    """The seeds of a test that goes through many: `for seed in seeds(range(100))`; with `--seed N` it is N alone.

    only: that N, or None.  current: the seed that the test is at.
    """

    def __init__(self, only: int | None):
        self.only, self.current = only, None

    def __call__(self, usual: Iterable[int]) -> Iterator[int]:
        for seed in usual if self.only is None else [self.only]:
            self.current = seed
            yield seed
        self.current = None


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> Seeds:
    return Seeds(request.config.getoption("--seed"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="the one seed for tests that go through many (fixture `seeds`)")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Function, call: pytest.CallInfo) -> None:
    """A failure of a test with seeds gets a note; the test's own name has the seed if that is a parameter."""
    used = getattr(item, "funcargs", {}).get("seeds")
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    if call.when == "call" and call.excinfo is not None and (used or "seed" in parameters):
        command = f"python -m pytest {shlex.quote(item.nodeid)}"
        call.excinfo.value.add_note(line(command, getattr(used, "current", None)))
