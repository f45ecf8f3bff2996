"""A pipeline: its files are those of one problem."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.pipelines import pipeline

import csp2sat
from csp2sat.solving.enumeration import solutions
from csp2sat.solving.first_solution import solve
from csp2sat.solving.problem import Problem


def problem(number: int) -> Problem:
    return csp2sat.loads(f"(int x 0 9) (= x {number})")


def test_one_problem_may_be_asked_again_and_again(tmp_path: Path) -> None:
    engine, three = pipeline(tmp_path), problem(3)
    assert [solve(three, engine).solution.ints for _ in range(2)] == [{"x": 3}] * 2
    assert [each.ints for each in solutions(three, engine, None)] == [{"x": 3}]


def test_another_problem_is_refused(tmp_path: Path) -> None:
    """Having no solution was said of the second one, too: its CNF was that of the first one."""
    engine, none, four = pipeline(tmp_path), problem(10), problem(4)
    assert solve(none, engine).status == "UNSATISFIABLE"
    with pytest.raises(ValueError, match=r"^a pipeline writes the files of one problem"):
        solve(four, engine)
    assert solve(four, engine.apart("other")).solution.ints == {"x": 4}
