"""The goals of a model in Python: an objective or several in order, soft constraints, preferred values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, overload

from ..errors import ModelError
from ..model import model as csp
from ..model.expr import Expr, all_of
from .declarations import preferred_pairs
from .engine_model import EngineModel
from .handles import Formula, Term, TermLike
from .nesting import is_nested, required
from .owner import integer, node_of_formula, node_of_term, shown

Int: TypeAlias = int  # inside models the names `int` and `bool` are methods
Bool: TypeAlias = bool
Constraints = Formula | Bool | Iterable["Constraints"]
"""A constraint, True, False, or any nest of lists, tuples, arrays and generators of them."""
Goal = Literal["minimize", "maximize"]


class HasValues(Protocol):
    """A result or a solution, which has the values of variables by their names."""

    def as_dict(self) -> dict[str, Int | Bool]:
        """Return the values of variables by their names."""


class ModelObjective(NamedTuple):
    """A term that must be as small, or as large, as the constraints allow."""

    goal: Goal
    term: Term | Int


class ModelGoals(EngineModel):
    """The part of a model that says which of its solutions are best, and which values are tried first."""

    def soft(self, constraint: Constraints, weight: Int = 1, *, name: str = "") -> None:
        """Add a constraint, or a list that is one constraint, whose violation costs the weight.

        The sum of these costs is minimized; beside an objective, the first one of several, the costs are added to a
        term that is minimized, and taken from a term that is maximized.  A weight less than 0 is a gain.  name: the
        name of the constraint among the `violated.names` of results.
        """
        formula = all_of(required([constraint], self)) if is_nested(constraint) else self._formula(constraint)
        self._csp.soft.append(csp.Soft(integer(weight, "weight"), csp.Constraint(formula, self.origin(name))))

    def minimize(self, *terms: TermLike) -> None:
        """Search for solutions with the least term; of several terms, the second decides among the best of the first.

        A further call replaces the goals of all calls before.
        """
        self._aim("minimize", terms)

    def maximize(self, *terms: TermLike) -> None:
        """Search for solutions with the greatest term, as `minimize` for the least."""
        self._aim("maximize", terms)

    def then_minimize(self, term: TermLike) -> None:
        """Add an objective behind the earlier ones: search for the least term among the best solutions for these.

        With soft constraints and no objective before, the first objective is the sum of the costs.  Raises ModelError
        for a model with neither.
        """
        self._aim_next("minimize", term)

    def then_maximize(self, term: TermLike) -> None:
        """Add an objective behind the earlier ones: search for the greatest term among the best solutions for these.

        With soft constraints and no objective before, the first objective is the sum of the costs.  Raises ModelError
        for a model with neither.
        """
        self._aim_next("maximize", term)

    def satisfy(self) -> None:
        """Ask for any solution: the model has no objective any more."""
        self._csp.objective = None
        self._then.clear()

    @overload
    def prefer(self, variable: Term | Formula, value: Int | Bool) -> None: ...
    @overload
    def prefer(self, variable: Mapping[Any, Int | Bool]) -> None: ...
    @overload
    def prefer(self, variable: Iterable[object], value: Iterable[object]) -> None: ...
    @overload
    def prefer(self, variable: HasValues) -> None: ...
    def prefer(self, variable: Any, value: Any = None) -> None:
        """Prefer solutions in which variables have these values: a variable and its value, a dict, or two lists; also a
        result or a solution, whose values are all preferred.

        In a dict, the name of a variable may stand for the variable.
        Without an objective the first solution has all preferred values if they are possible together; if not, solvers
        that take hints try the values first.  With an objective they are a warm start: a whole solution that is
        preferred is the first one that `solve` reports, otherwise a solution near the values may be; the search for
        better ones is the same as without them.  Preferred values change neither the set of solutions nor the best one.
        """
        self._preferred |= dict([self.named_value(*pair) for pair in preferred_pairs(variable, value)])

    @property
    def soft_constraints(self) -> tuple[Formula, ...]:
        """The soft constraints."""
        return tuple(self.handle(Formula, each.constraint.formula) for each in self._csp.soft)

    @property
    def preferred(self) -> dict[str, Int]:
        """The values that `prefer` was given, by the names of the variables; without the variables that were removed
        since.
        """
        return self._preferred

    @property
    def objective(self) -> ModelObjective | None:
        """The goal of the optimization, or None if nothing is to be optimized."""
        return next(iter(self.objectives), None)

    @property
    def objectives(self) -> tuple[ModelObjective, ...]:
        """The goals of the optimization, in order: each decides among the best solutions for the goals before."""
        first = self._costs_first() or self._csp.objective
        given = [each for each in (first, *self._then) if each is not None]
        terms = (each.term if isinstance(each.term, Int) else self.handle(Term, each.term) for each in given)
        return tuple(ModelObjective(each.goal, term) for each, term in zip(given, terms, strict=True))

    def _aim(self, goal: Goal, terms: Sequence[TermLike]) -> None:
        listed = next((term for term in terms if is_nested(term)), None)
        if listed is not None:
            ways = f"m.{goal}(sum(items)) for their sum, m.{goal}(*items) for the first one before the second"
            raise ModelError(f"{shown(listed)} is no term; write {ways}")
        given = [csp.Objective(goal, node_of_term(self.own(term))) for term in terms]
        if not given:
            raise ModelError(f"{goal} takes a term, or several in order; m.satisfy() asks for any solution")
        self._csp.objective, *self._then = given

    def _aim_next(self, goal: Goal, term: TermLike) -> None:
        if self._csp.objective is None and not self._csp.soft:
            raise ModelError(
                f"m.then_{goal} sets a further objective, and the model has no first one; "
                f"expected m.{goal}(term), or m.soft before"
            )
        self._then.append(csp.Objective(goal, node_of_term(self.own(term))))

    def _formula(self, constraint: object) -> Expr:
        return node_of_formula(self.own(constraint))
