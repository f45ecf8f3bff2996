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
from ...generating.dropping import Thinned
from ...generating.givens import ANY_GIVENS, WantedGivens, check_givens
from ...generating.makers import MAKERS
from ...generating.spec import Draft
from ...puzzles.notation import listed
from ...puzzles.spec import PUZZLES
from ...reasoning import grades
from ...solving.trace import Trace
from ..generating import SEEDS, confirmed, new_way
from ..settings import Settings
from ..writing.puzzles import sample
from .chains import Steps

POSSIBLE = range(1, 11)
SEEDS_TRIED = 50
SEARCH_SECONDS = 60.0  # for a board, where no time limit is given
SECONDS = 5.0  # for the steps of a board; a board that needs more is left for another
FIRST_SHARE = 16  # of the givens of a board: the first easier one has an additional given for as many


class Found(NamedTuple):
    """A board with its solution, the grade, and how the board was made: its seed and givens.

    grade: None if the search for steps took too long.  solver: the name of the solver that has confirmed the solution,
    '' before.  bound: whether the grade is a lower bound, above the range.
    """

    draft: Draft
    grade: int | None
    seed: int
    wanted: WantedGivens
    solver: str = ""
    bound: bool = False

    def command(self) -> str:
        """Return the command that makes the same board."""
        board = self.draft.board
        return command(board.puzzle, (board.rows, board.cols), self.seed, self.wanted)


def command(puzzle: str, size: tuple[int, int], seed: int, wanted: WantedGivens) -> str:
    """Return the command that makes a board.

    puzzle: the name of its kind.  size: rows and columns.  seed, wanted: of which it is made, with which givens.
    """
    symmetry, minimal, number = wanted
    words = ["csp2sat generate", puzzle, f"--size {size[0]}x{size[1]}", f"--seed {seed}"]
    words += [f"--symmetry {symmetry}"] * (symmetry != "none") + ["--minimal"] * minimal
    return " ".join(words + ([] if number is None else [f"--givens {number}"]))


