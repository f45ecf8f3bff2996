"""Integers of 5,000 digits wherever Python takes one: a meaning, or an exception of the package with a short text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import csp2sat
from csp2sat import build

HUGE = 10**5000


def model() -> tuple[csp2sat.Model, csp2sat.Term, csp2sat.Formula]:
    m = csp2sat.Model()
    return m, m.int("x", 0, 5), m.bool("p")


REFUSED: dict[str, Callable[[csp2sat.Model, csp2sat.Term, csp2sat.Formula], object]] = {
    "bounds the wrong way": lambda m, x, p: m.int("y", HUGE, -HUGE),
    "a set with a text": lambda m, x, p: m.int("y", [HUGE, "a"]),
    "a size of an array": lambda m, x, p: m.int_array("a", HUGE, 0, 1),
    "two sizes of an array": lambda m, x, p: m.bool_array("a", (HUGE, HUGE)),
    "a size below 0": lambda m, x, p: m.bool_array("a", (-HUGE, 2)),
    "memory": lambda m, x, p: csp2sat.solve(m, memory=HUGE),
    "a seed": lambda m, x, p: csp2sat.solve(m, seed=HUGE),
    "a seed below 0": lambda m, x, p: csp2sat.solve(m, seed=-HUGE),
    "threads": lambda m, x, p: csp2sat.solve(m, threads=HUGE),
    "clauses": lambda m, x, p: csp2sat.solve(m, max_clauses=HUGE),
    "an encoding": lambda m, x, p: csp2sat.solve(m, encoding=HUGE),  # type: ignore[arg-type]
    "a limit": lambda m, x, p: list(csp2sat.solutions(m, limit=-HUGE)),
    "a size of a new board": lambda m, x, p: csp2sat.generate("masyu", HUGE, HUGE),
    "a list for a term": lambda m, x, p: build.iff([HUGE], p),  # type: ignore[arg-type,list-item]
    "a preferred value": lambda m, x, p: m.prefer(x, HUGE),
    "a constraint": lambda m, x, p: m.add(HUGE),  # type: ignore[arg-type]
    "a text": lambda m, x, p: csp2sat.loads("(int x 3 -" + "9" * 5000 + ")"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_huge_number_is_refused(case: str) -> None:
    with pytest.raises((csp2sat.Csp2SatError, IndexError)) as caught:
        REFUSED[case](*model())
    assert len(str(caught.value)) < 400 and "Exceeds" not in str(caught.value)


def test_an_index_that_is_huge() -> None:
    m, _, _ = model()
    with pytest.raises(IndexError, match=r"index 10\^5000 is outside"):
        m.int_array("a", 3, 0, 1)[HUGE]


def test_huge_numbers_with_a_meaning() -> None:
    m, x, _ = model()
    y = m.int("y", HUGE, HUGE + 2)
    m.add(y - HUGE == x, x != HUGE, x >= 1)
    found = csp2sat.solve(m)
    assert found[y] == HUGE + found[x] and found[x] in (1, 2)
    assert len(repr(x == HUGE)) > 5000
