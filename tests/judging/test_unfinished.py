"""What is not complete yet on a board that is partly filled is not called wrong; what is wrong, is."""

from __future__ import annotations

import contextlib
import random

import pytest

import csp2sat
from csp2sat.base.source import Source
from csp2sat.judging.unfinished import EMPTY, faults_of_board
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES

# Kinds whose solutions are numbers in cells
KINDS = ["fillomino", "futoshiki", "hidoku", "jigsaw", "kakuro", "kenken", "killer", "ripple", "skyscrapers", "str8ts"]
KINDS += ["sudoku", "suguru"]


@pytest.mark.parametrize("name", KINDS)
def test_a_right_solution_without_some_numbers_has_no_faults_but_empty_cells(name):
    board = read_board(Source("x.txt", PUZZLES[name].samples[0][0]), name)
    solution = csp2sat.solve(board).solution
    given, rng = board.filled(), random.Random(name)
    for share in (0.3, 0.7, 1):
        cells = [cell for cell in board.cells() if solution[cell[0]][cell[1]] and cell not in given]
        empty = [cell for cell in cells if rng.random() < share] or cells[:1]
        partly = [[0 if (r, c) in empty else number for c, number in enumerate(row)] for r, row in enumerate(solution)]
        assert all(EMPTY in fault for fault in faults_of_board(board, partly)), name
        assert len(faults_of_board(board, partly)) == len(empty)


def test_numbers_that_are_wrong_whatever_comes_are_faults():
    board = read_board(Source("x.txt", "; Sudoku\nsize 4 4\n" + "- - - -\n" * 4), "sudoku")
    partly = [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 3, 0], [0, 3, 0, 0]]
    wrong = [fault for fault in faults_of_board(board, partly) if EMPTY not in fault]
    assert wrong == [
        "1 twice in a row, at row 1, column 1 and at row 1, column 2",
        "1 twice in a box, at row 1, column 1 and at row 1, column 2",
    ]
    assert faults_of_board(board, [[1, 2, 3, 4]]) == PUZZLES["sudoku"].broken_rules(board, [[1, 2, 3, 4]])


TITLES = (
    "My sudoku",
    "sudoku",
    "Sudoku of Monday, 4x4",
    "# the one from the paper",
    "puzzle sudoku\nsize 4 4\nbox 2 2",
    "4x4 (hard):\n",
)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_above_is_no_row(title):
    board = read_board(Source("x.txt", "; Sudoku\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"), "sudoku")
    for rows in ("4 1 2 3\n2 3 1 4\n1 4 . .\n3 2 . .\n", "4123\n2314\n1432\n3241\n"):
        assert csp2sat.check(board, f"{title}\n{rows}") == csp2sat.check(board, rows)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", list(PUZZLES))
def test_a_title_above_a_drawing_is_no_part_of_it(name):
    board = read_board(Source("x.txt", PUZZLES[name].samples[0][0]), name)
    drawn = str(csp2sat.draw(board, csp2sat.solve(board).solution))
    for title in ("My answer", f"{name.title()} of May, No. 12\n", "# the one from the paper"):
        assert csp2sat.check(board, f"{title}\n{drawn}") == []


def test_solutions_in_letters_are_no_titles():
    board = read_board(
        Source("x.txt", "; Star battle\nsize 4 4\nstars 1\nA A B B\nA A B B\nC C D D\nC C D D\n"), "starbattle"
    )
    wrong = "".join(f"{row}\n" for row in ("abcd", "abcd", "abcd", "abcd"))
    right = ".*..\n...*\n*...\n..*.\n"
    assert csp2sat.check(board, right) == [] and csp2sat.check(board, f"Stars\n{right}") == []
    with contextlib.suppress(csp2sat.InputError):
        assert csp2sat.check(board, f"{wrong}\n{right}") != []


def test_a_row_too_many_is_no_title():
    board = read_board(Source("x.txt", "; Sudoku\nsize 4 4\n" + "- - - -\n" * 4), "sudoku")
    with pytest.raises(csp2sat.InputError, match="no solution of this sudoku"):
        csp2sat.check(board, "1 2 3 4\n4 1 2 3\n2 3 1 4\n1 4 3 2\n3 2 4 1\n")


@pytest.mark.parametrize("name", [name for name in PUZZLES if PUZZLES[name].family == "loops and lines"])
def test_rows_of_dots_are_not_called_a_wrong_object(name):
    """`no object with the keys "h" and "v"`, the words of JSON, which nobody had written."""
    board = read_board(Source("x.txt", PUZZLES[name].samples[0][0]), name)
    try:
        said = "; ".join(csp2sat.check(board, f"{'.' * board.cols}\n" * board.rows))
    except csp2sat.InputError as error:
        said = str(error)
    assert said and '"h"' not in said and "object" not in said
