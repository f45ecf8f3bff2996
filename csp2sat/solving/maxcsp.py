"""MAX-CSP and weighted CSP: constraints that may be violated, at the least cost.

Each soft constraint f gets a hidden Boolean `_C1`, `_C2`, ..., with the hard constraint (or _Ck f): if `_Ck` is false,
f holds.  So a model of the formula costs at least what its values cost; the best models cost as much.  The soft
constraints of the relaxed model require each `_Ck` to be false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from ..errors import UsageError
from ..model.expr import Expr, negation, node
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model, Objective, Soft
from .problem import CspProblem

Mode = Literal["max", "weighted"]
TEXT = 200  # characters of a violated constraint
RELAXED = "relaxed"  # in the content `about` of a model: the mode in which its soft constraints were relaxed
BOTH_GOALS = "an objective cannot be combined with constraints that have weights, or with --max"


class MaxCspProblem(CspProblem):
    """A problem whose objective is the least cost of violated constraints.

    model: the model from which `relaxed` makes the problem's model.  mode: `max` or `weighted`, as in `soft_of`.
    """

    def __init__(self, model: Model, mode: Mode, digest: str):
        self._soft = list(soft_of(model, mode))
        relaxed_model = relaxed(model, mode)
        super().__init__(replace(relaxed_model, objective=cost(relaxed_model), soft=[]), digest)
        self.relaxed: Model = relaxed_model
        self.stated = replace(model, constraints=[], soft=self._soft) if mode == "max" else model

    def violated(self, answer: Answer) -> list[Soft]:
        """Return the soft constraints that an answer violates at a cost, in their order."""
        return [soft for soft in self._soft if soft.weight and not evaluate(soft.constraint.formula, answer)]

    @property
    def preferred_answer(self) -> Answer | None:
        violated = dict.fromkeys(map(_name, self.relaxed.soft), 0)
        answer = self._answer_of({**violated, **self.preferred}) if self.preferred else None
        return None if answer is None else self.solution(answer)

    def solution(self, answer: Answer) -> Answer:
        """Return the answer with each hidden Boolean set to whether its soft constraint is really violated."""
        bools = dict(answer.bools)
        for soft, relaxed in zip(self._soft, self.relaxed.soft, strict=True):
            bools[_name(relaxed)] = not evaluate(soft.constraint.formula, answer)
        return Answer(answer.ints, bools)


def soft_of(model: Model, mode: Mode) -> Iterator[Soft]:
    """Yield the soft constraints of a model; with mode `max` also every other constraint, with weight 1."""
    yield from model.soft
    if mode == "max":
        yield from (Soft(1, constraint) for constraint in model.constraints)


def violated_fields(soft: Soft) -> dict[str, Any]:
    """Return a soft constraint as fields of JSON: where it is, its name, its text and its weight."""
    from ..languages.csp.writer import shown

    origin, text = soft.constraint.origin, shown(soft.constraint.formula, TEXT)
    named = {"name": origin.called} if origin and origin.called else {}
    where = {"origin": origin.place or str(origin)} if origin else {}
    return where | named | {"constraint": text, "weight": soft.weight}


def relaxed(model: Model, mode: Mode) -> Model:
    """Return a model in which each soft constraint is relaxed by a hidden Boolean that is softly required to be false.

    Raises UsageError if the model has an objective.
    """
    if model.objective:
        raise UsageError(BOTH_GOALS)
    prefix = "_C"
    while any(name.startswith(prefix) for name in model.bools):
        prefix += "_"
    hard = [] if mode == "max" else model.constraints
    result = Model(dict(model.ints), dict(model.bools), list(hard), about={**model.about, RELAXED: mode})
    result.preferred = model.preferred
    for number, soft in enumerate(soft_of(model, mode), start=1):
        violated = result.bool(f"{prefix}{number}")
        result.add(_relaxed(soft, violated), soft.constraint.origin)
        result.soft.append(Soft(soft.weight, Constraint(negation(violated), soft.constraint.origin)))
    return result


def _relaxed(soft: Soft, violated: Expr) -> Expr:
    """Return the formula that ties a soft constraint to its hidden Boolean: the constraint holds if `violated` is
    false.

    With a negative weight, where a violation is a gain, the constraint is also violated if `violated` is true.
    """
    if soft.weight >= 0:
        return node("or", violated, soft.constraint.formula)
    return node("xor", violated, soft.constraint.formula)


def cost(model: Model) -> Objective:
    """Return the objective of a relaxed model: to minimize the sum of the weights of violated soft constraints."""
    terms = [node("if", node("bool", _name(soft)), soft.weight, 0) for soft in model.soft if soft.weight]
    return Objective("minimize", node("add", *terms) if terms else 0)


def _name(soft: Soft) -> str:
    """Return the name of the hidden Boolean of a relaxed model whose negation is this soft constraint."""
    return str(soft.constraint.formula.args[0].args[0])
