"""A search for additional clues, one or two if that is enough, that leave a board only one solution.

A clue leaves one solution if all other solutions violate the clue.  So the known solutions leave only the clues that at
most one known solution satisfies.  The first of these clues is tried: the board with it has one solution, or shows
further solutions that satisfy the clue; until no clue is left.  A board of few solutions has all of them made known
first, so that only the clues that exactly one satisfies are tried.  If neither one nor two clues were found, clues of
one solution are added, each of which excludes as many of the other known solutions as possible.

If one solution is intended, the fewest clues of this solution are searched for that leave no other one: each other
solution violates at least one of them, so that they hit the clues which a solution violates, for all other solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby, islice
from math import inf

from ..errors import LimitReached
from ..model.model import Answer
from ..puzzles.spec import PUZZLES, Board, Clue, Solution, clues_of
from ..solving.enumeration import solutions as all_solutions
from ..solving.first_solution import solve_unique
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem
from ..solving.problem_run import ProblemRun
from .selectors import PartsVerdict
from .smallest_corrections import SmallestCorrections

MOST_TRIES = 100  # boards with one more clue, and as many with two: a minute or so
MOST_WAYS = 20  # choices of clues that are found
FEW = 20  # solutions: a board of fewer has all of them made known
MORE_TRIES = 20  # boards that are tried for another choice after the first
MOST_CLUES = 10  # that are added, if two are not enough


@dataclass
class ExtraClues:
    """The result of a search for additional clues.

    clues: clues that make the board's solution unique; [] if none were found.  others: other choices of as many clues
    that do so, too.  complete: whether these are all choices of as many clues.  known: whether clues can be added to
    this puzzle at all.  none_of: 0 if not all promising single clues were tried, 1 if no single clue is enough, 2 if
    also no pair leaves one of the examined solutions alone.  solutions: the number of solutions that were examined.
    limit: why the search ended early, '' if it did not.  stopped: an interrupt that ended the search, None without one.
    at_least: the number of clues that are needed to leave an intended solution alone, as far as is known; None if no
    solution is intended.
    """

    clues: list[Clue] = field(default_factory=list)
    others: list[list[Clue]] = field(default_factory=list)
    complete: bool = False
    known: bool = True
    none_of: int = 0
    solutions: int = 0
    limit: str = ""
    stopped: BaseException | None = None
    at_least: int | None = None

    @property
    def fewest(self) -> bool:
        """Whether the clues are known to be the fewest that leave an intended solution alone."""
        return bool(self.clues) and len(self.clues) == self.at_least


def extra_clues(
    board: Board, solutions: Sequence[Solution], pipeline: Pipeline, patient: bool = False, intended: bool = False
) -> ExtraClues:
    """Return the result of a search for one additional clue, or else two, or else several, that leave the board one
    solution.

    solutions: at least two known ones; among equally few clues, clues that leave the first solution are preferred, then
    clues that leave the second.  patient: whether only the pipeline's deadline ends the search, not a number of tries.
    intended: whether the first solution is to be left alone, by as few clues as possible.  A limit or an interrupt is
    noted in the result, not raised.
    """
    found = ExtraClues()
    try:
        search = _Search(board, solutions, pipeline, inf if patient else MOST_TRIES)
        found.known = search.has_clues
        if found.known:
            search.learn_all()
        if intended:
            found.at_least = 1
            _search_fewest(search, found)
            return found
        ways: tuple[Callable[[], Iterator[tuple[int, ...]]], ...] = (search.single_clues, search.pairs)
        for hopeful in ways if found.known else ():
            chosen = list[list[Clue]]()
            try:
                all_tried = search.clues(hopeful, chosen)
            finally:  # a limit leaves those that were found before
                found.solutions = search.known
                if chosen:
                    found.clues, *found.others = chosen
            found.none_of += all_tried and not chosen
            if chosen:
                found.complete = all_tried and (len(found.clues) == 1 or search.knows_all)
            if chosen or not all_tried:
                break
        found.clues = found.clues or search.several()
    except LimitReached as limit:
        found.limit = limit.reason
    except (KeyboardInterrupt, SystemExit) as stop:
        found.limit, found.stopped = "interrupted", stop
    return found


def _search_fewest(search: _Search, found: ExtraClues) -> None:
    """Enter the fewest clues that leave only the first known solution, and other choices of as many, at most MOST_WAYS;
    before that some such clues, which a limit leaves.
    """
    found.clues = search.several()
    choices = SmallestCorrections(fewest := _LeftOutClues(search), range(fewest.count), [])
    smallest = choices.smallest(len(found.clues) or fewest.count)
    ways = []
    try:
        for each in islice(smallest, MOST_WAYS):
            ways.append(search.given(fewest.numbers(each)))
        found.complete = len(ways) < MOST_WAYS
        found.clues = []
    finally:
        if ways:
            found.clues, *found.others = ways
        found.at_least, found.solutions = choices.excluded + 1, search.known


class _LeftOutClues:
    """An oracle about the clues of an intended solution that are left out, by their places among these clues: the
    others leave one solution, or a further solution, which violates some that are left out.
    """

    has_cores = True

    def __init__(self, search: _Search):
        self._search, self._clues = search, search.of_first()
        self.count = len(self._clues)

    def numbers(self, places: Collection[int]) -> list[int]:
        """Return the numbers of the clues at these places."""
        return [self._clues[at] for at in places]

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict:
        """Return a witness if the clues that are no members leave one solution; else, as a core, the clues that another
        solution violates.  Raises LimitReached.
        """
        chosen = self.numbers(sorted(set(range(self.count)).difference(members)))
        violated = self._search.violated_by_another(chosen)
        if violated is None:
            return PartsVerdict(Answer({}, {}), [])
        return PartsVerdict(None, [at for at, number in enumerate(self._clues) if number in violated])

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        return []

    def holds(self, group: int, answer: Answer) -> bool:
        return False


class _Search:
    """The clues that can be added, and for each the numbers of the known solutions that satisfy it, in the order in
    which they were found.
    """

    def __init__(self, board: Board, solutions: Sequence[Solution], pipeline: Pipeline, tries: float):
        """Make the solutions known; tries: boards with more clues that are tried at most, inf for no limit."""
        self._board, self._pipeline, self._tries = board, pipeline, tries
        self._puzzle, self._how = PUZZLES[board.puzzle], clues_of(board)
        self._clues = list(self._how.addable(board))
        self._keep: list[set[int]] = [set() for _ in self._clues]
        self._cells = [list(numbers) for _, numbers in groupby(range(len(self._clues)), lambda at: self._clues[at][0])]
        self._solutions: list[Solution] = []
        self.knows_all = False  # whether the board has no solutions but the known ones
        for solution in solutions:
            self._learn(solution)

    @property
    def has_clues(self) -> bool:
        """Whether any clue can be added."""
        return bool(self._clues)

    @property
    def known(self) -> int:
        """The number of known solutions."""
        return len(self._solutions)

    def learn_all(self) -> None:
        """Make all solutions of the board known if these are fewer than FEW, else FEW of them.  Raises LimitReached."""
        run = ProblemRun(BoardProblem(self._board, ""), self._pipeline.apart("extra"))
        found = [*all_solutions(run, FEW)]
        for solution in found:
            self._learn(solution)
        self.knows_all = len(found) < FEW

    def _learn(self, solution: Solution) -> None:
        """Add a solution to the known ones, and its number to the clues that it satisfies; nothing happens for a known
        solution.

        If the clues of a cell exclude each other, only the first satisfied clue of each cell gets the number.
        """
        if solution in self._solutions:
            return
        for cell in self._cells:
            for at in sorted(cell, key=lambda at: -len(self._keep[at])):
                if self._keeps(solution, self._clues[at]):
                    self._keep[at].add(len(self._solutions))
                    if self._how.exclusive:
                        break
        self._solutions.append(solution)

    def _keeps(self, solution: Solution, clue: Clue) -> bool:
        board = self._how.added(self._board, [clue])
        return not self._puzzle.broken_rules(board, self._puzzle.rewritten(board, solution))

    def clues(self, hopeful: Callable[[], Iterator[tuple[int, ...]]], found: list[list[Clue]]) -> bool:
        """Append to `found`, as soon as each is found, the first choices of clues that leave exactly one solution, at
        most MOST_WAYS; return False if MOST_WAYS or the number of tries ended the search before all choices were tried.

        hopeful: yields the choices to try, the most promising first, as indices of the clues that can be added.
        """
        most = self._tries
        for tries, chosen in enumerate(hopeful()):
            if tries == most or len(found) == MOST_WAYS:
                return False
            at_most = "" if most == inf else f" of {MOST_TRIES} at most"
            self._pipeline.trace.reached(f"clue {tries + 1}{at_most} tried, {self.known} solutions")
            given = self.given(chosen)
            if self._is_unique(given):
                found.append(given)
                most = self._tries if most == inf else min(MOST_TRIES, tries + MORE_TRIES)
        return True

    def several(self) -> list[Clue]:
        """Return clues of the first known solution that leave the board no other one, none of which can be left out; []
        if MOST_CLUES clues are not enough, or if the solution has too few.
        """
        chosen: list[int] = []
        while not (chosen and self._is_unique(self.given(chosen))):
            left = set(range(self.known)).intersection(*(self._keep[at] for at in chosen))
            able = [at for at, keep in enumerate(self._keep) if 0 in keep and at not in chosen]
            if not able or len(chosen) >= MOST_CLUES:
                return []
            chosen.append(min(able, key=lambda at: len(self._keep[at] & left)))
        for at in chosen[:-1]:
            rest = [other for other in chosen if other != at]
            chosen = rest if self._is_unique(self.given(rest)) else chosen
        return self.given(chosen)

    def given(self, chosen: Sequence[int]) -> list[Clue]:
        """Return the clues with these numbers."""
        return [self._clues[at] for at in chosen]

    def of_first(self) -> list[int]:
        """Return the numbers of the clues that the first known solution satisfies."""
        return [at for at, keep in enumerate(self._keep) if 0 in keep]

    def violated_by_another(self, chosen: Sequence[int]) -> set[int] | None:
        """Return the numbers of the clues of the first known solution that another one, which satisfies the chosen
        clues, violates; None if there is no other one.
        """
        if not self._others(chosen) and self._is_unique(self.given(chosen)):
            return None
        another = min(self._others(chosen))
        return {at for at in self.of_first() if another not in self._keep[at]}

    def _others(self, chosen: Sequence[int]) -> set[int]:
        """Return the numbers of the known solutions but the first that satisfy the chosen clues."""
        return set(range(1, self.known)).intersection(*(self._keep[at] for at in chosen))

    def _is_unique(self, given: Sequence[Clue]) -> bool:
        """Whether these clues leave one solution; solutions found on the way are added to the known ones."""
        board = BoardProblem(self._how.added(self._board, given), "")
        result = solve_unique(ProblemRun(board, self._pipeline.apart("extra"))).known()
        if not result.unique:
            for found in filter(None, (result.solution, result.second)):
                self._learn(self._puzzle.rewritten(self._board, found))
        return bool(result.unique)

    def single_clues(self) -> Iterator[tuple[int]]:
        """Yield the clues satisfied by at most one known solution, or by exactly one if no others exist, each as its
        number alone and once.

        Clues of the first known solution come first, clues that no known solution satisfies last.  Solutions that
        become known between two clues count for the next clue.
        """
        tried: set[int] = set()
        least = int(self.knows_all)
        while left := [at for at, keep in enumerate(self._keep) if least <= len(keep) <= 1 and at not in tried]:
            first = min(left, key=lambda at: min(self._keep[at], default=self.known))
            tried.add(first)
            yield (first,)

    def pairs(self) -> Iterator[tuple[int, ...]]:
        """Yield pairs of clues, by number, which exactly one known solution satisfies together."""
        wanted = 0
        while wanted < self.known:
            kept = [at for at, keep in enumerate(self._keep) if wanted in keep]
            yield from (two for two in combinations(kept, 2) if self._keep[two[0]] & self._keep[two[1]] == {wanted})
            wanted += 1
