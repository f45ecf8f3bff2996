"""Boards and facts that tests of sentences have in common."""

import csp2sat
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.puzzles.spec import PUZZLES, Board

BOARD = Board("dbchoco", 2, 2, {"colors": [".#", ".#"], "numbers": [[0, 0], [0, 0]]})
NURIKABE = "; Nurikabe\nsize 4 3\n3 - - -\n- - - -\n- - - 2\n"
RIGHT = Fact("edge", ((0, 0), (0, 1)), "border")


def load_text(kind, text=""):
    return csp2sat.loads(text or PUZZLES[kind].samples[0][0]).board


def at(row: int, column: int, value: object, negative: bool = False) -> Fact:
    return Fact("cell", ((row, column),), value, negative)
