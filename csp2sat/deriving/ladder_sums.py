"""Inequalities of order literals whose violation is seen from the bounds of the integers, not literal by literal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from ..statement.definitions import PbLine, negation

LadderPlaces = dict[str, tuple[str, int]]  # of an order literal: its integer, and its place in the integer's ladder


class TrueBounds(NamedTuple):
    """Literals that are true: for each integer how many of its order literals are true at least, and at most, and the
    other literals.
    """

    least: dict[str, int]
    most: dict[str, int]
    others: set[str]


def bounds(true: Iterable[str], places: LadderPlaces) -> TrueBounds:
    """Return true literals as bounds of integers."""
    found = TrueBounds({}, {}, set())
    for a in true:
        place = places.get(a.removeprefix("~"))
        if place is None:
            found.others.add(a)
        elif a[0] == "~":
            owner, at = place
            found.most[owner] = min(at, found.most.get(owner, at))
        else:
            owner, at = place
            found.least[owner] = max(at + 1, found.least.get(owner, 0))
    return found


class LadderSum:
    """A pseudo-Boolean inequality (a sum of literals with coefficients, at least a degree), prepared for `is_violated`.

    The order literals of an integer, from its least value to its greatest, are a ladder: if one literal is true, all
    literals before the true literal are true.  For the literals of one integer in the inequality, the sum of the
    coefficients of the first k literals is kept for each k; for its negated literals, that of the last k.  Literals of
    no integer are kept one by one.
    """

    def __init__(self, found: PbLine, places: LadderPlaces, sizes: dict[str, int]):
        self._degree = found.degree
        self._others: list[tuple[str, int]] = []
        coefficients: dict[tuple[str, bool], list[int]] = {}
        for a, c in found.terms.items():
            place = places.get(a.removeprefix("~"))
            if place is None:
                self._others.append((negation(a), c))
                continue
            owner, at = place
            own = coefficients.setdefault((owner, a[0] != "~"), [0] * sizes[owner])
            own[at if a[0] != "~" else -1 - at] = c
        self._sums = [(owner, up, [0, *accumulate(own)]) for (owner, up), own in coefficients.items()]

    def is_violated(self, known: TrueBounds) -> bool:
        """Whether the inequality is false if some literals are true."""
        total = sum(c for a, c in self._others if a not in known.others)
        for owner, up, sums in self._sums:
            free = known.most.get(owner) if up else known.least.get(owner)
            total += sums[-1] if free is None else sums[free if up else len(sums) - 1 - free]
        return total < self._degree
