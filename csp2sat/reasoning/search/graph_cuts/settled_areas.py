"""Cuts around areas, searched again only near values that have become known: a supposition makes few values known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .area_ways import SizedAreas, exact_areas, larger_areas
from .half_ways import SettledBlocks
from .nets import Cut, Net, Value


class SettledAreas:
    """The cuts (see `area_ways`) of one net for the rule that connected areas of its true vertices have a size.

    The object remembers the vertices that had no cut, so that a vertex is searched again only once a value near the
    vertex has become known.

    exact: whether an area cannot have more vertices than the size.
    """

    def __init__(self, exact: bool):
        self._exact, self._make = exact, exact_areas if exact else larger_areas
        self._known = (0, 0)  # the vertices that were true, and false, as sets of bits
        self._near: dict[int, tuple[int, int]] = {}  # by vertices without cuts what `_near` returns for them

    def __call__(self, net: Net, value: Sequence[Value]) -> Iterator[Cut]:
        """Yield the cuts; value: as in the head of `cuts`."""
        return self._make(net, value, self._settled(value).keys())

    def settle(self, net: Net, value: Sequence[Value]) -> None:
        """Note which vertices have no cut by values that remain known from now on; value: as in the head of `cuts`."""
        settled = self._settled(value)
        if len(settled) == len(self._near) and _bits(value) == self._known:
            return
        areas = SizedAreas.of(net, value, self._exact)
        self._near = dict(settled)
        for v in range(net.size):
            if value[v] is None and v not in settled and not areas.fault(v):
                self._near[v] = _near(areas, areas.reach(areas.beside(v) | {v}, -1, areas.size))
        for v in areas.firsts():
            if v not in settled and not (areas.is_large(v) or areas.is_small(v) or any(True for _ in areas.needed(v))):
                self._near[v] = _near(areas, areas.reach(areas.area(v)))
        self._known = _bits(value)

    def _settled(self, value: Sequence[Value]) -> dict[int, tuple[int, int]]:
        """Return the vertices that have no cut by some values either, with what `_near` returns for them."""
        (old_true, old_false), (true, false) = self._known, _bits(value)
        if old_true & ~true or old_false & ~false:  # a value that was known is not
            return {}
        new = true & ~old_true, false & ~old_false
        return {v: near for v, near in self._near.items() if not (near[0] & new[0] or near[1] & new[1])}


Settled = SettledAreas | SettledBlocks
REMEMBERING: dict[str, Callable[[], Settled]] = {
    "exact-areas": lambda: SettledAreas(True),
    "larger-areas": lambda: SettledAreas(False),
    "congruent-halves": SettledBlocks,
}


def _near(areas: SizedAreas, found: set[int]) -> tuple[int, int]:
    """Return two sets of bits: the vertices that must not become true, and the vertices that must not become false, so
    that some vertices may belong to one area as before.  The first set is these vertices, their neighbours, the areas
    of true vertices among all these, and the neighbours of the areas; the second set is the vertices themselves.

    found: the vertices.
    """
    at = areas.net.at
    near = {u for v in found for _, u in at[v]} | found
    near = near.union(*(areas.area(u) for u in near))
    return _set(near.union(u for v in near for _, u in at[v])), _set(found)


def _bits(value: Sequence[Value]) -> tuple[int, int]:
    """Return the true vertices and the false ones as sets of bits."""
    true = _set(v for v, each in enumerate(value) if each)
    return true, _set(v for v, each in enumerate(value) if each is False)


def _set(vertices: Iterable[int]) -> int:
    """Return vertices as a set of bits."""
    return sum(1 << v for v in vertices)
