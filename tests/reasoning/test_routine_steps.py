"""Routine steps: what a person does without thinking, and no step because something would be cut off."""

import pytest

import csp2sat
from csp2sat.puzzles.spec import PUZZLES

CORNER = "; Heyawake\nsize 3 3\nregions\n0 1 0\n0 0 0\n0 0 0\nclues\n- 1\n"
ONES = "; Nurikabe\nsize 3 3\n- - -\n- 1 -\n- - -\n"
LINES = PUZZLES["numberlink"].samples[0][0]
PICTURE = "; Nonogram\nsize 8 8\nrows\n4 1\n7\n7\n6\n4\n2\n1 2\n5\ncolumns\n3 3\n3 1 1\n4 2\n4 2\n4 1\n4\n4\n1 2\n"
BRIDGES = PUZZLES["hashiwokakero"].samples[0][0]


def step_with(text: str, words: str) -> csp2sat.Step:
    """Return the first step of a board whose sentence has the words."""
    return next(step for step in csp2sat.steps(csp2sat.loads(text).board) if words in step.text)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (CORNER, "no other way is left between row 1, column 3 and row 1, column 1, since row 1, column 2 is shaded"),
        (BRIDGES, "no other way is left between row 4, column 2 and row 1, column 3"),
        (LINES, "from row 3, column 6 to row 4: lines join equal numbers, and no other way is left"),
        (LINES, "would join the 4 at row 3, column 2 and the 2 at row 5, column 1, if ways are left for the 1"),
    ],
)
def test_what_would_be_cut_off_is_a_thought(board, words):
    """These steps have one rule and at most one fact, but are shown, and counted by grades."""
    step = step_with(board, words)
    assert len(step.known) + step.stated <= 1 and step.weight == 1
    assert not step.routine and not step.folded


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (CORNER, "Row 1, column 1 is not shaded: row 1, column 2, beside it, is shaded"),
        (ONES, "else the island of the 1 at row 2, column 2 would have 2 cells"),
        (LINES, "the line would join the 1 at row 2, column 2 and the 4 at row 3, column 2"),
        (LINES, "a line ends at each number"),
    ],
)
def test_what_touches_is_routine(board, words):
    """Numbers' areas that touch, a complete island, and a line that goes on."""
    assert step_with(board, words).routine


@pytest.mark.parametrize("text, stops_at_all", [(PICTURE, True), (LINES, False), (CORNER, False)])
def test_a_page_with_few_other_steps_stops_at_each_step(text, stops_at_all):
    steps = csp2sat.steps(csp2sat.loads(text).board)
    others = [step for step in steps if not step.folded]
    assert (5 * len(others) < len([*steps])) == ('id="all" checked' in steps.to("html")) == stops_at_all
