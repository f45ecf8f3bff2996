"""What checkers say of wrong solutions, of each fault one; and the same solutions in files of puzz.link's player."""

import json

import pytest
from support.paths import DATA
from support.player_texts import WRITERS, player_text

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.formats.player import answered as read
from csp2sat.puzzles.spec import PUZZLES, Board

KINDS = json.loads((DATA / "broken_rules.json").read_text())
CASES = {f"{kind}-{at}": (kind, case) for kind, cases in KINDS.items() for at, case in enumerate(cases)}
TINY = json.loads((DATA / "tiny.json").read_text())


def board_of(kind, form):
    return Board(kind, form["rows"], form["cols"], form["givens"])


@pytest.mark.together
@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong(name):
    kind, case = CASES[name]
    assert case["faults"]
    assert PUZZLES[kind].broken_rules(board_of(kind, case), case["solution"]) == case["faults"]


@pytest.mark.parametrize("kind", WRITERS)
def test_files_of_the_player(kind):
    """A file cannot say that what is given is not so; all other wrong solutions are found wrong for the same reason."""
    expressed = 0
    for case in KINDS[kind]:
        board, solution = read(Source("p", player_text(board_of(kind, case), case["solution"])))
        assert board == board_of(kind, case)
        if solution == case["solution"]:
            assert PUZZLES[kind].broken_rules(board, solution) == case["faults"]
            expressed += 1
    assert expressed > 2 or kind == "tatamibari"


RIGHT = [(kind, form) for kind in WRITERS for form in TINY[kind] if form["solutions"]]


@pytest.mark.parametrize(("kind", "form"), RIGHT)
def test_right_files_of_the_player(kind, form):
    for each in form["solutions"]:
        board, solution = read(Source("p", player_text(board_of(kind, form), each)))
        assert board == board_of(kind, form)
        assert PUZZLES[kind].broken_rules(board, solution) == []


HOSTILE = ["battleship/2/2/x", "battleship/2/2/9/11g", "battleship/2/2/999999999/", "battleship/2/2/1/22v/",
           "snake/2/2/x", "battleship/1/1/1/11g/. ./. 9/", "snake/2/2/. . . /. 7 x /", "tentaisho/2/2/12121212",
           "easyasabc/2/2/x/", "easyasabc/2/2/2/. 1 /", "easyasabc/2/2/2/. 9 99999 . /", "easyasabc/2/2/0/",
           "castle/1/2/1,1 ./", "castle/1/2/9,9,9 ./", "castle/1/2/0,3,1 ./", "castle/1/2/x,y,z/", "balance/1/2/2,2 ./",
           "balance/1/1/0,x", "geradeweg/1/1/x", "moonsun/1/2/2/0 1 /3 3 /", "tatamibari/1/2/d e/", "moonsun/1/1/",
           "galaxies/2/2/", "hidoku/2/2/"]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_files(text):
    try:
        board, solution = read(Source("p", f"pzprv3/{text}"))
    except InputError as error:
        assert "\n" not in error.message
    else:
        assert PUZZLES[board.puzzle].broken_rules(board, solution)
