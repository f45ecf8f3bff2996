"""Numbers of seen cells: what a step says would be seen otherwise is so in all possible ways, by brute force."""

import re
from itertools import product

import pytest
from support.chains import chain

from csp2sat.puzzles.fact_forms import Deduced, Fact
from csp2sat.puzzles.kit.checks import seen_from
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.trail_blocks import blocks

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
        == "else at most 1 cell would be seen from the number 2 at row 2, column 2, and then at least 3"
    )
    words = "else at least 3 cells would be seen from the number 2 at row 2, column 2"
    assert VIEW(BOARD, Deduced([("number 2", CELL)], facts[1:], known)) == words
    assert VIEW(BOARD, Deduced([("number 2", CELL)], facts, known, [CELL])) == ""
    assert VIEW(BOARD, Deduced([("number 2", CELL), ("number 3", CELL)], facts, known)) == ""
    assert VIEW(BOARD, Deduced([("shaded areas reach the edge", CELL)], facts, known)) == ""


def test_the_view_that_is_open_cannot_end_where_the_number_needs():
    board, clue = Board("cave", 5, 3, [[3, 0, 0], *[[0] * 3] * 4]), [("number 3", (0, 0))]
    words = (
        "else the number 3 at row 1, column 1 sees itself and needs 2 more down, but row 4, column 1, which comes after"
        " these, is not shaded"
    )
    assert VIEW(board, Deduced(clue, [fact((0, 1), False)], [fact((3, 0), False)])) == words
    board = Board("cave", 7, 3, [[0] * 3, [0] * 3, [4, 0, 0], *[[0] * 3] * 4])
    known = [fact((2, 1), False), fact((2, 2), True), fact((5, 0), False)]
    words = VIEW(board, Deduced([("number 4", (2, 0))], [fact((1, 0), False)], known))
    assert words.startswith("else the number 4 at row 3, column 1 sees itself and 1 right, and needs 2 more down, but ")
    assert words.endswith("row 6, column 1, which comes after these, is not shaded")


def test_several_views_that_are_open_never_make_the_number():
    board, known = (
        Board("cave", 4, 6, [[0] * 6, [0] * 6, [0, 0, 0, 0, 0, 4], [0] * 6]),
        [fact((2, c), False) for c in (1, 2)],
    )
    words = VIEW(board, Deduced([("number 4", (2, 5))], [fact((1, 5), False)], known))
    assert words.startswith("else the number 4 at row 3, column 6 sees itself and needs 3 more, but could see only ")
    assert words.endswith(" 0 or 1 down, and 0, 1 or more than 3 left")


def test_facts_follow_in_three_turns_and_by_cells_that_the_number_forces_before():
    """Of row 3, column 1 with a 2, one of the cells above is seen: the cell below is known not to be shaded."""
    board = Board("cave", 5, 1, [[0], [0], [2], [0], [0]])
    facts = [fact((0, 0), True), fact((1, 0), False), fact((3, 0), True)]
    words = "else at least 3 cells would be seen from the number 2 at row 3, column 1"
    words += ", and then at most 1, and then at least 3"
    assert VIEW(board, Deduced([("number 2", (2, 0))], facts, [fact((4, 0), False)])) == words


KURODOKO = """\
; Kurodoko Puzzle
size 7 7
- - - 10 - - -
- - - 6 - - -
- 5 - - - - -
- - - - - - -
- - - - 7 6 6
- - - 6 - - -
- - - - - - -
"""


def ways_of_view(givens, cell, known):
    """The numbers of cells that can be seen each way from a cell; known: whether cells are shaded."""
    found = {}
    for name, (down, right) in {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.items():
        line, at = [], (cell[0] + down, cell[1] + right)
        while 0 <= at[0] < len(givens) and 0 <= at[1] < len(givens[0]):
            line.append(known.get(at))
            at = at[0] + down, at[1] + right
        found[name] = [k for k, end in enumerate([*line, True]) if True not in line[:k] and end is not False]
    return found


def test_what_a_number_sees_is_what_the_board_shows_by_then():
    """The ways that a sentence names are those that all known facts leave, and the cited facts leave no others."""
    steps, said = chain(KURODOKO), 0
    givens, known = steps.board.givens, dict.fromkeys(steps.board.filled(), False)
    for step in steps:
        if found := re.search(r"else the number (\d+) at row (\d+), column (\d+) sees (.*?),? and needs", step.text):
            cell, (new,) = (int(found[2]) - 1, int(found[3]) - 1), step.facts
            cited = {fact.places[0]: not fact.negative for fact in step.cited}
            for facts in (known, cited):
                ways = ways_of_view(givens, cell, {**facts, new.places[0]: new.negative})
                sure = [f"{k[0]} {name}" for name, k in ways.items() if len(k) == 1 and k[0]]
                assert re.split(", | and ", found[4]) == ["itself", *sure], step.text
            said += 1
        known |= {fact.places[0]: not fact.negative for fact in step.facts}
    assert said == 2


def test_lines_of_suppositions_name_the_number():
    steps = chain(KURODOKO)
    lines = [line for step in steps for line in blocks(steps.board, step) if "would be seen" in line]
    assert lines and all(
        re.search(r"from (the number \d+ at )?row \d+, column \d+(, not \d+)?$", line) for line in lines
    )


def test_a_known_cell_that_no_seen_number_counts_is_not_cited():
    """The reason has row 7, column 7, by which cells that the sentence counts follow; the sentence has these cells."""
    rows = ["..9...10", ".5.5...", ".......", ".......", "..3....", ".....9.", "....13.."]
    given = [[int(each) if each != "." else 0 for each in re.findall(r"10|13|.", row)] for row in rows]
    steps = chain(Board("kurodoko", 7, 7, given))
    (step,) = (each for each in steps if each.text.startswith("Row 5, column 7 is shaded"))
    assert Fact("cell", ((6, 6),), "#", True) in step.known
    assert step.text.endswith(" from the number 10 at row 1, column 7, since row 1, columns 1 to 3 are not shaded.")
    (first,) = (each for each in steps if each.text.startswith("Row 4, column 3 is shaded"))
    assert "then at least 5 cells would be seen from row 5, column 3, not 3" in first.text
