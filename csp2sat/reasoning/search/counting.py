"""Reasons that count stars: the arguments of `group_arguments`, as statements of a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from ...puzzles.spec import Cell
from .arguments.group_arguments import GroupArgument, argument_of, arguments, at_sight
from .arguments.touching import CellBits, StarNeed, StarNumber, touch, with_touched
from .parts import FewStatements
from .suppositions import Suppositions
from .trails import Derivation

Lits = list[int]
SMALL = 5  # statements of a reason beside which no other is made anew
TRIALS = 12  # arguments of one size of which the best is chosen


class StarCounting(Suppositions):
    """The search for reasons that count the stars of lines and rooms.

    question: its `stars` has the number of each statement that counts stars, and its StarNumber.
    """

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._stars = {number: StarNumber(*count) for number, count in question["stars"]}
        self.counts_stars = bool(self._stars)
        self._var = {tuple(atom["place"]): var for var, atom in self.atoms.items()} if self._stars else {}
        self._cells = CellBits(1 + max((c for _, c in self._var), default=0))
        pairs = [n for n, part in enumerate(self.parts) if self._stars and _is_apart(part.clauses)]
        self._all_touching, self._touching = {*pairs}, self._without_joined(pairs)

    def at_sight(self) -> Derivation | None:
        """Return a reason that a person sees before others with fewer known literals: the free cells of a line or room
        are as many groups as stars, or are all in another one; None if there is none.
        """
        return self._best(at_sight(self._counts(), self._cells))

    def by_counting(self) -> Derivation | None:
        """Return a reason of the fewest lines and rooms that counts stars; None if there is none."""
        return self._best(arguments(self._counts(), self._cells))

    def _best(self, found_in: Iterable[GroupArgument]) -> Derivation | None:
        """Return the reason that is best among those which arguments give; None if no argument gives a reason.

        A reason that places a star is better than any that only excludes stars; of two alike, the one with the lower
        weight of known literals.  found_in: ascending by the number of lines and rooms; after the first argument that
        gives a reason only arguments of the same number follow.  At most TRIALS arguments are tried.
        """
        best, size = None, 0
        for at, argument in enumerate(found_in):
            if best is not None and (argument.size > size or at > TRIALS):
                break
            found = self._of(argument)
            if found is not None and (best is None or _rank(found) < _rank(best)):
                best, size = found, argument.size
        return best

    def _counts(self) -> list[StarNeed]:
        """Return the lines and rooms that need stars, by the literals that are known."""
        known = {self._cell(lit): lit > 0 for lit in self.known if self._stars}
        return [need for need in self._wanted(self._stars, known) if need.need]

    def _wanted(self, numbers: Iterable[int], known: Mapping[Cell, bool]) -> list[StarNeed]:
        """Return what lines and rooms need; numbers: of their statements.  known: whether cells have a star."""
        return [StarNeed.of(at, self._stars[at], self._places(at), known, self._cells) for at in numbers]

    def _of(self, argument: GroupArgument) -> Derivation | None:
        """Return an argument as a reason; None if the argument needs fewer lines and rooms."""
        goals = [self._lit(cell, has) for cell, has in argument.facts.items()]
        goals = [goal for goal in goals if self.is_open(abs(goal))]
        keys = {*argument.some, *argument.others, *argument.way}
        for some in [goals, *([goal] for goal in goals if len(goals) > 1)] if goals else ():
            found = self._leanest([*keys], some)
            if found is None or (some is goals and argument.exact and not keys <= {*found.parts}):
                return None
            if (keys <= {*found.parts} or argument.way) and (facts := self._by_argument(found, some)):
                one = found._replace(facts=tuple(facts))
                return one if some is goals or argument.way else self._more_at_once(keys, goals, one)
        return self._at_once(keys, goals) if goals else None

    def _more_at_once(self, keys: Set[int], goals: Lits, reason: Derivation) -> Derivation:
        """Return a reason for all of some literals if each literal that another reason lacks takes less than one more
        statement or known literal; else that other reason.

        keys: the lines and rooms.
        """
        whole = self._at_once(keys, goals) if len(goals) > len(reason.facts) else None
        if whole is None:
            return reason
        more = sum(len(of) for of in (whole.parts, whole.known)) - sum(len(of) for of in (reason.parts, reason.known))
        return whole if more < len(whole.facts) - len(reason.facts) else reason

    def _at_once(self, keys: Set[int], goals: Lits) -> Derivation | None:
        """Return a reason whose argument gives all of some literals; None if fewer lines and rooms suffice for them, or
        there is no such argument.

        keys: the lines and rooms.
        """
        found = self._leanest([*keys], goals, True)
        return found._replace(facts=tuple(goals)) if found is not None and keys <= {*found.parts} else None

    def leaner(self, reason: Derivation) -> Derivation:
        """Return a reason of several statements without the lines, rooms and known literals that are not needed once
        all stars that touch are considered, if a person sees that; any other reason as it is.
        """
        keys = [number for number in reason.parts if number in self._stars]
        others = {*reason.parts}.difference(keys, self._all_touching)
        if len(reason.parts) < 2 or not keys or others or not reason.goal or reason.facts:
            return reason
        found = self._leanest(keys, [reason.goal])
        if found is None:
            return reason
        if facts := self._by_argument(found, [reason.goal]):
            every = self._by_argument(found._replace(parts=keys, known=[*self.known]), facts)
            return self._more_at_once({*keys}, every or facts, found._replace(facts=tuple(facts)))
        return found if len(found.known) < len(reason.known) and self.is_plain(found) else reason

    def is_plain(self, reason: Derivation) -> bool:
        """Whether a reason has few statements, and its conclusions follow one from another without further cases."""
        trail = self.trail(reason) if len(reason.parts) <= SMALL else []
        return bool(trail) and not any(way for _, _, way, *_ in trail)

    def _by_argument(self, reason: Derivation, goals: Lits) -> Lits:
        """Return the literals, with some that are wanted, that an argument by all lines and rooms of a reason gives
        from its known literals alone; [] if there is none.

        goals: the wanted literals.
        """
        keys = [number for number in self._stars if number in reason.parts]
        known = {self._cell(lit): lit > 0 for lit in reason.known}
        known = with_touched(known, (cell for number in keys for cell in self._places(number)))
        facts = {self._cell(goal): goal > 0 for goal in goals}
        argument = argument_of(self._wanted(keys, known), self._cells, facts)
        lits = [self._lit(*fact) for fact in argument.facts.items()] if argument else []
        return [*goals, *(lit for lit in lits if self.is_open(abs(lit)) and lit not in goals)] if argument else []

    def _leanest(self, keys: Lits, goals: Lits, by_argument: bool = False) -> Derivation | None:
        """Return the reason for literals from lines and rooms, stars that touch, and as few known literals as possible;
        None if there is none.

        keys: the lines and rooms.  by_argument: whether one argument must give all of the literals.
        """
        cells = {cell for key in keys for cell in self._places(key)}.union(map(self._cell, goals))
        touching = [n for n in self._touching if len(self._places(n) & cells) > 1]
        touching.sort(key=lambda n: len(self.parts[n].atoms) <= 4)
        known = self.citable([var for number in keys for var in self.parts[number].atoms])
        few = FewStatements({number: self.parts[number] for number in (*keys, *touching)})

        def forces(parts: Lits, facts: Lits) -> bool:
            if by_argument and not self._by_argument(Derivation(parts, facts, 0, 0), goals):
                return False
            return all(few.refutes(parts, [*facts, -goal]) for goal in goals)

        parts, facts = [*touching, *keys], sorted(self.by_cost(known), key=lambda lit: self._order(lit, goals))
        if not forces(parts, facts):
            return None
        for number in keys:
            if len(keys) > 1 and forces(fewer := [each for each in parts if each != number], facts):
                parts = fewer
        goal_cells = {self._cell(goal) for goal in goals}
        for number in [each for each in touching if not self._places(each) & goal_cells]:  # a known cell says it sooner
            if forces(fewer := [each for each in parts if each != number], facts):
                parts = fewer
        for lit in facts:
            if forces(parts, fewer := [each for each in facts if each != lit]):
                facts = fewer
        for number in (each for each in touching if each in parts):
            if forces(fewer := [each for each in parts if each != number], facts):
                parts = fewer
        return self.derivation(sorted(parts), facts, goals[0])

    def _order(self, lit: int, goals: Lits) -> int:
        """Return what known literals are ordered by, the first ones being left out first: cells that touch a star, or
        the supposed star; other cells without a star; stars.
        """
        if lit > 0:
            return 2
        cell = self._cell(lit)
        stars = [*(-goal for goal in goals), *self.known]
        return 0 if any(star in self.atoms and touch(cell, self._cell(star)) for star in stars) else 1

    def _cell(self, lit: int) -> Cell:
        return tuple(self.atoms[abs(lit)]["place"])

    def _lit(self, cell: Cell, has: bool) -> int:
        return self._var[cell] if has else -self._var[cell]

    def _places(self, number: int) -> set[Cell]:
        return {tuple(self.atoms[var]["place"]) for var in self.parts[number].atoms}


def _rank(reason: Derivation) -> tuple[bool, int]:
    """Return what reasons with equally many lines and rooms are ordered by."""
    return max(reason.facts) < 0, reason.weight


def _is_apart(clauses: list[Lits]) -> bool:
    """Whether clauses say that some two cells do not both have a star."""
    return bool(clauses) and all(len(clause) == 2 and max(clause) < 0 for clause in clauses)
