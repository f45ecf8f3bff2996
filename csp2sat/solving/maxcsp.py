"""MAX-CSP and weighted CSP: constraints that may be violated, at the least cost.

Each soft constraint f gets a hidden Boolean `_C1`, `_C2`, ..., with the hard constraint (or _Ck f): where it is false,
f holds.  What remains soft is that each of them is false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from ..errors import UsageError
from ..model.expr import Expr, negation, node
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model, Objective, Soft
from .problem import CspProblem

Mode = Literal["max", "weighted"]


class MaxCspProblem(CspProblem):
    """model: what `relaxed` makes of a model, with the cost as its objective."""

    def __init__(self, model: Model, mode: Mode, digest: str):
        self._soft = list(soft_of(model, mode))
        relaxed_model = relaxed(model, mode)
        super().__init__(replace(relaxed_model, objective=cost(relaxed_model)), digest)
        self.relaxed: Model = relaxed_model

    def solution(self, answer: Answer) -> Answer:
        """The answer, where a soft constraint that happens to hold is not called violated."""
        bools = dict(answer.bools)
        for soft, relaxed in zip(self._soft, self.relaxed.soft, strict=True):
            bools[_name(relaxed)] = not evaluate(soft.constraint.formula, answer)
        return Answer(answer.ints, bools)


def soft_of(model: Model, mode: Mode) -> Iterator[Soft]:
    """The soft constraints: `weighted`: those that the model says; `max`: those, and every other one with weight 1."""
    yield from model.soft
    if mode == "max":
        yield from (Soft(1, constraint) for constraint in model.constraints)


def relaxed(model: Model, mode: Mode) -> Model:
    """A model whose soft constraints are hidden Booleans, each to be false.  Raises UsageError where there is an
    objective, too."""
    if model.objective:
        raise UsageError("an objective cannot be combined with --max or --weighted")
    prefix = "_C"
    while any(name.startswith(prefix) for name in model.bools):
        prefix += "_"
    hard = [] if mode == "max" else model.constraints
    result = Model(dict(model.ints), dict(model.bools), list(hard), about=model.about)
    for number, soft in enumerate(soft_of(model, mode), start=1):
        violated = result.bool(f"{prefix}{number}")
        result.add(_relaxed(soft, violated), soft.constraint.origin)
        result.soft.append(Soft(soft.weight, Constraint(negation(violated), soft.constraint.origin)))
    return result


def _relaxed(soft: Soft, violated: Expr) -> Expr:
    """Where `violated` is false, the formula holds; and the other way round, where violating it is a gain."""
    if soft.weight >= 0:
        return node("or", violated, soft.constraint.formula)
    return node("xor", violated, soft.constraint.formula)


def cost(model: Model) -> Objective:
    """The cost of the violated constraints of a relaxed model is to be small."""
    terms = [node("if", node("bool", _name(soft)), soft.weight, 0) for soft in model.soft if soft.weight]
    return Objective("minimize", node("add", *terms) if terms else 0)


def _name(soft: Soft) -> str:
    """The name of the hidden Boolean that a soft constraint of a relaxed model is the negation of."""
    return str(soft.constraint.formula.args[0].args[0])
