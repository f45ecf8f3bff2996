"""Local improvement: making a solution better without a solver.

A solver leaves variables that nothing forces where they happened to be: with `m <= length` alone the length ends at the
bound of the question.  So the variables of the objective are moved, one after the other, towards the better end of
their domain, as far as the constraints that name them allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ..ints.ranges import Steps, values_of
from ..model.expr import Expr, postorder
from ..model.meaning import VARIABLES, changed_values, evaluate, inner_values
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
        self._above: dict[Expr, list[Expr]] = {}  # for each variable the nodes of the objective that have it in them
        if isinstance(self._term, Expr):
            nodes = list(postorder(self._term))
            variables = [each for each in nodes if each.op in VARIABLES]
            if len(nodes) * len(variables) <= MOST:
                self._naming = {variable: [] for variable in variables}
                self._above = _above(nodes, variables)
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
        values = inner_values(self._term, answer) if self._naming else {}
        for variable in self._naming:
            moved = self._moved(variable, answer, values)
            if moved is not answer:
                values |= changed_values(self._above[variable], values, moved)
                answer = moved
        return answer

    def _moved(self, variable: Expr, answer: Answer, values: Mapping[Expr, Any]) -> Answer:
        """Return the answer with one variable of the objective at the best value, found by bisection, that the
        constraints naming the variable allow; the answer unchanged if no such value makes the objective better.

        values: those of the nodes of the objective in the answer.
        """
        loss = partial(self._loss_after, variable, values)
        here = loss(answer)
        steps, step = self._steps(variable, answer, loss)
        if loss(_with(answer, variable, steps.value(0))) >= here:
            return answer
        formulas = self._naming[variable]
        best = _first_good(step, lambda step: _hold(formulas, _with(answer, variable, steps.value(step))))
        moved = answer if best is None else _with(answer, variable, steps.value(best))
        return moved if loss(moved) < here else answer

    def _steps(self, variable: Expr, answer: Answer, loss: Callable[[Answer], float]) -> tuple[Steps, int]:
        """Return the values of a variable from the better end of its domain to the other one, and the step of the
        answer's value.  loss: that of an answer which differs in this variable alone.
        """
        (name,) = variable.args
        is_int = variable.op == "int"
        values = values_of(self._model.ints[name]) if is_int else range(2)
        lowest, highest = (loss(_with(answer, variable, values[end])) for end in (0, -1))
        steps = Steps(values, lowest <= highest)
        return steps, steps.of(answer.ints[name] if is_int else answer.bools[name])

    def _loss_after(self, variable: Expr, values: Mapping[Expr, Any], answer: Answer) -> float:
        """Return the loss of an answer; values: those of the nodes for an answer that differs in the variable alone."""
        new = changed_values(self._above[variable], values, answer)
        return self._as_loss(new[self._term] if self._term in new else evaluate(self._term, answer))

    def _loss(self, answer: Answer) -> float:
        """Return the value of the objective, negated for maximization; infinity if the objective is undefined."""
        return self._as_loss(evaluate(self._term, answer))

    def _as_loss(self, value: int | None) -> float:
        """Return the loss for a value of the objective, as `_loss` does."""
        if value is None:
            return float("inf")
        return value if self._goal == "minimize" else -value


def _above(nodes: Sequence[Expr], variables: Sequence[Expr]) -> dict[Expr, list[Expr]]:
    """Return for each variable the nodes that have it in them, each after the nodes in it.  nodes: in such an order."""
    inner: dict[Expr, set[Expr]] = {}
    above: dict[Expr, list[Expr]] = {variable: [] for variable in variables}
    for each in nodes:
        if each.op in VARIABLES:
            inner[each] = {each}
            continue
        inner[each] = set().union(*(inner[a] for a in each.args if isinstance(a, Expr)))
        for variable in inner[each]:
            above[variable].append(each)
    return above


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
