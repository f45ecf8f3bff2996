"""Model rotation: more answers that violate one constraint alone, without a solver.

Where all constraints but one are satisfied, that one is in every unsatisfiable set among them.  The value of one of its
variables is changed; if then another constraint is the only one that is violated, that one is in all of them too.
A. Belov and J. Marques-Silva: Accelerating MUS extraction with recursive model rotation, FMCAD 2011; here values of
the model's variables instead of literals, judged by the meaning of the constraints.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..ints.ranges import values_of
from ..model.expr import Expr, postorder
from ..model.meaning import evaluate
from ..model.model import Answer, Model

MOST_VARIABLES, MOST_VALUES = 30, 10  # of a constraint, of a variable, that are tried
BUDGET = 200_000  # variables of the constraints that are judged for one model, in all


class Rotation:
    """For the groups of constraints of one model; `hard` are the numbers of those that are always in."""

    def __init__(self, model: Model, groups: Sequence[Sequence[int]], hard: Collection[int]):
        self._model, self._groups, self._hard = model, groups, set(hard)
        self._group_of = {number: at for at, group in enumerate(groups) for number in group}
        self._naming: dict[Expr, list[int]] = {}
        self._variables: list[list[Expr]] = []
        for number, constraint in enumerate(model.constraints):
            named = [each for each in postorder(constraint.formula) if each.op in ("int", "bool")]
            self._variables.append(named)
            for variable in named:
                self._naming.setdefault(variable, []).append(number)
        self._left = BUDGET

    def around(self, group: int, answer: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        """Other groups among the members, each with an answer that violates that one alone."""
        named = list(dict.fromkeys(v for number in self._groups[group] for v in self._variables[number]))
        found: dict[int, Answer] = {}
        for variable in named if len(named) <= MOST_VARIABLES else ():
            for moved in self._moved(variable, answer):
                broken = self._broken(variable, moved, members, group)
                if broken is not None and broken != group:
                    found.setdefault(broken, moved)
        return list(found.items())

    def _moved(self, variable: Expr, answer: Answer) -> Iterator[Answer]:
        (name,) = variable.args
        if variable.op == "bool":
            yield Answer(answer.ints, {**answer.bools, name: not answer.bools[name]})
            return
        values = values_of(self._model.ints[name])[:MOST_VALUES]
        yield from (Answer({**answer.ints, name: value}, answer.bools) for value in values)

    def _broken(self, variable: Expr, answer: Answer, members: Collection[int], group: int) -> int | None:
        """The only group that is violated after the variable was changed where `group` alone was; else None."""
        broken: set[int] = set()
        numbers = dict.fromkeys((*self._groups[group], *self._naming[variable]))
        for number in numbers:
            at = self._group_of.get(number, -1)
            if at not in members and number not in self._hard:
                continue
            self._left -= 1 + len(self._variables[number])
            if self._left < 0:
                return None
            if not evaluate(self._model.constraints[number].formula, answer):
                broken.add(at)
        return broken.pop() if len(broken) == 1 and -1 not in broken else None
