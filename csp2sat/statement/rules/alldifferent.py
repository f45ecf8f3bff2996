"""alldifferent: for each value, at most one term has it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..definitions import Literal, opposite
from ..formulas import NotStated, StatedFormulas, StatementRule
from ..sums import PbSum, number, ones

MOST = 10_000  # numbers, each of which has a line


def require(formulas: StatedFormulas, *terms: PbSum) -> None:
    """State for each value v: sum of [term = v] <= 1."""
    for value in _values(terms):
        having = ones([formulas.equal(term, number(value)) for term in terms])
        formulas.at_least(having.times(-1), -1)


def _values(terms: tuple[PbSum, ...]) -> Iterator[int]:
    """Return the numbers between the least and the greatest value of all terms; raise NotStated for more than MOST."""
    bounds = [term.bounds() for term in terms]
    values = range(min((low for low, _ in bounds), default=0), max((high for _, high in bounds), default=-1) + 1)
    if len(values) > MOST:
        raise NotStated(f"alldifferent of numbers that are {len(values) - 1:,} apart")
    return iter(values)


def literal(formulas: StatedFormulas, *terms: PbSum) -> Literal:
    """Return the literal that no two terms are equal."""
    return formulas.definitions.all_of([opposite(formulas.equal(s, t)) for s, t in combinations(terms, 2)])


RULE = StatementRule(require, literal)
