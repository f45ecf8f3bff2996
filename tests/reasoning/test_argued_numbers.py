"""The words that say which cells of a line need a number, behind a conclusion of a supposition."""

import pytest

from csp2sat.puzzles.facts import Fact
from csp2sat.reasoning.wording.numbers.few_numbers import needed_elsewhere

ROW = tuple((0, c) for c in range(4))
EVERY = {(cell,): (1, 2, 3, 4) for cell in ROW}


def out(column, *values):
    return [Fact("cell", ((0, column),), value, True) for value in values]


@pytest.mark.parametrize(
    "rests, words",
    [
        ([*out(1, 3, 4), *out(2, 3, 4)], ": row 1, columns 2 and 3 can only be 1 or 2"),
        ([*out(1, 3, 4), Fact("cell", ((0, 2),), 3, False), *out(3, 4)], ": only row 1, column 1 is left for 4"),
        (out(2, 2, 3, 4), ": row 1, column 3 can only be 1"),
        ([Fact("cell", ((0, 2),), 1, False)], ""),
        ([*out(1, 3), *out(2, 3, 4)], ""),
        ([], ""),
    ],
)
def test_cells_that_need_a_number_are_said(rests, words):
    assert needed_elsewhere(*out(0, 1), rests, ROW, EVERY) == words


def test_numbers_that_need_the_cell_are_said():
    row = tuple((0, c) for c in range(7))
    every = {(cell,): tuple(range(1, 8)) for cell in row}
    rests = [fact for c in (2, 3, 4, 5, 6) for fact in out(c, 6, 7)]
    assert needed_elsewhere(*out(0, 1), rests, row, every) == ": only row 1, columns 1 and 2 are left for 6 and 7"


def test_a_number_of_another_line_is_out_in_the_cells_of_this_line():
    """A reader sees at once that a row with a 4 below has no further 4: nothing has to cite that."""
    columns = [frozenset((r, c) for r in range(4)) for c in range(4)]
    known = [Fact("cell", ((2, c),), value, False) for c, value in ((1, 3), (3, 3))] + out(2, 3)
    assert needed_elsewhere(*out(0, 1), known, ROW, EVERY, columns) == ": only row 1, column 1 is left for 3"
    assert needed_elsewhere(*out(0, 1), known, ROW, EVERY) == ""
