"""What the models of a formula cost: the objective, or the weights of soft constraints, over the formula's literals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..cnf.sink import TRUE
from ..decoder import ObjectiveRecord, VariableMap
from ..errors import ModelError
from ..ints.spec import Reader
from ..model.expr import Expr
from ..model.model import Model

SoftClause = tuple[int, int]  # weight, literal


class Costs(NamedTuple):
    """A value for each model: a constant, and the weights of those literals that are true, which may be negative.

    goal: whether small or large values are wanted.
    """

    goal: Literal["minimize", "maximize"] = "minimize"
    constant: int = 0
    terms: tuple[SoftClause, ...] = ()

    @property
    def sign(self) -> int:
        """1 for a value to be minimized, -1 for one to be maximized."""
        return 1 if self.goal == "minimize" else -1

    def soft_clauses(self) -> Iterator[SoftClause]:
        """Yield positive weights, each with the literal whose falsity costs that much."""
        for weight, literal in self.terms:
            loss = self.sign * weight
            yield abs(loss), -literal if loss > 0 else literal

    def shift(self) -> int:
        """Return what is to be added to the weight of the violated soft clauses, for the value or its opposite."""
        return self.sign * self.constant + sum(min(self.sign * weight, 0) for weight, _ in self.terms)

    def coefficients(self) -> dict[int, int]:
        """Return the coefficients of variables whose sum is the value, or its opposite if that is to be maximized.

        The constant is the coefficient of the variable that is always true.
        """
        found = Counter({TRUE: self.sign * self.constant})
        for weight, literal in self.terms:
            loss = self.sign * weight
            found[abs(literal)] += loss if literal > 0 else -loss
            found[TRUE] += 0 if literal > 0 else loss
        return {variable: weight for variable, weight in found.items() if weight}


def costs_of(variables: VariableMap) -> Costs:
    """Return the costs that a map names; a map without any costs nothing."""
    if variables.objective is not None:
        return _of_objective(variables.objective)
    return Costs(terms=tuple((weight, -literal) for literal, weight in variables.soft if weight))


def _of_objective(objective: ObjectiveRecord) -> Costs:
    steps = tuple((weight, literal) for weight, literal in objective.code.steps() if weight)
    return Costs(objective.goal, _constant(objective.code, steps), steps)


def _constant(code: Reader, steps: tuple[SoftClause, ...]) -> int:
    """Return the value of an integer where none of the literals of its steps is true."""
    least = code.values.lo
    true = set(code.phases(least)) if steps else set()
    return least - sum(weight for weight, literal in steps if literal in true)


def soft_literals(model: Model, variables: VariableMap) -> list[SoftClause]:
    """Return the weights of the soft constraints of a model, which may be negative, and their literals.

    Raises ModelError for a soft constraint that is neither a Boolean variable nor the negation of one.
    """
    return [(soft.weight, _literal(soft.constraint.formula, variables)) for soft in model.soft]


def _literal(formula: Expr, variables: VariableMap) -> int:
    sign, inner = (-1, formula.args[0]) if formula.op == "not" else (1, formula)
    if inner.op != "bool":
        raise ModelError("a soft constraint that is no literal cannot be written as a soft clause")
    return sign * variables.bools[inner.args[0]]
