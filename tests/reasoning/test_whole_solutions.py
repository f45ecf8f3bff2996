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
    loops = [line for line in text.splitlines() if "a loop would close" in line]
    assert len(loops) == 4 and not any(re.match(r"\d+–", line) for line in loops)
