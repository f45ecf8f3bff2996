"""Board formats: round trips, what they look like, and which puzzle it is."""

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
from csp2sat.base.json_source import place
from csp2sat.base.plugins import UnknownPart
from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles._index import TITLES
from csp2sat.puzzles.formats.array import takes
from csp2sat.puzzles.formats.reading import format_of, read_board
from csp2sat.puzzles.formats.spec import FORMATS, written_formats
from csp2sat.puzzles.spec import PUZZLES, Board

pytestmark = pytest.mark.filterwarnings("ignore::csp2sat.InputWarning")  # of boards at random

MASYU = Board("masyu", 2, 3, [".bw", "w.."])
LATIN = {"box_rows": 2, "box_cols": 3, "grid": [[0] * 6 for _ in range(6)]}


def written(board, form):
    return FORMATS[form].write(board)


@pytest.mark.sample(36)
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
        *product(("masyu", "slitherlink", "sudoku"), sorted(set(written_formats()) - {"page", "line", "puzzlekit"})),
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


HOW = "use --from NAME, or name the puzzle in a comment (`; Masyu Puzzle`) or in the file's name (`masyu-10.txt`)"


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
    with pytest.raises(
        InputError,
        match=r"^masyu.json: no puzzle 'zzz'; `csp2sat puzzles` lists the \d+ puzzles; one of another kind: .*$",
    ):
        named("masyu.json", text)


def test_every_puzzle_has_its_names():
    assert list(TITLES) == list(PUZZLES)
    assert all(read_board(Source("x", PUZZLES[name].samples[0][0])).puzzle == name for name in PUZZLES)


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


@pytest.mark.sample(2)
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
