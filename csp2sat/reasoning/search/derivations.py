"""Derivations by unit propagation, breadth first: which clauses lead from a supposition to a contradiction.

Literals are those of a CNF.  A clause of the CNF comes from a statement, which is a rule at one place of the board and
has a number, the `part`, or defines an auxiliary variable.  A conclusion is a literal that a clause forces since all
other literals of the clause are false; a contradiction is a clause whose literals are all false.  A way is a list of
conclusions, each from the ones before it, whose last one is a contradiction.  A case is a literal that is supposed for
a while: if propagation from it meets a contradiction, the literal is false, which is a conclusion, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

Lits = list[int]
ALONE = 0  # the place of a true literal at which propagation uses the clauses of one literal
DEFINED = -1  # in place of the number of a statement: the literal follows by a definition
CASE = -2  # in place of the number of a statement: the literal is true since its negation leads to a contradiction


class LaterNeeds(Sequence[int]):
    """Literals that a conclusion rests on, found when they are first asked for: most conclusions lead nowhere."""

    def __init__(self, find: Callable[[], Lits]):
        self._find = find

    @cached_property
    def _found(self) -> Lits:
        return self._find()

    def __getitem__(self, at: Any) -> Any:
        return self._found[at]

    def __len__(self) -> int:
        return len(self._found)


class Derived(NamedTuple):
    """A conclusion: a literal and why it is true.

    literal: 0 for a contradiction.  part: the number of the statement whose clause forces the literal; -1 if the clause
    is from a definition; CASE if the literal is true because its negation leads to a contradiction.  needs: the true
    literals that the conclusion rests on: the negations of the clause's other literals, or, if `part` is CASE, all
    that `way` uses from outside.  way: if `part` is CASE, the way from the negation to a contradiction; else empty.
    """

    literal: int
    part: int
    needs: Sequence[int]
    way: tuple[Derived, ...] = ()


Force = Callable[[Lits, dict[int, None], dict[int, Derived]], Derived | None]  # todo, holds, came: the contradiction


class ClauseIndex:
    """An index that finds for a literal which has become true the clauses that have its negation.

    units: variables.  A clause of one literal is used by propagation if its variable is among `units`, else never.
    """

    def __init__(self, units: Collection[int] = ()) -> None:
        self._units = units
        self._with: dict[int, list[tuple[int, Lits]]] = {}

    def add(self, part: int, clauses: Iterable[Lits]) -> None:
        """Add the clauses of the statement with number `part`, or of definitions if `part` is -1."""
        for clause in clauses:
            for lit in [-each for each in clause] + [ALONE] * (len(clause) == 1 and abs(clause[0]) in self._units):
                self._with.setdefault(lit, []).append((part, clause))

    def derive(
        self,
        supposed: Lits,
        true: Iterable[int],
        parts: Collection[int],
        cases: Sequence[int] = (),
        deep: Sequence[int] = (),
    ) -> list[Derived]:
        """Return a way from the supposed literals to a contradiction by clauses of the index; [] if there is none.

        true: further literals that hold, with all that the clauses force from them alone.  parts: the numbers of the
        statements whose clauses are used, beside definitions.  cases, deep: as in `derived`.
        """

        clauses = _ClausesOf(self._with, parts)

        def force(todo: Lits, holds: dict[int, None], came: dict[int, Derived]) -> Derived | None:
            return _propagate(clauses, todo, holds, came, ())

        return derived(force, supposed, true, cases, deep)

    def propagate(
        self,
        todo: Lits,
        holds: dict[int, None],
        came: dict[int, Derived],
        parts: Collection[int],
        without: Collection[int] = (),
    ) -> Derived | None:
        """Propagate until a contradiction is met or nothing more is forced; return the contradiction, or None.

        todo: literals that hold, at which propagation begins; each forced literal is appended.  holds: all literals
        that hold, to which forced literals are added, too.  came: is given the conclusions by their literals.  parts:
        the numbers of the statements whose clauses are used, beside definitions.  without: variables that are not
        concluded.
        """
        return _propagate(_ClausesOf(self._with, parts), todo, holds, came, without)

    def shortest(
        self, supposed: Lits, true: Iterable[int], parts: Collection[int], most: int, cases: Sequence[int] = ()
    ) -> list[Derived]:
        """Return the way to a contradiction that is the least to read, see `work`, in the order of `together`; [] if no
        contradiction is met.

        supposed, true, parts: as in `derive`.  most: the number of conclusions after which propagation ends.  cases:
        literals that are tried as cases in this order, as long as no contradiction is met without them.
        """
        came: dict[int, Derived] = {}
        todo, holds, left = [*supposed], dict.fromkeys([*supposed, *true]), list(cases)
        while not (best := self._least(todo, holds, came, parts, most)) and left:
            todo = []
            while left and not todo:
                lit = left.pop(0)
                way = [] if lit in holds or -lit in holds else self.shortest([lit], holds, parts, most)
                if way and all(lit not in each.needs for each in way):  # it needs no case
                    return together(needed(way[-1], came | {each.literal: each for each in way[:-1]}))
                if way:
                    came[-lit], holds[-lit], todo = as_case(lit, way), None, [-lit]
        return together(best)

    def _least(
        self, todo: Lits, holds: dict[int, None], came: dict[int, Derived], parts: Collection[int], most: int
    ) -> list[Derived]:
        """Propagate, on beyond contradictions, and return the way to that contradiction which is the least to read;
        [] if none is met.

        todo, holds, came, parts: as in `propagate`.  most: the number of conclusions after which propagation ends.
        """
        best: list[Derived] = []
        for lit in todo:
            for part, clause in self._with.get(lit, ()):
                if part >= 0 and part not in parts:
                    continue
                left = [each for each in clause if -each not in holds]
                if len(left) > 1 or (left and left[0] in holds):
                    continue
                found = Derived(left[0] if left else 0, part, [-each for each in clause if each not in left])
                if left:
                    came[left[0]], holds[left[0]] = found, None
                    todo.append(left[0])
                else:
                    way = needed(found, came)
                    best = way if not best or work(way) < work(best) else best
            if len(came) > most:
                break
        return best

    def closure(self, lits: Collection[int], parts: Collection[int], without: Collection[int] = ()) -> set[int]:
        """Return the literals `lits` and all literals that propagation forces from them; contradictions are ignored.

        parts: the numbers of the statements whose clauses are used, beside definitions.  without: variables that are
        not concluded.
        """
        holds, todo = set(lits), list(lits)
        for lit in todo:
            for part, clause in self._with.get(lit, ()):
                if part < 0 or part in parts:
                    left = [each for each in clause if -each not in holds]
                    if len(left) == 1 and left[0] not in holds and abs(left[0]) not in without:
                        holds.add(left[0])
                        todo.append(left[0])
        return holds


class _ClausesOf(dict[int, list[tuple[int, Lits]]]):
    """The clauses of some statements, and of definitions, by the literals whose truth makes one of their literals
    false; those of a literal are collected when they are first asked for.
    """

    def __init__(self, index: dict[int, list[tuple[int, Lits]]], parts: Collection[int]):
        super().__init__()
        self._index, self._parts = index, parts

    def __missing__(self, lit: int) -> list[tuple[int, Lits]]:
        found = [each for each in self._index.get(lit, ()) if each[0] < 0 or each[0] in self._parts]
        self[lit] = found
        return found


def _propagate(
    clauses: _ClausesOf, todo: Lits, holds: dict[int, None], came: dict[int, Derived], without: Collection[int]
) -> Derived | None:
    """Propagate as `ClauseIndex.propagate` does, by some clauses; todo, holds, came, without: as there."""
    for lit in todo:
        for part, clause in clauses[lit]:
            left = 0
            for each in clause:
                if -each not in holds:
                    if left or each in holds or each in without or -each in without:
                        break
                    left = each
            else:
                found = Derived(left, part, [-each for each in clause if each != left])
                if not left:
                    return found
                came[left] = found
                holds[left] = None
                todo.append(left)
    return None


def derived(
    force: Force,
    supposed: Lits,
    true: Iterable[int],
    cases: Sequence[int] = (),
    deep: Sequence[int] = (),
    came: dict[int, Derived] | None = None,
) -> list[Derived]:
    """Return a way from supposed literals to a contradiction, without conclusions that the contradiction does not need;
    [] if there is no contradiction.

    force: a function that propagates, with the first three parameters of `ClauseIndex.propagate` and its result.  true:
    the literals that hold beside the supposed ones.  cases: literals that are tried as cases, in this order, if
    propagation meets no contradiction.  deep: literals that are tried as cases after those; the propagation from each
    of them may use `cases` as cases of its own.  came: is given all conclusions by their literals; None if these are
    not wanted.
    """
    came = {} if came is None else came
    todo, holds = [*supposed], dict.fromkeys([*supposed, *true])
    while not (last := force(todo, holds, came)):
        if (case := _first_case(force, holds, cases, ()) or _first_case(force, holds, deep, cases)) is None:
            return []
        came[case.literal], holds[case.literal], todo = case, None, [case.literal]
    return needed(last, came)


def _first_case(force: Force, holds: dict[int, None], tried: Sequence[int], cases: Sequence[int]) -> Derived | None:
    """Return the conclusion that the first of some literals is false from which, with the literals `holds`, a
    contradiction follows; None if none follows.

    tried: these literals.  A literal that is false or true is passed over, and so is a literal that follows from one
    that led to no contradiction: from the former follows less.  force, cases: as in `derived`.
    """
    passed = set[int]()
    for lit in tried:
        if lit in passed or lit in holds or -lit in holds:
            continue
        came = dict[int, Derived]()
        if way := derived(force, [lit], holds, cases, (), came):
            return as_case(lit, way)
        passed.update(came)
    return None


def as_case(lit: int, way: Sequence[Derived]) -> Derived:
    """Return the conclusion that the literal `lit` is false, because `way` leads from `lit` to a contradiction."""
    came = {step.literal for step in way}
    uses = dict.fromkeys(each for step in way for each in step.needs if each != lit and each not in came)
    return Derived(-lit, CASE, list(uses), tuple(way))


def work(way: Sequence[Derived]) -> tuple[int, int]:
    """Return how much a person has to read of a way: the number of its lines, then the number of its conclusions.

    A statement has one line, however many conclusions come from it; a case has a line, and each line of the case's own
    way counts as two.
    """
    inner = [work(each.way) for each in way if each.way]
    lines = len({each.part for each in way if not each.way}) + sum(1 + 2 * lines for lines, _ in inner)
    return lines, len(way) + sum(count for _, count in inner)


def every(way: Iterable[Derived]) -> Iterator[Derived]:
    """Yield the conclusions of a way, each followed by the conclusions of its own way if it comes from a case."""
    for each in way:
        yield each
        yield from every(each.way)


def together(way: Sequence[Derived]) -> list[Derived]:
    """Return the conclusions of a way in another order: each still comes after the conclusions that it needs, and
    conclusions by the same statement follow one another where that is possible.
    """
    left, found = list(way), list[Derived]()
    while left:
        open_ = {each.literal for each in left}
        ready = [each for each in left[:-1] if open_.isdisjoint(each.needs)] or left
        same = (each for each in ready if found and each.part == found[-1].part)
        found.append(next(same, ready[0]))
        left.remove(found[-1])
    return found


def ended(way: Sequence[Derived]) -> list[Derived]:
    """Return a way up to the first conclusion whose opposite is concluded above, which is the contradiction, without
    the conclusions that this does not need.
    """
    came = dict[int, Derived]()
    for each in way:
        if -each.literal in came:
            return needed(Derived(0, each.part, [*each.needs, -each.literal], each.way), came)
        came[each.literal] = each
    return list(way)


def needed(last: Derived, came: dict[int, Derived]) -> list[Derived]:
    """Return the conclusion `last` behind all conclusions that it needs, directly or through others.

    came: the conclusions that may be needed, by their literals, in the order in which they were made.
    """
    kept, todo = {0}, [last]
    for each in todo:
        for lit in each.needs:
            if lit in came and lit not in kept:
                kept.add(lit)
                todo.append(came[lit])
    return [*(each for lit, each in came.items() if lit in kept), last]
