"""Which more clues would leave a board one solution only: as few as possible, one or two.

A clue is of use if one solution keeps it and another breaks it.  So from the solutions that are known follows which
clues are left; the first of them is tried, which either is an answer or shows one more solution that it does not
exclude.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..errors import LimitReached
from ..puzzles.spec import PUZZLES, Board, Clue, Solution
from ..solving.first_solution import solve_unique
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem

MOST = 2  # clues


@dataclass
class ExtraClues:
    """clues: that make the board's solution the only one; [] if none were found.  known: can clues be added to this
    puzzle at all?  none_of: so few clues are surely not enough for the solutions that were looked at.  limit: why the
    search ended before its end."""

    clues: list[Clue] = field(default_factory=list)
    known: bool = True
    none_of: int = 0
    limit: str = ""


def extra_clues(board: Board, solutions: Sequence[Solution], pipeline: Pipeline) -> ExtraClues:
    """solutions: at least two; the clues are to leave one of these."""
    found = ExtraClues()
    try:
        places = list(PUZZLES[board.puzzle].clues.addable(board))
        searches = [_Search(board, places, wanted, solutions, pipeline) for wanted in solutions]
        found.known = bool(places)
        for size in range(1, (MOST if places else 0) + 1):
            for search in searches:
                found.clues = found.clues or search.clues(size)
            if found.clues:
                return found
            found.none_of = size
    except LimitReached as limit:
        found.limit = limit.reason
    return found


class _Search:
    """For one solution that is to stay."""

    def __init__(
        self, board: Board, places: Sequence[Clue], wanted: Solution, others: Sequence[Solution], pipeline: Pipeline
    ):
        self._board, self._pipeline = board, pipeline
        self._puzzle = PUZZLES[board.puzzle]
        kept = [clue for clue in places if self._keeps(wanted, clue)]
        self._excludes: dict[int, set[int]] = {at: set() for at in range(len(kept))}  # clue -> the others it breaks
        self._clues, self._wanted, self._others = kept, wanted, 0
        for other in others:
            if other != wanted:
                self._learn(other)

    def _keeps(self, solution: Solution, clue: Clue) -> bool:
        board = self._puzzle.clues.added(self._board, [clue])
        return not self._puzzle.broken_rules(board, self._puzzle.rewritten(board, solution))

    def _learn(self, other: Solution) -> None:
        for at, clue in enumerate(self._clues):
            if not self._keeps(other, clue):
                self._excludes[at].add(self._others)
        self._others += 1

    def clues(self, size: int) -> list[Clue]:
        """So many clues that leave this solution alone, or []."""
        for chosen in self._hopeful(size):
            given = [self._clues[at] for at in chosen]
            board = BoardProblem(self._puzzle.clues.added(self._board, given), "")
            result = solve_unique(board, self._pipeline.apart("extra")).known()
            if result.unique:
                return given
            for found in (result.solution, result.second):
                other = found and self._puzzle.rewritten(self._board, found)
                if other is not None and other != self._wanted:
                    self._learn(other)
        return []

    def _hopeful(self, size: int) -> Iterator[tuple[int, ...]]:
        """Choices that exclude all other solutions that are known by then."""
        for chosen in combinations(self._excludes, size):
            if len(set().union(*(self._excludes[at] for at in chosen))) == self._others:
                yield chosen
