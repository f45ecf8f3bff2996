"""LITS: the model has the solutions that the rules allow, over all choices of four cells in each room."""

import random
from itertools import chain, combinations, product
from math import comb, prod

import pytest
from support.puzzle_rules import all_solutions

from csp2sat.model.model import Model
from csp2sat.puzzles.deductions.room_shapes import tetrominoes
from csp2sat.puzzles.kit.rooms import rooms
from csp2sat.puzzles.kit.variables import Shading
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.puzzles.types.lits import openings

PUZZLE = PUZZLES["lits"]
SHAPES = ((2, 5, 2), (3, 4, 2), (2, 6, 2), (3, 5, 3), (4, 4, 3), (2, 4, 1))  # rows, columns and rooms


def lits(rng, rows, cols, number):
    """A board with rooms that grow from random cells."""
    owner = {cell: room for room, cell in enumerate(rng.sample([*product(range(rows), range(cols))], number))}
    while len(owner) < rows * cols:
        (r, c), room = rng.choice([*owner.items()])
        near = (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)
        i, j = rng.choice([(i, j) for i, j in near if 0 <= i < rows and 0 <= j < cols])
        owner.setdefault((i, j), room)
    numbers: dict[int, int] = {}
    regions = [[numbers.setdefault(owner[r, c], len(numbers)) for c in range(cols)] for r in range(rows)]
    return Board("lits", rows, cols, {"regions": regions})


def right_shadings(board):
    """All shadings of four cells a room that break no rule."""
    for chosen in product(*(combinations(cells, 4) for cells in rooms(board))):
        shaded = {*chain(*chosen)}
        rows = ["".join(".#"[(r, c) in shaded] for c in range(board.cols)) for r in range(board.rows)]
        if not PUZZLE.broken_rules(board, rows):
            yield rows


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_all_shadings(seed):
    rng, found = random.Random(seed), 0
    for _ in range(40):
        board = lits(rng, *rng.choice(SHAPES))
        if 0 < prod(comb(len(cells), 4) for cells in rooms(board)) < 500:
            expected = sorted(right_shadings(board))
            assert sorted(all_solutions(board)) == expected
            found += bool(expected)
    assert found


def test_openings():
    """Each place has the cells beside it in the other room; no other room has none."""
    two = Board("lits", 2, 6, {"regions": [[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]]})
    clauses = [str(each) for each in openings(two, Shading(Model(), two))]
    assert len(clauses) == 16
    assert clauses[1:3] == ["(or (not _place_0_1) s_0_3)", "(or (not _place_0_2) s_0_3 s_1_3)"]
    assert tetrominoes(tuple(rooms(two)[0]))[1:3] == [
        ((0, 0), (0, 1), (0, 2), (1, 1)),
        ((0, 0), (0, 1), (0, 2), (1, 2)),
    ]
    alone = Board("lits", 2, 3, {"regions": [[0, 0, 0], [0, 0, 0]]})
    assert [*openings(alone, Shading(Model(), alone))] == []
