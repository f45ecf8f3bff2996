"""Derivations by unit propagation, breadth first: which clauses lead from a supposition to a contradiction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

Lits = list[int]
ALONE = 0  # in place of a literal from which propagation goes on: to the clauses of one literal
CASE = -2  # for the number of a statement: the conclusion holds because its opposite leads to a contradiction


class Derived(NamedTuple):
    """A derived literal, 0 for a contradiction.

    part: the number of the statement whose clause forces the literal, -1 if a definition does, CASE if the negation of
    the literal leads to a contradiction.  needs: the true literals that the conclusion rests on: the negations of the
    clause's other literals, or for CASE the literals that `way` uses.  way: for CASE the conclusions from the negation.
    """

    literal: int
    part: int
    needs: Lits
    way: tuple[Derived, ...] = ()


Force = Callable[[Lits, dict[int, None], dict[int, Derived]], Derived | None]  # see `derived`


class ClauseIndex:
    """Clauses by the literals that they can lose; units: the variables whose clauses of one literal force it."""

    def __init__(self, units: Collection[int] = ()) -> None:
        self._units = units
        self._with: dict[int, list[tuple[int, Lits]]] = {}

    def add(self, part: int, clauses: Iterable[Lits]) -> None:
        """Add clauses of a statement; -1 for definitions."""
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
        """Return the conclusions that `derived` finds by clauses.

        true: all literals that hold beside the supposed ones and that clauses of these statements, or definitions,
        force.  parts: the statements that are used.  cases, deep: as in `derived`.
        """

        def force(todo: Lits, holds: dict[int, None], came: dict[int, Derived]) -> Derived | None:
            return self.propagate(todo, holds, came, parts)

        return derived(force, supposed, true, cases, deep)

    def propagate(
        self,
        todo: Lits,
        holds: dict[int, None],
        came: dict[int, Derived],
        parts: Collection[int],
        without: Collection[int] = (),
    ) -> Derived | None:
        """Add all literals that clauses force, from the literals `todo` on, to the literals that hold; return the
        contradiction at which propagation ends, None if there is none.

        holds: the literals that hold.  came: gets the conclusions by their literals.  parts: the statements that are
        used, beside the definitions.  without: variables about which there are no conclusions.
        """
        for lit in todo:
            for part, clause in self._with.get(lit, ()):
                if part >= 0 and part not in parts:
                    continue
                left = [each for each in clause if -each not in holds]
                if len(left) > 1 or (left and (left[0] in holds or abs(left[0]) in without)):
                    continue
                found = Derived(left[0] if left else 0, part, [-each for each in clause if each not in left])
                if not left:
                    return found
                came[left[0]] = found
                holds[left[0]] = None
                todo.append(left[0])
        return None

    def shortest(
        self, supposed: Lits, true: Iterable[int], parts: Collection[int], most: int, cases: Sequence[int] = ()
    ) -> list[Derived]:
        """Return of all contradictions that propagation meets the one with the least work, with its conclusions, in an
        order in which those by one statement are together; [] if there is none.

        supposed, true, parts: as in `derive`.  most: conclusions after which propagation ends.  cases: literals that
        are false if they lead to a contradiction, tried in their order where propagation meets none.
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
        """Return the way of the least work to a contradiction, its conclusions in any order; [] if there is none.

        todo, holds, came, parts: as in `propagate`.  most: as in `shortest`.
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
        """Return literals and all that propagation finds from them with definitions and some statements, but nothing
        about the variables `without`.
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


def derived(
    force: Force, supposed: Lits, true: Iterable[int], cases: Sequence[int] = (), deep: Sequence[int] = ()
) -> list[Derived]:
    """Return the conclusions that lead from supposed literals to a contradiction, in their order, and none that the
    contradiction does not need; [] if there is no contradiction.

    force: takes new literals, all literals that hold, and conclusions; adds further conclusions to both, and returns
    the contradiction at which these end, None if there is none.  true: the literals that hold beside the supposed ones.
    cases: literals that are false if they lead to a contradiction, in the order in which they are tried.  deep: those
    that are false, too, if they lead to a contradiction with cases.
    """
    came: dict[int, Derived] = {}
    todo, holds = [*supposed], dict.fromkeys([*supposed, *true])
    while not (last := force(todo, holds, came)):
        simple = (_case(force, lit, holds) for lit in cases if lit not in holds and -lit not in holds)
        hard = (_case(force, lit, holds, cases) for lit in deep if lit not in holds and -lit not in holds)
        if (case := next(filter(None, chain(simple, hard)), None)) is None:
            return []
        came[case.literal], holds[case.literal], todo = case, None, [case.literal]
    return needed(last, came)


def _case(force: Force, lit: int, holds: dict[int, None], cases: Sequence[int] = ()) -> Derived | None:
    """Return the conclusion that the literal `lit` is false because `lit` leads to a contradiction with the literals
    `holds`; None if there is no contradiction.  force, cases: as in `derived`.
    """
    way = derived(force, [lit], holds, cases)
    return as_case(lit, way) if way else None


def as_case(lit: int, way: Sequence[Derived]) -> Derived:
    """Return the conclusion that a literal is false, since conclusions from the literal end in a contradiction."""
    came = {step.literal for step in way}
    uses = dict.fromkeys(each for step in way for each in step.needs if each != lit and each not in came)
    return Derived(-lit, CASE, list(uses), tuple(way))


def work(way: Sequence[Derived]) -> tuple[int, int]:
    """Return how much there is to read in conclusions: the number of statements of which each has a line, those of
    cases twice, and the number of conclusions.
    """
    inner = [work(each.way) for each in way if each.way]
    lines = len({each.part for each in way if not each.way}) + sum(1 + 2 * lines for lines, _ in inner)
    return lines, len(way) + sum(count for _, count in inner)


def every(way: Iterable[Derived]) -> Iterator[Derived]:
    """Yield conclusions, and those of their cases."""
    for each in way:
        yield each
        yield from every(each.way)


def together(way: Sequence[Derived]) -> list[Derived]:
    """Return conclusions in an order in which those by one statement follow one another where that is possible."""
    left, found = list(way), list[Derived]()
    while left:
        open_ = {each.literal for each in left}
        ready = [each for each in left[:-1] if open_.isdisjoint(each.needs)] or left
        same = (each for each in ready if found and each.part == found[-1].part)
        found.append(next(same, ready[0]))
        left.remove(found[-1])
    return found


def needed(last: Derived, came: dict[int, Derived]) -> list[Derived]:
    """Return a conclusion and all that it needs, in their order; came: the conclusions by their literals."""
    kept, todo = {0}, [last]
    for each in todo:
        for lit in each.needs:
            if lit in came and lit not in kept:
                kept.add(lit)
                todo.append(came[lit])
    return [*(each for lit, each in came.items() if lit in kept), last]
