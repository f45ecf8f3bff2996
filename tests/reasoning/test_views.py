"""Numbers of seen cells: what a step says would be seen otherwise is so in all possible ways, by brute force."""

from itertools import product

import pytest

from csp2sat.puzzles.fact_forms import Deduced, Fact
from csp2sat.puzzles.kit.checks import seen_from
from csp2sat.puzzles.spec import PUZZLES, Board

CELL, OTHERS = (1, 1), ((0, 1), (1, 0), (1, 2), (1, 3), (1, 4))
BOARD = Board("cave", 2, 5, [[0] * 5, [0, 3, 0, 0, 0]])
VIEW = PUZZLES["cave"].facts.deduction


def fact(cell, shaded):
    return Fact("cell", (cell,), "#", not shaded)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_what_would_be_seen_is_why_a_fact_holds(number):
    clue, said, silent = (f"number {number}", CELL), 0, 0
    every = [dict(zip(OTHERS, values, strict=True)) for values in product((False, True), repeat=len(OTHERS))]
    right = [way for way in every if seen_from(CELL, {CELL, *(cell for cell in OTHERS if not way[cell])}) == number]
    for values in product((None, False, True), repeat=len(OTHERS)):
        known = {cell: value for cell, value in zip(OTHERS, values, strict=True) if value is not None}
        ways = [way for way in right if known.items() <= way.items()]
        for cell, shaded in product(OTHERS, (False, True)) if ways else ():
            words = VIEW(BOARD, Deduced([clue], [fact(cell, shaded)], [fact(*each) for each in known.items()]))
            if cell not in known:
                is_so = all(way[cell] == shaded for way in ways)
                assert not words or is_so, (words, known, cell)
                said, silent = said + bool(words), silent + (is_so and not words)
    assert said and not silent


def test_facts_that_follow_from_others_come_then():
    facts, known = [fact((1, 2), False), fact((1, 3), True)], [fact((0, 1), True), fact((1, 0), True)]
    assert (
        VIEW(BOARD, Deduced([("number 2", CELL)], facts, known))
        == "else at most 1 cell would be seen, and then at least 3"
    )
    assert VIEW(BOARD, Deduced([("number 2", CELL)], facts[1:], known)) == "else at least 3 cells would be seen"
    assert VIEW(BOARD, Deduced([("number 2", CELL)], facts, known, [CELL])) == ""
    assert VIEW(BOARD, Deduced([("number 2", CELL), ("number 3", CELL)], facts, known)) == ""
    assert VIEW(BOARD, Deduced([("shaded areas reach the edge", CELL)], facts, known)) == ""


def test_the_view_that_is_open_cannot_end_where_the_number_needs():
    board, clue = Board("cave", 5, 3, [[3, 0, 0], *[[0] * 3] * 4]), [("number 3", (0, 0))]
    words = (
        "else the number's cell sees itself and needs 2 more down, but row 4, column 1, which comes after these, is not"
        " shaded"
    )
    assert VIEW(board, Deduced(clue, [fact((0, 1), False)], [fact((3, 0), False)])) == words
    board = Board("cave", 7, 3, [[0] * 3, [0] * 3, [4, 0, 0], *[[0] * 3] * 4])
    known = [fact((2, 1), False), fact((2, 2), True), fact((5, 0), False)]
    words = VIEW(board, Deduced([("number 4", (2, 0))], [fact((1, 0), False)], known))
    assert words.startswith("else the number's cell sees itself and 1 right, and needs 2 more down, but row 6, ")
    assert words.endswith("row 6, column 1, which comes after these, is not shaded")


def test_several_views_that_are_open_never_make_the_number():
    board, known = (
        Board("cave", 4, 6, [[0] * 6, [0] * 6, [0, 0, 0, 0, 0, 4], [0] * 6]),
        [fact((2, c), False) for c in (1, 2)],
    )
    words = VIEW(board, Deduced([("number 4", (2, 5))], [fact((1, 5), False)], known))
    assert words.startswith("else the number's cell sees itself and needs 3 more, but could see only 0 or 1 down, ")
    assert words.endswith(" and 0, 1 or more than 3 left")


def test_facts_follow_in_three_turns_and_by_cells_that_the_number_forces_before():
    """Of row 3, column 1 with a 2, one of the cells above is seen: the cell below is known not to be shaded."""
    board = Board("cave", 5, 1, [[0], [0], [2], [0], [0]])
    facts = [fact((0, 0), True), fact((1, 0), False), fact((3, 0), True)]
    words = "else at least 3 cells would be seen, and then at most 1, and then at least 3"
    assert VIEW(board, Deduced([("number 2", (2, 0))], facts, [fact((4, 0), False)])) == words
