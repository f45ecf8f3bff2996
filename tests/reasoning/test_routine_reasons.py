"""Routine steps in text say why a cell is shaded or has a light, as it is on the board, and no step says a number that
the sentence before it has said.
"""

import re
from itertools import pairwise

from support.chains import chain

from csp2sat.api.reasoning.chains import merged
from csp2sat.cli.step_printing import lines

HITORI = (
    "; Hitori Puzzle\nsize 7 7\n5 4 5 3 2 6 2\n4 4 5 7 6 4 2\n3 7 2 2 1 5 6\n7 7 3 6 6 4 1\n2 6 7 7 4 3 6\n"
    "6 4 2 5 3 7 4\n1 5 2 4 1 2 4\n"
)
AKARI = (
    "; Akari Puzzle\nsize 9 9\n# - - - - - - - -\n- - - - - - - 0 -\n- # - 3 - - - - -\n- # - - - - - - #\n"
    "- - - - 2 - 3 - #\n- - 1 - - - - - 1\n- 1 - 0 - - - - -\n- - - - - - - 1 -\n0 - - - - - # - -\n"
)
FILLOMINO = (
    "; Fillomino Puzzle\nsize 6 6\n- - - - - -\n- 4 2 - - 1\n3 - - - - 4\n6 - - 4 6 6\n1 - 4 - 2 -\n- - - - - -\n"
)
TWO_LIGHTS = (
    "; Akari Puzzle\nsize 7 7\n- - - 1 # - -\n- - - - - 3 -\n# - # - # - -\n- - # # - - 2\n- - 2 - # - -\n"
    "# - 0 1 - - -\n- - - # - - -\n"
)
LITS = (
    "; LITS Puzzle\nsize 7 7\n0 1 1 1 1 2 2\n0 1 2 2 2 2 2\n0 0 3 3 3 2 4\n5 5 3 4 4 4 4\n5 5 3 3 3 3 4\n"
    "6 5 5 5 7 3 7\n6 6 6 6 7 7 7\n"
)
SHADED = re.compile(r"row (\d+), column (\d+) is shaded \((row|column) (\d+) has an unshaded (\d)\)")


def routine(text):
    return " ".join(line for line in lines(chain(text), False) if "routine step" in line)


def test_each_shaded_cell_has_its_line_with_its_number():
    """Another cell of this line has the number, and is not shaded; each routine cell that is shaded has a reason."""
    steps = chain(HITORI)
    shaded = {fact.places[0] for step in steps for fact in step.facts if not fact.negative}
    numbers = [[int(sign) for sign in row.split()] for row in HITORI.splitlines()[2:]]
    found = SHADED.findall(routine(HITORI))
    assert len(found) == routine(HITORI).count(" is shaded") > 8
    for r, c, along, line, number in found:
        cell, at = (int(r) - 1, int(c) - 1), int(line) - 1
        others = [(at, k) if along == "row" else (k, at) for k in range(7)]
        same = [each for each in others if each != cell and numbers[each[0]][each[1]] == int(number)]
        assert cell in others and numbers[cell[0]][cell[1]] == int(number) and {*same} - shaded


def test_a_light_has_its_reason():
    assert "then row 9, column 8 has a light (no other place can light it)" in routine(AKARI)


def test_no_supposition_is_there_for_what_follows_from_the_next_one():
    """Of three conclusions that follow from the second by one room alone, the second is supposed first."""
    (step,) = [each for each in chain(LITS) if each.head.startswith("Row 4, column 5 is not shaded: else a ")]
    assert len(step.facts) == 3 and not step.ways and len(step.at_once) == 2


def test_several_cells_that_light_themselves_are_them():
    texts = [step.text for step in merged(chain(TWO_LIGHTS).board, chain(TWO_LIGHTS)) if "can light them" in step.text]
    assert texts[0].startswith("Column 1, rows 4 and 7 have a light: no other place can light them, since row 4,")


def test_no_number_is_concluded_twice():
    """A sentence `row 6, column 1, which is not 1, 5 or more than 6, is 4` concludes the number of the cell."""
    steps, count = [*merged(chain(FILLOMINO).board, chain(FILLOMINO))], 0
    for one, two in pairwise(steps):
        for fact in two.facts:
            (r, c), *_ = fact.places
            words = rf"(?i:row {r + 1}, column {c + 1})(?:, which is not [^:]*?,)? is {fact.value}\b"
            assert fact.negative or not re.search(words, one.text), (one.text, two.text)
        count += "which is not" in one.text
    assert count


def test_a_supposition_says_which_conclusion_it_denies():
    """The first one; the others follow, by one room alone if that is enough, not by the rule of the supposition."""
    (step,) = [each for each in chain(LITS) if each.head.startswith("Row 6, column 7 is shaded: else a contradiction")]
    assert " follows; once that is known, row 6, column 5 is not shaded" in step.head
    assert [why for _, why in step.at_once] == [": else no shape would fit into the room at row 6, column 5"]
