"""Blocks of two congruent halves: random divisions of a board, and all halvings of a block."""

import pytest

from csp2sat.base.portable_random import RandomSource
from csp2sat.puzzles.kit.checks import areas, cells_by_value, shape_of
from csp2sat.puzzles.kit.random.halves import LARGEST, blocks_of_halves, halvings


@pytest.mark.parametrize("rows, cols", [(1, 2), (2, 2), (2, 7), (5, 6), (9, 8)])
def test_random_blocks_have_two_congruent_halves(rows, cols, seeds):
    found = set()
    for seed in seeds(range(12)):
        regions = blocks_of_halves(RandomSource(seed), rows, cols)
        assert [len(row) for row in regions] == [cols] * rows
        for block in cells_by_value(regions).values():
            assert len(areas(block)) == 1 and len(block) <= 2 * LARGEST and halvings(block)
        found.add(str(regions))
    assert seeds.only is not None or rows < 5 or len(found) == 12


def test_an_odd_number_of_cells_has_no_halves():
    assert blocks_of_halves(RandomSource(1), 3, 3) is None


def test_halvings():
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert halvings(square) == [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    assert halvings([(0, 0), (0, 1), (0, 2), (1, 1)]) == []  # no half of two cells leaves two connected cells
    row = [(0, c) for c in range(6)]
    assert halvings(row) == [tuple(row[:3]), tuple(row[3:])]
    for half in halvings([(r, c) for r in range(3) for c in range(4)]):
        assert len(half) == 6 and len(areas(half)) == 1 and shape_of(half)
