"""lex_less: the first row of terms is lexicographically less than the second; no terms at all: false."""

from __future__ import annotations

from ...model.constraint import GlobalConstraint, by_formula
from ...model.expr import Expr
from .lex_lesseq import before, halves


def holds(*values: int) -> bool:
    """The meaning, of both rows in one."""
    first, second = map(tuple, halves(values))
    return first < second


def formula(*terms: Expr | int) -> Expr:
    """The same as a chain of comparisons, which is what it is encoded as."""
    return before(terms, or_equal=False)


CONSTRAINT = GlobalConstraint("lex_less", holds, by_formula, formula)
