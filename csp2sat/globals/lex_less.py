"""lex_less: the first row of terms is lexicographically less than the second; no terms at all: false."""

from __future__ import annotations

from functools import partial

from ..model.constraint import GlobalConstraint, by_formula
from ..model.expr import Expr
from . import lex_chain


def holds(*values: int) -> bool:
    """The meaning, of both rows in one."""
    first, second = map(tuple, lex_chain.halves(values))
    return first < second


def formula(*terms: Expr | int) -> Expr:
    """The same as a chain of comparisons, which is what it is encoded as."""
    return lex_chain.before(terms, or_equal=False)


CONSTRAINT = GlobalConstraint(
    "lex_less",
    holds,
    by_formula,
    formula,
    ("lex_less",),
    partial(lex_chain.arguments, "lex_less"),
    lex_chain.items,
)
