"""A constraint of a term that has no value, as a quotient by 0, is false, also where any value would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import csp2sat
from csp2sat import build

UNDEFINED: dict[str, Callable[[Any], Any]] = {  # constraints that hold for any integer
    "precedence of one value": lambda t: build.precedence([t], [1]),
    "a window that is too long": lambda t: build.sliding_sum(-99, 99, 2, [t]),
    "one term in order": lambda t: build.increasing(t),
    "one term equal": lambda t: build.all_equal([t]),
    "a row without a next one": lambda t: build.lex_chain_less([[t]]),
    "a table of what is excluded": lambda t: build.negative_table([t, 0], [(7, 0)]),
    "a table of what is excluded, with a star": lambda t: build.negative_table([t, 0], [("*", 7)]),
    "one rectangle": lambda t: build.diffn([t], [0], [1], [1]),
    "a change": lambda t: build.reservoir([t], [1], 0, 1),
    "terms in order": lambda t: build.increasing(-99, t, 99),
    "other terms": lambda t: build.all_different(t, 99),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_a_constraint_of_an_undefined_term_is_false(name: str) -> None:
    m = csp2sat.Model()
    x, y, p = m.int("x", -1, 1), m.int("y", -1, 1), m.bool("p")
    m.add(p == UNDEFINED[name](x // y))
    found = [*csp2sat.solutions(m)]
    assert len(found) == 9 and all(s[p] == (s[y] != 0) for s in found)
