"""The output of `explain`: reasons why a problem has no solution, or why a solution is not the only one."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from io import StringIO
from typing import Any

from ...api.door import AnswerReport
from ...api.explaining import (
    Blame,
    BoardReason,
    ExtraClues,
    Mends,
    clues_of,
    corrected,
    decoding_words,
    leaves_one_solution,
    one_solution,
    reasons,
)
from ...api.reasoning.chains import Step, places_of, refutation
from ...api.writing.clause_sets import FORMATS, as_formula, formats_of
from ...api.writing.converting import DRAWN
from ...api.writing.drawing import differing_cells, explained
from ...api.writing.mend_texts import clues_fields, mends_fields, mends_text, unique_text
from ...api.writing.reason_texts import (
    board_correction_fields,
    board_correction_text,
    board_reason_fields,
    board_reason_text,
    csp_correction_fields,
    csp_correction_text,
    csp_reason_fields,
    csp_reason_text,
    extra_clues_text,
    no_correction_text,
)
from ...base.deadline import disarm
from ...base.numbers import counted
from ...base.source import Source
from ...errors import LimitReached
from ...escaping import for_shell, for_terminal
from ...explaining.board_conflicts import BoardExplanation
from ...explaining.corrections import BoardCorrection, Correction, Corrections
from ...explaining.csp_conflicts import Explanation, Reason
from ...puzzles.spec import PUZZLES, Board, Cell, Solution
from ...solving.pipeline import Pipeline
from ...solving.problem import Problem
from ..json_lines import json_line
from ..reporting import note, put, stopped_with, warn
from ..step_printing import printed
from ..suffixes import check_format
from . import drawings, results
from .drawings import DrawingTarget
from .views import ADDED, CONFLICTS, LEFT_OUT, ReasonPen, Style, style, view_of

MOST_DECODED = 10  # clauses, or literals, that a command names
MOST_REASONS = 10  # reasons, or corrections, that are written as text
STEP_SECONDS = 10.0  # for the steps to a contradiction
FEW_STEPS = 12  # of which routine steps are printed, too
LONGER = "a reason is right but perhaps not the smallest; to search longer, run it again with --timeout 60"
NOTHING_FOUND = "what to do: csp2sat help a board of mine has several solutions\n"
MORE_TRIED = "; to try more: --timeout SECONDS"
CORRECTED = " (csp2sat explain BOARD --corrections)"
STEPS = "a rule without a place is about the whole board; how it is broken, step by step: csp2sat steps BOARD"
REMAINING = {  # solutions without the clues of a correction
    True: "then there is a single solution\n",
    False: "then there are several solutions\n",
    None: "",
}
OTHERS = (
    "whether the solution is the only one: csp2sat solve --unique; how many there are: csp2sat count; what all have in"
    " common: csp2sat backbone"
)


class Report:
    """The output of explanations of one problem, in the format and to the file of a target.

    color: of `--color`, for boards in text.  blame: the choice of the constraints that may be blamed.  Raises
    UsageError for a format in which this problem cannot be explained.
    """

    def __init__(self, problem: Problem, pipeline: Pipeline, target: DrawingTarget, color: str, blame: Blame):
        """Require a format that this problem can be explained in, and prepare the pen; color: of `--color`."""
        self._problem, self._pipeline, self._target, self._blame = problem, pipeline, target, blame
        sign = "" if problem.board is None else PUZZLES[problem.board.puzzle].facts.sign
        self._pen = ReasonPen(style(color), target.drawn, sign)
        self._source: Source | None = None
        formats = ("text", "json", *(DRAWN if problem.board else formats_of(problem)))
        check_format(target.to, target.output, formats)

    def reasons(self, most: int | None, shortest: bool) -> int:
        """Search for at most `most` reasons (None: all) why no solution exists, print the reasons, and return the exit
        code: 0, or that of `_ended` if a limit or an interrupt ended the search.
        """
        problem = self._problem.separable()
        found = reasons(problem, self._pipeline, most, self._blame, shortest)
        self._source = getattr(problem, "source", None)
        status: dict[str, Any] = {"status": "UNSATISFIABLE", "reasons": self._as_fields(found)}
        status |= {"complete": found.complete} | ({"reason": found.limit} if found.limit else {}) | self._counted()
        steps: Sequence[Step] = ()
        if self._target.to != "json" and isinstance(found, BoardExplanation):
            steps = self._steps(found)
        disarm()
        texts = self._as_texts(found, steps) if self._target.to != "json" else []
        number = _number(len(found.reasons), most, found.complete)
        mends = ""
        if isinstance(found, BoardExplanation) and self._problem.board is not None:
            status |= mends_fields(found.mends)
            mends = mends_text(self._problem.board, found.mends, MORE_TRIED, CORRECTED)
        formula = ""
        if self._target.to in FORMATS and not isinstance(found, BoardExplanation) and found.reasons:
            formula = as_formula(problem, found.reasons[0], self._blame, self._target.to)
        self._write(status, "s UNSATISFIABLE\n" + "\n".join(texts) + number + mends, formula)
        if isinstance(found, BoardExplanation) and not steps and any(map(_is_without_place, found.reasons)):
            note(STEPS, self._target.quiet)
        if not found.limit and not all(reason.minimal for reason in found.reasons):
            note(LONGER, self._target.quiet)
        if not isinstance(found, BoardExplanation) and (words := decoding_words(self._problem, found.reasons)):
            map_, option, *numbers = words
            command = for_shell("csp2sat", "decode", map_, option, ",".join(numbers[:MOST_DECODED]))
            more = f" (the first {MOST_DECODED} of {len(numbers)})" if numbers[MOST_DECODED:] else ""
            note(f"for what these clauses say run: {command}{more}", self._target.quiet)
        return self._ended(found.limit, found.stopped)

    def corrections(self, most: int | None) -> int:
        """Search for at most `most` minimal sets (None: all) without which a solution exists, print the sets, and
        return the exit code as `reasons` does.
        """
        problem, board = self._problem.separable(), self._problem.board
        found = corrected(problem, self._pipeline, most, self._blame)
        self._source = getattr(problem, "source", None)
        fields: list[dict[str, Any]] = []
        texts: list[str] = []
        sets: Sequence[Correction | BoardCorrection] = found.sets
        for at, each in enumerate(sets):
            if isinstance(each, Correction):
                fields.append(csp_correction_fields(self._source, each, self._blame))
                texts.append(csp_correction_text(self._source, each, self._blame))
            elif board is not None:
                shown = at < MOST_REASONS
                drawing = self._correction(board, each) if shown else ""
                unique = self._unique(board, each, found) if shown else None
                fields.append(board_correction_fields(each) | {"unique": unique})
                texts.append(drawing + board_correction_text(board, each) + REMAINING[unique])
        disarm()
        status: dict[str, Any] = {"status": "UNSATISFIABLE", "corrections": fields, "complete": found.complete}
        status |= ({"reason": found.limit} if found.limit else {}) | self._counted()
        none = "" if texts or found.limit else no_correction_text(board, self._blame)
        status |= {"background": "UNSATISFIABLE"} if none else {}
        number = _number(len(texts), most, found.complete, "correction")
        self._write(status, "s UNSATISFIABLE\n" + "\n".join(texts[:MOST_REASONS]) + none + number)
        return self._ended(found.limit, found.stopped)

    def _correction(self, board: Board, correction: BoardCorrection) -> str:
        """Return the board with marks on the clues of a correction."""
        return self._pen.draw(PUZZLES[board.puzzle].picture(board, None), list(correction.clues), LEFT_OUT)

    def _unique(self, board: Board, correction: BoardCorrection, found: Corrections[Any]) -> bool | None:
        """Whether a single solution remains without the clues of a correction; None if that is not decided.  An
        interrupt is noted in `found`, after a limit nothing is decided.
        """
        try:
            return None if found.limit else leaves_one_solution(board, correction, self._pipeline)
        except (KeyboardInterrupt, SystemExit) as stop:
            found.limit, found.stopped = "interrupted", stop
            return None

    def _counted(self) -> dict[str, Any]:
        """Return the number from which rows and columns of cells count in the fields, for a board; the texts count from
        1.
        """
        return {"cells_from": 0} if self._problem.board else {}

    def _as_fields(self, found: Explanation[Reason] | BoardExplanation) -> list[dict[str, Any]]:
        """Return the fields of each reason in the JSON object."""
        if isinstance(found, BoardExplanation):
            return [board_reason_fields(reason) for reason in found.reasons]
        return [csp_reason_fields(self._source, reason, self._blame) for reason in found.reasons]

    def _steps(self, found: BoardExplanation) -> Sequence[Step]:
        """Return the steps to the contradiction of the smallest reason of a board; () if a limit has come before, or
        comes before they are found.  An interrupt is noted in `found`.
        """
        board, deadline = self._problem.board, time.monotonic() + STEP_SECONDS
        if board is None or found.limit or not found.reasons:
            return ()
        ends = self._pipeline.run_options.deadline
        try:
            return refutation(board, found.reasons[0].clues, min(deadline, deadline if ends is None else ends))
        except LimitReached:
            return ()
        except (KeyboardInterrupt, SystemExit) as stop:
            found.limit, found.stopped = "interrupted", stop
            return ()

    def _as_texts(self, found: Explanation[Reason] | BoardExplanation, steps: Sequence[Step]) -> list[str]:
        """Return the smallest MOST_REASONS reasons as texts, each with a picture of the board if the problem has one.

        steps: those to the contradiction of the first of these reasons, () if there are none.
        """
        if isinstance(found, BoardExplanation):
            assert self._problem.board is not None
            least = found.reasons[:MOST_REASONS]
            return [self._board_text(self._problem.board, each, steps if each is least[0] else ()) for each in least]
        return [csp_reason_text(self._source, reason, self._blame) for reason in found.reasons[:MOST_REASONS]]

    def _board_text(self, board: Board, reason: BoardReason, steps: Sequence[Step]) -> str:
        """Return a reason as text: the board with its clues marked, or if it has none the cells of the last step, then
        the steps, then the clues and rules.
        """
        marked = [*reason.clues] or (places_of(board, steps[-1]) if steps else [])
        drawing = self._pen.draw(
            PUZZLES[board.puzzle].picture(board, None), marked, CONFLICTS[min(2, len(reason.clues))]
        )
        sentences = "".join(f"{line}\n" for each in printed(board, steps, len(steps) <= FEW_STEPS) for line in each)
        return drawing + sentences + board_reason_text(board, reason)

    def _extra_text(self, board: Board, extra: ExtraClues, changes: Mends) -> str:
        """Return the text about additional and changed clues, with a picture of the additional ones."""
        text = extra_clues_text(board, extra) + unique_text(board, changes, MORE_TRIED)
        if not extra.clues:
            return text + NOTHING_FOUND * (not changes.found and changes.tried is not None)
        more = clues_of(board).added(board, extra.clues)
        added, picture = [cell for cell, _ in extra.clues], PUZZLES[board.puzzle].picture(more, None)
        return text + self._pen.draw(picture, added, ADDED)

    def solutions(self, result: AnswerReport, patient: bool, intended: Solution | None = None) -> int:
        """Print two solutions of a board, with clues that would leave a single solution, and return the exit code.

        result: the answer for a problem that is not refuted.  patient: as of `one_solution`.  intended: the solution
        that clues are to leave alone, which then is the first of the two; None for any one.  A problem with just one
        solution, or without a board, gets a line that nothing needs to be explained; a board whose second solution is
        not decided gets a line that says so.
        """
        board, extra, changes = self._problem.board, ExtraClues(known=False), Mends()
        if board is not None and result.second is not None:
            if intended is not None:
                other = result.second if result.solution == intended else result.solution
                result = replace(result, solution=intended, second=other)
            both = result.solution, result.second
            extra, changes = one_solution(board, both, self._pipeline, patient, intended is not None)
        disarm()
        if board is not None and result.second is not None:
            text = self._differing(board, result) + self._extra_text(board, extra, changes)
            aside = "" if self._pen.apart or self._target.to == "json" else results.marked(board, result.second)
        else:
            aside = OTHERS if board is None and result.solution is not None and self._target.to != "json" else ""
            text = f"s {result.status}\n" + _nothing(result, board is not None)
            self._keep(result)
        self._write(self._solved_fields(result, extra, changes) | self._counted(), text)
        if aside:
            note(aside, self._target.quiet)
        return self._ended(result.reason or extra.limit, extra.stopped)

    def _differing(self, board: Board, result: AnswerReport) -> str:
        """Return both solutions of a board as text, with marks on the cells of the second that differ; '' for pictures
        that are kept for a file, in which both have marks.
        """
        one, two = (PUZZLES[board.puzzle].picture(board, each) for each in (result.solution, result.second))
        differing = differing_cells(one, two)
        first: Collection[Cell] = differing if self._pen.apart else ()
        text = self._pen.draw(one, first, "first solution") + "not unique\n"
        return text + self._pen.draw(two, differing, "second solution; marked: cells that differ")

    def _keep(self, result: AnswerReport) -> None:
        """Keep a picture of the only solution of a board, if pictures are kept for a file."""
        board = self._problem.board
        if board is not None and result.solution is not None and self._pen.apart:
            self._pen.draw(PUZZLES[board.puzzle].picture(board, result.solution), ())

    def _solved_fields(self, result: AnswerReport, extra: ExtraClues, changes: Mends) -> dict[str, Any]:
        """Return the fields of an answer in the JSON object: status, solutions, the clues and the changes that would
        leave a single one, and the reason if something is not decided.
        """
        view = view_of(self._problem, Style())
        fields: dict[str, Any] = {"status": result.status}
        fields |= view.fields(result.solution) if result.solution is not None else {}
        if result.unique is not None:
            fields["unique"] = result.unique
        if result.second is not None:
            fields["second"] = view.fields(result.second)
            fields["clues"] = clues_fields(extra.clues)
            fields["other_clues"] = [clues_fields(clues) for clues in extra.others]
            fields["clues_complete"] = extra.complete
            fields |= {} if extra.at_least is None else {"clues_fewest": extra.fewest}
            fields |= mends_fields(changes)
        reason = result.reason or extra.limit
        return fields | ({"reason": reason} if reason else {})

    def _ended(self, limit: str, stopped: BaseException | None) -> int:
        """Warn of a limit, and return the exit code: that of the interrupt or error that stopped the search, 3 after a
        limit, else 0.

        limit: the reason, '' for none.
        """
        if limit:
            warn(results.why(limit), self._target.quiet)
        return 3 if limit and stopped is None else stopped_with(stopped, self._target.quiet)

    def _write(self, fields: dict[str, Any], text: str, formula: str = "") -> None:
        """Write the fields as JSON, or the text, to the target.

        A target that is a drawing or a formula gets the kept pictures, or the `formula` unless that is ''; the text
        goes to stdout, of a quiet formula the first line alone, or, if the target is stdout, to stderr unless the
        target is quiet.
        """
        target, board = self._target, self._problem.board
        if not target.drawn and target.to not in FORMATS:
            put(json_line(fields) if target.to == "json" else text, target.output)
            return
        stream = sys.stdout if target.own_file() else sys.stderr
        shown = text.partition("\n")[0] + "\n" if formula and target.quiet else text  # the reason is in the file
        print(shown, end="", file=stream if target.own_file() or not target.quiet else StringIO(), flush=True)
        if board is not None and self._pen.drawings:
            drawings.put_drawing(explained(board, self._pen.drawings, text, target.to), target)
            if target.own_file():
                note(f"{for_terminal(str(target.output))}: the board with the marked cells", target.quiet)
        if formula:
            put(formula, target.output)


def _is_without_place(reason: BoardReason) -> bool:
    """Whether a reason has a rule of the whole board, such as `connected`, or `one loop`."""
    return any(rule.kind != "cell" and not re.search(r"\d", rule.rule) for rule in reason.rules)


def _nothing(result: AnswerReport, board: bool) -> str:
    """Return the line that nothing needs to be explained, or that uniqueness is not decided; '' if there is no
    solution.

    board: whether the problem is a board.
    """
    if result.solution is None:
        return ""
    if not board:
        return "there is a solution: nothing to explain\n"
    return "not decided whether the solution is unique\n" if result.unique is None else "unique: nothing to explain\n"


def _number(count: int, most: int | None, complete: bool, what: str = "reason") -> str:
    """Return the line with the `count` of reasons; '' if only one reason was asked for (`most` is 1).

    complete: whether no further reasons exist.  what: the word for one of them.
    """
    if most == 1:
        return ""
    all_of_them = f"\n{'' if complete else 'at least '}{counted(count, what)}"
    more = f"; those above are the {MOST_REASONS} shortest, and --to json has all" if count > MOST_REASONS else ""
    return f"{all_of_them}{more}\n"
