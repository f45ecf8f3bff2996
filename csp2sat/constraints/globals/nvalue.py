"""nvalue: the number of different values among the terms."""

from __future__ import annotations

from ...cnf.sink import Lit, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, any_of, node
from .count import require_count


def holds(number: int, *terms: int) -> bool:
    """Whether the terms have exactly `number` different values."""
    return len(set(terms)) == number


def encode(sink: Sink, number: IntCode, *terms: IntCode) -> None:
    """Write the clauses: a literal for each value that some term has the value, and a count of these literals.

    For n terms of m values each: their direct literals, and for each value that several terms can have a variable and
    at most n + 1 clauses.  The count: see `require_count`.
    """
    having: dict[int, list[Lit]] = {}
    for term in terms:
        for value in term.values:
            having.setdefault(value, []).append(term.eq(value))
    require_count(sink, "eq", [_some(sink, lits) for _, lits in sorted(having.items())], number)


def _some(sink: Sink, lits: list[Lit]) -> Lit:
    """Return a literal that is equivalent to the disjunction of the literals."""
    if len(lits) == 1:
        return lits[0]
    some = sink.var()
    sink.out += (-some, *lits, 0)
    for lit in lits:
        sink.out += (-lit, some, 0)
    return some


def formula(number: Expr | int, *terms: Expr | int) -> Expr:
    """Return the constraint as a sum of 0/1 terms: 1 for each term that differs from all terms before it."""
    repeated = (any_of(node("eq", earlier, term) for earlier in terms[:at]) for at, term in enumerate(terms))
    return node("eq", number, node("add", *(node("if", each, 0, 1) for each in repeated)))


def also(number: Expr | int, *terms: Expr | int) -> Expr:
    """Return the bounds of the number that follow from the number of terms."""
    return node("and", node("le", min(1, len(terms)), number), node("le", number, len(terms)))


CONSTRAINT = GlobalConstraint("nvalue", holds, encode, formula, also)
