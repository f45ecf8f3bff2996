"""Costs of the models of a formula: the objective, or the weights of soft constraints, as weighted literals."""

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
    """The value of each model of a formula: a constant plus the weights of the true literals; weights may be negative.

    `goal` says whether small or large values are better; `terms` are pairs of a weight and a literal.
    """

    goal: Literal["minimize", "maximize"] = "minimize"
    constant: int = 0
    terms: tuple[SoftClause, ...] = ()

    @property
    def sign(self) -> int:
        """1 for a value to minimize, -1 for a value to maximize."""
        return 1 if self.goal == "minimize" else -1

    def soft_clauses(self) -> Iterator[SoftClause]:
        """Yield pairs of a positive weight and a literal, the soft unit clauses: a model pays the weight if the literal
        is false.
        """
        for weight, literal in self.terms:
            loss = self.sign * weight
            yield abs(loss), -literal if loss > 0 else literal

    def shift(self) -> int:
        """Return the constant that turns the total weight of the violated soft clauses into the value, or into the
        negated value if the goal is to maximize.
        """
        return self.sign * self.constant + sum(min(self.sign * weight, 0) for weight, _ in self.terms)

    def coefficients(self) -> dict[int, int]:
        """Return a map from variables to coefficients: the sum over the true variables is the value, or the negated
        value if the goal is to maximize.

        The variable TRUE, which holds in every model, carries the constant; coefficients of 0 are omitted.
        """
        found = Counter({TRUE: self.sign * self.constant})
        for weight, literal in self.terms:
            loss = self.sign * weight
            found[abs(literal)] += loss if literal > 0 else -loss
            found[TRUE] += 0 if literal > 0 else loss
        return {variable: weight for variable, weight in found.items() if weight}


def costs_of(variables: VariableMap) -> Costs:
    """Return the costs that a map names: its objective, else its soft constraints; every model costs 0 if the map has
    neither.
    """
    if variables.objective is not None:
        return _of_objective(variables.objective)
    return Costs(terms=tuple((weight, -literal) for literal, weight in variables.soft if weight))


def _of_objective(objective: ObjectiveRecord) -> Costs:
    steps = tuple((weight, literal) for weight, literal in objective.code.steps() if weight)
    return Costs(objective.goal, _constant(objective.code, steps), steps)


def _constant(code: Reader, steps: tuple[SoftClause, ...]) -> int:
    """Return the part of an integer's value that its steps (weights of true literals) do not cover."""
    least = code.values.lo
    true = set(code.phases(least)) if steps else set()
    return least - sum(weight for weight, literal in steps if literal in true)


def soft_literals(model: Model, variables: VariableMap) -> list[SoftClause]:
    """Return a pair of weight and literal for each soft constraint of a CSP; weights may be negative.

    Raise ModelError if a soft constraint is neither a Boolean variable nor the negation of a Boolean variable.
    """
    return [(soft.weight, _literal(soft.constraint.formula, variables)) for soft in model.soft]


def _literal(formula: Expr, variables: VariableMap) -> int:
    sign, inner = (-1, formula.args[0]) if formula.op == "not" else (1, formula)
    if inner.op != "bool":
        raise ModelError("a soft constraint that is no literal cannot be written as a soft clause")
    return sign * variables.bools[inner.args[0]]
