"""`csp2sat generate --grade` and `csp2sat.generate(grade=)`: what a stranger tries in the first ten minutes."""

from __future__ import annotations

import json
import math
import os
import time
from types import SimpleNamespace

import pytest
from support.run_command import run

import csp2sat
from csp2sat.api.reasoning import graded
from csp2sat.api.reasoning.graded import Found, GradedMaker, grades_of, in_words
from csp2sat.api.settings import Settings
from csp2sat.cli import app
from csp2sat.cli.show import making
from csp2sat.generating.givens import ANY_GIVENS
from csp2sat.generating.spec import Draft
from csp2sat.puzzles.grade_bounds import bounds
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.step import CitedClue, Step
from csp2sat.solving.trace import Trace


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "text", ["0", "11", "0..3", "5..3", "3..", "..3", "trivial", "easy..hard", "", "3..5..7", "2.5", "-1", "²"]
)
def test_grades_that_are_none(text):
    done = run("generate", "akari", "--size", "4", "--grade", text)
    assert done.code == 2 and done.out == "" and done.err.count("\n") == 1
    assert done.err.startswith(f"csp2sat: --grade {text}: expected a grade from 1 to 10")
    assert done.err.endswith("or one of easy (1..3), medium (4..6), hard (7..10)\n")


@pytest.mark.parametrize(
    "wanted", [0, 11, True, 2.5, None, [3], range(3, 3), range(0, 4), range(1, 9, 2), range(5, 12)]
)
def test_grades_that_are_none_in_python(wanted):
    with pytest.raises(csp2sat.UsageError, match="from 1 to 10"):
        grades_of(wanted)


def test_ranges():
    assert grades_of("3..5") == grades_of("3-5") == grades_of(range(3, 6)) == range(3, 6) and grades_of(
        "4"
    ) == grades_of(4) == range(4, 5)
    assert (grades_of("easy"), grades_of("Medium"), grades_of("hard")) == (range(1, 4), range(4, 7), range(7, 11))
    assert (in_words(range(3, 6)), in_words(range(4, 5))) == ("3..5", "4")


@pytest.mark.parametrize(
    "puzzle, size", [("akari", 5), ("sudoku", 4), pytest.param("hitori", 5, marks=pytest.mark.long)]
)
def test_the_grade_is_in_the_range(puzzle, size):
    usual = int(csp2sat.grade(csp2sat.generate(puzzle, size, seed=4)))
    wanted = f"{max(1, usual - 1)}..{usual}"
    done = run("generate", puzzle, "--size", str(size), "--grade", wanted, "--seed", "3", "-o", "board.txt", "--json")
    found = json.loads(done.out)
    graded = json.loads(run("grade", "board.txt", "--json").out)
    assert done.code == 0 and found["grade"] == graded["grade"] and not graded["bound"]
    assert found["grade"] in grades_of(wanted)


def test_the_same_seed_gives_the_same_board_and_the_note_has_its_grade():
    first, again = (run("generate", "akari", "--size", "5", "--grade", "1..4", "--seed", "2") for _ in range(2))
    assert first.out == again.out and first.code == 0 and ", grade " in first.err


def test_python_takes_an_int_or_a_range_and_no_size():
    board = csp2sat.generate("sudoku", 4, grade=range(1, 6), seed=1)
    assert (board.rows, board.cols) == (4, 4) and 1 <= csp2sat.grade(board) <= 5
    with pytest.raises(csp2sat.UsageError):
        csp2sat.generate("sudoku", 0, grade=3)


def test_a_board_that_cannot_be_so_hard_ends_with_3_and_what_was_seen(monkeypatch):
    monkeypatch.setattr(graded, "SEEDS_TRIED", 5)
    done = run("generate", "sudoku", "--size", "4", "--grade", "10", "--seed", "1")
    assert done.code == 3 and done.out == "" and done.err.count("\n") == 1
    assert (
        "no sudoku of 4x4 at grade 10" in done.err and "boards at other grades: " in done.err and "--seed " in done.err
    )


def test_no_time_is_exit_code_3():
    done = run("generate", "akari", "--size", "8", "--grade", "3", "--timeout", "0.01", "--seed", "1")
    assert done.code == 3 and done.out == "" and "time limit" in done.err


def test_without_a_timeout_the_nearest_board_is_offered_by_its_whole_command(monkeypatch):
    """The offered command makes a board of the named grade; the message says what to drop and how to go on."""
    monkeypatch.setattr(graded, "SEARCH_SECONDS", 1.0)
    done = run("generate", "sudoku", "--size", "4", "--grade", "10", "--symmetry", "rotate2", "--seed", "1")
    assert done.code == 3 and done.out == "" and done.err.count("\n") == 1
    assert "; without --symmetry there are more boards to choose from; larger boards have higher" in done.err
    assert done.err.endswith("; --timeout SECONDS searches longer\n")
    about, _, command = done.err.partition("the nearest one (grade ")[2].partition(";")[0].partition("): csp2sat ")
    words = command.split()
    assert words[:4] == ["generate", "sudoku", "--size", "4x4"] and "rotate2" in words
    assert run(*words, "-o", "board.txt").code == 0 and csp2sat.grade("board.txt") == int(about)


