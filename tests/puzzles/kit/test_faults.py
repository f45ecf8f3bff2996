"""What checkers of solutions share: numbers that count, objects apart, what is put into free cells, straight lines."""

from itertools import repeat

from csp2sat.puzzles.kit.checks import (
    count_faults,
    given_faults,
    goes_straight,
    join,
    named_rooms,
    number_faults,
    place,
    rest_faults,
    room_count_faults,
    touching_faults,
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
    assert touching_faults([(0, 0), (0, 2), (2, 0), (2, 2)], "stars", corners=True) == []
    assert touching_faults([], "stars", corners=True) == []
    assert touching_faults([(1, 1), (0, 2), (1, 2)], "stars", corners=True) == [
        "stars touch, at row 1, column 3 and at row 2, column 2",
        "stars touch, at row 1, column 3 and at row 2, column 3",
        "stars touch, at row 2, column 2 and at row 2, column 3",
    ]


def test_counts_in_parts():
    parts, cells = [("row 1", [(0, 0), (0, 1)]), ("row 2", [(1, 0)])], [(0, 0), (1, 0), (5, 5)]
    assert count_faults(parts, [1, None], cells, "stars") == []
    assert count_faults(parts, [2, 0], cells, "stars") == [
        "row 1 has 1 stars; expected 2",
        "row 2 has 1 stars; expected 0",
    ]
    assert len(count_faults(parts, repeat(3), cells, "stars")) == 2
    board = Board("aqre", 2, 2, {"regions": [[0, 1], [0, 1]], "clues": [2, None]})
    assert named_rooms(board)[1] == ("the room at row 1, column 2", [(0, 1), (1, 1)])
    assert room_count_faults(board, cells, "shaded cells") == []
    assert room_count_faults(board, {(0, 0)}, "shaded cells") == [
        "the room at row 1, column 1 has 1 shaded cells; expected 2"
    ]


def test_what_is_put_into_free_cells():
    assert given_faults(AKARI, ["*.1", "#.*"], ".", "*+") == []
    assert given_faults(AKARI, ["+x*", "..."], ".", "*+") == [
        "x at row 1, column 2, where . is given",
        "* at row 1, column 3, where 1 is given",
        ". at row 2, column 1, where # is given",
    ]


def test_what_is_given():
    assert given_faults(AKARI, ["xy1", "#z."], ".") == []
    assert given_faults(AKARI, ["xy2", "#z."], ".") == ["2 at row 1, column 3, where 1 is given"]


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
