"""Judging one answer after the other by the meaning of the model, without what is known to be right.

A constraint that the last answer satisfied, and none of whose variables has changed since, is satisfied.  A disjunction
is so as long as no variable of the one part has changed that was found to be true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from itertools import chain
from typing import NamedTuple

from ..model.expr import Expr, postorder, show
from ..model.meaning import VARIABLES, evaluate
from ..model.model import Answer, Constraint, Model, hidden
from ..solving.pipeline import WrongAnswer

SHOWN = 200  # characters of a constraint that a message shows


class Blocked(NamedTuple):
    """Excluded answers, by the values of variables.  names: of integers and of Booleans."""

    names: tuple[list[str], list[str]]
    keys: set[tuple[int, ...]]

    def key(self, answer: Answer) -> tuple[int, ...]:
        """The values of these variables."""
        (ints, bools), (int_of, bool_of) = self.names, answer
        return (*map(int_of.__getitem__, ints), *map(bool_of.__getitem__, bools))


class Judge:
    """Judges answers of a model that may grow.

    unjudged: the constraints, by number, that are not known to be right; those that are new are to be added.
    """

    def __init__(self, model: Model):
        self._model = model
        self._watching: dict[Expr, set[int]] = defaultdict(set)  # the constraints to judge where the variable changes
        self._variables: dict[Expr, list[Expr]] = {}
        self.unjudged: set[int] = set()
        self._blocked: list[Blocked] = []

    def block(self, answer: Answer) -> None:
        """No answer may be like this one, in the variables that are not hidden and are there now."""
        ints, bools = ([name for name in values if not hidden(name)] for values in answer)
        if not self._blocked or self._blocked[-1].names != (ints, bools):
            self._blocked.append(Blocked((ints, bools), set()))
        self._blocked[-1].keys.add(self._blocked[-1].key(answer))

    def check(self, answer: Answer, changed: Set[Expr], assumed: Iterable[Expr] = ()) -> None:
        """Raises WrongAnswer where the answer violates a constraint or one of the formulas that were assumed.

        changed: at least the variables that are different in the last answer for which this was done.
        """
        for variable in changed:
            name = variable.args[0]
            if variable.op == "int" and answer.ints[name] not in self._model.ints[name]:
                raise _wrong(f"{name} is not in its domain")
            self.unjudged.update(self._watching.get(variable, ()))
            self._watching.pop(variable, None)
        for number in self.unjudged:
            constraint = self._model.constraints[number]
            for variable in self._named(_true_part(constraint, answer, changed)):
                self._watching[variable].add(number)
        self.unjudged.clear()
        for formula in assumed:
            _true_part(Constraint(formula), answer, changed)
        if any(blocked.key(answer) in blocked.keys for blocked in self._blocked):
            raise _wrong("it was excluded")

    def _named(self, formula: Expr) -> list[Expr]:
        """The variables in it."""
        if formula not in self._variables:
            self._variables[formula] = [each for each in postorder(formula) if each.op in VARIABLES]
        return self._variables[formula]


def _true_part(constraint: Constraint, answer: Answer, changed: Set[Expr]) -> Expr:
    """Of a disjunction a part that is true, of any other formula itself.  Raises WrongAnswer if there is none.

    Those parts come first that are simple and about variables that have changed: of a clause that excludes an earlier
    answer one of these is true.
    """
    formula = constraint.formula
    parts = formula.args if formula.op == "or" else (formula,)
    likely = (part for part in parts if not changed.isdisjoint(part.args))
    for part in chain(likely, parts):
        if evaluate(part, answer):
            return part  # type: ignore[no-any-return]
    raise _wrong(f"{constraint.origin or show(formula, SHOWN)} is violated")


def _wrong(what: str) -> WrongAnswer:
    return WrongAnswer(f"the answer is wrong, please report this as a defect of csp2sat: {what}")
