"""Reasons about the shaded cells of rooms: the arguments of `room_arguments`, as statements of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...puzzles.spec import Cell
from .arguments.room_arguments import CellNeed, LineArgument, beside, line_arguments, placements
from .counting import StarCounting
from .graph_cuts.nets import fewest
from .knowledge import Lits
from .parts import FewStatements, SmallSolver
from .trails import Derivation

WAYS = 3  # to place the shaded cells of a room that a person compares
TOGETHER = 4  # statements by which the ways exclude cells
TRIALS = 6  # arguments of one kind of which the best is chosen


class RoomCounting(StarCounting):
    """The search for reasons about the shaded cells of rooms.

    question: its `rooms` has for each statement that counts the shaded cells of a room its number, and how many.
    """

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        counts = {number: count for number, count in question["rooms"] if not self.joins[number]}
        self._count_in = {n: count for n, count in counts.items() if all(v > 0 for v in self.parts[n].atoms)}
        self._apart = {each: n for n, less in enumerate(self.joins) for each in less if each in self._count_in}
        self.counts_rooms = bool(self._apart)
        if not self.counts_rooms:
            return
        self._at = {tuple(atom["place"]): var for var, atom in self.atoms.items()}
        whole = {each for number in self._apart.values() for each in self.joins[number]} - {*self._count_in}
        self._sides = sorted(whole)  # statements that no two shaded cells are side by side
        single = (n for n, clauses in enumerate(self.clauses) if len(clauses) == 1 and not self.joins[n])
        self._lines = [n for n in single if n not in whole and min(self.clauses[n][0]) > 0]

    def whole_room(self, reason: Derivation) -> Derivation:
        """Return a reason by the number of a room, no two cells side by side, that gives all cells of the room, if
        the known literals leave one way to place its shaded cells; any other reason as it is.
        """
        count = next((n for n, joint in self._apart.items() if reason.parts == [joint]), None)
        if count is None or not reason.goal or reason.facts:
            return reason
        part, own = self.parts[reason.parts[0]], self.parts[count].atoms
        opened = [var for var in own if self.is_open(var)]

        def gives_all(known: Lits) -> bool:
            return len(part.forced(known, opened) or ()) == len(opened)

        known = sorted(self.by_cost(self.citable(part.atoms)), key=lambda lit: abs(lit) in own)  # these stay
        return self.derivation(reason.parts, fewest(known, gives_all), reason.goal) if gives_all(known) else reason

    def by_rooms(self) -> Derivation | None:
        """Return the reason about rooms with the fewest statements; None if there is none."""
        found = [*self._by_lines(), *self._by_placements()] if self.counts_rooms else []
        return min(found, key=lambda each: (len(each.parts) - len(each.facts), each.weight), default=None)

    def _open_rooms(self) -> Iterator[CellNeed]:
        """Yield the rooms whose shaded cells are not all known."""
        for number, count in self._count_in.items():
            atoms = self.parts[number].atoms
            need = count - sum(var in self.known for var in atoms)
            if need > 0:
                yield CellNeed(number, frozenset(self._cell(var) for var in atoms if self.is_open(var)), need)

    def _by_lines(self) -> Iterator[Derivation]:
        """Yield reasons that count lines, of which each needs a shaded cell."""
        lines = []
        for number in self._lines:
            atoms = self.parts[number].atoms
            if not any(var in self.known for var in atoms):
                lines.append(CellNeed(number, frozenset(self._cell(var) for var in atoms if self.is_open(var))))
        trials = 0
        for argument in line_arguments(lines, list(self._open_rooms())):
            if trials < TRIALS and (found := self._of_lines(argument)):
                trials += 1
                yield found

    def _of_lines(self, argument: LineArgument) -> Derivation | None:
        """Return an argument by lines as a reason; None if nothing new follows, or fewer statements suffice."""
        keys = [each.number for each in (*argument.lines, *argument.rooms)]
        cells = frozenset[Cell]().union(*(line.cells for line in argument.lines))
        inner = {self._at[cell] for cell in argument.outside}
        sides = [n for n in self._sides if inner.intersection(self.parts[n].atoms)] if inner else []
        goals = [-self._at[cell] for room in argument.rooms for cell in sorted(room.cells - cells)]
        goals += [lit for cell in sorted(cells) for lit in (self._at[cell], -self._at[cell])]
        return self._reason([*sides, *keys], goals, keys)

    def _by_placements(self) -> Iterator[Derivation]:
        """Yield reasons from the few ways to place the shaded cells of a room, of which some break a rule, or all
        exclude the same cells.
        """
        for room in self._open_rooms():
            atoms = self.parts[room.number].atoms
            number = self._apart.get(room.number)
            own = [cell for cell in room.cells if not any(self._is_shaded(each) for each in beside(cell))]
            ways = placements(own, room.need, WAYS) if room.need > 1 and number is not None else []
            failing, left = list[int](), list[set[int]]()
            for way in ways if len(ways) > 1 else ():
                lits = [self._at[cell] if cell in way else -self._at[cell] for cell in sorted(room.cells)]
                holds = self._holding(lits)
                part = self._broken(holds, atoms)
                if part is None:
                    left.append(holds)
                else:
                    failing.append(part)
            if number is not None and left:
                yield from self._of_ways(number, failing, left, atoms)

    def _of_ways(self, number: int, failing: Lits, left: list[set[int]], atoms: Iterable[int]) -> Iterator[Derivation]:
        """Yield reasons from the ways to place the shaded cells of a room: all that they have in common, and else what
        each of them has or forces by one statement more.

        number: of the statement of the room.  failing: the statements that exclude other ways.  left: what holds in
        each of the ways.  atoms: of the room.
        """
        goals = sorted(lit for lit in set[int].intersection(*left) if self._is_new(lit))
        if failing and (found := self._reason([number, *dict.fromkeys(failing)], goals, [number])):
            yield found
        elif not goals and len(left) > 1:
            forced = [self._forced_by(holds, atoms) for holds in left]
            more = dict[int, None]()
            for goal in sorted({lit for each in forced for lit in each if self._is_new(lit)}):
                by = [each.get(goal) for holds, each in zip(left, forced, strict=True) if goal not in holds]
                if len(by) < len(left) and None not in by and len({*more, *by}) <= TOGETHER:
                    goals.append(goal)
                    more |= dict.fromkeys(each for each in by if each is not None)
            if goals and (found := self._reason([number, *failing, *more], goals, [number])):
                yield found

    def _is_shaded(self, cell: Cell) -> bool:
        return self._at.get(cell) in self.known

    def _is_new(self, lit: int) -> bool:
        return abs(lit) in self.atoms and self.is_open(abs(lit))

    def _holding(self, lits: Lits) -> set[int]:
        """Return the literals of a room's cells with the known literals, and that cells beside a shaded one are not
        shaded; cuts by all that follows are statements now.
        """
        holds = {*self.known, *lits}
        near = (self._at.get(cell) for lit in [*holds] if lit in self.atoms for cell in beside(self._cell(lit)))
        holds |= {-var for var in near if var is not None}
        self.cuts_of(holds)
        return holds

    def _about_room(self, atoms: Iterable[int]) -> Lits:
        """Return the statements near a room, but for the numbers of rooms, and for the rule that no two shaded cells
        are side by side; atoms: of the room.
        """
        near = {number for var in atoms for number in self.part_at[var]} - {*self._sides, *self._count_in}
        return sorted(self.single([*near]))

    def _broken(self, holds: set[int], atoms: Iterable[int]) -> int | None:
        """Return the statement of the fewest cells that literals contradict, of those near a room; None if there is
        none.

        holds: the literals.  atoms: of the room.
        """
        found = [
            (len(clause), number)
            for number in self._about_room(atoms)
            for clause in self.clauses_of(number)
            if all(-lit in holds for lit in clause)
        ]
        return min(found, default=(0, None))[1]

    def _forced_by(self, holds: set[int], atoms: Iterable[int]) -> dict[int, int]:
        """Return literals with the statement near a room that forces each; holds, atoms: as in `_broken`."""
        found = dict[int, int]()
        for number in self._about_room(atoms):
            for clause in self.clauses_of(number):
                open_ = [lit for lit in clause if -lit not in holds]
                if len(open_) == 1 and open_[0] not in holds:
                    found.setdefault(open_[0], number)
        return found

    def _reason(self, parts: Lits, goals: Lits, keys: Lits) -> Derivation | None:
        """Return the reason for those of some literals that statements and known literals force, without statements and
        known literals that are not needed; None if they force none, or if one of the keys is not needed.
        """
        known = self.citable({var for number in parts for var in self.parts[number].atoms})
        whole = SmallSolver([clause for number in parts for clause in self.clauses_of(number)], self.base, self.atoms)
        forced = whole.forced(known, [abs(lit) for lit in goals if self._is_new(lit)])
        goals = [lit for lit in dict.fromkeys(goals) if lit in (forced or ())]
        if not goals:
            return None
        few = FewStatements({number: self.parts[number] for number in parts})

        def forces(parts: Lits, facts: Lits) -> bool:
            return all(few.refutes(parts, [*facts, -goal]) for goal in goals)

        for number in parts:
            if forces(fewer := [each for each in parts if each != number], known):
                parts = fewer
        if not {*keys} <= {*parts}:
            return None
        for lit in self.by_cost(known):
            if forces(parts, fewer := [each for each in known if each != lit]):
                known = fewer
        return self.derivation(sorted(parts), known, goals[0])._replace(facts=tuple(goals))
