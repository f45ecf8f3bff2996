"""Cuts of "each component of true edges is a block of two congruent halves"; see `cuts`.

Cuts that need no list come first, see `half_reasons`.  All blocks that the board has room for are listed once.  A
known value excludes some of them: a false edge those with the edge inside, a true edge those with the edge at their
border, and a number the blocks of other sizes.  A cell must have one that is left.  Two large areas of one colour have
room for too many blocks to list.

The net is a grid whose anchors have for each vertex twice the number that is given there (0 for none), and one more for
a grey vertex.  The values are those of the edges, then, for each vertex with a number, whether the number counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from ....puzzles.constraints.block_covers import as_bits, numbers_in
from ....puzzles.constraints.congruence import Halves
from ....puzzles.constraints.halved_blocks import BlockList
from .cuts import TrueEdges
from .half_reasons import clues_at, direct_cuts
from .least_cuts import FIRST, Suspects
from .nets import Cut, Net, Value, fewest, outwards

COMMON, NONE = "each cell is in one of the blocks that still fit", "no block fits any more"
INSIDE = "there is no border inside a block"
FEW, SUPPOSED = 4, 12  # blocks that are left for a cell, up to which a person compares them; within a supposition
MANY = 1 << 60
BROKEN = 4  # cells without a block for which cuts are made
MOST_GROWN = 100_000  # sets of white vertices that are examined: boards with more take minutes and gigabytes


class HalvedBlocks:
    """All blocks, of two congruent halves, that a board has room for, numbered from 0.

    A set of blocks is an int whose bit i stands for block i.  Vertices are cells.  Each edge has a variable, true if
    its two cells are in one block; after these variables each clue has one, true if the clue is in force.

    cells: of each block, as bits.  at: for each cell the set of the blocks with the cell.  without: for a pair
    (variable, value) the set of the blocks that are impossible if the variable has this value.  places: for each cell
    the variables that can rule out one of its blocks.  Raises TooManyBlocks after MOST_GROWN sets have grown.
    """

    def __init__(self, net: Net):
        self.net = net
        self.clue_at = clues_at(net)
        near = [{u for _, u in net.at[v]} for v in range(net.size)]
        halves = Halves(tuple(bool(net.anchors[v] % 2) for v in range(net.size)), (0,) * net.size)
        found = BlockList(max((v - u for u, v in net.edges), default=1), near, halves, MOST_GROWN).blocks()
        at: list[list[int]] = [[] for _ in range(net.size)]
        without: dict[tuple[int, bool], list[int]] = {}
        for number, block in enumerate(found):
            cells = [v for v in range(net.size) if block >> v & 1]
            for v in cells:
                at[v].append(number)
                if net.anchors[v] > 1 and net.anchors[v] // 2 != len(cells) // 2:
                    without.setdefault((self.clue_at[v], True), []).append(number)
                for edge, u in net.at[v]:
                    if not block >> u & 1:
                        without.setdefault((edge, True), []).append(number)
                    elif u > v:
                        without.setdefault((edge, False), []).append(number)
        self.cells = found
        self.at = [as_bits(numbers) for numbers in at]
        self.without = {value: as_bits(numbers) for value, numbers in without.items()}
        self.places = [sorted({at for (at, _), them in self.without.items() if them & here}) for here in self.at]

    def left(self, blocks: int, values: Mapping[int, bool]) -> int:
        """Return those of the blocks that the values do not exclude."""
        for value in values.items():
            blocks &= ~self.without.get(value, 0)
        return blocks

    def agree(self, v: int, values: Mapping[int, bool], common: Collection[tuple[int, bool]]) -> bool:
        """Whether all blocks of a cell which values do not exclude have the values `common`; v: the cell."""
        left = self.left(self.at[v], values)
        return not any(left & ~self.without.get((at, not true), 0) for at, true in common)


def blocks_of(net: Net) -> HalvedBlocks:
    """Return all blocks that a board has room for; they are kept for the last board."""
    return _blocks(tuple(net.edges), tuple(net.anchors.items()))


@lru_cache(maxsize=1)
def _blocks(edges: tuple[tuple[int, int], ...], anchors: tuple[tuple[int, int], ...]) -> HalvedBlocks:
    return HalvedBlocks(Net.of(len(anchors), edges, (), anchors))


def halved_blocks(net: Net, value: Sequence[Value], most: int = FEW, settled: Collection[int] = ()) -> Iterator[Cut]:
    """Yield cuts of "each component of true edges is a block of two congruent halves, and no other edge is inside": for
    edges that would be borders inside a block, those of `half_reasons`, and for cells without a block; if no cell lacks
    one, for the values that all blocks have which are left for a cell, if they are at most `most`, those of the cells
    with the fewest blocks first.

    value: as in the head of `cuts`, for the edges and numbers.  settled: as in `direct_cuts`.
    """
    known = {at: true for at, true in enumerate(value) if true is not None}
    yield from _inside(net, known)
    if None in value:  # a whole answer has many faults, of which those of lists exclude more
        yield from direct_cuts(net, known, clues_at(net), settled)
    blocks = blocks_of(net)
    every = blocks.left(-1, known)
    left = [here & every for here in blocks.at]
    empty = [v for v, here in enumerate(left) if not here]
    for v in empty[:BROKEN]:
        yield _cut(blocks, known, v)
    found = set[tuple[int, bool]]()
    for v in sorted(range(net.size), key=lambda v: left[v].bit_count()) if not empty else ():
        if left[v].bit_count() > most:
            break
        new = [each for each in _in_common(blocks, known, v) if each not in found]
        found.update(new)
        yield from _common(blocks, known, v, new) if new else ()


def common_cuts(net: Net, known: Mapping[int, bool], v: int) -> list[Cut]:
    """Return the cuts, which are one statement, of all values that the blocks have which are left for a vertex.

    known: the known values of edges and numbers.  v: the vertex.
    """
    blocks = blocks_of(net)
    new = _in_common(blocks, known, v)
    return [*_common(blocks, known, v, new)] if new else []


def _in_common(blocks: HalvedBlocks, known: Mapping[int, bool], v: int) -> list[tuple[int, bool]]:
    """Return the values, not known yet, that all blocks have which known values leave for a vertex `v`.

    blocks: of the board.
    """
    left = blocks.left(blocks.at[v], known)
    edges = [at for at in blocks.places[v] if at not in known and at < len(blocks.net.edges)]
    both = ((at, true) for at in edges for true in (True, False))
    return [(at, true) for at, true in both if not left & ~blocks.without.get((at, not true), 0)]


class SettledBlocks:
    """The cuts of `halved_blocks`, those of `half_reasons` searched again only near edges that have become known."""

    def __init__(self) -> None:
        self._value: list[Value] = []

    def __call__(self, net: Net, value: Sequence[Value]) -> Iterator[Cut]:
        """Yield the cuts; value: as in the head of `cuts`."""
        old = {at: true for at, true in enumerate(self._value) if true is not None}
        is_further = all(value[at] == true for at, true in old.items())
        return halved_blocks(net, value, SUPPOSED, old) if old and is_further else halved_blocks(net, value)

    def settle(self, net: Net, value: Sequence[Value]) -> None:
        """Note values that remain known from now on, whose cuts are made; value: as in the head of `cuts`."""
        self._value = [*value]


def all_halved_blocks(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield the cuts of `halved_blocks` for each value that all blocks have, however many are left."""
    return halved_blocks(net, value, MANY)


