"""Partial solutions with lines that people type between cells and corners."""

import pytest

from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.strokes import strokes

MASYU = read_board(Source("m", "; Masyu\nsize 5 4\n- - - - -\n- - - 1 0\n- - - - -\n1 - - - -\n"))
SLITHERLINK = read_board(Source("s", "; Slitherlink\nsize 3 3\n3 - 3\n- - 1\n- 3 -\n"))
LINES = {"h": ["1???", "??11", "????", "???1"], "v": ["1????", "????1", "????1"]}
CORNERS = {"h": ["1?1", "???", "???", "?1?"], "v": ["10?1", "???1", "????"]}
SAME = {
    "pieces, blanks between": "┌─. . . .\n╵ . .─1─0\n. . . . │\n1 . . .─┘\n",
    "strokes below rows": ".--.  .  .  .\n|\n.  .  .--1--0\n"
    "            |\n.  .  .  .  .\n            |\n1  .  .  .--.\n",
    "circles": "·─· · · ·\n│\n· · ·─●─○\n        │\n· · · · ·\n        │\n● · · ·─·\n",
    "indented, with a title": "; so far\n   + - +   +   +   +\n   |\n   +   +   + - 1 - 0\n"
    "                   |\n   +   +   +   +   +\n                   |\n   1   +   +   + - +\n",
}
BOXES = "┌───╴   ╶───┐\n│ 3 x     3 │\n·   ·   ·   ·\n          1 │\n·   ·   ·   ·\n      3\n·   ·───·   ·\n"
OTHERS = [
    ".-.-. . .\n\n. . . 1 .\n",  # a circle is missing, and lines are
    ".-. . . .\n. . . 0 1\n. . . . .\n1 . . . .\n",  # other circles
    ".-. . . .\n. . . 1 0\n. . . . .\n1 . . . .\n. . . . .\n",  # a row more
    ".-z . . .\n. . . 1 0\n. . . . .\n1 . . . .\n",
    ". . . . .\n. . . 1 0\n. . . . .\n1 . . . .\n",  # no line
    ".--   .   .   .\n\n.   .   .   1   0\n\n.   .   .   .   .\n\n1   .   .   .   .\n",  # half a line
]


@pytest.mark.parametrize("name", SAME)
def test_lines_between_cells(name):
    assert strokes(SAME[name], MASYU) == LINES


def test_lines_between_corners():
    assert strokes(BOXES, SLITHERLINK) == CORNERS
    assert strokes(BOXES.replace("╴", "┐"), SLITHERLINK) is None  # a cross on a line


def test_pieces_side_by_side():
    assert strokes("┌╴...\n╵.╶10\n....│\n1..╶┘\n", MASYU) == {**LINES, "h": ["1???", "??1?", "????", "???1"]}


def test_a_cross_is_no_line():
    text = ". x . . . .\n" + "    . . . 1 0\n"[4:]
    assert strokes(text, MASYU) is None
    crossed = ".x. . . .\n\n. . . 1 0\nx\n. . . . .\n\n1 . . . .\n"
    assert strokes(crossed, MASYU) == {"h": ["0???", "????", "????", "????"], "v": ["?????", "0????", "?????"]}


def test_givens_may_be_left_out():
    for text in SAME.values():
        assert strokes(text.translate(str.maketrans("10●○", "...·")), MASYU) == LINES, text
    assert strokes(BOXES.replace("3", " ", 1), SLITHERLINK) == CORNERS
    assert strokes(BOXES.replace("3", "2", 1), SLITHERLINK) is None


def test_letters_as_pieces():
    assert strokes("r-7..\n|.L7.\n|..|.\nL--J.\n", MASYU) == {
        "h": ["11??", "??1?", "????", "111?"],
        "v": ["1?1??", "1??1?", "1??1?"],
    }


@pytest.mark.parametrize("text", OTHERS)
def test_other_texts(text):
    assert strokes(text, MASYU) is None


def test_other_kinds_have_no_lines():
    assert strokes("1-2\n", read_board(Source("h", "; Hitori\nsize 2 1\n1 2\n"))) is None


SPREAD = "r - 7 . .\n| . L 7 .\n| . . | .\nL - - J .\n"


def test_blanks_between_pieces():
    assert strokes(SPREAD, MASYU) == strokes(SPREAD.replace(" ", ""), MASYU) is not None
    boxes = SPREAD.translate(str.maketrans("r7LJ-|", "┌┐└┘─│"))
    assert strokes(boxes, MASYU) == strokes(SPREAD, MASYU)


def test_circles_in_place_of_pieces():
    board = read_board(Source("m", "; Masyu\nsize 3 3\n- - -\n- - w\n- - b\n"))
    loop = {"h": ["11", "??", "11"], "v": ["1?1", "1?1"]}
    assert strokes("r-7\n|.w\nL-b\n", board, is_whole=True) == loop
    assert strokes("r-7\n|.w\nL-b\n", board) == {**loop, "v": ["1?1", "1??"]}  # of a begun board nothing follows
