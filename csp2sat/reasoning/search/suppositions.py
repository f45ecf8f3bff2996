"""Reasons of several statements: the opposite of a literal leads to a contradiction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from .derivations import Derived, derived
from .knowledge import POSITIVE, Knowledge, Lits
from .nets import fewest
from .parts import FewStatements, Guarded

CASES = 12  # statements of a reason that as wholes are tried for cases: each case takes a question for each of them
DEEP = 40  # literals that are tried with cases of their own where nothing else leads to a contradiction
FEW_CASES = 5  # statements of a reason up to which all literals are tried so
JOINT = 4 * POSITIVE  # the weight of joining statements: a person sees a statement alone with four known literals first
BALL = 4  # the greatest distance of a statement that is tried before all of them


class Derivation(NamedTuple):
    """Statements and known literals that force literals.

    parts: numbers of statements, ascending.  known: literals.  goal: one of the forced ones, 0 for a contradiction.
    weight: of `known`, and JOINT for each statement that joins others.  facts: the forced literals that the step gives;
    () for all.
    """

    parts: Lits
    known: Lits
    goal: int
    weight: int
    facts: tuple[int, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        return len(self.parts), self.weight

    @property
    def effort(self) -> float:
        """The number of statements, one more for each that joins others, and a quarter of the number of known literals,
        as a grade counts them.
        """
        return len(self.parts) + self.weight / (4 * POSITIVE)


class Suppositions(Knowledge):
    """The search for reasons of several statements on a board."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)

    def against(self, goal: int, most: int = 0) -> Derivation:
        """Return a reason for a literal that is certain; most: as in `refuted`."""
        if self.fails(-goal) and (found := self.reduced(goal)) is not None:
            return found
        self.solve_all([-goal])
        return self.refuted(goal, most)

    def refuted(self, goal: int, most: int = 0) -> Derivation:
        """Return a reason for a literal whose opposite the solver refutes.

        most: the conflicts that a question may take before it raises TooHard; 0 for any number.
        """
        self.guarded.most = most
        try:
            return self._refuted(goal)
        finally:
            self.guarded.most = 0

    def _refuted(self, goal: int) -> Derivation:
        facts = self.citable(self.atoms)
        for order in self._balls(goal):
            if self.guarded.refutes(order, [*facts, -goal]):
                break
        kept, facts = self.guarded.core(order, facts, [-goal])
        few = FewStatements({number: self.parts[number] for number in kept})
        few.most = self.guarded.most
        local = few if few.refutes(kept, [*facts, -goal]) else self.guarded
        parts, facts = local.minimal(kept, self.by_cost(facts), -goal)
        return self.reason(parts, facts, goal)

    def reason(self, parts: Lits, known: Lits, goal: int) -> Derivation:
        """Return a reason for the literal `goal`; without statements the reason is that a cell has one value, or the
        known opposite of a mistake.
        """
        group = self.atoms[abs(goal)]["group"] if goal else None
        parts = parts or ([] if group is None else [self.value_parts[group]])
        return self.derivation(sorted(parts), known, goal)

    def derivation(self, parts: Lits, known: Lits, goal: int) -> Derivation:
        """Return a reason with its weight; parts, known, goal: as in Derivation."""
        joint = sum(bool(self.joins[number]) for number in parts if number < len(self.joins))
        return Derivation(parts, known, goal, sum(map(self.weight, known)) + joint * JOINT)

    def reduced(self, goal: int) -> Derivation | None:
        """Return a reason for a literal whose opposite propagation refutes; None if it cannot be refuted without the
        literals that are known only by several statements.
        """
        facts = [*self.citable(self.atoms)]
        parts = self._ball(goal, facts)
        if parts is None:
            return None
        if not self.members:  # with numbers, short ways cite many values that cells do not have
            parts = self._shortly(goal, parts, facts)
        parts = fewest(parts, lambda kept: self.guarded.fails(kept, [*facts, -goal]))
        local = self.local(parts, [*facts, -goal])
        scope = {var for number in parts for var in self.parts[number].atoms}
        near = [lit for lit in facts if abs(lit) in scope or self._in_scope(lit, scope)]
        if not local.fails(parts, [*near, -goal]):
            near = facts
        kept = self._least_facts(local, parts, near, goal)
        parts, kept = local.minimal(parts, kept, -goal)
        if self.solution is None and local.refutes(parts, kept):  # the goal has no part in the contradiction
            goal = 0
            parts, kept = local.minimal(parts, kept, goal)
        return self.reason(parts, kept, goal)

    def _shortly(self, goal: int, parts: Lits, facts: Lits) -> Lits:
        """Return the statements that a short way from the opposite of a literal to a contradiction uses, or all of them
        if those do not suffice.

        goal: the literal.  parts: statements that refute its opposite by propagation.  facts: the known literals.
        """
        way = self.index.derive([-goal], self.certain(), set(parts))
        used = sorted({each.part for each in way} - {-1}, key=parts.index)
        return used if used and self.guarded.fails(used, [*facts, -goal]) else parts

    def updated(self, reason: Derivation) -> Derivation:
        """Return a reason that cites a number which is known by now rather than values that the cell does not have."""
        if not self.is_outdated(reason.known):
            return reason
        known = []
        for lit in reason.known:
            group = self.atoms[abs(lit)]["group"]
            number = next((var for var in self.members.get(group, ()) if var in self.known), lit)
            known.append(number if lit < 0 else lit)
        parts, known = self.guarded.minimal(reason.parts, self.by_cost(list(dict.fromkeys(known))), -reason.goal)
        return self.reason(parts, known, reason.goal)

    def with_known(self, reason: Derivation) -> Derivation:
        """Return a reason of less effort that cites known literals in place of statements that lead to these alone; the
        reason itself if there is none.
        """
        parts = list(reason.parts)
        scope = {var for number in parts for var in self.parts[number].atoms}
        facts = [lit for lit in self.citable(self.atoms) if abs(lit) in scope] if reason.goal else []
        for number in reason.parts if len(parts) > 1 and len(facts) > len(reason.known) else ():
            fewer = [each for each in parts if each != number]
            if fewer and self.guarded.fails(fewer, [*facts, -reason.goal]):
                parts = fewer
        if len(parts) == len(reason.parts):
            return reason
        new = self.reason(*self.guarded.minimal(parts, self.by_cost(facts), -reason.goal), reason.goal)
        return min(reason, new, key=lambda each: each.effort)

    def plainest(self, reason: Derivation) -> Derivation:
        """Return a reason with a smaller statement in place of each that joins several, if the smaller one suffices."""
        parts, against = list(reason.parts), [*reason.known, *([-reason.goal] if reason.goal else [])]
        for number in reason.parts if not reason.facts else ():  # else a statement is there for several facts
            for less in self.joins[number] if number < len(self.joins) else ():
                some = [less if each == number else each for each in parts]
                if less not in parts and self.guarded.refutes(some, against):
                    parts = some
                    break
        return reason._replace(parts=sorted(parts))

    def taken_apart(self, reason: Derivation) -> int:
        """Return how many statements more a reason needs with the smaller ones in place of each that joins several."""
        parts = sorted(self.smallest_of(reason.parts))
        if parts == sorted(reason.parts):
            return 0
        few = FewStatements({number: self.parts[number] for number in parts})
        return max(0, len(few.minimal(parts, reason.known, -reason.goal)[0]) - len(reason.parts))

    def _in_scope(self, lit: int, scope: set[int]) -> bool:
        group = self.atoms[abs(lit)]["group"]
        return group is not None and any(var in scope for var in self.members[group])

    def _ball(self, goal: int, facts: Lits) -> list[int] | None:
        """Return the statements within the least distance of the literal that refute its opposite by propagation, the
        farthest first; None if all do not.
        """
        return next((ball for ball in self._balls(goal) if self.guarded.fails(ball, [*facts, -goal])), None)

    def _balls(self, goal: int) -> Iterator[Lits]:
        """Yield the statements within growing distances of a literal, then all; the farthest first.  A statement that
        one of the others joins with more is left out.
        """
        return map(self._without_joined, self._all_balls(goal))

    def _without_joined(self, numbers: Lits) -> Lits:
        """Return statements without the smaller ones that another statement joins."""
        joined = self.joined_by(numbers)
        return [number for number in numbers if number not in joined] if joined else numbers

    def joined_by(self, numbers: Lits) -> set[int]:
        """Return the smaller statements that some statements join."""
        return {less for number in numbers if number < len(self.joins) for less in self.joins[number]}

    def smallest_of(self, numbers: Lits) -> set[int]:
        """Return statements with the smaller ones in place of each that joins several."""
        return self.joined_by(numbers).union(n for n in numbers if n >= len(self.joins) or not self.joins[n])

    def _all_balls(self, goal: int) -> Iterator[Lits]:
        """Yield the statements within growing distances of a literal, then all; the farthest first."""
        reached = dict(self.parts_near[self.key(abs(goal))])
        seen, size = {self.key(abs(goal))}, 0
        for _ in range(BALL):
            yield list(reached)[::-1]
            new, size = list(reached)[size:], len(reached)
            keys = dict.fromkeys(key for number in new for key in self.keys_of[number] if key not in seen)
            seen |= keys.keys()
            for key in keys:
                if not self.is_decided(key):
                    reached.update(self.parts_near[key])
            if len(reached) == size:
                break
        yield [*[n for n in range(len(self.parts)) if n not in reached], *list(reached)[::-1]]

    def _least_facts(self, solver: Guarded, parts: Lits, facts: Lits, goal: int) -> Lits:
        """Return as few of the facts as refute, by propagation with the statements, the opposite of the goal."""
        order = self.by_cost(facts)
        positive = [lit for lit in order if self.weight(lit) == POSITIVE]
        if len(positive) < len(order) and solver.fails(parts, [*positive, -goal]):
            order = positive
        return fewest(order, lambda kept: solver.fails(parts, [*kept, -goal]))

    def has_trail(self, reason: Derivation) -> bool:
        """Whether a step has a trail: a step by one statement has none, nor has a step that counts stars."""
        return not reason.facts and (len(reason.parts) > 1 or bool(self.joined_by(reason.parts)))

    def trail(self, reason: Derivation) -> list[list[Any]]:
        """Return the conclusions from the opposite of the goal: of each the literal, a statement's number (-1 for a
        definition, CASE if its own opposite leads to a contradiction), and the conclusions from that opposite; the last
        literal is 0, the contradiction.  A known literal is not concluded again, even if the reason does not
        have the literal, and its opposite is a contradiction.  [] if neither propagation, nor what the statements as
        wholes force, nor such cases get there.
        """
        supposed, parts = [-reason.goal] if reason.goal else [], self.smallest_of(reason.parts)
        true = self.index.closure([1, *reason.known], parts)
        near = self._near(reason)
        cases = [lit for var in near for lit in (var, -var)]
        small, few = sorted(parts), cases if len(parts) <= CASES else []
        deep = len(cases) if len(reason.parts) <= FEW_CASES else DEEP

        def way(true: set[int]) -> list[Derived]:
            return (
                self.index.derive(supposed, true, parts)
                or self._by_statements(supposed, true, small)
                or self.index.derive(supposed, true, parts, cases)
                or (self._by_statements(supposed, true, small, few) if few else [])
                or (self._by_statements(supposed, true, reason.parts) if small != reason.parts else [])
                or self.index.derive(supposed, true, parts, cases[: 3 * deep], cases[:deep])
            )

        found = way(true)
        while noted := {lit for each in found for lit in (each.literal, -each.literal) if lit in self.known} - true:
            true |= noted  # what the reader knows needs no line, and is contradicted at once
            found = way(true) or found
        return self._listed(found, self.known.keys() - self.index.closure([1, *reason.known], ()))

    def further(self, reason: Derivation, facts: Lits) -> tuple[list[list[Any]], dict[int, int]]:
        """Return ways for the facts of a reason, except the first one, and literals with statements.

        A way is a fact with the conclusions from its opposite, as `trail` lists them, if the facts before hold.  The
        literals are the facts that need no way, because they follow from the others by propagation, each with the
        number of the last statement that the propagation needs.
        """
        ways, at_once, before, small = list[list[Any]](), dict[int, int](), facts[:1], self.smallest_of(reason.parts)
        for lit in facts[1:]:
            found, true = dict[int, Derived](), [1, *reason.known, *before]
            for parts in (small, set(reason.parts)):
                if lit not in found:
                    self.index.propagate([*true], dict.fromkeys(true), found, parts)
            if lit in found:
                at_once[lit] = found[lit].part
            elif way := self.trail(reason._replace(goal=lit, known=[*reason.known, *before])):
                ways.append([lit, way])
                before.append(lit)
        return ways, at_once

    def _listed(self, conclusions: Iterable[Derived], noted: Collection[int]) -> list[list[Any]]:
        """Return conclusions as lists, without those about hidden variables that have no meaning for people.

        A list ends with the noted literals that the conclusion needs, or all of them for a contradiction by a
        definition, and with all visible ones.  noted: known literals that do not follow from the reason by definitions.
        """
        found, of = list[list[Any]](), dict[int, Lits]()
        for each in conclusions:
            visible = list(dict.fromkeys(lit for need in each.needs for lit in of.get(need, [need])))
            visible = [lit for lit in visible if abs(lit) in self.meant]
            if each.literal and abs(each.literal) not in self.meant:
                of[each.literal] = visible
                continue
            needs = [lit for lit in each.needs if lit in noted or (each.part < 0 and not each.literal)]
            needs += [lit for lit in visible if lit in noted and lit not in needs]  # of hidden conclusions
            found.append([each.literal, each.part, self._listed(each.way, noted), needs, visible])
        return found

    def _near(self, reason: Derivation) -> Lits:
        """Return the variables in the statements of a reason, the nearest to its goal first."""
        found = {var for number in reason.parts for var in self.parts[number].atoms}
        r, c = self.atoms[abs(reason.goal)]["place"] if reason.goal else (0, 0)
        place = {var: self.atoms[var]["place"] for var in found}
        return sorted(found, key=lambda var: (abs(place[var][0] - r) + abs(place[var][1] - c), var))

    def _by_statements(self, supposed: Lits, true: set[int], parts: Lits, cases: Sequence[int] = ()) -> list[Derived]:
        """Return the conclusions that `derived` finds by statements as wholes.

        supposed, true, cases: as in `derived`.  parts: the statements that may be used.
        """
        return derived(lambda _, holds, came: self._force(parts, holds, came), supposed, true, cases)

    def _force(self, parts: Lits, holds: dict[int, None], came: dict[int, Derived]) -> Derived | None:
        """Add all literals that statements as wholes force to the literals `holds`; return the contradiction at which
        that ends, None if there is none.

        came: gets the conclusions by their literals.  parts: the statements that may be used.
        """
        before = -1
        while before < len(came):
            before = len(came)
            for number in parts:
                part = self.parts[number]
                known = [lit for lit in holds if part.has(lit)]
                forced = part.forced(known, [var for var in part.variables if var not in holds and -var not in holds])
                if forced is None:
                    return Derived(0, number, part.reason(known, 0))
                for lit in forced:
                    came[lit] = Derived(lit, number, part.reason(known, lit))
                    holds[lit] = None
        return None

    def candidates(self) -> Lits:
        """Return the literals that may be forced: of the solution, or all if there is none."""
        found = [lit for var in self.atoms if self.is_open(var) for lit in (var, -var)]
        return found if self.solution is None else [lit for lit in found if lit in self.solution]
