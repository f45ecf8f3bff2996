"""Grades of chains, and the bounds of grades by kind and size."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import csp2sat
from csp2sat.api.reasoning import chains
from csp2sat.api.reasoning.hinted import hinted
from csp2sat.api.writing.booklets.sheets import BookletBoard
from csp2sat.puzzles import grade_bounds
from csp2sat.puzzles.grade_bounds import Measured, MeasuredKind, beyond, bounds, bounds_of, existing, measured
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning import chain
from csp2sat.reasoning.grades import HARD, LONG, effort, grade, score
from csp2sat.reasoning.step import CitedClue, Step

FEWEST = 9  # boards from which deciles are taken
AKARI = Board("akari", 10, 10, [["-"] * 10] * 10)
TWO_CELLS = csp2sat.loads("; Akari Puzzle\nsize 2 1\n- -\n").board


def steps(count: int, clues: int) -> list[Step]:
    cited = tuple(CitedClue((0, column), "number 1") for column in range(clues))
    return [Step(number, (), cited, (), (), 0, "found") for number in range(1, count + 1)]


@pytest.mark.parametrize("count", [0, 1, 4, 10, 30])
def test_a_grade_of_some_steps_is_a_lower_bound(count):
    """No further steps, whatever they are, make the score of the whole chain less."""
    some = steps(count, 7)
    found = grade(AKARI, some, complete=False)
    assert found.bound and found.value == 1 + sum(found.score > bound for bound in bounds(AKARI))
    for more in ([], steps(1, 1), steps(40, 1), steps(40, 20)):
        assert found.score <= score([*some, *more]) or not some + more
        assert found.value <= grade(AKARI, [*some, *more], complete=True).value
    assert effort(some[0]) == 7 if some else found.score == 0


def test_a_board_that_takes_more_than_a_minute_is_hard():
    for seconds, least in ((1.0, 1), (LONG + 1, HARD)):
        assert grade(AKARI, steps(1, 1), complete=False, seconds=seconds).value == least
    assert grade(AKARI, steps(1, 1), complete=True, seconds=LONG + 1).value < HARD


class Asked(Exception):
    """The end of a search for steps that begins."""


@pytest.mark.parametrize(
    "asked",
    [csp2sat.grade, csp2sat.hint, lambda board: hinted(BookletBoard(board)), lambda board: [*csp2sat.steps(board)]],
)
def test_without_a_timeout_steps_are_searched_for_by_processor_time(monkeypatch, asked):
    """How busy the machine is makes no difference to grades, in booklets either; a user's timeout is by the clock."""
    begun = list[tuple[float | None, float | None]]()

    def begin(chain):
        begun.append((chain.deadline, chain.cpu))
        raise Asked

    monkeypatch.setattr(chains.Chain, "__iter__", begin)
    with pytest.raises(Asked):
        asked(TWO_CELLS)
    assert begun == [(None, chains.USUAL_SECONDS)]
    deadline, cpu = chains.limits(5.0)
    assert deadline is not None and cpu is None


def test_a_search_tells_its_processor_time(monkeypatch):
    nothing = SimpleNamespace(cpu=lambda: 3.0, send=len, kill=bool, close=bool)
    monkeypatch.setattr(chain, "host", lambda: SimpleNamespace(peer=lambda command, memory: nothing))
    found = chains.Steps(TWO_CELLS, None, cpu=2.0)
    assert (found.status, found.end.cpu) == ("LIMIT", 3.0)


def test_the_bounds_of_each_kind_are_measured():
    for kind in PUZZLES:
        sizes = measured()[kind].sizes
        assert sizes and sizes == sorted(sizes, key=lambda each: each.side), kind
        for found in sizes:
            assert found.boards >= FEWEST and list(found.bounds) == sorted(found.bounds) and len(found.bounds) == 9


