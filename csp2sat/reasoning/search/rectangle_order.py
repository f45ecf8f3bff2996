"""The order of steps about rectangles of numbers: what fixes a rectangle, or gives a cell to a number, comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .graph_cuts.nets import fewest
from .joined_cuts import JoinedCuts
from .knowledge import Lits
from .trails import Derivation


class _Cell(NamedTuple):
    """A cell that the known literals give to one number.

    owner: the variable that the number has the cell.  others: the statements of further numbers which no literal
    excludes from the cell yet, although no rectangle that is left to them has it; of each, the variable of the cell.
    """

    owner: int
    others: dict[int, int]


class RectangleOrder(JoinedCuts):
    """The search for the reasons that a person takes next on a board of rectangles, each with a number.

    question: its `ways` has for each statement that a number is a rectangle its number, and of each of its rectangles
    the variables that the number has the cells.
    """

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._every: dict[int, list[frozenset[int]]] = {
            number: list(map(frozenset, ways)) for number, ways in question["ways"]
        }
        self._number_of = {var: number for number, ways in self._every.items() for way in ways for var in way}
        self._now = {number: [*ways] for number, ways in self._every.items()}  # those that are left
        self._made = dict[int, tuple[Lits, Derivation]]()  # by numbers the last goals, and their reason

    def learn(self, lit: int, step: int) -> None:
        """Note that a literal is known, and which rectangles it leaves."""
        super().learn(lit, step)
        of_cell = self.members.get(self.atoms[abs(lit)]["group"], [abs(lit)])
        for number in {self._number_of[var] for var in of_cell if var in self._number_of}:
            self._now[number] = [way for way in self._now[number] if not self._against(number, way)]
            self._made.pop(number, None)

    def is_listed(self, number: int) -> bool:
        """Whether a statement is a number whose rectangles are listed, on a board with a solution."""
        return number in self._every and self.solution is not None

    def at_once(self, last: Derivation) -> list[Derivation]:
        """Return what `by_rectangles` returns before anything else that comes right after the reason `last`."""
        return self.by_rectangles() or super().at_once(last)

    def by_several(self) -> list[Derivation] | None:
        """Return the smallest reason of several statements; if there is none, one that excludes numbers from cells."""
        found = super().by_several()
        return next(([each] for each in self._shutting()), None) if found is None else found

    def by_rectangles(self) -> list[Derivation]:
        """Return the reasons for cells that one number alone can have on the empty board; else the reason that fixes a
        rectangle; else one by which a cell belongs to a number; else one that excludes a number from a cell that one
        other number alone can have.  Return [] if there is none, and for a board without solution, or without
        rectangles.
        """
        if not self._every or self.solution is None:
            return []
        lone = [(n, part.clauses[0][0]) for n, part in enumerate(self.parts) if [*map(len, part.clauses)] == [1]]
        if lone := [(n, lit) for n, lit in lone if lit in self.atoms and self.is_open(lit)]:
            return [self.derivation([n], [], lit) for n, lit in lone]
        sure = {number: self._open(number) for number, ways in self._now.items() if len(ways) == 1}
        sure = {number: [*some, *(-var for var in self._shut(number))] for number, some in sure.items() if some}
        if sure:
            return [min((self._by_number(*each) for each in sure.items()), key=self._cost)]
        if last := self._last_numbers(self.members):
            return last
        cells = list(self._sole_cells())
        return sorted(self._giving(cells), key=self._cost)[:1] or self._excluding(cells)

    def candidates(self) -> Lits:
        """Return the literals that may be forced.  A literal is left out that excludes a number from a cell which no
        rectangle of the number has any more: a person sees that when a cell needs it.
        """
        shut = {var for number in self._every for var in self._shut(number)} if self.solution else ()
        return [lit for lit in super().candidates() if -lit not in shut]

    def _shut(self, number: int) -> Lits:
        """Return the open variables of the cells that no rectangle which is left to a number has."""
        every = frozenset[int]().union(*self._every[number]).difference(*self._now[number])
        return sorted(var for var in every if self.is_open(var))

    def _shutting(self) -> Iterator[Derivation]:
        """Yield of each number the reason that excludes the number from the open cells that it cannot have."""
        for number in self._every if self.solution else ():
            if shut := self._shut(number):
                yield self._by_number(number, [-var for var in shut])

    def _cost(self, reason: Derivation) -> tuple[Any, ...]:
        """Return what reasons are ordered by: the fewest known literals and rectangles that are left come first."""
        return len(reason.known) + len(self._now[reason.parts[0]]), self.order(reason)

    def _against(self, number: int, way: frozenset[int]) -> set[int]:
        """Return the literals that follow from known values and exclude a rectangle of a number."""
        own = frozenset[int]().union(*self._every[number])
        return {-var for var in way if -var in self.implied} | {var for var in own - way if var in self.implied}

    def _open(self, number: int) -> Lits:
        """Return the variables, not known yet, of the cells that all rectangles have which are left to a number."""
        return sorted(var for var in frozenset.intersection(*self._now[number]) if self.is_open(var))

    def _sole_cells(self) -> Iterator[_Cell]:
        """Yield the open cells that a single number can have by its rectangles."""
        able = {var for ways in self._now.values() for way in ways for var in way}
        for group, members in self.members.items():
            opened = [var for var in members if self.is_open(var)] if group not in self.value_of else []
            can = [var for var in opened if var in able or var not in self._number_of]
            if len(can) == 1 < len(opened):
                yield _Cell(can[0], {self._number_of[var]: var for var in opened if var != can[0]})

    def _giving(self, cells: Sequence[_Cell]) -> Iterator[Derivation]:
        """Yield of each number the reason by which cells belong to it, or to the only other number that can have them;
        cells: a single number can have each of them.
        """
        for number in self._every:
            goals = self._open(number) + [cell.owner for cell in cells if [*cell.others] == [number]]
            if goals:
                yield self._by_number(number, goals)

    def _excluding(self, cells: Sequence[_Cell]) -> list[Derivation]:
        """Return the reason that a number does not have some of the cells which one other number alone can have; [] if
        there are no such cells.

        The cells are those with the fewest further numbers, and with the fewest rectangles of these.
        """
        ways = self._now
        best = min(cells, key=lambda cell: (len(cell.others), sum(len(ways[n]) for n in cell.others)), default=None)
        if best is None:
            return []
        first = min(best.others, key=lambda number: (len(ways[number]), number))
        like = [cell for cell in cells if cell.others.keys() == best.others.keys()]
        return [self._by_number(first, [-cell.others[first] for cell in like])]

    def _by_number(self, number: int, goals: Lits) -> Derivation:
        """Return the reason for some literals from the rectangles that are left to a number; number: of its statement.

        The known literals are, as far as the goals need them, those which together exclude all other rectangles.
        """
        if number in self._made and self._made[number][0] == goals:
            return self._made[number][1]
        part = self.parts[number]
        known = self.citable(part.atoms)
        says = {lit: self._says(lit) for lit in known}
        out = [against for way in self._every[number] if (against := self._against(number, way))]
        kept = Lits()
        while out:
            kept.append(max(known, key=lambda lit: (sum(not says[lit].isdisjoint(each) for each in out), lit > 0)))
            out = [each for each in out if says[kept[-1]].isdisjoint(each)]
        wanted = [abs(goal) for goal in goals]

        def force(some: Lits) -> bool:
            return {*goals} <= {*(part.forced(some, wanted) or ())}

        rest = [lit for lit in self.by_cost(known) if lit not in kept]
        found = self.derivation([number], fewest([*rest, *reversed(kept)], force), goals[0])
        self._made[number] = goals, found
        return found

    def _says(self, lit: int) -> set[int]:
        """Return a known literal with the literals that follow from it since a cell has one value."""
        group = self.atoms[abs(lit)]["group"]
        others = self.members[group] if lit > 0 and group is not None else []
        return {lit, *(-var for var in others if var != lit)}
