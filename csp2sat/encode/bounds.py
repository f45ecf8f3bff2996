"""Second pass: tighten the domains of a Norm by what is required.

Linear atoms narrow the bounds of their variables; a clause of which every other part is false by bounds requires its
last part; a disequality of one free variable takes the value away.  Repeated until nothing changes, or until a budget
is used up: stopping early loses strength, never solutions.
"""

from __future__ import annotations

from collections import deque

from ..model.domain import Domain
from ..model.expr import FALSE, TRUE, Expr
from .linear import Linear, bounds
from .norm import Norm, conjuncts

VISITS = 50  # visits per requirement, on average, before propagation stops


def tighten(norm: Norm) -> None:
    """Narrow `norm.domains` in place.  Domains that would become empty are left with one value: the encoder then
    writes the contradiction.  Variables that a formula chooses keep both values."""
    _Tightening(norm).run()


class _Tightening:
    def __init__(self, norm: Norm):
        self._norm, self._domains = norm, norm.domains
        self._clauses = [_parts(f) for formula, _ in norm.required for f in conjuncts(formula)]
        self._clauses = [parts for parts in self._clauses if any(map(_is_linear, parts))]
        self._watching: dict[int, list[int]] = {}
        for number, parts in enumerate(self._clauses):
            for x in {x for part in parts if _is_linear(part) for _, x in _atom(part).terms}:
                self._watching.setdefault(x, []).append(number)

    def run(self) -> None:
        queue = deque(range(len(self._clauses)))
        waiting = set(queue)
        budget = VISITS * len(queue)
        while queue and budget > 0:
            budget -= 1
            number = queue.popleft()
            waiting.discard(number)
            for x in self._visit(self._clauses[number]):
                for other in self._watching.get(x, ()):
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)

    def _visit(self, parts: list[Expr]) -> list[int]:
        """The variables whose domains this clause narrowed."""
        if len(parts) == 1:
            return self._require(parts[0])
        open_parts = [part for part in parts if not (_is_linear(part) and self._is_false(part))]
        return self._require(open_parts[0]) if len(open_parts) == 1 and _is_linear(open_parts[0]) else []

    def _is_false(self, part: Expr) -> bool:
        least, most = bounds(_atom(part), self._domains)
        match part.op, part.args[0]:
            case "le0", _:
                return least > 0
            case "eq0", _:
                return least > 0 or most < 0
            case _, inner:
                return most <= 0 if inner.op == "le0" else least == most == 0
        return False

    def _require(self, part: Expr) -> list[int]:
        e = _atom(part)
        if part.op == "le0":
            return self._at_most_zero(e)
        if part.op == "eq0":
            return self._at_most_zero(e) + self._at_most_zero(e.times(-1))
        if part.args[0].op == "le0":
            return self._at_most_zero(Linear(e.times(-1).terms, 1 - e.const))
        return self._differ(e)

    def _at_most_zero(self, e: Linear) -> list[int]:
        least, _ = bounds(e, self._domains)
        changed = []
        for a, x in e.terms:
            domain = self._domains[x]
            if a > 0:
                slack = a * domain.lo - least  # a * x may be at most this
                changed += self._clip(x, domain.lo, slack // a)
            else:
                slack = a * domain.hi - least
                changed += self._clip(x, -(slack // -a), domain.hi)
        return changed

    def _differ(self, e: Linear) -> list[int]:
        """e != 0: acts when one variable is left."""
        free = [(a, x) for a, x in e.terms if self._domains[x].lo != self._domains[x].hi]
        if len(free) != 1:
            return []
        a, x = free[0]
        rest = e.const + sum(b * self._domains[y].lo for b, y in e.terms if y != x)
        return [] if rest % a else self._replace(x, self._domains[x].without(-rest // a))

    def _clip(self, x: int, lo: int, hi: int) -> list[int]:
        domain = self._domains[x]
        return [] if lo <= domain.lo and domain.hi <= hi else self._replace(x, domain.clipped(lo, hi))

    def _replace(self, x: int, domain: Domain) -> list[int]:
        old = self._domains[x]
        if domain == old or not domain or x in self._norm.chosen:
            return []
        self._domains[x] = domain
        return [x]


def _parts(formula: Expr) -> list[Expr]:
    """The parts of nested disjunctions."""
    parts, stack = [], [formula]
    while stack:
        top = stack.pop()
        if top.op == "or":
            stack.extend(reversed(top.args))
        elif top is not FALSE:
            parts.append(top)
    return [] if TRUE in parts else parts


def _is_linear(part: Expr) -> bool:
    return part.op in ("le0", "eq0") or (part.op == "not" and part.args[0].op in ("le0", "eq0"))


def _atom(part: Expr) -> Linear:
    inner: Linear = part.args[0].args[0] if part.op == "not" else part.args[0]
    return inner
