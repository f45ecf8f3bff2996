"""Conjunctions of which XCSP3 has one element, and the parts of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ....model.counting import number_of
from ....model.expr import Expr, any_of, node
from .sums import is_simple

ORDERS = ("lt", "le", "gt", "ge", "eq")


class StatedPart(NamedTuple):
    """A statement that XCSP3 may have an element for.

    name: the operator of a single part, or a name for several parts that is no operator.  args: of the element.  parts:
    the formulas that say the same, for an element that cannot be written.
    """

    name: str
    args: tuple[Any, ...]
    parts: tuple[Expr, ...]


def stated_parts(formula: Expr) -> Iterator[StatedPart]:
    """Yield what a formula states, each part of a conjunction by itself, or several parts as one element."""
    parts = _flat(formula)
    if len(parts) > 1:
        for find in (_chain, _fixed, _circuit, _in_matrix):
            found = find(parts)
            if found is not None:
                yield found
                done = set(found.parts)
                parts = [each for each in parts if each not in done]
    yield from (StatedPart(each.op, each.args, (each,)) for each in parts)


def _flat(formula: Expr) -> list[Expr]:
    """Return the parts of nested conjunctions, in order; an empty conjunction is a part."""
    found, stack = [], [formula]
    while stack:
        top = stack.pop()
        if top.op == "and" and top.args:
            stack += reversed(top.args)
        else:
            found.append(top)
    return list(dict.fromkeys(found))


def _chain(parts: Sequence[Expr]) -> StatedPart | None:
    """Return the order of variables that all parts state, comparisons of each with the next one."""
    op = parts[0].op
    if op not in ORDERS or any(each.op != op or not _of_variables(each) for each in parts):
        return None
    terms = [parts[0].args[0], *(each.args[1] for each in parts)]
    if any(each.args[0] is not term for each, term in zip(parts, terms, strict=False)):
        return None
    return StatedPart("chain", (op, *terms), tuple(parts))


def _of_variables(formula: Expr) -> bool:
    return all(isinstance(each, Expr) and each.op == "int" for each in formula.args)


def _fixed(parts: Sequence[Expr]) -> StatedPart | None:
    """Return the values that parts give to variables, two or more."""
    known: dict[Expr, Expr] = {}
    for each in parts:
        match each:
            case Expr(op="eq", args=(Expr(op="int") as variable, int())):
                known.setdefault(variable, each)
    if len(known) < 2:
        return None
    return StatedPart("values", tuple(each.args for each in known.values()), tuple(known.values()))


def _circuit(parts: Sequence[Expr]) -> StatedPart | None:
    """Return a circuit that is not empty, and its size if a part states one; the circuit of the model may be empty,
    that of XCSP3 may not.
    """
    circuit = next((each for each in parts if each.op == "circuit"), None)
    if circuit is None:
        return None
    moves, known = [node("ne", each, at) for at, each in enumerate(circuit.args)], {*parts}
    some, total = any_of(moves), number_of(moves, circuit.args)
    if some not in known and known.isdisjoint(moves):
        return None
    sizes = [each for each in parts if each.op == "eq" and each.args[0] is total and is_simple(each.args[1])][:1]
    stated = [some] if some in known and len(moves) > 1 else []
    args = tuple(each.args[1] for each in sizes), *circuit.args
    return StatedPart("some circuit", args, (circuit, *stated, *sizes))


def _in_matrix(parts: Sequence[Expr]) -> StatedPart | None:
    """Return the item of a matrix: the item of its cells at the place `width * i + j`, with `0 <= j < width`."""
    known = {*parts}
    for each in parts:
        if each.op == "element" and (place := _row_and_column(each.args[1])):
            op, _, value, *cells = each.args
            width, i, j = place
            bounds = (node("le", 0, j), node("lt", j, width))
            if known.issuperset(bounds) and not len(cells) % width:
                return StatedPart("in matrix", (op, width, i, j, value, *cells), (each, *bounds))
    return None


def _row_and_column(index: Expr | int) -> tuple[int, Expr, Expr] | None:
    """Return width, i and j of an index from 1 that is `width * i + j + 1`, or None."""
    match index:
        case Expr(
            op="add", args=(Expr(op="add", args=(Expr(op="mul", args=(int(width), Expr() as i)), Expr() as j)), 1)
        ):
            return (width, i, j) if width > 0 and is_simple(i) and is_simple(j) else None
    return None
