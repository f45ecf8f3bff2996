"""Whether a right answer is also a best one: a search for a better value."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..base.numbers import decimal
from ..languages.base.value_lines import Printed
from ..model.expr import node
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model
from ..solving.problem import Problem
from .values import Completes, fixed_model, typed


class JudgedValue(NamedTuple):
    """The value of an answer's objective, and a better one that a solution has; None if no solution has any."""

    value: int
    better: int | None

    def fault(self) -> str:
        """Return, in words, that a solution has a better value; '' if no solution has any."""
        if self.better is None:
            return ""
        return f"the objective is {decimal(self.value)}, and {decimal(self.better)} is possible"


def judged_value(problem: Problem, printed: Printed, completes: Completes) -> JudgedValue:
    """Return the value of a right answer, and a better value if there is one.

    printed: the values of the answer.  completes: as in `faults_of_solutions`.
    """
    value = _value_of(problem, printed, completes)
    return JudgedValue(value, _better(problem, problem.model, value, completes))


def _better(problem: Problem, model: Model, value: int, completes: Completes) -> int | None:
    """Return a better value of a problem's objective than `value` that a solution of a model has, None if there is
    none.

    model: the problem's, maybe with more constraints.  completes: as in `faults_of_solutions`.
    """
    assert problem.objective is not None
    goal, term = problem.objective
    bound = Constraint(node("lt" if goal == "minimize" else "gt", term, value))
    found = completes(replace(model, constraints=[*model.constraints, bound], objective=None))
    return None if found is None else int(evaluate(term, problem.solution(found)))


def _value_of(problem: Problem, printed: Printed, completes: Completes) -> int:
    """Return the value of a right answer; the best possible one if hidden variables decide, whose values are missing.

    The parameters are those of `judged_value`.
    """
    assert problem.objective is not None
    found = typed(problem.stated or problem.model)(printed)
    known = Answer(found.ints, found.bools)
    try:
        return int(evaluate(problem.objective.term, problem.solution(known)))
    except KeyError:  # a variable without a value
        stated = None if problem.relaxed else printed.objective
        fixed = fixed_model(problem.model, problem.model.constraints, known, stated)
    whole = completes(fixed)
    assert whole is not None
    value: int = evaluate(problem.objective.term, problem.solution(whole))
    while (better := _better(problem, fixed, value, completes)) is not None:
        value = better
    return value
