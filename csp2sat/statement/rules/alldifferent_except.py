"""alldifferent_except: no two terms are equal, unless their value is one of some free values."""

from __future__ import annotations

from itertools import combinations

from ...model.domain import Domain
from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number, ones


def require(formulas: StatedFormulas, free: Domain, *terms: PbSum) -> None:
    """State for each value v that is not free: sum of [term = v] <= 1."""
    for value in sorted({v for term in terms for v in formulas.values_of(term)}):
        if value not in free:
            having = ones([formulas.equal(term, number(value)) for term in terms])
            formulas.at_least(having.times(-1), -1)


def literal(formulas: StatedFormulas, free: Domain, *terms: PbSum) -> Literal:
    """Return the literal that each two terms differ, or the first has a value in one of the free ranges."""
    make = formulas.definitions

    def is_free(term: PbSum) -> list[Literal]:
        bounds = (
            (formulas.reached(term, low), opposite(formulas.reached(term, high + 1))) for low, high in free.ranges
        )
        return [make.all_of(each) for each in bounds]

    pairs = combinations(terms, 2)
    return make.all_of([make.any_of([opposite(formulas.equal(s, t)), *is_free(s)]) for s, t in pairs])


RULE = StatementRule(require, literal)
