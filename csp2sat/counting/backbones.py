"""The backbone: the variables that have the same value in all solutions."""

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
    """The values that all solutions share.

    values: for each variable (sort and name) the value in all solutions, None if the variable varies.  met: the
    solutions that show this: for each varying variable, one of these solutions differs from the first.
    """

    values: dict[NamedVariable, int | bool | None]
    met: list[Any]


def decided(run: ProblemRun, found: EncodedCnf, variables: Iterable[NamedVariable]) -> Decided | None:
    """Return the values of the variables that all solutions share; None if there is no solution.

    found: the exact CNF.  After the first solution, each next one must differ from it in a variable that has been alike
    in all so far, and so leaves fewer such variables; the CNF stays in an incremental solver, with a new clause each
    time. Raises LimitReached if a limit ends the search, or, unless every variable is seen to vary, if the problem has
    a doubt (see `Problem.doubt`) whether other solutions exist.
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
    """Return `found`.  Raises LimitReached if the problem has a doubt, for other solutions may exist then."""
    if problem.doubt:
        raise LimitReached(problem.doubt)
    return found


def _next(run: ProblemRun, found: EncodedCnf, models: Oracle, met: list[Any]) -> Answer | None:
    """Return the values of all variables in another solution, which is judged and added to `met`; None if there is
    none.

    found: the exact CNF.  models: the oracle that is asked.
    """
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
    """Return the clause that the variable, in the CNF with this map, has another value."""
    sort, name = variable
    if sort == "int":
        return map_.ints[name].differs(value)
    return [-map_.bools[name] if value else map_.bools[name]]
