"""Boards as they are pasted: rows without a size under the name of their puzzle, an address or a board in a letter."""

import re

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UnknownText
from csp2sat.puzzles.formats.array import is_array
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.givens import CellForm
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.inputs import read_data

CELLS = [name for name in PUZZLES if isinstance(PUZZLES[name].form, CellForm)]
SIZE = re.compile(r"(?m)^size .*\n")
NURIKABE = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"
ROW = "5 3 . . 7 . . . ."
SUDOKU = f"{ROW}\n6 . . 1 9 5 . . .\n. 9 8 . . . . 6 .\n8 . . . 6 . . . 3\n4 . . 8 . 3 . . 1\n" + (
    "7 . . . 2 . . . 6\n. 6 . . . . 2 8 .\n. . . 4 1 9 . . 5\n. . . . 8 . . 7 9\n"
)
IN_A_LETTER = {
    "angle brackets": f"<{NURIKABE}>",
    "a link of Markdown": f"a hard one: [nurikabe]({NURIKABE}).",
    "a sentence": f"Try\n{'x' * 40} {NURIKABE}, it is hard!",
    "a link of HTML": f'<a href="{NURIKABE}">this</a>',
    "a label": f"URL: {NURIKABE}\n",
    "twice the same": f"see {NURIKABE} ({NURIKABE})",
}
SUDOKUS = {
    "quoted": re.sub(r"(?m)^", "> ", SUDOKU),
    "quoted twice": re.sub(r"(?m)^", ">> ", SUDOKU),
    "a block of code": f"```text\n{SUDOKU}```\n",
    "points in the middle": SUDOKU.replace(".", "·"),
    "question marks": SUDOKU.replace(".", "?"),
    "boxes": SUDOKU.replace(".", "☐"),
}


def read(text, name="x.txt"):
    return read_data(text.encode(), name, ".txt", None).board


@pytest.mark.parametrize("puzzle", CELLS)
def test_rows_of_every_puzzle_that_has_rows_of_cells_alone(puzzle):
    """Digit arrays, and what looks like sudoku, have formats of their own, which are as strict as before."""
    for text, _ in PUZZLES[puzzle].samples:
        board = read_board(Source("x", text), puzzle)
        rows = "".join(line + "\n" for line in SIZE.sub("", text).splitlines() if line[:1] != ";")
        if is_array(rows) or "size" not in text:
            continue
        for given in (rows, f"; {PUZZLES[puzzle].titles[0]} Puzzle\n{rows}"):
            try:
                assert read(given, f"{puzzle}-7.txt") == board
            except (InputError, UnknownText) as refused:
                named = f"{refused.place} {refused.message}"
                assert len(rows.splitlines()) < 2 or re.search(r"(?m)^\s*#", rows) or PUZZLES[puzzle].in_line, named


@pytest.mark.parametrize(
    ("name", "rows", "size"),
    [
        ("masyu.txt", "....\n.W..\n..B.\n", (3, 4)),
        ("Light Up 12.txt", ". . .\n. 4 .\n", (2, 3)),
        ("kuromasu.txt", "..2..\n.....\n3...4\n.....\n..5..\n", (5, 5)),
        ("masyu16.txt", "................\n..W.............\n", (2, 16)),
        ("slitherlink.txt", "1...\n....\n....\n...3\n", (4, 4)),
        ("gokigen.txt", ". 1 .\n. 2 .\n. . .\n", (2, 2)),  # values at corners
        ("binairo.txt", "1..0\n..0.\n.0..\n1...\n", (4, 4)),
    ],
)
def test_rows_with_the_name_of_the_file(name, rows, size):
    board = read(rows, name)
    assert (board.rows, board.cols) == size


def test_no_row_is_dropped_as_a_comment():
    with pytest.raises((InputError, UnknownText)):
        read("#..\n.1.\n...\n", "akari.txt")
    assert read("..#\n.1.\n...\n", "akari.txt").rows == 3


@pytest.mark.parametrize("rows", ["....\n.W.\n", "....\n", "hello there\n", "....\n\nsolution\n"])
def test_rows_of_different_lengths_are_no_board(rows):
    with pytest.raises((InputError, UnknownText)):
        read(rows, "masyu.txt")


