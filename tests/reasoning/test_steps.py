"""Chains of steps, judged by a solver that shares nothing with the search (`support.step_judge`)."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from support.fact_meanings import says
from support.reason_judge import ReasonJudge, lines_of
from support.sentence_places import missing
from support.step_judge import Judge

import csp2sat
from csp2sat.api import problems
from csp2sat.api.reasoning.chains import Steps
from csp2sat.puzzles.grade_bounds import measured
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import score

SECONDS = 20
KINDS = sorted(PUZZLES)
EACH_KIND = pytest.mark.parametrize("kind", KINDS, scope="module")  # all tests of a kind in turn: they share its chain


@cache
def board_of(kind: str, number: int = 0) -> Board:
    return problems.loads(PUZZLES[kind].samples[number][0], kind).board


@cache
def chain(kind: str, number: int = 0) -> Steps:
    steps = Steps(board_of(kind, number), time.monotonic() + SECONDS)
    len(steps)
    return steps


def faults_of(kind: str, steps: Sequence[csp2sat.Step], solution: object) -> list[str]:
    return list(Judge(board_of(kind)).faults(steps, solution))


@pytest.mark.sample(10)
@EACH_KIND
def test_a_chain_leads_to_the_solution(kind):
    """Each step follows from what it cites, the facts decide the solution, and the bounds of the grades are of these
    steps.
    """
    steps = chain(kind)
    solution = csp2sat.solve(board_of(kind)).solution
    assert (steps.status, steps.solution) == ("SOLVED", solution)
    assert faults_of(kind, steps, solution) == []
    assert round(score(steps), 2) == measured()[kind].sample, f"scripts/grade_tables.py {kind}"


@pytest.mark.sample(8)
@EACH_KIND
def test_nothing_in_a_reason_can_be_left_out(kind):
    found, lines = lines_of(board_of(kind))
    assert list(ReasonJudge(found).faults(lines)) == []


@pytest.mark.sample(12)
@EACH_KIND
def test_a_board_without_solution_ends_in_a_contradiction(kind):
    for number, (_, drawn) in enumerate(PUZZLES[kind].samples):
        if drawn is not None:
            continue
        steps = chain(kind, number)
        assert (steps.status, steps.solution) == ("CONTRADICTION", None)
        assert [step.contradiction for step in steps] == [False] * (len(steps) - 1) + [True]
        assert list(Judge(board_of(kind, number)).faults(steps, None)) == []
        found, lines = lines_of(board_of(kind, number))
        assert list(ReasonJudge(found).faults(lines)) == []


@pytest.mark.sample(8)
@EACH_KIND
def test_facts_mean_what_they_say(kind):
    """On the solution, and on values that keep all rules except the clues (of kinds where a star, a number or a sign
    has its own cells by a clue there is no such solution)."""
    board, rng = board_of(kind), random.Random(kind)
    judge = Judge(board)
    assert list(judge.definition_faults(rng)) == []
    assert all(says(f.neutral(), chain(kind).solution) for step in chain(kind) for f in step.facts)
    for _ in range(0 if kind in ("galaxies", "shikaku", "sashigane") else 2):
        assert list(judge.meaning_faults(judge.any_answer(rng))) == []


@pytest.mark.sample(12)
@EACH_KIND
def test_the_form_of_steps(kind):
    form = json.loads(chain(kind).to("json"))
    assert list(form)[:5] == ["schema", "puzzle", "cells_from", "status", "unique"]
    assert (form["puzzle"], form["cells_from"], form["unique"]) == (kind, 0, True)
    assert [step["number"] for step in form["steps"]] == list(range(1, len(form["steps"]) + 1))
    for step in form["steps"]:
        reason, size = step["reason"], step["size"]
        assert size["clues"] == len(reason["clues"]) and size["facts"] == len(reason["facts"])
        assert size["rules"] == sum(rule["times"] for rule in reason["rules"])
        assert step["kind"] in ("rule", "rules", "suppose") and step["smallest"] in ("proved", "found")
        assert step["text"].endswith(".") and "\n" not in step["text"] and "None" not in step["text"]
        board = board_of(kind)
        for fact in step["facts"] + reason["facts"]:
            more = int(kind == "slitherlink")
            for place in fact["places"]:
                assert 0 <= place["row"] < board.rows + more and 0 <= place["column"] < board.cols + more


@pytest.mark.sample(12)
@EACH_KIND
def test_a_sentence_names_all_that_a_person_needs(kind):
    """Places and numbers of the facts, the known facts, the clues and the rules can be read from the words alone."""
    found = {step.number: found for step in chain(kind) if (found := list(missing(board_of(kind), step)))}
    assert found == {}


SAME = ("akari", "kenken", "slitherlink")
PRINTED = """
import json, sys, time
from csp2sat.api import problems
from csp2sat.api.reasoning.chains import Steps
from csp2sat.puzzles.spec import PUZZLES
for kind in sys.argv[1:]:
    form = Steps(problems.loads(PUZZLES[kind].samples[0][0], kind).board, time.monotonic() + 20).neutral()
    print(json.dumps({**form, "seconds": 0}))
