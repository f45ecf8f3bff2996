"""Steps of boards of numbers as a person says them: pairs beside placed numbers, and signs between two cells."""

import re
from dataclasses import replace
from itertools import combinations

import pytest
from support.chains import chain

import csp2sat
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.puzzles.types.futoshiki import why
from csp2sat.reasoning.sentences import sentence
from csp2sat.reasoning.step import Marks, Step, UsedRule
from csp2sat.reasoning.wording.fact_words import _in_words_already as said_already


def at(row, column, value, negative=False):
    return Fact("cell", ((row, column),), value, negative)


def load_text(kind):
    return csp2sat.loads(PUZZLES[kind].samples[0][0]).board


def test_a_pair_beside_placed_numbers_and_a_cell_that_it_leaves_one_number():
    row = tuple((0, column) for column in range(4))
    marks = Marks({(cell,): (1, 2, 3, 4) for cell in row})
    out = tuple(at(0, column, value, True) for column in (0, 1) for value in (3, 4))
    step = Step(1, (at(0, 2, 1, True),), (), (UsedRule("row 1", row, "row 1"),), out, 0, "proved", marks=marks)
    taken = replace(step, known=(*(at(0, column, 3, True) for column in (0, 1)), at(0, 3, 4)))
    assert sentence(load_text("sudoku"), taken).endswith("need both of these (a pair), as row 1 has its 4.")
    last = replace(step, facts=(at(0, 3, 1, True), at(0, 2, 3)), known=(*out, at(0, 2, 4, True)))
    assert sentence(load_text("sudoku"), last) == (
        "Row 1, column 3 is 3 and row 1, column 4 is not 1: row 1, columns 1 and 2 can only be 1 or 2, and need both"
        " of these (a pair), and row 1, column 3 is not 4."
    )


def signed(sign):
    """A futoshiki of 4 x 4 cells with one sign in its upper left corner."""
    across, down = ("-", sign) if sign in "^v" else (sign, "-")
    rows = {"across": [f"{across} - -", *["- - -"] * 3], "down": [f"{down} - - -", *["- - - -"] * 2]}
    text = "\n".join(f"{part}\n" + "\n".join(lines) for part, lines in rows.items())
    return csp2sat.loads("; Futoshiki Puzzle\nsize 4 4\ngrid\n" + "- - - -\n" * 4 + text).board


READ = re.compile(r"the number is (less|greater) than (row \d, column \d)(?:, which is (at least |at most |)(\d))?")


@pytest.mark.parametrize("sign", "<>^v")
def test_what_a_sign_says_of_its_cells_is_what_two_numbers_allow(sign):
    """A reader of the sentence finds each number out, and the bounds are those of what is known."""
    board, other = signed(sign), (1, 0) if sign in "^v" else (0, 1)
    rule = f"{sign} at row 1, column 1"
    for cell, peer in (((0, 0), other), (other, (0, 0))):
        is_less = (cell == (0, 0)) == (sign in "<^")
        for kept in (some for count in (1, 2, 3, 4) for some in combinations(range(1, 5), count)):
            known = [at(*peer, value, True) for value in range(1, 5) if value not in kept]
            out = [v for v in range(1, 5) if not any(v < each if is_less else v > each for each in kept)]
            words = why(board, rule, known, [at(*cell, value, True) for value in out])
            than, where, end, bound = READ.fullmatch(words).groups()
            assert (than, where) == ("less" if is_less else "greater", f"row {peer[0] + 1}, column {peer[1] + 1}")
            assert bound or len(kept) == 4
            if bound:
                at_end = {"at least ": min(kept), "at most ": max(kept), "": kept[0]}[end]
                assert int(bound) == at_end and (end or len(kept) == 1)
                assert end in ("", "at most " if is_less else "at least ")
            more = [at(*cell, value, True) for value in range(1, 5) if value not in out]
            assert not more or why(board, rule, known, more) == "", "of numbers that are not out"
            numbers = {(each,): (1, 2, 3, 4) for each in (cell, peer)}
            rules = (UsedRule(rule, ((0, 0), other), rule),)
            facts = tuple(at(*cell, value, True) for value in out)
            step = Step(1, facts, (), rules, tuple(known), 0, "proved", marks=Marks(numbers))
            is_said = len(kept) == 1 or len(known) == (4 - max(kept) if is_less else min(kept) - 1)
            assert sentence(board, step).endswith(f": {words}.") == is_said, "what it says is not said again"


