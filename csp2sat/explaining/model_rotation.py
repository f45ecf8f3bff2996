"""Model rotation: more answers that violate one constraint alone, without a solver.

A constraint is in every unsatisfiable set if an answer violates it alone.  The value of one of its variables is
changed; if then another constraint is the only violated one, that constraint is in every unsatisfiable set, too. A.
Belov and J. Marques-Silva: Accelerating MUS extraction with recursive model rotation, FMCAD 2011; here values of the
model's variables instead of literals, judged by the meaning of the constraints.
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
    """A search by model rotation in the groups of constraints of one model.

    groups: the numbers of the constraints in each group.  hard: the numbers of the constraints that are always
    required.
    """

    def __init__(self, model: Model, groups: Sequence[Sequence[int]], hard: Collection[int]):
        self._model, self._groups, self._hard = model, groups, set(hard)
        self._group_of = {number: at for at, group in enumerate(groups) for number in group}
        self._naming: dict[Expr, list[int]] = {}
        self._variables: list[list[Expr]] = []
        for number, constraint in enumerate(model.constraints):
            named = _named(constraint.formula)
            self._variables.append(named)
            for variable in named:
                self._naming.setdefault(variable, []).append(number)
        self._left = BUDGET

    def around(self, group: int, answer: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        """Return other groups among the members, each with an answer that violates only this group of the members, and
        no hard constraint.

        group: the group that `answer` violates alone.  The answers differ from `answer` in one variable of the group;
        the result is [] if the group has more than MOST_VARIABLES variables.
        """
        named = list(dict.fromkeys(v for number in self._groups[group] for v in self._variables[number]))
        found: dict[int, Answer] = {}
        for variable in named if len(named) <= MOST_VARIABLES else ():
            for moved in self._moved(variable, answer):
                broken = self._broken(variable, moved, members, group)
                if broken is not None and broken != group:
                    found.setdefault(broken, moved)
        return list(found.items())

    def _moved(self, variable: Expr, answer: Answer) -> Iterator[Answer]:
        """Yield the answer with other values of the variable: both Boolean values swapped, or the first MOST_VALUES
        values of an integer's domain, the present one included.
        """
        (name,) = variable.args
        if variable.op == "bool":
            yield Answer(answer.ints, {**answer.bools, name: not answer.bools[name]})
            return
        values = values_of(self._model.ints[name])[:MOST_VALUES]
        yield from (Answer({**answer.ints, name: value}, answer.bools) for value in values)

    def _broken(self, variable: Expr, answer: Answer, members: Collection[int], group: int) -> int | None:
        """Return the only group that the answer violates; None if the answer violates none, several, or a hard
        constraint.

        variable: the variable that was changed in an answer that violated only `group`; only constraints in `group` or
        with the variable are evaluated.  None is also returned if the budget of evaluations is spent.
        """
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


def _named(formula: Expr) -> list[Expr]:
    """Return the variables of a formula, which are read off directly if the formula is a clause."""
    literals = formula.args if formula.op == "or" else (formula,)
    variables = [each.args[0] if each.op == "not" else each for each in literals]
    if all(each.op == "bool" for each in variables):
        return variables
    return [each for each in postorder(formula) if each.op in ("int", "bool")]
