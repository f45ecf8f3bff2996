"""The order in which a count by evaluation gives values to variables: few variables that the rest depends on at a time,
constraints completed early, and variables of the projection first, as far as the others depend on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log2

from ..base.time_limit import check_time
from ..model.expr import Expr, bool_var, int_var, postorder
from ..model.meaning import VARIABLES
from ..model.model import Model
from ..tuples import NamedTuple
from .projection import Projection

EQUATIONS = ("eq", "iff")


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
    which it shares a formula: in both cases the solutions differ by no value of a variable after it.
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
        self._scopes = [_variables(formula) for formula in formulas]
        self._missing = [*map(len, self._scopes)]  # variables of each formula that are not placed
        self._of: dict[Expr, list[int]] = {each: [] for each in self._sizes}
        self._equal: dict[Expr, list[tuple[Expr | int, frozenset[Expr]]]] = {each: [] for each in self._sizes}
        for at, (formula, scope) in enumerate(zip(formulas, self._scopes, strict=True)):
            for variable in scope:
                self._of[variable].append(at)
            if formula.op in EQUATIONS:
                self._note_equation(*formula.args)
                self._note_equation(*reversed(formula.args))
        self._open = {each: len(formulas) for each, formulas in self._of.items()}  # formulas that are not complete

    def _note_equation(self, variable: Expr | int, other: Expr | int) -> None:
        """Note that a variable, if it is one, equals an expression without it."""
        if isinstance(variable, Expr) and variable.op in VARIABLES:
            scope = _variables(other)
            if variable not in scope:
                self._equal[variable].append((other, scope))

    def next(self) -> Placed:
        """Place the variable that is best at this place.  Raises LimitReached if the time limit has passed."""
        check_time()
        left = not self._wanted.isdisjoint(self._waiting)
        variable = min(filter(self._may_come, self._waiting) if left else self._waiting, key=self._badness)
        del self._waiting[variable]
        placed = Placed(variable, variable not in self._wanted, self._known_equal(variable))
        for at in self._of[variable]:
            self._missing[at] -= 1
            if not self._missing[at]:
                for each in self._scopes[at]:
                    self._open[each] -= 1
        return placed

    def _may_come(self, variable: Expr) -> bool:
        """Whether a variable is in the projection, or all with which it shares a formula are placed."""
        return variable in self._wanted or all(self._missing[at] == 1 for at in self._of[variable])

    def _known_equal(self, variable: Expr) -> Expr | int | None:
        """Return an expression of placed variables that a variable must equal, None if there is none."""
        equal = self._equal[variable]
        return next((other for other, scope in equal if scope.isdisjoint(self._waiting)), None)

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


def _variables(expr: Expr | int) -> frozenset[Expr]:
    """Return the variables in an expression."""
    return (
        frozenset(each for each in postorder(expr) if each.op in VARIABLES) if isinstance(expr, Expr) else frozenset()
    )
