"""Whether a right answer is also a best one: a search for a better value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ..base.numbers import decimal
from ..languages.base.value_lines import Printed
from ..model.meaning import evaluate
from ..model.model import Answer
from ..solving.problem import CspProblem, Problem
from .computed_values import Completes, check_computed, fixed_model, with_computed
from .values import typed

Improves = Callable[[Problem, int], Answer | None]


class JudgedValue(NamedTuple):
    """The value of an answer's objective, and a better one that a solution has; None if no solution has any."""

    value: int
    better: int | None

    def fault(self) -> str:
        """Return, in words, that a solution has a better value; '' if no solution has any."""
        if self.better is None:
            return ""
        further = "less" if self.better < self.value else "more"
        return f"the objective is {decimal(self.value)}, and {decimal(self.better)} or {further} is possible"


def judged_value(problem: Problem, printed: Printed, completes: Completes, improves: Improves) -> JudgedValue:
    """Return the value of a right answer, and a better value if there is one.

    printed: the values of the answer.  completes: as in `faults_of_solutions`.  improves: returns a solution of
    a problem whose objective is better than a value, None if there is none.
    """
    value = _value_of(problem, printed, completes, improves)
    return JudgedValue(value, _better(problem, problem, value, improves))


def _better(problem: Problem, narrower: Problem, value: int, improves: Improves) -> int | None:
    """Return the objective value of a solution that is better than `value`, not always the best; None if none is.

    narrower: the problem that is searched: `problem` itself, with its soft constraints, or `problem` with added
    constraints, if only solutions that satisfy the added ones count.  improves: as in `judged_value`.
    """
    assert problem.objective is not None
    found = improves(narrower, value)
    return None if found is None else int(evaluate(problem.objective.term, problem.solution(found)))


def _value_of(problem: Problem, printed: Printed, completes: Completes, improves: Improves) -> int:
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
        known = with_computed(problem.model, found)
        fixed = fixed_model(problem.model, problem.model.constraints, known, stated)
    if (whole := completes(fixed)) is None:
        check_computed(problem.model, found, None)
    assert whole is not None
    value: int = evaluate(problem.objective.term, problem.solution(whole))
    best = replace(fixed, objective=problem.objective)
    while (better := _better(problem, CspProblem(best, ""), value, improves)) is not None:
        value = better
    if found.computed:  # the best value of all completions may be that of others
        check_computed(problem.model, found, completes(fixed_model(best, best.constraints, known, value)))
    return value
