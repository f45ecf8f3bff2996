"""The drawing of a solution, given as a board: lines between dots are left out, other drawings get a message."""

from __future__ import annotations

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning
from csp2sat.puzzles.drawing.ascii import draw
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES

pytestmark = pytest.mark.filterwarnings("ignore::csp2sat.errors.InputWarning")
SAME = {"balance", "castle", "dbchoco", "firefly", "geradeweg", "masyu", "numberlink", "slitherlink"}
# The numbers are givens
FULL = {"binairo", "futoshiki", "hidoku", "jigsaw", "ripple", "skyscrapers", "str8ts", "sudoku", "suguru"}
# The drawing lacks a part of the board, or each of its rows may be one of a board
OTHER = {"battleship": "fleet", "easyasabc": "letters", "kenken": "a gap", "killer": "sum", "yinyang": "digit array"}
OTHER |= {**dict.fromkeys(("kakuro", "shakashaka"), "cells, or a comment"), "galaxies": "| inside the board"}
QUESTION = "is this the drawing of a solution? expected the board alone"


@pytest.mark.parametrize("name", [*PUZZLES])
def test_the_drawing_of_a_solution(name):
    text, drawing = PUZZLES[name].samples[0]
    board = read_board(Source("x.txt", text), name)
    drawn = Source("x.txt", f"; {name}\n{drawing}\n")
    if name in SAME:
        assert read_board(drawn) == board
    elif name in FULL:
        solved = draw(PUZZLES[name].picture(read_board(drawn), None)).split()
        assert solved == drawing.split()
    else:
        with pytest.raises(InputError) as raised:
            read_board(drawn)
        assert OTHER.get(name, QUESTION) in str(raised.value)


LINES = [
    "+---+   +   +   +\n| 3           2\n"
    "+   +---+   +   +\n      1\n+   +   +   +   +\n  2       1\n+   +   +   +   +\n",
    "+-+ + + +\n|3     2 \n+ +-+ + +\n   1     \n+ + + + +\n 2   1   \n+ + + + +\n",
    "+ x +   +   +   +\n| 3 x     |   2 x\n"
    "+   +---+   +   +\nx     1\n+   +   + x +   +\n  2       1\n+   +   +   +   +\n",
]


@pytest.mark.parametrize("drawn", LINES)
def test_lines_and_crosses_of_a_slitherlink_are_no_part_of_the_board(drawn):
    with pytest.warns(InputWarning, match="lines of a solution are left out"):
        board = read_board(Source("x.txt", f"; Slitherlink\n{drawn}"))
    assert board == read_board(Source("x.txt", "; Slitherlink\nsize 4 3\n3 - - 2\n- 1 - -\n2 - 1 -\n"))


def test_a_cross_in_a_cell_is_none():
    """A cross stands between two dots, or between two cells."""
    with pytest.raises(InputError, match=r"x\.txt:3:3: 'x' cannot stand here"):
        read_board(Source("x.txt", "; Slitherlink\n+---+---+\n| x   2\n+   +---+\n  1   3\n+   +   +\n"))


KAKURO = """##### ##### 28\\   13\\   #####
##### 10\\12 .     .     24\\
  \\14 .     .     .     .
  \\29 .     .     .     .
#####   \\20 .     .     .
"""


@pytest.mark.parametrize("blocks", ["#####", "#    ", "X    "])
def test_a_kakuro_as_it_is_drawn_needs_no_size(blocks):
    rows = KAKURO.replace("#####", blocks)
    board = read_board(Source("x.txt", f"; Kakuro\n{rows}"))
    assert board == read_board(Source("x.txt", f"size 5 5\n{KAKURO.replace('#####', '#')}"), "kakuro")
    assert read_board(Source("x.txt", rows), "kakuro") == board


def test_a_row_behind_a_comment_is_none_of_a_kakuro():
    with pytest.raises(InputError, match="cells, or a comment"):
        read_board(Source("x.txt", "; Kakuro\n# 3\\ 4\\ #\n\\3 . .\n\\4 . .\n"))


def test_a_size_with_a_cross_is_said_in_the_words_of_the_text_form():
    with pytest.raises(InputError) as raised:
        read_board(Source("x.txt", f"kakuro\n4 x 5\n{KAKURO}foo bar"))
    said = "x.txt:2:1: 4 x 5 is no size; expected `size 4 5` or the other way round"
    assert str(raised.value).startswith(said)


@pytest.mark.parametrize("rows", ["AAB\nAAB\nAAB\nA=1\n", "regions\nA A B\nA A B\nA A B\nclues\n1 -\n"])
def test_a_size_with_a_cross_is_read_with_a_warning(rows):
    with pytest.warns(InputWarning, match="line 2 is the size"):
        board = read_board(Source("x.txt", f"heyawake\n3x3\n{rows}"))
    assert (board.rows, board.cols, board.givens["clues"]) == (3, 3, [1, None])


def test_a_size_with_a_cross_above_a_drawing_is_compared():
    drawing = ". < .   .\n\n.   .   3\n\n.   .   .\n"
    for size, warnings_ in (("3x3", "line 2 is the size"), ("3x4", "3x4 in the title, but the board has 3 rows")):
        with pytest.warns(InputWarning, match=warnings_):
            assert read_board(Source("x.txt", f"futoshiki\n{size}\n{drawing}")).rows == 3
