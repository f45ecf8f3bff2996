"""Cuts that cite as few known values as break a rule, and the areas of known true vertices."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

from .nets import Cut, Net, area, fewest

FIRST, FEW = 8, 24  # values that are tried first as a reason; up to which the nearest ones are kept


class TrueAreas:
    """Known vertices of a net, and the areas of the true ones, each found when it is first asked for.

    known: the values of some vertices.
    """

    def __init__(self, net: Net, known: Mapping[int, bool]):
        self.net, self.known = net, known
        self._areas: dict[int, set[int]] = {}

    def area(self, v: int) -> set[int]:
        """Return a true vertex and all true vertices that are connected with it; the empty set for another vertex."""
        found = self._areas.get(v)
        if found is None:
            known = self.known
            found = area(self.net, v, lambda _, u: known.get(u, False)) if known.get(v) else set()
            self._areas.update(dict.fromkeys(found or (v,), found))
        return found


class Suspects:
    """Known values of which some, with supposed ones, break a rule.

    known: values of vertices or edges.  order: the vertices or edges whose values a reason may cite, in the order of
    preference.  supposed: values that are not known.  is_broken: whether some of all these values break the rule; all
    of them do.
    """

    def __init__(
        self,
        known: Mapping[int, bool],
        order: Sequence[int],
        supposed: dict[int, bool],
        is_broken: Callable[[dict[int, bool]], bool],
    ):
        self._known, self._order, self._supposed, self._is_broken = known, order, supposed, is_broken

    def cut(self, note: str, together: bool = False, nearest: bool = False) -> Cut:
        """Return the cut that says: the supposed values and some of the known ones cannot all hold.  None of these
        known values can be left out.

        note: of the cut.  together: whether cuts with the same known values are one statement.  nearest:
        whether no value is cited in place of one that is preferred, unless many are needed.
        """
        most = FIRST
        while most < len(self._order) and not self._enough(self._order[:most]):
            most *= 2
        if nearest:
            most = bisect_left(range(min(most, len(self._order))), True, key=lambda n: self._enough(self._order[:n]))
        reason = fewest(self._order[:most][::-1], self._enough, 1 if nearest and most <= FEW else 0)
        values = {at: self._known[at] for at in reason} | self._supposed
        clause = [(at, not true) for at, true in values.items()]
        return Cut(clause, tuple(sorted(values)), note, tuple(sorted(reason)) if together else ())

    def _enough(self, kept: Sequence[int]) -> bool:
        return self._is_broken({at: self._known[at] for at in kept} | self._supposed)
