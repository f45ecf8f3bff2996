"""Items that follow from others once a tour is walked, such as sums over arcs, latest times, or whether one is late."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...encoder.normalize.arithmetic import FUNCTIONS
from ...encoder.normalize.formulas import Linear
from ...model.domain import Domain
from ...model.expr import Expr
from ...tuples import NamedTuple
from ..linear.program import value_of
from .problem import DerivedItem, ItemValues, Matrix, TourSum
from .reduction import excess, variables
from .rows import StepRows
from .ways_out import NoTour, WaysOut


class Total(NamedTuple):
    """A sum of items that is at most 0, or 0 if it is an equation."""

    row: Linear
    is_equation: bool


class ItemDerivation:
    """DerivedItem items, and sums that derive nothing but are to be at most 0, or 0.

    goal: the item that is to be small.  read: items that derivations need.
    """

    def __init__(self, size: int, choices: WaysOut, rows: StepRows, goal: int):
        self._size, self._choices, self._rows, self._goal = size, choices, rows, goal
        self._found: dict[int, list[tuple[DerivedItem, set[int]]]] = {}
        self._defining = set[Expr]()
        self.read = set[int]()
        self.sums, self.equal = list[TourSum](), list[TourSum]()
        for y, x, a in rows.last:
            self._define(DerivedItem(y, TourSum(((1, x),), a)), {x})

    def add(self, total: Total) -> None:
        """Take a sum: as a lower bound on an item that only follows from others, else as a requirement."""
        row = total.row
        open_ = [(a, x) for a, x in row.terms if self._is_open(x) and (a < 0 or (total.is_equation and abs(a) == 1))]
        if not open_:
            (self.equal if total.is_equation else self.sums).append(self._sum(row))
            return
        a, x = max(open_, key=lambda each: (each[1] == self._goal, each[1]))
        rest = Linear(tuple(each for each in row.terms if each[1] != x), row.const).times(-1 if a > 0 else 1)
        found = self._sum(rest)
        self._define(DerivedItem(x, found, abs(a)), {y for _, y in found.terms})

    def by_formula(self, x: int, formula: Expr, yes: int, no: int) -> None:
        """Derive the item `x` that is `yes` if a formula holds, else `no`."""
        self._by(x, lambda values: no if excess(formula, values) else yes, variables(formula))

    def by_item(self, part: Expr, value: Linear, index: Linear, terms: Sequence[Linear]) -> None:
        """Derive an item that is the term at an index among `terms`, as a constraint says."""

        def chosen(values: ItemValues) -> int:
            return value_of(terms[max(1, min(len(terms), value_of(index, values))) - 1], values)

        self._by_function(part, value, (index, *terms), chosen)

    def by_arithmetic(self, part: Expr) -> None:
        """Derive an item that is a function of two terms, 0 where the function has no value, as a constraint says."""
        value, x, y, op = part.args
        self._by_function(
            part, value, (x, y), lambda values: FUNCTIONS[op](value_of(x, values), value_of(y, values)) or 0
        )

    def _by_function(
        self,
        part: Expr,
        value: Linear,
        terms: Sequence[Linear],
        function: Callable[[ItemValues], int],
    ) -> None:
        """Derive an item that is a function of the values of items in `terms`, as a constraint says."""
        if len(value.terms) != 1 or value.terms[0][0] != 1 or not self._is_open(value.terms[0][1]):
            return
        shift, x = value.const, value.terms[0][1]
        if x in self._found:
            return
        self._defining.add(part)
        self._by(x, lambda values: function(values) - shift, (y for term in terms for _, y in term.terms))

    def defines(self, part: Expr) -> bool:
        """Whether a constraint is satisfied as it derives an item."""
        return part in self._defining

    def ordered(self, domains: Sequence[Domain]) -> tuple[list[DerivedItem], Matrix, int]:
        """Return the derived items, each after the items that it needs, and costs of arcs and a number of which the
        goal is at least the sum.  Raises NoTour if items need each other.
        """
        order, waiting = (
            list[DerivedItem](),
            {x: {y for _, need in each for y in need} for x, each in self._found.items()},
        )
        while waiting:
            ready = [x for x, need in waiting.items() if need.isdisjoint(waiting)]
            if not ready:
                raise NoTour
            for x in ready:
                order += [each for each, _ in self._found[x]]
                del waiting[x]
        costs: Matrix = [[0] * self._size for _ in range(self._size)]
        for each, _ in self._found.get(self._goal, ()):
            if each.total is not None and each.total.arcs is not None and each.divisor == 1:
                ends = [(a, domains[x].lo if a > 0 else domains[x].hi) for a, x in each.total.terms if x < len(domains)]
                return order, each.total.arcs, each.total.const + sum([a * end for a, end in ends])
        return order, costs, domains[self._goal].lo

    def is_free(self, x: int | str) -> bool:
        """Whether nothing decides a variable."""
        return self._is_open(x) and x not in self._found

    def _is_open(self, x: int | str) -> bool:
        """Whether an item, or a Boolean, has no value by arcs, nor by a walk."""
        return not self._choices.is_decided(x) and x not in self._rows.place

    def _by(self, x: int, function: Callable[[ItemValues], int], read: object) -> None:
        need = {y for y in read if isinstance(y, int)}  # type: ignore[attr-defined]
        self.read |= need
        self._define(DerivedItem(x, function=function), need)

    def _define(self, derived: DerivedItem, need: set[int]) -> None:
        self._found.setdefault(derived.item, []).append((derived, need))

    def _sum(self, row: Linear) -> TourSum:
        """Return a sum of items with a matrix for the items that places decide."""
        arcs: Matrix | None = None
        terms = list[tuple[int, int]]()
        for a, x in row.terms:
            if x not in self._choices.ints:
                terms.append((a, x))
                continue
            v, values = self._choices.ints[x]
            arcs = arcs or [[0] * self._size for _ in range(self._size)]
            for w, value in zip(self._choices.heads[v], values, strict=True):
                arcs[v][w] += a * value
        return TourSum(terms, row.const, arcs)
