"""Game IDs of Simon Tatham's programs: round trips, and errors with their columns."""

import random
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.boards import FILES, board_of, neutral
from support.coded_boards import decode_game, random_board, read_game

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning, UsageError
from csp2sat.puzzles._index import GAMES
from csp2sat.puzzles.formats import sgt
from csp2sat.puzzles.formats.addresses.game_id import game_id
from csp2sat.puzzles.formats.reading import format_of, read_board
from csp2sat.puzzles.spec import PUZZLES, Board

OURS = [name for name in PUZZLES if PUZZLES[name].sgt]


def boxes(height, width, *lines):
    return {"box_rows": height, "box_cols": width, "grid": [list(map(int, line.split())) for line in lines]}


def sides(top, bottom, left, right):
    return {"top": top, "bottom": bottom, "left": left, "right": right}


EXAMPLES = {
    "pearl:3x2:BaWbW": ["b.w", "..w"],
    "loopy:4x2t0:0a3b12a": ["0.3.", ".12."],
    "lightup:3x2:B0a14B": ["#0.", "14#"],
    "singles:3x2:19azAZ": [[1, 9, 10], [35, 36, 61]],
    "bridges:3x3m2:3a2c8aA": [[3, 0, 2], [0, 0, 0], [8, 0, 10]],
    "pattern:3x2:1/2//1.1/12": {"rows": [[1, 1], [12]], "cols": [[1], [2], []]},
    "rect:3x2:4_12c2": [[4, 12, 0], [0, 0, 2]],
    "solo:2x1:1a2_1": boxes(2, 1, "1 0", "2 1"),
    "solo:2x3:1_2zg6": boxes(2, 3, "1 2 0 0 0 0", *["0 0 0 0 0 0"] * 4, "0 0 0 0 0 6"),
    "filling:3x2:19a3b": [[1, 9, 0], [3, 0, 0]],
    "pearl:6x6:zhWW": [*["......"] * 5, "....ww"],
    "tents:3x2:_ac,1,0,2,1,2": {"grid": ["T.T", "..."], "rows": [1, 2], "cols": [1, 0, 2]},
    "tents:6x5:zac,0,0,0,0,0,0,0,0,0,0,0": {"grid": [*["......"] * 4, "..T..."], "rows": [0] * 5, "cols": [0] * 6},
    "dominosa:1:010[12]1[10]": [[0, 1, 0], [12, 1, 10]],
    "towers:2:1//2/1////,a1_2a": {**sides([1, 0], [2, 1], [0, 0], [0, 0]), "grid": [[0, 1], [2, 0]]},
    "towers:1:1///2": {**sides([1], [0], [0], [2]), "grid": [[0]]},
    "unequal:2:1RD,0,12,0UL,": {"grid": [[1, 0], [12, 0]], "h": [">", "<"], "v": ["v^"]},
    "keen:2:__a_,d2a12a3": {"regions": [[0, 1], [0, 2]], "clues": ["2/", "12", "3"]},
    "keen:3:_13,a1a1a1a1a1a1a1a1a1": {"regions": [[0, 1, 2], [3, 4, 5], [6, 7, 8]], "clues": ["1"] * 9},
    "keen:3:l,m15": {"regions": [[0] * 3] * 3, "clues": ["15*"]},
    "solo:2j:1c,b__": {"regions": [[0, 0], [1, 1]], "grid": [[1, 0], [0, 0]]},
    "solo:2x1k:d,__a_,3b1": {**boxes(2, 1, "0 0", "0 0"), "cages": [[0, 1], [0, 2]], "sums": [3, None, 1]},
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_what_the_codes_mean(text):
    board = decode_game(text)
    assert board.givens == EXAMPLES[text]
    assert sgt.write(board) == text + "\n"


@pytest.mark.parametrize("name", [name for name in FILES if (neutral(name).get("native") or {}).get("format") == "sgt"])
def test_a_published_board(name):
    form = neutral(name)
    board, native = board_of(form), form["native"]
    text = f"{native['program']}:{native['game_id']}"
    assert read_game(text) == board
    assert sgt.write(board) == text.replace("m2L", "m2") + "\n"
    assert read_board(Source("x", native["game_id"]), board.puzzle) == board


@pytest.mark.sample(2)
@pytest.mark.parametrize("puzzle", OURS)
def test_round_trips_of_random_boards(puzzle):
    rng = random.Random(puzzle)
    for _ in range(1000):
        board = random_board(puzzle, rng, sgt=True)
        assert decode_game(sgt.write(board)) == board


MASYU = Board("masyu", 2, 3, ["b.w", "..w"])
SAME = {
    "harder": "pearl:3x2dt:BaWbW",
    "capitals": "Pearl:3x2:BaWbW",
    "in a file": "; Slitherlink\n# of 2024\n\n  pearl:3x2:BaWbW \r\n\r\n; end",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME.keys())
def test_the_same_board(text):
    assert format_of(text) is not None
    assert read_board(Source("x", text)) == MASYU
    assert read_board(Source("x", text), "masyu") == MASYU


def test_a_game_id_without_its_program():
    assert read_board(Source("x", "3x2:BaWbW\n"), "masyu") == MASYU
    assert read_board(Source("masyu-1.txt", "3x2:BaWbW\n")) == MASYU
    assert read_board(Source("x", "; Masyu Puzzle\n3x2:BaWbW\n")) == MASYU
    with pytest.raises(InputError, match=r"^x: which puzzle is it\? It could be .*masyu.*; use --from NAME"):
        read_board(Source("x", "3x2:BaWbW"))


HARMLESS = {
    "bridges": "7x7i30e10m2d2",
    "lightup": "7x7b20s4d1",
    "loopy": "7x7t0dh",
    "pearl": "7x7dtn",
    "rect": "7x7e0.5a",
    "singles": "7x7dk",
    "solo": "3x3m4du",
    "tents": "7x7de",
    "towers": "7de",
    "dominosa": "5db",
}


@pytest.mark.parametrize("program", HARMLESS)
def test_how_hard_a_board_is_does_not_matter(program):
    width, height = (9, 9) if program == "solo" else (7, 6) if program == "dominosa" else (7, 7)
    cells = {"singles": "1" * 49, "solo": "zzzc", "dominosa": "1" * 42, "towers": "/" * 27, "tents": "zx" + ",0" * 14}
    board = decode_game(f"{program}:{HARMLESS[program]}:{cells.get(program, 'zw')}")
    assert (board.rows, board.cols) == (height, width)


def test_bridges_without_loops_are_read_with_a_warning():
    with pytest.warns(InputWarning, match=r"^g:1:14: warning: `L` \(no loops of bridges\) is no rule of hashiwokakero"):
        assert decode_game("bridges:3x1m2L:1a1").givens == [[1, 0, 1]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        decode_game("bridges:3x1m2:1a1")


BLANKS = "or blanks (a-z)"
WRONG = {  # the place of the error is that of the `!`, which is not part of the game ID
    "program": (
        "!net:5x5:abc",
        "net boards cannot be read; Simon Tatham's net is not supported",
    ),
    "no size": ("!pearl:ax5:b", "expected a game ID, such as `pearl:8x8:CELLS`"),
    "seed": ("pearl:5x5dt!#123", "this is a seed of random numbers and no board; expected a game ID with `:`"),
    "one side": ("pearl:!5:y", "expected the size as WIDTHxHEIGHT"),
    "zero": ("pearl:!0x5:a", "the board has 5 rows and 0 columns; expected at least 1 of each"),
    "huge": ("pearl:!1001x1000:a", "the board has 1000 x 1001 cells; expected at most 1000000"),
    "huge boxes": ("solo:!33x33:a", "the board has 1089 x 1089 cells; expected at most 1000000"),
    "letters": ("pearl:5x5!q:y", "unexpected 'q'; expected `:` behind the size"),
    "second line": ("pearl:1x1:a\n!pearl:1x1:a", "unexpected line; expected nothing behind the game ID"),
    "diagonals": ("solo:3x3!x:a", "a variant of sudoku (x: diagonals), which cannot be read"),
    "both": ("solo:9j!k:a", "a variant of jigsaw (k: a jigsaw and a killer), which cannot be read"),
    "diagonals of a killer": ("solo:3x3k!x:a", "a variant of killer (x: diagonals), which cannot be read"),
    "adjacent": ("unequal:4!a:a", "a variant of futoshiki (a: signs between numbers that differ by 1), which cannot"),
    "two sides": ("towers:!5x5:a", "expected the size as one number"),
    "jigsaw: parts": ("solo:2j:1c!", "found 1 parts between commas; expected cells and blocks"),
    "jigsaw: more parts": ("solo:2j:1c,b__!,a", "found 3 parts between commas; expected cells and blocks"),
    "jigsaw: cells": ("solo:2j:1!x,b__", "found 25 cells; expected 4"),
    "jigsaw: blocks": ("solo:2j:1c,b!3__", "unexpected '3'; expected blocks (_, a-z)"),
    "jigsaw: few blocks": ("solo:2j:1c,b_!", "found 4 places without the end; expected 4 and the end"),
    "jigsaw: more blocks": ("solo:2j:1c,b__!_", "unexpected '_'; expected the end, for the board is complete"),
    "killer: sum elsewhere": ("solo:2x1k:d,__a_,3a!4_1", "a sum that is not at the first cell of its cage"),
    "keen: sign": ("keen:2:__a_,d2a12!x3", "unexpected 'x'; expected a, m, s or d, for the sign of a clue"),
    "keen: no number": ("keen:2:__a_,d!aa", "expected a number from 1 on, of at most 9 digits"),
    "keen: a small digit": ("keen:2:__a_,d!²", "expected a number from 1 on, of at most 9 digits"),
    "keen: a small digit behind": ("keen:2:__a_,d2!²", "unexpected '²'; expected a, m, s or d, for the sign of a clue"),
    "keen: a digit of another script": ("keen:2:__a_,d!٣", "expected a number from 1 on, of at most 9 digits"),
    "keen: clues": ("keen:2:__a_,d2a1!", "found 2 clues; expected 3"),
    "keen: more clues": ("keen:2:__a_,d2a1a1!a1", "unexpected 'a'; expected the end, for the board is complete"),
    "keen: count": ("keen:2:_!9999999a_,d2", "9999999 is no number of walls"),
    "towers: few": ("towers:2:1//2!", "found 3 times a number beside the board; expected 8"),
    "towers: zero": ("towers:2:1//!0/////", "0 is no number beside the board; expected a number from 1 on"),
    "tents: no numbers": ("tents:2x1:b!", "expected a number of tents here"),
    "tents: letter": ("tents:2x1:!B,0,0,0", "unexpected 'B'; expected a tree and the blank cells before it (_, a-z)"),
    "tents: not closed": ("tents:2x1:a!,0,0,0", "found 2 cells without the end; expected 2 and the end"),
    "tents: few": ("tents:2x1:b,0,0!", "found 2 times a number of tents; expected 3"),
    "unequal: edge": ("unequal:1:!0R,", "there is no cell that way (R)"),
    "unequal: comma": ("unequal:2:0,0,0,!0", "found 3 cells; expected 4"),
    "dominosa: letter": ("dominosa:1:!a1", "expected a digit, or a number in brackets, such as [12]"),
    "dominosa: cut": ("dominosa:1:1!", "found 1 cells; expected 6"),
    "dominosa: zero": ("dominosa:!0:11", "the board has 0 rows and 0 columns; expected at least 1 of each"),
    "hexagons": ("loopy:5x5!t2:a", "a variant of slitherlink (t: a grid that is not of squares), which cannot be read"),
    "late grid": ("loopy:5x5!t10dn:a", "a variant of slitherlink (t: a grid that is not of squares), which cannot"),
    "three bridges": ("bridges:5x5!m3:a", "a variant of hashiwokakero (m: not two bridges at most), which cannot"),
    "pearl: character": ("pearl:3x1:B!1a", f"unexpected '1'; expected W, B {BLANKS}"),
    "pearl: cut": ("pearl:3x1:Ba!", "found 2 cells; expected 3"),
    "pearl: more": ("pearl:3x1:Bb!B", "found at least 4 cells; expected 3"),
    "pearl: more blanks": ("pearl:3x1:B!z", "found 27 cells; expected 3"),
    "loopy: four": ("loopy:3x1t0:!4b", f"unexpected '4'; expected 0, 1, 2, 3 {BLANKS}"),
    "lightup: W": ("lightup:3x1:!Wb", f"unexpected 'W'; expected 0 to 4, B {BLANKS}"),
    "filling: zero": ("filling:3x1:a!0a", f"unexpected '0'; expected 1 to 9 {BLANKS}"),
    "bridges: zero": ("bridges:3x1m2:a!0a", "unexpected '0'; expected 1 to 9, A-Z (10 and more) or water (a-z)"),
    "singles: zero": ("singles:2x1:1!0", "unexpected '0'; expected 1 to 9, a-z (10 to 35) or A-Z (36 to 61)"),
    "rect: bar in front": ("rect:3x1:!_3b", "unexpected '_'; expected it between two numbers"),
    "rect: two bars": ("rect:3x1:3!__3a", "unexpected '_'; expected it between two numbers"),
    "rect: bar before blanks": ("rect:3x1:3!_b", "unexpected '_'; expected it between two numbers"),
    "rect: zero": ("rect:3x1:a!0a", "expected a number from 1 on, of at most 9 digits"),
    "rect: long": ("rect:3x1:a!1234567890a", "expected a number from 1 on, of at most 9 digits"),
    "rect: character": ("rect:3x1:a!Ba", "unexpected 'B'; expected a number, blanks (a-z) or _ between numbers"),
    "solo: cut": ("solo:1x2:1_2a!", "found 3 cells; expected 4"),
    "pattern: cut": ("pattern:2x2:1/1/1!", "found 3 lines; expected 4"),
    "pattern: more": ("pattern:1x1:1/1!/1", "found at least 3 lines; expected 2"),
    "pattern: character": ("pattern:1x1:!a/1", "expected a number from 1 on, of at most 9 digits"),
    "pattern: separator": ("pattern:1x1:1!,1/1", "unexpected ','; expected `.` between numbers or `/` between lines"),
    "pattern: zero": ("pattern:1x1:!0/1", "expected a number from 1 on, of at most 9 digits"),
    "pattern: dot": ("pattern:1x1:1.!/1", "expected a number from 1 on, of at most 9 digits"),
}


@pytest.mark.parametrize("marked, message", WRONG.values(), ids=WRONG.keys())
def test_wrong_game_ids(marked, message):
    with pytest.raises(InputError) as info:
        decode_game(marked.replace("!", ""))
    line = marked.count("\n", 0, marked.index("!")) + 1
    column = marked.index("!") - marked.rfind("\n", 0, marked.index("!"))
    assert str(info.value).startswith(f"g:{line}:{column}: {message}")


def test_one_program_of_several_puzzles():
    killer, jigsaw = "solo:2x1k:d,__a_,3b1", "9j:b3_2a6a8g2a3_6_8a7_2i4c8_2e1_9c9i4_2a7_8_2a7g1a6a9_4b,"
    jigsaw += "ddaecbaa_cc_a_bb_bcba_efae_baba_aaba___b__aa_baabbbabcb"
    assert read_board(Source("x", killer)).puzzle == "killer"
    assert read_board(Source("x", killer), "killer").puzzle == "killer"
    assert read_board(Source("x", f"solo:{jigsaw}")) == read_board(Source("x", jigsaw), "jigsaw")
    with pytest.raises(InputError, match=r"^x:1:1: this is a board of killer; expected sudoku"):
        read_board(Source("x", killer), "sudoku")


def test_a_game_id_of_another_puzzle():
    with pytest.raises(InputError, match=r"^x:1:1: this is a board of masyu; expected slitherlink"):
        read_board(Source("x", "pearl:3x2:BaWbW"), "slitherlink")
    with pytest.raises(InputError, match=r"^x:1:1: there are no game IDs of numberlink"):
        read_board(Source("x", "3x2:BaWbW"), "numberlink")


def test_what_the_puzzle_refuses_has_its_place_too():
    with pytest.raises(InputError, match=r"^x:1:13: 5 is too big; expected at most 4, the size of the board"):
        read_board(Source("x", "solo:2x2:a1_5m"))


def test_a_variant_that_is_cut_short():
    with pytest.raises(InputError, match=r"^x:1:4: a variant of sudoku"):
        read_board(Source("x", "3x3x:3_6e8a4_5b8c9c4d3f7a6c1a5c5a6f2d3c6c1b7_"), "sudoku")


UNWRITABLE = {
    "a turned board": (Board("dominosa", 3, 2, [[0, 0]] * 3), "a board of 3 rows and 2 columns has no game ID"),
    "no number of a row": (
        Board("tents", 1, 1, {"grid": ["."], "rows": [None], "cols": [0]}),
        "this tents board cannot be written so: a row or column has no number",
    ),
    "no cage": (
        Board("killer", 2, 2, {**boxes(1, 2, "0 0", "0 0"), "cages": [[0, -1], [0, 1]], "sums": [3, 1]}),
        "this killer board cannot be written so: a cell is in no cage",
    ),
    "no clue": (
        Board("kenken", 1, 1, {"regions": [[0]], "clues": [None]}),
        "this kenken board cannot be written so: a cage has no clue",
    ),
    "no sign": (
        Board("kenken", 2, 2, {"regions": [[0, 0], [1, 1]], "clues": ["3+", "3"]}),
        "this kenken board cannot be written so: 3 has no sign",
    ),
    "numberlink": (Board("numberlink", 1, 2, [[1, 1]]), "numberlink boards have no game ID"),
    "unknown area": (
        Board("shikaku", 1, 1, [[-1]]),
        "this shikaku board cannot be written so: the board has an unknown number",
    ),
    "ten": (
        Board("fillomino", 1, 2, [[0, 10]]),
        "this fillomino board cannot be written so: 10 has no character; expected 1 to 9 or blanks (a-z)",
    ),
    "unknown island": (
        Board("hashiwokakero", 1, 1, [[-1]]),
        "this hashiwokakero board cannot be written so: "
        "-1 has no character; expected 1 to 9, A-Z (10 and more) or water (a-z)",
    ),
    "blank": (
        Board("hitori", 1, 2, [[1, 0]]),
        "this hitori board cannot be written so: 0 has no character; expected 1 to 9, a-z (10 to 35) or A-Z (36 to 61)",
    ),
}


@pytest.mark.parametrize("board, message", UNWRITABLE.values(), ids=UNWRITABLE.keys())
def test_boards_without_a_game_id(board, message):
    with pytest.raises(UsageError) as info:
        sgt.write(board)
    assert str(info.value) == message


@settings(max_examples=500)
@given(
    st.sampled_from(sorted(GAMES)),
    st.integers(1, 4),
    st.integers(1, 4),
    st.text("0123abzABWZ_./, \n٣", max_size=30),
)
def test_any_cells_are_a_board_or_an_input_error(program, width, height, cells):
    name, _, letter = program.partition(" ")
    size = f"{width}x{height}" if PUZZLES[GAMES[program]].sgt.more is None else width
    assert_board_or_error(f"{name}:{size}{letter}:{cells}")


@settings(max_examples=500)
@given(st.integers(0, 2**32), st.sampled_from(OURS), st.text("019agzAZBW._/:x#", max_size=2))
def test_a_changed_game_id_is_a_board_or_an_input_error(seed, puzzle, change):
    rng = random.Random(seed)
    text = sgt.write(random_board(puzzle, rng, sgt=True)).strip()
    at = rng.randrange(text.index(":") + 1, len(text) + 1)
    assert_board_or_error(text[:at] + change + text[at + rng.randint(0, 2) :])


def assert_board_or_error(text):
    try:
        board = decode_game(text)
    except InputError as error:
        assert 0 < error.place.column <= len(text) + 1
    else:
        assert decode_game(sgt.write(board)) == board


def test_the_programs_are_those_of_known_puzzles():
    assert sorted(GAMES.values()) == sorted(OURS)


LONG = "9" * 300_000


@pytest.mark.parametrize("text", [f"rect:{LONG}x9", f"{LONG}x{LONG}", "pearl:" * 50_000], ids=["rect", "size", "names"])
def test_long_texts_that_are_no_game_id_are_looked_at_once(text):
    """Found by damaging texts: an expression that tried all ways to part the digits took a minute for a third of it."""
    assert not sgt.FORMAT.fits(text)
    with pytest.raises(InputError):
        game_id(Source("x", text))
