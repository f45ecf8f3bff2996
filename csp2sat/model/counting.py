"""Numbers of true formulas as terms."""

from __future__ import annotations

from collections.abc import Iterable

from .expr import Expr, node, postorder
from .ops import PARTIAL


def number_of(formulas: Iterable[Expr], terms: Iterable[Expr | int]) -> Expr:
    """Return the term that is the number of true formulas; this term is undefined if one of `terms` is undefined."""
    partial_terms = (node("mul", 0, term) for term in terms if isinstance(term, Expr) and is_partial(term))
    return node("add", *(node("if", each, 1, 0) for each in formulas), *partial_terms)


def is_partial(term: Expr) -> bool:
    """Whether a term has an operator that may be undefined."""
    return any(each.op in PARTIAL for each in postorder(term))
