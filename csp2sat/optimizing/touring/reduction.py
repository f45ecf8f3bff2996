"""Formulas of a normal form when some of their variables are known: the rest of them, and how far they are off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...encoder.normalize.arithmetic import ARITHMETIC, FUNCTIONS, MAXIMUM
from ...encoder.normalize.formulas import Linear, at_most_zero, equal_zero
from ...model.constraint import CARDINALITY, RELATION
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node
from ..linear.program import value_of

KnownSum = Callable[[Linear], Linear]  # returns a sum with numbers for the variables that are known
KnownTruth = Callable[[str], "Expr | None"]  # returns what replaces a Boolean; None if nothing does
CONNECTIVES = frozenset(("not", "and", "or", "iff", "ite"))
FAR = 1 << 20  # by how much a formula is off that has no measure


def variables(formula: Expr) -> Iterator[int | str]:
    """Yield the integers and the names of the Booleans in a formula, some of them more than once."""
    stack: list[Any] = [formula]
    while stack:
        top = stack.pop()
        if isinstance(top, Linear):
            for _, x in top.terms:
                yield x
        elif isinstance(top, Expr):
            if top.op == "bool":
                yield top.args[0]
            else:
                stack.extend(top.args)


def reduced(formula: Expr, sum_of: KnownSum, truth: KnownTruth) -> Expr:
    """Return the rest of a formula when the variables that `sum_of` and `truth` know have their values."""
    op, args = formula.op, formula.args
    if op == "bool":
        known = truth(args[0])
        return formula if known is None else known
    if op == "le0":
        return at_most_zero(sum_of(args[0]))
    if op == "eq0":
        return equal_zero(sum_of(args[0]))
    if op in CONNECTIVES:
        return _connected(op, [reduced(arg, sum_of, truth) for arg in args])
    if op == CARDINALITY:
        return _counted(args[0], [reduced(arg, sum_of, truth) for arg in args[1:]])
    if op == "element" and not (index := sum_of(args[1])).terms:
        return _item(args[0], index.const, args[2:], sum_of)
    inner = [sum_of(arg) if isinstance(arg, Linear) else arg for arg in args]
    found = node(op, *inner)
    if op in ("true", "false") or any(arg.terms for arg in inner if isinstance(arg, Linear)):
        return found
    return FALSE if excess(found, ()) else TRUE


def excess(formula: Expr, values: Sequence[int]) -> int:
    """Return by how much a formula is off; 0 if it holds.  values: of the integers; Booleans are False."""
    op, args = formula.op, formula.args
    if op == "not":
        return _opposite(args[0], values)
    if op == "le0":
        return max(0, value_of(args[0], values))
    if op == "eq0":
        return abs(value_of(args[0], values))
    if op == "and":
        return sum([excess(arg, values) for arg in args])
    if op == "or":
        return min([excess(arg, values) for arg in args])
    if op in ("iff", "ite"):
        first = excess(args[0], values) == 0
        if op == "iff":
            return int(first != (excess(args[1], values) == 0))
        return excess(args[1 if first else 2], values)
    if op == CARDINALITY:
        (least, most), count = args[0], sum([excess(arg, values) == 0 for arg in args[1:]])
        return max(0, int(least) - count, count - int(most))
    if op in ("true", "false", "bool"):
        return int(op != "true")
    if op == "element":
        return _chosen(values, *args)
    inner = [value_of(arg, values) if isinstance(arg, Linear) else arg for arg in args]
    return int(MEASURES[op](*inner)) if op in MEASURES else FAR


def _opposite(formula: Expr, values: Sequence[int]) -> int:
    """Return by how much the negation of a formula is off."""
    if formula.op == "le0":
        return max(0, 1 - value_of(formula.args[0], values))
    return int(excess(formula, values) == 0)


def _connected(op: str, parts: Sequence[Expr]) -> Expr:
    """Return a connective of parts, some of which may be true or false."""
    if op == "not":
        return negation(parts[0])
    if op in ("and", "or"):
        return (all_of if op == "and" else any_of)(parts)
    if parts[0] in (TRUE, FALSE):
        if op == "ite":
            return parts[1] if parts[0] is TRUE else parts[2]
        return parts[1] if parts[0] is TRUE else negation(parts[1])
    if op == "iff" and parts[1] in (TRUE, FALSE):
        return parts[0] if parts[1] is TRUE else negation(parts[0])
    return node(op, *parts)


def _counted(limits: tuple[int, int], parts: Sequence[Expr]) -> Expr:
    """Return the requirement that the number of true parts is within the limits."""
    left = [part for part in parts if part not in (TRUE, FALSE)]
    true = sum([part == TRUE for part in parts])
    least, most = limits[0] - true, limits[1] - true
    if not left or least > len(left) or most < 0:
        return TRUE if least <= 0 <= most else FALSE
    return node(CARDINALITY, (least, most), *left)


def _item(op: str, at: int, terms: Sequence[Linear], sum_of: KnownSum) -> Expr:
    """Return the comparison, by `op`, of the term at an index with a value, which is the first of the terms."""
    if not 1 <= at < len(terms):
        return FALSE
    difference = sum_of(terms[at]).plus(sum_of(terms[0]).times(-1))
    if op == "eq":
        return equal_zero(difference)
    return at_most_zero(difference.times(1 if op == "le" else -1)) if op in ("le", "ge") else node(op, difference)


def _chosen(values: Sequence[int], op: str, index: Linear, value: Linear, *terms: Linear) -> int:
    """Return by how much the comparison, by `op`, of the term at an index with a value is off.

    values: of the integers.
    """
    at = value_of(index, values)
    if not 1 <= at <= len(terms):
        return FAR
    more = value_of(terms[at - 1], values) - value_of(value, values)
    return abs(more) if op == "eq" else max(0, more if op == "le" else -more) if op in ("le", "ge") else FAR


def _circuit(*after: int) -> int:
    """Return the number of vertices that the first tour misses, or that have no place of their own."""
    moving = [v for v, w in enumerate(after) if v != w]
    v, seen = moving[0] if moving else 0, set[int]()
    while v not in seen and 0 <= v < len(after):
        seen.add(v)
        v = after[v]
    return len({*moving} - seen) + len(after) - len({*after} & {*range(len(after))})


MEASURES: dict[str, Callable[..., int]] = {
    "alldifferent": lambda *terms: len(terms) - len({*terms}),
    "circuit": _circuit,
    MAXIMUM: lambda value, *terms: abs(value - max(terms)),
    ARITHMETIC: lambda value, x, y, op: FAR if (found := FUNCTIONS[op](x, y)) is None else abs(value - found),
    RELATION: lambda relation, *terms: int((terms in relation.tuples) != relation.supports),
}
"""By how much a constraint is off, by its operator, for values of its terms."""