@pytest.fixture
def two_sizes(monkeypatch):
    """A kind that is measured at 4 x 4 and 8 x 8 cells with one star in a row, and at 9 x 9 with two."""
    low, high, other = ([factor * (1 + at) for at in range(9)] for factor in (1.0, 3.0, 50.0))
    sizes = [Measured([4, 4], {"stars": 1}, 9, low), Measured([8, 8], {"stars": 1}, 9, high)]
    kind = MeasuredKind(0.0, [*sizes, Measured([9, 9], {"stars": 2}, 9, other)])
    monkeypatch.setattr(grade_bounds, "measured", lambda: {"starbattle": kind})
    return low, high, other


def test_bounds_between_two_sizes_are_interpolated(two_sizes):
    low, high, _ = two_sizes
    middle = [2.0 * (1 + at) for at in range(9)]
    for size, expected in (((4, 4), low), ((6, 6), middle), ((4, 9), middle), ((8, 8), high)):
        assert bounds_of("starbattle", size, {"stars": 1}) == pytest.approx(expected)


def test_smaller_and_larger_boards_have_the_bounds_of_the_nearest_size(two_sizes):
    low, high, other = two_sizes
    assert bounds_of("starbattle", (3, 3), {"stars": 1}) == low and bounds_of("starbattle", (20, 20)) == other
    assert bounds_of("starbattle", (12, 12), {"stars": 1}) == high
    assert bounds_of("starbattle", (5, 5), {"stars": 2}) == other
    assert bounds_of("starbattle", (9, 9), {"stars": 3}) == other, "no such numbers: boards of all numbers"
    assert [grade_bounds.outside("starbattle", (size, size)) for size in (3, 4, 6, 9, 10)] == [-1, 0, 0, 0, 1]


def test_a_board_is_compared_with_boards_of_as_many_stars(two_sizes):
    regions = [[row] * 8 for row in range(8)]
    for stars, expected in ((1, two_sizes[1]), (2, two_sizes[2])):
        board = Board("starbattle", 8, 8, {"stars": stars, "regions": regions})
        assert bounds(board) == expected
    assert bounds_of("starbattle", (8, 8)) == two_sizes[1] and bounds_of("heyawake", (8, 8)) == [
        *grade_bounds.ROUGH_BOUNDS
    ]


def test_an_easy_star_battle_with_one_star_is_not_the_only_one():
    """Boards with one star in a row have bounds of their own."""
    one, two = (bounds_of("starbattle", (size, size)) for size in (8, 10))
    assert max(one) < min(two) and len(existing(one)) > 5


def test_a_board_of_one_clue_and_two_facts_a_step_is_easy_in_each_kind():
    """A nonogram with one step that is not routine is not hard, although most of its size have none."""
    for kind in measured():
        for found in measured()[kind].sizes:
            assert found.bounds[2] >= 1.5 and found.bounds[5] >= 1.65 and list(found.bounds) == sorted(found.bounds)
    rows, cols = [[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]]
    one = csp2sat.grade(Board("nonogram", 5, 5, {"rows": rows, "cols": cols}))
    assert (one.score, one.value, one.words) == (1.5, 3, "easy")


def test_grades_that_no_board_has_are_refused_at_once():
    """No board has a grade between two equal bounds."""
    assert existing(bounds_of("sudoku", (6, 6))) == [1, 8, 9, 10]
    for kind in measured():
        for found in measured()[kind].sizes:
            scores = [0.0, *(bound + shift for bound in found.bounds for shift in (0.0, 0.001))]
            there = sorted({1 + sum(score > bound for bound in found.bounds) for score in scores})
            assert existing(bounds_of(kind, found.size, found.numbers)) == there
    with pytest.raises(csp2sat.UsageError, match=r"expected 1, 8, 9 or 10 for sudoku of 6x6"):
        csp2sat.generate("sudoku", 6, grade="medium")


def test_a_size_beyond_the_measured_ones_is_named():
    assert beyond("akari", (5, 5)) == beyond("akari", (7, 8)) == beyond("nosuch", (50, 50)) == ""
    words = "grades of akari were measured on boards of 5x5 to 10x10; this one is"
    assert beyond("akari", (3, 3)) == f"{words} smaller, and graded as one of 5x5"
    assert beyond("akari", (20, 20)) == f"{words} larger, and graded as one of 10x10"
