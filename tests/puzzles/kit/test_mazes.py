"""Random trees of cells that leave no block of 2 x 2 other cells."""

import pytest

from csp2sat.base.portable_random import RandomSource
from csp2sat.puzzles.kit.checks import areas, touching
from csp2sat.puzzles.kit.random.mazes import random_maze


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 5), (2, 2), (3, 3), (4, 9), (15, 15), (30, 30)])
def test_mazes_are_trees_that_leave_no_block(rows, cols, seeds):
    found = [random_maze(RandomSource(seed), rows, cols) for seed in seeds(range(8))]
    assert None not in found
    for maze in found:
        assert len(areas(maze)) == 1 and len(touching(maze)) == len(maze) - 1
        for r in range(rows - 1):
            for c in range(cols - 1):
                assert maze & {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
    assert min(rows, cols) < 3 or len(set(map(frozenset, found))) > 1


def test_no_cell_can_be_added(seeds):
    for seed in seeds(range(8)):
        maze = random_maze(RandomSource(seed), 9, 9)
        for cell in {(r, c) for r in range(9) for c in range(9)} - maze:
            more = maze | {cell}
            assert len(areas(more)) > 1 or len(touching(more)) > len(more) - 1
