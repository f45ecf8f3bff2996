"""nvalue: the number of different values among the terms."""

from __future__ import annotations

from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, ones


def require(formulas: StatedFormulas, bound: PbSum, *terms: PbSum) -> None:
    """State: the number of terms that differ from all terms before them = bound."""
    formulas.compare("eq", _new(formulas, terms), bound)


def literal(formulas: StatedFormulas, bound: PbSum, *terms: PbSum) -> Literal:
    """Return the literal of the same equation."""
    return formulas.compared("eq", _new(formulas, terms), bound)


def _new(formulas: StatedFormulas, terms: tuple[PbSum, ...]) -> PbSum:
    make = formulas.definitions
    before = ([opposite(formulas.equal(t, s)) for s in terms[:at]] for at, t in enumerate(terms))
    return ones([make.all_of(each) for each in before])


RULE = StatementRule(require, literal)
