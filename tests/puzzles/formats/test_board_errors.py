"""Boards that are wrong: every error with its place."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.formats.reading import read_board

SIZE = "expected `size WIDTH HEIGHT`"
NO_BOARD = f"this is no board; {SIZE} and rows, an array of digits, a JSON object, a URL or a game ID"
CELLS = "expected - (blank), 0 (white circle) or 1 (black circle)"
WRONG_TEXT = {
    "empty": ("", "1:1", NO_BOARD),
    "another language": ("(int x 0 1)", "1:1", NO_BOARD),
    "only comments": ("; Masyu\n", "2:1", NO_BOARD),
    "no size": (
        "; Masyu\n- 0\n",
        "2:1",
        "in a digit array of masyu 0 is blank; expected digits alone, or the text form with a line `size W",
    ),
    "a listing": ("; Masyu\n; size 1 1\n; -\n", "2:1", "the board is in comments; expected it without the `;` before"),
    "size alone": ("size\n", "1:5", SIZE),
    "one number": ("size 2\n- -\n", "1:7", SIZE),
    "three numbers": ("size 2 2 2\n", "1:10", SIZE),
    "zero": ("size 0 2\n", "1:6", "the board has 2 rows and 0 columns; expected at least 1 of each"),
    "negative": ("size -1 2\n", "1:6", f"'-1' is no number of 1 to 9 digits; {SIZE}"),
    "huge": ("size 9000 9000\n", "1:6", "the board has 9000 x 9000 cells; expected at most 1000000"),
    "many digits": ("size 1 " + "1" * 5000, "1:8", f"'{'1' * 59}... is no number of 1 to 9 digits; {SIZE}"),
    "unicode digits": ("size ٢ 2\n", "1:6", f"'٢' is no number of 1 to 9 digits; {SIZE}"),
    "unknown token": ("size 2 2\n- -\n-  x\n", "3:4", f"'x' is no cell of masyu; {CELLS}"),
    "short row": ("size 2 2\n- -\n-\n", "3:2", "found 1 cells; expected 2, the width"),
    "long row": ("size 2 2\n- - 0\n- -\n", "2:5", "found 3 cells; expected 2, the width"),
    "no rows": ("size 2 2\n", "1:9", "found 0 rows; expected 2, the height"),
    "too few rows": ("size 2 2\n- -\n", "2:4", "found 1 rows; expected 2, the height"),
    "too many rows": ("size 2 1\n- -\n; 2\n 0 -\n", "4:2", "found 2 rows; expected 1, the height"),
    "box": ("size 1 1\nbox 1 1\n-\n", "2:1", f"'box' is no cell of masyu; {CELLS}"),
}
WRONG_SUDOKU = {
    "not square": ("size 2 3\n- -\n- -\n- -\n", "1:1", "a sudoku is square; this board has 3 rows and 2 columns"),
    "not square, boxes": ("size 3 2\nbox 1 2\n- - -\n- - -\n", "1:1", "a sudoku is square; this board has 2 rows and"),
    "no usual boxes": (
        "size 8 8\n",
        "1:1",
        "a board of 8 x 8 has no usual boxes; expected the text form with a line `box ",
    ),
    "wrong boxes": (
        "size 4 4\nbox 2 3\n",
        "2:5",
        "boxes of 2 rows and 3 columns do not fit; expected 4 cells in a box",
    ),
    "no boxes": ("size 4 4\nbox 0 4\n", "2:5", "boxes of 0 rows and 4 columns do not fit; expected 4 cells in a box"),
    "half a box": ("size 4 4\nbox 2\n", "2:6", "expected `box BOX_ROWS BOX_COLS`"),
    "too big": ("size 1 1\n 5\n", "2:2", "5 is too big; expected at most 1, the size of the board"),
    "no number": ("size 1 1\nx\n", "2:1", "'x' is no cell of sudoku; expected - (blank) or a number"),
    "array too big": ("0 0\n".replace("0", "0 0") * 3 + "0 0 9 0", "4:5", "9 is too big; expected at most 4, the size"),
    "array negative": ("0 0 0 -1\n", "1:7", "-1 is no cell of sudoku; expected 0 (blank) or a number"),
}
WRONG_ARRAY = {
    "unknown": ("0 1\n0 7\n", "2:3", "7 is no cell of masyu; expected 0, 1 or 2"),
    "short row": ("0 1\n2\n", "2:1", "found 1 cells; expected 2, as in the first row"),
    "long row": ("0 1\n0 1 1\n", "2:5", "found 3 cells; expected 2, as in the first row"),
    "empty row": ("[[0 1] []]\n", "1:5", "found 0 cells; expected 2, as in the first row"),
    "not closed": ("[[0 1]\n [0 1]\n", "1:1", "this bracket is never closed"),
    "closed twice": ("[[0 1]]]", "1:8", "unexpected ]; expected rows of numbers in brackets"),
    "three dimensions": ("[[[0 1]]]", "1:3", "unexpected [; expected rows of numbers in brackets"),
    "loose number": ("[[0 1] 2]", "1:8", "unexpected 2; expected rows of numbers in brackets"),
    "left out": ("[[0 ... 0]\n ...\n [0 ... 0]]", "1:5", "cells are left out; expected all (numpy.set_printoptions("),
    "fraction": ("0 1.5\n", "1:3", "1.5 is no whole number of 1 to 9 digits"),
    "many digits": ("0 " + "1" * 5000, "1:3", f"{'1' * 60}... is no whole number of 1 to 9 digits"),
}
KEYS = 'expected "type", "rows", "cols", "givens"'
WRONG_JSON = {
    "cut": ('{"type": "masyu"', "1:17", "this is no JSON: "),
    "garbage": ('{"type": "masyu"} x', "1:19", "this is no JSON: Extra data"),
    "deep": ('{"a":' * 100_000, "1:1", "this is nested too deeply"),
    "many digits": ('{"rows": ' + "1" * 200000 + "}", "1:10", "an integer of 200000 digits; expected at most 100000"),
    "key twice below": ('{"type": "masyu", "givens": {"a": 1,\n "a": 2}}', "2:2", "'a' is twice in one object"),
    "no number": ('{"type": "masyu",\n "rows": NaN}', "2:10", "NaN is no number in JSON"),
    "a slip": ('{"type": "masyu", "row": 1, "cols": 1}', "1:19", 'no key "row" is known here; did you mean "rows"?'),
    "no key of a board": ('{"n": 1}', "1:1", f'there is no key "type"; {KEYS}; data of a MiniZinc model stand behind'),
    "key twice": ('{"type": 1,\n "type": "masyu"}', "2:2", "'type' is twice in one object"),
    "no type": ('\n{"rows": 1, "cols": 1, "givens": ["."]}', "2:1", f'there is no key "type"; {KEYS}'),
    "no givens": ('{"type": "masyu", "rows": 1, "cols": 1}', "1:1", f'there is no key "givens"; {KEYS}'),
    "wrong type": ('{"type": "sudoku", "rows": 1, "cols": 1}', "1:10", '"type" is "sudoku"; expected "masyu"'),
    "no name": ('{"type": ["masyu"]}', "1:10", '"type" is ["masyu"]; expected "masyu"'),
    "true rows": ('{"type": "masyu", "rows": true}', "1:27", "true is no number of rows"),
    "float cols": ('{"type": "masyu", "rows": 1, "cols": 1.0}', "1:38", "1.0 is no number of cols"),
    "zero": (
        '{"type": "masyu", "rows": 0, "cols": 1}',
        "1:27",
        "the board has 0 rows and 1 columns; expected at least 1",
    ),
    "huge": (
        '{"type": "masyu", "rows": 2, "cols": 999999999}',
        "1:38",
        "the board has 2 x 999999999 cells; expected at",
    ),
}
WRONG_GIVENS = {
    "no list": ("7", "2:1", "expected a list of 2 rows"),
    "no rows": ("[]", "2:1", "found 0 rows; expected 2"),
    "a row too few": ('["..."]', "2:2", "found 1 rows; expected 2"),
    "a row too many": ('["...",\n"...",\n"..."]', "4:1", "found 3 rows; expected 2"),
    "no string": ('["...", [".", ".", "."]]', "2:9", "expected a string of 3 cells"),
    "short": ('["...", ".."]', "2:11", "found 2 cells; expected 3"),
    "long": ('["...",\n "...."]', "3:6", "found 4 cells; expected 3"),
    "unknown": ('["...",\n ".x."]', "3:4", "\"x\" is no cell of masyu; expected '.', 'w' or 'b'"),
    "escaped": ('["...",\n ".\\ud800."]', "3:2", '"\\ud800" is no cell of masyu; '),
}
WRONG_SUDOKU_GIVENS = {
    "no object": ("[[0]]", "2:1", 'expected an object with the keys "box_cols", "box_rows", "grid"'),
    "a variant": (
        '{"box_rows": 1, "box_cols": 1, "grid": [[0]], "diagonal": true}',
        "2:1",
        'expected an object with the keys "box_cols", "box_rows", "grid"',
    ),
    "box is no number": ('{"box_rows": 1, "box_cols": "1", "grid": [[0]]}', "2:29", '"1" is no number'),
    "boxes": ('{"box_rows": -1, "box_cols": -1, "grid": [[0]]}', "2:14", "boxes of -1 rows and -1 columns do not fit"),
    "cell": (
        '{"box_rows": 1, "box_cols": 1, "grid": [[true]]}',
        "2:42",
        "true is no cell of sudoku; expected 0 (blank) or a",
    ),
    "float": (
        '{"box_rows": 1, "box_cols": 1, "grid": [[1.0]]}',
        "2:42",
        "1.0 is no cell of sudoku; expected 0 (blank) or a",
    ),
    "too big": (
        '{"box_rows": 1, "box_cols": 1, "grid": [[2]]}',
        "2:42",
        "2 is too big; expected at most 1, the size of the",
    ),
}


def assert_refused(text, puzzle, place, message):
    with pytest.raises(InputError) as info:
        read_board(Source("b.txt", text), puzzle)
    assert str(info.value).splitlines()[0].startswith(f"b.txt:{place}: {message}")


@pytest.mark.parametrize("text, place, message", WRONG_TEXT.values(), ids=WRONG_TEXT.keys())
def test_wrong_text(text, place, message):
    assert_refused(text, "masyu", place, message)


@pytest.mark.parametrize("text, place, message", WRONG_SUDOKU.values(), ids=WRONG_SUDOKU.keys())
def test_wrong_sudoku(text, place, message):
    assert_refused(text, "sudoku", place, message)


@pytest.mark.parametrize("text, place, message", WRONG_ARRAY.values(), ids=WRONG_ARRAY.keys())
def test_wrong_array(text, place, message):
    assert_refused(text, "masyu", place, message)


@pytest.mark.parametrize("text, place, message", WRONG_JSON.values(), ids=WRONG_JSON.keys())
def test_wrong_json(text, place, message):
    assert_refused(text, "masyu", place, message)


@pytest.mark.parametrize("givens, place, message", WRONG_GIVENS.values(), ids=WRONG_GIVENS.keys())
def test_wrong_givens(givens, place, message):
    assert_refused('{"type": "masyu", "rows": 2, "cols": 3, "givens":\n' + givens + "}", "masyu", place, message)


@pytest.mark.parametrize("givens, place, message", WRONG_SUDOKU_GIVENS.values(), ids=WRONG_SUDOKU_GIVENS.keys())
def test_wrong_sudoku_givens(givens, place, message):
    text = '{"type": "sudoku", "rows": 1, "cols": 1, "givens":\n' + givens + "}"
    assert_refused(text, "sudoku", place, message)


def test_an_error_shows_the_line_and_a_caret():
    with pytest.raises(InputError) as info:
        read_board(Source("b.txt", "; Masyu\nsize 2 1\n-  x\n"))
    assert str(info.value) == f"b.txt:3:4: 'x' is no cell of masyu; {CELLS}\n  -  x\n     ^"
