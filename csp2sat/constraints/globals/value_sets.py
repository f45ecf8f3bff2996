"""value-sets: the set of all values of the terms is one of some given sets."""

from __future__ import annotations

from functools import reduce
from operator import or_

from ...cnf.sink import DOWN, FALSE, Lit, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint, Relation
from ...model.expr import Expr, all_of, any_of, node

Sets = tuple[frozenset[int], ...]


def holds(sets: Sets, *values: int) -> bool:
    """Whether the set of the values is one of the sets."""
    return frozenset(values) in sets


def encode(sink: Sink, sets: Sets, *terms: IntCode) -> None:
    """Write the clauses: a literal for each set, and for each value that only some sets have the literal that a term
    has it.

    At least one set's literal is true, and a true one implies which values occur.  Values outside all sets are
    excluded by `also`.  For n terms, k sets, and m values that only some sets have: k + m variables and the direct
    literals of the terms; at most m (n + k + 1) clauses, one more for the sets, and one for each value that all sets
    have.
    """
    out, everywhere, values = sink.out, frozenset.intersection(*sets) if sets else frozenset(), _values(sets)
    there: dict[int, Lit] = {}
    with sink.without_constants():  # a term with one value
        for value in sorted(values):
            having = [lit for term in terms if (lit := term.eq(value)) != FALSE]
            if value in everywhere:
                out += (*having, 0)
            else:
                there[value] = some = sink.var()
                sink.means("any", (some,), (having,))
                out += (-some, *having, 0)
                for lit in having:
                    out += (-lit, some, 0)
    chosen = sink.new(len(sets))
    sink.means("all", chosen, lambda: [[s if v in each else -s for v, s in there.items()] for each in sets], DOWN)
    out += (*chosen, 0)
    for each, one in zip(sets, chosen, strict=True):
        for value, some in there.items():
            out += (-one, some if value in each else -some, 0)
    sink.spill()


def _values(sets: Sets) -> frozenset[int]:
    return reduce(or_, sets, frozenset[int]())


def formula(sets: Sets, *terms: Expr | int) -> Expr:
    """Return the constraint as a formula of equations."""
    there = {value: any_of(node("eq", term, value) for term in terms) for value in sorted(_values(sets))}
    one = any_of(all_of(some if value in each else ~some for value, some in there.items()) for each in sets)
    return all_of((also(sets, *terms), one))


def also(sets: Sets, *terms: Expr | int) -> Expr:
    """Return the formula that each term has a value of one of the sets; false if there are no sets."""
    if not sets:
        return any_of(())
    among = Relation(1, frozenset((value,) for value in _values(sets)), name="values of the sets")
    return all_of(map(among, terms))


CONSTRAINT = GlobalConstraint("value-sets", holds, encode, formula, also)
