"""Texts of boards as newcomers write them: read where they can mean one board alone, else said how they are written."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.solving.inputs import read_data

pytestmark = pytest.mark.filterwarnings("ignore::csp2sat.InputWarning")  # of boards at random

SLITHERLINK = "; Slitherlink\nsize 3 2\n3 - 3\n- 1 -\n"
SAME = {
    "no blanks": "; Slitherlink\nsize 3 2\n3-3\n-1-\n",
    "points": "; Slitherlink\nsize 3 2\n3.3\n  .1.\n",
    "one row without": "; Slitherlink\nsize 3 2\n3 - 3\n-1-\n",
}
ARROWS = {
    "yajilin": ("size 4 1\n1R 2D ?U 3L\n", ["1> 2v ?^ 3<", "1r 2d ?u 3l", "1→ 2↓ ?↑ 3←"]),
    "firefly": ("size 4 1\n1R 2D ?U 3L\n", ["1> 2v ?^ 3<", "1r 2d ?u 3l"]),
    "sashigane": ("size 4 1\nR D U L\n", ["> v ^ <", "r d u l", "→ ↓ ↑ ←"]),
}
HEYAWAKE = "; Heyawake\nsize 3 2\nregions\n0 0 1\n0 2 2\nclues\n2 - -\n"
SAME_ROOMS = {
    "from 1": "; Heyawake\nsize 3 2\nregions\n1 1 2\n1 3 3\nclues\n2 - -\n",
    "letters": "; Heyawake\nsize 3 2\nregions\nA A B\nA C C\nclues\n2 - -\n",
    "no blanks": "; Heyawake\nsize 3 2\nregions\nAAB\nACC\nclues\n2 - -\n",
    "two letters after z": "; Heyawake\nsize 3 2\nregions\ny y z\ny aa aa\nclues\n2 - -\n",
    "gaps": "; Heyawake\nsize 3 2\nregions\n3 3 5\n3 9 9\nclues\n2 - -\n",
    "clues by name": "; Heyawake\nsize 3 2\nregions\nz z b\nz a a\nclues\nz=2\n",
}
ORDER = "so it is not sure which clues are theirs; expected clues by name"
WRONG = {
    "another order": (
        "; Heyawake\nsize 3 1\nregions\n1 0 0\nclues\n2 -\n",
        f"4:3: room 0 begins behind room 1, {ORDER}",
    ),
    "more letters, another order": (
        "; Heyawake\nsize 2 1\nregions\naa z\nclues\n2 -\n",
        f"4:4: room z begins behind room aa, {ORDER}",
    ),
    "letters, another order": (
        "; Heyawake\nsize 2 1\nregions\nb a\nclues\n2 -\n",
        f"4:3: room a begins behind room b, {ORDER}",
    ),
    "commas and no cell": ("; Slitherlink\nsize 3 1\n3,,3\n", "3:1: '3,,3' is no cell of slitherlink; expected"),
    "a wrong character": ("; Slitherlink\nsize 3 1\n3x3\n", "3:1: '3x3' is no cell of slitherlink; expected"),
    "misspelt": (
        "; sliterlink\nsize 1 1\n3\n",
        " 'sliterlink' is no puzzle; did you mean 'slitherlink'? which puzzle is it?",
    ),
    "unknown": ("; gribbelgrab\nsize 1 1\n3\n", " 'gribbelgrab' is no puzzle that is known here. which puzzle is it?"),
    "no name": ("; from the paper\nsize 1 1\n3\n", " which puzzle is it?"),
    "no size": (
        "; Slitherlink\n? 3 3\n",
        "2:1: no size of this slitherlink; expected `size WIDTH HEIGHT` before the rows",
    ),
    "a first row that looks like a comment": (
        "; Akari\n# . . 1 .\n. . 2 . .\n. . . . .\n",
        "2:1: cells, or a comment? expected `size WIDTH HEIGHT` above rows with `#`",
    ),
    "cells that look like a comment": (
        "; Hitori\n2 3 # 1\n2 3 # 2\n3 1 # 2\n1 1 # 1\n",
        "2:5: cells, or a comment? expected `size WIDTH HEIGHT` above rows with `#`",
    ),
    "a value for each cell": (
        "; Slant\nsize 3 3\n1 - -\n- 3 -\n- - -\n",
        "3:6: found 3 cells; expected 4, the width and 1, for there are values at all corners",
    ),
    "no sections": (
        "; Tents\nsize 3 1\nT - -\n",
        "3:1: 'T - -'; expected `rows`; csp2sat puzzles tents shows a board",
    ),
    "no size of another puzzle": (
        "; Kuromasu\n..2..\n.....\n3...4\n....\n..5..\n",
        "5:5: found 4 cells; expected 5, as in most rows, or `size WIDTH HEIGHT`",
    ),
    "an own drawing": (
        '<svg xmlns="http://www.w3.org/2000/svg" version="1.1">',
        "1:1: an SVG drawing without a readable board; expected the board as text, JSON, URL or",
    ),
    "an own page": ("\n<!DOCTYPE html>\n<html>", "1:1: a web page without a readable board"),
    "a backslash": ("; Kakuro\nsize 1 1\n3\\4\\5\n", "3:1: '3\\4\\5' is no cell of kakuro; expected"),
    "a character of control": ("; Kakuro\nsize 1 1\n\x1b\n", "3:1: '\\x1b' is no cell of kakuro; expected"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "1:1: this is a picture; expected a text"),
    "utf-16": ("; Slitherlink".encode("utf-16"), "1:1: this is UTF-16 text; expected UTF-8: save the file as UTF-8"),
}


@pytest.mark.parametrize("name", SAME)
def test_rows_without_blanks(name):
    assert read_board(Source("x", SAME[name])) == read_board(Source("x", SLITHERLINK))


@pytest.mark.parametrize("puzzle", ARROWS)
def test_arrows_as_they_are_drawn(puzzle):
    text, others = ARROWS[puzzle]
    for other in others:
        drawn = f"{text.partition(chr(10))[0]}\n{other}\n"
        assert read_board(Source("x", drawn), puzzle) == read_board(Source("x", text), puzzle)
    with pytest.raises(InputError, match=r"such as 2R|or U, D, L or R"):
        read_board(Source("x", "size 1 1\n1x\n"), puzzle)


@pytest.mark.parametrize("name", SAME_ROOMS)
def test_names_of_rooms(name):
    assert read_board(Source("x", SAME_ROOMS[name])) == read_board(Source("x", HEYAWAKE))


@pytest.mark.parametrize("name", WRONG)
def test_what_is_said_of_others(name):
    text, message = WRONG[name]
    with pytest.raises(InputError) as info:
        read_data(text if isinstance(text, bytes) else text.encode(), "x.txt", ".txt", None)
    assert str(info.value).startswith(f"x.txt:{message}")


def test_the_place_in_a_row_without_blanks():
    with pytest.raises(InputError, match=r"x:3:[13]: the room of this cell falls into 2 parts"):
        read_board(Source("x", "; norinori\nsize 3 1\naba\n"))


def test_a_hint_at_blanks():
    with pytest.raises(InputError, match="blanks go between cells"):
        read_board(Source("x", "; Slitherlink\nsize 3 1\n3,-;3\n"))


@pytest.mark.parametrize("name", ["akari", "shakashaka"])
def test_a_cell_is_no_comment_although_the_rows_are_like_an_array(name):
    """A cell `#` and all behind it was dropped, so that another board was solved."""
    rows = ". . # . .\n" * 3
    wanted = read_board(Source("<text>", f"; {name}\nsize 5 3\n{rows}"))
    assert read_board(Source("<text>", f"; {name}\n{rows}")) == wanted


def test_comments_of_an_array_stay_comments():
    texts = ("0 1 0\n0 0 2", "0 1 0 # the first row\n0 0 2", "# 1\n0 1 0\n0 0 2", "[[0 1 0] # a\n [0 0 2]]")
    assert len({repr(read_board(Source("<text>", f"# Akari\n{text}\n"))) for text in texts}) == 1


NONOGRAM = "; Nonogram\nsize 3 2\nrows\n3\n1 1\ncolumns\n2\n1\n2\n"
COLUMNS = "\ncolumns\n2\n1\n2\n"
SAME_LISTS = {
    "cols": "size 3 2\nrows\n3\n1 1\ncols\n2\n1\n2\n",
    "in capitals": "size 3 2\nROWS\n3\n1 1\nColumn clues\n2\n1\n2\n",
    "columns first": "size 3 2\ncolumns\n2\n1\n2\nrows\n3\n1 1\n",
    "without a size": "rows\n3\n1 1\ncols\n2\n1\n2\n",
    "each on a line": "rows: 3, 1 1\ncols: 2, 1, 2\n",
    "without a colon": "size 3 2\nrows 3, 1 1\ncols 2, 1, 2\n",
    "a comma at the end": f"rows: 3, 1 1,{COLUMNS}",
    "semicolons": f"rows: 3; 1,1{COLUMNS}",
    "slashes": f"rows: 3/1.1{COLUMNS}".replace("1.1", "1 1"),
    "brackets": f"rows: [3] [1 1]{COLUMNS}",
    "lists of Python": "rows = [[3], [1, 1]]\ncols = [[2], [1], [2]]\n",
    "commas in lines": f"rows\n3\n1,1{COLUMNS}",
    "brackets in lines": f"rows\n[3]\n[1, 1]{COLUMNS}",
}
WRONG_LISTS = {
    "a list too many": (
        f"size 3 2\nrows: 3, 1, 1{COLUMNS}",
        "2:13: found 3 lines after `rows`; expected 2, the height",
    ),
    "a list missing": (f"rows: 3,,1{COLUMNS}", "1:7: '3,,1' cannot stand here"),
    "no list first": (f"rows: ,3{COLUMNS}", "1:7: ',3' cannot stand here"),
    "a number beside brackets": (f"rows: 3 [1 1]{COLUMNS}", "1:9: '[1' cannot stand here"),
    "a number between brackets": (f"rows: [3] 2 [1 1]{COLUMNS}", "1:7: '[3]' cannot stand here"),
    "a wrong number": (f"rows: 3, 1 x{COLUMNS}", "1:7: '3,' cannot stand here"),
    "a number of another kind": (f"rows: 3, 0 1{COLUMNS}", "1:10: '0' cannot stand here"),
    "twice": (f"size 3 2\nrows: 3, 1 1{COLUMNS}cols: 2, 1, 2\n", "7:1: `columns` again; expected the end of the board"),
}


@pytest.mark.parametrize("text", SAME_LISTS.values(), ids=SAME_LISTS)
def test_lists_of_a_nonogram(text):
    assert read_board(Source("x", text), "nonogram") == read_board(Source("x", NONOGRAM))


@pytest.mark.parametrize("text, message", WRONG_LISTS.values(), ids=WRONG_LISTS)
def test_places_in_lists(text, message):
    with pytest.raises(InputError) as info:
        read_board(Source("x", text), "nonogram")
    assert str(info.value).startswith(f"x:{message}")


def test_brackets_tell_whether_numbers_are_one_list():
    lists = [read_board(Source("x", f"rows: {rows}\ncols: 1, 1, 1\n"), "nonogram").givens["rows"] for rows in (
        "[[1, 1]]", "[1, 1]", "[], [1]", "-, 1",
    )]  # fmt: skip
    assert lists == [[[1, 1]], [[1], [1]], [[], [1]], [[], [1]]]


def test_commas_between_clues():
    wanted = read_board(Source("x", "size 3 2\nrows\n1 -\ncolumns\n1 0 -\n"), "tents")
    assert read_board(Source("x", "rows: 1, -\ncols: [1, 0, -]\n"), "tents") == wanted
    stars = read_board(Source("x", "size 3 3\nstars\n1 1\n3 3\n"), "galaxies")
    assert read_board(Source("x", "size 3 3\nstars: (1, 1), (3, 3)\n"), "galaxies") == stars


BELOW = {
    "semicolons": ("rows\n1; 1\n", [[1], [1]]),
    "slashes": ("rows\n1/1,1/2\n", [[1], [1, 1], [2]]),
    "bars": ("rows\n1 1 | 2\n", [[1, 1], [2]]),
    "brackets": ("rows\n[1], [1, 1]\n", [[1], [1, 1]]),
    "commas and blanks": ("rows\n3, 2 1, 4\n", [[3], [2, 1], [4]]),
    "commas alone": ("rows\n1, 1, 2\n", [[1], [1], [2]]),
    "commas in each line": ("rows\n3,1\n1, 1\n2\n", [[3, 1], [1, 1], [2]]),
    "semicolons at the ends": ("rows\n3,1;\n1;\n", [[3, 1], [1]]),
    "semicolons on several lines": ("rows: 3; 1,1;\n2,1; 4\n", [[3], [1, 1], [2, 1], [4]]),
    "the height": ("size 3 1\nrows\n1,1\n", [[1, 1]]),
    "the height beside": ("size 3 1\nrows: 1, 1\n", [[1, 1]]),
    "brackets of Python on lines": ("rows = [\n  [3],\n  [1, 1],\n]\n", [[3], [1, 1]]),
    "a long line": (
        "rows\n3; 2,1; 3,2; 2,2; 6; 1,5; 6; 1; 2\n",
        [[3], [2, 1], [3, 2], [2, 2], [6], [1, 5], [6], [1], [2]],
    ),
}
EITHER = {
    "commas and blanks in lines": ("rows\n3, 2 1\n3,1\n", "2:1: '3,' cannot stand here"),
    "commas beside the heading and lines": ("rows: 3,1\n2\n", "1:7: '3,1' cannot stand here"),
}


@pytest.mark.parametrize("text, rows", BELOW.values(), ids=BELOW)
def test_signs_between_lists_below_their_heading(text, rows):
    assert read_board(Source("x", f"{text}columns\n1\n-\n1\n"), "nonogram").givens["rows"] == rows


@pytest.mark.parametrize("text, message", EITHER.values(), ids=EITHER)
def test_commas_that_may_part_lists_or_numbers(text, message):
    with pytest.raises(InputError) as info:
        read_board(Source("x", f"{text}columns\n1\n-\n1\n"), "nonogram")
    assert str(info.value).startswith(f"x:{message}") and "lists by `;` or by line ends" in str(info.value)


def test_pairs_of_coordinates_with_commas():
    stars = read_board(Source("x", "size 3 3\nstars\n1 1\n3 3\n"), "galaxies")
    for text in ("1,1\n3,3\n", "1,1; 3,3\n", "(1, 1), (3, 3)\n"):
        assert read_board(Source("x", f"size 3 3\nstars\n{text}"), "galaxies") == stars
    alone = read_board(Source("x", "size 3 3\nstars\n3 3\n"), "galaxies")
    assert read_board(Source("x", "size 3 3\nstars: 3, 3\n"), "galaxies") == alone


OPEN_LISTS = "; Nonogram\n{}rows\n1\n2;1\n2;1\n-\n6\n4\ncolumns\n1\n2;2\n3;2\n2\n2;2\n1\n"


def test_signs_on_lines_of_their_own_part_numbers_if_the_size_says_so():
    assert read_board(Source("x", OPEN_LISTS.format("size 6 6\n"))).givens["rows"][1] == [2, 1]
    with pytest.raises(InputError, match="'2;1' cannot stand here"):
        read_board(Source("x", OPEN_LISTS.format("")))


@pytest.mark.parametrize("kind", [None, "kakuro"])
def test_a_line_that_names_the_puzzle_is_not_left_out(kind):
    with pytest.warns(InputWarning, match="columns: line 1 names the puzzle, "):
        board = read_board(Source("k.txt", "kakuro\nX 3/ 4/\n/3 . .\n/4 . .\n"), kind)
    assert board.puzzle == "kakuro"
