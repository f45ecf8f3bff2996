"""Explanations why a board has no solution: a minimal set of clues, then of rules, that contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field

from ..errors import LimitReached
from ..model.model import Answer, Model
from ..puzzles.spec import Board, Cell, clues_of
from ..solving.first_solution import solve
from ..solving.loop_encodings import LOOP
from ..solving.pipeline import Pipeline
from ..solving.problem import BoardProblem
from ..solving.problem_run import ProblemRun
from .board_parts import BoardParts, BoardReason, RemovableClues
from .csp_conflicts import Explanation, check_contradiction, check_needed, require_reason
from .extra_clues import ExtraClues
from .mends import Mends, mends_of
from .mus import Shrinking, some_sets
from .selectors import Groups, PartsVerdict
from .smallest_contradictions import QUICK, smaller, smallest
from .subsets import SubsetOracle

TOO_LARGE = "a reason is larger than necessary"


@dataclass
class BoardExplanation(Explanation[BoardReason]):
    """An explanation whose reasons are sets of a board's clues and rules.

    mends: changes of clues with which the board has a solution.  extra: the fewest clues that leave an intended
    solution alone; None if no solution is intended, or the intended one is the only one.  text: the reasons and mends,
    or the extra clues, as text.
    """

    mends: Mends = field(default_factory=Mends)
    extra: ExtraClues | None = None
    text: str = field(default="", repr=False, compare=False)

    def __str__(self) -> str:
        return self.text or super().__str__()


def explain(problem: BoardProblem, pipeline: Pipeline, most: int | None = 1) -> BoardExplanation:
    """Return reasons of a board that is known to have no solution, at most `most` of them, or all if `most` is None.

    Several reasons differ in their clues.  If clues are not constraints of their own in the puzzle's model, boards
    without some clues are solved instead.  Mends are searched for unless a limit ended the search for reasons.  A limit
    or an interrupt is noted in the result, not raised.
    """
    found = BoardExplanation()
    (_by_boards if clues_of(problem.board).in_rules else _by_constraints)(problem, pipeline, most, found)
    require_reason(found, pipeline)
    found.complete |= any(reason.minimal and not reason.clues for reason in found.reasons)
    if not found.limit:
        found.mends = _mends(problem, pipeline, [reason.clues for reason in found.reasons])
        found.stopped = found.mends.stopped
        found.limit = "interrupted" if found.stopped else ""
    return found


def _mends(problem: BoardProblem, pipeline: Pipeline, reasons: Sequence[Collection[Cell]]) -> Mends:
    """Return mends of a board without solutions.  reasons: the cells of the clues in each known reason."""
    board, optional = problem.board, clues_of(problem.board).optional(problem.board)
    if clues_of(board).in_rules:
        return mends_of(board, lambda hurried: nullcontext(Boards(problem, hurried)), optional, reasons, None, pipeline)
    parts = RemovableClues(problem)

    def oracle(hurried: Pipeline) -> AbstractContextManager[SubsetOracle]:
        return closing(Groups(parts.model, parts.groups, hurried))

    def model(changed: Board) -> Model:
        return BoardParts.of(BoardProblem(changed, "")).model

    found = mends_of(board, oracle, parts.clues, reasons, model, pipeline)
    found.totals = parts.broken_totals
    return found


def _by_constraints(problem: BoardProblem, pipeline: Pipeline, most: int | None, found: BoardExplanation) -> None:
    """Add reasons to `found`: for each minimal set of clues that contradicts all rules, this set and a minimal set of
    rules that contradict these clues.

    most: the greatest number of reasons, None for all.
    """
    begun: list[Shrinking] = []
    with found.search(most, begun, lambda shrunk: parts.reason(shrunk.best, False)):
        parts = BoardParts.of(problem)
        with closing(Groups(parts.model, parts.groups, pipeline, parts.totals, len(parts.clues))) as asked:
            asked.always = always = list(parts.rules)
            count = len(parts.clues)
            few = None if most == 1 else smallest(asked, count, QUICK)
            for shrunk in some_sets(asked, range(count), pipeline.run_options.deadline, most, begun, few):
                if most == 1 and len(shrunk.best) > 1:
                    shrunk = _smallest(asked, shrunk, begun)
                check_needed(asked, shrunk, pipeline, TOO_LARGE)
                found.reasons.append(_with_rules(asked, parts, shrunk, pipeline))
                asked.reasons = len(found.reasons)
                begun.clear()
                asked.always = always


def _smallest(asked: Groups, shrunk: Shrinking, begun: list[Shrinking]) -> Shrinking:
    """Return a smallest set of clues that contradicts the rules in `asked.always`, if it is found with little effort,
    or else the set in `shrunk`.  begun: gets the set.
    """
    count = len(asked.groups) - len(asked.always)
    few = smaller(asked, count, len(shrunk.best), QUICK)
    if few is not None:
        begun[:] = [shrunk := Shrinking(asked, few)]
        shrunk.run(QUICK)
    return shrunk


def _one_rule(asked: Groups, rules: Sequence[int]) -> list[int] | None:
    """Return a list of no rule or of one that cannot be satisfied with the groups in `asked.always`; None if several
    rules are needed, or one of lines over the whole board.
    """
    formulas = [constraint.formula for constraint in asked.model.constraints]
    local = [rule for rule in rules if all(formulas[number].op != LOOP for number in asked.groups[rule])]
    for few in ([], *([rule] for rule in local)):
        verdict = asked.ask(few, QUICK)
        if verdict.decided and verdict.witness is None:
            return verdict.core
    return None


def _with_rules(asked: Groups, parts: BoardParts, shrunk: Shrinking, pipeline: Pipeline) -> BoardReason:
    """Return the reason that consists of the clues in `shrunk` and a minimal set of rules that contradict these clues.

    asked: the groups of the board; its list `always` is replaced by the clues in `shrunk`, for the caller to set anew.
    After a limit the set of rules may be larger than necessary; the reason's `minimal` is False then.  Raises
    LimitReached if `shrunk` has no clue and no rule could be left out before the limit, or at a limit of the final
    check; WrongAnswer if a check fails.
    """
    stated, asked.always = asked.always, list(shrunk.best)
    rules = _rules(asked, stated)
    try:
        rules.run()
    except LimitReached:
        if not shrunk.best and len(rules.best) == len(parts.rules):
            raise
    else:
        rules = _fewer(asked, stated, rules)
    check_needed(asked, rules, pipeline, TOO_LARGE)
    members = [*shrunk.best, *rules.best]
    check_contradiction(asked, members, pipeline)
    return parts.reason(members, shrunk.minimal and rules.minimal)


def _fewer(asked: Groups, stated: Sequence[int], rules: Shrinking) -> Shrinking:
    """Return a minimal set of fewer rules, found by leaving out the `stated` rules in the opposite order, or the set
    itself.
    """
    if len(rules.best) > 1:
        other = Shrinking(asked, list(reversed(stated)))
        other.run(QUICK)
        if other.minimal and len(other.best) < len(rules.best):
            return other
    return rules


def _rules(asked: Groups, rules: Sequence[int]) -> Shrinking:
    """Return the shrinking of rules that contradict the groups in `asked.always`: of all these rules, or of a single
    one that is enough.
    """
    one = _one_rule(asked, rules)
    return Shrinking(asked, rules if one is None else one)


class Boards:
    """An oracle about the cells of a board, by number: whether the board with only these cells' clues can be solved."""

    has_cores = False

    def __init__(self, problem: BoardProblem, pipeline: Pipeline):
        self._clues, self._board, self._pipeline = clues_of(problem.board), problem.board, pipeline
        self.cells = self._clues.optional(problem.board)

    def names(self, members: Collection[int]) -> dict[Cell, list[str]]:
        """Return the cells with these numbers, each with the name `clue`."""
        return {self.cells[at]: ["clue"] for at in members}

    def board(self, members: Collection[int]) -> Board:
        """Return the board with the clues of these cells alone, and the clues that cannot be left out."""
        kept = {self.cells[member] for member in members}
        return self._clues.without(self._board, [cell for cell in self.cells if cell not in kept])

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict:
        """Solve the board with the clues of these cells alone; return an empty answer as the witness if there is a
        solution, else the cells as the core.

        Raises LimitReached.
        """
        self._pipeline.trace.reached(f"{len(members)} of {len(self.cells)} clues left")
        result = solve(ProblemRun(BoardProblem(self.board(members), ""), self._pipeline.apart("clues"))).known()
        return PartsVerdict(None if result.status == "UNSATISFIABLE" else Answer({}, {}), sorted(members))

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        return []

    def holds(self, group: int, answer: Answer) -> bool:
        return False


