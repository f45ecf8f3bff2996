"""Sentences about a sum name the ways to make the sum and what cells can still be, and leave none out."""

import re
from itertools import permutations

import pytest

import csp2sat
from csp2sat.api.reasoning.chains import merged
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.wording.sum_words import sum_of

WAY = re.compile(r"\d(?:\+\d)+")


class Pencil:
    """What each cell of a board can be, as a person crosses out numbers."""

    def __init__(self, most):
        self.most, self.marks = most, {}

    def of(self, cell):
        return self.marks.setdefault(cell, set(range(1, self.most + 1)))

    def note(self, facts):
        for fact in facts:
            marks = self.of(fact.places[0])
            marks &= {value for value in marks if (value == fact.value) != fact.negative}


def ways(clue, pencil):
    cells = [cell for cell in clue.cells if cell != clue.place or pencil.most < 9]
    total = int(clue.text.split()[1])
    found = (digits for digits in permutations(range(1, pencil.most + 1), len(cells)) if sum(digits) == total)
    return cells, [d for d in found if all(v in pencil.of(cell) for cell, v in zip(cells, d, strict=True))]


def check(board, steps, most):
    """Check the sentences of steps, and count those that name ways."""
    pencil, named = Pencil(most), 0
    for step in steps:
        clue = sum_of(step)
        if clue is not None:
            cells, all_ways = ways(clue, pencil)
            said = {tuple(map(int, way.split("+"))) for way in WAY.findall(step.text)}
            named += bool(said)
            assert all(sum(way) == int(clue.text.split()[1]) for way in said)
            assert not said or {tuple(sorted(way)) for way in all_ways} <= said, step.text
            for fact in step.facts:
                at = cells.index(fact.places[0])
                assert all((way[at] == fact.value) != fact.negative for way in all_ways), step.text
        pencil.note(step.facts)
        for places, numbers in step.marks.after.items():
            assert {*numbers} == pencil.of(places[0])
        if found := re.fullmatch(r"Row (\d+), column (\d+) can only be ([\d, or]+): .*", step.text):
            at = int(found[1]) - 1, int(found[2]) - 1
            assert {*map(int, re.findall(r"\d", found[3]))} == pencil.of(at), step.text
    return named


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("together", [False, True])
def test_sums_are_told_as_their_ways(seed, together):
    board = csp2sat.generate("kakuro", rows=6, cols=6, seed=seed)
    steps = csp2sat.steps(board)
    assert check(board, merged(board, steps) if together else steps, 9) > 5
    assert steps.status == "SOLVED"


def test_cages_are_told_as_their_ways():
    board = csp2sat.loads(PUZZLES["killer"].samples[0][0]).board
    assert check(board, csp2sat.steps(board), board.rows) > 3


def test_what_is_wrong_is_no_mark_of_a_sentence():
    board = csp2sat.loads(PUZZLES["kakuro"].samples[0][0]).board
    wrong = [{"what": "cell", "places": [{"row": 2, "column": 1}], "value": 2, "negative": True}]
    right = [{"what": "cell", "places": [{"row": 2, "column": 1}], "value": 9, "negative": True}]
    found = csp2sat.hint(board, {"facts": right + wrong})
    assert isinstance(found, csp2sat.Mistake) and 2 in found.step.marks.before[(2, 1),]
    assert 9 not in found.step.marks.before[(2, 1),]


@pytest.mark.parametrize(
    "text",
    [
        "Column 5, rows 3 to 5 can only be 7, 8 or 9: the sum 24 down at row 2, column 5 can only be 7+8+9.",
        "Row 2, column 3 is not 4: for the sum 12 across at row 2, column 2 the other cell would have to be 8, but row "
        "2, column 4 is not 8.",
        "Row 3, column 2 can only be 1, 2 or 3: the sum 10 down at row 2, column 2 can only be 1+9, 2+8 or 3+7, since "
        "row 4, column 2 can only be 7, 8 or 9.",
        "Row 4, column 4 is 5, the only place left for 5: the sum 29 across at row 4, column 1 can only be 5+7+8+9, "
        "since row 4, columns 2, 3 and 5 are not 5.",
        "Row 5, column 4 is not 7, so it is 3 or 4: the sum 13 down at row 1, column 4 can only be 1+3+4+5, since row "
        "4, column 4 is 5.",
        "Row 4, column 2 is 8, the rest of the sum 10 down at row 2, column 2, since row 3, column 2 is 2.",
    ],
)
def test_words_of_sums(text):
    steps = csp2sat.steps(csp2sat.loads(PUZZLES["kakuro"].samples[0][0]).board)
    assert text in [step.text for step in merged(steps.board, steps)]
