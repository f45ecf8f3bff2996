"""A relation: the terms are one of its tuples, or none of its excluded tuples."""

from __future__ import annotations

from ...model.constraint import Relation
from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number


def require(formulas: StatedFormulas, relation: Relation, *terms: PbSum) -> None:
    """State, for supports: the literal of one tuple is true; for conflicts: in each tuple one value differs."""
    if relation.supports:
        formulas.clause(_rows(formulas, relation, terms))
        return
    for row in sorted(relation.tuples):
        formulas.clause([opposite(a) for a in _cells(formulas, row, terms)])


def literal(formulas: StatedFormulas, relation: Relation, *terms: PbSum) -> Literal:
    """Return the literal that the literal of one tuple is true; for conflicts, of no tuple."""
    listed = formulas.definitions.any_of(_rows(formulas, relation, terms))
    return listed if relation.supports else opposite(listed)


def _rows(formulas: StatedFormulas, relation: Relation, terms: tuple[PbSum, ...]) -> list[Literal]:
    """Return for each tuple the literal that all terms have its values."""
    return [formulas.definitions.all_of(_cells(formulas, row, terms)) for row in sorted(relation.tuples)]


def _cells(formulas: StatedFormulas, row: tuple[int, ...], terms: tuple[PbSum, ...]) -> list[Literal]:
    return [formulas.equal(term, number(cell)) for term, cell in zip(terms, row, strict=True)]


RULE = StatementRule(require, literal)
