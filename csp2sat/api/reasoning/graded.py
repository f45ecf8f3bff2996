"""New boards at a grade: boards of one seed after the other, each made easier or harder by its givens."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from math import inf
from typing import NamedTuple

from ...base.portable_random import RandomSource
from ...errors import LimitReached, UsageError
from ...generating.boards import NoBoard
from ...generating.dropping import ChangingRules, Thinned
from ...generating.from_board import may_move_cells, thinned_from
from ...generating.givens import ANY_GIVENS, WantedGivens, check_givens
from ...generating.makers import MAKERS
from ...generating.spec import Draft
from ...generating.variations import variations
from ...puzzles.grade_bounds import bounds, bounds_of, existing, outside
from ...puzzles.notation import listed
from ...puzzles.spec import PUZZLES, Board
from ...reasoning import grades
from ...solving.trace import Trace
from ..generating import SEEDS, check_open, confirmed, is_puzzle, new_way
from ..settings import Settings
from ..writing.puzzles import sample
from .chains import SearchTime, Steps
from .found_boards import Found as Found
from .found_boards import as_command as as_command
from .found_boards import command as command
from .grade_ranges import POSSIBLE
from .grade_ranges import grades_of as grades_of
from .grade_ranges import in_words as in_words
from .own_boards import OwnBoard

SEEDS_TRIED = 50
SEARCH_SECONDS = 60.0  # of CPU time for a board, where no time limit is given
SECONDS = 5.0  # of CPU time for the steps of a board; a board that needs more is left for another
VARIED = 12  # variations of a board, none of which is nearer to the range
FIRST_SHARE = 16  # of the givens of a board: the first easier one has an additional given for as many


class NoVariation(LimitReached):
    """The error for a board of which no clue can be taken away, added or moved so that its solution stays."""


class GradedMaker(NamedTuple):
    """A maker of boards whose grade is in a range.

    size: rows and columns.  wanted: the choice of the givens; where the number of givens is open, more givens make a
    board easier.  deadline: on the monotonic clock; None: SEARCH_SECONDS of CPU time for the search, none for the last
    check.  own: a setter's board, whose solution the boards have; None for any solution.  budget: of the search; None
    if a deadline limits it.
    """

    puzzle: str
    size: tuple[int, int]
    grades: range
    settings: Settings
    wanted: WantedGivens = ANY_GIVENS
    trace: Trace | None = None
    deadline: float | None = None
    own: OwnBoard | None = None
    budget: SearchTime | None = None

    def board(self, seed: int) -> Found:
        """Return a board whose grade is in `grades`, with its grade: the first one that boards of `seed` and of seeds
        derived from it lead to; the same seed leads to the same board unless the time is over first.

        Raise UsageError as `new_board` does and for grades that no board of the type has, and LimitReached, with the
        grades that were seen, if the time is over first or SEEDS_TRIED seeds lead to no board.
        """
        known = bounds_of(self.puzzle, self.size) if self.own is None else bounds(self.own.draft.board)
        if not set(there := existing(known)) & set(self.grades):
            rows, cols = self.size
            why = "no board of this kind and size has the grade, since many boards have the same score"
            expected = f"{why}; expected {listed(there)} for {self.puzzle} of {rows}x{cols} (csp2sat help grade bounds)"
            raise UsageError(expected, "grade", in_words(self.grades))
        seen: Counter[int] = Counter()
        nearest: Found | None = None
        limited = self if self.deadline is not None else self._replace(budget=SearchTime(SEARCH_SECONDS))
        try:
            for found in limited._boards(seed):
                if found.grade is None or (self.own and found.draft.board == self.own.draft.board):
                    continue
                if found.grade in self.grades:
                    return found._replace(solver=confirmed(found.draft, self.settings, self.trace, self.deadline))
                seen[min(found.grade, self.grades.stop)] += 1
                if self.trace is not None:
                    self.trace.reached(f"so far {self._counts(seen)}")
                if self.own is None or (found.score - self.own.grade.score) * self._way() >= 0:
                    nearest = min(filter(None, (nearest, found)), key=self._far)
        except NoVariation:
            raise
        except LimitReached as limit:
            longer = "; --timeout SECONDS searches longer" if self.deadline is None else ""
            raise LimitReached(f"{limit}: {self._failed(seen, nearest)}{longer}") from None
        raise LimitReached(self._failed(seen, nearest))

    def _boards(self, seed: int) -> Iterator[Found]:
        """Yield graded boards of SEEDS_TRIED seeds.  Each seed gives the board that is made without a grade; the board
        without spare givens if the first one is too easy; boards on the way from all givens to a board that is too
        hard; and variations of a board whose givens all stay.
        """
        random, tried = RandomSource(seed), set[str]()
        for number in range(SEEDS_TRIED):
            at = seed if number == 0 else random.below(SEEDS)
            silent = self._silent(number)
            way = silent._made(at, self.wanted, number == 0)
            if way is None:
                continue
            first = self._graded(way.draft, at, self.wanted)
            yield first
            minimal = self.wanted._replace(minimal=True)
            if not self._is_hard(first) and not MAKERS[self.puzzle].minimal and self._may(minimal):
                way = self._silent(1)._made(at, minimal, number == 0)
                if way is None:
                    continue
                first = self._graded(way.draft, at, minimal)
                yield first
            if not way.dropped and self.wanted == ANY_GIVENS:
                found = None
                for found in self._varied(first, at, tried):
                    yield found
                if self.own is not None and found is None and not may_move_cells(self.own.draft.board):
                    return  # every further seed has the same variations, of which no new one has one solution
            elif self._is_hard(first):
                yield from self._easier(way, at)

    def _varied(self, start: Found, seed: int, tried: set[str]) -> Iterator[Found]:
        """Yield graded variations of a board, then variations of each board that is no farther from the range than the
        last, until VARIED of them in a row are no nearer; none of a board whose score is not known.

        seed: of the random draws.  tried: the givens of the boards that were tried, which are left out; the givens of
        each new board are added.  Raise NoVariation for a setter's board that has no variations and whose cells cannot
        come into other rooms.
        """
        if start.score == inf or (start.bound and not self.own):
            return
        here, random, idle = start, RandomSource(seed), 0
        with closing(ChangingRules(start.draft.solution)) as rules:
            while idle < VARIED:
                draft = self._variation(random, here.draft, rules, tried)
                if draft is None:
                    return
                found = self._graded(draft, seed, self.wanted, here.score)._replace(varied=True)
                yield found
                idle = 0 if self._off(found) < self._off(here) else idle + 1
                here = found if self._off(found) <= self._off(here) else here

    def _variation(self, random: RandomSource, draft: Draft, rules: ChangingRules, tried: set[str]) -> Draft | None:
        """Return a random variation of a board, with one solution, that is not tried yet; None if there is none."""
        other = None
        for other in variations(random, draft):
            self._check_time()
            givens = repr(other.board.givens)
            is_new = givens not in tried
            tried.add(givens)
            if is_new and rules.is_unique(other.board):
                return other
        if other is None and self.own is not None and not may_move_cells(draft.board):
            rows, cols = self.size
            new = f"csp2sat generate {self.puzzle} --size {rows}x{cols} makes a new one"
            what = f"no clue of this {self.puzzle} can be taken away, added or moved"
            raise NoVariation(f"{self.own.name}: {what}, so that its solution stays; {new}")
        return None

    def _off(self, found: Found) -> float:
        """Return the distance of a board's score from the scores of the range."""
        board = found.draft.board
        least = [-inf, *bounds(board)][self.grades.start - 1]
        return max(0.0, least - found.score, found.score - self._most(board))

    def _most(self, board: Board) -> float:
        """Return the greatest score that a board may have in the range."""
        return [*bounds(board), inf][self.grades.stop - 2]

    def _easier(self, way: Thinned, seed: int) -> Iterator[Found]:
        """Yield graded boards with more givens than one that is too hard, on the way to it: twice as many more until
        one is not too hard, then by bisection; none that leaves too few values open for a puzzle, and none if the
        number of givens is given or cannot be chosen.
        """
        optional = PUZZLES[self.puzzle].clues.optional
        have, dropped = len(optional(way.draft.board)), sum(map(len, way.dropped))
        if not self._may(self.wanted._replace(number=have)) or len(optional(way.full.board)) != have + dropped:
            return
        hard, easy, step = 0, len(way.dropped) + 1, max(1, have // FIRST_SHARE)
        while easy - hard > 1:
            more = min(hard + step, (hard + easy) // 2)
            draft = way.with_more(more)
            if not is_puzzle(draft.board):
                easy = more
                continue
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

    def _made(self, seed: int, wanted: WantedGivens, first: bool = True) -> Thinned | None:
        """Return the board of a seed, with the way to it; None if there is none with these givens.

        first: whether the board is one with few changes, if it is made of a setter's board.
        """
        self._check_time()
        if self.own is not None:
            found = thinned_from(self.own.draft, seed, wanted, first)
            if found is not None:
                check_open(found.draft.board, wanted)
            return found
        try:
            return new_way(self.puzzle, self.size, seed, self.trace, wanted)
        except NoBoard:
            return None

    def _check_time(self) -> None:
        late = self.deadline is not None and time.monotonic() > self.deadline
        if late or (self.budget is not None and self.budget.is_over):
            raise LimitReached("time limit reached")

    def _graded(self, draft: Draft, seed: int, wanted: WantedGivens, most: float = 0.0) -> Found:
        """Return a board of a seed with its grade; a lower bound of the grade, above the range, as soon as the steps so
        far have a score above the range and above `most`; at the end of the time a lower bound from which on every
        grade is in the range, or None.
        """
        self._check_time()
        found = Found(draft, None, seed, wanted, varied=self.own is not None)
        if self.own is not None and draft.board == self.own.draft.board:
            grade = self.own.grade
            return found._replace(grade=grade.value, bound=grade.bound, score=grade.score)
        steps = Steps(draft.board, self.deadline, cpu=SECONDS)
        too_hard = max(most, self._most(draft.board))
        try:
            return self._graded_by(steps, found, too_hard)
        finally:
            steps.close()

    def _graded_by(self, steps: Steps, found: Found, too_hard: float) -> Found:
        """Return a board with the grade that its steps give, as `_graded` does; too_hard: a score above which no
        further step is needed.
        """
        hardest: list[float] = []
        for step in steps:
            if step.routine:
                continue
            push = heapq.heappush if len(hardest) < grades.HARDEST else heapq.heappushpop
            push(hardest, grades.effort(step))
            if sum(hardest) / grades.HARDEST > too_hard:
                return found._replace(grade=self.grades.stop, bound=True, score=sum(hardest) / grades.HARDEST)
        known = grades.grade(found.draft.board, steps, steps.status == "SOLVED")
        if known.bound and (known.value < self.grades.start or max(self.grades) < max(POSSIBLE)):
            return found
        return found._replace(grade=known.value, bound=known.bound, score=known.score)

    def _far(self, found: Found) -> tuple[bool, int, float]:
        """Return how far a board's grade is from the range, then how far its score is; a lower bound, which may be far
        below the grade, is farther than each grade that is known.
        """
        grade = found.grade or 0
        return found.bound, max(self.grades.start - grade, grade - self.grades.stop + 1), self._off(found)

    def _way(self) -> int:
        """Return 1 if boards harder than a setter's are wanted, -1 if easier ones are, 0 for neither."""
        value = self.own.grade.value if self.own else self.grades.start
        return 1 if value < self.grades.start else -1 if value >= self.grades.stop else 0

    def _failed(self, seen: Counter[int], nearest: Found | None) -> str:
        """Return in words that there was no board, the grades of the others, and the nearest board."""
        rows, cols = self.size
        like = "" if self.own is None else " with this solution"
        text = f"no {self.puzzle} of {rows}x{cols}{like} at grade {in_words(self.grades)}"
        text = text if self.own is None else f"{self.own.name}: {text}"
        if nearest is None and not seen:
            return f"{text}; no other board was graded, either"
        if nearest is None:
            other = "harder" if self._way() > 0 else "easier"
            none = f"no board that was found is {other} than your board"
            return f"{text}; boards at other grades: {self._counts(seen)}; {none}"
        easier = sum(count for grade, count in seen.items() if grade < self.grades.start)
        far = outside(self.puzzle, self.size)
        size = "; larger boards have higher grades (--size)" if 2 * easier > seen.total() and far < 0 else ""
        size = size or "; smaller boards have lower grades (--size)" * (2 * easier < seen.total() and far > 0)
        free = "; without --symmetry there are more boards to choose from" if self.wanted.symmetry != "none" else ""
        of_grade = f"grade {nearest.grade}{' or more' * nearest.bound}"
        if self.own is not None:
            of_grade += f", score {nearest.score:.2f}; yours: {self.own.grade.text}, {self.own.grade.score:.2f}"
        found = (
            f"{text}; boards at other grades: {self._counts(seen)}; the nearest one ({of_grade}): {nearest.command()}"
        )
        return f"{found}{free}{size if self.own is None else ''}"

    def _counts(self, seen: Counter[int]) -> str:
        """Return in words how many boards of each grade there were."""
        top = self.grades.stop
        return ", ".join(
            f"{count} of grade {grade}{' or more' if grade == top else ''}" for grade, count in sorted(seen.items())
        )