"""


def test_the_same_chain_in_two_runs():
    """Whatever the order in which Python has the elements of sets."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", PRINTED, *SAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] and runs[0].count("\n") == len(SAME)


@pytest.mark.parametrize("kind", ["hitori", "slitherlink", "sudoku", "yajilin"])
def test_the_judge_sees_what_is_wrong(kind):
    """A chain with the opposite of a fact, without known facts, with a step twice, and with a step left out."""
    steps, solution = list(chain(kind)), chain(kind).solution
    at = next(n for n, step in enumerate(steps) if step.known)
    first = steps[at].facts[0]
    wrong = replace(steps[at], facts=(first._replace(negative=not first.negative), *steps[at].facts[1:]))
    needed = next(n for n, step in enumerate(steps) if steps[at].known[0] in step.facts)
    for name, changed in {
        "is wrong": [*steps[:at], wrong, *steps[at + 1 :]],
        "does not force": [replace(step, known=()) for step in steps],
        "is known before": [*steps[: at + 1], *steps[at:]],
        "is not decided": steps[: len(steps) // 2],
        "which is not known": [*steps[:needed], *steps[needed + 1 :]],
    }.items():
        assert any(name in fault for fault in faults_of(kind, changed, solution)), name


def test_what_is_over_is_said():
    """A limit of steps, and a deadline that is over."""
    board = board_of("hitori")
    some = Steps(board, None, 3)
    assert len(some) == 3 and list(some) == list(chain("hitori"))[:3]
    over = Steps(board, time.monotonic())
    assert (over.status, over.end.by_size, over.solution, list(over)) == ("LIMIT", False, None, [])


def test_a_board_with_room_for_too_many_blocks_has_no_steps():
    rows = ["- - - - # # # #"] * 8
    board = problems.loads("\n".join(["size 8 8", "colors", *rows, "numbers", *["- " * 8] * 8]), "dbchoco").board
    steps = Steps(board, None)
    assert (list(steps), steps.status, steps.end.by_size) == ([], "LIMIT", True)
    assert "more time would not help" in steps.to("html")
    with pytest.raises(csp2sat.LimitReached, match="a list of all blocks of cells, too long"):
        csp2sat.hint(board)


def test_cuts_that_a_person_sees_at_once_are_one_step():
    """All cells around an island of one are walls in one step, and all cells that no number reaches."""
    board = csp2sat.loads("; Nurikabe\nsize 5 3\n- - - - -\n- 1 - - -\n- - - - 2\n").board
    lost, full, far = list(csp2sat.steps(board))[:3]
    assert [fact.places[0] for fact in full.facts] == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert full.size == {"clues": 1, "rules": 1, "facts": 0} and full.text.endswith(
        "1 at row 2, column 2 would have 2 cells."
    )
    assert (len(lost.facts), len(far.facts)) == (2, 5)


def test_a_search_ends_by_its_own_processor_time():
    """Time that other programs take does not count; without any time no step is found."""
    board = Board(
        "sudoku", 4, 4, {"grid": [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]], "box_rows": 2, "box_cols": 2}
    )
    none, enough = (Chain(board, cpu=seconds) for seconds in (0.0, 600.0))
    assert not [*none] and none.end.status == "LIMIT"
    assert [*enough] and enough.end.status == "SOLVED"
