"""Mends of a board without solutions: as few clues as possible, such as misprints, that are changed or taken away so
that the board has a solution.

A clue is in every reason iff the board without this clue alone has a solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import islice

from ..base.time_limit import until
from ..errors import LimitReached
from ..puzzles.kit.clues import is_allowed
from ..puzzles.spec import PUZZLES, Board, Cell, Clue, Solution
from ..solving.first_solution import Result, solve_unique
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem
from ..solving.problem_run import ProblemRun
from .smallest_corrections import SmallestCorrections
from .subsets import SubsetOracle

MOST_CLUES = 3  # that are changed at once
MOST_CHOICES = 90  # of clues, for which other values are tried
MOST_BOARDS = 600  # that are solved with other values
SECONDS = 10.0  # of the search, where the time limit of the command leaves as many


@dataclass(frozen=True)
class Mend:
    """A change of clues with which a board has a solution.

    cells: the cells whose clues are changed.  clues: their new values; [] if the old values are only taken away.
    unique: whether the mended board has a single solution; None if that was not decided.
    """

    cells: list[Cell]
    clues: list[Clue]
    unique: bool | None


@dataclass
class Mends:
    """The result of a search for mends, all of which change equally many clues.

    found: the mends with one solution first, and changes before removals.  in_every: the cells whose clues are in every
    reason; None if that is not known.  complete: whether the search came to its end.  stopped: an interrupt that ended
    the search, None without one.
    """

    found: list[Mend] = field(default_factory=list)
    in_every: list[Cell] | None = None
    complete: bool = False
    stopped: BaseException | None = None


def mends_of(
    board: Board,
    oracle: Callable[[Pipeline], AbstractContextManager[SubsetOracle]],
    cells: Sequence[Cell],
    reasons: Sequence[Collection[Cell]],
    pipeline: Pipeline,
) -> Mends:
    """Return mends of a board that has no solution.

    oracle: makes, for a pipeline with a shorter time limit, an oracle whose members are the numbers of the `cells`,
    which have clues that can be left out.  reasons: the cells of the clues in known reasons.  A limit or an interrupt
    is noted in the result, not raised.
    """
    found, at = Mends(), {cell: number for number, cell in enumerate(cells)}
    known = [[at[cell] for cell in reason if cell in at] for reason in reasons]
    end = time.monotonic() + SECONDS
    end = end if pipeline.run_options.deadline is None else min(end, pipeline.run_options.deadline)
    hurried = replace(pipeline, run_options=replace(pipeline.run_options, deadline=end))
    try:
        with until(end), oracle(hurried) as asked:
            corrections = SmallestCorrections(asked, range(len(cells)), known)
            chosen = list(islice(corrections.smallest(MOST_CLUES), MOST_CHOICES + 1))
            if len(chosen) <= MOST_CHOICES:
                found.in_every = [cells[each[0]] for each in chosen if len(each) == 1]
            _Mending(board, hurried, found).run([[cells[at] for at in each] for each in chosen[:MOST_CHOICES]])
            found.complete = found.complete and len(chosen) <= MOST_CHOICES
    except LimitReached:
        pass
    except (KeyboardInterrupt, SystemExit) as stop:
        found.stopped = stop
    found.found.sort(key=lambda mend: (not mend.unique, not mend.clues))
    return found


class _Mending:
    """The search for other values of clues without which the board has a solution.

    found: gets the mends.
    """

    def __init__(self, board: Board, pipeline: Pipeline, found: Mends):
        self._board, self._pipeline, self._found = board, pipeline, found
        self._puzzle = PUZZLES[board.puzzle]
        self._tried = 0

    def run(self, choices: Sequence[list[Cell]]) -> None:
        """Add the mends that change the clues of the cells in one of the choices.  Raises LimitReached."""
        for cells in choices:
            less = self._puzzle.clues.without(self._board, cells)
            result = self._solved(less)
            if result.solution is not None:
                self._found.found.append(Mend(cells, [], result.unique))
            for clues in self._values(less, cells, [s for s in (result.solution, result.second) if s is not None]):
                if self._tried == MOST_BOARDS:
                    return
                changed = self._solved(self._puzzle.clues.added(less, clues))
                if changed.solution is not None:
                    self._found.found.append(Mend(cells, clues, changed.unique))
        self._found.complete = True

    def _solved(self, board: Board) -> Result:
        self._tried += 1
        self._pipeline.trace.reached(f"board {self._tried} with other clues")
        return solve_unique(ProblemRun(BoardProblem(board, ""), self._pipeline.apart("mended"))).known()

    def _values(self, less: Board, cells: Sequence[Cell], solutions: Sequence[Solution]) -> Iterator[list[Clue]]:
        """Yield new values of the cells, each as clues to add to the board `less`, which has no clues there.

        Yield all values for a single cell; for several cells values that one of the solutions has.
        """
        possible = {cell: [clue for clue in self._puzzle.clues.addable(less) if clue[0] == cell] for cell in cells}
        if len(cells) == 1:
            others = [[clue] for clue in possible[cells[0]]]
        else:
            others = [self._kept(less, solution, possible.values()) for solution in solutions]
        for clues in others:
            board = self._puzzle.clues.added(less, clues)
            if clues and board != self._board and is_allowed(board):
                yield clues

    def _kept(self, less: Board, solution: Solution, possible: Collection[list[Clue]]) -> list[Clue]:
        """Return, for each list of possible clues, the first that the solution satisfies, if any."""
        kept = ([clue for clue in clues if self._satisfies(less, solution, clue)][:1] for clues in possible)
        return [clue for clues in kept for clue in clues]

    def _satisfies(self, less: Board, solution: Solution, clue: Clue) -> bool:
        board = self._puzzle.clues.added(less, [clue])
        return not self._puzzle.broken_rules(board, self._puzzle.rewritten(board, solution))
