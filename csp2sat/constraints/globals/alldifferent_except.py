"""alldifferent_except: no two of the terms are equal, unless their common value is one of some free values."""

from __future__ import annotations

from itertools import combinations

from ...cnf.gates import at_most_one
from ...cnf.sink import FALSE, Lit, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.domain import Domain
from ...model.expr import Expr, all_of, any_of, between, node


def holds(free: Domain, *values: int) -> bool:
    """Whether all values but the free ones are different.  free: the values that may occur again."""
    others = [value for value in values if value not in free]
    return len(set(others)) == len(others)


def encode(sink: Sink, free: Domain, *terms: IntCode) -> None:
    """Write the clauses: at most one of the terms has each value that is not free; see `alldifferent`.  free: as
    in `holds`.
    """
    having: dict[int, list[Lit]] = {}
    for term in terms:
        for value in term.values:
            having.setdefault(value, []).append(term.eq(value))
    for value, lits in sorted(having.items()):
        if value not in free:
            at_most_one(sink, [lit for lit in lits if lit != FALSE])
        sink.spill()


def formula(free: Domain, *terms: Expr | int) -> Expr:
    """Return the constraint as a formula: each two terms differ, or the first has a free value."""
    pairs = combinations(terms, 2)
    return all_of(any_of((node("ne", s, t), *(between(s, low, high) for low, high in free.ranges))) for s, t in pairs)


CONSTRAINT = GlobalConstraint("alldifferent_except", holds, encode, formula)