@pytest.mark.parametrize("seen, nearest", [((4, 1), "1"), ((4, 1, 2), "2"), ((1, 4, 2), "2"), ((4,), "4 or more")])
def test_a_lower_bound_is_never_nearer_than_a_grade(monkeypatch, seen, nearest):
    """The grade of a board above the range is not known: the search for its steps ends as soon as one is too hard."""
    board = csp2sat.generate("nurikabe", 5, seed=1)

    def boards(self, seed):
        for number, grade in enumerate(seen):
            yield Found(Draft(board, ""), grade, number, ANY_GIVENS, bound=grade == 4)

    monkeypatch.setattr(GradedMaker, "_boards", boards)
    with pytest.raises(csp2sat.LimitReached) as raised:
        GradedMaker("nurikabe", (5, 5), range(3, 4), Settings.of({})).board(1)
    said, seed = str(raised.value), seen.index(int(nearest[0]))
    assert f"the nearest one (grade {nearest}): csp2sat generate nurikabe --size 5x5 --seed {seed}" in said
    assert "larger boards" not in said and "smaller boards" not in said, "5x5 has bounds of its own"
    for side in (-1, 1):
        monkeypatch.setattr(graded, "outside", lambda *_, side=side: side)
        with pytest.raises(csp2sat.LimitReached) as raised:
            GradedMaker("nurikabe", (5, 5), range(3, 4), Settings.of({})).board(1)
        easier = 2 * sum(grade < 3 for grade in seen) - len(seen)
        assert ("larger boards" in str(raised.value)) == (easier > 0 and side == -1)
        assert ("smaller boards" in str(raised.value)) == (easier < 0 and side == 1)


def test_the_progress_has_the_grades_so_far():
    class Seen(Exception):
        """Raised with the first text about grades."""

    class Said(Trace):
        def reached(self, text):
            if text.startswith("so far "):
                raise Seen(text)

    with pytest.raises(Seen, match=r"^so far 1 of grade \d+$"):
        GradedMaker(
            "sudoku", (4, 4), range(10, 11), Settings.of({}), trace=Said(), deadline=time.monotonic() + 60
        ).board(1)


def test_more_givens_make_a_board_easier(monkeypatch):
    """The boards that follow one too hard have more givens, so that their grades do not rise."""
    monkeypatch.setattr(graded, "SECONDS", 60.0)  # on a busy machine
    maker = GradedMaker("sudoku", (9, 9), range(1, 2), Settings.of({}))
    boards = maker._boards(5)
    first = next(boards)
    assert first.grade is not None and first.grade > 1
    more = [len(PUZZLES["sudoku"].clues.optional(each.draft.board)) for each in (first, next(boards))]
    assert more[0] < more[1]


@pytest.mark.parametrize("puzzle, size, seed", [("sudoku", 4, 3), ("mosaic", 5, 1), ("akari", 5, 2), ("cave", 4, 1)])
def test_easier_boards_are_those_of_the_option_givens(monkeypatch, puzzle, size, seed):
    """Boards between one that is too hard and one that is too easy are found by bisection, none is made anew, and the
    seed makes each of them with `--givens`.
    """
    maker = GradedMaker(puzzle, (size, size), range(2, 3), Settings.of({}))
    way = maker._made(seed, maker.wanted)
    assert way is not None and len(way.dropped) > 2
    count = len(PUZZLES[puzzle].clues.optional(way.draft.board))

    def graded_by_number(self, draft, seed, wanted):
        return Found(draft, 1 if wanted.number > count + 2 else 3, seed, wanted)

    monkeypatch.setattr(GradedMaker, "_graded", graded_by_number)
    monkeypatch.setattr(GradedMaker, "_made", None)
    found = list(maker._easier(way, seed))
    assert {count + 2, count + 3} <= {each.wanted.number for each in found} and len(found) < 9
    for each in found:
        assert csp2sat.generate(puzzle, size, seed=seed, givens=each.wanted.number) == each.draft.board


def test_several_boards_each_have_the_grade():
    done = run("generate", "akari", "--size", "5", "--grade", "1..5", "--count", "2", "--seed", "1", "--json")
    assert [json.loads(line)["grade"] in range(1, 6) for line in done.out.splitlines()] == [True, True]


