"""Nonograms: the model against the checker of the rules, over all shadings of tiny boards."""

import random
from itertools import product

import pytest
from support.boards import shadings
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree

from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.kit.variables import shading_values
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.nonogram import PUZZLE, model, picture

broken_rules = PUZZLE.broken_rules


def nonogram(rows, cols):
    return Board("nonogram", len(rows), len(cols), {"rows": rows, "cols": cols})


def numbers(lines):
    return [[len(block) for block in "".join(line).replace(".", " ").split()] for line in lines]


def clues(shading):
    """The board of a shading."""
    return nonogram(numbers(shading), numbers(zip(*shading, strict=True)))


def clues_of(size):
    """All lists of lengths, up to a bit too long ones."""
    return [list(some) for k in range(3) for some in product(range(1, size + 2), repeat=k) if sum(some) + k < size + 3]


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_model_and_rules_agree_on_every_shading_of_every_board(rows, cols):
    counts = []
    answers = [shading_values(clues(shading), shading) for shading in shadings(rows, cols)]
    for lines in product(*[clues_of(cols)] * rows, *[clues_of(rows)] * cols):
        counts.append(assert_model_and_rules_agree(nonogram(list(lines[:rows]), list(lines[rows:])), answers))
    assert sum(counts) == 2 ** (rows * cols)
    assert min(counts) == 0 and max(counts) == (2 if rows * cols == 4 else 1)


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(1, 9), (9, 1), (2, 5), (3, 3), (4, 3)])
def test_the_encoder_finds_all_solutions(rows, cols):
    rng = random.Random(rows * 10 + cols)
    every = list(shadings(rows, cols))
    boards = {str(board.givens): board for board in map(clues, every)}
    some = [clues(rng.choice(every)) for _ in range(4)]
    mixed = [nonogram(clues(rng.choice(every)).givens["rows"], clues(rng.choice(every)).givens["cols"]) for _ in some]
    for board in (*some, *mixed):
        expected = [each for each in every if not broken_rules(board, each)]
        assert sorted(all_solutions(board)) == sorted(expected)
        assert bool(expected) == (str(board.givens) in boards)


def test_some_boards_have_none_one_and_many_solutions():
    assert all_solutions(nonogram([[2]], [[1], []])) == []
    assert all_solutions(nonogram([[3]], [[1], [1]])) == []
    assert all_solutions(nonogram([[], []], [[]])) == [[".", "."]]
    assert len(all_solutions(nonogram([[1]] * 4, [[1]] * 4))) == 24


def test_a_published_board_without_solution():
    rows = [[1, 1], [5], [3, 3], [1]]
    assert all_solutions(nonogram(rows, [[1], [2], [1]] * 3)) == []


def test_values_are_those_of_the_solution():
    board = nonogram([[1, 1], []], [[1], [], [1]])
    values = PUZZLE.values(board, ["#.#", "..."])
    assert PUZZLE.solution(board, values) == ["#.#", "..."]
    assert values.bools.keys() == model(board).bools.keys() and not values.ints


def test_origins():
    made = model(nonogram([[2]], [[1], [1]]))
    assert [str(constraint.origin) for constraint in made.constraints] == [
        "sum of the rows (2) equal to that of the columns (2)",
        "a block of 2 in row 1",
        "a block of 1 in column 1",
        "a block of 1 in column 2",
    ]


FAULTS = {
    "right": (["##.#"], []),
    "nothing shaded": (
        ["...."],
        [
            "row 1 has no blocks; expected blocks of 2, 1",
            "column 1 has no blocks; expected a block of 1",
            "column 2 has no blocks; expected a block of 1",
            "column 4 has no blocks; expected a block of 1",
        ],
    ),
    "other order": (
        ["#.##"],
        [
            "row 1 has blocks of 1, 2; expected blocks of 2, 1",
            "column 2 has no blocks; expected a block of 1",
            "column 3 has a block of 1; expected no blocks",
        ],
    ),
    "other size": (["##."], ["the solution, row 1, is no string of 4 characters # or ."]),
    "no list": ("##.#", ["the solution is no list of 1 strings"]),
    "other characters": (["##x#"], ["the solution, row 1, is no string of 4 characters # or ."]),
}


@pytest.mark.parametrize("solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(solution, faults):
    assert broken_rules(nonogram([[2, 1]], [[1], [1], [], [1]]), solution) == faults


def test_drawing():
    board = nonogram([[10, 1], [], [1]], [[1]] * 10 + [[], [1, 1]])
    assert ascii.draw(picture(board)).split("\n") == [
        "                                 1  ",
        "       1 1 1 1 1   1 1 1 1 1   0 1  ",
        "     +-----------+-----------+-----+",
        "10 1 | . . . . . | . . . . . | . . |",
        "   0 | . . . . . | . . . . . | . . |",
        "   1 | . . . . . | . . . . . | . . |",
        "     +-----------+-----------+-----+",
    ]
    assert boxes.draw(picture(nonogram([[1]], [[1], []]), ["#."])).split("\n") == [
        "    1 0  ",
        "  ┌─────┐",
        "1 │ █ . │",
        "  └─────┘",
    ]