class GradedMaker(NamedTuple):
    """A maker of boards whose grade is in a range.

    size: rows and columns.  wanted: the choice of the givens; where the number of givens is open, more givens make a
    board easier.  deadline: on the monotonic clock; None: SEARCH_SECONDS for the search, none for the last check.
    """

    puzzle: str
    size: tuple[int, int]
    grades: range
    settings: Settings
    wanted: WantedGivens = ANY_GIVENS
    trace: Trace | None = None
    deadline: float | None = None

    def board(self, seed: int) -> Found:
        """Return a board whose grade is in `grades`, with its grade: the first one that boards of `seed` and of seeds
        derived from it lead to; the same seed leads to the same board unless the deadline comes first.

        Raise UsageError as `new_board` does and for grades that no board of the type has, and LimitReached, with the
        grades that were seen, if the deadline comes first or SEEDS_TRIED seeds lead to no board.
        """
        if not set(there := grades.existing(self.puzzle)) & set(self.grades):
            why = "no board of this kind has the grade, since many boards have the same score"
            expected = f"{why}; expected {listed(there)} for {self.puzzle} (csp2sat help grade bounds)"
            raise UsageError(expected, "grade", in_words(self.grades))
        seen: Counter[int] = Counter()
        nearest: Found | None = None
        usual = time.monotonic() + SEARCH_SECONDS
        limited = self if self.deadline is not None else self._replace(deadline=usual)
        try:
            for found in limited._boards(seed):
                if found.grade is None:
                    continue
                if found.grade in self.grades:
                    return found._replace(solver=confirmed(found.draft, self.settings, self.trace, self.deadline))
                seen[min(found.grade, self.grades.stop)] += 1
                if self.trace is not None:
                    self.trace.reached(f"so far {self._counts(seen)}")
                nearest = min(filter(None, (nearest, found)), key=self._far)
        except LimitReached as limit:
            longer = "; --timeout SECONDS searches longer" if self.deadline is None else ""
            raise LimitReached(f"{limit}: {self._failed(seen, nearest)}{longer}") from None
        raise LimitReached(self._failed(seen, nearest))

    def _boards(self, seed: int) -> Iterator[Found]:
        """Yield graded boards of SEEDS_TRIED seeds: the board that the seed makes without a grade, if that is too easy
        the board with no given to spare, and if one of them is too hard boards on the way to it from one with all
        givens.
        """
        random = RandomSource(seed)
        for number in range(SEEDS_TRIED):
            at = seed if number == 0 else random.below(SEEDS)
            way = self._silent(number)._made(at, self.wanted)
            if way is None:
                continue
            first = self._graded(way.draft, at, self.wanted)
            yield first
            if not self._is_hard(first):
                minimal = self.wanted._replace(minimal=True)
                if MAKERS[self.puzzle].minimal or not self._may(minimal):
                    continue
                way = self._silent(1)._made(at, minimal)
                if way is None:
                    continue
                first = self._graded(way.draft, at, minimal)
                yield first
            if self._is_hard(first):
                yield from self._easier(way, at)

    def _easier(self, way: Thinned, seed: int) -> Iterator[Found]:
        """Yield graded boards with more givens than one that is too hard, on the way to it: twice as many more until
        one is not too hard, then by bisection; none if the number of givens is given or cannot be chosen.
        """
        optional = PUZZLES[self.puzzle].clues.optional
        have, dropped = len(optional(way.draft.board)), sum(map(len, way.dropped))
        if not self._may(self.wanted._replace(number=have)) or len(optional(way.full.board)) != have + dropped:
            return
        hard, easy, step = 0, len(way.dropped) + 1, max(1, have // FIRST_SHARE)
        while easy - hard > 1:
            more = min(hard + step, (hard + easy) // 2)
            draft = way.with_more(more)
            found = self._graded(draft, seed, self.wanted._replace(number=len(optional(draft.board))))
            yield found
            hard, easy = (more, easy) if self._is_hard(found) else (hard, more)
            step *= 2

    def _is_hard(self, found: Found) -> bool:
        """Whether a board is too hard, or took too long."""
        return found.grade is None or found.grade >= self.grades.stop

    def _may(self, wanted: WantedGivens) -> bool:
        """Whether a choice of givens, other than the wanted one, is possible."""
        if self.wanted.minimal or self.wanted.number is not None:
            return False
        try:
            check_givens(sample(PUZZLES[self.puzzle]), *self.size, wanted)
        except UsageError:
            return False
        return True

    def _silent(self, number: int) -> GradedMaker:
        """Return the maker whose progress does not hide the grades so far, if the board of that number, from 0, is not
        the first one.
        """
        if number == 0 or self.trace is None or self.trace.verbose:
            return self
        return self._replace(trace=self.trace.quiet())

    def _made(self, seed: int, wanted: WantedGivens) -> Thinned | None:
        """Return the board of a seed, with the way to it; None if there is none with these givens."""
        self._check_time()
        try:
            return new_way(self.puzzle, self.size, seed, self.trace, wanted)
        except NoBoard:
            return None

    def _check_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitReached("time limit reached")

    def _graded(self, draft: Draft, seed: int, wanted: WantedGivens) -> Found:
        """Return a board of a seed with its grade; a grade above the range as soon as the first steps are harder than
        the range allows.
        """
        self._check_time()
        end = time.monotonic() + SECONDS
        steps = Steps(draft.board, end if self.deadline is None else min(end, self.deadline))
        too_hard = [*grades.bounds(self.puzzle), float("inf")][self.grades.stop - 2]  # a greater score is above
        hardest: list[float] = []
        for step in steps:
            if step.routine:
                continue
            push = heapq.heappush if len(hardest) < grades.HARDEST else heapq.heappushpop
            push(hardest, grades.effort(step))
            if sum(hardest) / grades.HARDEST > too_hard:
                steps.close()
                return Found(draft, self.grades.stop, seed, wanted, bound=True)
        grade = int(grades.grade(self.puzzle, steps, True)) if steps.status == "SOLVED" else None
        return Found(draft, grade, seed, wanted)

    def _far(self, found: Found) -> tuple[bool, int]:
        """Return how far a board's grade is from the range; a lower bound, which may be far below the grade, is
        farther than each grade that is known.
        """
        grade = found.grade or 0
        return found.bound, max(self.grades.start - grade, grade - self.grades.stop + 1)

    def _failed(self, seen: Counter[int], nearest: Found | None) -> str:
        """Return in words that there was no board, the grades of the others, and the nearest board."""
        rows, cols = self.size
        text = f"no {self.puzzle} of {rows}x{cols} at grade {in_words(self.grades)}"
        if nearest is None:
            return f"{text}; no other board was graded, either"
        easier = sum(count for grade, count in seen.items() if grade < self.grades.start)
        size = "; larger boards have higher grades (--size)" if 2 * easier > seen.total() else ""
        size = size or "; smaller boards have lower grades (--size)" * (2 * easier < seen.total())
        free = "; without --symmetry there are more boards to choose from" if self.wanted.symmetry != "none" else ""
        of_grade = f"grade {nearest.grade}{' or more' * nearest.bound}"
        found = (
            f"{text}; boards at other grades: {self._counts(seen)}; the nearest one ({of_grade}): {nearest.command()}"
        )
        return f"{found}{free}{size}"

    def _counts(self, seen: Counter[int]) -> str:
        """Return in words how many boards of each grade there were."""
        top = self.grades.stop
        return ", ".join(
            f"{count} of grade {grade}{' or more' if grade == top else ''}" for grade, count in sorted(seen.items())
        )


def in_words(wanted: range) -> str:
    """Return a range of grades as the option writes it, such as `3..5`."""
    return str(wanted.start) if len(wanted) == 1 else f"{wanted.start}..{wanted.stop - 1}"


def grades_of(wanted: object) -> range:
    """Return the grades that an int, a range, or a text such as `4`, `3..5`, `3-5` or `easy` means; raise UsageError
    for others.
    """
    if isinstance(wanted, str) and wanted.lower() in grades.IN_WORDS:
        return grades.IN_WORDS[wanted.lower()]
    found = range(wanted, wanted + 1) if type(wanted) is int else wanted
    if isinstance(wanted, str):
        ends = re.fullmatch(r"([0-9]{1,2})(?:(?:\.\.|-)([0-9]{1,2}))?", wanted)
        found = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else wanted
    if isinstance(found, range) and found.step == 1 and len(found) and set(found) <= set(POSSIBLE):
        return found
    words = ", ".join(f"{word} ({in_words(values)})" for word, values in grades.IN_WORDS.items())
    expected = f"expected a grade from {POSSIBLE[0]} to {POSSIBLE[-1]}, several such as 3..5, or one of {words}"
    raise UsageError(expected, "grade", wanted)
