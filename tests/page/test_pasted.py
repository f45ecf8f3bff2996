"""What people paste: names on lines of their own, broken addresses, several boards, rows without a name, nonsense."""

from itertools import chain

import pytest

ROWS = "2....\n....1\n..3..\n.....\n4...2\n"
CODE = "https://puzz.link/p?nurikabe/5/5/2n1h3m4i2"
BROKEN = "https://puzz.link/p?nurikabe/5/5/2n1h\n3m4i2"


@pytest.mark.parametrize(
    "text",
    [
        *(f"nurikabe\n{ROWS}", f"Nurikabe:\n\n{ROWS}", f"  NURIKABE \n{ROWS}", f"# nurikabe 5x5\n{ROWS}"),
        *(CODE, f"  {CODE}\n", BROKEN, CODE.replace("/5/5/", "/5/5/ "), CODE.upper().replace("2N1H3M4I2", "2n1h3m4i2")),
        *(CODE.removeprefix("https://"), BROKEN.removeprefix("https://"), f"look at this: {CODE}, it is nice"),
        f"nurikabe\n{ROWS}".replace("\n", "\r\n"),
    ],
)
def test_what_is_meant_is_read(ask, text):
    found = ask("read", text=text)
    assert (found["error"], found["kind"], found["rows"], "warnings" in found) == (None, "nurikabe", 5, False)
    assert sorted(filter(None, chain.from_iterable(found["givens"]))) == [1, 2, 2, 3, 4]


@pytest.mark.parametrize("kind", ["", "nurikabe"])
def test_rows_alone_need_a_kind(ask, kind):
    found = ask("read", text=ROWS, **({"from": kind} if kind else {}))
    assert (found["error"] is None) is bool(kind) and (kind or "the menu Kind" in found["error"])


SPACED = """5 3 . . 7 . . . .
6 . . 1 9 5 . . .
. 9 8 . . . . 6 .
8 . . . 6 . . . 3
4 . . 8 . 3 . . 1
7 . . . 2 . . . 6
. 6 . . . . 2 8 .
. . . 4 1 9 . . 5
. . . . 8 . . 7 9
"""


@pytest.mark.parametrize("blank", [".", "0", "-", "_"])
@pytest.mark.parametrize("between", [" ", ",", "\t", ", "])
def test_a_sudoku_with_its_cells_apart(ask, blank, between):
    found = ask("read", text=SPACED.replace(".", blank).replace(" ", between))
    assert (found["error"], found["kind"]) == (None, "sudoku")
    assert found["text"].split("\n5 3 ")[1][:13] == "- - 7 - - - -"


@pytest.mark.parametrize(
    "text",
    [
        SPACED.replace("5 3", "5 5"),
        SPACED.replace("8 . .", ". . .").replace("7 9", ". .").replace("4 1 9", ". . .")[:144],
    ],
)
def test_other_rows_of_numbers_need_a_kind(ask, text):
    assert "choose the kind in the menu Kind" in ask("read", text=text)["error"]
    assert ask("read", text=SPACED, **{"from": "nurikabe"})["kind"] == "nurikabe"


def test_rooms_without_a_size(ask):
    found = ask("read", text="star battle\nAABBB\nAABBB\nACCBD\nECCDD\nEEEDD\n")
    assert (found["error"], found["kind"]) == (None, "starbattle")


@pytest.mark.parametrize(
    "text",
    [
        f"{CODE}\nhttps://puzz.link/p?slither/5/5/fdbbdf\n",
        f"; nurikabe\nsize 5 5\n{ROWS}\n; nurikabe\nsize 5 5\n{ROWS}",
        "4..3...4.3....3.\n4..3...4.3....3.\n4..3...4.3....3.\n",
    ],
)
def test_the_first_of_several_boards(ask, text):
    found = ask("read", text=text)
    assert found["error"] is None and found["warnings"] == ["the text has several boards; this is the first one"]
    assert found["kind"] in ("nurikabe", "sudoku") and ask("unique", text=found["text"])["error"] is None


@pytest.mark.parametrize(
    "text", ["hello, can you solve my puzzle?", "<<<", "nurikabe", "nurikabe\nhello\n", "\ufffdPNG", ""]
)
def test_nonsense_is_refused_in_the_words_of_a_page(ask, text):
    error = ask("read", text=text)["error"]
    assert error and "--" not in error and "`csp2sat" not in error


@pytest.mark.parametrize("address", ["https://puzz.link/p?simpleloop/10/10/0000", "hidato:5x5:a", "puzz.link/p?/3/3/a"])
def test_an_unknown_puzzle(ask, address):
    error = ask("read", text=address)["error"]
    assert error and "csp2sat puzzles" not in error and "--from" not in error


def test_a_text_of_two_kinds_stays_refused(ask):
    assert ask("read", text=f"{CODE} {CODE[:-2]}")["error"]


def test_a_csp_is_read_as_before(ask):
    assert ask("read", text="(int x 0 9)\n(foo x)\n")["place"] == {"line": 2, "column": 2}


def test_rows_that_may_be_a_sudoku_are_read_with_a_warning(ask):
    found = ask("read", text=".........\n" * 9)
    assert found["kind"] == "sudoku"
    assert len(found["warnings"]) == 1 and found["warnings"][0].startswith("read as a sudoku; if it is another puzzle")
    assert "the menu Kind" in found["warnings"][0] and "--from" not in found["warnings"][0]
