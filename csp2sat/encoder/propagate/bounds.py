"""Second pass: tighten the domains of a Norm by what is required.

Linear atoms narrow the bounds of their variables, definitions and relations their values; a clause of which every
other part is false by bounds requires its last part; a disequality of one free variable takes the value away, and a
clause about one variable leaves the values of its parts.  Repeated until nothing changes, or until a budget is used up:
stopping early loses strength, never solutions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain, islice
from operator import attrgetter, or_

from ...base.time_limit import check_time
from ...model.constraint import RELATION
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr
from ..normalize import relations
from ..normalize.definitions import DEFINITIONS
from ..normalize.domains import Narrowing
from ..normalize.formulas import Linear, Norm, bounds

ATOMS = frozenset(("le0", "eq0"))
INNER = frozenset(("or", "true", "false"))  # what is no part of a clause
VISITS = 50  # visits per requirement, on average, before propagation stops


def tighten(norm: Norm) -> None:
    """Narrow `norm.domains` in place.  Domains that would become empty are left with one value: the encoder then
    writes the contradiction.  Variables that a formula chooses keep both values."""
    if norm.domains:
        every = Tightening(norm, Narrowing(norm.domains, norm.conditional))
        every.run(range(every.size), VISITS * every.size)


def contradiction(norm: Norm) -> int | None:
    """The number of a constraint that is false by the domains alone, the first in order; None if there is none.

    A domain that would have become empty shows here, since the requirement that would have emptied it is false.
    """
    is_possible = _Possible(norm.domains)
    for formula, number in norm.required:
        parts = _parts(formula) if norm.domains and formula not in norm.boolean else ()
        if formula is FALSE or (parts and not any(map(is_possible.__getitem__, parts))):
            return number
    return None


class _Possible(dict[Expr, bool]):
    """Of each part, unless it is an atom that is false by the bounds of its variables, or, of one variable, by its
    values: True."""

    def __init__(self, domains: Sequence[Domain]):
        super().__init__()
        self._domains = domains

    def __missing__(self, part: Expr) -> bool:
        self[part] = found = not (_is_linear(part) and self._is_impossible(part))
        return found

    def _is_impossible(self, part: Expr) -> bool:
        e = _atom(part)
        if len(e.terms) == 1:
            return not _restricted(self._domains[e.terms[0][1]], part)
        return _is_false(part, self._domains)


def _is_false(part: Expr, domains: Sequence[Domain]) -> bool:
    """Is it an atom that is false by the bounds of its variables?"""
    positive = part.op != "not"
    atom = part if positive else part.args[0]
    if atom.op not in ATOMS:
        return False
    least, most = bounds(atom.args[0], domains)
    if atom.op == "le0":
        return least > 0 if positive else most <= 0
    return least > 0 or most < 0 if positive else least == most == 0


class _Variables(dict[Expr, tuple[int, ...]]):
    """The distinct integer variables of each part that narrows domains; of another part none."""

    def __missing__(self, part: Expr) -> tuple[int, ...]:
        args = (part.args[0].args if part.op == "not" else part.args) if _narrows(part) else ()
        found = {x for arg in args if isinstance(arg, Linear) for _, x in arg.terms}
        self[part] = variables = tuple(found)
        return variables


class Tightening:
    """Requirements as clauses: lists of parts, of which one must hold.

    As with two watched literals a clause is examined when a variable of two of its parts that are open changes: what
    is false stays false.  If domains are set back to what they were, what was watched is still watched.
    """

    def __init__(self, norm: Norm, narrowing: Narrowing):
        self._narrowing = narrowing
        others = [formula for formula, _ in norm.required if formula not in norm.boolean]  # no clauses of Booleans
        self._variables = variables = _Variables()
        self._clauses = [parts for parts in map(_parts, others) if any(map(variables.__getitem__, parts))]
        self.size = len(self._clauses)
        self._finished: set[Expr] = set()
        self._watching: dict[int, dict[int, None]] = {}
        self._awaiting: dict[int, list[int]] = {}
        self._watched: list[Sequence[Expr]] = [()] * self.size
        for number, parts in enumerate(self._clauses):
            if len(parts) == 1 and not _is_unary(parts[0]):
                self._watch_alone(number, parts[0])
            if len({variables[part] for part in parts}) == 1 and self._is_about_one(parts):
                self._among(parts)

    def run(self, numbers: Iterable[int], visits: int) -> None:
        """Examine the clauses of these numbers, and then at those of which variables have changed, until nothing
        changes or there were so many visits."""
        queue, waiting = deque(numbers), bytearray(self.size)
        for number in queue:
            waiting[number] = 1
        self._wake(queue, waiting)
        while queue and visits > 0:
            check_time()
            visits -= 1
            number = queue.popleft()
            waiting[number] = 0
            self._visit(number)
            self._wake(queue, waiting)

    def _wake(self, queue: deque[int], waiting: bytearray) -> None:
        """Queue the clauses that watch what has changed."""
        domains = self._narrowing.domains
        for x in self._narrowing.changed:
            at_value = self._awaiting.get(x, ()) if domains[x].lo == domains[x].hi else ()
            for number in chain(self._watching.get(x, ()), at_value):
                if not waiting[number]:
                    waiting[number] = 1
                    queue.append(number)
        self._narrowing.changed.clear()

    def _visit(self, number: int) -> None:
        parts = self._clauses[number]
        if len(parts) == 1:
            self._require(parts[0])
            return
        watched = self._watched[number]
        if len(watched) != 2 or not all(map(self._is_open, watched)):
            watched = list(islice(filter(self._is_open, parts), 2))
            self._watch(number, watched)
        if len(watched) == 1:
            self._require(watched[0])
        elif not watched:
            self._narrowing.emptied()

    def _is_about_one(self, parts: Sequence[Expr]) -> bool:
        """Are they atoms of the same one variable?"""
        return all(len(self._variables[part]) == 1 and _is_linear(part) for part in parts)

    def _is_open(self, part: Expr) -> bool:
        return not _is_false(part, self._narrowing.domains)

    def _watch(self, number: int, parts: Sequence[Expr]) -> None:
        """Examine the clause again when a variable of these parts changes."""
        if parts != self._watched[number]:
            self._watched[number] = parts
            for x in {x for part in parts for x in self._variables[part]}:
                self._watching.setdefault(x, {})[number] = None

    def _watch_alone(self, number: int, part: Expr) -> None:
        """The same for a clause of one part; a disequality needs it only when a variable has got a value."""
        if part.op != "not" or part.args[0].op != "eq0":
            self._watch(number, (part,))
            return
        for x in self._variables[part]:
            self._awaiting.setdefault(x, []).append(number)

    def _require(self, part: Expr) -> None:
        if part.op in DEFINITIONS:
            DEFINITIONS[part.op].narrow(self._narrowing, *part.args)
        elif part.op == RELATION:
            self._relation(part)
        elif _is_linear(part):
            self._linear(part)

    def _relation(self, part: Expr) -> None:
        if len(part.args[0].tuples) <= relations.OFTEN or part not in self._finished:
            self._finished.add(part)
            relations.narrow(self._narrowing, *part.args)

    def _linear(self, part: Expr) -> None:
        e = _atom(part)
        if part.op == "le0":
            self._narrowing.at_most_zero(e)
        elif part.op == "eq0":
            self._narrowing.zero(e)
        elif part.args[0].op == "le0":
            self._narrowing.at_most_zero(Linear(e.times(-1).terms, 1 - e.const))
        else:
            self._narrowing.not_zero(e)

    def _among(self, parts: Sequence[Expr]) -> None:
        """One of several atoms about one variable holds; to be said once, for it does not depend on other domains."""
        ((_, x),) = _atom(parts[0]).terms
        domain = self._narrowing.domains[x]
        self._narrowing.keep(x, reduce(or_, (_restricted(domain, part) for part in parts)))


def _restricted(domain: Domain, part: Expr) -> Domain:
    """The values that make an atom of one variable true; its coefficient is 1, as in any normal form."""
    value = -_atom(part).const
    if part.op == "le0":
        return domain.clipped(domain.lo, value)
    if part.op == "eq0":
        return domain.clipped(value, value)
    return domain.clipped(value + 1, domain.hi) if part.args[0].op == "le0" else domain.without(value)


def _is_unary(part: Expr) -> bool:
    """Is it a relation of one term, of which all is stated when it has been examined once?"""
    return part.op == RELATION and len(part.args) == 2


def _parts(formula: Expr) -> Sequence[Expr]:
    """The parts of nested disjunctions; mostly those of one that is not nested, as they stand."""
    if formula.op not in INNER:
        return (formula,)
    if formula.op == "or" and INNER.isdisjoint(map(attrgetter("op"), formula.args)):
        return formula.args
    parts, stack = [], [formula]
    while stack:
        top = stack.pop()
        if top.op == "or":
            stack.extend(reversed(top.args))
        elif top is not FALSE:
            parts.append(top)
    return [] if TRUE in parts else parts


def _narrows(part: Expr) -> bool:
    return part.op in DEFINITIONS or part.op == RELATION or _is_linear(part)


def _is_linear(part: Expr) -> bool:
    return part.op in ATOMS or (part.op == "not" and part.args[0].op in ATOMS)


def _atom(part: Expr) -> Linear:
    inner: Linear = part.args[0].args[0] if part.op == "not" else part.args[0]
    return inner