def test_the_place_of_a_wrong_cell():
    with pytest.raises(InputError, match=r"^masyu.txt:2:2: 'X' is no cell of masyu; expected"):
        read("....\n.X..\n", "masyu.txt")


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("masyu.txt", ". W\n. .\n\nB .\n. .\n"),
        ("masyu.txt", ". W\n. .\n; another one\nB .\n. .\n"),
        ("nurikabe.txt", "2 2\n-1\n--\n"),
        ("nurikabe.txt", "3 2\n-1\n--\n2-\n"),
        ("sashigane.txt", "> . . 3\n> . . .\n> . v .\n"),
    ],
    ids=["two boards", "a comment between them", "a size without its word", "another", "quoted, and `>` is a cell"],
)
def test_rows_with_another_meaning_are_no_board(name, rows):
    with pytest.raises((InputError, UnknownText)):
        read(rows, name)


def test_rows_of_double_height():
    assert read("....\n\n.W..\n\n..B.\n", "masyu.txt") == read("....\n.W..\n..B.\n", "masyu.txt")


def test_an_address_in_a_comment_is_not_the_board_of_the_rows():
    rows = ". W .\n. . .\n"
    assert read(f"; like https://puzz.link/p?masyu/3/2/00\n{rows}", "masyu.txt") == read(rows, "masyu.txt")


def test_rows_without_a_name():
    with pytest.raises((InputError, UnknownText)):
        read(". W . .\n. . B .\n")


@pytest.mark.parametrize("name", IN_A_LETTER)
def test_an_address_among_other_words(name):
    assert read(IN_A_LETTER[name]) == read_board(Source("x", NURIKABE))


def test_an_error_in_an_address_has_its_place():
    with pytest.raises(InputError, match=r"^x.txt:2:\d+: ") as info:
        read("Look:\nhere <https://puzz.link/p?nurikabe/5/5/g5k2>")
    assert "this board" not in str(info.value)


@pytest.mark.parametrize(
    "text", [f"{NURIKABE[:-1]} or {NURIKABE}?", "see https://example.org/p?nurikabe/5/5/g5k2o1k3g"]
)
def test_several_addresses_or_none_of_these_sites(text):
    with pytest.raises((InputError, UnknownText)):
        read(f"Hello, {text}")


@pytest.mark.parametrize("name", SUDOKUS)
def test_sudoku_in_a_letter(name):
    assert read(SUDOKUS[name], "sudoku.txt") == read_board(Source("x", SUDOKU), "sudoku")


KILLER = read_board(Source("x", "size 4 4\ncages\nabbc\nadbc\nddec\nfdee\nsums\na=5 b=9 e=8 f=2\n"), "killer")
CAGES = [
    "a b b c\na d b c\nd d e c\nf d e e\n\na=5 b=9 e=8 f=2\n",
    "abbc\nadbc\nddec\nfdee\na 5\nb 9\ne 8\nf 2\n",
    "a: 5, b: 9\ne: 8, f: 2\nabbc\nadbc\nddec\nfdee\n",
    "box 2 2\nabbc\nadbc\nddec\nfdee\nsums\na=5, b=9, e: 8 f 2\n",
    "abbc\nadbc\nddec\nfdee\n\n....\n....\n....\n....\nsums\na 5 b 9 e 8 f 2\n",
]


@pytest.mark.parametrize("text", CAGES)
def test_cages_as_letters_and_their_sums_by_name(text):
    assert read_board(Source("x", text), "killer") == KILLER


def test_results_of_kenken_by_name_and_with_other_signs():
    board = read_board(Source("x", "aab\ncbb\ncdd\na 3+\nb 6x\nc: 5, d=2÷\n"), "kenken")
    assert board.givens["clues"] == ["3+", "6*", "5", "2/"]


def test_rooms_as_letters_above_cells():
    board = read_board(Source("jigsaw.txt", "aabc\naabc\nddbc\nddbc\n\n13.2\n....\n....\n.134\n"))
    assert (board.rows, board.givens["regions"][2], board.givens["grid"][0]) == (4, [3, 3, 1, 2], [1, 3, 0, 2])


