"""Suppositions that fail, on boards of blocks with sizes, whose cuts take much time: each is tried again only if news
may matter to it, and its reason is made only once this may be the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .knowledge import Lits
from .room_counting import RoomCounting

Cell = tuple[int, int]
NEAR = [(i, j) for i in range(-2, 3) for j in range(-2, 3) if abs(i) + abs(j) <= 2]  # from a cell with news


class Failure(NamedTuple):
    """A supposition that fails.

    statements: the number of statements of a way to a contradiction, which may not be the shortest one.  cells: what
    these statements are about.
    """

    statements: int
    cells: set[Cell]


class Failing(RoomCounting):
    """The search for literals whose opposites fail on boards of blocks with sizes."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._failures: dict[int, Failure] = {}  # by the literals whose opposites fail, without a reason yet
        self._touched: dict[int, set[Cell]] = {}  # by the other literals the cells that their opposites say more about
        self._base = set[int]()  # what followed from the known literals when that was noted

    def failing(self, have: set[int], every: bool) -> list[tuple[int, int]]:
        """Return pairs of the literals whose opposites fail and of the numbers of statements that show this, the
        smallest first.

        have: literals that are passed over.  every: whether all others are tried, even if no news is near.
        """
        true = set(self.full.propagate(self._with_known([]))[1])
        news = self._cells_with(true - self._base)
        near = {(r + i, c + j) for r, c in news for i, j in NEAR}
        self._base = true
        for goal in self.candidates():
            was = self._touched.get(goal)
            if goal not in have and goal not in self._failures and (every or was is None or not was.isdisjoint(near)):
                self._try(goal, true)
        open_ = {goal: how for goal, how in self._failures.items() if goal not in have and self.is_open(abs(goal))}
        facts, certain = self.citable(self.atoms), self.certain() if open_ else set()
        self._failures = {
            goal: how if how.cells and how.cells.isdisjoint(news) else self._failure(goal, facts, certain)
            for goal, how in open_.items()
        }
        return sorted(
            ((goal, how.statements) for goal, how in self._failures.items()), key=lambda each: (each[1], each[0] < 0)
        )

    def _try(self, goal: int, true: set[int]) -> None:
        """Note whether the opposite of a literal fails, or else what it decides; true: what is known without it."""
        if self.fails(-goal):
            self._failures[goal] = Failure(0, set())
            return
        decided = set(self.full.propagate(self._with_known([-goal]))[1]) - true
        self._touched[goal] = self._cells_with(decided)

    def _cells_with(self, lits: Iterable[int]) -> set[Cell]:
        """Return the cells that some literals say something about."""
        return {(r, c) for lit in lits if abs(lit) in self.atoms for r, c in [self.atoms[abs(lit)]["place"]]}

    def _failure(self, goal: int, facts: Lits, certain: set[int]) -> Failure:
        """Return how the opposite of a literal fails; facts: the known literals.  certain: what follows from them."""
        for ball in self._balls(goal):
            if self.guarded.fails(ball, [*facts, -goal]):
                used = {each.part for each in self.index.derive([-goal], certain, set(ball))} - {-1}
                return Failure(len(used), self._cells_with(var for number in used for var in self.parts[number].atoms))
        return Failure(0, set())
