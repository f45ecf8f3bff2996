"""count: how many of the terms are equal to a value, compared with a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cnf.sink import Sink
from ..ints.compare import equal
from ..ints.spec import IntCode
from ..model.constraint import GlobalConstraint
from ..model.expr import Expr, all_of, node
from ..model.items import DATA, Item, Pairs, comparison, counted, listed
from ..model.ops import OPS, TERM
from .cardinality import require_count


def holds(op: str, value: int, number: int, *terms: int) -> bool:
    """The meaning."""
    return bool(OPS[op].meaning(terms.count(value), number))


def encode(sink: Sink, op: str, value: IntCode, number: IntCode, *terms: IntCode) -> None:
    """A literal for each term that it is the value, and a count of them.

    A value that is fixed takes direct literals; one that varies takes for each term a variable and up to 3 clauses a
    value.  The count: see `require_count`.
    """
    require_count(sink, op, [equal(sink, term, value) for term in terms], number)


def formula(op: str, value: Expr | int, number: Expr | int, *terms: Expr | int) -> Expr:
    """The same as a sum of 0/1 terms."""
    return node(op, node("add", *(node("if", node("eq", term, value), 1, 0) for term in terms)), number)


def also(op: str, value: Expr | int, number: Expr | int, *terms: Expr | int) -> Expr:
    """What the number of terms says of the number."""
    at_least = [node(op, 0, number)] if op in ("le", "lt") else []
    at_most = [node(op, len(terms), number)] if op in ("ge", "gt") else []
    both = [node("le", 0, number), node("le", number, len(terms))] if op == "eq" else []
    return all_of((*at_least, *at_most, *both))


def arguments(form: Sequence[Item]) -> Pairs:
    """`(count value (term...) op number)`."""
    value, terms, op, number = counted(form, (4,), "(count VALUE (TERM ...) OPERATOR NUMBER)")
    return [(comparison(op), DATA), (value, TERM), (number, TERM), *((t, TERM) for t in listed(terms, "terms"))]


def items(op: str, value: Any, number: Any, *terms: Any) -> list[Item]:
    """The form of the arguments."""
    return [value, list(terms), op, number]


CONSTRAINT = GlobalConstraint("count", holds, encode, formula, ("count",), arguments, items, also)
