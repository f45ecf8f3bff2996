"""The values that variables may still take under assumptions, from as few questions as the answers on the way allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.expr import Expr, negation, node
from ..model.model import Answer
from .growing_model import GrowingModel


class PossibleValues:
    """The values that variables have in the answers so far, and the questions that find the other possible values.

    first: an answer under the assumed formulas.  deadline: by time.monotonic(), None for no limit.
    """

    def __init__(
        self,
        growing: GrowingModel,
        variables: Sequence[Expr],
        assumed: Sequence[Expr],
        first: Answer,
        deadline: float | None,
    ):
        self._growing, self._assumed, self._deadline = growing, assumed, deadline
        self.seen = {variable: {_value(first, variable)} for variable in variables}

    def complete(self) -> None:
        """Find all possible values: each value that no answer has had yet is assumed once.  Raise LimitReached."""
        for variable in self.seen:
            for value in self._domain(variable):
                if value not in self.seen[variable]:
                    self._ask(has(variable, value))

    def second(self) -> None:
        """Find a second value of each variable that has one: the only value so far is excluded once.  Raise
        LimitReached.
        """
        for variable, values in self.seen.items():
            if len(values) == 1:
                self._ask(negation(has(variable, *values)))

    def by_name(self) -> Iterator[tuple[str, tuple[Expr, set[int]]]]:
        """Yield the name of each variable, the variable, and its values in the answers so far; of an integer and a
        Boolean with the same name only the integer.
        """
        integers = {str(each.args[0]) for each in self.seen if each.op == "int"}
        for each, values in self.seen.items():
            if each.op == "int" or each.args[0] not in integers:
                yield str(each.args[0]), (each, values)

    def _ask(self, formula: Expr) -> None:
        """Ask for an answer with the formula, whose values are then seen."""
        assumed = [*self._assumed, formula]
        if self._growing.ask(assumed, deadline=self._deadline).known().status == "sat":
            answer = self._growing.answer(assumed)
            for variable, values in self.seen.items():
                values.add(_value(answer, variable))

    def _domain(self, variable: Expr) -> Iterator[int]:
        return iter((0, 1) if variable.op == "bool" else self._growing.model.ints[str(variable.args[0])])


def _value(answer: Answer, variable: Expr) -> int:
    name = str(variable.args[0])
    return answer.ints[name] if variable.op == "int" else int(answer.bools[name])


def has(term: Expr, value: int | None) -> Expr:
    """Return the formula that a term or a Boolean variable has the value; None: that the term is undefined."""
    if term.op == "bool":
        return term if value else negation(term)
    return negation(node("eq", term, term)) if value is None else node("eq", term, value)
