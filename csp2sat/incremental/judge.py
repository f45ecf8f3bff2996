"""Judging one answer after the other by the meaning of the model, without what is known to be right.

A constraint that the last answer satisfied, and none of whose variables has changed since, is satisfied.  Of a
disjunction that part comes first which was true the last time, so one that excludes an earlier solution costs little.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..model.expr import Expr, show
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model
from ..solving.pipeline import WrongAnswer

SHOWN = 200  # characters of a constraint that a message shows


class Judge:
    """Judges answers of a model that may grow; `learn` says what is new in it."""

    def __init__(self, model: Model):
        self._model = model
        self._naming: dict[Expr, list[int]] = {}
        self._new: set[int] = set()
        self._witness: dict[Expr, int] = {}

    def learn(self, number: int, variables: Iterable[Expr]) -> None:
        """There is a constraint of that number, about these variables."""
        self._new.add(number)
        for variable in variables:
            self._naming.setdefault(variable, []).append(number)

    def check(self, answer: Answer, changed: Iterable[Expr], others: Iterable[Expr] = ()) -> None:
        """Raises WrongAnswer where the answer violates a constraint or one of the `others`.

        changed: at least the variables that are different in the last answer for which this was done.
        """
        numbers = self._new.copy()
        for variable in changed:
            if variable.op == "int" and answer.ints[variable.args[0]] not in self._model.ints[variable.args[0]]:
                raise _wrong(f"{variable.args[0]} is not in its domain")
            numbers.update(self._naming.get(variable, ()))
        constraints = self._model.constraints
        for constraint in (*map(constraints.__getitem__, sorted(numbers)), *map(Constraint, others)):
            if not self._holds(constraint.formula, answer):
                raise _wrong(f"{constraint.origin or show(constraint.formula, SHOWN)} is violated")
        self._new.clear()

    def _holds(self, formula: Expr, answer: Answer) -> bool:
        if formula.op != "or" or not formula.args:
            return bool(evaluate(formula, answer))
        if evaluate(formula.args[self._witness.get(formula, 0)], answer):
            return True
        true = next((at for at, part in enumerate(formula.args) if evaluate(part, answer)), None)
        if true is not None:
            self._witness[formula] = true
        return true is not None


def _wrong(what: str) -> WrongAnswer:
    return WrongAnswer(f"the answer is wrong, please report this as a defect of csp2sat: {what}")
