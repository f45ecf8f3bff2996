"""Where Python needs a truth value the message says first what is meant: by the expression at that place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import csp2sat
from csp2sat.build.truth import IN_GENERAL

m = csp2sat.Model()
x, y, p = m.int("x", 0, 3), m.int("y", 0, 3), m.bool("p")


def branch() -> int:
    if x > 1:
        return 1
    return 2


def two_lines() -> object:
    return (x > 1
            and y > 1)  # fmt: skip


CASES: dict[str, tuple[Callable[[], object], str]] = {
    "if": (branch, "p.implies(q) or build.if_ for if"),
    "a filter": (lambda: [v for v in (1, 2) if x > v], "p.implies(q) or build.if_ for if"),
    "a chain": (lambda: 1 <= x <= 3, "(1 <= x) & (x <= 2) for 1 <= x <= 2"),
    "a chain in a call": (lambda: m.add(1 <= x <= 3), "(1 <= x) & (x <= 2) for 1 <= x <= 2"),
    "and": (lambda: p and x > 1, "p & q for"),  # type: ignore[operator]
    "or": (lambda: x > 1 or p, "p | q for"),
    "not": (lambda: not p, "~p for"),
    "in": (lambda: x in [1, 3], "x.is_in([1, 3]) for"),
    "not in": (lambda: x not in [1, 3], "x.is_in([1, 3]) for"),
    "max": (lambda: max(x, y), "build.maximum for max"),  # type: ignore[type-var]
    "min": (lambda: min([x, y]), "build.minimum for min"),  # type: ignore[type-var]
    "any": (lambda: any(v == 1 for v in (x, y)), "build.any_ for any"),
    "sorted": (lambda: sorted([x, y]), "build.sort for sorted"),  # type: ignore[type-var]
    "elsewhere": (lambda: bool(p), IN_GENERAL),
    "no source": (lambda: eval("1 <= x <= 3", globals()), IN_GENERAL),
    "two lines": (two_lines, IN_GENERAL),
}


@pytest.mark.parametrize("work, words", CASES.values(), ids=CASES)
def test_the_advice_is_about_the_expression(work: Callable[[], object], words: str) -> None:
    with pytest.raises(csp2sat.ModelError) as caught:
        work()
    assert f"; write {words}" in str(caught.value)
    assert len(str(caught.value)) < 200 or words == IN_GENERAL
