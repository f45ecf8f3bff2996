"""count: the number of terms that are equal to a value, compared with a number."""

from __future__ import annotations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, ones


def require(formulas: StatedFormulas, op: str, value: PbSum, bound: PbSum, *terms: PbSum) -> None:
    """State: sum of [term = value] OP bound, with OP the comparison `op`."""
    formulas.compare(op, ones([formulas.equal(term, value) for term in terms]), bound)


def literal(formulas: StatedFormulas, op: str, value: PbSum, bound: PbSum, *terms: PbSum) -> Literal:
    """Return the literal of the same comparison `op`."""
    return formulas.compared(op, ones([formulas.equal(term, value) for term in terms]), bound)


RULE = StatementRule(require, literal)
