"""What the steps of a text or page say, with what is printed on the empty board, is the whole solution."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from support.chains import chain

from csp2sat.api import problems
from csp2sat.cli.step_printing import lines
from csp2sat.puzzles.drawing.picture import centre
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.drawing.sheets import FactSheet
from csp2sat.reasoning.step import Step
from csp2sat.reasoning.wording.fact_words import clue_text

GOKIGEN = """; Gokigen Naname Puzzle
size 6 6
- - - - - - 0
- 1 1 4 - 2 -
- 3 - 2 1 - -
- - 2 - - - 0
2 - 2 2 - - -
1 3 - - 2 3 1
- - - - - - -
"""
BOARDS = [*((kind, PUZZLES[kind].samples[0][0]) for kind in sorted(PUZZLES)), ("gokigen", GOKIGEN)]


def undrawn(board: Board, steps: Sequence[Step], solution: object) -> list[object]:
    """Return the marks and lines of a solution that no fact of the steps draws, but not marks where something is
    printed, nor lines of kinds whose facts are about cells.
    """
    picture, empty = PUZZLES[board.puzzle].picture(board, solution), PUZZLES[board.puzzle].picture(board, None)
    sheet, facts = FactSheet(board), [fact for step in steps for fact in step.facts]
    cells = {centre(fact.places[0]) for fact in facts if fact.what != "edge"}
    cells |= {centre(fact.places[0]) for fact in sheet.pencils.sure}
    cells |= {mark.point for mark in empty.marks if mark.role == "given"}
    edges = {(line.start, line.end) for fact in facts if (line := sheet.outlines.segment(fact)) is not None}
    marks = [mark for mark in picture.marks if mark.role == "solved" and mark.point not in cells]
    lines = [line for line in picture.lines if line.role == "solved" and (line.start, line.end) not in edges]
    return [*marks, *(lines if edges else ())]


@pytest.mark.parametrize("kind,text", BOARDS, ids=[f"{kind}-{len(text)}" for kind, text in BOARDS])
def test_the_last_drawing_of_a_chain_is_the_solution(kind, text):
    steps = chain(problems.loads(text, kind).board)
    assert steps.status == "SOLVED"
    assert undrawn(problems.loads(text, kind).board, list(steps.needed()), steps.solution) == []


MOSAIC = "; Mosaic Puzzle\nsize 3 2\n4 - -\n- - 2\n"


@pytest.mark.parametrize("text", [GOKIGEN, PUZZLES["creek"].samples[0][0], PUZZLES["gokigen"].samples[0][0], MOSAIC])
def test_a_number_that_counts_does_not_state_the_cell_of_its_name(text):
    """A corner has the row and column of the cell below it, and a number of mosaic counts its own cell, too: what the
    number says of that cell is concluded in a sentence, and no sentence gives the number for the fact.
    """
    steps = chain(text)
    board = problems.loads(text).board
    assert {fact.places[0] for step in steps for fact in step.facts} == {*board.cells()}
    assert [step.given for step in steps if step.given] == []
    assert not any(" is at row" in step.text for step in steps)


def test_the_cell_of_a_room_of_one_cell_is_drawn_before_any_step():
    """The page has its number on all boards, since no step concludes it."""
    board = problems.loads(PUZZLES["ripple"].samples[0][0]).board
    sheet = FactSheet(board)
    assert [(fact.places, fact.value) for fact in sheet.pencils.sure] == [(((1, 0),), 1)]
    assert sheet.sure and sheet.sure in chain(board).to("html") and sheet.sure in chain(board).svg(1)


def test_corners_are_explained_and_each_loop_has_a_step():
    """The text and the page say what the corner at a row and column is; a sentence about a loop has one fact."""
    words = "The corner at a row and column is the upper left corner of the cell there"
    steps = chain(GOKIGEN)
    text = "\n".join(lines(steps, False))
    assert text.count(words) == 1 and steps.to("html").count(words) == 1
    loops = [line for line in text.splitlines() if ": else the loop through " in line]
    assert len(loops) == 4 and not any(re.match(r"\d+–", line) for line in loops)


def test_a_loop_that_would_close_is_told_in_walking_order():
    """The cells of the sentence, each with the diagonal that is known or denied, are a loop from corner to corner."""
    (found, so_far) = (0, dict[tuple[int, int], bool]())
    for step in chain(GOKIGEN):
        denied = {fact.places[0]: fact.negative for fact in step.facts}
        for route in re.findall(r"else the loop through (.*) would close", step.text):
            cells = [(int(r) - 1, int(c) - 1) for r, c in re.findall(r"row (\d+), column (\d+)", route)]
            falls = {cell: (denied | so_far)[cell] for cell in cells}
            ends = [{(r, c), (r + 1, c + 1)} if falls[r, c] else {(r, c + 1), (r + 1, c)} for r, c in cells]
            assert all(len(one & two) == 1 for one, two in zip(ends, [*ends[1:], *ends[:1]], strict=True))
            assert len(set[tuple[int, int]]().union(*ends)) == len(cells) == len(set(cells))
            found += 1
        so_far |= {fact.places[0]: not fact.negative for fact in step.facts}
    assert found == 4


def test_several_numbers_at_corners_are_several():
    """Two corners with a 1 are no corner with one number."""
    assert (
        clue_text("number 1 at the corner", [(1, 1), (1, 2)])
        == "the numbers 1 at the corners at row 2, columns 2 and 3"
    )
    assert clue_text("number 1 at the corner", [(1, 1)]) == "the number 1 at the corner at row 2, column 2"


HIDOKU = """\
; Hidoku Puzzle
size 6 6
-  6  -  -  -  -
-  - 25  -  - 12
4  -  - 24 23  -
3  1  -  -  - 17
36 34 29  -  -  -
-  -  - 30  - 19
"""


def test_a_number_that_is_drawn_from_the_start_is_said_not_to_be_given():
    """Only 7 is near enough to the 6 and the 12 at this corner, so that no step says it."""
    board = problems.loads(HIDOKU).board
    said = "Drawn from the start, though not given: 7 at row 1, column 1, the only number that can be there."
    assert board.givens[0][0] != 7 and said in chain(HIDOKU).to("html")
    dist = {n: max(r, c) for r, row in enumerate(board.givens) for c, n in enumerate(row) if n}
    free = {*range(1, 37)} - dist.keys()
    assert [n for n in free if all(abs(n - given) >= far for given, far in dist.items())] == [7]
