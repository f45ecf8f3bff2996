"""disjunctive: tasks, each an origin and a duration, of which no two run at the same time."""

from __future__ import annotations

from itertools import combinations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number


def require(formulas: StatedFormulas, *terms: PbSum) -> None:
    """State for each two tasks: one ends before the other begins, or the duration of one is 0."""
    for each in _apart(formulas, terms):
        formulas.clause(each)


def literal(formulas: StatedFormulas, *terms: PbSum) -> Literal:
    """Return the literal that this holds for each two tasks."""
    return formulas.definitions.all_of([formulas.definitions.any_of(each) for each in _apart(formulas, terms)])


def _apart(formulas: StatedFormulas, terms: tuple[PbSum, ...]) -> list[list[Literal]]:
    zero = number(0)
    return [
        [
            formulas.equal(d, zero),
            formulas.equal(e, zero),
            formulas.compared("le", s.plus(d), t),
            formulas.compared("le", t.plus(e), s),
        ]
        for (s, d), (t, e) in combinations(zip(terms[::2], terms[1::2], strict=True), 2)
    ]


RULE = StatementRule(require, literal)
