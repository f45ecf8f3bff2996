"""Meanings of hidden integers: where lines go and turn, where a sign is; each literal with a meaning is a literal."""

import pytest

from csp2sat.api import problems
from csp2sat.puzzles.deductions.hidden_values import course_of_line, side_of_sign
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.statements import statements

FLIES = "; Hotaru Beam\nsize 3 3\n- 1L -\n1R - -\n- - -\n"
SIGNS = "; Tatamibari\nsize 3 2\n+ . -\n. . .\n"


@pytest.mark.parametrize("kind, text", [("firefly", FLIES), ("tatamibari", SIGNS)])
def test_each_hidden_literal_has_a_meaning_and_integers_with_one_value_have_none(kind, text):
    """At the edge a rectangle cannot go further: that integer has one value, and no literal."""
    board = problems.loads(text, kind).board
    found, words = statements(board), PUZZLES[kind].facts.hidden
    assert found.hidden and 0 not in found.hidden and not found.hidden.keys() & found.atoms.keys()
    assert all(words(board, name, true) for name in found.hidden.values() for true in (True, False))
    assert len({words(board, name, True) for name in found.hidden.values()}) == len(found.hidden)


def test_words_of_lines():
    board = problems.loads(FLIES, "firefly").board
    assert course_of_line(board, "_goU_1_2", True) == "a line goes up from row 2, column 3"
    assert course_of_line(board, "_goL_1_2", False) == "no line goes to the left from row 2, column 3"
    assert course_of_line(board, "_left_0_0 1", True) == "after row 1, column 1 the line has 1 turn left"
    assert course_of_line(board, "_left_0_0 2", True) == "a line from an empty circle comes to row 1, column 1"
    assert course_of_line(board, "h_0_0", True) == ""


def test_words_of_signs():
    board = problems.loads(SIGNS, "tatamibari").board
    assert side_of_sign(board, "_row_1_0 0", True) == "the rectangle of row 2, column 1 has its sign above row 2"
    assert (
        side_of_sign(board, "_column_1_1 2", False)
        == "the rectangle of row 2, column 2 does not have its sign right of column 2"
    )
    assert (
        side_of_sign(board, "_down_0_0 1", True)
        == "the rectangle of the sign at row 1, column 1 goes 1 cell down from it"
    )
    assert side_of_sign(board, "v_0_0", True) == ""
