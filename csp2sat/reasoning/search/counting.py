"""Reasons that count stars: the arguments of `touching`, as statements of a board."""

from __future__ import annotations

from typing import Any

from ...puzzles.spec import Cell
from .parts import FewStatements
from .suppositions import Suppositions
from .touching import CellBits, GroupArgument, StarNeed, arguments
from .trails import Derivation

Lits = list[int]
TRIALS = 12  # arguments of one size of which the best is chosen


class StarCounting(Suppositions):
    """The search for reasons that count the stars of lines and rooms.

    question: its `stars` has for each statement that counts stars its number, 0 for a row, 1 for a column and 2 for a
    room, and how many stars there are.
    """

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._stars: list[tuple[int, int, int]] = question["stars"]
        self._var = {tuple(atom["place"]): var for var, atom in self.atoms.items()} if self._stars else {}
        self._cells = CellBits(1 + max((c for _, c in self._var), default=0))
        pairs = [n for n, part in enumerate(self.parts) if self._stars and _is_apart(part.clauses)]
        self._touching = self._without_joined(pairs)

    @property
    def counts_stars(self) -> bool:
        """Whether the board has numbers of stars."""
        return bool(self._stars)

    def by_counting(self) -> Derivation | None:
        """Return a reason of the fewest lines and rooms that counts stars; None if there is none."""
        best, size = None, 0
        for at, argument in enumerate(arguments(self._counts(), self._cells)):
            new = len(argument.some) + len(argument.others)
            if best is not None and (new > size or at > TRIALS):
                break
            found = self._of(argument)
            if found is not None and (best is None or found.weight < best.weight):
                best, size = found, new
        return best

    def _counts(self) -> list[StarNeed]:
        """Return the lines and rooms that need stars, by the literals that are known."""
        found = []
        for number, family, stars in self._stars:
            atoms = self.parts[number].atoms
            free = [tuple(self.atoms[var]["place"]) for var in atoms if self.is_open(var)]
            need = stars - sum(var in self.known for var in atoms)
            if need:
                found.append(StarNeed(number, family, self._cells.mask(free), need))
        return found

    def _of(self, argument: GroupArgument) -> Derivation | None:
        """Return an argument as a reason; None if the argument needs fewer lines and rooms."""
        goals = [self._lit(cell, has) for cell, has in argument.facts.items()]
        goals = [goal for goal in goals if self.is_open(abs(goal))]
        if not goals:
            return None
        keys = [*argument.some, *argument.others]
        cells = {cell for group in argument.groups for cell in group}.union(argument.facts)
        touching = [n for n in self._touching if len(self._places(n) & cells) > 1]
        known = self.citable([var for number in keys for var in self.parts[number].atoms])
        few = FewStatements({number: self.parts[number] for number in (*keys, *touching)})

        def forces(parts: Lits, facts: Lits) -> bool:
            return all(few.refutes(parts, [*facts, -goal]) for goal in goals)

        parts, facts = [*touching, *keys], self.by_cost(known)
        if not forces(parts, facts):
            return None
        for number in [*sorted(touching, key=lambda n: len(self.parts[n].atoms) <= 4), *keys]:
            if forces(fewer := [each for each in parts if each != number], facts):
                parts = fewer
        if not {*keys} <= {*parts}:
            return None
        for lit in facts:
            if forces(parts, fewer := [each for each in facts if each != lit]):
                facts = fewer
        found = self.derivation(sorted(parts), facts, goals[0])
        return found._replace(facts=tuple(goals))

    def _lit(self, cell: Cell, has: bool) -> int:
        return self._var[cell] if has else -self._var[cell]

    def _places(self, number: int) -> set[Cell]:
        return {tuple(self.atoms[var]["place"]) for var in self.parts[number].atoms}


def _is_apart(clauses: list[Lits]) -> bool:
    """Whether clauses say that some two cells do not both have a star."""
    return bool(clauses) and all(len(clause) == 2 and max(clause) < 0 for clause in clauses)
