"""lex_lesseq: the first row of terms is lexicographically at most the second; no terms at all: true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...model.constraint import GlobalConstraint, by_formula
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, node


def halves(values: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """The two rows of a row that holds both."""
    return values[: len(values) // 2], values[len(values) // 2 :]


def holds(*values: int) -> bool:
    """The meaning, of both rows in one."""
    first, second = map(tuple, halves(values))
    return first <= second


def formula(*terms: Expr | int, or_equal: bool = True) -> Expr:
    """The same as a chain of comparisons, which is what it is encoded as: s <= t, and s < t or the rest decides.

    For n pairs n - 1 nested disjunctions, and two comparisons for each pair.
    """
    chain = TRUE if or_equal else FALSE
    for s, t in reversed(list(zip(*halves(terms), strict=True))):
        less = node("lt", s, t)
        chain = less if chain is FALSE else all_of((node("le", s, t), any_of((less, chain))))
    return chain


CONSTRAINT = GlobalConstraint("lex_lesseq", holds, by_formula, formula)