@pytest.mark.parametrize("typed", ["180", "rotate", "90"])
def test_a_symmetry_that_is_none_comes_with_those_there_are(typed, capsys):
    assert app.run(["generate", "sudoku", "--symmetry", typed]) == 2
    assert "rotate2 (a turn by 180 degrees), rotate4 (by 90), mirror" in capsys.readouterr().err


def without_boards_of(monkeypatch, seeds):
    """Let the seeds lead to no board at a grade."""
    board = GradedMaker.board

    def found(self, seed):
        if seed in seeds:
            raise csp2sat.LimitReached("nothing there")
        return board(self, seed)

    monkeypatch.setattr(GradedMaker, "board", found)


SEVERAL = ("generate", "akari", "--size", "5", "--grade", "1..5", "--count", "2", "--seed", "1")


def test_a_seed_without_a_board_at_the_grade_is_left_out(monkeypatch):
    without_boards_of(monkeypatch, {2, 3})
    done = run(*SEVERAL, "--json")
    assert done.code == 0 and [json.loads(line)["seed"] for line in done.out.splitlines()] == [1, 4]
    done = run(*SEVERAL)
    assert "csp2sat: akari-5x5-2: no board at this grade; seed 3 is next\n" in done.err


def test_what_is_offered_for_further_boards_makes_them(monkeypatch):
    """No more seeds than boards are left out, and none after the time; the command has a seed that was not tried."""
    without_boards_of(monkeypatch, {2, 3, 4})
    done = run("generate", "sudoku", *SEVERAL[2:3], "4", *SEVERAL[4:], "--symmetry", "rotate2")
    offered = "nothing there; for more at this grade: csp2sat "
    assert done.code == 3 and done.err.count("is next") == 2
    command = done.err.partition(offered)[2].split()
    assert command == ["generate", "sudoku", "--size", "4x4", "--seed", "5", "--symmetry", "rotate2", "--grade", "1..5"]
    assert run(*command).code == 0
    monkeypatch.setattr(making, "time", SimpleNamespace(monotonic=lambda: math.inf))
    ended = run(*SEVERAL, "--timeout", "60").err
    assert "is next" not in ended and ended.endswith("--seed 3 --grade 1..5\n")


def test_a_first_seed_without_a_board_is_left_out_as_others_are(monkeypatch):
    """Which seed comes first, and how busy the machine is, make no difference; one board alone has its seed alone."""
    without_boards_of(monkeypatch, {1})
    done = run(*SEVERAL, "--json")
    assert done.code == 0 and [json.loads(line)["seed"] for line in done.out.splitlines()] == [2, 3]
    done = run(*SEVERAL[:-4], "--seed", "1")
    assert done.code == 3 and done.err.endswith("csp2sat: nothing there\n")


def test_a_search_for_a_grade_ends_by_processor_time_of_its_own_and_of_its_children(monkeypatch):
    """The clock of a busy machine ends no search: an hour is nothing, but the seconds of solvers and chains count."""
    used = [1.0, 0.5, 2.0, 0.5, 0.0]
    monkeypatch.setattr(os, "times", lambda: tuple(used))
    end = graded.SearchTime(5.0)
    monkeypatch.setattr(time, "monotonic", lambda: 1e9)
    used[4] = 1e9  # the clock
    used[2] += 4.0
    assert not end.is_over
    used[0] += 2.0
    assert end.is_over


class HardSteps(list):
    """Steps of a board whose search reaches its limit after ten steps."""

    status = "LIMIT"
    cpu = 0.0

    def __init__(self, board, deadline, cpu):
        assert deadline is None and cpu == graded.SECONDS, "another program's work is no reason against a board"
        super().__init__(Step(at, (), (CitedClue((0, 0), "number 1"),), (), (), 0, "found") for at in range(1, 11))

    def close(self):
        """End nothing."""


@pytest.mark.parametrize(
    "wanted, grade, bound", [("8..10", 8, True), ("9..10", None, False), ("7..9", None, False), ("1..7", 8, True)]
)
def test_a_board_whose_steps_take_long_has_the_grade_if_no_greater_one_is_too_hard(monkeypatch, wanted, grade, bound):
    monkeypatch.setattr(graded, "Steps", HardSteps)
    draft = Draft(csp2sat.generate("akari", 5, seed=1), "")
    least = bounds(draft.board)
    monkeypatch.setattr(graded.grades, "effort", lambda step: (least[6] + least[7]) / 2)
    found = GradedMaker("akari", (5, 5), grades_of(wanted), Settings.of({}))._graded(draft, 1, ANY_GIVENS)
    assert (found.grade, found.bound) == (grade, bound)


def test_a_lower_bound_is_said():
    made = making.Made("a", 1, Draft(None, None), "minisat", 7, True)
    assert (made.words, made._replace(bound=False).words, made._replace(grade=None).words) == (
        "grade 7 or more",
        "grade 7",
        "",
    )
