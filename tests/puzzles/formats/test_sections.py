"""Givens that are no cells: text and JSON, round trips, and every error with its place."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats.array import takes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES, Board

pytestmark = pytest.mark.filterwarnings("ignore::csp2sat.InputWarning")  # of boards at random

NONOGRAM = Board("nonogram", 2, 3, {"rows": [[1, 1], []], "cols": [[1], [], [1]]})
HEYAWAKE = Board("heyawake", 2, 3, {"regions": [[0, 0, 1], [2, 3, 3]], "clues": [1, None, 0, 12]})
TEXTS = {
    "nonogram": (NONOGRAM, "; Nonogram Puzzle\nsize 3 2\nrows\n1 1\n-\ncolumns\n1\n-\n1\n"),
    "heyawake": (HEYAWAKE, "; Heyawake Puzzle\nsize 3 2\nregions\n0 0 1\n2 3 3\nclues\n 1  -  0\n12\n"),
}


@pytest.mark.parametrize("board, text", TEXTS.values(), ids=TEXTS.keys())
def test_what_the_text_form_looks_like(board, text):
    assert FORMATS["text"].write(board) == text
    for ends in ("\n", "\r\n", "\r"):
        assert read_board(Source("x", text.replace("\n", ends))) == board


def test_other_ways_to_write_the_same():
    text = "# picross\n size 3 2 \n\nrows\n 1  1\n; a comment\n0\n columns \n1\n-\n1\n;\n"
    assert read_board(Source("x", text)) == NONOGRAM
    assert read_board(Source("x", "; picross\nsize 3 2\nrows 1  1\n0\ncolumns  1\n-\n1\n")) == NONOGRAM
    text = "; Heyawake\nsize 3 2\nregions\n0 0 1\n2 3 3\nclues\n1\n- 0 12\n"
    assert read_board(Source("x", text)) == HEYAWAKE


RIPPLE = "; Ripple Effect\nsize 4 3\nregions\nA A A B\nC A B B\nD D D D\ngrid\n- - 4 -\n- 3 - -\n- 2 - 4\n"
LETTERS, CELLS = "A A A B\nC A B B\nD D D D\n", "- - 4 -\n- 3 - -\n- 2 - 4\n"
WITHOUT_WORDS = {
    "letters, cells": LETTERS + CELLS,
    "cells, letters": CELLS + LETTERS,
    "with a blank line": f"{CELLS}\n{LETTERS}",
    "without blanks": (CELLS + LETTERS).replace(" ", ""),
    "letters, grid": f"{LETTERS}grid\n{CELLS}",
    "grid, letters": f"grid\n{CELLS}{LETTERS}",
    "small letters": (LETTERS + CELLS).lower(),
}


@pytest.mark.parametrize("name", WITHOUT_WORDS)
def test_rows_of_letters_need_no_word(name):
    text = "; Ripple Effect\nsize 4 3\n" + WITHOUT_WORDS[name]
    assert read_board(Source("x", text)) == read_board(Source("x", RIPPLE))


def test_letters_alone_and_beside_clues():
    alone = read_board(Source("x", "; suguru\nsize 2 2\nAB\nAB\n"))
    assert alone.givens == {"regions": [[0, 1], [0, 1]], "grid": [[0, 0], [0, 0]]}
    text = "; Heyawake\nsize 3 2\nA A B\nC D D\nclues\n1 - 0 12\n"
    assert read_board(Source("x", text)) == HEYAWAKE


@pytest.mark.parametrize(
    "text",
    [
        "; Heyawake\nsize 3 2\nA A B\nC D D\n1 - 0 12\n",
        "; Heyawake\nsize 3 2\n1 - 0 12\nA A B\nC D D\nclues\n- - - -\n",
        "; Heyawake\nsize 3 2\nA A B\nC D D\n",
        "; ripple\nsize 3 2\nA A B\n- - 1\n- - -\n",
        "; ripple\nsize 3 2\nA A B\nA A\n- - 1\n- - -\n",
        "; ripple\nsize 3 2\nA A B\nA A B\nA A B\n",
        "; ripple\nsize 3 2\n0 0 1\n0 0 1\n- - 1\n- - -\n",
        "; killer\nsize 4 4\nAABB\nCCDD\nAABB\nCCDD\nsums\n1\n",
    ],
)
def test_rows_without_words_that_are_refused(text):
    with pytest.raises(InputError, match=r"^x:\d+:\d+: "):
        read_board(Source("x", text))


def random_board(puzzle, rng):
    rows, cols = rng.randint(1, 8), rng.randint(1, 8)
    if puzzle == "nonogram":
        lines = {"rows": rows, "cols": cols}
        lists = {key: [rng.choices(range(1, 15), k=rng.randrange(4)) for _ in range(n)] for key, n in lines.items()}
        return Board(puzzle, rows, cols, lists)
    regions = [[r * ((cols + 2) // 3) + c // 3 for c in range(cols)] for r in range(rows)]
    clues = [rng.choice((None, 0, 3, 10)) for _ in range(regions[-1][-1] + 1)]
    return Board(puzzle, rows, cols, {"regions": regions, "clues": clues})


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("puzzle", TEXTS)
def test_round_trip_of_random_boards(puzzle, form):
    rng = random.Random(puzzle)
    for _ in range(40):
        board = random_board(puzzle, rng)
        assert read_board(Source("x", FORMATS[form].write(board))) == board


# --- errors


def assert_refused(text, puzzle, place, message):
    with pytest.raises(InputError) as info:
        read_board(Source("b.txt", text), puzzle)
    assert str(info.value).splitlines()[0] == f"b.txt:{place}: {message}"


LENGTH = "expected a number from 1 on, or - alone for a line without blocks"
WRONG_NONOGRAM = {
    "no sections": ("size 3 2\n", "1:9", "expected a line `rows`; csp2sat puzzles nonogram shows a board"),
    "no heading": ("size 3 2\n1 1\n", "2:1", "'1 1'; expected `rows`; csp2sat puzzles nonogram shows a board"),
    "a row in the heading": ("size 3 2\nrows 2\n", "2:7", "found 1 lines after `rows`; expected 2, the height"),
    "a wrong row in the heading": (
        "size 3 2\nrows 1 x\n0\ncolumns\n1\n-\n1\n",
        "2:8",
        f"'x' cannot stand here; {LENGTH}",
    ),
    "columns first": (
        "size 3 2\ncolumns\n1\n",
        "2:1",
        "'columns'; expected `rows`; csp2sat puzzles nonogram shows a board",
    ),
    "no columns": (
        "size 3 2\nrows\n1 1\n-\n",
        "4:2",
        "expected a line `columns`; csp2sat puzzles nonogram shows a board",
    ),
    "nothing in rows": (
        "size 3 2\nrows\ncolumns\n",
        "2:5",
        "found 0 lines after `rows`; expected 2, the height",
    ),
    "too few rows": (
        "size 3 2\nrows\n1  1\ncolumns\n1\n-\n1\n",
        "3:5",
        "found 1 lines after `rows`; expected 2, the height",
    ),
    "too many rows": (
        "size 3 2\nrows\n1\n-\n;\n - 1\ncolumns\n",
        "6:2",
        "found 3 lines after `rows`; expected 2, the height",
    ),
    "too few columns": (
        "size 3 2\nrows\n1 1\n-\ncolumns\n1\n",
        "6:2",
        "found 1 lines after `columns`; expected 3, the width",
    ),
    "too many columns": (
        "size 3 2\nrows\n1 1\n-\ncolumns\n1\n-\n1\n1\n",
        "9:1",
        "found 4 lines after `columns`; expected 3, the width",
    ),
    "a section again": (
        "size 1 1\nrows\n1\ncolumns\n1\nrows\n1\n",
        "6:1",
        "`rows` again; expected the end of the board",
    ),
    "no number": ("size 1 1\nrows\n1 x\n", "3:3", f"'x' cannot stand here; {LENGTH}"),
    "zero among others": ("size 1 1\nrows\n1 0\n", "3:3", f"'0' cannot stand here; {LENGTH}"),
    "- among others": ("size 1 1\nrows\n- 1\n", "3:1", f"'-' cannot stand here; {LENGTH}"),
    "many digits": ("size 1 1\nrows\n" + "1" * 5000, "3:1", f"'{'1' * 59}... cannot stand here; {LENGTH}"),
}
ORDER = "expected clues by name, such as {0}=2, or names of rooms that ascend in the order of first cells, such as"
WRONG_HEYAWAKE = {
    "no clues": ("size 2 1\nregions\n0 1\n", "3:4", "expected a line `clues`; csp2sat puzzles heyawake shows a board"),
    "a matrix too wide": ("size 2 1\nregions\n0 1 1\n", "3:5", "found 3 values; expected 2, the width"),
    "a matrix too narrow": ("size 2 1\nregions\n0\n", "3:2", "found 1 values; expected 2, the width"),
    "a matrix too high": (
        "size 2 1\nregions\n0 1\n0 1\nclues\n",
        "4:1",
        "found 2 lines after `regions`; expected 1, the height",
    ),
    "no number": (
        "size 2 1\nregions\n0 ?\n",
        "3:3",
        "'?' cannot stand here; expected the number of the cell's room, or its letters",
    ),
    "no clue value": (
        "size 2 1\nregions\n0 1\nclues\n1\n?\n",
        "6:1",
        "'?' cannot stand here; expected a number or - (no clue)",
    ),
    "no room": (
        "size 2 1\nregions\n0 -\nclues\n1\n",
        "3:3",
        "'-' cannot stand here; expected the number of the cell's room, or its letters",
    ),
    "first room": (
        "size 2 1\nregions\n1 0\nclues\n- 1\n",
        "3:3",
        f"room 0 begins behind room 1, so it is not sure which clues are theirs; {ORDER.format(0)} 0, 1, 2 or a, b, c",
    ),
    "a room left out": (
        "size 3 1\nregions\n0 2 1\nclues\n- 1 0\n",
        "3:5",
        f"room 1 begins behind room 2, so it is not sure which clues are theirs; {ORDER.format(1)} 0, 1, 2 or a, b, c",
    ),
    "two parts": (
        "size 3 2\nregions\n0 1 0\n1 1  1\nclues\n- -\n",
        "3:5",
        "the room of this cell falls into 2 parts; expected one",
    ),
    "a clue too few": (
        "size 3 1\nregions\n0 1 2\nclues\n-\n 1\n",
        "6:3",
        "found 2 clues; expected 3, one for each room",
    ),
    "no clues at all": ("size 1 1\nregions\n0\nclues\n", "4:6", "found 0 clues; expected 1, one for each room"),
    "a clue too many": (
        "size 2 1\nregions\n0 1\nclues\n1\n- 5\n",
        "6:3",
        "found 3 clues; expected 2, one for each room",
    ),
}
KEYS = {"nonogram": '"cols", "rows"', "heyawake": '"clues", "regions"'}
WRONG_JSON = {
    "no object": ("nonogram", "[]", "2:1", f"expected an object with the keys {KEYS['nonogram']}"),
    "a key too few": ("nonogram", '{"rows": []}', "2:1", f"expected an object with the keys {KEYS['nonogram']}"),
    "a key too many": (
        "heyawake",
        '{"regions": [], "clues": [], "x": 0}',
        "2:1",
        f"expected an object with the keys {KEYS['heyawake']}",
    ),
    "no list": ("nonogram", '{"rows": 7, "cols": []}', "2:10", "expected a list of 1 lists"),
    "too few rows": ("nonogram", '{"rows": [], "cols": []}', "2:10", "found 0 lists; expected 1"),
    "too many rows": ("nonogram", '{"rows": [[1],\n[]], "cols": []}', "3:1", "found 2 lists; expected 1"),
    "too few columns": ("nonogram", '{"rows": [[1]], "cols": [[1]]}', "2:26", "found 1 lists; expected 2"),
    "a number as a row": ("nonogram", '{"rows": [1], "cols": [[], []]}', "2:11", "expected a list"),
    "zero": (
        "nonogram",
        '{"rows": [[1, 0]], "cols": [[], []]}',
        "2:15",
        "0 cannot stand here; expected a number from 1 on ([]: a line without blocks)",
    ),
    "true": (
        "nonogram",
        '{"rows": [[1]], "cols": [[], [true]]}',
        "2:31",
        "true cannot stand here; expected a number from 1 on ([]: a line without blocks)",
    ),
    "regions too narrow": ("heyawake", '{"regions": [[0]], "clues": [1]}', "2:15", "found 1 values; expected 2"),
    "regions as strings": ("heyawake", '{"regions": ["00"], "clues": [1]}', "2:14", "expected a list"),
    "a float": (
        "heyawake",
        '{"regions": [[0, 0.0]], "clues": [1]}',
        "2:18",
        "0.0 cannot stand here; expected the number of the cell's room",
    ),
    "clues as an object": ("heyawake", '{"regions": [[0, 0]], "clues": {}}', "2:32", "expected a list"),
    "a negative clue": (
        "heyawake",
        '{"regions": [[0, 0]], "clues": [-1]}',
        "2:33",
        "-1 cannot stand here; expected a number or null (no clue)",
    ),
    "no room": (
        "heyawake",
        '{"regions": [[0, null]], "clues": [1]}',
        "2:18",
        "null cannot stand here; expected the number of the cell's room",
    ),
    "a clue too few": (
        "heyawake",
        '{"regions": [[0, 1]], "clues": [1]}',
        "2:32",
        "found 1 clues; expected 2, one for each room",
    ),
    "a clue too many": (
        "heyawake",
        '{"regions": [[0, 0]], "clues": [null, 3]}',
        "2:39",
        "found 2 clues; expected 1, one for each room",
    ),
}


@pytest.mark.parametrize("text, place, message", WRONG_NONOGRAM.values(), ids=WRONG_NONOGRAM.keys())
def test_wrong_nonogram(text, place, message):
    assert_refused(text, "nonogram", place, message)


@pytest.mark.parametrize("text, place, message", WRONG_HEYAWAKE.values(), ids=WRONG_HEYAWAKE.keys())
def test_wrong_heyawake(text, place, message):
    assert_refused(text, "heyawake", place, message)


@pytest.mark.parametrize("puzzle, givens, place, message", WRONG_JSON.values(), ids=WRONG_JSON.keys())
def test_wrong_json(puzzle, givens, place, message):
    text = f'{{"type": "{puzzle}", "rows": 1, "cols": 2, "givens":\n{givens}}}'
    assert_refused(text, puzzle, place, message)


@given(st.text("0123456789- \n;rowsclumnegi", max_size=60), st.sampled_from(["nonogram", "heyawake"]))
def test_any_text_is_a_board_or_an_input_error(text, puzzle):
    for start in ("size 2 2\n", "size 1 1\nrows\n", "size 2 1\nregions\n0 1\nclues\n", "size 1 1\nrows\n1\ncolumns\n"):
        try:
            board = read_board(Source("x", start + text), puzzle)
        except InputError as error:
            assert error.place.line > 0
        else:
            assert read_board(Source("x", FORMATS["text"].write(board))) == board


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=2),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_any_json_is_a_board_or_an_input_error(first, second):
    for puzzle, keys in (("nonogram", ("rows", "cols")), ("heyawake", ("regions", "clues"))):
        givens = dict(zip(keys, (first, second), strict=True))
        text = json.dumps({"type": puzzle, "rows": 1, "cols": 2, "givens": givens})
        try:
            board = read_board(Source("x", text))
        except InputError as error:
            assert error.place.line == 1
        else:
            rooms = sorted({room for row in givens.get("regions", ()) for room in row})  # may have any numbers
            numbered = [[rooms.index(room) for room in row] for row in givens.get("regions", ())]
            assert board.givens == (givens | {"regions": numbered} if numbered else givens)


# --- arrays


def test_puzzles_without_a_digit_array():
    assert not takes(PUZZLES["nonogram"]) and not takes(PUZZLES["heyawake"]) and not takes(PUZZLES["yajilin"])
    assert takes(PUZZLES["masyu"]) and takes(PUZZLES["sudoku"])
    for board in (NONOGRAM, HEYAWAKE):
        with pytest.raises(UsageError) as info:
            FORMATS["array"].write(board)
        assert str(info.value) == f"a digit array cannot say a board of {board.puzzle}; take text or json"
    for puzzle in ("nonogram", "heyawake", "yajilin", "kakuro"):
        expected = "`size WIDTH HEIGHT` above rows"
        if puzzle == "nonogram":
            expected = "`rows:` and `columns:` before lists, a drawing with | before each row"
        message = f"a digit array cannot say a board of {puzzle}; expected {expected}, or the JSON form"
        assert_refused("# an array\n0 1\n1 0\n", puzzle, "2:1", message)


# --- cells that are strings or objects


def test_cells_that_are_strings():
    board = Board("yajilin", 1, 3, [[".", "12R", "#"]])
    for form in ("text", "json"):
        assert read_board(Source("x", FORMATS[form].write(board))) == board
    with pytest.raises(InputError, match=r'^x:1:61: "2X" is no cell of yajilin; '):
        read_board(Source("x", '{"type": "yajilin", "rows": 1, "cols": 2, "givens": [[".",  "2X"]]}'))


def test_cells_that_are_objects():
    cell, white = {"across": None, "down": 1}, None
    board = Board("kakuro", 2, 1, [[cell], [white]])
    for form in ("text", "json"):
        assert read_board(Source("x", FORMATS[form].write(board))) == board
    for wrong in ({"across": 1}, {"across": "1", "down": None}, [], 5, {}):
        text = json.dumps({"type": "kakuro", "rows": 2, "cols": 1, "givens": [[wrong], [None]]})
        with pytest.raises(InputError, match=r"^x:1:54: .* is no cell of kakuro; "):
            read_board(Source("x", text))
