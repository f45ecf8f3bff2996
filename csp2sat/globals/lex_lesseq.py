"""lex_lesseq: the first row of terms is lexicographically at most the second; no terms at all: true."""

from __future__ import annotations

from functools import partial

from ..model.constraint import GlobalConstraint, by_formula
from ..model.expr import Expr
from . import lex_chain


def holds(*values: int) -> bool:
    """The meaning, of both rows in one."""
    first, second = map(tuple, lex_chain.halves(values))
    return first <= second


def formula(*terms: Expr | int) -> Expr:
    """The same as a chain of comparisons, which is what it is encoded as."""
    return lex_chain.before(terms, or_equal=True)


CONSTRAINT = GlobalConstraint(
    "lex_lesseq",
    holds,
    by_formula,
    formula,
    ("lex_lesseq",),
    partial(lex_chain.arguments, "lex_lesseq"),
    lex_chain.items,
)
