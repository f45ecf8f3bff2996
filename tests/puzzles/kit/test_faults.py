"""What checkers of solutions share: numbers that count, objects apart, what is put into free cells, straight lines."""

from csp2sat.puzzles.kit.checks import (
    apart_faults,
    goes_straight,
    join,
    number_faults,
    place,
    placing_faults,
    rest_faults,
)
from csp2sat.puzzles.spec import Board

AKARI = Board("akari", 2, 3, ["..1", "#.."])


def test_numbers_that_count():
    counts = {(0, 0): 1, (0, 1): 2, (1, 0): 0}
    said = "{} of them are there"
    assert number_faults({(0, 0): 1, (0, 1): "2", (1, 0): "0"}, counts.__getitem__, said) == []
    assert number_faults({(0, 0): 2, (1, 0): "1"}, counts.__getitem__, said) == [
        "number 2 at row 1, column 1: 1 of them are there",
        "number 1 at row 2, column 1: 0 of them are there",
    ]
    named = number_faults({(0, 0): 2}, counts.__getitem__, said, lambda cell: place(cell, "the corner at"))
    assert named == ["number 2 at the corner at row 1, column 1: 1 of them are there"]


def test_what_is_not_apart():
    assert apart_faults([(0, 0), (0, 2), (2, 0), (2, 2)], "stars") == []
    assert apart_faults([], "stars") == []
    assert apart_faults([(1, 1), (0, 2), (1, 2)], "stars") == [
        "stars touch, at row 1, column 3 and at row 2, column 2",
        "stars touch, at row 1, column 3 and at row 2, column 3",
        "stars touch, at row 2, column 2 and at row 2, column 3",
    ]


def test_what_is_put_into_free_cells():
    assert placing_faults(AKARI, ["*.1", "#.*"], ".", "*+") == []
    assert placing_faults(AKARI, ["+x*", "..."], ".", "*+") == [
        "x at row 1, column 2, where . is given",
        "* at row 1, column 3, where 1 is given",
        ". at row 2, column 1, where # is given",
    ]


def test_the_cells_that_are_not_shaded():
    assert rest_faults(AKARI, {(0, 0), (1, 1), (1, 0)}) == []
    parted = "the cells that are not shaded fall into 2 parts, at row 1, column 1; row 1, column 3"
    assert rest_faults(AKARI, {(0, 1), (1, 1)}) == [parted]
    assert rest_faults(AKARI, set(AKARI.cells())) == []


def test_straight_lines():
    drawn = {}
    for one, two in (((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2))):
        join(drawn, one, two)
    assert [goes_straight(drawn, cell) for cell in ((0, 0), (0, 1), (0, 2), (1, 1))] == [False, True, False, False]
    join(drawn, (0, 1), (1, 1))
    assert not goes_straight(drawn, (0, 1))
