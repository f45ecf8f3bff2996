"""The scheduling problem of a CSP in normal form, if the CSP is one.

A row with one variable of a negative factor is a lower bound on that variable, a clause of two opposite precedences is
a pair of tasks that exclude each other, and a cumulative constraint with constant sizes and demands is a resource.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...base.time_limit import check_time
from ...constraints.globals.cumulative import GIVEN
from ...encoder.normalize.arithmetic import MAXIMUM
from ...encoder.normalize.formulas import Linear, Norm
from ...model.expr import Expr
from ...model.model import Answer, Model
from ..shifted_items import ShiftedItems
from .problem import LowerBound, Resource, ResourceUse, ScheduleProblem

Precedence = tuple[int, int, int]  # items x, y, and a number a: x + a <= y
START, DURATION = 0, 1  # the parts of a task that may be missing
ZERO = Linear((), 0)


class NoSchedule(Exception):
    """A constraint that a list schedule cannot keep to."""


class ScheduleExtraction:
    """The scheduling problem of a normal form whose objective is to be small, and the way back to answers.

    problem: the problem.  shift: the objective minus the goal of the problem.  Raises NoSchedule.
    """

    def __init__(self, norm: Norm, model: Model):
        if norm.objective is None or model.bools:
            raise NoSchedule
        self._names = list(model.ints)
        parts = norm.parts()
        count = len(norm.domains)
        items = ShiftedItems(norm.domains, parts)
        self._shifts, self._items, self._sum = items.of, items.variables, items.sum_of
        self._bounds: list[list[LowerBound]] = [[] for _ in range(count)]
        self._pairs: list[dict[int, tuple[int, int]]] = [{} for _ in range(count)]
        self._resources: list[Resource] = []
        self._defined = set[int]()  # items that are a sum of others, so that they cannot wait
        for part in parts:
            check_time()
            self._require(part)
        for x, (formula, yes, no) in norm.conditional.items():
            self._choice(x, formula, yes, no)
        goal, self.shift = self._shifts[norm.objective]
        domains = [items.domain(x) for x in range(count)]
        self.problem = ScheduleProblem(domains, self._bounds, self._pairs, self._resources, goal)
        tasks = self.problem.tasks
        if not tasks or not self._defined.isdisjoint(tasks) or _has_cycle(self.problem) or not all(domains):
            raise NoSchedule

    def answer(self, values: Sequence[int]) -> Answer:
        """Return the answer of the model for values of the items."""
        found = (values[item] + shift for item, shift in self._shifts)
        return Answer(dict(zip(self._names, found, strict=False)), {})

    def known(self, answer: Answer) -> list[int]:
        """Return the values of the items in an answer of the model, or of the problem that it was made of; those of
        items without a variable there are their least ones.
        """
        values = [domain.lo for domain in self.problem.domains]
        for (item, shift), name in zip(self._shifts, self._names, strict=False):
            if name in answer.ints:
                values[item] = answer.ints[name] - shift
        return values

    def _require(self, part: Expr) -> None:
        """Take a required formula into the problem.  Raises NoSchedule."""
        if part.op == MAXIMUM:
            variable, *terms = part.args
            for term in terms:
                self._at_most_zero(term.plus(variable.times(-1)))
        elif part.op == "cumulative":
            self._resources.append(self._resource(*part.args))
        elif part.op == "or":
            self._clause(part.args)
        elif part.op == "eq0":
            total = self._sum(part.args[0])
            if total.terms:
                negative = [x for a, x in total.terms if a < 0]
                self._at_most_zero(total if len(negative) == 1 else total.times(-1))
                self._defined |= {*negative} if len(negative) == 1 else {x for a, x in total.terms if a > 0}
            elif total.const:
                raise NoSchedule
        elif (row := _row(part)) is not None:
            self._at_most_zero(row)
        elif part.op != "true" and not _is_unary(part):
            raise NoSchedule

    def _at_most_zero(self, total: Linear) -> None:
        """Add the lower bound that a sum of at most 0 is; a sum of one variable is in the domains.

        Raises NoSchedule.
        """
        total = self._sum(total)
        negative = [(a, x) for a, x in total.terms if a < 0]
        if (not total.terms and total.const <= 0) or len(total.terms) == 1:
            return
        if len(negative) != 1:
            raise NoSchedule
        ((a, x),) = negative
        terms = tuple(each for each in total.terms if each[1] != x)
        self._bounds[x].append(LowerBound(terms, total.const, -a))

    def _choice(self, x: int, formula: Expr, yes: int, no: int) -> None:
        """Add the lower bound that the variable `x` has if its value is `yes` where a comparison holds, and else `no`.

        Raises NoSchedule.
        """
        row, (item, shift) = _row(formula), self._shifts[x]
        if row is None or self._items[item] != [x]:
            raise NoSchedule
        total = self._sum(row)
        self._bounds[item].append(LowerBound(total.terms, total.const, levels=(yes - shift, no - shift)))

    def _clause(self, parts: Sequence[Expr]) -> None:
        """Take a clause of two opposite precedences as a pair; values of one variable are in its domain.  Raises
        NoSchedule.
        """
        if all(map(_is_unary, parts)) and len({x for part in parts for x in _variables(part)}) == 1:
            return
        found = [self._precedence(part) for part in parts]
        if len(found) != 2:
            raise NoSchedule
        (x, y, a), (z, t, b) = found
        if (x, y) != (t, z) or y in self._pairs[x]:
            raise NoSchedule
        self._pairs[x][y], self._pairs[y][x] = (a, b), (b, a)

    def _precedence(self, part: Expr) -> Precedence:
        """Return what a comparison says of the order of two items.  Raises NoSchedule."""
        total = _row(part)
        if total is None:
            raise NoSchedule
        total = self._sum(total)
        ends = dict(total.terms)
        if len(total.terms) != 2 or ends.keys() != {1, -1}:
            raise NoSchedule
        return ends[1], ends[-1], total.const

    def _resource(self, missing: tuple[int, ...], limit: Linear, *values: Linear) -> Resource:
        """Return the resource of a cumulative constraint.  Raises NoSchedule."""
        rest, uses = iter(values), dict[int, list[ResourceUse]]()
        for place in missing:
            part = [ZERO if at == place else next(rest) for at in range(4)]
            start, size, end, demand = part
            if place == START:
                start = end.plus(size.times(-1))
            if place == DURATION or size.terms or demand.terms or limit.terms:
                raise NoSchedule
            if place == GIVEN and self._sum(start.plus(size)) != self._sum(end):
                raise NoSchedule
            if size.const <= 0 or demand.const == 0:
                continue
            start = self._sum(start)
            if [a for a, _ in start.terms] != [1] or not 0 < demand.const <= limit.const:
                raise NoSchedule
            uses.setdefault(start.terms[0][1], []).append(ResourceUse(start.const, size.const, demand.const))
        return Resource(limit.const, uses)


def _row(part: Expr) -> Linear | None:
    """Return the sum that a comparison requires to be at most 0; None if the formula is no such comparison."""
    if part.op == "le0":
        return part.args[0]  # type: ignore[no-any-return]
    if part.op == "not" and part.args[0].op == "le0":
        total: Linear = part.args[0].args[0].times(-1)
        return Linear(total.terms, total.const + 1)
    return None


def _variables(part: Expr) -> Iterable[int]:
    """Return the variables of a comparison, in a list that has -1 for anything else."""
    inner = part.args[0] if part.op == "not" else part
    return [x for _, x in inner.args[0].terms] if inner.op in ("le0", "eq0") else [-1]


def _is_unary(part: Expr) -> bool:
    """Whether a formula compares one variable with a constant."""
    found = _variables(part)
    return len([*found]) == 1 and -1 not in found


def _has_cycle(problem: ScheduleProblem) -> bool:
    """Whether bounds of items depend on each other."""
    missing = problem.leaders()
    ready = [x for x, count in enumerate(missing) if not count]
    for x in ready:
        for y in problem.followers[x]:
            missing[y] -= 1
            if not missing[y]:
                ready.append(y)
    return len(ready) < len(missing)
