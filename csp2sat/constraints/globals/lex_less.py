"""lex_less: the first row of terms is lexicographically less than the second; no terms at all: false."""

from __future__ import annotations

from functools import partial

from ...model.constraint import GlobalConstraint, by_formula
from .lex_lesseq import formula, halves


def holds(*values: int) -> bool:
    """Whether the first half of the values is lexicographically less than the second half."""
    first, second = map(tuple, halves(values))
    return first < second


CONSTRAINT = GlobalConstraint("lex_less", holds, by_formula, partial(formula, or_equal=False))
