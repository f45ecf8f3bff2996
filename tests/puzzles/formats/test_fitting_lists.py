"""Numbers without signs on the only line of a section of a nonogram: one list, or a list each."""

import warnings

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning
from csp2sat.puzzles.formats.reading import read_board

HEART = {"rows": [[1, 1], [5], [5], [3], [1]], "cols": [[2], [4], [4], [4], [2]]}
READ = {
    "columns": ("rows: 1 1, 5, 5, 3, 1\ncols: 2 4 4 4 2\n", HEART),
    "slashes": ("rows: 1 1/5/5/3/1\ncols: 2 4 4 4 2\n", HEART),
    "lists on lines": ("rows\n1 1\n5\n5\n3\n1\ncolumns\n2 4 4 4 2\n", HEART),
    "sections swapped": ("cols: 2 4 4 4 2\nrows: 1 1; 5; 5; 3; 1\n", HEART),
    "a size": ("size 5 5\nrows: 1 1, 5, 5, 3, 1\ncols: 2 4 4 4 2\n", HEART),
    "both sections": ("rows: 2 1\ncols: 1 2\n", {"rows": [[2], [1]], "cols": [[1], [2]]}),
    "a row": ("rows\n1 1\ncolumns\n1\n0\n1\n", {"rows": [[1, 1]], "cols": [[1], [], [1]]}),
    "a row with its size": ("size 3 1\nrows: 1 1\ncols: 1, 0, 1\n", {"rows": [[1, 1]], "cols": [[1], [], [1]]}),
    "in brackets": ("rows: [1 1]\ncols: 1, 0, 1\n", {"rows": [[1, 1]], "cols": [[1], [], [1]]}),
}
EITHER = {
    "both": ("rows: 1 1\ncols: 1, 0, 1\n", "x:1:7: one list of numbers, or a list for each of them? both fit"),
    "none": ("rows: 9 9, 9\ncols: 2 2\n", "x:2:7: one list of numbers, or a list for each of them? neither fits"),
}


@pytest.mark.parametrize("text, givens", READ.values(), ids=READ)
def test_lists_that_fit(text, givens):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_board(Source("x", text), "nonogram").givens == givens


@pytest.mark.parametrize("text, message", EITHER.values(), ids=EITHER)
def test_lists_that_may_be_either(text, message):
    with pytest.raises(InputError) as info:
        read_board(Source("x", text), "nonogram")
    assert str(info.value).startswith(message) and "expected commas between the lists" in str(info.value)


def test_blocks_that_do_not_fit_are_no_misprint_of_a_solution():
    with pytest.warns(InputWarning, match="blocks of 2, 2 in row 1 need 5 of 4 cells; is it a typing error"):
        read_board(Source("x", "rows\n2 2\n-\ncolumns\n1\n1\n1\n1\n"), "nonogram")
