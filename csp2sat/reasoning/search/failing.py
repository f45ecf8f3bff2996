"""Suppositions that fail, on boards of blocks with sizes, whose cuts take much time: a supposition that did not fail is
tried again only once something near has become known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...puzzles.spec import Cell
from .graph_cuts.settled_areas import REMEMBERING
from .knowledge import Lits
from .room_counting import RoomCounting

NEAR = [(i, j) for i in range(-4, 5) for j in range(-4, 5) if abs(i) + abs(j) <= 4]  # from a cell with news


class Failing(RoomCounting):
    """The search for literals whose opposites fail."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._has_blocks = any(rule in REMEMBERING for rule, *_ in self.graphs)
        self._touched: dict[int, set[Cell]] = {}  # by literals the cells that their opposites say more about
        self._base = set[int]()  # what followed from the known literals when that was noted

    def failing(self, goals: Lits, wanted: bool) -> Iterator[int]:
        """Yield those of some literals whose opposites fail by propagation, on a board of blocks those near news alone.

        wanted: whether those far from news are yielded if there are none near them.
        """
        if not self._has_blocks:
            yield from (goal for goal in goals if self.fails(-goal))
            return
        true = set(self.full.propagate(self._with_known([]))[1])
        near = {(r + i, c + j) for r, c in self._cells_with(true - self._base) for i, j in NEAR}
        self._base = true
        far = [goal for goal in goals if goal in self._touched and self._touched[goal].isdisjoint(near)]
        passed, has_any = {*far}, False
        for goal in goals:
            if goal not in passed and self._is_failing(goal, true):
                has_any = True
                yield goal
        if wanted and not has_any:
            yield from (goal for goal in far if self._is_failing(goal, true))

    def _is_failing(self, goal: int, true: set[int]) -> bool:
        """Whether the opposite of a literal fails; if it does not, note the cells that the opposite decides.

        true: the literals that are known without the opposite.
        """
        if self.fails(-goal):
            self._touched.pop(goal, None)
            return True
        decided = set(self.full.propagate(self._with_known([-goal]))[1]) - true
        self._touched[goal] = self._cells_with(decided)
        return False

    def _cells_with(self, lits: Iterable[int]) -> set[Cell]:
        """Return the cells that some literals say something about."""
        return {(r, c) for lit in lits if abs(lit) in self.atoms for r, c in [self.atoms[abs(lit)]["place"]]}
