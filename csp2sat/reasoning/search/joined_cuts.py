"""Cuts that a person sees at the same time are one statement, which gives no more facts than the contract allows."""

from __future__ import annotations

from typing import Any

from .crossings import Crossings
from .graph_cuts import area_ways, island_ways
from .graph_cuts.island_obstacles import obstacles
from .knowledge import Lits
from .trails import Derivation

SAME = {island_ways.COMPLETE: island_ways.LARGE, area_ways.COMPLETE: area_ways.LARGE}  # notes that mean the same
MOST_TOGETHER = 12  # cuts that are joined to one statement: as many facts need no known one


class JoinedCuts(Crossings):
    """The search for reasons of one cut, joined with others that have the same words and known literals."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._stops = dict[int, tuple[object, ...]]()  # by the numbers of cuts

    def together(self, reason: Derivation) -> Derivation:
        """Return a reason that is one cut (a clause that connectivity, a loop or a size implies) joined with the cuts
        of the pool that a person sees at the same time: their words, their graph and their known literals are equal.

        Any other reason, and a cut that no other one is equal to, is returned as it is.
        """
        like = [each for each in self.pool if self.is_news(each) and self._sight(each) == self._sight(reason)]
        numbers = sorted({number for each in (reason, *like[:MOST_TOGETHER]) for number in each.parts})
        if not reason.goal or len(reason.parts) > 1 or reason.parts[0] not in self.cut_of or len(numbers) == 1:
            return reason
        return reason._replace(parts=[self.joined(numbers)])

    def _sight(self, reason: Derivation) -> tuple[Any, ...]:
        """Return what a person sees of a reason of one cut: what its rule says, and from which known literals."""
        cut = self.cut_of.get(reason.parts[0])
        if cut is None or not reason.goal:
            return (None, reason.parts)
        note = SAME.get(cut["note"], cut["note"])
        stopped = self._stopped(reason.parts[0]) if note == island_ways.LOST else ()
        return note, self.origins[cut["graph"]], cut["between"], set(reason.known), stopped

    def _stopped(self, number: int) -> tuple[object, ...]:
        """Return what stops the islands near the vertex of a cut, which no island reaches; number: of the cut."""
        cut = self.cut_of[number]
        if number not in self._stops:
            known = {v: not wanted for v, wanted in cut["clauses"][0][1]}
            lost = cut["at"] if known.get(cut["at"]) else -1
            self._stops[number] = (
                obstacles(self.graphs[cut["graph"]][1], known, lost).reasons if lost >= 0 else (number,)
            )
        return self._stops[number]

    def few(self, facts: Lits, goal: int) -> Lits:
        """Return MOST_TOGETHER of the facts, or all if there are no more: first those of the cell that the variable
        `goal` belongs to, then others.  All facts of a contradiction, whose `goal` is 0, are returned.
        """
        if len(facts) <= MOST_TOGETHER or not goal:
            return facts
        place = self.atoms[goal]["place"]
        first = sorted(facts, key=lambda lit: self.atoms[abs(lit)]["place"] != place)[:MOST_TOGETHER]
        return [lit for lit in facts if lit in first]
