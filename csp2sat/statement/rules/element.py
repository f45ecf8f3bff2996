"""element: the term at an index of a list, counted from 1, compares with a value."""

from __future__ import annotations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number, ones


def require(formulas: StatedFormulas, op: str, index: PbSum, value: PbSum, *terms: PbSum) -> None:
    """State for each place j: [index = j] implies term j OP value (OP is `op`); and one of [index = j] is true."""
    chosen = [formulas.equal(index, number(at)) for at in range(1, len(terms) + 1)]
    for is_chosen, term in zip(chosen, terms, strict=True):
        formulas.compare(op, term, value, is_chosen)
    formulas.at_least(ones(chosen), 1)


def literal(formulas: StatedFormulas, op: str, index: PbSum, value: PbSum, *terms: PbSum) -> Literal:
    """Return the literal that for some place j the index is j, and term j OP value (OP is `op`)."""
    each = [
        formulas.definitions.all_of((formulas.equal(index, number(at)), formulas.compared(op, term, value)))
        for at, term in enumerate(terms, 1)
    ]
    return formulas.definitions.any_of(each)


RULE = StatementRule(require, literal)
