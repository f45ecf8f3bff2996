"""The backbone: which variables have the same value in all solutions."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import Any, NamedTuple

from ..decoder import VariableMap
from ..errors import LimitReached
from ..model.model import Answer
from ..solving.oracle import IncrementalOracle, Oracle
from ..solving.pipeline import EncodedCnf
from ..solving.problem import Problem
from ..solving.problem_run import ProblemRun

NamedVariable = tuple[str, str]  # "int" or "bool", and the name


class Decided(NamedTuple):
    """values: of each variable (sort and name) in all solutions, None where it varies.  met: the solutions that showed
    it: in each variable that varies, one of them differs from the first."""

    values: dict[NamedVariable, int | bool | None]
    met: list[Any]


def decided(run: ProblemRun, found: EncodedCnf, variables: Iterable[NamedVariable]) -> Decided | None:
    """What all solutions share; None if there is none.  found: the exact CNF.  Raises LimitReached.

    After the first solution every other one has to differ from it in a variable that is still alike in all; each one
    that is found leaves fewer of them.  One incremental solver, one clause each time.  LimitReached, too, where the
    problem leaves it in doubt whether there are other solutions.
    """
    variables = list(variables)
    met: list[Any] = []
    with closing(IncrementalOracle(run, found)) as models:
        answer = _next(run, found, models, met)
        if answer is None:
            return _certain(run.problem, None)
        alike = {variable: _value(answer, variable) for variable in variables}
        while alike and answer is not None:
            models.add([lit for variable, value in alike.items() for lit in _differs(found.map, variable, value)])
            answer = _next(run, found, models, met)
            if answer is not None:
                alike = {variable: value for variable, value in alike.items() if _value(answer, variable) == value}
    found_out = Decided({variable: alike.get(variable) for variable in variables}, met)
    return _certain(run.problem, found_out) if alike else found_out


def _certain(problem: Problem, found: Decided | None) -> Decided | None:
    if problem.doubt:
        raise LimitReached(problem.doubt)
    return found


def _next(run: ProblemRun, found: EncodedCnf, models: Oracle, met: list[Any]) -> Answer | None:
    """Another solution, judged, as values of all variables."""
    outcome = models.ask().known()
    if outcome.status == "unsat":
        return None
    answer = found.map.decode(outcome.literals)
    met.append(run.judged(run.problem.solution(answer)))
    return answer


def _value(answer: Answer, variable: NamedVariable) -> int | bool:
    sort, name = variable
    return answer.ints[name] if sort == "int" else answer.bools[name]


def _differs(map_: VariableMap, variable: NamedVariable, value: int | bool) -> list[int]:
    """The literals of which one is true where the variable has another value."""
    sort, name = variable
    if sort == "int":
        return map_.ints[name].differs(value)
    return [-map_.bools[name] if value else map_.bools[name]]
