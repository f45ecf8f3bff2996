"""Costs of XCSP: constraints that may be violated (MAX-CSP), relations and functions that say a cost (WCSP).

Costs are not negative.  The sum of all, and of an initial cost, is to be as small as possible, and below the maximal
cost.  As long as only relations say costs they are soft constraints of the model; with a function it has an objective.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.expr import FALSE, Expr, node
from ...model.model import Constraint, Model, Objective, Origin, Soft
from ...model.relation import Relation
from .values import Cost


class Costs:
    """What has been said of costs."""

    def __init__(self, model: Model):
        self._model = model
        self._initial, self._maximal = 0, None
        self._origin: Origin | None = None
        self._soft: list[Soft] = []
        self._terms: list[Expr | int] = []

    _maximal: Cost

    def limit(self, initial: int, maximal: Cost, origin: Origin) -> None:
        """The sum begins with one cost and stays below another (None: infinity)."""
        self._initial, self._maximal, self._origin = initial, maximal, origin

    def charge(self, cost: Cost, formula: Expr, origin: Origin) -> None:
        """It costs that much to violate the formula; one that nobody can pay must hold."""
        if cost is None or (self._maximal is not None and self._initial + cost >= self._maximal):
            self._model.add(formula, origin)
        else:
            self._soft.append(Soft(cost, Constraint(formula, origin)))

    def charge_tuples(self, prices: Sequence[tuple[Cost, Relation]], terms: Sequence[Expr], origin: Origin) -> None:
        """As many costs, each for not being in its relation."""
        for cost, relation in prices:
            self.charge(cost, relation(*terms), origin)

    def add(self, term: Expr | int) -> None:
        """The value of a term is a cost."""
        self._terms.append(term)

    def finish(self) -> None:
        """Put the costs into the model."""
        total = [self._initial, *self._terms, *(node("if", c.formula, 0, weight) for weight, c in self._soft)]
        most = self._initial + sum(weight for weight, _ in self._soft)
        if self._maximal is not None and (self._terms or most >= self._maximal):
            self._model.add(node("lt", node("add", *total), self._maximal), self._origin)
        if self._terms:
            self._model.objective = Objective("minimize", node("add", *total))
            return
        if self._initial:
            self._model.soft.append(Soft(self._initial, Constraint(FALSE, self._origin)))
        self._model.soft += self._soft
