"""Codes of a few kinds: what is wrong in them, each at its place, and what may be said in several ways."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import Board

WRONG = {
    "tentaisho/2/2/": "found 0 places; expected 9",
    "tentaisho/2/2/g!": "unexpected '!'; expected a star",
    "tentaisho/2/2/z": "found 20 places; expected 9",
    "tentaisho/2/2/6l": "found 10 places; expected 9",
    "tentaisho/2/2/000000000g0": "unexpected '0'; expected the end",
    "battleship/2/2/j": "found 0 cells; expected 4",
    "battleship/2/2/jj": "the board ends here; expected / and the fleet",
    "battleship/2/2/jj//z": "expected the fleet: //c, //d, //e",
    "battleship/2/2/jj/1/22v": "expected the fleet",
    "battleship/2/2/jj/2/11g": "found 1 ships; expected 2",
    "battleship/2/2/jj/1/": "found 0 ships; expected 1",
    "battleship/2/2/jj/0": "expected the fleet",
    "battleship/2/2/j7i/1/11g": "unknown cell; expected a number from 0 to 6",
    "balance/2/2/.i": "an unknown number cannot stand here",
    "tatamibari/2/2/4": "unexpected '4'; expected a sign (1, 2, 3 or .) or blanks",
    "castle/2/2/3": "unexpected '3'; expected free cells (a-z) or a colour (0-2)",
    "castle/2/2/000": "a number without a direction cannot stand here",
    "castle/2/2/01": "found 0 cells; expected 4",
    "easyasabc/2/2/3/n": "3 letters cannot stand here; expected 1 to 2",
    "easyasabc/2/2/2/8m": "H is none of the 2 letters",
    "easyasabc/2/2/2/n3i": "C is none of the 2 letters",
    "easyasabc/2/2/2/-1fm": "unknown letter; expected a number from 1 to 26",
    "snake/2/2/r0k": "unexpected 'r'; expected a character for three cells",
}


@pytest.mark.parametrize("url", WRONG)
def test_wrong_urls(url):
    with pytest.raises(InputError) as caught:
        read_board(Source("x", f"https://puzz.link/p?{url}"))
    assert WRONG[url] in caught.value.message


def test_wrong_game_ids():
    for code, said in (("2x2:azb", "found 27 places; expected 9"), ("2x2:a1", "unexpected '1'; expected a star")):
        with pytest.raises(InputError) as caught:
            read_board(Source("x", f"galaxies:{code}"), "galaxies")
        assert said in caught.value.message


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://puzz.link/p?tentaisho/2/2/6g6", "https://puzz.link/p?tentaisho/2/2/7g70"),  # black stars, no holes
        ("https://puzz.link/p?tentaisho/2/2/6g6", "https://puzz.link/p?tentaisho/2/2/6ge"),  # beyond the board
        (
            "https://puzz.link/p?battleship/9/9/xzzzzg//c",
            "https://puzz.link/p?battleship/9/9/xzzzzg/6/21o/31s/11g/12o/11g/11g",
        ),
        ("galaxies:3x3:aeDf", "galaxies:3x3dn:AEdF"),
    ],
)
def test_the_same_board(one, other):
    assert read_board(Source("x", one)) == read_board(Source("x", other))


def test_boards_that_cannot_be_written():
    holed = Board("galaxies", 1, 2, {"stars": [[1, 1]], "holes": [".#"]})
    with pytest.raises(UsageError, match="the board has holes"):
        FORMATS["sgt"].write(holed)
    assert read_board(Source("x", FORMATS["url"].write(holed))) == holed
    long = Board("battleship", 1, 40, {"fleet": [36], "rows": [None], "cols": [None] * 40, "grid": ["." * 40]})
    with pytest.raises(UsageError, match="a ship of size 36 is too long"):
        FORMATS["url"].write(long)
    with pytest.raises(UsageError, match="too big"):
        FORMATS["url"].write(Board("balance", 1, 1, [["w5000"]]))
