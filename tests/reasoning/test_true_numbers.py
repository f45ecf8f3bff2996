"""What a sentence says that a cell can be, or is, follows from what its reader knows by then."""

import re

import pytest
from support.chains import chain
from support.named_places import COLUMNS_FIRST, ROWS_FIRST, cells_of

from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.grades import score
from csp2sat.reasoning.hints import read_alone
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.wording.numbers.left_numbers import NumbersLeft

SINGLES = "..6.....1......47..2.3.....4...96....972..8.....8....5..2..954....5.89.7.4...2..."
ROWS = "\n".join(" ".join(SINGLES[at : at + 9].replace(".", "-")) for at in range(0, 81, 9))
SUDOKU = f"; Sudoku Puzzle\nsize 9 9\nbox 3 3\n{ROWS}\n"
SAMPLES = [PUZZLES[kind].samples[0][0] for kind in ("futoshiki", "jigsaw", "killer", "ripple", "skyscrapers")]
PLACES = rf"(?:{ROWS_FIRST.pattern}|{COLUMNS_FIRST.pattern})"
AGAIN = rf"(?:(?:, and |, | and ){PLACES})*"
CAN = re.compile(rf"({PLACES}{AGAIN}),? (?:can|could so far) only be ([\d, or]*\d)(?![\d+])")
IS = re.compile(r"(row \d+, column \d+) is (\d+)", re.IGNORECASE)


def claims(text):
    """Yield what a sentence says of cells: the cell, the numbers, and whether it says that the cell has one."""
    text = text.replace("Row", "row").replace("Column", "column")
    for found in CAN.finditer(text):
        for cell in cells_of(found[1]):
            yield cell, {int(value) for value in re.findall(r"\d+", found[found.re.groups])}, False
    for places, value in IS.findall(text):
        for cell in cells_of(places):
            yield cell, {int(value)}, True


def faults(text, left, stated, own):
    """Return what a sentence says of cells that is not known; of its own cells it may say what the step leaves.

    left: the numbers of cells before the step.  stated: the cells that have a number.  own: what the step leaves.
    """
    found = []
    for cell, numbers, has in claims(text):
        is_new = (cell,) in own and set(own[cell,]) <= numbers
        is_known = set(left.get((cell,), numbers)) <= numbers and not (has and cell not in stated)
        found += [] if is_new or is_known else [(cell, numbers)]
    return found


def without(left, facts):
    """Return the numbers of cells that facts leave."""
    found = {places: list(values) for places, values in left.items()}
    for fact in facts:
        if fact.places in found:
            found[fact.places] = [value for value in found[fact.places] if (value == fact.value) != fact.negative]
    return found


@pytest.mark.parametrize("text", [SUDOKU, *SAMPLES])
def test_a_sentence_says_of_cells_what_earlier_steps_or_its_own_facts_say(text):
    """One that is read alone, as that of a hint, says only what its own known facts say."""
    steps = chain(text)
    every = NumbersLeft(statements(steps.board)).now
    givens = [fact for step in steps for _, fact in step.given if fact is not None]
    left, told = without(every, givens), 0
    stated = {fact.places[0] for fact in givens if not fact.negative}
    for step in steps:
        own = {fact.places for fact in step.facts}
        after = without(left, step.facts)
        new = {places: after[places] for places in own & after.keys()}
        assert not faults(step.text, left, stated, new), step.text
        alone, cited = read_alone(steps.board, step), without(every, step.cited)
        new = {places: values for places, values in without(cited, step.facts).items() if places in own}
        has = {fact.places[0] for fact in step.cited if not fact.negative}
        assert not faults(alone.text, cited, has, new), alone.text
        told += sum(1 for _ in claims(alone.text))
        stated |= {fact.places[0] for fact in step.facts if not fact.negative}
        left = after
    assert told


def test_a_number_whose_reason_becomes_plainer_comes_before_a_set_of_five():
    """The chain of singles is one: no larger set of cells is counted, and a cell's last number is told before use."""
    steps = chain(SUDOKU)
    assert not any("and need" in step.text for step in steps)
    assert score(steps) == 3.0
