"""Saved games of Simon Tatham's collection: the board is read, moves do not matter, damaged files are refused."""

import pytest
from support.saved_games import saved_game

from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.formats import sgt
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.inputs import read

PEARL = "pearl:4x3dt:aWeBd"
KINDS = {kind: sample(PUZZLES[kind]) for kind in PUZZLES if PUZZLES[kind].sgt}
OTHERS = {  # whose samples have clues that no game ID has
    "hashiwokakero": "bridges:3x2m2:2a22a2",
    "hitori": "singles:2x2:1221",
    "kenken": "keen:2:__a_,d2a12a3",
    "shikaku": "rect:2x2:2b2",
    "tents": "tents:2x1:_a,1,0,1",
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_of_each_kind(kind):
    board = read_board(Source("x", OTHERS[kind])) if kind in OTHERS else KINDS[kind]
    text = saved_game(sgt.write(board))
    for same in (text, text.replace("\n", "\r\n"), f"; found in a drawer\n\n{text}", text.rstrip("\n")):
        assert read_board(Source("x", same)) == board


def test_whatever_the_file_is_called(tmp_path):
    for name in ("game.sav", "game", "game.txt", "game.csp", "game.json"):
        (tmp_path / name).write_text(saved_game(PEARL))
        assert read(str(tmp_path / name), None).board.puzzle == "masyu"


def test_the_size_is_that_of_the_saved_game():
    text = saved_game(PEARL)
    assert read_board(Source("x", text)).cols == 4
    params = "PARAMS  :3:4x3\n"
    only = "".join(params if "PARAMS" in line else line for line in text.splitlines(keepends=True)).replace(
        params, "", 1
    )
    assert read_board(Source("x", only)).cols == 4


REFUSED = {
    "another game": (
        saved_game("mines:9x9n10:3,4,m"),
        "x:3:12: mines boards cannot be read; Simon",
    ),
    "a variant": (saved_game("solo:3x3x:b6"), "x:5:15: a variant of sudoku (x: diagonals), which cannot be read"),
    "a cell too few": (saved_game("pearl:4x3:aWeB"), "x:7:16: found 8 cells; expected 12"),
    "cut off": (saved_game(PEARL)[:-20], ""),
    "a cell that is missing": (
        saved_game(PEARL).replace(":aWeBd", ":aWeB"),
        "x:7:12: DESC has 4 characters; expected 5",
    ),
    "cut off in the cells": (
        saved_game(PEARL).partition("eBd")[0],
        "x:7:12: DESC has 2 characters; expected 5",
    ),
    "no cells": (
        saved_game(PEARL).partition("DESC")[0],
        "x:1:1: this saved game has no board; expected the lines GAME, CPARAMS and DESC",
    ),
    "something else": (
        saved_game(PEARL).replace("SEED    :", "seed = "),
        "x:6:1: this is no line of a saved game; expected KEY:LENGTH:VALUE",
    ),
    "a length of many digits": (
        saved_game(PEARL).replace("DESC    :5:", f"DESC    :{'9' * 50}:"),
        "x:7:1: this is no line of a saved game; expected KEY:LENGTH:VALUE",
    ),
}


@pytest.mark.parametrize("text, message", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused(text, message):
    if not message:
        assert read_board(Source("x", text)).puzzle == "masyu"  # only moves are missing
        return
    with pytest.raises(InputError) as info:
        read_board(Source("x", text))
    assert str(info.value).startswith(message)
