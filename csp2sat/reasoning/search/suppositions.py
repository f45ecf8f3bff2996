"""Reasons of several statements: the opposite of a literal leads to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator

from .derivations import CASE, every
from .graph_cuts.nets import fewest
from .knowledge import POSITIVE, Lits
from .parts import FewStatements, Guarded
from .trails import JOINT, Derivation, Trails

BALL = 4  # the greatest distance of a statement that is tried before all of them


class Suppositions(Trails):
    """The search for reasons of several statements on a board."""

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
        """Return a reason with its weight, which is greater for a goal that is a bound of a number: numbers come first.

        parts, known, goal: as in Derivation.
        """
        joint = sum(bool(self.joins[number]) for number in parts if number < len(self.joins))
        is_bound = self.has_bounds and goal < 0
        return Derivation(parts, known, goal, sum(map(self.weight, known)) + (joint + is_bound) * JOINT)

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
        return self._of_parts(goal, parts, facts)

    def of_short_way(self, goal: int) -> Derivation | None:
        """Return a reason for the literal `goal` from the statements of a short way; None if there is no way."""
        parts = {each.part for each in every(self.short_way(goal, []))} - {-1, CASE}
        whole = [n for n, less in enumerate(self.joins) if len(parts.intersection(less)) > 1]
        parts = {*whole, *(parts - self.joined_by(whole))}
        facts = self.citable(self.atoms)
        if self.guarded.fails(parts, [*facts, -goal]):
            return self._of_parts(goal, sorted(parts), facts)
        if not parts or not self.guarded.refutes(parts, [*facts, -goal]):
            return None
        return self.reason(
            *self.guarded.minimal(*self.guarded.core(sorted(parts), self.by_cost(facts), [-goal]), -goal), goal
        )

    def _of_parts(self, goal: int, parts: Lits, facts: Lits) -> Derivation:
        """Return a reason for the literal `goal` from statements and known literals that refute its opposite by
        propagation.
        """
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
        """Return a reason with a smaller statement in place of each that joins several, or, on the board of a loop,
        of each that is about more places, such as a number of cells, if the smaller one suffices.
        """
        parts, against = list(reason.parts), [*reason.known, *([-reason.goal] if reason.goal else [])]
        for number in reason.parts if not reason.facts else ():  # else a statement is there for several facts
            for less in [*(self.joins[number] if number < len(self.joins) else ()), *self._within(number, parts)]:
                some = [less if each == number else each for each in parts]
                if less not in parts and self.guarded.refutes(some, against):
                    parts = some
                    break
        if len(parts) == 1 or self.smallest_of(parts) <= self.smallest_of(reason.parts):
            return reason._replace(parts=sorted(parts))
        return self.reason(*self.guarded.minimal(parts, self.by_cost(reason.known), -reason.goal), reason.goal)

    def _within(self, number: int, parts: Lits) -> Lits:
        """Return the statements that are about some of those variables alone which a statement of a reason has in
        common with the others, the smallest first; [] on boards without a loop.

        number: of the statement.  parts: of the reason.
        """
        if not self.is_loop or len(parts) < 2 or number in self.cut_of:
            return []
        others = {var for each in parts if each != number for var in self.parts[each].atoms}
        both = others.intersection(self.parts[number].atoms)
        near = dict.fromkeys(each for var in sorted(both) for each in self.part_at[var])
        found = [each for each in near if each < len(self.joins) and both.issuperset(self.parts[each].atoms)]
        return sorted(found, key=lambda each: len(self.parts[each].atoms))

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
        """Return as few of the facts as refute, by propagation with the statements, the opposite of the goal.

        The facts that place something are tried first, and then these with the facts about the goal's own number.
        """
        order = self.by_cost(facts)
        positive = [lit for lit in order if self.weight(lit) == POSITIVE]
        if len(positive) < len(order):
            value = self.atoms[abs(goal)]["value"] if goal else None
            own = [lit for lit in order if self.weight(lit) == POSITIVE or self.atoms[-lit]["value"] == value]
            order = next((some for some in (positive, own) if solver.fails(parts, [*some, -goal])), order)
        return fewest(order, lambda kept: solver.fails(parts, [*kept, -goal]))

    def candidates(self) -> Lits:
        """Return the literals that may be forced: of the solution, or all if there is none."""
        found = [lit for var in self.atoms if self.is_open(var) for lit in (var, -var)]
        return found if self.solution is None else [lit for lit in found if lit in self.solution]
