"""Local improvement: making a solution better without a solver.

A solver leaves variables that nothing forces where they happened to be: with `m <= length` alone the length ends at the
bound of the question.  So the variables of the objective are moved, one after the other, towards the better end of
their domain, as far as the constraints that name them allow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..ints.ranges import Steps, values_of
from ..model.expr import Expr, postorder
from ..model.meaning import evaluate
from ..model.model import Answer, Model

MOST = 1 << 12  # nodes of the objective times variables in it, beyond which nothing is tried


class LocalImprovement:
    """A function that improves solutions of one model, which has an objective.

    A solution stays as it is if the nodes of the objective times its variables are more than MOST.
    """

    def __init__(self, model: Model):
        assert model.objective is not None
        self._model, self._goal, self._term = model, *model.objective
        self._naming: dict[Expr, list[Expr]] = {}
        if isinstance(self._term, Expr):
            nodes = list(postorder(self._term))
            variables = [each for each in nodes if each.op in ("int", "bool")]
            if len(nodes) * len(variables) <= MOST:
                self._naming = {variable: [] for variable in variables}
        for constraint in model.constraints if self._naming else ():
            for each in postorder(constraint.formula):
                if each in self._naming:
                    self._naming[each].append(constraint.formula)

    def value(self, answer: Answer) -> int:
        """Return the value of the objective."""
        return int(evaluate(self._term, answer)) if isinstance(self._term, Expr) else self._term

    def is_defined(self, answer: Answer) -> bool:
        """Whether the objective has a value."""
        return self._loss(answer) < float("inf")

    def __call__(self, answer: Answer) -> Answer:
        """Return the solution, or a better one that differs only in variables of the objective."""
        for variable in self._naming:
            answer = self._moved(variable, answer)
        return answer

    def _moved(self, variable: Expr, answer: Answer) -> Answer:
        """Return the answer with one variable of the objective at the best value, found by bisection, that the
        constraints naming the variable allow; the answer unchanged if no such value makes the objective better.
        """
        steps, here = self._steps(variable, answer)
        if self._loss(_with(answer, variable, steps.value(0))) >= self._loss(answer):
            return answer
        formulas = self._naming[variable]
        best = _first_good(here, lambda step: _hold(formulas, _with(answer, variable, steps.value(step))))
        moved = answer if best is None else _with(answer, variable, steps.value(best))
        return moved if self._loss(moved) < self._loss(answer) else answer

    def _steps(self, variable: Expr, answer: Answer) -> tuple[Steps, int]:
        """Return the values of a variable from the better end of its domain to the other one, and the step of the
        answer's value.
        """
        (name,) = variable.args
        is_int = variable.op == "int"
        values = values_of(self._model.ints[name]) if is_int else range(2)
        lowest, highest = (self._loss(_with(answer, variable, values[end])) for end in (0, -1))
        steps = Steps(values, lowest <= highest)
        return steps, steps.of(answer.ints[name] if is_int else answer.bools[name])

    def _loss(self, answer: Answer) -> float:
        """Return the value of the objective, negated for maximization; infinity if the objective is undefined."""
        value = evaluate(self._term, answer) if isinstance(self._term, Expr) else self._term
        if value is None:
            return float("inf")
        return value if self._goal == "minimize" else -value


def _with(answer: Answer, variable: Expr, value: int) -> Answer:
    """Return the answer with another value of one variable; for a Boolean variable, the value is 0 or 1."""
    (name,) = variable.args
    if variable.op == "int":
        return Answer({**answer.ints, name: value}, answer.bools)
    return Answer(answer.ints, {**answer.bools, name: bool(value)})


def _hold(formulas: Sequence[Expr], answer: Answer) -> bool:
    return all(evaluate(formula, answer) for formula in formulas)


def _first_good(count: int, good: Callable[[int], bool]) -> int | None:
    """Return, by bisection, the first of the steps 0 to `count - 1` for which `good` is true, if `good` is true for all
    later ones.

    Otherwise the result is some step for which `good` is true, or None if the bisection meets none.
    """
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle + 1, high)
    return low if low < count else None