def test_a_name_that_no_cage_has():
    with pytest.raises(InputError, match=r"^x:4:6: 'c=3': expected NAME=VALUE, NAME a or b\n  a 2, c 3\n       \^"):
        read_board(Source("x", "box 1 2\nab\nab\na 2, c 3\n"), "killer")


def test_sections_with_their_words_need_no_size():
    assert read_board(Source("x", "rows\n2\n1 1\ncolumns\n2\n1\n1\n"), "nonogram").givens == {
        "rows": [[2], [1, 1]], "cols": [[2], [1], [1]],
    }  # fmt: skip
    signs = read_board(Source("x", "grid\n- 1\n- -\nacross\n>\n-\ndown\n- ^\n"), "futoshiki")
    assert (signs.rows, signs.givens["h"], signs.givens["v"]) == (2, [">", "."], [".^"])


@pytest.mark.parametrize("text", ["2  3\n 1   2\n2   3\n", "A  B\n A   C\nB   C\n"])
def test_blank_cells_without_a_sign_are_not_left_out(text):
    with pytest.raises(InputError, match=r"^x:1:3: a gap with room|^x:1:1: no size of this numberlink"):
        read_board(Source("x", text), "numberlink")
    for whole in ("2  3\n1  2\n", "10 2\n 3 1\n", "1 10\n3 1\n", "[[10  2]\n [ 3  1]]\n"):
        assert read_board(Source("x", whole), "hitori").rows == 2


@pytest.mark.parametrize(
    "text",
    [
        "Akari\n#..2\n....\n.#1.\n...#\n",
        "Yajilin\n# . . . .\n. . 1< . .\n. . . . .\n",
    ],
)
def test_a_first_row_that_begins_with_a_black_cell(text):
    with pytest.raises(InputError, match=r"x\.txt:2:1: cells, or a comment\? expected `size WIDTH HEIGHT` above rows"):
        read_board(Source("x.txt", text))


@pytest.mark.parametrize("kind", ["battleship", "easyasabc", "heyawake", "aqre", "nonogram", "skyscrapers", "tents"])
def test_a_letter_is_no_drawing_nor_sections(kind):
    board = read_board(Source("x", PUZZLES[kind].samples[0][0]), kind)
    for name in ("text", "json", "url"):
        text = FORMATS[name].write(board)
        for letter in (f"```\n{text}```\n", re.sub(r"(?m)^(?=.)", "> ", text)):
            assert read_board(Source("x", letter), kind) == board
    assert read_board(Source("x", f"Look at {text.strip()} please,\nit is nice.\n"), kind) == board


@pytest.mark.parametrize(
    ("kind", "text"), [("futoshiki", ". > .\n    v\n.   1\n"), ("nonogram", "rows\n2\n1 1\ncolumns\n2\n1\n")]
)
def test_a_block_of_code_with_a_drawing_or_sections(kind, text):
    board = read_board(Source("x", text), kind)
    assert read_board(Source("x", f"```\n{text}```\n"), kind) == board


SPARSE = {  # as drawings without a sign for blank cells are copied
    "1   2\n": "1:3",
    "2     2\n2     2\n": "1:3",
    "; hashi\n2     2\n\n2     2\n": "2:3",
    "10   3\n 2   3\n": "1:4",
}


@pytest.mark.parametrize("text, place", SPARSE.items(), ids=SPARSE)
def test_rows_with_room_for_cells_without_a_sign_are_no_rows(text, place):
    """A column of blank cells was dropped, so that another board was solved."""
    with pytest.raises(InputError):
        read_board(Source("x", text), "hashiwokakero")
    with pytest.raises(InputError, match=f"x:{place}: a gap with room for a blank cell|x:1:1"):
        read_board(Source("x", text), "mosaic")


def test_rows_with_wide_columns_of_a_kind_without_blank_cells():
    assert read_board(Source("x", "1    1    1\n2    2    2\n3    3    3\n"), "lits").givens == {
        "regions": [[0] * 3, [1] * 3, [2] * 3]
    }


@pytest.mark.parametrize("text", ["4 4", "4 4\n", " 4\t4\n\n"])
def test_a_size_alone_is_told_what_is_missing(text):
    with pytest.raises(InputError, match=r"a size without a name and rows; expected .*`size 4 4`, and rows below"):
        read_board(Source("<text>", text))
