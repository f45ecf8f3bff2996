"""The order in which a count by evaluation gives values to variables: few variables that the rest depends on at a time,
constraints completed early, and variables of the projection first, as far as the others depend on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log2

from ..base.time_limit import check_time
from ..model.equations import MadeEqual, solved, variables_of
from ..model.expr import Expr, bool_var, int_var
from ..model.model import Model
from ..tuples import NamedTuple
from .projection import Projection


class Placed(NamedTuple):
    """A variable in the order.

    once: whether one value that can go on is enough, as the variable is not in the projection.  equal: an expression of
    variables before, which the variable must equal; None if no constraint says so.
    """

    variable: Expr
    once: bool
    equal: Expr | int | None


def in_order(model: Model, formulas: Sequence[Expr], projection: Projection) -> list[Placed]:
    """Return all variables of a model in the order in which values are tried.

    formulas: the required ones.  A variable outside the projection comes after all in the projection, or after all with
    which it shares a formula, so that the solutions differ by no value of a variable after it; or at any place where
    variables before leave it one value.
    """
    ordering = _Ordering(model, formulas, projection)
    return [ordering.next() for _ in range(len(model.ints) + len(model.bools))]


class _Ordering:
    """The order as it is made, variable by variable."""

    def __init__(self, model: Model, formulas: Sequence[Expr], projection: Projection):
        self._sizes = {int_var(name): domain.size() for name, domain in model.ints.items()}
        self._sizes |= {bool_var(name): 2 for name in model.bools}
        self._waiting = dict.fromkeys(self._sizes)
        self._wanted = {each for each in self._sizes if each.args[0] in projection}
        self._scopes = [variables_of(formula) for formula in formulas]
        self._missing = [*map(len, self._scopes)]  # variables of each formula that are not placed
        self._of: dict[Expr, list[int]] = {each: [] for each in self._sizes}
        self._equal: dict[Expr, list[tuple[int, MadeEqual]]] = {each: [] for each in self._sizes}
        for at, (formula, scope) in enumerate(zip(formulas, self._scopes, strict=True)):
            for variable in scope:
                self._of[variable].append(at)
            for variable, equal in solved(formula):
                self._equal[variable].append((at, equal))
        self._open = {each: len(formulas) for each, formulas in self._of.items()}  # formulas that are not complete

    def next(self) -> Placed:
        """Place the variable that is best at this place.  Raises LimitReached if the time limit has passed."""
        check_time()
        left = not self._wanted.isdisjoint(self._waiting)
        variable = min(filter(self._may_come, self._waiting) if left else self._waiting, key=self._badness)
        del self._waiting[variable]
        equal = self._known_equal(variable)
        placed = Placed(variable, variable not in self._wanted, None if equal is None else equal())
        for at in self._of[variable]:
            self._missing[at] -= 1
            if not self._missing[at]:
                for each in self._scopes[at]:
                    self._open[each] -= 1
        return placed

    def _may_come(self, variable: Expr) -> bool:
        """Whether a variable is in the projection, all with which it shares a formula are placed, or one value is left
        for it.
        """
        is_last = variable in self._wanted or all(self._missing[at] == 1 for at in self._of[variable])
        return is_last or self._known_equal(variable) is not None

    def _known_equal(self, variable: Expr) -> MadeEqual | None:
        """Return the function that makes an expression of placed variables that a variable must equal, None if there is
        no such expression.
        """
        return next((equal for at, equal in self._equal[variable] if self._missing[at] == 1), None)

    def _badness(self, variable: Expr) -> tuple[float, ...]:
        """Return a key for sorting, which is the least for the best next variable.

        The parts of the key: whether more than one value is left for the variable; how much the number of states grows
        on which later formulas depend, as a logarithm; less the number of formulas that the variable completes; less
        the number of its formulas that have other variables with a value.
        """
        completed = [at for at in self._of[variable] if self._missing[at] == 1]
        closed = Counter(each for at in completed for each in self._scopes[at])
        closed.pop(variable, None)
        gone = sum(log2(self._sizes[each]) for each, number in closed.items() if self._open[each] == number)
        begun = sum(self._missing[at] < len(self._scopes[at]) for at in self._of[variable])
        has_choice = self._known_equal(variable) is None
        return has_choice, log2(self._sizes[variable]) - gone, -len(completed), -begun
