"""Boards with the solution of a board: other rooms, and two differences where one leads to no board."""

from __future__ import annotations

from itertools import islice

import pytest

import csp2sat
from csp2sat.base.portable_random import RandomSource
from csp2sat.generating.from_board import Differences, differences, may_move_cells, thinned_from
from csp2sat.generating.givens import ANY_GIVENS
from csp2sat.generating.spec import Draft
from csp2sat.generating.variations import is_solution, variations, with_other_rooms
from csp2sat.puzzles.spec import PUZZLES, Board

ISLANDS = "; Nurikabe\n- - - 1 -\n- - - - -\n- 3 - - -\n- - - - -\n- - - 3 -\n"
ROOMS = PUZZLES["aqre"].samples[0][0]


def draft_of(text: str) -> Draft:
    board = csp2sat.loads(text).board
    assert board is not None
    return Draft(board, csp2sat.solve(board).solution)


def test_cells_come_into_other_rooms_and_the_solution_stays():
    own = draft_of(ROOMS)
    found = [with_other_rooms(RandomSource(seed), own).board for seed in range(20)]
    others = [board for board in found if board != own.board]
    assert len(others) > 10 and all(is_solution(board, own) for board in others)
    for board in others:
        rooms = [{(r, c) for r, c in each.cells() if each.givens["regions"][r][c] == 0} for each in (own.board, board)]
        assert board.givens["clues"][0] is (own.board.givens["clues"][0] if rooms[0] == rooms[1] else None)
        assert 1 <= differences(own.board, board).rooms <= 3
    assert with_other_rooms(RandomSource(1), own) == with_other_rooms(RandomSource(1), own)


def test_a_board_in_other_rooms_has_one_solution():
    """The changed rooms get clues of the solution, as far as the board needs them."""
    own = draft_of(ROOMS)
    made = [thinned_from(own, seed, ANY_GIVENS, False) for seed in range(6)]
    boards = [way.draft.board for way in made if way is not None]
    assert any(board.givens["regions"] != own.board.givens["regions"] for board in boards)
    for board in boards:
        found = csp2sat.solve(board, unique=True)
        assert found.unique is True and found.solution == own.solution


@pytest.mark.parametrize(
    "kind, may", [("aqre", True), ("heyawake", True), ("starbattle", False), ("killer", False), ("nurikabe", False)]
)
def test_rooms_of_kinds_that_have_clues_besides_may_be_others(kind, may):
    board = csp2sat.loads(PUZZLES[kind].samples[0][0]).board
    assert board is not None and may_move_cells(board) is may


def moved(old: Board, new: Board) -> int:
    """Return the number of numbers that are elsewhere."""
    found = differences(old, new)
    assert found == Differences(found.removed, found.removed)
    return found.removed


def test_boards_with_two_differences_follow_those_with_one():
    own = draft_of(ISLANDS)
    found = [each.board for each in islice(variations(RandomSource(1), own), 50)]
    numbers = [moved(own.board, board) for board in found]
    assert numbers == sorted(numbers) and set(numbers) == {1, 2}
    assert len({str(board.givens) for board in found}) == len(found), "each once"
    assert all(is_solution(board, own) for board in found)