def tabled(net: Net, lits: Sequence[int], top: int) -> Iterator[list[int]]:
    """Yield clauses that say what the rule says: each vertex has a block.

    lits: the literals of the edges and numbers.  top: the greatest variable so far; the blocks are the next ones.
    """
    blocks = blocks_of(net)
    for here in blocks.at:
        yield [top + 1 + number for number in numbers_in(here)]
    for (at, true), excluded in blocks.without.items():
        against = -lits[at] if true else lits[at]
        for number in numbers_in(excluded):
            yield [against, -top - 1 - number]


def _order(blocks: HalvedBlocks, known: Mapping[int, bool], v: int) -> list[int]:
    """Return the edges and numbers with known values, the nearest to the vertex `v` first."""
    net = blocks.net
    near = (at for u in outwards(net, v, lambda *_: True) for at in (blocks.clue_at.get(u), *(e for e, _ in net.at[u])))
    return [at for at in dict.fromkeys(near) if at is not None and at in known]


def _cut(blocks: HalvedBlocks, known: Mapping[int, bool], v: int) -> Cut:
    """Return the cut that says: some of the known values leave no block for the vertex `v`.

    blocks: of the board.
    """
    order = _order(blocks, known, v)
    return Suspects(known, order, {}, lambda values: not blocks.left(blocks.at[v], values)).cut(NONE)._replace(at=v)


def _common(blocks: HalvedBlocks, known: Mapping[int, bool], v: int, new: Sequence[tuple[int, bool]]) -> Iterator[Cut]:
    """Yield the cuts, which are one statement, that say: some of the known values leave the vertex `v` only blocks with
    the values `new`.

    blocks: of the board.
    """

    def enough(some: Sequence[int]) -> bool:
        return blocks.agree(v, {at: known[at] for at in some}, new)

    order, most = _order(blocks, known, v), FIRST
    while most < len(order) and not enough(order[:most]):
        most *= 2
    reason = fewest(order[:most][::-1], enough)
    for at, true in new:
        clause = [*((each, not known[each]) for each in reason), (at, true)]
        yield Cut(clause, tuple(sorted([*reason, at])), COMMON, (v, *sorted(reason)), v)


def _inside(net: Net, known: Mapping[int, bool]) -> Iterator[Cut]:
    """Yield cuts for borders inside a block: each edge that is not true and whose ends are joined already, and each
    edge that would join the ends of a border.
    """
    joined = TrueEdges(net)
    borders = [edge for edge in range(len(net.edges)) if known.get(edge) is False]
    for edge in range(len(net.edges)):
        if known.get(edge):
            joined.join(edge)
    name = joined.name
    between = {frozenset(name[v] for v in net.edges[border]): border for border in borders}
    for edge, (u, v) in enumerate(net.edges):
        if not known.get(edge) and (way := joined.path(u, v)) is not None:
            yield _no_border(way, edge)
        elif edge not in known and (border := between.get(frozenset((name[u], name[v])))) is not None:
            a, b = net.edges[border]
            one, other = joined.path(a, u), joined.path(v, b)
            if one is None or other is None:
                one, other = joined.path(a, v) or [], joined.path(u, b) or []
            yield _no_border([*one, edge, *other], border)


def _no_border(way: Sequence[int], border: int) -> Cut:
    """Return the cut: not all edges of a way between the ends of a border are true."""
    return Cut([*((edge, False) for edge in way), (border, True)], tuple(sorted((*way, border))), INSIDE)
