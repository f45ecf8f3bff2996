"""New boards at a grade: boards of one seed after the other, each made easier or harder by its givens."""

from __future__ import annotations

import heapq
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ...base.portable_random import RandomSource
from ...errors import LimitReached, UsageError
from ...generating.boards import NoBoard
from ...generating.givens import ANY_GIVENS, WantedGivens, check_givens
from ...generating.makers import MAKERS
from ...generating.spec import Draft
from ...puzzles.spec import PUZZLES, Board
from ...reasoning import grades
from ...solving.trace import Trace
from ..generating import SEEDS, new_board
from ..settings import Settings
from ..writing.puzzles import sample
from .chains import Steps

POSSIBLE = range(1, 11)
SEEDS_TRIED = 50
SECONDS = 5.0  # for the steps of a board; a board that needs more is left for another
MORE_GIVENS = (1, 2, 4, 8)  # beside those of the board as it was made first, as shares of 1/16


class Found(NamedTuple):
    """A board with its solution, the name of the solver that confirmed the solution, the grade, and how the board was
    made: its seed and givens.

    grade: None if the search for steps took too long; above the range, a lower bound.
    """

    draft: Draft
    solver: str
    grade: int | None
    seed: int
    wanted: WantedGivens

    def options(self) -> str:
        """Return the options of `csp2sat generate` that make the same board."""
        number, minimal = self.wanted.number, self.wanted.minimal
        words = f"--seed {self.seed}" + (f" --givens {number}" if number is not None else "")
        return words + (" --minimal" if minimal else "")


class GradedMaker(NamedTuple):
    """A maker of boards whose grade is in a range.

    size: rows and columns.  wanted: the choice of the givens; where the number of givens is open, more givens make a
    board easier.  deadline: on the monotonic clock, None for none.
    """

    puzzle: str
    size: tuple[int, int]
    grades: range
    settings: Settings
    wanted: WantedGivens = ANY_GIVENS
    trace: Trace | None = None
    deadline: float | None = None

    def board(self, seed: int) -> Found:
        """Return a board whose grade is in the range, the same for the same seed as long as no time limit comes in
        between.

        Raise UsageError as `new_board` does, and LimitReached, with the grades that were seen, if the
        deadline comes first or SEEDS_TRIED seeds lead to no board.
        """
        seen: Counter[int] = Counter()
        nearest: Found | None = None
        try:
            for found in self._boards(seed):
                if found.grade is None:
                    continue
                if found.grade in self.grades:
                    return found
                seen[min(found.grade, self.grades.stop)] += 1
                if nearest is None or self._far(found.grade) < self._far(nearest.grade or 0):
                    nearest = found
        except LimitReached as limit:
            raise LimitReached(f"{limit}: {self._failed(seen, nearest)}") from None
        raise LimitReached(self._failed(seen, nearest))

    def _boards(self, seed: int) -> Iterator[Found]:
        """Yield graded boards, up to five for each of SEEDS_TRIED seeds: the board that the seed makes without a grade,
        then boards with more and more givens until one is not too hard, or a board with no given to spare if the first
        one is too easy.
        """
        random = RandomSource(seed)
        for number in range(SEEDS_TRIED):
            at = seed if number == 0 else random.below(SEEDS)
            first = self._made(at, self.wanted)
            if first is None:
                continue
            yield first
            if first.grade is None or first.grade >= self.grades.stop:
                for wanted in self._easier(first.draft.board):
                    easier = self._made(at, wanted)
                    if easier is not None:
                        yield easier
                        if easier.grade is not None and easier.grade < self.grades.stop:
                            break
            elif self._may(self.wanted._replace(minimal=True)) and not MAKERS[self.puzzle].minimal:
                harder = self._made(at, self.wanted._replace(minimal=True))
                if harder is not None:
                    yield harder

    def _easier(self, board: Board) -> Iterator[WantedGivens]:
        """Yield choices of more and more givens than a board has; none if the number is given or cannot be chosen."""
        have = len(PUZZLES[self.puzzle].clues.optional(board))
        if self._may(self.wanted._replace(number=have)):
            for share in MORE_GIVENS:
                yield self.wanted._replace(number=have + max(share, have * share // 16))

    def _may(self, wanted: WantedGivens) -> bool:
        """Whether a choice of givens, other than the wanted one, is possible."""
        if self.wanted.minimal or self.wanted.number is not None:
            return False
        try:
            check_givens(sample(PUZZLES[self.puzzle]), *self.size, wanted)
        except UsageError:
            return False
        return True

    def _made(self, seed: int, wanted: WantedGivens) -> Found | None:
        """Return the board of a seed, graded; None if there is none with these givens."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitReached("time limit reached")
        try:
            draft, solver = new_board(self.puzzle, self.size, seed, self.settings, self.trace, self.deadline, wanted)
        except NoBoard:
            return None
        return Found(draft, solver, self._grade(draft.board), seed, wanted)

    def _grade(self, board: Board) -> int | None:
        """Return the grade of a board; a grade above the range as soon as the first steps are harder than the range
        allows; None if the time for the steps is over.
        """
        end = time.monotonic() + SECONDS
        steps = Steps(board, end if self.deadline is None else min(end, self.deadline))
        too_hard = [*grades.bounds(self.puzzle), float("inf")][self.grades.stop - 2]  # a greater score is above
        hardest: list[float] = []
        for step in steps:
            if step.routine:
                continue
            push = heapq.heappush if len(hardest) < grades.HARDEST else heapq.heappushpop
            push(hardest, grades.effort(step))
            if len(hardest) == grades.HARDEST and sum(hardest) / grades.HARDEST > too_hard:
                steps.close()
                return self.grades.stop
        return int(grades.grade(self.puzzle, steps, True)) if steps.status == "SOLVED" else None

    def _far(self, grade: int) -> int:
        """Return how far a grade is from the range."""
        return max(self.grades.start - grade, grade - self.grades.stop + 1)

    def _failed(self, seen: Counter[int], nearest: Found | None) -> str:
        """Return in words that there was no board, the grades of the others, and the nearest board."""
        rows, cols = self.size
        text = f"no {self.puzzle} of {rows}x{cols} at grade {in_words(self.grades)}"
        if nearest is None:
            return f"{text}; no other board was graded, either"
        top = self.grades.stop
        counts = ", ".join(
            f"{count} of grade {grade}{' or more' if grade == top else ''}" for grade, count in sorted(seen.items())
        )
        return f"{text}; boards at other grades: {counts}; {nearest.options()} makes the nearest one"


def in_words(wanted: range) -> str:
    """Return a range of grades as the option writes it, such as `3..5`."""
    return str(wanted.start) if len(wanted) == 1 else f"{wanted.start}..{wanted.stop - 1}"


def grades_of(wanted: object) -> range:
    """Return the grades that an int, a range, or a text such as `4`, `3..5` or `3-5` means; raise UsageError for
    others.
    """
    found = range(wanted, wanted + 1) if type(wanted) is int else wanted
    if isinstance(wanted, str):
        ends = re.fullmatch(r"([0-9]{1,2})(?:(?:\.\.|-)([0-9]{1,2}))?", wanted)
        found = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else wanted
    if isinstance(found, range) and found.step == 1 and len(found) and set(found) <= set(POSSIBLE):
        return found
    raise UsageError(f"expected a grade from {POSSIBLE[0]} to {POSSIBLE[-1]}, or several such as 3..5", "grade", wanted)
