"""Meanings of hidden integers: where lines go and turn; each literal with a meaning is a literal."""

from csp2sat.api import problems
from csp2sat.puzzles.deductions.hidden_values import course_of_line
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.statements import statements

FLIES = "; Hotaru Beam\nsize 3 3\n- 1L -\n1R - -\n- - -\n"


def test_each_hidden_literal_has_a_meaning():
    board = problems.loads(FLIES, "firefly").board
    found, words = statements(board), PUZZLES["firefly"].facts.hidden
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
