"""Reasons of "each component of true edges is a block of two congruent halves" that need no list of blocks: a half has
its number of cells, would lack room, or would be larger than the other one, or a block would have one colour alone.

Vertices, edges, numbers and known values are those of `half_ways`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from ....puzzles.constraints.block_covers import as_bits, numbers_in
from .least_cuts import Suspects
from .nets import Cut, Net, outwards

DIFFER, LARGE = "a block has two numbers", "a half has more cells than its number"
ALONE, SMALL = "a block has one colour", "a half lacks room for its number"
UNEQUAL = "a half lacks room for as many cells as the other one"
DIRECT = (DIFFER, LARGE, ALONE, SMALL, UNEQUAL)


class HalfFault(NamedTuple):
    """A fault of the halves of a block.

    kind: one of DIRECT.  grey: whether the half that is too large, lacks room or is missing is the grey one.  at: a
    vertex that names the block: one with its number, or one of the half that lacks room.  most: how many vertices the
    half can have at most.
    """

    kind: str
    grey: bool
    at: int
    most: int


def clues_at(net: Net) -> dict[int, int]:
    """Return for each vertex with a number the variable that says whether the number counts."""
    return {v: len(net.edges) + k for k, v in enumerate(v for v in range(net.size) if net.anchors[v] > 1)}


class KnownBlocks:
    """The parts of blocks that true edges make, and the rooms that edges which are not false leave to their halves.

    A set of vertices is an int whose bit v stands for the vertex v.  known: the values of some edges and numbers.
    clues: as `clues_at` returns them.
    """

    def __init__(self, net: Net, known: Mapping[int, bool], clues: Mapping[int, int]):
        self.net, self._known = net, known
        self._joined, self._open = [0] * net.size, [0] * net.size  # the vertices that true edges, or open ones, join
        for edge, (u, v) in enumerate(net.edges):
            true = known.get(edge)
            for one, other in ((u, v), (v, u)) if true is not False else ():
                self._open[one] |= 1 << other
                self._joined[one] |= (true or 0) << other
        grey = as_bits([v for v in range(net.size) if net.anchors[v] % 2])
        self.colours = (1 << net.size) - 1 & ~grey, grey
        self._numbers = {v: net.anchors[v] // 2 for v, clue in clues.items() if known.get(clue)}
        self._numbered = as_bits([*self._numbers])

    def supposing(self, edge: int, true: bool) -> KnownBlocks:
        """Return the blocks with a value of an edge that is not known."""
        found = copy(self)
        found._joined, found._open = [*self._joined], [*self._open]
        for one, other in (self.net.edges[edge], self.net.edges[edge][::-1]):
            found._joined[one] |= true << other
            found._open[one] &= ~(0 if true else 1 << other)
        return found

    def without_others(self, v: int) -> KnownBlocks:
        """Return the blocks without ways from outside into each block that a false edge parts from the block of v."""
        found, cells = copy(self), self.block(v)
        found._open = [*self._open]
        ends = [
            (cells >> one & 1, cells >> two & 1, one, two)
            for edge, (one, two) in enumerate(self.net.edges)
            if self._known.get(edge) is False
        ]
        for other in {self.block(two if has else one) for has, also, one, two in ends if has != also}:
            for u in range(self.net.size):
                found._open[u] &= -1 if other >> u & 1 else ~other
        return found

    def block(self, v: int) -> int:
        """Return the vertices that true edges join with v."""
        return _flood(1 << v, self._joined, -1)

    def fault(self, v: int) -> HalfFault | None:
        """Return the first fault of the block of v; None if there is none."""
        cells = self.block(v)
        halves = [cells & colour for colour in self.colours]
        numbers = {self._numbers[u]: u for u in reversed([*numbers_in(cells & self._numbered)])}
        number, at = min(numbers.items(), default=(0, _first(cells)))
        if len(numbers) > 1:
            return HalfFault(DIFFER, at in numbers_in(halves[1]), at, number)
        for grey, half in enumerate(halves):
            if number and half.bit_count() > number:
                return HalfFault(LARGE, bool(grey), at, number)
        rooms = [self._room(half, grey, number) for grey, half in enumerate(halves)]
        for grey, room in enumerate(rooms):
            if not room:
                rooms[grey] = self._beyond(rooms[1 - grey], grey, number)
            if not rooms[grey]:
                return HalfFault(ALONE, bool(grey), _first(cells), 0)
        for grey, half in enumerate(halves):
            most = rooms[grey].bit_count()
            if most < number:
                return HalfFault(SMALL, bool(grey), at, most)
            if most < halves[1 - grey].bit_count():
                return HalfFault(UNEQUAL, bool(grey), _first(half or cells), most)
        return None

    def _room(self, half: int, grey: int, number: int) -> int:
        """Return the vertices that a half may have: no more than its own, if these are as many as its number.

        grey: the number of the colour of the half, 0 for white.  number: of the half, 0 for none.
        """
        if not half or half.bit_count() == number:
            return half
        return _flood(half, self._open, self.colours[grey] & ~self._others(number))

    def _beyond(self, room: int, grey: int, number: int) -> int:
        """Return the largest room of a colour beside the room of the other half.

        grey, number: as in `_room`.
        """
        beside, best = 0, 0
        for v in numbers_in(room):
            beside |= self._open[v]
        beside &= self.colours[grey] & ~self._others(number)
        while beside:
            found = self._room(beside & -beside, grey, number)
            beside &= ~found
            best = max(best, found, key=int.bit_count)
        return best

    def _others(self, number: int) -> int:
        """Return the vertices with another number, which are not in a block with a number."""
        return as_bits([v for v, each in self._numbers.items() if each != number]) if number else 0


def _flood(found: int, near: Sequence[int], within: int) -> int:
    """Return vertices with all vertices that are reached from these.

    found: where the ways begin.  near: for each vertex the vertices beside it.  within: where the ways may go.
    """
    todo = found
    while todo:
        low = todo & -todo
        new = near[low.bit_length() - 1] & within & ~found
        found |= new
        todo ^= low | new
    return found


def _first(vertices: int) -> int:
    """Return the least vertex of a set that is not empty."""
    return (vertices & -vertices).bit_length() - 1


def direct_cuts(
    net: Net, known: Mapping[int, bool], clues: Mapping[int, int], settled: Collection[int] = ()
) -> Iterator[Cut]:
    """Yield a cut for each block with a fault; if there is none, one for each value of an edge without which a block
    would have one.

    clues: as `clues_at` returns them.  settled: known edges and numbers, at least one, for whose values all cuts are
    made: edges are tried only beside the blocks at further known edges.  () if all edges are tried.
    """
    blocks, seen, broken = KnownBlocks(net, known, clues), 0, False
    for v in range(net.size):
        if not seen >> v & 1:
            seen |= blocks.block(v)
            if fault := blocks.fault(v):
                broken = True
                yield _cut(net, known, clues, {}, v, fault)
    late = [edge for edge in known if edge not in settled and edge < len(net.edges)] if settled and not broken else []
    near = {u for edge in late for v in net.edges[edge] for u in numbers_in(blocks.block(v))}
    for edge, ends in enumerate(net.edges) if not broken else ():
        for true in (True, False) if edge not in known and (not settled or not near.isdisjoint(ends)) else ():
            supposed = blocks.supposing(edge, true)
            faults = ((v, fault) for v in ends[: 2 - true] if (fault := supposed.fault(v)))
            if found := next(faults, None):
                yield _cut(net, known, clues, {edge: true}, *found)
                break


def _cut(
    net: Net, known: Mapping[int, bool], clues: Mapping[int, int], supposed: dict[int, bool], v: int, fault: HalfFault
) -> Cut:
    """Return the cut whose clause forbids the supposed values together with as few of the known ones as still give the
    block of a vertex the same fault.

    known, supposed: edges and vertices by their numbers -> their values.  clues: vertices -> numbers, as `clues_at`
    returns them.  v: the vertex.  fault: that of the block.
    """
    near = (at for u in outwards(net, v, lambda *_: True) for at in (clues.get(u), *(edge for edge, _ in net.at[u])))
    order = [at for at in dict.fromkeys(near) if at is not None and at in known]

    def is_broken(values: dict[int, bool]) -> bool:
        found = KnownBlocks(net, values, clues).fault(v)
        return found is not None and (found.kind, found.grey) == (fault.kind, fault.grey)

    cut = Suspects(known, order, supposed, is_broken).cut(fault.kind, together=True)
    found = KnownBlocks(net, {at: not wanted for at, wanted in cut.clause}, clues).fault(v)
    at, true = found.at if found else v, next(iter(supposed.values()), True)
    return cut._replace(at=at, why=(at, true, *cut.why))
