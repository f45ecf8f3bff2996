"""Routine steps: what a person does without thinking, and no step because something would be cut off."""

import re

import pytest
from support.chains import chain

import csp2sat
from csp2sat.cli.step_printing import lines
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.merging.merged_steps import merged
from csp2sat.reasoning.wording.place_words import numbers_text

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


LAST = "; Sudoku Puzzle\nsize 4 4\n1 2 3 -\n- - 1 -\n- 1 - 3\n- - - -\n"


@pytest.mark.parametrize("kind", ["sudoku", "ripple", "str8ts", "futoshiki", "kakuro", "fillomino"])
def test_each_number_of_a_cell_has_a_line(kind):
    """Numbers that are out are counted lines, a number that a cell has is none: the counted lines of a text have no
    cell's number, and each number of the solution that is not given is in a sentence."""
    steps = chain(PUZZLES[kind].samples[0][0])
    seen = [*merged(steps.board, steps.needed())]
    numbers = [fact for step in steps for fact in step.facts if not fact.negative and isinstance(fact.value, int)]
    told = {fact for step in seen if not step.folded for fact in step.facts}
    assert numbers and told >= {fact for fact in numbers if fact.what == "cell"}
    counted = [line for line in lines(steps, False) if "routine step" in line]
    assert not [line for line in counted if re.search(r"\d (is|are) \d", line)]


def test_the_last_empty_cell_of_a_line():
    """The reason is the line whose other cells have numbers, which the sentence gives; it is true of the board."""
    found = 0
    for board in (LAST, PUZZLES["sudoku"].samples[0][0]):
        have = {(r, c): v for r, row in enumerate(chain(board).board.values()) for c, v in enumerate(row) if v}
        for step in chain(board):
            if words := re.search(r"the last empty cell of (row|column) (\d+), which has ([\d, and to]+)\.", step.text):
                (fact,) = (fact for fact in step.facts if not fact.negative)
                at, line = ("row", "column").index(words[1]), int(words[2]) - 1
                own = sorted(have[cell] for cell in have if cell[at] == line)
                assert own == [number for number in range(1, len(own) + 2) if number != fact.value]
                assert words[3] == numbers_text([number - 1 for number in own]) and fact.places[0][at] == line
                found += 1
            have |= {fact.places[0]: fact.value for fact in step.facts if not fact.negative}
    assert found


@pytest.mark.parametrize("text, stops_at_all", [(PICTURE, True), (LINES, False), (CORNER, False)])
def test_a_page_with_few_other_steps_stops_at_each_step(text, stops_at_all):
    steps = csp2sat.steps(csp2sat.loads(text).board)
    others = [step for step in steps if not step.folded]
    assert (5 * len(others) < len([*steps])) == ('id="all" checked' in steps.to("html")) == stops_at_all
