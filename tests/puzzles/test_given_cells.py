"""The cells with clues follow from the givens: they are those in which the drawing has a clue."""

from __future__ import annotations

import operator

import pytest

from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.given_parts import GivenPlace
from csp2sat.puzzles.kit.corners import CornerClues
from csp2sat.puzzles.kit.rooms import RoomStarts
from csp2sat.puzzles.spec import PUZZLES

# No constraint comes from these: coloured cells, numbers of which none can be left out, numbers beside a line.
# Stars, corners and the first cells of rooms have no drawing in a cell.
DRAWN_OTHERWISE = {"dbchoco", "str8ts", "dominosa", "nonogram", "galaxies"}
NAMES = [
    name
    for name in PUZZLES
    if name not in DRAWN_OTHERWISE and not isinstance(PUZZLES[name].clues, CornerClues | RoomStarts)
]


@pytest.mark.parametrize("name", NAMES)
def test_they_are_those_of_the_drawing(name):
    puzzle = PUZZLES[name]
    for text, _ in puzzle.samples:
        board = read_board(Source("x", text), name)
        marks = [mark for mark in puzzle.picture(board, None).marks if mark.role == "given"]
        drawn = {(i // 2, j // 2) for i, j in (mark.point for mark in marks) if i % 2 and j % 2}
        assert puzzle.clues.given_cells(board) == drawn


@pytest.mark.parametrize("name", list(PUZZLES))
def test_clues_that_can_be_left_out_are_given(name):
    """Those of cages, which `explain` counts among the rules, excepted."""
    puzzle = PUZZLES[name]
    for text, _ in puzzle.samples:
        board = read_board(Source("x", text), name)
        if name != "kenken":
            assert set(puzzle.clues.optional(board)) <= puzzle.clues.given_cells(board)


def test_places_of_several_parts_differ():
    cell, sign, sum_ = (1, 2), GivenPlace((1, 2), "signs"), GivenPlace((1, 2), "sums")
    assert sign != cell and cell != sign and sign != sum_
    assert not operator.ne(sign, GivenPlace((1, 2), "signs"))
