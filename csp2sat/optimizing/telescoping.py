"""Sums that telescope along a tour: the items of the places after all places are the items of all places.

A model says how a time or a load grows from each place to the place after it, whose item is one of an array at a
variable index, or one that a clause for each arc names.  Each of these constraints alone says little of shares of arcs,
which let an item be nearly anything; but all of them together say that what grows along arcs is what items fall by
elsewhere, as from the end of a route to its start.  So the duration of routes is the sum of the costs of their arcs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..encoder.normalize.formulas import Linear, Norm, linear
from ..model.expr import Expr
from ..tuples import NamedTuple

PERMUTATIONS = ("circuit", "alldifferent")
WAYS = {frozenset(("eq",)): (1, True), frozenset(("eq", "ge")): (1, False), frozenset(("eq", "le")): (-1, False)}
"""By how items are compared with values: the sign of the sum of values minus items that is at most 0, or equal to 0."""


class ItemComparison(NamedTuple):
    """A comparison of the item that an integer chooses, by its value, with a sum: `item op total`."""

    op: str
    total: Linear
    items: Mapping[int, Linear]


class TelescopedSum(NamedTuple):
    """The equation, or the inequality, that a sum is 0, or at most 0: of `total`, and of factor * [x has the value v]
    over the triples (factor, x, v) of `chosen`.
    """

    total: Linear
    chosen: Sequence[tuple[int, int, int]]
    is_equation: bool


def telescoped(norm: Norm, parts: Sequence[Expr]) -> Iterator[TelescopedSum]:
    """Yield sums that required formulas of the normal form imply: for integers that choose each item
    once, the sum of all terms that chosen items are compared with, compared with the sum of all items.
    """
    chosen_once = [part for part in parts if part.op in PERMUTATIONS]
    compared = dict[int, list[ItemComparison]]()
    if not chosen_once:
        return
    for x, one in (*_elements(norm, parts), *_clauses(norm, parts)):
        compared.setdefault(x, []).append(one)
    for part in chosen_once if compared else ():
        yield from _rows(norm, part.args, compared)


def _elements(norm: Norm, parts: Sequence[Expr]) -> Iterator[tuple[int, ItemComparison]]:
    """Yield each constraint `element` of an index that is an integer plus a constant, with this integer."""
    for part in parts:
        if part.op == "element" and [a for a, _ in part.args[1].terms] == [1]:
            op, index, total, *items = part.args
            ((_, x),) = index.terms
            ways = {v: v + index.const - 1 for v in norm.domains[x]}
            yield x, ItemComparison(op, total, {v: items[at] for v, at in ways.items() if 0 <= at < len(items)})


def _clauses(norm: Norm, parts: Sequence[Expr]) -> Iterator[tuple[int, ItemComparison]]:
    """Yield the comparisons that clauses make for an integer: for each value of the integer an equation, or
    for each an inequality, all of them of one and the same integer with an item.
    """
    found = dict[int, dict[int, list[tuple[str, Linear]]]]()
    for part in parts:
        if part.op == "or" and len(part.args) == 2:
            for one, other in (part.args, part.args[::-1]):
                case, row = _case(one), _compared(other)
                if case is not None and row is not None:
                    found.setdefault(case[0], {}).setdefault(case[1], []).append(row)
    excluded = {case for part in parts if (case := _case(part)) is not None}
    for x, cases in found.items():
        values = [v for v in norm.domains[x] if (x, v) not in excluded]
        if len(values) > 1 and cases.keys() >= {*values}:
            chosen = [cases[v] for v in values]
            common = set.intersection(*({y for _, row in each for _, y in row.terms} for each in chosen))
            for y in sorted(common):
                yield from ((x, one) for one in _comparisons(y, values, chosen))


def _comparisons(
    y: int, values: Sequence[int], chosen: Sequence[Sequence[tuple[str, Linear]]]
) -> Iterator[ItemComparison]:
    """Yield the comparisons with the integer y if there is one of its kind for each value.

    values: of the integer that chooses.  chosen: for each of the values the comparisons of a sum with 0.
    """
    kinds: list[dict[str, Linear]] = []
    for rows in chosen:
        kinds.append({})
        for op, row in rows:
            factors = {x: a for a, x in row.terms}
            if abs(a := factors.pop(y, 0)) == 1:
                kind = op if op == "eq" else "ge" if a > 0 else "le"
                kinds[-1].setdefault(kind, linear(factors, row.const).times(-a))
    for kind in kinds[0]:
        if all(kind in each for each in kinds):
            yield ItemComparison(
                kind, Linear(((1, y),), 0), {v: each[kind] for v, each in zip(values, kinds, strict=True)}
            )


def _case(formula: Expr) -> tuple[int, int] | None:
    """Return x and v if the formula says that the integer x is not v; else None."""
    if formula.op != "not" or formula.args[0].op != "eq0" or len((total := formula.args[0].args[0]).terms) != 1:
        return None
    ((a, x),) = total.terms
    return (x, -total.const // a) if abs(a) == 1 else None


def _compared(formula: Expr) -> tuple[str, Linear] | None:
    """Return the comparison with 0, `eq` or `le`, of a sum that the formula is; None if it is no comparison."""
    if formula.op in ("eq0", "le0"):
        return formula.op[:2], formula.args[0]
    if formula.op == "not" and formula.args[0].op == "le0":
        return "le", formula.args[0].args[0].times(-1).plus(Linear((), 1))
    return None


def _rows(
    norm: Norm, terms: Sequence[Linear], compared: Mapping[int, Sequence[ItemComparison]]
) -> Iterator[TelescopedSum]:
    """Yield a sum for each array of which each of the terms, all different, chooses an item.

    compared: for each integer its comparisons with items.
    """
    if any(len(term.terms) > 1 or (term.terms and term.terms[0][0] != 1) for term in terms):
        return
    free = [(term.terms[0][1], term.const) for term in terms if term.terms]
    fixed = {term.const for term in terms if not term.terms}
    if any(norm.domains[x].size() > len(terms) for x, _ in free):
        return
    places = {v + shift for x, shift in free for v in norm.domains[x]}
    if len(fixed | places) != len(terms):
        return
    able = [[_without(each, shift, fixed) for each in compared.get(x, ())] for x, shift in free]
    for one in able[0] if able else ():
        if not any(item.terms for item in one.items.values()):
            continue  # constants of arcs
        used = _family(free, [[one], *able[1:]])
        if used is not None and (way := WAYS.get(frozenset(("eq", *(each.op for each in used))))) is not None:
            total, chosen = _balance(free, used)
            sign, is_equation = way
            yield TelescopedSum(total.times(sign), [(sign * a, x, v) for a, x, v in chosen], is_equation)


def _without(one: ItemComparison, shift: int, fixed: set[int]) -> ItemComparison:
    """Return the comparison without the items of fixed places, which the integer cannot choose.

    shift: the number that, added to a value of the integer, is the place.
    """
    return one._replace(items={v: item for v, item in one.items.items() if v + shift not in fixed})


def _family(free: Sequence[tuple[int, int]], able: Sequence[Sequence[ItemComparison]]) -> list[ItemComparison] | None:
    """Return for each integer a comparison with the same items, up to constants; None if some integer has none,
    or the item of some place is not known.

    free: the integers, each with the number that, added to its value, is the place.  able: the comparisons of each.
    """
    items, used = dict[int, tuple[tuple[int, int], ...]](), list[ItemComparison]()
    for (_, shift), compared in zip(free, able, strict=True):
        fitting = (
            each
            for each in compared
            if all(items.get(v + shift, row.terms) == row.terms for v, row in each.items.items())
        )
        one = min(fitting, key=lambda each: each.op != "eq", default=None)
        if one is None:
            return None
        items.update((v + shift, row.terms) for v, row in one.items.items())
        used.append(one)
    return used if len(items) == len(free) else None


def _balance(
    free: Sequence[tuple[int, int]], used: Sequence[ItemComparison]
) -> tuple[Linear, list[tuple[int, int, int]]]:
    """Return the sum of the terms that items are compared with, minus all items, and the constants of chosen items.

    free: as in `_family`.  used: a comparison for each integer.
    """
    items, total, chosen = dict[int, Linear](), Linear((), 0), list[tuple[int, int, int]]()
    for (x, shift), one in zip(free, used, strict=True):
        total = total.plus(one.total)
        for v, item in one.items.items():
            if extra := item.const - items.setdefault(v + shift, item).const:
                chosen.append((-extra, x, v))
    for item in items.values():
        total = total.plus(item.times(-1))
    return total, chosen
