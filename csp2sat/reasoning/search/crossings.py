"""Thoughts that take a person no time: new numbers are crossed out in lines, and the nearest facts are cited."""

from __future__ import annotations

from typing import Any

from .graph_cuts.nets import fewest
from .knowledge import Lits
from .sum_order import SumOrder
from .trails import Derivation


class Crossings(SumOrder):
    """The search for reasons of one statement that need no search, and for the best known facts of others.

    question: its `once` are the numbers of the statements that a row, column, box or room has each number once.
    """

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._is_first = True
        lines = {n: {tuple(clause) for clause in self.clauses[n]} for n in self.once}
        others = [n for n in range(len(self.clauses)) if n not in self.once and lines]
        own = ((n, {tuple(clause) for clause in self.clauses[n]}) for n in others)
        self._line_in = {n: line for n, has in own for line in lines if lines[line] <= has}  # by the clues about a line

    def is_news(self, reason: Derivation) -> bool:
        """Whether a reason is for a literal that is not known."""
        return self.is_open(abs(reason.goal))

    def of_givens(self) -> list[Derivation]:
        """Return, when first called, the reasons of `crossed_out` for all literals that are known; then []."""
        first, self._is_first = self._is_first, False
        return self.crossed_out(list(self.known)) if first else []

    def crossed_out(self, lits: Lits) -> list[Derivation]:
        """Return the reasons that other cells do not have a number, since a cell in their row, column, box or room has
        it; lits: known literals, which need not all give a cell its number.
        """
        found = []
        # boards with sums have an order of their own; others, where no clue is about a line, put no clue before this
        for lit in lits if self._line_in and not self.sums else ():
            value = self.atoms[abs(lit)].get("value")
            for number in self.part_at.get(lit, ()) if value is not None else ():
                if number in self.once:
                    same = (var for var in self.parts[number].atoms if self.atoms[var].get("value") == value)
                    goals = [-var for var in same if var != lit and self.is_open(var)]  # the first step gives all
                    found += [self.derivation([number], [lit], goal) for goal in goals]
        return found

    def is_crossing(self, reason: Derivation) -> bool:
        """Whether a reason is one that `crossed_out` returns."""
        return len(reason.known) == 1 and reason.parts[0] in self.once and reason.known[0] > 0

    def _last_of_line(self, goal: int) -> Derivation | None:
        """Return the reason of a literal that its cell is the last one without a number in a row, column, box or room;
        None for another literal.
        """
        for line in (number for number in self.part_at.get(goal, ()) if number in self.once):
            atoms = self.parts[line].atoms
            known = [var for var in atoms if var in self.known]
            cells = {self.atoms[var]["group"] for var in atoms}
            have = {self.atoms[var]["group"] for var in known}
            if cells - have == {self.atoms[goal]["group"]} and goal in (self.parts[line].forced(known, [goal]) or ()):
                return self.derivation([line], known, goal)
        return None

    def nearest(self, reason: Derivation) -> Derivation:
        """Return a reason of one statement with fewer known literals, or as few that are nearer to its goal or newer;
        with numbers, the reason that a cell is the last one of a line, if it has no more known literals, or a reason by
        the rule of a line in place of a clue that is not needed; any other reason as it is.
        """
        (number, *more), goal = reason.parts, reason.goal
        if more or not goal or reason.facts or number in self.cut_of:
            return reason
        if self.members:
            last = self._last_of_line(goal) if not self.sums else None  # boards with sums have an order of their own
            if last is not None and len(last.known) <= len(reason.known):
                return last
            line = self._line_in.get(number, number)
            known = self.citable(self.parts[line].atoms)
            if line == number or goal not in (self.parts[line].forced(known, [abs(goal)]) or ()):
                return reason
            return self.derivation([line], self.parts[line].reason(self.by_cost(known), goal), goal)
        if len(reason.known) < 2:
            return reason
        part, (r, c) = self.parts[number], self.atoms[abs(goal)]["place"]
        place = {lit: self.atoms[abs(lit)]["place"] for lit in (*self.citable(part.atoms), *reason.known)}
        far = {lit: abs(place[lit][0] - r) + abs(place[lit][1] - c) for lit in place}
        known = sorted(place, key=lambda lit: (-far[lit], self.known[lit], abs(lit)))

        def forces(kept: Lits) -> bool:
            return goal in (part.forced(kept, [abs(goal)]) or ())

        orders = known, sorted(known, key=self.known.__getitem__)
        found = [self.derivation([number], fewest(order, forces, 1), goal) for order in orders]

        def cost(each: Derivation) -> tuple[int, int, int]:
            return each.weight, sum(far[lit] for lit in each.known), -sum(self.known[lit] for lit in each.known)

        return min([reason, *found], key=cost)
