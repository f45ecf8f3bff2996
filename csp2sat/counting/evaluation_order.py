"""The order in which a count by evaluation gives values to variables: few variables that the rest depends on at a time,
constraints completed early, and variables of the projection first, as far as the others depend on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import log2

from ..base.time_limit import check_time
from ..model.expr import Expr, bool_var, int_var, node, postorder
from ..model.meaning import VARIABLES
from ..model.model import Model
from ..tuples import NamedTuple
from .projection import Projection

EQUATIONS = ("eq", "iff")
MadeEqual = Callable[[], Expr | int]


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
        self._scopes = [_variables(formula) for formula in formulas]
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
        placed = Placed(variable, variable not in self._wanted, self._known_equal(variable))
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

    def _known_equal(self, variable: Expr) -> Expr | int | None:
        """Return an expression of placed variables that a variable must equal, None if there is none."""
        return next((equal() for at, equal in self._equal[variable] if self._missing[at] == 1), None)

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


def solved(formula: Expr) -> Iterator[tuple[Expr, MadeEqual]]:
    """Yield the variables that an equation leaves one value if all others in it have values: each with the function
    that makes the expression, without the variable, to which it is equal.
    """
    if formula.op in EQUATIONS:
        for variable, other in (formula.args, formula.args[::-1]):
            if isinstance(variable, Expr) and variable.op in VARIABLES and variable not in _variables(other):
                yield variable, partial(_same, other)
    if formula.op == "eq":
        terms = [*_terms(formula)]
        times = Counter(chain.from_iterable(_variables(term) for _, term in terms))
        for at, (factor, term) in enumerate(terms):
            if abs(factor) == 1 and isinstance(term, Expr) and term.op == "int" and times[term] == 1:
                yield term, partial(_sum, -factor, [*terms[:at], *terms[at + 1 :]])


def _same(expr: Expr | int) -> Expr | int:
    return expr


def _terms(equation: Expr) -> Iterator[tuple[int, Expr | int]]:
    """Yield factors and terms whose sum is 0 where an equation of two sums holds."""
    left, right = equation.args
    stack: list[tuple[int, Expr | int]] = [(1, left), (-1, right)]
    while stack:
        factor, term = stack.pop()
        op, args = (term.op, term.args) if isinstance(term, Expr) else ("", ())
        if op == "add":
            stack += ((factor, each) for each in args)
        elif op in ("sub", "neg"):
            stack += ((factor if op == "sub" and not at else -factor, each) for at, each in enumerate(args))
        elif op == "mul" and len(args) == 2 and isinstance(args[0], int):
            stack.append((factor * args[0], args[1]))
        else:
            yield factor, term


def _sum(factor: int, terms: Sequence[tuple[int, Expr | int]]) -> Expr | int:
    """Return the sum of terms with their factors, times `factor`."""
    return node("add", 0, *(node("mul", factor * each, term) for each, term in terms))


def _variables(expr: Expr | int) -> frozenset[Expr]:
    """Return the variables in an expression."""
    return (
        frozenset(each for each in postorder(expr) if each.op in VARIABLES) if isinstance(expr, Expr) else frozenset()
    )
