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
    never = "else the cells that could be seen are 0 up; 0 left; 0 or at least 2 right, never 2 with its own"
    assert VIEW(BOARD, Deduced([("number 2", CELL)], facts[1:], known)) == never
    assert VIEW(BOARD, Deduced([("number 2", CELL)], facts, known, [CELL])) == ""
    assert VIEW(BOARD, Deduced([("number 2", CELL), ("number 3", CELL)], facts, known)) == ""
    assert VIEW(BOARD, Deduced([("shaded areas reach the edge", CELL)], facts, known)) == ""
