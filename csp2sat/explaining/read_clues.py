"""Values of clues that are read from solutions, where a clue may have too many values to try each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ..decoder import VariableMap
from ..model.model import Answer
from ..puzzles.spec import PUZZLES, Board, Cell, Clue, clues_of
from ..solving.enumeration import solutions
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem
from ..solving.problem_run import ProblemRun


class ReadClues:
    """The choices of values of the clues in some cells of a board with which a solution exists.

    The clues have a `Clues.reading`.  are_all: whether all choices have been yielded.
    """

    are_all = False

    def __init__(self, board: Board, cells: Sequence[Cell], pipeline: Pipeline):
        clues, self._puzzle, self._cells = clues_of(board), PUZZLES[board.puzzle], cells
        self._readings = [each for cell in cells if (each := clues.reading(board, cell)) is not None]
        self._less, self._pipeline = clues.without(board, cells), pipeline
        self._names = frozenset(chain.from_iterable(each.variables for each in self._readings))

    def choices(self, most: int) -> Iterator[list[Clue]]:
        """Yield each choice of values once, until `most` solutions with different contents were read.

        Raises LimitReached.
        """
        seen = list[list[Clue]]()
        run = ProblemRun(BoardProblem(self._less, ""), self._pipeline.apart("read"))
        for solution in solutions(run, most, self._content):
            most -= 1
            clues = [(cell, each.value(solution)) for cell, each in zip(self._cells, self._readings, strict=True)]
            if clues not in seen:
                seen.append(clues)
                yield clues
        self.are_all = most > 0

    def _content(self, known: VariableMap, answer: Answer) -> list[int]:
        """Return a clause that excludes the solutions in which the clues are read from the same values."""
        return [-lit if answer.bools[name] else lit for name, lit in known.bools.items() if name in self._names]
