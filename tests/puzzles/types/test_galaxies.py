"""Galaxies: the model for reasons, in which each star has its constraints, has the solutions of the exact one."""

import random

from support.kinds import random_board
from support.oracle import enumerate_answers
from support.puzzle_rules import all_solutions
from support.solution_spaces import plain

from csp2sat.encoder.options import EncoderOptions
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.puzzles.types.galaxies import cells_of, stars

PUZZLE = PUZZLES["galaxies"]


def test_the_model_for_reasons():
    rng, solvable = random.Random("galaxies"), 0
    for _ in range(60):
        board = random_board("galaxies", rng.randint(1, 3), rng.randint(1, 4), rng)
        model, expected = PUZZLE.clues.model(board), all_solutions(board)
        found = [division(board, answer) for answer in enumerate_answers(model, EncoderOptions())]
        assert sorted(found) == sorted(map(plain, expected))
        solvable += bool(expected)
    assert solvable > 5


def division(board, answer):
    """Which cells have the variable of which star, as the plain form of a solution."""
    galaxies = {}
    for name, true in answer.bools.items():
        if true:
            r, c, k = map(int, name.split("_")[1:])
            y, x = stars(board)[k]
            galaxies |= {(r, c): k, (y - 1 - r, x - 1 - c): k}
    order = {-1: -1}
    found = [
        [order.setdefault(galaxies.get((r, c), -1), len(order) - 1) for c in range(board.cols)]
        for r in range(board.rows)
    ]
    return plain(found)


def test_large_boards_have_none():
    board = Board("galaxies", 40, 40, {"stars": [[y, x] for y in range(1, 80, 6) for x in range(1, 80, 6)]})
    assert PUZZLE.clues.model(board) is None
    assert PUZZLE.clues.given_cells(board) == {cells_of(star)[0] for star in stars(board)}


def test_the_cells_of_a_star_are_in_reading_order():
    assert cells_of((15, 15)) == [(7, 7)]
    assert cells_of((16, 16)) == [(7, 7), (7, 8), (8, 7), (8, 8)]


def test_a_board_with_several_solutions():
    """The middle galaxy takes corners of both sides along one diagonal or the other, or of none."""
    board = Board("galaxies", 5, 5, {"stars": [[3, 1], [3, 9], [5, 5], [7, 1], [7, 9]]})
    found = all_solutions(board)
    assert len(set(map(plain, found))) == 3
    assert all(PUZZLE.broken_rules(board, solution) == [] for solution in found)
