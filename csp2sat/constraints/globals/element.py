"""element: the term at an index of a list, counted from 1, compared with a value; an index outside makes it false."""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.sink import FALSE, Lit, Sink
from ...ints.affine import compare, within
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, node
from ...model.ops import OPS


def holds(op: str, index: int, value: int, *terms: int) -> bool:
    """Whether the term at `index`, counted from 1, compares with `value` by `op`; False if the index is outside."""
    return 1 <= index <= len(terms) and bool(OPS[op].meaning(terms[index - 1], value))


def encode(sink: Sink, op: str, index: IntCode, value: IntCode, *terms: IntCode) -> None:
    """Write the clauses: for each index, the comparison `op` if the index is chosen; for `eq` also supports.

    The supports are one clause for each value and each gap, naming the indices that can give the value: with constants
    unit propagation then finds every value and every index that becomes impossible.  For `eq` the
    comparison of a term and the value takes two clauses for each value of whichever of the two has fewer values; a
    constant term takes one clause.
    """
    chosen = {at: lit for at in range(1, len(terms) + 1) if (lit := index.eq(at)) != FALSE}
    for at, lit in chosen.items():
        if op == "eq" and count(terms[at - 1].values) == 1:
            sink.out += (-lit, value.eq(terms[at - 1].values[0]), 0)
        else:
            compare(sink, op, terms[at - 1], value, (-lit,))
    if op == "eq":
        _support(sink, value, [(lit, terms[at - 1]) for at, lit in chosen.items()])


def _support(sink: Sink, value: IntCode, terms: Sequence[tuple[Lit, IntCode]]) -> None:
    """Require that the value is one that a chosen term can have.  terms: each with the literal that it is chosen."""
    able = set(value.values)
    supports: dict[int, list[Lit]] = {}
    for lit, term in terms:
        for each in able.intersection(term.values):
            supports.setdefault(each, []).append(lit)
    within(sink, value, supports)
    for each, lits in sorted(supports.items()):
        sink.out += (-value.eq(each), *lits, 0)
    sink.spill()


def formula(op: str, index: Expr | int, value: Expr | int, *terms: Expr | int) -> Expr:
    """Return the constraint as a disjunction: for some term, the index is its place and the term compares by `op`."""
    return any_of(all_of((node("eq", index, at), node(op, term, value))) for at, term in enumerate(terms, 1))


def also(op: str, index: Expr | int, value: Expr | int, *terms: Expr | int) -> Expr:
    """Return the bounds of the index, 1 to the number of terms, which are the same for any `op`."""
    return node("and", node("le", 1, index), node("le", index, len(terms)))


CONSTRAINT = GlobalConstraint("element", holds, encode, formula, also)
