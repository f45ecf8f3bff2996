"""Drawings of csp2sat that look like rows of another board: they are that board, or an error, never another one."""

from __future__ import annotations

import pytest

import csp2sat
from csp2sat.errors import InputError
from csp2sat.puzzles.drawing import ascii as plain
from csp2sat.puzzles.drawing import boxes
from csp2sat.puzzles.spec import PUZZLES

DRAWN = {
    "hashiwokakero": [
        "size 5 1\n- - 2 - 3\n",
        "size 3 2\n2 - 3\n1 - 2\n",
        "size 2 3\n2 3\n- -\n1 2\n",
        "size 5 5\n2 - - - 3\n- - - - -\n2 - - - 1\n- - - - -\n2 - - - 1\n",
    ],
    "slitherlink": ["size 1 1\n-\n", "size 2 2\n- -\n- -\n", "size 3 2\n- - -\n- - -\n"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in DRAWN.items() for text in texts])
@pytest.mark.parametrize("draw", [plain.draw, boxes.draw])
def test_a_board_without_signs_for_blank_cells(name, text, draw):
    board = csp2sat.loads(text, name).board
    drawing = draw(PUZZLES[name].picture(board, None))
    if name == "hashiwokakero":
        assert csp2sat.loads(drawing, name).board == board
    else:
        with pytest.raises(InputError) as refused:
            csp2sat.loads(drawing, name)
        assert refused.value.place


def test_islands_below_each_other_are_still_an_array():
    assert csp2sat.loads("2 3\n1 2\n", "hashiwokakero").board.cols == 2
    assert csp2sat.loads("2   0   3\n0   0   0\n", "hashiwokakero").board.cols == 3
    assert csp2sat.loads("0  3\n1  4\n", "cave").board.cols == 2
    for name in ("hashiwokakero", "cave"):  # as a drawing without signs for blank cells
        with pytest.raises(InputError, match="a gap with room for a blank cell"):
            csp2sat.loads("2   3\n1   2\n", name)


SOLVED = {
    "mosaic": [
        "#3  .  .  2\n#3 #5 #4 #3\n .  4 ##  3\n",
        "#3  .  .  2\n 1  5  4  3\n",
        " 1  5 #4  3\n .  .  .  .\n",
        "#3 ## ##\n#3  . #4\n .  . ##\n",
    ],
    "cave": ["# .\n. .\n3 4\n", "3 4\n# #\n. .\n"],
    "kurodoko": ["# 3 .\n. . .\n. # .\n", "#\n1\n"],
    "hitori": ["#1\n 1\n"],
    "akari": ["# -\n-1\n", "# -\n-\n"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in SOLVED.items() for text in texts])
def test_a_solution_whose_shaded_cells_are_no_comment(name, text):
    with pytest.raises(InputError):
        csp2sat.loads(text, name)


COMMENTED = ["# 5\n1 2 3\n", "1 2 3 # one row\n", "#\n# cave 1\n#\n123\n222\n", "# Cave\n1 2 3\n", "#1\n1 2 3\n2 2 2\n"]


def test_comments_stay_comments():
    for text in COMMENTED:
        assert csp2sat.loads(text, "cave").board.cols == 3, text


def test_a_row_without_blanks_is_no_cell():
    for name in ("lits", "hitori", "nurikabe"):
        with pytest.raises(InputError, match="one cell with the number 12, or a row"):
            csp2sat.loads("12\n", name)
    assert csp2sat.loads("[[12]]\n", "nurikabe").board.givens == [[12]]
    assert csp2sat.loads("1 2\n", "hitori").board.cols == csp2sat.loads("12\n21\n", "hitori").board.cols == 2
