"""alldifferent_except: no two of the terms are equal, unless it is one of some values that they have."""

from __future__ import annotations

from itertools import combinations

from ...cnf.gates import at_most_one
from ...cnf.sink import FALSE, Lit, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.domain import Domain
from ...model.expr import Expr, all_of, any_of, between, node


def holds(free: Domain, *values: int) -> bool:
    """The meaning.  free: the values that may occur again."""
    others = [value for value in values if value not in free]
    return len(set(others)) == len(others)


def encode(sink: Sink, free: Domain, *terms: IntCode) -> None:
    """For each other value, at most one of the terms has it: as `alldifferent`."""
    having: dict[int, list[Lit]] = {}
    for term in terms:
        for value in term.values:
            having.setdefault(value, []).append(term.eq(value))
    for value, lits in sorted(having.items()):
        if value not in free:
            at_most_one(sink, [lit for lit in lits if lit != FALSE])
        sink.spill()


def formula(free: Domain, *terms: Expr | int) -> Expr:
    """The same as a disequality for each two terms, or a value that may occur again."""
    pairs = combinations(terms, 2)
    return all_of(any_of((node("ne", s, t), *(between(s, low, high) for low, high in free.ranges))) for s, t in pairs)


CONSTRAINT = GlobalConstraint("alldifferent_except", holds, encode, formula)
