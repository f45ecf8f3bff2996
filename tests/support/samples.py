"""The mark `sample`: of a test with many cases `make test` runs some, `make long` the others.

    @pytest.mark.sample(3)
    @pytest.mark.parametrize("seed", range(40))
    def test_...

    @pytest.mark.sample(2, each=r"\\w+")
    @pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS)
    def test_...

keeps three of all seeds, and two formulas of those whose names begin with the same word: `each` is matched at the
beginning of the case's name, that in brackets; cases whose groups are equal, or whose matched texts where the
expression has no groups, are alike.

The cases that are kept are always the same ones, drawn by a digest of their names, so that no value of one parameter is
preferred.  Where nothing but `not long` is asked for, the others are not made: half of the time of collecting.  Else
they have the mark `long`.  Of the random examples of hypothesis `make test` has half, too.

`pytest -m long --share 3/50` runs the third of fifty shares of all long tests, a few minutes of the hours that they
take; fifty such runs have all of them.  The tests of a share are of all files.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

USUAL = "not long"  # the expression of marks that pyproject.toml gives to pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--share", metavar="K/N", type=share, help="run one of N shares of the tests, from 1/N to N/N")


def share(text: str) -> tuple[int, int]:
    """Return the two numbers of K/N; raise ValueError unless K is one of 1 to N."""
    at, of = map(int, text.split("/"))
    if not 1 <= at <= of:
        raise ValueError
    return at, of


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sample(number, each): so many of the cases are run by `make test`")
    settings.register_profile("usual", deadline=None, max_examples=50)  # a busy machine is no fault
    settings.register_profile("whole", deadline=None)
    settings.load_profile("usual" if config.option.markexpr == USUAL else "whole")
    if config.option.markexpr == USUAL and hasattr(providers, "_get_local_constants"):
        # numbers and texts of our code are drawn in `make long` alone: each worker would parse the whole package
        providers._get_local_constants = lambda: providers._local_constants


@pytest.hookimpl(trylast=True)  # when the cases of a function are known
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Leave out the cases of a function that `not long` would deselect, but one where these are all."""
    calls = getattr(metafunc, "_calls", None)  # pytest has no public name for the cases
    if not calls or metafunc.config.option.markexpr != USUAL:
        return
    marks = {mark.name: mark for mark in metafunc.definition.iter_markers()}
    usual = [] if "long" in marks else [each for each in calls if "long" not in {mark.name for mark in each.marks}]
    if "sample" in marks:
        names = {f"{metafunc.definition.name}[{each.id}]": each for each in usual}
        usual = [names[name] for name in sorted(kept(names, marks["sample"]), key=list(names).index)]
    calls[:] = usual or calls[:1]


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is marked `long`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the cases that are not in the sample of their test as long; then keep the share that is asked for."""
    if config.option.markexpr != USUAL:
        _mark(items)
    if config.option.share:
        at, of = config.option.share
        items[:] = [item for item in items if zlib.crc32(item.nodeid.encode()) % of == at - 1]


def _mark(items: list[pytest.Item]) -> None:
    tests: dict[tuple[object, ...], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("long"):
            tests[item.path, item.parent, getattr(item, "originalname", item.name)].append(item)
    for found in tests.values():
        mark = found[0].get_closest_marker("sample")
        sample = kept([item.name for item in found], mark) if mark else set()
        for item in found:
            if item.name not in sample:
                item.add_marker(pytest.mark.long)


def kept(names: Iterable[str], mark: pytest.Mark) -> set[str]:
    """Return the names that are in the sample: so many of those that are alike."""
    (number,) = mark.args
    alike: dict[object, list[str]] = defaultdict(list)
    for name in names:
        found = re.match(mark.kwargs["each"], name.partition("[")[2].removesuffix("]")) if mark.kwargs else None
        alike[found and (found.groups() or found[0])].append(name)
    return {
        name for group in alike.values() for name in sorted(group, key=lambda each: zlib.crc32(each.encode()))[:number]
    }
