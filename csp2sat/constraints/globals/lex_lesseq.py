"""lex_lesseq: the first row of terms is lexicographically at most the second; no terms at all: true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...model.constraint import GlobalConstraint, by_formula
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, node


def halves(values: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """Return the first and the second half of a sequence, which are two rows."""
    return values[: len(values) // 2], values[len(values) // 2 :]


def holds(*values: int) -> bool:
    """Whether the first half of the values is lexicographically at most the second half."""
    first, second = map(tuple, halves(values))
    return first <= second


def formula(*terms: Expr | int, or_equal: bool = True) -> Expr:
    """Return the constraint as a formula, which is also how it is encoded.

    The two rows are the halves of `terms`.  Each pair (s, t) of their terms in the same place gives s <= t, and (s < t
    or the formula of the later pairs).  or_equal: whether the rows may be equal.  n pairs: n - 1 nested disjunctions,
    two comparisons for each pair but the last one, and one for the last pair.
    """
    chain = TRUE if or_equal else FALSE
    for s, t in reversed(list(zip(*halves(terms), strict=True))):
        less = node("lt", s, t)
        chain = less if chain is FALSE else all_of((node("le", s, t), any_of((less, chain))))
    return chain


CONSTRAINT = GlobalConstraint("lex_lesseq", holds, by_formula, formula)
