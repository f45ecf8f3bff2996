"""cardinality: the number of true formulas is within two bounds."""

from __future__ import annotations

from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import ones


def require(formulas: StatedFormulas, bounds: tuple[int, int], *literals: Literal) -> None:
    """State: sum of the literals >= least, and <= most."""
    least, most = bounds
    formulas.at_least(ones(literals), least)
    formulas.at_least(ones(literals).times(-1), -most)


def literal(formulas: StatedFormulas, bounds: tuple[int, int], *literals: Literal) -> Literal:
    """Return the literal that both comparisons hold."""
    least, most = bounds
    total = ones(literals)
    return formulas.definitions.all_of((formulas.reached(total, least), opposite(formulas.reached(total, most + 1))))


RULE = StatementRule(require, literal)
