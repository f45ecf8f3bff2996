"""Sessions of one problem: each has its own CNFs and report, whatever the pipeline was used for before."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.pipelines import EXTERNAL, pipeline

import csp2sat
from csp2sat.errors import SolverError
from csp2sat.solving.enumeration import solutions
from csp2sat.solving.first_solution import solve
from csp2sat.solving.problem import Problem
from csp2sat.solving.problem_run import ProblemRun


def problem(number: int) -> Problem:
    return csp2sat.loads(f"(int x 0 9) (= x {number})")


def test_one_problem_may_be_asked_again_and_again(tmp_path: Path) -> None:
    run = ProblemRun(problem(3), pipeline(tmp_path))
    assert [solve(run).solution.ints for _ in range(2)] == [{"x": 3}] * 2
    assert [each.ints for each in solutions(run, None)] == [{"x": 3}]


def test_another_problem_has_its_own_answer(tmp_path: Path) -> None:
    """Having no solution was once said of the second one, too: its CNF was that of the first one."""
    engine = pipeline(tmp_path)
    assert solve(ProblemRun(problem(10), engine)).status == "UNSATISFIABLE"
    assert solve(ProblemRun(problem(4), engine)).solution.ints == {"x": 4}
    assert solve(ProblemRun(problem(5), engine.apart("other"))).solution.ints == {"x": 5}


def test_a_cnf_that_another_session_has_replaced_is_refused(tmp_path: Path) -> None:
    engine = pipeline(tmp_path, EXTERNAL)
    first, second = ProblemRun(problem(3), engine), ProblemRun(problem(4), engine)
    for run in (first, second):
        assert run.encode(run.problem.attempts()[-1]).written.num_vars
    with pytest.raises(SolverError, match=r"^kissat has changed .*problem\.cnf$"):
        first.exact("copy")


def test_reports_are_of_one_session(tmp_path: Path) -> None:
    engine = pipeline(tmp_path, EXTERNAL)
    none, one = ProblemRun(problem(10), engine), ProblemRun(problem(4), engine)
    solve(none)
    before = one.report
    solve(one)
    assert none.report.contradiction and not one.report.contradiction
    assert before.written is None and one.report.written is not None
    assert none.report.answered == one.report.answered == EXTERNAL
