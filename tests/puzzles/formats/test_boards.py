"""Board formats: round trips, what they look like, and every error with its place."""

import json
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import coded_boards
from support.boards import FILES, board_of, neutral, random_board
from support.paths import BOARDS

from csp2sat.base.files import read_source
from csp2sat.base.json_places import place
from csp2sat.base.plugins import UnknownPart
from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles._index import TITLES
from csp2sat.puzzles.boards.reading import format_of, read_board
from csp2sat.puzzles.formats.array import takes
from csp2sat.puzzles.spec import FORMATS, PUZZLES, Board

MASYU = Board("masyu", 2, 3, [".bw", "w.."])
LATIN = {"box_rows": 2, "box_cols": 3, "grid": [[0] * 6 for _ in range(6)]}


def written(board, form):
    return FORMATS[form].write(board)


@pytest.mark.parametrize("name", FILES)
def test_round_trip_of_a_published_board(name):
    board = board_of(neutral(name))
    assert read_board(read_source(str(FILES[name]))) == board
    digits = board.rows != 12 and PUZZLES[board.puzzle].cells.digits != {}
    for form in ("text", "json", "array") if digits else ("text", "json"):
        assert read_board(Source("unnamed", written(board, form))) == board


# a page has only square boards of masyu, a line only sudokus, and none of these is a text of puzzlekit;
# links of Penpa+ are only read
@pytest.mark.parametrize(
    ("puzzle", "form"),
    [
        *product(("masyu", "slitherlink", "sudoku"), sorted(set(FORMATS) - {"page", "line", "puzzlekit", "penpa"})),
        ("sudoku", "line"),
    ],
)
def test_round_trip_of_random_boards(puzzle, form):
    rng = random.Random(puzzle + form)
    sizes = [(4, 4), (6, 6), (9, 9)] if puzzle == "sudoku" else [(1, 1), (1, 7), (7, 1), (5, 8)]
    for rows, cols in sizes * 3:
        board = random_board(puzzle, rows, cols, rng)
        text = written(board, form)
        assert format_of(text) is not None
        for ends in ("\n", "\r\n", "\r"):
            assert read_board(Source("x", text.replace("\n", ends))) == board


def test_what_the_formats_look_like():
    assert written(MASYU, "text") == "; Masyu Puzzle\nsize 3 2\n- 1 0\n0 - -\n"
    assert written(MASYU, "array") == "# Masyu Puzzle\n0 2 1\n1 0 0\n"
    assert written(MASYU, "json") == '{"type": "masyu", "rows": 2, "cols": 3, "givens": [".bw", "w.."]}\n'
    assert written(Board("slitherlink", 1, 3, [".03"]), "array") == "# Slitherlink Puzzle\n-1  0  3\n"
    assert written(Board("sudoku", 6, 6, LATIN), "text").startswith("; Sudoku Puzzle\nsize 6 6\nbox 2 3\n- - -")


def test_tamuras_files():
    for name in ("masyu-0", "masyu-10"):
        board = read_board(read_source(str(BOARDS / f"{name}.txt")))
        form = neutral({"masyu-0": "masyu-10x10-4cc7312c", "masyu-10": "masyu-20x36-3272889c"}[name])
        assert board == board_of(form)


def test_numpy_arrays():
    board = board_of(neutral("masyu-8x8-5eb80e89"))
    printed = """[[0 1 0 0 1 0 0 2]
 [0 0 0 0 0 1 0 0]
 [0 0 2 0 0 1 0 0]
 [0 0 1 0 1 1 0 0]
 [0 0 0 0 0 0 0 0]
 [0 0 0 0 0 1 0 0]
 [0 2 0 0 1 0 0 0]
 [0 0 0 1 0 0 0 2]]"""
    saved = printed.replace("[", "").replace("]", "")
    texts = [printed, saved, printed.replace(" ", ", "), saved.replace(" 0", ",0"), printed.replace("0", "0.")]
    texts.append(printed.replace("0 0 2]", "0\n  0 2]"))  # numpy breaks long rows
    for text in texts:
        assert read_board(Source("data/masyu01.txt", text)) == board
    assert read_board(Source("masyu", "[0 1 2]")) == Board("masyu", 1, 3, [".wb"])


