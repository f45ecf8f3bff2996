"""The relations of the CSP language: `(relation R arity (supports (v...)...))`, or `conflicts`."""

from __future__ import annotations

from ..model.relation import Relation
from .sexpr import Form, Item, shown
from .wrong import Wrong

USAGE = "expected (relation NAME ARITY (supports (VALUE ...) ...)), or conflicts instead of supports"


def relation_of(form: Form, name: str) -> tuple[Relation, int]:
    """The relation that a statement says, and how many of its tuples are longer than its arity: as in Sugar, what is
    behind that is ignored.  Raises Wrong."""
    if len(form) != 4:
        raise Wrong(form, USAGE)
    arity, listed = form[2], form[3]
    if not isinstance(arity, int) or arity < 0:
        raise Wrong(arity, f"expected the arity of the relation, found {shown(arity)}")
    head = listed[0] if isinstance(listed, list) and listed else listed
    if not isinstance(listed, list) or head not in ("supports", "conflicts"):
        raise Wrong(head, f"expected (supports ...) or (conflicts ...), found {shown(head)}")
    tuples = frozenset(_tuple(item, arity) for item in listed[1:])
    return Relation(int(arity), tuples, head == "supports", name), sum(len(item) > arity for item in listed[1:])


def _tuple(item: Item, arity: int) -> tuple[int, ...]:
    if not isinstance(item, list):
        raise Wrong(item, f"expected a tuple in parentheses, found {shown(item)}")
    if len(item) < arity:
        raise Wrong(item, f"the relation has arity {arity}; this tuple has {len(item)}")
    return tuple(_value(value) for value in item)[:arity]


def _value(item: Item) -> int:
    if not isinstance(item, int):
        raise Wrong(item, f"expected an integer, found {shown(item)}")
    return int(item)
