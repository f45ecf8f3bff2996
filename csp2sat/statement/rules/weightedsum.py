"""weightedsum: a sum of terms with constant weights, compared with a term."""

from __future__ import annotations

from collections.abc import Sequence

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, total


def require(formulas: StatedFormulas, op: str, weights: Sequence[int], bound: PbSum, *terms: PbSum) -> None:
    """State: sum of weight * term OP bound, with OP the comparison `op`, and a number of `weights` for each term."""
    formulas.compare(op, total(zip(weights, terms, strict=True)), bound)


def literal(formulas: StatedFormulas, op: str, weights: Sequence[int], bound: PbSum, *terms: PbSum) -> Literal:
    """Return the literal of the same comparison `op` of the sum with these `weights`."""
    return formulas.compared(op, total(zip(weights, terms, strict=True)), bound)


RULE = StatementRule(require, literal)
