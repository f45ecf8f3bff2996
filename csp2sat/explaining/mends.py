"""Mends of a board without solutions: as few clues as possible, such as misprints, that are changed or taken away so
that the board has a solution.

A clue is in every reason iff the board without this clue alone has a solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from itertools import count, islice

from ..base.time_limit import until
from ..errors import LimitReached
from ..model.model import Model
from ..puzzles.kit.clues import is_allowed
from ..puzzles.spec import PUZZLES, Board, Cell, Clue, Solution, clues_of
from ..solving.first_solution import Result, solve_unique
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem
from ..solving.problem_run import ProblemRun
from .selectors import Variants
from .smallest_corrections import SmallestCorrections
from .subsets import SubsetOracle

MOST_CLUES = 3  # that are changed at once
MOST_CHOICES = 90  # of clues, for which other values are tried
MOST_BOARDS = 600  # that are solved with other values
FEW = 16  # boards with other values: fewer are solved sooner than a solver about all of them is made
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
    model: Callable[[Board], Model] | None,
    pipeline: Pipeline,
) -> Mends:
    """Return mends of a board that has no solution.

    oracle: makes, for a pipeline with a shorter time limit, an oracle whose members are the numbers of the `cells`,
    which have clues that can be left out.  reasons: the cells of the clues in known reasons.  model: returns the
    model of a board in which clues are constraints of their own; None if there is no such model.  A limit or an
    interrupt is noted in the result, not raised.
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
            _Mending(board, model, hurried, found).run([[cells[at] for at in each] for each in chosen[:MOST_CHOICES]])
            found.complete = found.complete and len(chosen) <= MOST_CHOICES
    except LimitReached:
        pass
    except (KeyboardInterrupt, SystemExit) as stop:
        found.stopped = stop
    found.found.sort(key=lambda mend: (not mend.unique, not mend.clues))
    return found


class _Mending:
    """The search for other values of clues without which the board has a solution.

    model: as in `mends_of`.  found: gets the mends.
    """

    def __init__(self, board: Board, model: Callable[[Board], Model] | None, pipeline: Pipeline, found: Mends):
        self._board, self._model, self._pipeline, self._found = board, model, pipeline, found
        self._puzzle, self._clues = PUZZLES[board.puzzle], clues_of(board)
        self._tried = 0

    def run(self, choices: Sequence[list[Cell]]) -> None:
        """Add the mends that change the clues of the cells in one of the choices.  Raises LimitReached."""
        with closing(self._values([cells[0] for cells in choices if len(cells) == 1])) as values:
            for cells in choices:
                less = self._clues.without(self._board, cells)
                result = self._solved(less)
                if result.solution is not None:
                    self._found.found.append(Mend(cells, [], result.unique))
                for clues in next(values) if len(cells) == 1 else self._of_solutions(less, cells, result):
                    if self._tried == MOST_BOARDS:
                        return
                    changed = self._solved(self._clues.added(less, clues))
                    if changed.solution is not None:
                        self._found.found.append(Mend(cells, clues, changed.unique))
        self._found.complete = True

    def _solved(self, board: Board) -> Result:
        self._tried += 1
        self._pipeline.trace.reached(f"board {self._tried} with other clues")
        return solve_unique(ProblemRun(BoardProblem(board, ""), self._pipeline.apart("mended"))).known()

    def _values(self, cells: Sequence[Cell]) -> Generator[Iterable[list[Clue]], None, None]:
        """Yield for each cell its other values with which the board may have a solution, each as the only clue to add;
        a solver that is kept refutes most of the other values.
        """
        found, boards = list[list[list[Clue]]](), list[Board]()
        for cell in cells:
            less = self._clues.without(self._board, [cell])
            found.append([[clue] for clue in self._addable(less, cell) if self._is_other(less, [clue])])
            boards += [self._clues.added(less, clues) for clues in found[-1]]
        if self._model is None or len(boards) < FEW:
            yield from found
            return
        numbers = count()
        with closing(Variants([self._model(board) for board in boards[:MOST_BOARDS]], self._pipeline)) as variants:
            for values in found:
                yield [clues for clues in values if not variants.refuted(next(numbers))]

    def _of_solutions(self, less: Board, cells: Sequence[Cell], result: Result) -> Iterator[list[Clue]]:
        """Yield new values of the cells, each as clues to add to the board `less`, which has no clues there: values
        that a solution of this board has.
        """
        possible = [self._addable(less, cell) for cell in cells]
        for solution in (result.solution, result.second):
            clues = [] if solution is None else self._kept(less, solution, possible)
            if clues and self._is_other(less, clues):
                yield clues

    def _addable(self, less: Board, cell: Cell) -> list[Clue]:
        return [clue for clue in self._clues.addable(less) if clue[0] == cell]

    def _is_other(self, less: Board, clues: Sequence[Clue]) -> bool:
        """Whether the clues, added to `less`, give an allowed board other than the wrong one."""
        board = self._clues.added(less, clues)
        return board != self._board and is_allowed(board)

    def _kept(self, less: Board, solution: Solution, possible: Collection[list[Clue]]) -> list[Clue]:
        """Return, for each list of possible clues, the first that the solution satisfies, if any."""
        kept = ([clue for clue in clues if self._satisfies(less, solution, clue)][:1] for clues in possible)
        return [clue for clues in kept for clue in clues]

    def _satisfies(self, less: Board, solution: Solution, clue: Clue) -> bool:
        board = self._clues.added(less, [clue])
        return not self._puzzle.broken_rules(board, self._puzzle.rewritten(board, solution))
