"""Steps of boards of numbers as a person says them: pairs beside placed numbers, and signs between two cells."""

from dataclasses import replace

import pytest

import csp2sat
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.sentences import sentence
from csp2sat.reasoning.step import Marks, Step, UsedRule


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


@pytest.mark.parametrize(
    "sign, cell, known, words",
    [
        ("<", 1, [at(0, 0, 1, True)], "it is greater than row 1, column 1, which is at least 2"),
        (">", 1, [at(0, 0, 4, True), at(0, 0, 3, True)], "it is less than row 1, column 1, which is at most 2"),
        ("<", 0, [at(0, 1, 3)], "it is less than row 1, column 2, which is 3"),
        (">", 0, [], "it is greater than row 1, column 2"),
    ],
)
def test_a_sign_compares_two_cells(sign, cell, known, words):
    numbers = {((0, column),): (1, 2, 3, 4) for column in (0, 1)}
    rules = (UsedRule(f"{sign} at row 1, column 1", ((0, 0), (0, 1)), ""),)
    step = Step(1, (at(0, cell, 2, True),), (), rules, tuple(known), 0, "proved", marks=Marks(numbers))
    assert sentence(load_text("futoshiki"), step) == f"Row 1, column {cell + 1} is not 2: {words}."
    other = replace(step, known=(at(0, 1 - cell, 2, True),))  # leaves neither a least nor a greatest number
    assert "it is" not in sentence(load_text("futoshiki"), other)


def test_a_sign_below_a_cell_compares_it_with_the_one_below():
    numbers = {((row, 0),): (1, 2, 3, 4) for row in (0, 1)}
    rules = (UsedRule("v at row 1, column 1", ((0, 0), (1, 0)), ""),)
    step = Step(1, (at(1, 0, 4, True),), (), rules, (), 0, "proved", marks=Marks(numbers))
    assert sentence(load_text("futoshiki"), step) == "Row 2, column 1 is not 4: it is less than row 1, column 1."
    last = replace(step, facts=(at(0, 0, 2),), known=tuple(at(0, 0, value, True) for value in (1, 3, 4)))
    assert "the only number left there, as it is greater than row 2, column 1: " in sentence(
        load_text("futoshiki"), last
    )
