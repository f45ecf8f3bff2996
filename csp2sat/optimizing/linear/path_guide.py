"""The way to a tour by its path: what follows the last place that is reached from the root is chosen first.

Times and loads, which grow along the path, are known up to its last place, so that arcs which come too late, or carry
too much, are excluded before they are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...encoder.normalize.formulas import Linear


class PathGuide:
    """A path that grows from a root.

    arcs: the literal of each arc (tail, head).  size: the number of places.
    """

    def __init__(self, arcs: Mapping[tuple[int, int], Linear], size: int, root: int):
        self._root = root
        self._leaving: list[list[tuple[int, Linear]]] = [[] for _ in range(size)]
        self._entering: list[list[int]] = [[] for _ in range(size)]
        for (v, w), literal in arcs.items():
            self._leaving[v].append((w, literal))
            self._entering[w] += [x for _, x in literal.terms]

    def next(
        self, low: Sequence[int], high: Sequence[int], ranks: Sequence[float], hurry: float
    ) -> tuple[int, int] | None:
        """Return a variable of an arc from the last place, and the value that uses the arc; None if the tour is closed,
        which it is last.

        low, high: the bounds of the program's variables.  ranks: of variables, of which the least one is chosen.
        hurry: by how much the rank grows with each way that is open into the next place, as other places can wait less.
        """
        at = self._root
        for _ in self._leaving:
            following = self._used(at, low, high)
            if following is None:
                able = [
                    (
                        w == self._root,
                        a * ranks[x] + hurry * self._ways_into(w, low, high),
                        x,
                        high[x] if a > 0 else low[x],
                    )
                    for w, literal in self._leaving[at]
                    for a, x in literal.terms
                    if low[x] < high[x]
                ]
                return min(able)[2:] if able else None
            at = following
            if at == self._root:
                return None
        return None

    def _used(self, v: int, low: Sequence[int], high: Sequence[int]) -> int | None:
        """Return the place after the place v, by the bounds `low` and `high`; None if that is open."""
        for w, literal in self._leaving[v]:
            if literal.const + sum([a * (low[x] if a > 0 else high[x]) for a, x in literal.terms]) > 0:
                return w
        return None

    def _ways_into(self, w: int, low: Sequence[int], high: Sequence[int]) -> int:
        """Return the number of arcs to the place w that the bounds `low` and `high` leave open."""
        return sum([low[x] < high[x] for x in self._entering[w]])
