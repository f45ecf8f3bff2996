"""A judge of one answer after another by the meaning of the model, without judging again what must still be right.

A constraint that the last answer satisfied, and none of whose variables has changed since, is still satisfied.  A
disjunction is still satisfied as long as no variable has changed of the part that was found to be true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import chain
from typing import NamedTuple

from ..model.expr import Expr, postorder
from ..model.meaning import VARIABLES, evaluate, not_in_domain
from ..model.model import Answer, Constraint, Model, hidden
from ..solving.pipeline import WrongAnswer, wrong_answer
from ..solving.problem import violated_by


class Blocked(NamedTuple):
    """A set of excluded answers over the same variables.

    names: the names of integer and of Boolean variables.  keys: the excluded values of these variables.
    """

    names: tuple[list[str], list[str]]
    keys: set[tuple[int, ...]]

    def key(self, answer: Answer) -> tuple[int, ...]:
        """Return the values of these variables in an answer."""
        (ints, bools), (int_of, bool_of) = self.names, answer
        return (*map(int_of.__getitem__, ints), *map(bool_of.__getitem__, bools))


class Judge:
    """A judge of the answers of a model that may grow.

    unjudged: the numbers of constraints that are not known to be satisfied; the caller adds the numbers of new
    constraints.
    """

    def __init__(self, model: Model):
        self._model = model
        self._watching: dict[Expr, set[int]] = defaultdict(set)  # the constraints to judge where the variable changes
        self._places: dict[int, int] = defaultdict(int)  # of a disjunction, where the part was that was true
        self._variables: dict[Expr, list[Expr]] = {}
        self.unjudged: set[int] = set()
        self._blocked: list[Blocked] = []

    def block(self, answer: Answer) -> None:
        """Exclude all answers that are equal to this one in the variables that exist now and are not hidden."""
        ints, bools = ([name for name in values if not hidden(name)] for values in answer)
        if not self._blocked or self._blocked[-1].names != (ints, bools):
            self._blocked.append(Blocked((ints, bools), set()))
        self._blocked[-1].keys.add(self._blocked[-1].key(answer))

    def check(self, answer: Answer, changed: Collection[Expr], assumed: Iterable[Expr] = ()) -> None:
        """Raise WrongAnswer if the answer violates a domain, a constraint or an assumed formula, or was excluded.

        changed: at least the variables whose values differ from the last answer that was checked.  assumed: the
        formulas that were assumed.
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
            raise _wrong("this answer was excluded")

    def _named(self, formula: Expr) -> list[Expr]:
        """Return the variables in a formula."""
        if formula not in self._variables:
            self._variables[formula] = [each for each in postorder(formula) if each.op in VARIABLES]
        return self._variables[formula]


def _true_part(constraint: Constraint, answer: Answer, place: int = 0) -> tuple[int, Expr]:
    """Return the place of a true part of the constraint's disjunction, and the part; a formula that is no disjunction
    is its own part 0.

    place: the place of the part to try first, which was true before; going on from there, and not from the start, finds
    parts that stay true for long, as a variable that has changed once changes again.  Raises WrongAnswer if no part is
    true.
    """
    formula = constraint.formula
    parts: tuple[Expr, ...] = formula.args if formula.op == "or" else (formula,)
    for at in chain(range(place, len(parts)), range(place)):
        if _holds(parts[at], answer):
            return at, parts[at]
    raise _wrong(violated_by(answer, constraint))


def _holds(formula: Expr, answer: Answer) -> bool:
    """Whether a formula is true in an answer, as by `evaluate`.

    Disequalities of a variable and an integer, which exclude earlier answers, are evaluated eight times as fast.
    """
    if formula.op == "ne":
        variable, value = formula.args
        if isinstance(value, int) and isinstance(variable, Expr) and variable.op == "int":
            return answer.ints[variable.args[0]] != value
    return bool(evaluate(formula, answer))


def _wrong(what: str) -> WrongAnswer:
    return wrong_answer(f"the answer is wrong ({what})")
