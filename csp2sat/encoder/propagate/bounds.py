"""The second pass, which tightens the domains of a Norm by its required formulas.

Linear atoms narrow the bounds of their variables, definitions and relations their values; a clause whose other parts
are all false by bounds requires its last part; a disequality with one free variable removes a value, and a clause about
one variable leaves the values of its parts.  The steps are repeated until nothing changes, or until a budget is used
up: stopping early loses strength, never solutions.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from operator import attrgetter

from ...base.time_limit import check_time
from ...model.constraint import RELATION
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr
from ..normalize import relations
from ..normalize.definitions import DEFINITIONS
from ..normalize.domains import Narrowing
from ..normalize.formulas import ATOMS, Linear, Norm, bounds

INNER = frozenset(("or", "true", "false"))  # what is no part of a clause
VISITS = 50  # visits per requirement, on average, before propagation stops


def tighten(norm: Norm, further: Callable[[Norm], object] | None = None) -> None:
    """Narrow `norm.domains` in place by the required formulas.

    A domain never becomes empty; the encoder writes the contradiction as clauses.  Variables that a formula chooses
    keep both values.  further: narrows domains in another way, and is called once domains were narrowed here; then the
    formulas of the variables that it narrowed are examined again, and no other ones.
    """
    if not norm.domains:
        return
    before, narrowing = norm.domains[:], Narrowing(norm.domains, norm.conditional)
    every = Tightening(norm, narrowing)
    every.run(range(every.size), VISITS * every.size)
    if further is None or before == norm.domains:
        return
    before = norm.domains[:]
    further(norm)
    for x, old in enumerate(before):
        if norm.domains[x] is not old:
            narrowing.note(x, old)
    every.run((), VISITS * every.size)


def contradiction(norm: Norm) -> int | None:
    """Return the number of the first constraint that is false by the domains alone; None if there is none.

    A domain that would have become empty shows in the result, because the requirement that would have emptied it is
    false.
    """
    is_possible = _Possible(norm.domains)
    for formula, number in norm.required:
        check_time()
        parts = _parts(formula) if norm.domains and formula not in norm.boolean else ()
        if formula is FALSE or (parts and not any(map(is_possible.__getitem__, parts))):
            return number
    return None


class _Possible(dict[Expr, bool]):
    """A cache of whether a part of a clause may be true: False for an atom that is false by the bounds of its
    variables, or by the values of its only variable; True for any other part.
    """

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
    """Whether a formula is an atom, or a negated atom, that is false by the bounds of its variables."""
    positive = part.op != "not"
    atom = part if positive else part.args[0]
    if atom.op not in ATOMS:
        return False
    least, most = bounds(atom.args[0], domains)
    if atom.op == "le0":
        return least > 0 if positive else most <= 0
    return least > 0 or most < 0 if positive else least == most == 0


class _Variables(dict[Expr, tuple[int, ...]]):
    """A cache of the distinct integer variables of a part of a clause; () for a part that narrows no domains."""

    def __missing__(self, part: Expr) -> tuple[int, ...]:
        if _is_linear(part):  # as most are
            found = [x for _, x in _atom(part).terms]
        else:
            args = part.args if part.op in DEFINITIONS or part.op == RELATION else ()
            found = [x for arg in args if isinstance(arg, Linear) for _, x in arg.terms]
        self[part] = variables = tuple(set(found) if len(found) > 1 else found)
        return variables


class Tightening:
    """Propagation of requirements as clauses, which are lists of parts of which one must hold.

    Two open parts of a clause are watched, as with two watched literals: a false part remains false while domains
    shrink, and a part becomes false by bounds alone.  The watches stay valid if domains are reset to an earlier state.
    """

    def __init__(self, norm: Norm, narrowing: Narrowing):
        self._narrowing = narrowing
        others = [formula for formula, _ in norm.required if formula not in norm.boolean]  # no clauses of Booleans
        self._variables = variables = _Variables()
        self._clauses = [parts for parts in map(_parts, others) if any(map(variables.__getitem__, parts))]
        self.size = len(self._clauses)
        self._finished: set[Expr] = set()
        # for each variable the clauses to examine when any value goes, a bound moves, or a single value is left
        self._at_change, self._at_bound, self._at_value = [defaultdict[int, dict[int, None]](dict) for _ in range(3)]
        self._watched: list[Sequence[Expr]] = [()] * self.size
        for number, parts in enumerate(self._clauses):
            check_time()
            if len(parts) == 1 and not _is_unary(parts[0]):
                self._watch(number, parts)
            first = variables[parts[0]]
            if len(first) == 1 and all(variables[part] == first for part in parts) and all(map(_is_linear, parts)):
                self._among(parts)

    def run(self, numbers: Iterable[int], visits: int) -> None:
        """Examine the clauses with these numbers, and then the clauses whose watched variables change, until nothing
        changes or after `visits` visits.  Raise LimitReached if the time limit has passed.
        """
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
        """Append the clauses that watch a changed variable to the queue; `waiting` marks the clauses in the queue."""
        if not self._narrowing.changed:
            return
        domains = self._narrowing.domains
        woken = [self._at_change.get(x, ()) for x in self._narrowing.changed]
        for x in self._narrowing.moved:
            woken.append(self._at_bound.get(x, ()))
            woken.append(self._at_value.get(x, ()) if domains[x].lo == domains[x].hi else ())
        for number in chain.from_iterable(woken):
            if not waiting[number]:
                waiting[number] = 1
                queue.append(number)
        self._narrowing.forget()

    def _visit(self, number: int) -> None:
        """Examine the clause of this number: require its only part, or its last part that may still be true.

        Call `emptied` if no part may be true.  The first two parts that may be true are watched if the clause has
        several parts.
        """
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

    def _is_open(self, part: Expr) -> bool:
        return not _is_false(part, self._narrowing.domains)

    def _watch(self, number: int, parts: Sequence[Expr]) -> None:
        """Watch the variables of one or two parts of the clause with that number, which is then examined again after
        changes that matter: of bounds, which can make one of two parts false, or of any value, if a single part is
        left, which then has to hold.

        For a disequality a change matters only if it leaves a variable a single value.
        """
        if parts == self._watched[number]:
            return
        self._watched[number] = parts
        for part in parts:
            is_unequal = part.op == "not" and part.args[0].op == "eq0"
            watching = self._at_value if is_unequal else self._at_bound if len(parts) == 2 else self._at_change
            for x in self._variables[part]:
                watching[x][number] = None

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
        """Restrict a variable to the values that make one of several atoms about it true; once is enough, because no
        other domain matters.
        """
        ((_, x),) = _atom(parts[0]).terms
        domain = self._narrowing.domains[x]
        able = [_restricted(domain, part) for part in parts]
        self._narrowing.keep(x, Domain.union(able) if len(able) > 1 else able[0])


def _restricted(domain: Domain, part: Expr) -> Domain:
    """Return the values of a domain that make an atom of one variable true; its coefficient must be 1, as in any normal
    form.
    """
    value = -_atom(part).const
    if part.op == "le0":
        return domain.clipped(domain.lo, value)
    if part.op == "eq0":
        return domain.clipped(value, value)
    return domain.clipped(value + 1, domain.hi) if part.args[0].op == "le0" else domain.without(value)


def _is_unary(part: Expr) -> bool:
    """Whether a formula is a relation of one term, which needs to be examined only once."""
    return part.op == RELATION and len(part.args) == 2


def _parts(formula: Expr) -> Sequence[Expr]:
    """Return the parts of nested disjunctions, without FALSE; [] if one part is TRUE; just the formula if it is no
    disjunction.
    """
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


def _is_linear(part: Expr) -> bool:
    return part.op in ATOMS or (part.op == "not" and part.args[0].op in ATOMS)


def _atom(part: Expr) -> Linear:
    inner: Linear = part.args[0].args[0] if part.op == "not" else part.args[0]
    return inner
