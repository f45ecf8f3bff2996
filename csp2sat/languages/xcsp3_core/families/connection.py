"""The constraints minimum, maximum, minimumArg, maximumArg, element, channel and circuit, about values and indices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....model.counting import number_of
from ....model.expr import Expr, all_of, any_of, node
from ....model.ops import COMPARISONS
from ...base.wrong import Wrong
from ...flatzinc.arguments import compare
from ...xcsp21.xml_elements import Element
from ..constraint_text import ConstraintText, core_form
from ..texts import XcspCondition

TermRow = Sequence[Expr | int]


def extremum(op: str) -> Callable[[ConstraintText], Expr]:
    """Return the reader of minimum (op `min`) or maximum (op `max`)."""

    def read(c: ConstraintText) -> Expr:
        terms = c.variables()
        parts = [] if c.find("index") and not c.find("condition") else [c.condition().of(best(op, terms))]
        if index := c.find("index"):
            at = node("sub", c.term("index"), c.start(c.main()))
            parts.append(_is_best_at(op, terms, c.rank(index), XcspCondition("eq", at)))
        return all_of(parts)

    return read


def best(op: str, terms: TermRow) -> Expr | int:
    """Return the least (op `min`) or greatest (op `max`) of the terms."""
    return terms[0] if len(terms) == 1 else node(op, *terms)


def arg_extremum(op: str) -> Callable[[ConstraintText], Expr]:
    """Return the reader of minimumArg (op `min`) or maximumArg (op `max`)."""

    def read(c: ConstraintText) -> Expr:
        terms, start = c.variables(), c.start(c.main())
        return _is_best_at(op, terms, c.rank(c.element), c.condition(), start)

    return read


def _is_best_at(op: str, terms: TermRow, rank: str, condition: XcspCondition, start: int = 0) -> Expr:
    """Return the formula that an index of the best term fulfils the condition: some index, the first or the last.

    op: `min` or `max`. rank: `any`, `first` or `last`. start: the index of the first term.
    """
    beats = "le" if op == "min" else "ge"
    strictly = "lt" if op == "min" else "gt"
    ways = []
    for at, term in enumerate(terms):
        parts = [condition.of(at + start)]
        for other_at, other in enumerate(terms):
            if other_at != at:
                is_strict = rank == ("first" if other_at < at else "last")
                parts.append(compare(strictly if is_strict else beats, term, other))
        ways.append(all_of(parts))
    return any_of(ways)


def element(c: ConstraintText) -> Expr:
    """Return the formula that the item at an index has the value, or fulfils the condition."""
    condition = XcspCondition("eq", c.term("value")) if c.find("value") else c.condition()
    if matrix := c.find("matrix"):
        return _in_matrix(c, matrix, condition)
    terms = c.texts.terms(c.main())
    index = c.find("index")
    if index is None:
        return any_of(map(condition.of, terms))
    found = c.texts.terms(index)
    if len(found) != 1:
        raise c.wrong(f"expected one index, found {len(found)}", index)
    rank, start = c.rank(index), c.start(c.main())
    at = _item_at(condition, found[0], start, terms)
    return at if rank == "any" else all_of((at, *_ranked(rank, condition, found[0], start, terms)))


def _item_at(condition: XcspCondition, index: Expr | int, start: int, terms: TermRow) -> Expr:
    if condition.op in COMPARISONS:
        from_one = index if start == 1 else node("add", index, 1 - start)
        return node("element", condition.op, from_one, condition.operand, *terms)
    from_zero = index if start == 0 else node("sub", index, start)
    return condition.of(node("item-at", from_zero, *terms) if len(terms) > 1 else _only(from_zero, terms[0]))


def _only(index: Expr | int, term: Expr | int) -> Expr:
    """Return the term if the index is 0; an undefined term for any other index."""
    return (
        node("item-at", index, term, term)
        if isinstance(index, int)
        else node("item-at", node("mul", 2, index), term, term)
    )


def _ranked(rank: str, condition: XcspCondition, index: Expr | int, start: int, terms: TermRow) -> list[Expr]:
    """Return the formulas that no item before the index (rank `first`) or after the index (`last`) fulfils the
    condition. start: the index of the first term.
    """
    op = "le" if rank == "first" else "ge"
    return [any_of((compare(op, index, at), _fails(condition, term))) for at, term in enumerate(terms, start)]


def _fails(condition: XcspCondition, term: Expr | int) -> Expr:
    opposite = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "in": "notin", "notin": "in"}
    return XcspCondition(opposite[condition.op], condition.operand).of(term)


def _in_matrix(c: ConstraintText, matrix: Element, condition: XcspCondition) -> Expr:
    rows = c.texts.matrix(matrix)
    i, j = c.terms("index", 2)
    i = _from_zero(i, c.start(matrix, "startRowIndex"))
    j = _from_zero(j, c.start(matrix, "startColIndex"))
    width = len(rows[0])
    place = node("add", node("mul", width, i), j)
    inside = (compare("le", 0, j), compare("lt", j, width))
    return all_of((*inside, _item_at(condition, place, 0, [cell for row in rows for cell in row])))


def _from_zero(index: Expr | int, start: int) -> Expr | int:
    return node("sub", index, start) if start else index


def channel(c: ConstraintText) -> Expr:
    """Return the formula that two lists, or a list and itself, are inverse, or that one 0/1 variable at an index is
    1.
    """
    lists = c.all("list") or [c.element]
    rows = [
        [_from_zero(term, _other_start(c, lists, at)) for term in c.texts.terms(each)] for at, each in enumerate(lists)
    ]
    if c.find("value"):
        if len(rows) > 1:
            raise c.wrong("expected one <list> before <value>")
        return _one_at(rows[0], _from_zero(c.term("value"), c.start(lists[0])))
    if len(rows) > 2:
        raise c.wrong("expected one or two <list>")
    first, second = rows[0], rows[-1]
    if len(first) > len(second):
        raise c.wrong("expected a first <list> that is not longer than the second one", lists[1])
    if len(first) == len(second):
        return node("inverse", *first, *second)
    return all_of((*(_in_range(x, len(second)) for x in first), *_leads_back(first, second)))


def _other_start(c: ConstraintText, lists: Sequence[Element], at: int) -> int:
    """Return the first index of the list, among the `lists` of a channel `c`, whose indices are the values of the list
    number `at`.
    """
    return 0 if c.find("value") else c.start(lists[len(lists) - 1 - at])


def _in_range(term: Expr | int, length: int) -> Expr:
    return all_of((compare("le", 0, term), compare("lt", term, length)))


def _leads_back(first: TermRow, second: TermRow) -> list[Expr]:
    return [
        any_of((compare("ne", x, j), compare("eq", y, i))) for i, x in enumerate(first) for j, y in enumerate(second)
    ]


def _one_at(terms: TermRow, value: Expr | int) -> Expr:
    if not terms:
        raise Wrong(None, "channel: expected variables")
    bits = (_in_range(term, 2) for term in terms)
    pairs = (node("iff", compare("eq", term, 1), compare("eq", value, at)) for at, term in enumerate(terms))
    return all_of((_in_range(value, len(terms)), *bits, *pairs))


def circuit(c: ConstraintText) -> Expr:
    """Return the formula that the list is the successor function of exactly one circuit, of two nodes or more."""
    start = c.start(c.main())
    after = [node("sub", term, start) if start else term for term in c.variables()]
    moves = [compare("ne", term, at) for at, term in enumerate(after)]
    size = [compare("eq", number_of(moves, after), c.term("size"))] if c.find("size") else []
    return all_of((node("circuit", *after), any_of(moves), *size))


FAMILY = dict(
    (
        core_form("minimum: list index condition", extremum("min")),
        core_form("maximum: list index condition", extremum("max")),
        core_form("minimumArg: list condition", arg_extremum("min"), "rank"),
        core_form("maximumArg: list condition", arg_extremum("max"), "rank"),
        core_form("element: list matrix index value condition", element, "startIndex"),
        core_form("circuit: list size", circuit, "startIndex"),
        core_form("channel: list* value", channel, "startIndex"),
    )
)
