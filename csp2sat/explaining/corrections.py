"""Corrections: minimal sets of constraints, or of a board's clues, without which the others can be satisfied.

A minimal correction set (MCS) has a member of each minimal unsatisfiable set, and no set that is a part of the MCS has:
M. H. Liffiton, K. A. Sakallah, Algorithms for computing minimal unsatisfiable subsets of constraints, Journal of
Automated Reasoning 40, 2008.  Each is what a maximal satisfiable set leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from ..model.model import Constraint
from ..puzzles.spec import Cell, clues_of
from ..solving.pipeline import Pipeline, wrong_answer
from ..solving.problem import BoardProblem, Problem
from .blamed_parts import ALL, Blame
from .board_conflicts import Boards
from .board_parts import RemovableClues, bare_parts
from .csp_conflicts import PartialResult, R, check_contradiction, wrong_claim
from .selectors import Groups
from .subsets import Growing, SubsetOracle, Undecided


@dataclass(frozen=True)
class Correction:
    """Constraints without which the others can be satisfied.

    parts: the constraints of the input, each as one or several constraints of the model, or all those of a name.
    minimal: whether the others cannot be satisfied together with any one of these; False if that was not found out.
    """

    parts: list[list[Constraint]]
    minimal: bool

    @property
    def size(self) -> int:
        """The number of parts."""
        return len(self.parts)


@dataclass(frozen=True)
class BoardCorrection:
    """Clues without which a board has a solution.

    clues: cells, each with the names of its clues.  minimal: as of a Correction.
    """

    clues: dict[Cell, list[str]]
    minimal: bool

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.clues)


@dataclass
class Corrections(PartialResult[R]):
    """The corrections that were found.

    sets: the corrections so far; [] if nothing that can be left out leaves a solution.  complete: whether all were
    found; False if the search stopped at the number that was asked for.  limit: why the search ended early, '' if it
    did not.  stopped: an interrupt that ended the search, to be raised again.  text: all that as text, as `str` has it.
    status: as of an Explanation.
    """

    sets: list[R] = field(default_factory=list)
    complete: bool = False
    limit: str = ""
    stopped: BaseException | None = None
    text: str = field(default="", repr=False, compare=False)
    status: str = "UNSATISFIABLE"

    def __str__(self) -> str:
        return self.text or repr(self)

    @property
    def found(self) -> list[R]:
        return self.sets


def corrections(
    problem: Problem, pipeline: Pipeline, most: int | None = 1, blame: Blame = ALL
) -> Corrections[Correction]:
    """Return corrections of a model that is known to be unsatisfiable, at most `most` of them, or all if that is None.

    Each correction is checked, unless the option `check` is off: the others are satisfied by the meaning of the
    constraints, and cannot be satisfied with any one of the correction by another encoding in another run of a solver.
    Raises WrongAnswer if a check fails; a limit or an interrupt is noted in the result, not raised.
    """
    model = problem.model
    groups = blame.parts(model)

    def correction(of: Growing) -> Correction:
        return Correction([[model.constraints[number] for number in groups[at]] for at in of.left], of.minimal)

    return _found(lambda: closing(Groups(model, groups, pipeline)), len(groups), correction, pipeline, most)


def board_corrections(problem: BoardProblem, pipeline: Pipeline, most: int | None = 1) -> Corrections[BoardCorrection]:
    """Return at most `most` corrections (sets of clues without which there is a solution) of a board that is known to
    have no solution; all of its corrections if `most` is None.

    If clues are not constraints of their own in the puzzle's model, boards without some clues are solved instead.  A
    limit or an interrupt is noted in the result, not raised.
    """
    if clues_of(problem.board).in_rules:
        boards = Boards(problem, pipeline)
        found = _found(lambda: nullcontext(boards), len(boards.cells), partial(_of_clues, boards), pipeline, most)
        if found.complete and not found.sets:
            bare = bare_parts(problem.board)
            with closing(Groups(bare.model, bare.groups, pipeline)) as asked:
                check_contradiction(asked, range(len(bare.groups)), pipeline)
        return found
    parts = RemovableClues(problem)

    def oracle() -> AbstractContextManager[Groups]:
        asked = Groups(parts.model, [*parts.groups, parts.rules], pipeline)
        asked.always = [len(parts.groups)]
        return closing(asked)

    return _found(oracle, len(parts.clues), partial(_of_clues, parts), pipeline, most)


def _of_clues(board: Boards | RemovableClues, found: Growing) -> BoardCorrection:
    return BoardCorrection(board.names(found.left), found.minimal)


def _found(
    oracle: Callable[[], AbstractContextManager[Groups | Boards]],
    count: int,
    correction: Callable[[Growing], R],
    pipeline: Pipeline,
    most: int | None,
) -> Corrections[R]:
    """Return at most `most` corrections among the members 0 to `count - 1` of an oracle, all if that is None.

    correction: makes a result of a maximal satisfiable set.
    """
    found, begun = Corrections[R](), list[Growing]()
    with found.search(most, begun, correction), oracle() as asked:
        for each in islice(minimal_corrections(asked, count, pipeline.run_options.deadline, begun.append), most):
            if not each.left:  # of a solution, which was found where there is none
                raise wrong_claim(pipeline)
            if isinstance(asked, Groups):  # Boards solves boards, whose solutions are judged at once
                _check(asked, each, pipeline)
            found.sets.append(correction(each))
            begun.clear()
    return found


def minimal_corrections(
    oracle: SubsetOracle, count: int, deadline: float | None, begun: Callable[[Growing], None]
) -> Iterator[Growing]:
    """Yield the maximal satisfiable sets of the members 0 to `count - 1`, each when it is found; the members outside a
    set are a minimal correction set.

    deadline: by time.monotonic(), None for no limit.  begun: called with each set before it grows.  Raises
    LimitReached.
    """
    with closing(Undecided(count)) as undecided:
        while (seed := undecided.any(deadline)) is not None:
            verdict = oracle.ask(seed)
            if verdict.witness is None:
                decided = undecided.exclude_with(verdict.core)
            else:
                found = Growing(oracle, seed, verdict.witness, count)
                begun(found)
                found.run()
                yield found
                decided = undecided.exclude_without(found.left)
            if not decided:
                return


def _check(asked: Groups, found: Growing, pipeline: Pipeline) -> None:
    """Raise WrongAnswer unless the witness of `found` satisfies all members that are kept, and each other member
    contradicts these members.

    Nothing is checked if the option `check` is off.  Raises LimitReached.
    """
    if not pipeline.run_options.check:
        return
    if not asked.satisfied(found.witness, -1, found.kept):
        raise wrong_answer("a correction is wrong")
    kept: Collection[int] = [*asked.always, *found.kept]
    for member in found.left:
        check_contradiction(asked, [*kept, member], pipeline)
