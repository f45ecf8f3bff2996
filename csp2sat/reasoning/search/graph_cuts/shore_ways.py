"""Cuts of "shores": the true vertices are islands with anchors, and the false vertices, the walls, are connected.

The graph is a grid.  Islands that touch at sides or corners, from edge to edge of the grid, part the walls at the edge
on both sides of them.  So an island has no way to an anchor if both are chained to the edge, with walls between these
places of the edge on either side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import and_, or_

from .island_ways import Land, bare, cut_of
from .nets import Cut, Net, Value

STRANDED = "an island needs a number that it reaches without parting the walls"


class Coast:
    """The edge of a grid, whose vertices have places on the way around; a set of places is a set of bits.

    size, cols: the numbers of vertices and columns.  near: for each vertex the vertices that touch it at a side or
    corner, and itself.  place: for each vertex at the edge a set of its place alone; none if the grid is one vertex
    wide or high.
    """

    def __init__(self, size: int, cols: int):
        rows, sides = size // cols, (-1, 0, 1)
        cells = [divmod(v, cols) for v in range(size)]
        self.near = [
            [(r + k) * cols + c + m for k in sides for m in sides if 0 <= r + k < rows and 0 <= c + m < cols]
            for r, c in cells
        ]
        half = [*range(cols - 1), *(r * cols + cols - 1 for r in range(rows - 1))]
        around = [*half, *(size - 1 - v for v in half)] if min(rows, cols) > 1 else []
        self.place = {v: 1 << at for at, v in enumerate(around)}

    def places(self, vertices: Collection[int]) -> int:
        """Return the places of those vertices that are at the edge."""
        return sum(self.place.get(v, 0) for v in vertices)

    def stretches(self, land: int, walls: int) -> list[int]:
        """Return the walls on each of the stretches into which some places of land divide the edge, if it has any."""
        found, start = list[int](), 0
        while land:
            end = (land & -land) - 1
            found.append(walls & end & ~start)
            start, land = end, land & (land - 1)
        if found:
            found[0] |= walls & ~start  # the last stretch goes on there
        return [each for each in found if each]


_coast = lru_cache(maxsize=8)(Coast)  # of the boards that are asked about


class Shore(Land):
    """Land whose islands may not part the walls.

    coast: of the net.
    """

    def __init__(self, net: Net, known: Mapping[int, bool], coast: Coast | None = None):
        super().__init__(net, known)
        self.coast = coast or _coast(net.size, max((v - u for u, v in net.edges), default=1))
        self.walls = self.coast.places([v for v, true in known.items() if not true])
        self._is_parting = dict[int, bool]()

    def like(self, known: Mapping[int, bool]) -> Shore:
        return Shore(self.net, known, self.coast)

    @cached_property
    def chained(self) -> dict[int, int]:
        """The places of the edge to which each vertex would be chained, if it is true; without vertices that would be
        chained to none.
        """
        found, coast = dict(self.coast.place), self.coast
        left = {*self.net.anchors, *(v for v, true in self.known.items() if true)}
        while left:
            chain, places = [left.pop()], 0
            for each in chain:
                places |= coast.place.get(each, 0)
                new = left.intersection(coast.near[each])
                left -= new
                chain += new
            for v in {u for each in chain for u in coast.near[each]} if places else ():
                found[v] = found.get(v, 0) | places
        return found

    def chained_all(self, vertices: Collection[int]) -> int:
        """Return the places of the edge to which some vertices are chained."""
        return reduce(or_, (self.chained.get(v, 0) for v in vertices), 0)

    def is_parting(self, land: int) -> bool:
        """Whether islands at some places of the edge part walls at the edge."""
        found = self._is_parting.get(land)
        if found is None:
            found = self._is_parting[land] = len(self.coast.stretches(land, self.walls)) > 1
        return found

    def joins(
        self, start: Collection[int], without: int = -1, but: int = -1, shut: Collection[int] = ()
    ) -> list[int] | None:
        """Return a shortest way as `Land.joins` does, through vertices that part no walls together with the set.

        start, without, but, shut: as in `Land.joins`.
        """
        return super().joins(start, without, but, self.parting(start).union(shut))

    def is_at_edge(self, *vertices: int) -> bool:
        """Whether the areas of some vertices are at the edge; of an undecided vertex that is the vertex alone."""
        return all(self.coast.places(self.area(v) or (v,)) for v in vertices)

    def parting(self, start: Collection[int]) -> set[int]:
        """Return the vertices that part walls together with a set of true vertices from which a way leads there."""
        own = self.chained_all(start)
        more = ((v, places | own) for v, places in self.chained.items() if places & ~own) if own else ()
        return {v for v, places in more if self.known.get(v) is not False and self.is_parting(places)}

    def chains(self, start: Collection[int], vertices: Sequence[int], walls: Collection[int]) -> set[tuple[int, int]]:
        """Return the pairs of vertices at the edge that lie on both sides between walls there, one chained to a set of
        true vertices, the other one to each of some vertices.

        start, vertices: as in `parted`.  walls: the two.
        """
        at, own, between = (
            {bit: v for v, bit in self.coast.place.items()},
            self.chained_all(start),
            self.coast.places(walls),
        )
        every = reduce(and_, (self.chained.get(v, 0) for v in vertices))
        ones, others = ([bit for bit in at if bit & some & ~between] for some in (own, every))
        pairs = ((one, other) for one in ones for other in others if one != other)
        return {(at[one], at[other]) for one, other in pairs if len(self.coast.stretches(one | other, between)) > 1}

    def chain(self, one: int, other: int, more: Collection[int]) -> list[int]:
        """Return a shortest chain of vertices, each touching the next at a side or corner, through true vertices and
        some more ones; [] if there is none.

        one, other: the ends of the chain.  more: vertices that are taken to be true.
        """
        land = {*self.net.anchors, *(v for v, true in self.known.items() if true), *more, one, other}
        came = {other: other}
        for at in (todo := [other]):
            new = [v for v in self.coast.near[at] if v in land and v not in came]
            came |= dict.fromkeys(new, at)
            todo += new
        way = [one] if one in came else []
        while way and way[-1] != other:
            way.append(came[way[-1]])
        return way

    def parted(self, start: Collection[int], vertices: Sequence[int]) -> list[tuple[int, int]]:
        """Return the pairs of walls at the edge that each of some vertices of `parting` parts from each other."""
        own, at = self.chained_all(start), {bit: v for v, bit in self.coast.place.items()}
        sides = [self.coast.stretches(own | self.chained.get(v, 0), self.walls) for v in vertices]
        return [
            (at[one], at[other])
            for one, other in combinations([bit for bit in at if bit & self.walls], 2)
            if all(not any(one & each and other & each for each in some) for some in sides)
        ]


def shores(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts for areas and undecided vertices that reach no anchor without parting the walls, and for undecided
    vertices on all ways that do; none for what the cuts of `islands` or `connected` say.
    """
    known = {v: true for v, true in enumerate(value) if true is not None}
    shore = Shore(net, known)
    if len(known) == net.size or not shore.walls & (shore.walls - 1):
        return
    land = Land(net, known)
    for first in bare(land):
        start = land.area(first)
        way = [] if shore.is_parting(shore.chained_all(start)) else shore.joins(start)
        if way is None and land.joins(start) is not None:
            yield cut_of(shore, {}, first, STRANDED, Land.is_lost, first)
        for v in way or ():
            if v not in known and shore.joins(start, v) is None and land.joins(start, v) is not None:
                yield cut_of(shore, {v: False}, v, STRANDED, Land.is_lost, first)
    for v, own in sorted(shore.chained.items()):
        if v not in known and not shore.is_parting(own) and not land.beside(v):
            start = land.around(v)
            if shore.joins(start) is None and land.joins(start) is not None:
                yield cut_of(shore, {v: True}, v, STRANDED, Land.is_lost, v)
