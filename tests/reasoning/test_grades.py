"""Grades of chains that are not complete."""

from __future__ import annotations

import pytest

import csp2sat
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.grades import HARD, LONG, bounds, effort, existing, grade, measured, score
from csp2sat.reasoning.step import CitedClue, Step

FEWEST = 9  # boards from which deciles are taken


def steps(count: int, clues: int) -> list[Step]:
    cited = tuple(CitedClue((0, column), "number 1") for column in range(clues))
    return [Step(number, (), cited, (), (), 0, "found") for number in range(1, count + 1)]


@pytest.mark.parametrize("count", [0, 1, 4, 10, 30])
def test_a_grade_of_some_steps_is_a_lower_bound(count):
    """No further steps, whatever they are, make the score of the whole chain less."""
    some = steps(count, 7)
    found = grade("akari", some, complete=False)
    assert found.bound and found.value == 1 + sum(found.score > bound for bound in bounds("akari"))
    for more in ([], steps(1, 1), steps(40, 1), steps(40, 20)):
        assert found.score <= score([*some, *more]) or not some + more
        assert found.value <= grade("akari", [*some, *more], complete=True).value
    assert effort(some[0]) == 7 if some else found.score == 0


def test_a_board_that_takes_more_than_a_minute_is_hard():
    for seconds, least in ((1.0, 1), (LONG + 1, HARD)):
        assert grade("akari", steps(1, 1), complete=False, seconds=seconds).value == least
    assert grade("akari", steps(1, 1), complete=True, seconds=LONG + 1).value < HARD


def test_the_bounds_of_each_kind_are_measured():
    for kind in PUZZLES:
        found = measured()[kind]
        assert found.boards >= FEWEST and list(found.bounds) == sorted(found.bounds) and len(found.bounds) == 9, kind


def test_grades_that_no_board_has_are_refused_at_once():
    """No board has a grade between two equal bounds."""
    assert existing("galaxies") == [1, 2, 8, 9, 10] and existing("sudoku") == list(range(1, 11))
    for kind in measured():
        scores = [0.0, *(bound + shift for bound in bounds(kind) for shift in (0.0, 0.001))]
        assert existing(kind) == sorted({1 + sum(score > bound for bound in bounds(kind)) for score in scores})
    with pytest.raises(csp2sat.UsageError, match=r"expected 1, 2, 8, 9 or 10 for galaxies"):
        csp2sat.generate("galaxies", grade="medium")
