"""Two rows of terms in lexicographic order: what lex_less and lex_lesseq share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.expr import FALSE, TRUE, Expr, all_of, any_of, node
from ..model.items import Item, Pairs, counted, listed
from ..model.ops import TERM


def halves(values: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """The two rows."""
    return values[: len(values) // 2], values[len(values) // 2 :]


def before(terms: Sequence[Expr | int], or_equal: bool) -> Expr:
    """The first row is before the second, a chain from the left: s <= t, and s < t or the rest decides.

    For n pairs n - 1 nested disjunctions, and two comparisons for each pair.
    """
    chain = TRUE if or_equal else FALSE
    for s, t in reversed(list(zip(*halves(terms), strict=True))):
        less = node("lt", s, t)
        chain = less if chain is FALSE else all_of((node("le", s, t), any_of((less, chain))))
    return chain


def arguments(name: str, form: Sequence[Item]) -> Pairs:
    """`(NAME (term...) (term...))`, rows of the same length."""
    rows = [listed(row, "terms") for row in counted(form, (2,), f"({name} (TERM ...) (TERM ...))")]
    if len(rows[0]) != len(rows[1]):
        raise ValueError(f"expected two lists of the same length, found {len(rows[0])} and {len(rows[1])} terms")
    return [(term, TERM) for row in rows for term in row]


def items(*terms: Any) -> list[Item]:
    """The form of the arguments."""
    return [list(row) for row in halves(terms)]