BLANKS = "- - - - - -\n" * 6
BOXES = {
    "square": ("size 4 4\n" + "- - - -\n" * 4, (2, 2)),
    "usual for 6": ("size 6 6\n" + BLANKS, (2, 3)),
    "said": ("size 6 6\nbox 3 2\n" + BLANKS, (3, 2)),
    "degenerate": ("size 2 2\nbox 1 2\n. 0\n- 2\n", (1, 2)),
}


@pytest.mark.parametrize("text, boxes", BOXES.values(), ids=BOXES.keys())
def test_boxes_of_a_sudoku(text, boxes):
    board = read_board(Source("x", text), "sudoku")
    assert (board.givens["box_rows"], board.givens["box_cols"]) == boxes
    assert read_board(Source("x", written(board, "text"))) == board


def test_an_array_has_no_place_for_unusual_boxes():
    with pytest.raises(UsageError, match="cannot say the board's box_rows and box_cols; take text or json"):
        written(Board("sudoku", 6, 6, {**LATIN, "box_rows": 3, "box_cols": 2}), "array")


def test_comments_may_stand_anywhere():
    text = "; Masyu Puzzle\n\n  # of 2008\n  size 3 2\n; here\n- 1 0\n\n;\n0 - -\n ; END\n\n"
    assert read_board(Source("x", text)) == MASYU


# --- which puzzle


def named(path, text, puzzle=None):
    return read_board(Source(path, text), puzzle).puzzle


PLAIN = "size 2 1\n- 1\n"
NAMED = {
    "comment": ("slitherlink-1.txt", "; Masyu Puzzle\n" + PLAIN, "masyu"),
    "url in a comment": ("x.txt", "# http://www.nikoli.co.jp/en/puzzles/masyu/\n" + PLAIN, "masyu"),
    "the first one": ("x.txt", "; Slither Link, not masyu\n" + PLAIN, "slitherlink"),
    "no part of a word": ("slitherlink.txt", "; masyus are fun\n" + PLAIN, "slitherlink"),
    "file name": ("some/dir/masyu-10.txt", PLAIN, "masyu"),
    "file name with number": ("Masyu01.txt.gz", PLAIN, "masyu"),
    "alias": ("slither_3", PLAIN, "slitherlink"),
    "array": ("x", "# slitherlink\n[[1 -1]]", "slitherlink"),
}


@pytest.mark.parametrize("path, text, puzzle", NAMED.values(), ids=NAMED.keys())
def test_the_puzzle_is_recognised(path, text, puzzle):
    assert named(path, text) == puzzle


def test_the_name_asked_for_wins():
    assert named("slitherlink-1.txt", "; Masyu Puzzle\n" + PLAIN, "slitherlink") == "slitherlink"
    assert named("x", PLAIN, "mashu") == "masyu"
    with pytest.raises(UnknownPart, match=r"^no puzzle 'maysu'; did you mean 'masyu'"):
        named("x", PLAIN, "maysu")


HOW = "say --from NAME, or name it in a comment (`; Masyu Puzzle`) or in the file's name (`masyu-10.txt`)"


@pytest.mark.parametrize(
    "text, can, cannot", [("- 1", "masyu slitherlink", "sudoku nonogram"), ("- 4", "akari", "masyu")]
)
def test_a_nameless_board_is_refused_with_its_candidates(text, can, cannot):
    with pytest.raises(InputError) as info:
        named("b.txt", f"size 2 1\n{text}\n")
    start, end = "b.txt: which puzzle is it? It could be ", f"; {HOW}"
    message = str(info.value)
    assert message.startswith(start) and message.endswith(end)
    candidates = message[len(start) : -len(end)].replace(" or ", ", ").split(", ")
    assert set(can.split()) <= set(candidates) and not set(cannot.split()) & set(candidates)


