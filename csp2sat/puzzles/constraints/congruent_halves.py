"""congruent-halves: each component of active edges of a grid has a white and a grey half, connected and congruent.

An edge that is not active joins two components.  The number of vertices in its half is given for some vertices.  After
the values of the edges there may be one for each given number: whether the number counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...cnf.sink import Lit, Sink
from ...graphs.graph import Grid, component, neighbours
from ...model.constraint import GlobalConstraint
from .block_covers import coverable
from .congruence import Halves, congruent
from .halved_blocks import BlockList, TooManyBlocks
from .labelled_halves import require_halves

MOST_GROWN = 400_000  # sets of vertices that are examined for the list of blocks: two seconds


def holds(grid: Grid, halves: Halves, *active: bool) -> bool:
    """Whether the constraint holds for these values of the edges, by examination of each component.

    active: the values of the edges, perhaps those of the numbers.
    """
    halves = _counting(halves, active[len(grid.edges) :])
    active = active[: len(grid.edges)]
    near = neighbours(grid, active)
    region = [frozenset(component(near, v)) for v in range(grid.size)]
    if any(not on and u in region[v] for (u, v), on in zip(grid.edges, active, strict=True)):
        return False
    return all(_is_right(grid, halves, near, members) for members in set(region))


def _counting(halves: Halves, counts: Sequence[bool]) -> Halves:
    """Return the halves with the numbers that count; counts: for each number whether it does, () if all do."""
    if not counts:
        return halves
    left = iter(counts)
    return halves._replace(sizes=tuple(size if size and next(left) else 0 for size in halves.sizes))


def _is_right(grid: Grid, halves: Halves, near: Sequence[set[int]], members: frozenset[int]) -> bool:
    white, grey = ([v for v in sorted(members) if halves.grey[v] == colour] for colour in (False, True))
    for half in (white, grey):
        inside = [near[v].intersection(half) for v in range(grid.size)]
        if not half or len(component(inside, half[0])) < len(half):
            return False
    stated = {halves.sizes[v] for v in members} - {0}
    cells = [[divmod(v, grid.cols) for v in half] for half in (white, grey)]
    return stated <= {len(white)} and congruent(*cells)


def encode(sink: Sink, grid: Grid, halves: Halves, *active: Lit) -> None:
    """Write the clauses: each vertex has a block of the list of all blocks that the grid has room for.

    A block fixes the edges inside it and at its border, so that two blocks of one vertex exclude each other without
    clauses of their own.  A grid with room for very many blocks has the clauses of `require_halves` instead: these take
    minutes to solve for 10 x 10 vertices, the others a tenth of a second.

    active: the literal of each edge, perhaps those of the numbers.  Size: a variable for each block; for a block of 2s
    vertices 2s clauses.  Boards of 10 x 10 cells with some numbers have room for 400 to 26 000 blocks; of these
    `coverable` leaves 4 to 25 on all seven boards that were measured, if all numbers count.
    """
    active, counts = active[: len(grid.edges)], active[len(grid.edges) :]
    listed = halves._replace(sizes=(0,) * grid.size) if counts else halves
    try:
        blocks = BlockList(grid.cols, neighbours(grid), listed, MOST_GROWN).blocks()
    except TooManyBlocks:
        require_halves(sink, grid, halves, active, counts)
        return
    if not counts:
        blocks = coverable(grid.size, blocks)
    used = sink.new(len(blocks))
    _require_blocks(sink, grid, dict(zip(blocks, used, strict=True)), active)
    stated = ((v, size) for v, size in enumerate(halves.sizes) if size and counts)
    for count, (v, size) in zip(counts, stated, strict=True):
        for block, lit in zip(blocks, used, strict=True):
            if block >> v & 1 and block.bit_count() != 2 * size:
                sink.out += (-count, -lit, 0)


def _require_blocks(sink: Sink, grid: Grid, blocks: Mapping[int, Lit], active: Sequence[Lit]) -> None:
    """Require that each vertex has a block, and that a block fixes the edges at its vertices.

    The blocks of a vertex that fix its edges alike share a literal for these edges.

    blocks: sets of vertices, as in `halved_blocks`, with their literals.  active: the literal of each edge.
    """
    at: list[list[tuple[int, Lit]]] = [[] for _ in range(grid.size)]
    for (u, v), edge in zip(grid.edges, active, strict=True):
        at[u].append((1 << v, edge))
        at[v].append((1 << u, edge))
    for v, edges in enumerate(at):
        beside = sum(bit for bit, _ in edges)
        fixed: dict[int, Lit] = {}
        here = [(lit, block & beside) for block, lit in blocks.items() if block >> v & 1]
        sink.out += (*(lit for lit, _ in here), 0)
        for lit, inside in here:
            if inside not in fixed:
                fixed[inside] = shared = sink.var()
                for bit, edge in edges:
                    sink.out += (-shared, edge if inside & bit else -edge, 0)
            sink.out += (-lit, fixed[inside], 0)
        sink.spill()


CONSTRAINT = GlobalConstraint("congruent-halves", holds, encode)
