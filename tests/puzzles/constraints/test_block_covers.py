"""block_covers: blocks that are excluded are in no exact cover, against all choices of blocks."""

from itertools import combinations, pairwise
from random import Random

import pytest

from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.graphs.graph import Grid
from csp2sat.puzzles.constraints import congruent_halves
from csp2sat.puzzles.constraints.block_covers import as_bits, coverable, numbers_in
from csp2sat.puzzles.constraints.congruence import Halves


def exact_covers(size, blocks):
    """All choices of blocks that have each vertex exactly once."""
    for count in range(len(blocks) + 1):
        for some in combinations(blocks, count):
            if sorted(v for block in some for v in block) == list(range(size)):
                yield some


def random_blocks(random, size):
    """Blocks, most of them neighbouring numbers, of which some cover all vertices."""
    cuts = [0, *sorted(random.sample(range(1, size), random.randint(0, 2))), size]
    found = {tuple(range(*ends)) for ends in pairwise(cuts)} if random.random() < 0.8 else set()
    while len(found) < 9:
        found.add(tuple(sorted(random.sample(range(size), random.randint(1, 3)))))
    return random.sample(sorted(found), len(found))


@pytest.mark.parametrize("seed", range(3))
def test_no_exact_cover_is_lost(seed):
    random, excluded, covers = Random(seed), 0, 0
    for _ in range(40):
        size = random.randint(4, 7)
        blocks = random_blocks(random, size)
        left = {tuple(numbers_in(block)) for block in coverable(size, list(map(as_bits, blocks)))}
        assert left <= set(blocks)
        for cover in exact_covers(size, blocks):
            covers += 1
            assert left.issuperset(cover)
        for block in left:  # each is compatible with a block that is left, for each vertex
            assert all(v in block or any(v in one and not {*one} & {*block} for one in left) for v in range(size))
        excluded += len(blocks) - len(left)
    assert excluded and covers


@pytest.mark.parametrize(
    ("size", "blocks", "left"),
    [
        (0, [], []),
        (2, [], []),
        (2, [[0]], []),
        (3, [[0, 1], [1, 2], [2]], [[2], [0, 1]]),
        (4, [[0], [0, 1], [1, 2], [1], [2, 3]], [[0], [1], [0, 1], [2, 3]]),
        (3, [[0, 1], [1, 2], [0, 2]], []),
    ],
)
def test_known_blocks(size, blocks, left):
    assert [[*numbers_in(block)] for block in coverable(size, list(map(as_bits, blocks)))] == left


def test_blocks_that_are_excluded_have_no_literal():
    """The corner has one block; the blocks that share cells with it are not written."""
    halves = Halves(tuple(char == "#" for char in ".##." + "##.." + ".#.#"), (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    grid, sink = Grid(3, 4), Sink()
    congruent_halves.encode(sink, grid, halves, *sink.new(len(grid.edges)))
    every = congruent_halves.BlockList(4, congruent_halves.neighbours(grid), halves, 1000).blocks()
    assert len(coverable(grid.size, every)) < len(every)
    assert max(map(len, clauses(sink.flat()))) < len(every)