def _by_boards(problem: BoardProblem, pipeline: Pipeline, most: int | None, found: BoardExplanation) -> None:
    """Add reasons to `found`: for each minimal set of clues with which the board has no solution, this set and a
    minimal set of rules that contradict these clues.

    most: the greatest number of reasons, None for all.
    """
    begun: list[Shrinking] = []
    with found.search(most, begun, lambda shrunk: BoardReason(boards.names(shrunk.best), [], False)):
        boards = Boards(problem, pipeline)
        for shrunk in some_sets(boards, range(len(boards.cells)), pipeline.run_options.deadline, most, begun):
            _add_rules(boards, shrunk, pipeline, found)
            begun.clear()


def _add_rules(boards: Boards, shrunk: Shrinking, pipeline: Pipeline, found: BoardExplanation) -> None:
    """Add, to `found`, the reason that consists of the clues in `shrunk` and a minimal set of rules that contradict
    them.

    At a limit the rules that are left so far are added, and LimitReached is raised.
    """
    alone = BoardProblem(boards.board(shrunk.best), "")
    parts = BoardParts(alone.board, alone.model)
    with closing(Groups(parts.model, parts.groups, pipeline)) as asked:
        asked.always = list(range(len(parts.clues)))
        rules = _rules(asked, parts.rules)
        try:
            rules.run()
            check_contradiction(asked, [*asked.always, *rules.best], pipeline)
        finally:
            named = parts.reason(rules.best, True).rules
            found.reasons.append(BoardReason(boards.names(shrunk.best), named, rules.minimal))
