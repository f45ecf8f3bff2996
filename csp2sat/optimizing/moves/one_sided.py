"""Integers that are bounded from one side alone, and that are good small, or good large: the greatest of their bounds.

With `late >= end - due` and a goal that wants `late` small, no other value of `late` is of use.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

from ...encoder.normalize.formulas import Linear, Norm, linear
from ...model.expr import Expr


def one_sided(norm: Norm, parts: Sequence[Expr], sign: int, defined: Container[object]) -> dict[int, list[Expr]]:
    """Return the integers that inequalities bound from one side, each with these inequalities.

    The domain of such an integer has no holes.  The integer has the factor -1 in these inequalities, while its other
    inequalities and the objective want the integer small; or the same is true for its opposite.

    parts: all required formulas.  sign: 1 for an objective to minimize, -1 for one to maximize.
    defined: integers that have a definition already.
    """
    places: dict[int, list[tuple[int, Expr]]] = {}
    for part in parts:
        total = inequality(part)
        for a, x in total.terms if total else ():
            places.setdefault(x, []).append((a, part))
    inside = {x for part in parts if not inequality(part) for x in _integers(part)}
    inside.update(x for condition, _, _ in norm.conditional.values() for x in _integers(condition))
    found, taken = dict[int, list[Expr]](), set[Expr]()
    for x in sorted(places, key=lambda x: (x != norm.objective, x)):
        if x in inside or x in defined or x in norm.conditional or len(norm.domains[x].ranges) > 1:
            continue
        for side in (1, -1):
            bounds = [part for a, part in places[x] if a * side < 0]
            is_unit = all(abs(a) == 1 for a, _ in places[x] if a * side < 0)
            if bounds and is_unit and taken.isdisjoint(bounds) and (x != norm.objective or side == sign):
                found[x] = bounds
                taken.update(bounds)
                break
    return found


def inequality(part: Expr) -> Linear | None:
    """Return the sum that is at most 0 if and only if a formula holds; None if there is none."""
    if part.op == "le0":
        return part.args[0]  # type: ignore[no-any-return]
    if part.op == "not" and part.args[0].op == "le0":
        total = part.args[0].args[0]
        return linear({x: -a for a, x in total.terms}, 1 - total.const)
    return None


def _integers(formula: Expr) -> Iterator[int]:
    """Yield the integers that a formula names."""
    stack: list[Any] = [formula]
    seen = {formula}
    while stack:
        for arg in stack.pop().args:
            if isinstance(arg, Linear):
                yield from [x for _, x in arg.terms]
            elif isinstance(arg, Expr) and arg not in seen:
                seen.add(arg)
                stack.append(arg)
