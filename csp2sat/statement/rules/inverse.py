"""inverse: two rows of n terms; term i of the first is j if and only if term j of the second is i, from 0."""

from __future__ import annotations

from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number


def require(formulas: StatedFormulas, *terms: PbSum) -> None:
    """State that all terms are within 0 .. n-1, and for all i, j: [x_i = j] if and only if [y_j = i]."""
    for a in _bounds(formulas, terms):
        formulas.clause((a,))
    for p, q in _pairs(formulas, terms):
        formulas.clause((opposite(p), q))
        formulas.clause((p, opposite(q)))


def literal(formulas: StatedFormulas, *terms: PbSum) -> Literal:
    """Return the literal that all these bounds and equivalences hold."""
    make = formulas.definitions
    return make.all_of([*_bounds(formulas, terms), *(make.same(p, q) for p, q in _pairs(formulas, terms))])


def _bounds(formulas: StatedFormulas, terms: tuple[PbSum, ...]) -> list[Literal]:
    n = len(terms) // 2
    return [a for t in terms for a in (formulas.reached(t, 0), opposite(formulas.reached(t, n)))]


def _pairs(formulas: StatedFormulas, terms: tuple[PbSum, ...]) -> list[tuple[Literal, Literal]]:
    n = len(terms) // 2
    return [
        (formulas.equal(x, number(j)), formulas.equal(y, number(i)))
        for i, x in enumerate(terms[:n])
        for j, y in enumerate(terms[n:])
    ]


RULE = StatementRule(require, literal)