def test_a_json_type_that_is_not_here():
    text = json.dumps({"type": "zzz", "rows": 1, "cols": 1, "givens": ["."]})
    with pytest.raises(InputError, match=r"^masyu.json: no puzzle 'zzz'; there are: akari, .*, yinyang$"):
        named("masyu.json", text)


def test_every_puzzle_has_its_names():
    assert list(TITLES) == list(PUZZLES)
    assert all(read_board(Source("x", PUZZLES[name].samples[0][0])).puzzle == name for name in PUZZLES)


# --- errors

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
    "many digits": ("size 1 " + "1" * 5000, "1:8", f"'{'1' * 39}... is no number of 1 to 9 digits; {SIZE}"),
    "unicode digits": ("size ２ 2\n", "1:6", f"'２' is no number of 1 to 9 digits; {SIZE}"),
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
    "many digits": ("0 " + "1" * 5000, "1:3", f"{'1' * 40}... is no whole number of 1 to 9 digits"),
}
KEYS = 'expected "type", "rows", "cols", "givens"'
WRONG_JSON = {
    "cut": ('{"type": "masyu"', "1:17", "this is no JSON: "),
    "garbage": ('{"type": "masyu"} x', "1:19", "this is no JSON: Extra data"),
    "deep": ('{"a":' * 100_000, "1:1", "this is no board: nested too deeply"),
    "many digits": ('{"rows": ' + "1" * 5000 + "}", "1:1", "this is no board: a number has too many digits"),
    "key twice": ('{"type": 1,\n "type": "masyu"}', "2:2", 'the key "type" is there twice'),
    "no type": ('\n{"rows": 1, "cols": 1, "givens": ["."]}', "2:1", f'there is no key "type"; {KEYS}'),
    "no givens": ('{"type": "masyu", "rows": 1, "cols": 1}', "1:1", f'there is no key "givens"; {KEYS}'),
    "wrong type": ('{"type": "sudoku", "rows": 1, "cols": 1}', "1:10", 'the type is "sudoku"; expected "masyu"'),
    "no name": ('{"type": ["masyu"]}', "1:10", 'the type is ["masyu"]; expected "masyu"'),
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


@given(
    st.text("0123456789-.[], \n;#size box{}\"':wtruenlasodkg", max_size=60),
    st.sampled_from(["masyu", "sudoku"]),
)
def test_any_text_is_a_board_or_an_input_error(text, puzzle):
    for start in ("", "size 2 2\n", "[[", '{"type": "masyu", "rows": 1, "cols": 1, "givens": '):
        try:
            board = read_board(Source("x", start + text), puzzle)
        except InputError as error:
            assert error.place.line > 0
        else:
            assert board.puzzle == puzzle


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.data())
def test_a_path_leads_to_its_place_in_json(value, data):
    text = json.dumps(value, indent=data.draw(st.sampled_from([None, 2])), ensure_ascii=data.draw(st.booleans()))
    path, here = [], value
    while isinstance(here, (list, dict)) and here:
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        path.append(key)
        here = here[key]
    assert json.JSONDecoder().raw_decode(text, place(text, path))[0] == here


@given(JSON)
def test_any_json_as_givens_is_a_board_or_an_input_error(value):
    for puzzle in ("masyu", "slitherlink", "sudoku"):
        text = json.dumps({"type": puzzle, "rows": 1, "cols": 1, "givens": value})
        try:
            assert PUZZLES[puzzle].check(read_board(Source("x", text))) is None
        except InputError as error:
            assert error.place.line == 1


@pytest.mark.parametrize("tries", [300, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("puzzle", sorted(coded_boards.GIVENS))
def test_round_trips_of_random_boards(puzzle, tries):
    rng, forms, passed = random.Random(puzzle), ["json", "text"], 0
    forms += ["array"] if takes(PUZZLES[puzzle]) and puzzle != "sudoku" else []
    for _ in range(tries):
        board = coded_boards.random_board(puzzle, rng)
        try:
            PUZZLES[puzzle].check(board)
        except ValueError:
            continue
        passed += 1
        for form in forms:
            assert read_board(Source("x", written(board, form)), puzzle) == board
    assert passed > tries / 5
