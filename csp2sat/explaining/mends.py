"""Mends of a board without solutions: as few clues as possible, such as misprints, that are changed or taken away so
that the board has a solution.  Mends of a board with several solutions: a clue is changed, added, moved or taken
away, and leaves one; or two clues are changed, where one alone would break the total of rows or columns.

A clue is in every reason iff the board without this clue alone has a solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from ..base.time_limit import until
from ..errors import LimitReached
from ..model.model import Model
from ..puzzles.spec import PUZZLES, Board, Cell, Clue, Solution, clues_of
from ..solving.first_solution import Result, solve_unique
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem
from ..solving.problem_run import ProblemRun
from .clue_changes import ClueChange, ClueChanges
from .read_clues import ReadClues
from .selectors import Variants
from .smallest_corrections import SmallestCorrections
from .subsets import SubsetOracle

MOST_CLUES = 3  # that are changed at once
MOST_CHOICES = 90  # of clues, for which other values are tried
MOST_BOARDS = 600  # that are solved with other values
MOST_READ = 300  # solutions, from which other values are read
AT_ONCE = 100  # boards with other values, about which a solver is made
FEW = 16  # boards with other values: fewer are solved sooner than a solver about all of them is made
SHARE = 0.8  # of the time that is left, for the search; the rest is for what is shown besides
MOST_UNIQUE = 20  # changes with which a board has a single solution
SECONDS = 10.0  # of the search, where the time limit of the command leaves as many


@dataclass(frozen=True)
class Mend:
    """A change of clues with which a board has a solution.

    cells: the cells whose clues are changed.  clues: their new values, or one of them in the cell to which it is moved;
    [] if the old values are only taken away.
    unique: whether the mended board has a single solution; None if that was not decided.
    with_cell: whether nothing is left of the clue in its cell, such as an island without a number.
    """

    cells: list[Cell]
    clues: list[Clue]
    unique: bool | None
    with_cell: bool = False

    @property
    def is_move(self) -> bool:
        """Whether a clue is moved to another cell."""
        return any(cell not in self.cells for cell, _ in self.clues)


@dataclass
class Mends:
    """The result of a search for mends, all of which change equally many clues.

    found: the mends with one solution first, those of one clue together in the order of the clues, and changes
    before removals.  in_every: the cells whose clues are in every
    reason; None if that is not known.  complete: whether the search came to its end.  stopped: an interrupt that ended
    the search, None without one.  tried: the number of changes of a board with several solutions that were tried;
    None if no change was searched for, or if no clue can be changed.  possible: the number of these changes in all.
    pairs: how many of the possible ones change two clues.  seconds: the limit of the search without a time limit of the
    command; None with one.  out_of_time: whether more time would let more changes be tried.  totals: the rules that
    follow from all clues together, and that these clues break.  excluded: the greatest number of
    clues of which it is known that the board has no solution without these, whichever they are; 0 if none is known, or
    if no number of clues is enough.
    """

    found: list[Mend] = field(default_factory=list)
    in_every: list[Cell] | None = None
    complete: bool = False
    stopped: BaseException | None = None
    tried: int | None = None
    possible: int = 0
    pairs: int = 0
    seconds: float | None = None
    out_of_time: bool = False
    totals: list[str] = field(default_factory=list)
    excluded: int = 0


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
    found, hurried = _limited(pipeline, SECONDS)
    at = {cell: number for number, cell in enumerate(cells)}
    known = [[at[cell] for cell in reason if cell in at] for reason in reasons]

    def search() -> None:
        with oracle(hurried) as asked:
            corrections = SmallestCorrections(asked, range(len(cells)), known)
            try:
                chosen = list(islice(corrections.smallest(MOST_CLUES), MOST_CHOICES + 1))
            finally:
                found.excluded = corrections.excluded if corrections.exists else 0
            if len(chosen) <= MOST_CHOICES:
                found.in_every = [cells[each[0]] for each in chosen if len(each) == 1]
            choices = [[cells[at] for at in each] for each in chosen[:MOST_CHOICES]]
            alone = bool(cells) and not chosen and [] in known  # a board without clues has no solution, others may
            if alone:
                found.in_every, choices = None, [[cell] for cell in cells[:MOST_CHOICES]]
            _Mending(board, model, hurried, found).run(choices, [] if cells else clues_of(board).changeable(board))
            are_all = bool(found.found) and len(cells) <= MOST_CHOICES if alone else len(chosen) <= MOST_CHOICES
            found.complete = found.complete and are_all

    _searched(search, found, hurried)
    found.found = in_order(board, found.found)
    return found


def in_order(board: Board, found: Sequence[Mend]) -> list[Mend]:
    """Return the mends in the order in which they are shown: first those after which the board has one solution.

    Among these, and among the others, mends of one clue are in the order of the board's clues, with the changes of a
    clue before its removal; mends of several clues are in the order of how much their numbers change.
    """
    changes, places = ClueChanges(board), {cell: at for at, cell in enumerate(clues_of(board).changeable(board))}

    def order(mend: Mend) -> tuple[bool, int, bool, int]:
        together = len(mend.cells) > 1
        at = 0 if together else places.get(mend.cells[0], len(places))
        return not mend.unique, at, not mend.clues, changes.shift(mend.clues) if together else 0

    return sorted(found, key=order)


def unique_mends(board: Board, differing: Collection[Cell], pipeline: Pipeline, seconds: float = SECONDS) -> Mends:
    """Return the mends, of one clue that is changed, added, moved or taken away, with which a board with several
    solutions has a single solution; if there are none, those of two clues that leave the totals of rows and columns as
    they were.  Mends near the cells in which two solutions differ are found first.

    differing: these cells.  seconds: after which the search ends; a time limit of the command counts instead.  A limit
    or an interrupt is noted in the result, not raised.
    """
    clues = clues_of(board)
    found, hurried = _limited(pipeline, seconds)

    def model(changed: Board) -> Model:
        problem = BoardProblem(changed, "")
        return clues.model(changed) or problem.model

    def search() -> None:
        mending = _Mending(board, None if clues.in_rules else model, hurried, found)
        changes = ClueChanges(board)
        mending.make_unique(changes.nearest(differing))
        if found.complete and not found.found:
            pairs, found.pairs = changes.balanced(differing)
            mending.make_unique(pairs)
            found.complete &= len(pairs) == found.pairs
            found.possible += found.pairs - len(pairs)

    _searched(search, found, hurried)
    return found


def _limited(pipeline: Pipeline, seconds: float) -> tuple[Mends, Pipeline]:
    """Return mends to be found, and the pipeline with the end of their search: after `seconds`, or, with a time limit
    of the command, after a SHARE of the time that is left.
    """
    end, now = pipeline.run_options.deadline, time.monotonic()
    hurried = shortened_to(pipeline, seconds if end is None else SHARE * (end - now))
    return Mends(seconds=seconds if end is None else None), hurried


def shortened_to(pipeline: Pipeline, seconds: float) -> Pipeline:
    """Return the pipeline with a time limit of `seconds`, or with its own limit if that ends sooner."""
    end = time.monotonic() + seconds
    end = end if pipeline.run_options.deadline is None else min(end, pipeline.run_options.deadline)
    return replace(pipeline, run_options=replace(pipeline.run_options, deadline=end))


def _searched(search: Callable[[], None], found: Mends, pipeline: Pipeline) -> None:
    """Run a search for mends until the time limit of the pipeline; note an interrupt in `found`."""
    end = pipeline.run_options.deadline
    assert end is not None
    try:
        with until(end):
            search()
    except LimitReached as limit:
        found.out_of_time = limit.reason == "time"
    except (KeyboardInterrupt, SystemExit) as stop:
        found.stopped = stop


class _Mending:
    """The search for other values of clues without which the board has a solution.

    model: as in `mends_of`.  found: gets the mends.
    """

    def __init__(self, board: Board, model: Callable[[Board], Model] | None, pipeline: Pipeline, found: Mends):
        self._board, self._model, self._pipeline, self._found = board, model, pipeline, found
        self._puzzle, self._clues = PUZZLES[board.puzzle], clues_of(board)
        self._changes, self._tried = ClueChanges(board), 0

    def run(self, choices: Sequence[list[Cell]], fixed: Sequence[Cell] = ()) -> None:
        """Add the mends that change the clues of the cells in one of the choices, or the clue of one of the cells
        `fixed`, which cannot be left out.  Raises LimitReached.
        """
        single = [cells[0] for cells in choices if len(cells) == 1]
        for cells in choices if single else ():
            self._take_away(cells)
        turned = self._clues.optional(self._board) if self._clues.leave_signs else ()
        changed = [*dict.fromkeys((*single, *fixed, *turned))]
        read = [self._read([cell], MOST_READ) for cell in changed]
        tried = [cell for cell, is_read in zip(changed, read, strict=True) if is_read is None]
        others = [change for cell in tried for change in self._changes.others(cell)]
        freed = (change for cell in self._clues.optional(self._board) for change in self._changes.emptied(cell))
        others += freed
        for _, change in chain(self._hopeful(others), self._hopeful(self._changes.moved_of(single))):
            if self._tried == MOST_BOARDS:
                return
            self._try(change)
        are_all = False not in read and all(self._clues.has_all(self._board, cell) for cell in tried)
        if not (single or self._found.found):
            are_all &= self._change_together(choices)
        self._found.complete = are_all

    def _change_together(self, choices: Sequence[list[Cell]]) -> bool:
        """Add the mends that change the clues of all cells in one of the choices; return whether all values were tried.

        Values that a solution without these clues has come first, so that each choice has an example, then those near
        the clues' own.  Raises LimitReached.
        """
        read = [self._read(cells, max(FEW, MOST_READ // len(choices))) for cells in choices]
        choices = [cells for cells, is_read in zip(choices, read, strict=True) if is_read is None]
        for cells in choices:
            less, result = self._take_away(cells)
            for clues in self._of_solutions(less, cells, result):
                self._try(ClueChange(cells, clues, self._clues.added(less, clues)))
        known = {str(mend.clues) for mend in self._found.found}
        changes, are_all = self._changes.together(choices)
        for _, change in self._hopeful([change for change in changes if str(change.clues) not in known]):
            if self._tried == MOST_BOARDS:
                return False
            self._try(change)
        has_all = all(self._clues.has_all(self._board, cell) for cells in choices for cell in cells)
        return are_all and has_all and False not in read

    def _read(self, cells: list[Cell], most: int) -> bool | None:
        """Add the mends that change the clues of all these cells to values that are read from at most `most` solutions;
        return whether all values were tried, None if the clues are not read from solutions.  Raises LimitReached.
        """
        if any(self._clues.reading(self._board, cell) is None for cell in cells):
            return None
        values = ReadClues(self._board, cells, self._pipeline)
        for clues in values.choices(most):
            if self._tried == MOST_BOARDS:
                return False
            self._try(ClueChange(cells, clues, self._changes.changed(cells, clues)))
        return values.are_all

    def make_unique(self, changes: Sequence[ClueChange]) -> None:
        """Add each of the changes with which the board has a single solution, until MOST_UNIQUE are found, and count
        these changes to those tried before.  Raises LimitReached.
        """
        found, before = self._found, self._found.possible
        found.possible, found.complete = before + len(changes), False
        found.tried = before if found.possible else None
        for at, change in self._hopeful(changes, FEW - 1):
            found.tried = before + at
            if len(found.found) == MOST_UNIQUE:
                return
            if self._solved(change.board).unique:
                found.found.append(Mend(change.cells, change.clues, True, change.with_cell))
        found.complete, found.tried = True, found.possible or None

    def _take_away(self, cells: list[Cell]) -> tuple[Board, Result]:
        """Add the mend that takes these clues away, if it is one; return the board without them and its solutions."""
        less = self._clues.without(self._board, cells)
        result = self._solved(less)
        if result.solution is not None and all(map(self._clues.may_lack, cells)):
            self._found.found.append(Mend(cells, [], result.unique))
        return less, result

    def _try(self, change: ClueChange) -> None:
        result = self._solved(change.board)
        if result.solution is not None:
            self._found.found.append(Mend(change.cells, change.clues, result.unique, change.with_cell))

    def _solved(self, board: Board) -> Result:
        self._tried += 1
        self._pipeline.trace.reached(f"board {self._tried} with other clues")
        return solve_unique(ProblemRun(BoardProblem(board, ""), self._pipeline.apart("mended"))).known()

    def _hopeful(self, changes: Sequence[ClueChange], size: int = AT_ONCE) -> Iterator[tuple[int, ClueChange]]:
        """Yield the changes with which the board may have a solution, with their numbers; a solver
        that is kept for some of the changes refutes most of the others.

        size: the number of the first of these changes; the next ones are twice as many, but at most AT_ONCE.
        """
        start = 0
        while some := [*enumerate(changes[start : start + size], start)]:
            start, size = start + size, min(2 * size, AT_ONCE)
            if self._model is None or len(some) < FEW:
                yield from some
                continue
            with closing(Variants([self._model(each.board) for _, each in some], self._pipeline)) as variants:
                yield from (each for at, each in enumerate(some) if not variants.refuted(at))

    def _of_solutions(self, less: Board, cells: Sequence[Cell], result: Result) -> Iterator[list[Clue]]:
        """Yield new values of the cells, each as clues to add to the board `less`, which has no clues there: values
        that a solution of this board has.
        """
        possible = [self._changes.possible(cell) for cell in cells]
        seen = list[list[Clue]]()
        for solution in filter(None, (result.solution, result.second)):
            clues = self._kept(less, solution, possible)
            may_be = clues and all(self._clues.may_lack(cell) for cell in cells if cell not in dict(clues))
            if may_be and clues not in seen and self._changes.is_other(self._clues.added(less, clues)):
                seen.append(clues)
                yield clues

    def _kept(self, less: Board, solution: Solution, possible: Collection[list[Clue]]) -> list[Clue]:
        """Return, for each list of possible clues, the first that the solution satisfies, if any."""
        kept = ([clue for clue in clues if self._satisfies(less, solution, clue)][:1] for clues in possible)
        return [clue for clues in kept for clue in clues]

    def _satisfies(self, less: Board, solution: Solution, clue: Clue) -> bool:
        board = self._clues.added(less, [clue])
        return not self._puzzle.broken_rules(board, self._puzzle.rewritten(board, solution))
