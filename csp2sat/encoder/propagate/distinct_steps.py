"""Steps: positive differences of integers.  Different steps one after the other are at least as far as the smallest
different integers, which bounds the difference of the ends: marks of a ruler whose distances all differ.

    y - x, z - y different and positive        z - x >= 1 + 2

A clique of n different steps takes n^2 disequalities, from which unit propagation finds nothing of this kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...model.domain import Domain
from ...model.expr import Expr
from ..normalize.arithmetic import ARITHMETIC
from ..normalize.formulas import Linear, Norm, at_most_zero, linear

Step = tuple[int, int]  # numbers of variables, x and y, for the difference y - x
MOST_PATHS = 100_000  # pairs of a start and a step, up to which chains of steps are searched for
SIDES = ((1, -1), (-1, 1))  # the coefficients of a difference


def chained(norm: Norm) -> list[tuple[Expr, int]]:
    """Return inequalities, with the number of a constraint, for differences that chains of at least two different steps
    bound better than all that is known; the domains should be tight already.
    """
    different = [
        (f, number)
        for f, number in norm.required
        if f.op == "alldifferent" or (f.op == "not" and f.args[0].op == "eq0")
    ]
    if not different:
        return []
    found = _Differences(norm, different)
    steps = {step: least for step in found.steps() if (least := found.least(step)) > 0}
    starts = {x for x, _ in steps}
    if len(starts) * len(steps) > MOST_PATHS:
        return []
    upwards = sorted(steps, key=lambda step: norm.domains[step[0]].lo)
    return [
        (bound, found.number(path))
        for start in sorted(starts)
        for end, path in _longest(start, upwards, found).items()
        if len(path) > 1 and (far := _distinct_sum([steps[each] for each in path])) > found.least((start, end))
        for bound in found.at_least((start, end), far)
    ]


def _longest(start: int, steps: Sequence[Step], found: _Differences) -> dict[int, list[Step]]:
    """Return for each variable that different steps lead to from `start` the steps of a long chain, by one pass over
    the steps, which are in the order of the least values of their beginnings.
    """
    paths: dict[int, list[Step]] = {start: []}
    for step in steps:
        path, old = paths.get(step[0]), paths.get(step[1], [])
        if path is not None and len(path) >= len(old) and all(found.differ(each, step) for each in path):
            paths[step[1]] = [*path, step]
    return paths


def _distinct_sum(least: Sequence[int]) -> int:
    """Return the least sum of different integers of which each has a least value."""
    total, last = 0, min(least) - 1
    for each in sorted(least):
        last = max(each, last + 1)
        total += last
    return total


class _Differences:
    """The differences of variables that constraints require to be different, with the bounds that other constraints
    give them.

    different: the constraints that may require this, with their numbers.
    """

    def __init__(self, norm: Norm, different: Sequence[tuple[Expr, int]]):
        self._domains = norm.domains
        self._bounds: dict[Step, int] = {}
        self._equal: dict[int, Step] = {}
        self._groups: dict[Step, set[int]] = {}
        self._numbers = [number for _, number in different]
        for formula, _ in norm.required:
            self._define(formula)
        for formula, _ in norm.required:
            if formula.op == ARITHMETIC and formula.args[3] == "abs":
                self._absolute(*formula.args[:2])
        for group, (formula, _) in enumerate(different, 1):
            self._differ(formula, group)

    def steps(self) -> Iterable[Step]:
        """Return the differences that are required to differ from others, each in both directions."""
        return self._groups.keys()

    def differ(self, one: Step, other: Step) -> bool:
        """Whether two differences are required to differ."""
        return not self._groups[one].isdisjoint(self._groups[other])

    def number(self, path: Sequence[Step]) -> int:
        """Return the number of a constraint that requires the first two steps of a path to differ."""
        return self._numbers[abs(min(self._groups[path[0]] & self._groups[path[1]], key=abs)) // 2 - 1]

    def least(self, step: Step) -> int:
        """Return the least value of a difference, as far as the domains and the inequalities show."""
        x, y = step
        known = [self._domains[y].lo - self._domains[x].hi, *(each.lo for each in self._variables(step))]
        return max(*known, self._bounds.get(step, known[0]))

    def at_least(self, step: Step, least: int) -> Iterator[Expr]:
        """Yield formulas that a difference, and each variable that equals the difference, are at least a number."""
        yield at_most_zero(linear({step[0]: 1, step[1]: -1}, least))
        for x, of in self._equal.items():
            if of == step:
                yield at_most_zero(Linear(((-1, x),), least))

    def _variables(self, step: Step) -> Iterator[Domain]:
        return (self._domains[x] for x, of in self._equal.items() if of == step)

    def _define(self, formula: Expr) -> None:
        """Record what a required formula says of a difference of two variables: a least value of the difference, or a
        third variable that equals the difference.

        A formula of any other form is ignored.
        """
        atom = formula.args[0] if formula.op == "not" else formula
        if atom.op == "le0" and (step := _step(atom.args[0].times(-1) if atom is formula else atom.args[0])):
            least = atom.args[0].const if atom is formula else 1 - atom.args[0].const
            self._bounds[step] = max(least, self._bounds.get(step, least))
        elif formula.op == "eq0" and len(formula.args[0].terms) == 3 and not formula.args[0].const:
            for c, x in formula.args[0].terms:
                rest = Linear(tuple(term for term in formula.args[0].terms if term[1] != x), 0)
                if abs(c) == 1 and (step := _step(rest.times(-c))):
                    self._equal[x] = step

    def _absolute(self, z: Linear, x: Linear) -> None:
        """Take z = |x| if x equals a difference whose sign is known."""
        of = self._of(x)
        if of is not None and len(z.terms) == 1 and z.terms[0][0] == 1 and not z.const:
            upwards = next((each for each in (of, of[::-1]) if self.least(each) >= 0), None)
            if upwards is not None:
                self._equal[z.terms[0][1]] = upwards

    def _of(self, term: Linear) -> Step | None:
        """Return the difference that a term is; None if it is none that is known."""
        if term.const:
            return None
        if len(term.terms) == 1 and term.terms[0][0] == 1:
            return self._equal.get(term.terms[0][1])
        return _step(term)

    def _differ(self, formula: Expr, group: int) -> None:
        """Take the differences that a required formula requires to be different.  group: the number of the formula."""
        pairs = [formula.args] if formula.op == "alldifferent" else _sides(formula.args[0].args[0])
        for at, sides in enumerate(pairs):
            found = [step for term in sides if (step := self._of(term)) is not None]
            for x, y in found if len(found) > 1 else ():
                for sign, step in ((1, (x, y)), (-1, (y, x))):
                    self._groups.setdefault(step, set()).add(sign * (2 * group + at))


def _step(sum_: Linear) -> Step | None:
    """Return the difference that a sum without its constant is; None if it is none."""
    if tuple(a for a, _ in sum_.terms) not in SIDES:
        return None
    (a, x), (_, y) = sum_.terms
    return (x, y) if a < 0 else (y, x)


def _sides(sum_: Linear) -> Iterator[Sequence[Linear]]:
    """Yield the ways to write `sum = 0` as an equation of two variables or two differences."""
    if sum_.const or sum(abs(a) for a, _ in sum_.terms) not in (2, 4):
        return
    plus = [x for a, x in sum_.terms for _ in range(a)]
    minus = [x for a, x in sum_.terms for _ in range(-a)]
    if len(plus) != len(minus):
        return
    if len(plus) == 1:
        yield [Linear(((1, x),), 0) for x in (*plus, *minus)]
        return
    for r, s in dict.fromkeys((tuple(minus), tuple(minus[::-1]))):
        yield [linear({plus[0]: 1, r: -1}, 0), linear({s: 1, plus[1]: -1}, 0)]
