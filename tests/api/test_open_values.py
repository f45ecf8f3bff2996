"""A new board is never one whose solution is printed whole."""

import pytest

import csp2sat
from csp2sat.api.generating import LEAST_SHARE, check_open, is_puzzle, new_way, open_values
from csp2sat.api.reasoning.graded import GradedMaker
from csp2sat.api.settings import Settings
from csp2sat.generating.givens import WantedGivens


@pytest.mark.parametrize("puzzle, size", [("futoshiki", 5), ("str8ts", 4), ("yinyang", 4), ("hidoku", 4)])
def test_a_board_with_all_givens_is_no_puzzle(puzzle, size):
    way = new_way(puzzle, (size, size), 1)
    assert open_values(way.full.board)[0] == 0 and not is_puzzle(way.full.board)
    assert is_puzzle(way.draft.board)
    with pytest.raises(csp2sat.UsageError, match=r"9 givens leave 0 of \d+ values open; expected at least \d+ open"):
        check_open(way.full.board, WantedGivens(number=9))


def test_easier_boards_leave_values_open(monkeypatch):
    maker = GradedMaker("futoshiki", (5, 5), range(1, 2), Settings.of({}))
    way = maker._made(7, maker.wanted)
    monkeypatch.setattr(GradedMaker, "_is_hard", lambda self, found: True)
    counts = [open_values(each.draft.board) for each in maker._easier(way, 7)]
    assert counts and all(count * LEAST_SHARE >= every for count, every in counts)


def test_too_many_givens_and_too_small_a_board_are_refused():
    with pytest.raises(csp2sat.UsageError, match="16 givens leave 0 of 16 values open; expected at least 6 open"):
        csp2sat.generate("futoshiki", 4, seed=1, givens=16)
    with pytest.raises(csp2sat.NoBoard, match="the givens of this hidoku of 2x2 are its solution"):
        csp2sat.generate("hidoku", 2, seed=1)
