"""Texts of puzzlekit: what they mean, round trips, places of errors, and what is none."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.kinds import random_board
from support.run_command import run
from support.solution_spaces import SIZES, USUAL_SIZES

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats import puzzlekit
from csp2sat.puzzles.formats.reading import format_of, read_board
from csp2sat.puzzles.spec import PUZZLES, Board

KNOWN = [name for name in PUZZLES if PUZZLES[name].puzzlekit]
ROOMS = [[0, 0, 1], [2, 0, 1]]
EMPTY = [[0] * 4 for _ in range(4)]
PAIRS = [[2 * r + c // 2 for c in range(4)] for r in range(4)]
EXAMPLES = {
    "tents": (
        "2 3\n- 0 12\n1 -\nx - -\n- - x\n",
        {"grid": ["T..", "..T"], "rows": [1, None], "cols": [None, 0, 12]},
    ),
    "skyscrapers": (
        "2 2 2\n1 -\n- 2\n- -\n- 1\n- -\n2 -\n",
        {"top": [1, 0], "bottom": [0, 2], "left": [0, 0], "right": [0, 1], "grid": [[0, 0], [2, 0]]},
    ),
    "starbattle": ("1 4 1\n1 1 2 2\n", {"stars": 1, "regions": [[0, 0, 1, 1]]}),
    "lits": ("2 3\n1 1 2\n3 1 2\n", {"regions": ROOMS}),
    "country": ("2 3\n3 - -\n1 - -\n1 1 2\n3 1 2\n", {"regions": ROOMS, "clues": [3, None, 1]}),
    "aqre": ("2 3\n0 - 2\n- - -\n1 1 2\n3 1 2\n", {"regions": ROOMS, "clues": [0, 2, None]}),
    "kenken": ("2 2\n2x 3-\n- -\n1 2\n1 2\n", {"regions": [[0, 1], [0, 1]], "clues": ["2*", "3-"]}),
    "suguru": ("2 3\n- 2 -\n- - -\n1 1 2\n3 1 2\n", {"regions": ROOMS, "grid": [[0, 2, 0], [0, 0, 0]]}),
    "nurimisaki": ("2 3\n? - 3\n- - -\n", [[-1, 0, 3], [0, 0, 0]]),
    "dominosa": ("2 3\n0 1 0\n0 1 1\n", [[0, 1, 0], [0, 1, 1]]),
    "hidoku": ("2 3\n- 6 1\n- - -\n", [[0, 6, 1], [0, 0, 0]]),
    "snake": ("2 3\n- 2 1\n3 -\nx - -\n- - x\n", {"grid": ["b..", "..b"], "rows": [3, None], "cols": [None, 2, 1]}),
    "tatamibari": ("2 3\ns - -\nh v -\n", ["+..", "-|."]),
    "geradeweg": ("2 3\n? - 2\n- - -\n", [[-1, 0, 2], [0, 0, 0]]),
    "moonsun": ("2 3\no - x\n- - -\n1 1 2\n3 1 2\n", {"regions": ROOMS, "grid": ["s.m", "..."]}),
    "balance": ("2 3\nw4 - b\n- - -\n", [["w4", ".", "b"], [".", ".", "."]]),
    "binairo": ("2 4\n1 - - 2\n- - - -\n", {"distinct": False, "grid": ["0..1", "...."]}),
    "mosaic": ("2 3\n0 - 9\n- - -\n", ["0.9", "..."]),
    "yinyang": ("2 3\nw - b\n- - -\n", ["w.b", "..."]),
    "creek": ("1 2\n0 - 1\n- 4 -\n", ["0.1", ".4."]),
    "shakashaka": ("2 3\nx 0 -\n- 4 -\n", ["#0.", ".4."]),
    "battleship": (
        "2 3 2 0 1\n- 2 1\n3 -\n- x o\nw m e\n",
        {"grid": [".~o", "wme"], "rows": [3, None], "cols": [None, 2, 1], "fleet": [3, 1, 1]},
    ),
    "castle": (
        "2 3\n5wx x o\n0so 2e -\n",
        [["b5L", "b", "w"], ["w0D", "g2R", "."]],
    ),
    "easyasabc": (
        "3 3 b\n- a -\nb - -\n- - b\n- - -\n- - a\n- - -\n- b -\n",
        {
            "letters": 2,
            "top": ".A.",
            "bottom": "B..",
            "left": "..B",
            "right": "...",
            "grid": ["..A", "...", ".B."],
        },
    ),
    "galaxies": ("2 3\n3 1 -\n- 0 0\n", {"stars": [[1, 4], [2, 2], [3, 3], [3, 5]]}),
    "str8ts": (
        "3 3\n1 x -\n- 3x 2\n- - -\n",
        {"grid": [[1, 0, 0], [0, 3, 2], [0, 0, 0]], "black": [".#.", ".#.", "..."]},
    ),
    "killer": (
        "4 4\n3 - - -\n- - - -\n- - - -\n- - 7 -\n"
        + "".join(" ".join(str(n + 1) for n in row) + "\n" for row in PAIRS),
        {"box_rows": 2, "box_cols": 2, "grid": EMPTY, "cages": PAIRS, "sums": [3, *[None] * 6, 7]},
    ),
}


def read(text, kind=None):
    return read_board(Source("p", text), kind)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_what_the_texts_mean(kind):
    text, givens = EXAMPLES[kind]
    assert format_of(text).name == "puzzlekit"
    board = read(text, kind)
    assert board.givens == givens
    assert puzzlekit.write(board) == text


SLOPPY = {
    "dots for nothing": ("kenken", "2 2\n2x 3-\n. .\n1 2\n1 2\n"),
    "a clue elsewhere in its room": ("kenken", "2 2\n- -\n2x 3-\n1 2\n1 2\n"),
    "rooms with letters": ("kenken", "2 2\n2x 3-\n- -\na b\na b\n"),
    "blanks": ("kenken", "\n2  2 \n 2x  3- \n- -\r\n1 2\n1 2\n\n"),
    "a comment": ("kenken", "; KenKen\n2 2\n2x 3-\n- -\n1 2\n1 2\n"),
    "an empty grid": ("lits", "2 3\n- - -\n- - -\n1 1 2\n3 1 2\n"),
    "the colour behind the number": ("balance", "2 3\n4w - b\n- - -\n"),
    "zero for any number": ("geradeweg", "2 3\n0 - 2\n- - -\n"),
    "large letters": ("easyasabc", "3 3 B\n- A -\nb - -\n- - B\n- - -\n- - a\n- - -\n- b -\n"),
    "the sign of black before the number": ("str8ts", "3 3\n1 x -\n- x3 2\n- - -\n"),
    "ships of no length": ("battleship", "2 3 2 0 1 0\n- 2 1\n3 -\n- x o\nw m e\n"),
    "a number for a wall": ("shakashaka", "2 3\n5 0 -\n- 4 -\n"),
}


LIKE_ARRAYS = {
    "battleship": "4 4 2 1\n- 2 1 -\n3 - - -\n- - - -\n- - - -\n- - - -\n- - - -\n",
    "galaxies": "2 2\n0 -\n- 0\n",
    "str8ts": "2 2\n1 -\n- -\n",
    "snake": "2 2\n- -\n- 1\n- -\n- -\n",
    "creek": "1 1\n- -\n- -\n",
}


@pytest.mark.parametrize("kind", LIKE_ARRAYS)
def test_what_looks_like_an_array_is_none_of_a_puzzle_without_arrays(kind):
    text = LIKE_ARRAYS[kind]
    assert format_of(text).name == "array"
    title = PUZZLES[kind].titles[0]
    for board in (read(text, kind), read(f"; {title} Puzzle\n{text}")):
        assert puzzlekit.write(board) == text


def test_what_may_be_an_array_or_not_is_refused():
    for kind in ("cave", "kurodoko", "hidoku"):
        with pytest.raises(
            InputError, match=r"^p:1:1: this may be a digit array, or a text of puzzlekit; expected the t"
        ):
            read("2 2\n- -\n- 3\n", kind)
    assert read("2 2\n1 -\n- 2\n", "binairo").values() == [["0", "."], [".", "1"]]  # no array has a 2
    with pytest.raises(
        InputError, match=r"^p:1:1: a text of puzzlekit that is cut short, or rows of cells\? expected `s"
    ):
        read("2 3\n- -\n- 3\n", "cave")
    assert read("0 3\n- -\n- 3\n", "cave").values() == [[0, 3], [0, 0], [0, 3]]


@pytest.mark.parametrize("kind, text", SLOPPY.values(), ids=SLOPPY.keys())
def test_other_texts_of_the_same_boards(kind, text):
    assert read(text, kind).givens == EXAMPLES[kind][1]


def test_a_comment_names_the_puzzle():
    assert read("; KenKen\n2 2\n2x 3-\n- -\n1 2\n1 2\n").puzzle == "kenken"
    with pytest.raises(InputError, match=r"^p: which puzzle is it\? It could be "):
        read("2 3\nw - b\n- - -\n")


WRONG = {  # the kind; the place of the error is that of the `!`, which is not part of the text
    "token": ("yinyang", "2 3\nw - !x\n- - -\n", "'x' is no cell of yinyang; expected -, w or b"),
    "number": ("yinyang", "2 3\nw - !1\n- - -\n", "'1' is no cell of yinyang"),
    "letters": ("suguru", "2 3\n- !z -\n- - -\n1 1 2\n3 1 2\n", "'z' is no cell of suguru; expected - or a number"),
    "short line": ("yinyang", "2 3\nw - b\n- -!\n", "found 2 values; expected 3"),
    "long line": ("tents", "2 3\n- 0 1\n1 - !1\nx - -\n- - x\n", "found 3 values; expected 2"),
    "header": (
        "tents",
        "2 3 !4\n- 0 1\n1 -\nx - -\n- - x\n",
        "expected two numbers, rows and columns on the first line",
    ),
    "no header": ("starbattle", "2 3!\n1 1 2\n3 1 2\n", "expected two numbers and stars on the first line"),
    "heights": ("skyscrapers", "2 2 !3\n1 -\n- 2\n- -\n- 1\n- -\n2 -\n", "heights up to 3 are a variant; expected 2"),
    "two clues": ("country", "2 3\n3 !1 -\n1 - -\n1 1 2\n3 1 2\n", "a second clue in this room; expected one"),
    "no room": ("lits", "2 3\n1 1 !-\n3 1 2\n", "- is in no room; such boards cannot be read"),
    "hole": ("lits", "2 3\n1 1 !#\n3 1 2\n", "# is in no room; such boards cannot be read"),
    "a wrong colour": ("balance", "2 3\nw4 - !c\n- - -\n", "'c' is no cell of balance"),
    "parted room": ("lits", "2 3\n1 2 !1\n3 2 2\n", "the room of this cell falls into 2 parts; expected one"),
    "cage": ("kenken", "2 2\n2x !3y\n- -\n1 2\n1 2\n", "'3y' is no cell of kenken; expected - (no clue), or a number"),
    "no number of a line": (
        "battleship",
        "2 3 1\n- !x 1\n3 -\n- x o\nw m e\n",
        "'x' is no cell of battleship; expected - or a n",
    ),
    "no part of a ship": (
        "battleship",
        "2 3 1\n- 2 1\n3 -\n- x o\nw !z e\n",
        "'z' is no cell of battleship; expected -, x, n, ",
    ),
    "a number in a ship": (
        "battleship",
        "2 3 1\n- 2 1\n3 -\n- x o\nw !1 e\n",
        "'1' is no cell of battleship; expected -, x, n, ",
    ),
    "no fleet": (
        "battleship",
        "2 3!\n- 2 1\n3 -\n- x o\nw m e\n",
        "expected two numbers, then how many ships there are of",
    ),
    "ships of none": (
        "battleship",
        "2 3 !0 0\n- 2 1\n3 -\n- x o\nw m e\n",
        "expected two numbers, then how many ships there",
    ),
    "too many ships": (
        "battleship",
        "2 3 !999999999\n- 2 1\n3 -\n- x o\nw m e\n",
        "expected two numbers, then how many",
    ),
    "a way without number": (
        "castle",
        "2 3\n5wx x !wo\n0so 2e -\n",
        "'wo' is no cell of castle; expected - (blank), x or o, or",
    ),
    "a number without way": (
        "castle",
        "2 3\n5wx x !3x\n0so 2e -\n",
        "'3x' is no cell of castle; expected - (blank), x or o, or",
    ),
    "no last letter": (
        "easyasabc",
        "3 3 !3\n- a -\nb - -\n- - b\n- - -\n- - a\n- - -\n- b -\n",
        "expected two numbers and the l",
    ),
    "too many letters": (
        "easyasabc",
        "3 3 !d\n- a -\nb - -\n- - b\n- - -\n- - a\n- - -\n- b -\n",
        "4 letters cannot stand here; expected 1 to 3",
    ),
    "a letter beside": (
        "easyasabc",
        "3 3 b\n- !c -\nb - -\n- - b\n- - -\n- - a\n- - -\n- b -\n",
        "C is none of the 2 letters; expec",
    ),
    "a letter inside": (
        "easyasabc",
        "3 3 b\n- a -\nb - -\n- - b\n- - -\n- - !c\n- - -\n- b -\n",
        "C is none of the 2 letters; expec",
    ),
    "no letter": (
        "easyasabc",
        "3 3 b\n- a -\nb - -\n- - b\n- - -\n- - !4\n- - -\n- b -\n",
        "'4' is no cell of easyasabc; expected - (",
    ),
    "a star on the edge": ("galaxies", "2 3\n3 1 !1\n- 0 0\n", "a star on the edge of the board; expected it inside"),
    "no star": ("galaxies", "2 3\n3 1 !4\n- 0 0\n", "'4' is no cell of galaxies; expected -, 0, 1, 2 or 3"),
    "no black cell": (
        "str8ts",
        "3 3\n1 !y -\n- 3x 2\n- - -\n",
        "'y' is no cell of str8ts; expected - (blank), a number, x (bl",
    ),
    "twice black": (
        "str8ts",
        "3 3\n1 !x3x -\n- 3x 2\n- - -\n",
        "'x3x' is no cell of str8ts; expected - (blank), a number, x (",
    ),
    "more lines": ("yinyang", "2 3\nw - b\n- - -\n!- - -\n", "found 3 lines; expected 2 behind the size"),
    "not known": (
        "masyu",
        "!2 3\nw - b\n- - -\n",
        "two numbers alone are no size of a masyu board; expected `size WIDTH HEIGHT`, or nothing, before the rows",
    ),
}


@pytest.mark.parametrize("kind, marked, message", WRONG.values(), ids=WRONG.keys())
def test_wrong_texts(kind, marked, message):
    before = marked[: marked.index("!")]
    with pytest.raises(InputError) as info:
        read(marked.replace("!", ""), kind)
    column = len(before) - before.rfind("\n")
    assert str(info.value).startswith(f"p:{1 + before.count(chr(10))}:{column}: {message}")


@pytest.mark.parametrize(
    "text", ["1 3 1\n1 - 0\n", "2 2\n1 0\n0 1\n", "1 0\n", "6 6 6\n- - -\n0 1 2\n", "[[0 1]\n [2 0]]"]
)
def test_arrays_are_still_arrays(text):
    assert format_of(text).name == "array"


IN_PART = ("snake", "tatamibari", "castle", "galaxies")  # of which puzzlekit does not know all that there is


def round_trips(kind, boards):
    rng, written = random.Random(kind), 0
    for _ in range(boards):
        board = random_board(kind, *rng.choice(SIZES.get(kind, USUAL_SIZES)), rng)
        if board.cols == 2 or (isinstance(board.givens, dict) and board.givens.get("distinct")):
            continue  # with two columns a text might be an array
        if kind == "killer" and any(map(any, board.givens["grid"])):
            board = Board(kind, 4, 4, {**board.givens, "grid": EMPTY})
        try:
            text = puzzlekit.write(board)
        except UsageError:
            assert kind in IN_PART, board
            continue
        assert puzzlekit.read(Source("p", text), PUZZLES[kind]) == board, text
        written += 1
    assert written >= boards // 10


@pytest.mark.parametrize("kind", [kind for kind in KNOWN if kind != "norinori"])
def test_round_trips(kind):
    round_trips(kind, 20)


@pytest.mark.long
@pytest.mark.parametrize("kind", [kind for kind in KNOWN if kind != "norinori"])
def test_round_trips_of_many_boards(kind):
    round_trips(kind, 1000)


UNWRITABLE = {
    "no text": (Board("masyu", 1, 1, ["w"]), "masyu boards have no text of puzzlekit"),
    "distinct": (
        Board("binairo", 2, 2, {"distinct": True, "grid": ["..", ".."]}),
        "this binairo board cannot be written as a text of puzzlekit: the board has other boxes or rules",
    ),
    "no cage": (
        Board(
            "killer",
            2,
            2,
            {"box_rows": 1, "box_cols": 2, "grid": [[0, 0]] * 2, "cages": [[0, -1]] * 2, "sums": [3]},
        ),
        "this killer board cannot be written as a text of puzzlekit: a cell is in no cage",
    ),
    "a castle's question mark": (
        Board("castle", 1, 1, [["b?L"]]),
        "this castle board cannot be written as a text of puzzlekit: b?L has no place in it",
    ),
    "a grey clue": (
        Board("castle", 1, 1, [["g"]]),
        "this castle board cannot be written as a text of puzzlekit: g has no place in it",
    ),
    "holes": (
        Board("galaxies", 1, 2, {"stars": [[1, 1]], "holes": [".#"]}),
        "this galaxies board cannot be written as a text of puzzlekit: the board has holes",
    ),
    "two stars in a cell": (
        Board("galaxies", 1, 2, {"stars": [[1, 1], [1, 2]]}),
        "this galaxies board cannot be written as a text of puzzlekit: row 1, column 1 has two stars",
    ),
    "a long ship": (
        Board("battleship", 1, 1, {"fleet": [99999999], "rows": [None], "cols": [None], "grid": ["."]}),
        "this battleship board cannot be written as a text of puzzlekit: a ship of 99999999 cells "
        "is longer than the board",
    ),
    "many ships": (
        Board("battleship", 1, 1, {"fleet": [1, 1], "rows": [None], "cols": [None], "grid": ["."]}),
        "this battleship board cannot be written as a text of puzzlekit: 2 ships are more than the board has cells",
    ),
    "unknown": (
        Board("suguru", 1, 1, {"regions": [[0]], "grid": [[-1]]}),
        "this suguru board cannot be written as a text of puzzlekit: -1 has no place in it",
    ),
}


@pytest.mark.parametrize("board, message", UNWRITABLE.values(), ids=UNWRITABLE.keys())
def test_boards_without_a_text(board, message):
    with pytest.raises(UsageError) as info:
        puzzlekit.write(board)
    assert str(info.value) == message


@given(st.sampled_from(KNOWN), st.text("0123 -?xwb.z\n#٣", max_size=40))
def test_any_text_is_a_board_or_an_input_error(kind, text):
    try:
        board = puzzlekit.read(Source("p", f"2 3\n{text}"), PUZZLES[kind])
    except InputError as error:
        assert error.place.line > 0
    else:
        assert puzzlekit.read(Source("p", puzzlekit.write(board)), PUZZLES[kind]) == board


def test_the_command(tmp_path):
    text = tmp_path / "tents-1.txt"
    text.write_text("2 3\n1 - 0\n1 0\n- x -\n- - -\n")
    assert run("solve", text).out.split("\n")[2].split()[-5:] == ["|", "*", "T", ".", "|"]
    board = tmp_path / "board.json"
    board.write_text(run("convert", text, "--to", "json").out)
    assert run("convert", board, "--to", "puzzlekit").out == text.read_text()


def damaged(text):
    """The text without its last lines, and without or with another copy of one line."""
    lines = text.splitlines(keepends=True)
    for at in range(1, len(lines)):
        yield "".join(lines[:at])
        yield "".join([*lines[:at], *lines[at + 1 :]])
        yield "".join([*lines[: at + 1], *lines[at:]])


@pytest.mark.sample(12)
@pytest.mark.parametrize("kind", KNOWN)
def test_a_text_with_lines_lost_or_doubled_is_no_other_board(kind):
    """Two numbers alone, or above rows of two cells, were read as rows."""
    for sample, *_ in PUZZLES[kind].samples:
        board = read_board(Source("x", sample), kind)
        try:
            text = puzzlekit.write(board)
        except UsageError:
            continue
        for other in damaged(text):
            try:
                assert read_board(Source("x", other), kind) == board, other
            except InputError as error:
                assert str(error).startswith("x:")
