"""Hitori: the model against the checker of the rules, over all shadings of tiny boards."""

import random
from itertools import product

import pytest
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree

from csp2sat.model.model import Answer
from csp2sat.puzzles.kit.variables import shading_values
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.hitori import PUZZLE, model

broken_rules = PUZZLE.broken_rules


def hitori(rows):
    return Board("hitori", len(rows), len(rows[0]), rows)


def shadings(board):
    """All there are."""
    for bits in product(".#", repeat=board.rows * board.cols):
        yield ["".join(bits[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows)]


def random_board(rows, cols, most, rng):
    return hitori([[rng.randint(0, most) for _ in range(cols)] for _ in range(rows)])


@pytest.mark.parametrize("rows, cols, most", [(1, 1, 1), (1, 3, 2), (3, 1, 2), (2, 2, 2)])
def test_model_and_rules_agree_on_every_shading_of_every_board(rows, cols, most):
    accepted = 0
    for numbers in product(range(most + 1), repeat=rows * cols):
        board = hitori([list(numbers[r * cols : (r + 1) * cols]) for r in range(rows)])
        accepted += assert_model_and_rules_agree(board, (shading_values(board, each) for each in shadings(board)))
    assert accepted > 2


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols", [(2, 3), (3, 3), (4, 3), (2, 6), (1, 9), (9, 1)])
def test_the_encoder_finds_all_solutions(rows, cols):
    rng = random.Random(rows * 10 + cols)
    counts = []
    for most in (1, 2, 3, 4, 8, 99):
        board = random_board(rows, cols, most, rng)
        expected = [each for each in shadings(board) if not broken_rules(board, each)]
        found = all_solutions(board)
        assert sorted(found) == sorted(expected)
        counts.append(len(found))
    assert max(counts) > 1


def test_some_boards_have_none_one_and_many_solutions():
    rng = random.Random(5)
    counts = [len(all_solutions(random_board(4, 4, 4, rng))) for _ in range(60)]
    assert min(counts) == 0 and 1 in counts and max(counts) > 1


def test_values_are_those_of_the_solution():
    board = hitori([[1, 1, 2], [0, 1, 3]])
    values = PUZZLE.values(board, ["#..", ".#."])
    assert values.bools == {f"s_{r}_{c}": (r, c) in ((0, 0), (1, 1)) for r, c in board.cells()}
    assert PUZZLE.solution(board, values) == ["#..", ".#."]
    assert values.bools.keys() == model(board).bools.keys() and not values.ints


def test_origins():
    rules = [str(constraint.origin) for constraint in model(hitori([[1, 1]])).constraints]
    assert rules == [
        "no number twice in row 1",
        "no number twice in column 1",
        "no number twice in column 2",
        "no two shaded cells side by side",
        "unshaded cells are connected",
    ]


FAULTS = {
    "nothing shaded": (
        [[7, 0, 7], [7, 0, 1]],
        ["...", "..."],
        [
            "7 twice in a row, at row 1, column 1 and at row 1, column 3",
            "7 twice in a column, at row 1, column 1 and at row 2, column 1",
        ],
    ),
    "three times": (
        [[2, 2, 2]],
        ["..."],
        [
            "2 twice in a row, at row 1, column 1 and at row 1, column 2",
            "2 twice in a row, at row 1, column 1 and at row 1, column 3",
        ],
    ),
    "touching": ([[1, 1, 2]], ["##."], ["shaded cells touch, at row 1, column 1 and at row 1, column 2"]),
    "below each other": (
        [[1], [1], [2]],
        ["#", "#", "."],
        ["shaded cells touch, at row 1, column 1 and at row 2, column 1"],
    ),
    "parted": (
        [[1, 2, 3]],
        [".#."],
        ["the cells that are not shaded fall into 2 parts, at row 1, column 1; row 1, column 3"],
    ),
    "blanks": ([[0, 0, 0]], ["..."], []),
    "a blank shaded": ([[0, 0, 0]], ["#.."], []),
    "other size": ([[1, 2]], ["..."], ["the solution, row 1, is no string of 2 characters # or ."]),
    "no list": ([[1, 2]], {"shaded": [".."]}, ["the solution is no list of 1 strings"]),
}


@pytest.mark.parametrize("givens, solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(givens, solution, faults):
    assert broken_rules(hitori(givens), solution) == faults


def test_a_single_cell_may_be_shaded():
    assert sorted(all_solutions(hitori([[1]]))) == [["#"], ["."]]
    assert PUZZLE.values(hitori([[1]]), ["#"]) == Answer({}, {"s_0_0": True})
