"""count: the number of terms that are equal to a value, compared with a number."""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.counters import ones, total
from ...cnf.gates import at_most_one, exactly_one
from ...cnf.sink import BOTH, DOWN, FALSE, UP, Lit, Sink
from ...ints.affine import Affine, compare, equal, number
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node
from ...model.ops import MIRRORED, OPS

WAYS = {"eq": BOTH, "ne": BOTH, "le": UP, "lt": UP, "ge": DOWN, "gt": DOWN}


def holds(op: str, value: int, number: int, *terms: int) -> bool:
    """Whether `n op number` is true for the number n of terms that are equal to `value`; `op` is a comparison like
    "le".
    """
    return bool(OPS[op].meaning(terms.count(value), number))


def encode(sink: Sink, op: str, value: IntCode, number: IntCode, *terms: IntCode) -> None:
    """Write the clauses: a literal for each term that it equals the value, and a count of them, compared by `op`.

    A value that is fixed takes direct literals; a value that varies takes for each term a variable and up to 3 clauses
    for each possible value.  The count: see `require_count`.
    """
    require_count(sink, op, [equal(sink, term, value) for term in terms], number)


def require_count(sink: Sink, op: str, lits: Sequence[Lit], bound: IntCode) -> None:
    """Require `n op bound` for the number n of true literals among `lits`.

    op: `eq ne le lt ge gt`.  The clauses are those of `at_most_one` or `exactly_one` if the bound is the constant 1 and
    `op` is `le` or `eq`; else those of a counter, cut above the bound (see `cnf.counters.total`), of the negated
    literals if the least value of the bound is more than a half of their number.
    """
    lits = [lit for lit in lits if lit != FALSE]
    if (op, bound.values) in (("le", (1,)), ("eq", (1,))):
        (at_most_one if op == "le" else exactly_one)(sink, lits)
        return
    if 2 * bound.values[0] > len(lits):
        op, lits, bound = MIRRORED[op], [-lit for lit in lits], Affine(bound, -1, len(lits))
    counted = total(sink, ones(lits), max(0, bound.values[-1] + 1), WAYS[op])
    compare(sink, op, number(sink, counted), bound)


def formula(op: str, value: Expr | int, number: Expr | int, *terms: Expr | int) -> Expr:
    """Return the constraint as a sum of 0/1 terms, compared with the number by `op`."""
    return node(op, node("add", *(node("if", node("eq", term, value), 1, 0) for term in terms)), number)


def also(op: str, value: Expr | int, number: Expr | int, *terms: Expr | int) -> Expr:
    """Return the bounds of the number that follow from `op` and the number of terms; true for `ne`."""
    at_least = [node(op, 0, number)] if op in ("le", "lt") else []
    at_most = [node(op, len(terms), number)] if op in ("ge", "gt") else []
    both = [node("le", 0, number), node("le", number, len(terms))] if op == "eq" else []
    return all_of((*at_least, *at_most, *both))


CONSTRAINT = GlobalConstraint("count", holds, encode, formula, also)
