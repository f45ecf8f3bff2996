"""A dive for a first solution: variables get values one after the other, each followed by bounds propagation.

If the objective wants some variables small, the next variable is the one with the least lower bound, which becomes its
value (mirrored for variables wanted large): a schedule results as by list scheduling, a ruler as Mian and Chowla's
sequence.  In a colouring, the next variable is the one with the fewest remaining values.  A value that leads to a
contradiction is removed. Source of the colouring: D. Brelaz, New methods to color the vertices of a graph, CACM 22(4),
1979.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from ...model.domain import Domain
from ...model.expr import Expr
from ..normalize.arithmetic import MAXIMUM
from ..normalize.formulas import Linear, Norm
from .propagation import Propagation
from .zero_one import Contradiction

SMALL, LARGE = 1, -1  # what a variable is to be
FAILURES = 20  # values that may be taken away
DECISION = 10  # units that a choice is taken for, and one more for each COPIED variables:
COPIED = 32
VariableKey = tuple[int, ...]
Choice = tuple[int, int, list[Domain]]  # a variable, the value that it got, and the domains before


class Dive:
    """A dive in the normal form that `whole` propagates; `wanted` says whether its objective should be SMALL or LARGE.

    ints, declared: the number of integer variables in it, and the number of declared integer variables.
    """

    def __init__(self, whole: Propagation, wanted: int, declared: int, ints: int):
        self._whole, self._declared, self._ints = whole, declared, ints
        self._wanted = dict(directions(whole.norm, wanted))
        self._degrees = degrees(whole.norm)
        self._failures = FAILURES

    def values(self) -> list[int]:
        """Return a value for each variable of the propagation.

        Raise Contradiction if too many values failed, and OutOfBudget if the dive takes too long.
        """
        domains = self._whole.domains
        trail: deque[Choice] = deque(maxlen=FAILURES)
        heap = self._heap()
        while heap:
            key, x = heappop(heap)
            if domains[x].lo == domains[x].hi or key != self._key(x):
                continue
            self._whole.budget.spend(DECISION + len(domains) // COPIED)
            v = domains[x].hi if self._wanted.get(x) == LARGE else domains[x].lo
            trail.append((x, v, [*domains]))
            try:
                self._whole.narrowing.clip(x, v, v)
                for y in self._whole.follow():
                    if domains[y].lo != domains[y].hi:
                        heappush(heap, (self._key(y), y))
            except Contradiction:
                self._back(trail)
                heap = self._heap()
        return [domain.lo for domain in domains]

    def _back(self, trail: deque[Choice]) -> None:
        """Undo the last choice of the trail and remove its value from the variable; repeat with earlier choices while
        propagation finds a contradiction.

        Raise Contradiction if no choice is left, or after FAILURES failures in total.
        """
        while trail:
            self._failures -= 1
            if self._failures < 0:
                break
            x, v, before = trail.pop()
            self._whole.back(before)
            try:
                self._whole.narrowing.keep(x, before[x].without(v))
                self._whole.follow()
            except Contradiction:
                continue
            return
        raise Contradiction

    def _heap(self) -> list[tuple[VariableKey, int]]:
        """Return the variables without a fixed value as a heap, with their keys."""
        self._whole.budget.spend(len(self._whole.domains))
        heap = [(self._key(x), x) for x, domain in enumerate(self._whole.domains) if domain.lo != domain.hi]
        heapify(heap)
        return heap

    def _key(self, x: int) -> VariableKey:
        """Return the sort key of a variable: declared integers first, then Booleans, auxiliary variables, the
        objective; then by values left, or by bounds.
        """
        domain = self._whole.domains[x]
        kind = 3 if x == self._whole.norm.objective else 0 if x < self._declared else 1 if x >= self._ints else 2
        if self._degrees:
            return kind, domain.size(), -self._degrees.get(x, 0)
        if self._wanted.get(x) == LARGE:
            return kind, -domain.hi, -domain.lo
        return kind, domain.lo, domain.hi


def degrees(norm: Norm) -> dict[int, int]:
    """Return the number of disequalities by variable if most required formulas are disequalities; else an empty map."""
    different = [formula.args[0].args[0] for formula, _ in norm.required if _is_disequality(formula)]
    return Counter(x for e in different for _, x in e.terms) if 2 * len(different) > len(norm.required) else {}


def _is_disequality(formula: Expr) -> bool:
    return formula.op == "not" and formula.args[0].op == "eq0"


def directions(norm: Norm, wanted: int) -> Iterator[tuple[int, int]]:
    """Yield the variables that matter to the objective, each with SMALL or LARGE, the direction that drives the
    objective to `wanted`.

    The variables y and z are SMALL if x is SMALL and x >= y + z is required; the terms of a maximum have the direction
    SMALL if the maximum has.
    """
    naming: dict[int, list[tuple[int, Linear]]] = {}
    for formula, _ in norm.required:
        for total in _bounds_of(formula):
            for a, x in total.terms:
                naming.setdefault(x, []).append((a, total))
    assert norm.objective is not None
    found = {norm.objective: wanted}
    queue = deque(found)
    while queue:
        x = queue.popleft()
        yield x, found[x]
        for a, total in naming.get(x, ()):
            if a * found[x] < 0:
                for b, y in total.terms:
                    if y not in found:
                        found[y] = SMALL if b > 0 else LARGE
                        queue.append(y)


def _bounds_of(formula: Expr) -> Iterator[Linear]:
    """Yield sums that a formula, or one part of a disjunction, requires to be at most 0; an equation, negated or not,
    yields its sum in both signs, and a maximum each term minus the maximum.
    """
    if formula.op == MAXIMUM:
        variable, *terms = formula.args
        yield from (term.plus(variable.times(-1)) for term in terms)
    for part in formula.args if formula.op == "or" else (formula,):
        inner = part.args[0] if part.op == "not" else part
        if inner.op == "eq0":
            yield from (inner.args[0], inner.args[0].times(-1))
        elif inner.op == "le0":
            yield inner.args[0] if inner is part else inner.args[0].times(-1)