def test_a_sign_that_two_numbers_contradict():
    board = signed("<")
    two = [at(0, 0, 3), *(at(0, 1, value, True) for value in (3, 4))]
    fault = "row 1, column 1 would be 3 and row 1, column 2, which is greater, at most 2"
    assert why(board, "< at row 1, column 1", two, []) == fault
    assert why(board, "< at row 1, column 1", two[1:], []) == why(board, "row 1", two, []) == ""


def test_the_last_number_of_a_cell_of_a_sign():
    numbers = {((row, 0),): (1, 2, 3, 4) for row in (0, 1)}
    rules = (UsedRule("v at row 1, column 1", ((0, 0), (1, 0)), ""),)
    known = tuple(at(0, 0, value, True) for value in (1, 3, 4))
    last = Step(1, (at(0, 0, 2),), (), rules, known, 0, "proved", marks=Marks(numbers))
    assert "the only number left there, as it is greater than row 2, column 1: " in sentence(signed("v"), last)


def test_a_number_that_begins_like_another_one_is_not_said():
    board = load_text("sudoku")
    cell, far = Fact("cell", ((0, 1),), 1), Fact("cell", ((0, 1),), 4)
    assert said_already(board, cell, "row 1, column 2, which is 1, is greater")
    assert not said_already(board, cell, "row 1, column 2, which is 12, is greater")
    assert said_already(board, far, "the 4 at row 1, column 2 is seen") and not said_already(
        board, far, "the 4 at row 1, column 20"
    )
    least = Fact("cell", ((0, 1),), 9, True)
    assert said_already(board, least, "row 1, column 2 is at least 3, so row 1, column 2 is at most 5")


def test_what_a_case_concludes_is_a_conclusion_of_the_trail():
    inner, outer = Fact("cell", ((0, 0),), 1), Fact("cell", ((0, 1),), 2)
    trail = [TrailPart(outer, "by a case", way=(TrailPart(inner, "by a rule"), TrailPart(None, "none", fails="none")))]
    assert concluded(trail) == {inner, outer, None}


JIGSAW = """\
; Jigsaw Sudoku Puzzle
size 6 6
regions
0 0 0 1 1 1
0 2 3 3 3 1
0 2 3 3 1 1
0 2 3 4 5 5
2 2 2 4 5 5
4 4 4 4 5 5
grid
- - - 5 - -
2 - - 4 - -
- - 2 - - -
- - - - 3 -
- - - - - -
- - 6 - - -
"""


def test_places_left_for_a_number_are_no_cells_that_have_another_one():
    """A given 2 and a number that an earlier step has found are no places for a 5."""
    steps = chain(JIGSAW)
    said = re.compile(r"has its (\d) at one of ((?:rows?|columns?) [^;.]*?), all in")
    has = {(r, c): n for r, row in enumerate(csp2sat.loads(JIGSAW).board.givens) for c, n in enumerate(row) if n}
    found = 0
    for step in steps:
        for value, where in said.findall(step.text):
            cells = re.findall(r"column (\d), rows (\d)(?: to (\d)| and (\d))", where)
            for col, row, *last in cells:
                end = next(filter(None, last))
                rows = range(int(row), int(end) + 1) if last[0] else (int(row), int(end))
                found += 1
                assert all(has.get((r - 1, int(col) - 1), int(value)) == int(value) for r in rows), step.text
        has |= {fact.places[0]: fact.value for fact in step.facts if not fact.negative}
    assert found
