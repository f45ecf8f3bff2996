"""Reasons of lines of fireflies in words, by facts about lines and their directions."""

import pytest

from csp2sat.api import problems
from csp2sat.puzzles.deductions.lines.fireflies import DIRECTION, DOT, GOES_ON, TURNS, why
from csp2sat.puzzles.facts import Fact

BOARD = problems.loads("; Hotaru Beam\nsize 3 3\n- 1L -\n1R - -\n- - -\n", "firefly").board


def go(name, is_so=True):
    return Fact("hidden", (), name, not is_so)


NO_LINE = Fact("edge", ((1, 1), (1, 2)), "line", True)
WHY = [
    (DOT, [], [go("_goR_1_0")], "the dot points there"),
    (DOT, [], [go("_goD_1_0", False)], "the dot is at another side"),
    (DOT, [], [go("_goL_1_1", False)], "no line ends at a dot"),
    (DIRECTION, [NO_LINE], [go("_goL_1_2", False)], "there is no line"),
    (DIRECTION, [], [go("_goL_1_2", False)], "the line there comes the other way"),
    (f"{GOES_ON} row 2, column 2", [], [go("_goD_1_1")], "the line that comes to row 2, column 2 goes on"),
    (f"{TURNS} row 2, column 2", [go("_left_1_1 0")], [go("_goR_1_2")], "the line has no turn left"),
    (f"{TURNS} row 2, column 2", [go("_left_1_1 1")], [go("_goR_1_2")], ""),
    (
        f"{TURNS} row 2, column 2",
        [go("_left_1_1 0"), go("_goR_1_1")],
        [],
        "the line would turn once more after row 2, column 2",
    ),
    (f"{TURNS} row 2, column 2", [go("_left_1_1 1"), go("_goR_1_1")], [], ""),
    (
        f"{TURNS} row 2, column 2",
        [go("_left_1_1 0"), go("_goU_1_1")],
        [],
        "the line ends at row 1, column 2, and the turns left before and after do not fit",
    ),
]


@pytest.mark.parametrize("rule, known, new, words", WHY)
def test_reasons_of_lines(rule, known, new, words):
    assert why(BOARD, rule, known, new) == words
