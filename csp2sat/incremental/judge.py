"""Judging one answer after the other by the meaning of the model, without what is known to be right.

A constraint that the last answer satisfied, and none of whose variables has changed since, is satisfied.  A disjunction
is so as long as no variable of the one part has changed that was found to be true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import chain
from typing import NamedTuple

from ..model.expr import Expr, postorder
from ..model.meaning import VARIABLES, evaluate, not_in_domain
from ..model.model import Answer, Constraint, Model, hidden
from ..solving.pipeline import WrongAnswer
from ..solving.problem import violated


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
        self._places: dict[int, int] = defaultdict(int)  # of a disjunction, where the part was that was true
        self._variables: dict[Expr, list[Expr]] = {}
        self.unjudged: set[int] = set()
        self._blocked: list[Blocked] = []

    def block(self, answer: Answer) -> None:
        """No answer may be like this one, in the variables that are not hidden and are there now."""
        ints, bools = ([name for name in values if not hidden(name)] for values in answer)
        if not self._blocked or self._blocked[-1].names != (ints, bools):
            self._blocked.append(Blocked((ints, bools), set()))
        self._blocked[-1].keys.add(self._blocked[-1].key(answer))

    def check(self, answer: Answer, changed: Collection[Expr], assumed: Iterable[Expr] = ()) -> None:
        """Raises WrongAnswer where the answer violates a constraint or one of the formulas that were assumed.

        changed: at least the variables that are different in the last answer for which this was done.
        """
        for variable in changed:
            name = variable.args[0]
            if variable.op == "int" and answer.ints[name] not in self._model.ints[name]:
                raise _wrong(not_in_domain(name, answer.ints[name]))
            self.unjudged.update(self._watching.get(variable, ()))
            self._watching.pop(variable, None)
        for number in self.unjudged:
            constraint = self._model.constraints[number]
            self._places[number], part = _true_part(constraint, answer, self._places[number])
            for variable in self._named(part):
                self._watching[variable].add(number)
        self.unjudged.clear()
        for formula in assumed:
            _true_part(Constraint(formula), answer)
        if any(blocked.key(answer) in blocked.keys for blocked in self._blocked):
            raise _wrong("it was excluded")

    def _named(self, formula: Expr) -> list[Expr]:
        """The variables in it."""
        if formula not in self._variables:
            self._variables[formula] = [each for each in postorder(formula) if each.op in VARIABLES]
        return self._variables[formula]


def _true_part(constraint: Constraint, answer: Answer, place: int = 0) -> tuple[int, Expr]:
    """Of a disjunction a part that is true, and its place; of any other formula itself.  Raises WrongAnswer if there is
    none.

    place: where to begin.  Going on from there, and not from the start, finds parts that stay true for long: what has
    changed once changes again.
    """
    formula = constraint.formula
    parts: tuple[Expr, ...] = formula.args if formula.op == "or" else (formula,)
    for at in chain(range(place, len(parts)), range(place)):
        if _holds(parts[at], answer):
            return at, parts[at]
    raise _wrong(violated(constraint))


def _holds(formula: Expr, answer: Answer) -> bool:
    """As `evaluate`; eight times as fast for that an integer has another value, which excludes earlier answers."""
    if formula.op == "ne":
        variable, value = formula.args
        if isinstance(value, int) and isinstance(variable, Expr) and variable.op == "int":
            return answer.ints[variable.args[0]] != value
    return bool(evaluate(formula, answer))


def _wrong(what: str) -> WrongAnswer:
    return WrongAnswer(f"the answer is wrong, please report this as a defect of csp2sat: {what}")
