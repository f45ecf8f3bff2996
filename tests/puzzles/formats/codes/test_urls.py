"""Puzzle URLs: published ones, round trips of all types, and every error with its column."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.boards import FILES, board_of, neutral
from support.coded_boards import GIVENS, decode_url, random_board, read_url

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles._index import URLS
from csp2sat.puzzles.formats import url
from csp2sat.puzzles.formats.reading import format_of, read_board
from csp2sat.puzzles.spec import PUZZLES, Board

SITE = "https://puzz.link/p?"


def grid(*lines):
    """Rows of digits, `.` for 0 and `?` for -1."""
    return [[{".": 0, "?": -1}.get(char) or int(char.replace(".", "0")) for char in line] for line in lines]


def black(down=None, across=None):
    return {"across": across, "down": down}


NONE = black()
ROOMS = [[0, 1, 1, 2, 2, 3]] * 3 + [[4, 4, 4, 4, 4, 3], [5, 5, 5, 6, 6, 3], [5, 5, 5, 6, 6, 7]]
EXAMPLES = {
    "numlin/6/6/j4h14m2n2h133k": grid("....4.", ".14...", "....2.", "......", ".2..13", "3....."),
    "slither/5/5/cbcbcddad": ["2..1.", ".2..1", "..2..", "3..3.", ".0..3"],
    "lightup/3/2/6.a": ["1.#", "0.."],
    "mashu/6/6/1063000i3000": ["..w...", ".b..w.", "......", "...b..", ".w....", "......"],
    "yajilin/5/5/m32j10": [list("....."), list("....."), [*"...", "2L", "."], list("....."), [*"....", "0U"]],
    "yajilin/3/2/0.1.72aa-4fff91a": [["#", "?U", "42D"], [".", "4095R", "26R"]],
    "hitori/4/4/1114142333214213": grid("1114", "1423", "3321", "4213"),
    "hitori/2/2/.-10z-zz": [[0, 36], [35, 1295]],
    "heyawake/6/6/lll155007rs12222j": {"regions": ROOMS, "clues": [2, 2, 2, 2, None, None, None, None]},
    "heyawake/2/1/g5g": {"regions": [[0, 1]], "clues": [5, None]},
    "kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3": [
        [NONE, NONE, black(12), black(4), NONE, NONE],
        [NONE, black(4, 8), None, None, black(10), NONE],
        [black(across=10), None, None, None, None, black(10)],
        [black(across=3), None, None, black(17, 3), None, None],
        [NONE, black(across=21), None, None, None, None],
        [NONE, NONE, black(across=12), None, None, NONE],
    ],
    "nonogram/6/6/12g1111h11112zh": {"rows": [[]] * 6, "cols": [[2, 1], [1, 1, 1], [1], [1, 1, 1], [2, 1], []]},
    "nonogram/4/2/g1gg32-10g": {"rows": [[2, 3], [16]], "cols": [[], [1], [], []]},
    "hashi/5/5/1234g1-10+100=100g.h.i.l.": [[1, 2, 3, 4, 0], [1, 16, 256, 4352, 0], *grid("?..?.", "..?..", "....?")],
    "nurikabe/3/1/.g2": grid("?.2"),
    "shikaku/3/2/-1ek": [[30, 0, 0], [0, 0, 0]],
    "fillomino/2/1/h": [[0, 0]],
    "sudoku/6/6/i6zr": {"box_rows": 2, "box_cols": 3, "grid": grid("...6..", *["......"] * 5)},
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_what_the_codes_mean(text):
    board = decode_url(SITE + text)
    assert board.givens == EXAMPLES[text]
    assert decode_url(url.write(board)) == board


@pytest.mark.parametrize("name", FILES)
def test_a_published_board(name):
    form = neutral(name)
    board = board_of(form)
    for key in ("url", "url_encoded"):
        if form.get(key):
            assert read_url(form[key]) == board
    if form.get("url_encoded"):
        assert url.write(board) == form["url_encoded"] + "\n"


def test_every_type_has_names():
    assert set(URLS.values()) == {name for name in PUZZLES if PUZZLES[name].url}
    assert URLS["bijutsukan"] == "akari"
    assert URLS["hashikake"] == URLS["bridges"] == "hashiwokakero"


@pytest.mark.sample(2)
@pytest.mark.parametrize("puzzle", GIVENS)
def test_round_trips_of_random_boards(puzzle):
    rng = random.Random(puzzle)
    for _ in range(1000):
        board = random_board(puzzle, rng)
        assert decode_url(url.write(board)) == board


MASYU = Board("masyu", 6, 6, EXAMPLES["mashu/6/6/1063000i3000"])
SAME = {
    "another name": "https://puzz.link/p?masyu/6/6/1063000i3000",
    "http": "http://puzz.link/p?mashu/6/6/1063000i3000",
    "pzv.jp": "http://pzv.jp/p.html?mashu/6/6/1063000i3000",
    "www": "https://www.pzv.jp/p.html?mashu/6/6/1063000i3000",
    "pzprxs": "https://pzprxs.vercel.app/p?mashu/6/6/1063000i3000",
    "capitals": "HTTPS://Puzz.Link/p?Mashu/6/6/1063000i3000",
    "slash behind the page": "https://puzz.link/p/?mashu/6/6/1063000i3000",
    "slashes at the end": "https://puzz.link/p?mashu/6/6/1063000i3000//",
    "editor": "https://puzz.link/p?mashu_edit/6/6/1063000i3000",
    "player": "https://puzz.link/p.html?mashu_play/6/6/1063000i3000",
    "editor of old": "http://pzv.jp/p.html?m+mashu/6/6/1063000i3000",
    "cosmetic flag": "https://puzz.link/p?mashu/v:/6/6/1063000i3000",
    "fragment": "https://puzz.link/p?mashu/6/6/1063000i3000#top",
    "escaped": "https://puzz.link/p%3Fmashu%2F6%2f6%2F1063000i3000",
    "in a file": "# a comment\n\n; Slitherlink\n  https://puzz.link/p?mashu/6/6/1063000i3000  \r\n\n; end\n",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME.keys())
def test_the_same_board(text):
    assert format_of(text) is not None
    assert read_board(Source("slitherlink.txt", text)) == MASYU
    assert read_board(Source("x", text), "masyu") == MASYU


def test_escapes_in_a_body():
    assert decode_url(SITE + "shikaku%2F3%2F1%2F%2Dff%2E%2B100").givens == [[255, -1, 256]]


def test_flags():
    assert decode_url(SITE + "yajilin/b/1/2/12a").givens == [["2U"], ["."]]
    assert decode_url(SITE + "yajilin/bv:/1/2/12a").givens == [["2U"], ["."]]


NUMBER = "a number (0-9, a-f, -xx, +xxx, =xxx), . or blanks (g-z)"
KNOWN = "`csp2sat puzzles` lists "
WRONG = {  # the place of the error is that of the first `!`, which is not part of the URL
    "no site": ("https://!", "expected a URL of puzz.link, pzv.jp, pzprxs.vercel.app or pzplus.tck.mn, of Penpa+"),
    "no question": ("https://puzz.link!/p", "this is no board; expected `/p?`"),
    "no name": (f"{SITE}!", f"expected the name of a puzzle; {KNOWN}"),
    "a typing error": (f"{SITE}!nurikabee/7/7/g2", "nurikabee boards cannot be read; did you mean 'nurikabe'?"),
    "variant with a number": (f"{SITE}!tapa2/5/5/0", f"tapa2 boards cannot be read; {KNOWN}"),
    "variant with a letter": (f"{SITE}!xsudoku/5/5/0", f"xsudoku boards cannot be read; {KNOWN}"),
    "unknown name": (f"{SITE}!zzz/5/5/0", f"zzz boards cannot be read; {KNOWN}"),
    "variant as a name": (
        f"{SITE}!yajilin-regions/5/5/0",
        "yajilin-regions boards cannot be read; `csp2sat puzzles` lists ",
    ),
    "flag": (f"{SITE}masyu/!f/4/4/0003i0", "the flag 'f' makes it a variant of masyu, which cannot be read"),
    "flag of another": (f"{SITE}mashu/!b/3/1/0", "the flag 'b' makes it a variant of masyu, which cannot be read"),
    "second flag": (f"{SITE}yajilin/b!o/7/7/zw", "the flag 'o' makes it a variant of yajilin, which cannot be read"),
    "no size": (f"{SITE}mashu!", "expected the width"),
    "no height": (f"{SITE}mashu/6!", "expected the height"),
    "size in letters": (f"{SITE}mashu/6/!x/0", "'x' is no number of 1 to 9 digits; expected the height"),
    "long size": (f"{SITE}mashu/6/!1234567890/0", "'1234567890' is no number of 1 to 9 digits; expected the height"),
    "zero": (f"{SITE}mashu/!0/6/0", "the board has 6 rows and 0 columns; expected at least 1 of each"),
    "huge": (f"{SITE}mashu/!9999/9999/0", "the board has 9999 x 9999 cells; expected at most 1000000"),
    "more": (f"{SITE}mashu/3/1/0/!more", "unexpected text; expected nothing behind the board"),
    "second line": (f"{SITE}mashu/3/1/0\n!{SITE}mashu/3/1/0", "unexpected line; expected nothing behind the URL"),
    "no body": (f"{SITE}mashu/3/1!", "found 0 cells; expected 3"),
    "blank": (f"{SITE}mashu/3/1/!\u30000", "unexpected '\\u3000'; expected a character for three cells (0-9, a-q)"),
    "escape": (f"{SITE}mashu/9/1/00!%41", "unexpected '%'; expected a character for three cells (0-9, a-q)"),
    "behind an escape": (f"{SITE}shikaku%2F4%2F1%2F%2Dff!%5e", f"unexpected '%'; expected {NUMBER}"),
    "masyu: character": (f"{SITE}mashu/6/6/10!r", "unexpected 'r'; expected a character for three cells (0-9, a-q)"),
    "masyu: cut": (f"{SITE}mashu/6/6/10630!", "found 15 cells; expected 36"),
    "snake: circle behind the board": (f"{SITE}snake/2/1/!1", "a circle past the end of the board"),
    "masyu: more": (f"{SITE}mashu/3/1/0!0", "found at least 4 cells; expected 3"),
    "masyu: past the end": (f"{SITE}mashu/2/1/!1", "a circle past the end of the board"),
    "number16: character": (f"{SITE}numlin/6/6/j4!A", f"unexpected 'A'; expected {NUMBER}"),
    "number16: digit": (f"{SITE}numlin/6/6/-1!g", "unexpected 'g'; expected 2 digits (0-9, a-f)"),
    "number16: cut": (f"{SITE}numlin/6/6/+12!", "found 0 cells; expected 36"),
    "number16: more blanks": (f"{SITE}numlin/3/2/1j!h", "found 7 cells; expected 6"),
    "number16: more numbers": (f"{SITE}numlin/2/1/11!11", "found at least 3 cells; expected 2"),
    "numberlink: zero": (f"{SITE}numlin/2/1/g!0", "0 cannot stand here; expected numbers from 1 on"),
    "numberlink: unknown": (f"{SITE}numlin/2/1/!.1", "an unknown number cannot stand here; expected a number or "),
    "sudoku: size": (
        f"{SITE}sudoku/8/8/!1",
        "a sudoku of 8 x 8 has no boxes in puzz.link; expected 4 x 4, 6 x 6, 9 x 9, 16 x 16 or 25 x 25",
    ),
    "slitherlink: four": (f"{SITE}slither/2/1/!41", "4 cannot stand here; expected at most 3"),
    "slitherlink: four, blank": (f"{SITE}slither/2/1/!9", "4 cannot stand here; expected at most 3"),
    "slitherlink: unknown": (f"{SITE}slither/2/1/1!.", "an unknown number cannot stand here; expected a number or"),
    "slitherlink: f": (f"{SITE}slither/2/1/1!f", "unexpected 'f'; expected a number (0-9, a-e), . or blanks (g-z)"),
    "akari: cut": (f"{SITE}akari/4/2/1.!", "found 2 cells; expected 8"),
    "akari: more": (f"{SITE}akari/2/1/c!.", "found at least 3 cells; expected 2"),
    "yajilin: no direction": (f"{SITE}yajilin/2/1/!00a", "a number without a direction cannot stand here"),
    "yajilin: cut": (f"{SITE}yajilin/9/9/zk3!", "found 37 cells; expected 81"),
    "yajilin: cut, two digits": (f"{SITE}yajilin/9/9/zk8f!", "found 37 cells; expected 81"),
    "yajilin: direction": (f"{SITE}yajilin/9/9/-!5123", "unexpected '5'; expected a direction (1-4)"),
    "yajilin: character": (
        f"{SITE}yajilin/9/9/!.",
        "unexpected '.'; expected free cells (a-z), a direction (0-9) or -",
    ),
    "hitori: unknown": (
        f"{SITE}hitori/3/1/.!%.",
        "'%', an unknown number, cannot stand here; expected a number (1-9, a-z, -xx) or .",
    ),
    "hitori: zero": (f"{SITE}hitori/3/1/1!0", "0 cannot stand here; expected numbers from 1 on"),
    "hitori: cut": (f"{SITE}hitori/3/1/1-z!", "found 1 cells; expected 3"),
    "heyawake: border": (f"{SITE}heyawake/2/2/!g0", "a border that parts no rooms, at row 1, column 1"),
    "heyawake: character": (f"{SITE}heyawake/2/2/0!w", "unexpected 'w'; expected borders (0-9, a-v)"),
    "heyawake: cut": (f"{SITE}heyawake/2/2/0!", "found 0 borders; expected 2"),
    "heyawake: past the end": (f"{SITE}heyawake/2/1/!h", "a border past the end of the board"),
    "heyawake: clues": (f"{SITE}heyawake/2/1/g1!h", "found 3 rooms; expected 2"),
    "heyawake: unknown": (f"{SITE}heyawake/2/1/g1!.", "an unknown number cannot stand here; expected a number or"),
    "kakuro: character": (
        f"{SITE}kakuro/2/2/!_k",
        "unexpected '_'; expected white cells (k-z), . or a clue (0-9, a-j, A-Z, -)",
    ),
    "kakuro: half": (f"{SITE}kakuro/2/2/4!k", "unexpected 'k'; expected a clue (0-9, a-j, A-Z, -)"),
    "kakuro: cells": (f"{SITE}kakuro/2/2/k.!", "found 2 cells; expected 4"),
    "kakuro: more": (f"{SITE}kakuro/2/2/..!m1", "found at least 5 cells; expected 4"),
    "kakuro: cut": (f"{SITE}kakuro/2/1/l34!", "found 2 clues beside the board; expected 3"),
    "kakuro: end": (f"{SITE}kakuro/2/1/l345!5", "unexpected '5'; expected the end, for the board is complete"),
    "nonogram: gap": (f"{SITE}nonogram/1/4/g!1j", "a number behind a blank slot of its line"),
    "nonogram: zero": (f"{SITE}nonogram/1/4/!0k", "expected numbers from 1 on"),
    "nonogram: unknown": (f"{SITE}nonogram/1/4/!.k", "expected numbers from 1 on"),
    "nonogram: more": (f"{SITE}nonogram/1/1/gg!1", "found at least 3 slots; expected 2"),
}


def assert_refused(read, marked, message):
    text, line = marked.replace("!", "", 1), marked.count("\n", 0, marked.index("!")) + 1
    column = marked.index("!") - marked.rfind("\n", 0, marked.index("!"))
    with pytest.raises(InputError) as info:
        read(text)
    assert str(info.value).startswith(f"u:{line}:{column}: {message}")


@pytest.mark.parametrize("marked, message", WRONG.values(), ids=WRONG.keys())
def test_wrong_urls(marked, message):
    assert_refused(decode_url, marked, message)


def test_what_the_puzzle_refuses_has_its_place_too():
    assert_refused(read_url, f"{SITE}sudoku/4/4/i4!5q", "5 is too big; expected at most 4, the size of the board")
    with pytest.raises(InputError, match=r"^u:1:21: this is a board of masyu; expected slitherlink"):
        read_board(Source("u", SITE + "mashu/3/1/0"), "slitherlink")


REJECTED = {
    "arrow without its number": "yajilin/10/10/f24b31b23s42b32a41w42zk3",
    "flag f": "masyu/f/4/4/0003i0",
    "clues outside": "yajilin/o/7/7/210.40zq120.31",
    "unknown numbers": "hitori/8/8/.%.632..1.6..1.12.23..%3.%7..7..5.6.35%..7.7..7.2.%6.2.%.1..1.1./",
    "no direction": "yajilin/6/3/1122334400a1.2.3.4.0.a-13e3-23e4-33e5962563",
}


@pytest.mark.parametrize("text", REJECTED.values(), ids=REJECTED.keys())
def test_boards_that_others_could_not_read_either(text):
    with pytest.raises(InputError):
        read_url("https://pzprxs.vercel.app/p?" + text)


LATIN = [[0] * 6 for _ in range(6)]
UNWRITABLE = {
    "sudoku 8": (
        Board("sudoku", 8, 8, {"box_rows": 2, "box_cols": 4, "grid": [[0] * 8] * 8}),
        "puzz.link has no 8 x 8 with boxes of 2 x 4",
    ),
    "sudoku 6": (
        Board("sudoku", 6, 6, {"box_rows": 3, "box_cols": 2, "grid": LATIN}),
        "puzz.link has no 6 x 6 with boxes of 3 x 2",
    ),
    "big number": (Board("nurikabe", 1, 1, [[8192]]), "8192 is too big; expected at most 8191"),
    "hitori": (Board("hitori", 1, 1, [[1296]]), "1296 is too big; expected at most 1295"),
    "yajilin": (Board("yajilin", 1, 1, [["4096R"]]), "4096 is too big; expected at most 4095"),
    "kakuro": (Board("kakuro", 2, 2, [[NONE, NONE], [NONE, black(46)]]), "46 is too big; expected at most 45"),
    "kakuro outside": (
        Board("kakuro", 2, 2, [[NONE, black(3)], [NONE, NONE]]),
        "row 1, column 2 is a white cell, or has a clue that is next to none",
    ),
    "kakuro white": (
        Board("kakuro", 2, 2, [[NONE, NONE], [None, None]]),
        "row 2, column 1 is a white cell, or has a clue that is next to none",
    ),
    "kakuro thin": (
        Board("kakuro", 1, 2, [[NONE, NONE]]),
        "the board has no cells besides the clue row and the clue column",
    ),
    "nonogram": (
        Board("nonogram", 1, 2, {"rows": [[1, 1]], "cols": [[], []]}),
        "line 1 of its rows has 2 numbers; expected at most 1, to 8191",
    ),
    "heyawake": (
        Board("heyawake", 1, 3, {"regions": [[0, 1, 0]], "clues": [None, None]}),
        "the rooms are not connected, or not numbered in the order of their first cells",
    ),
    "heyawake clue": (
        Board("heyawake", 1, 1, {"regions": [[0]], "clues": [9000]}),
        "a number is too big; expected at most 8191",
    ),
}


@pytest.mark.parametrize("board, message", UNWRITABLE.values(), ids=UNWRITABLE.keys())
def test_boards_without_a_url(board, message):
    with pytest.raises(UsageError) as info:
        url.write(board)
    assert str(info.value) == f"this {board.puzzle} board cannot be written so: {message}"


@settings(max_examples=150)
@given(
    st.sampled_from(sorted(URLS)),
    st.integers(1, 5),
    st.integers(1, 5),
    st.text(max_size=40),
)
def test_any_body_is_a_board_or_an_input_error(name, width, height, body):
    assert_board_or_error(f"{SITE}{name}/{width}/{height}/{body}")


@settings(max_examples=500)
@given(
    st.integers(0, 2**32),
    st.sampled_from(sorted(GIVENS)),
    st.text("0123456789agzAZ.-+=%/", max_size=2),
)
def test_a_changed_url_is_a_board_or_an_input_error(seed, puzzle, change):
    rng = random.Random(seed)
    text = url.write(random_board(puzzle, rng)).strip()
    at = rng.randrange(len(SITE), len(text) + 1)
    assert_board_or_error(text[:at] + change + text[at + rng.randint(0, 2) :])


def assert_board_or_error(text):
    try:
        board = decode_url(text)
    except InputError as error:
        assert 0 < error.place.column <= len(text) + 1
    else:
        assert decode_url(url.write(board)) == board


def test_a_url_in_a_json_string_is_no_url():
    assert not url.FORMAT.fits(json.dumps(SITE + "mashu/3/1/0"))
