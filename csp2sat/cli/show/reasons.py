"""The output of `explain`: reasons why a problem has no solution, or why a solution is not the only one."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from io import StringIO
from typing import Any

from ...api.door import AnswerReport
from ...api.explaining import ExtraClues, extra_clues, place, reasons
from ...api.writing.converting import DRAWN
from ...api.writing.drawing import differing_cells, explained
from ...base.deadline import disarm
from ...base.source import Source
from ...errors import Place
from ...explaining.board_conflicts import BoardExplanation, BoardReason
from ...explaining.csp_conflicts import Explanation, Reason
from ...model.expr import show
from ...model.model import Constraint, Origin
from ...puzzles.drawing.picture import Picture
from ...puzzles.spec import PUZZLES, Board, Cell, Clue
from ...solving.pipeline import Pipeline
from ...solving.problem import Problem
from ..json_lines import json_line
from ..reporting import put, stopped_with, warn
from . import drawings, results
from .drawings import DrawingTarget
from .suffixes import check_format
from .views import Style, drawn, style, view_of

MOST_RULES = 20  # that are listed
SHOWN = 200  # characters of a constraint without a place


class ReasonPen:
    """A pen for the pictures of an explanation, which draws them as text at once or keeps them for a file.

    how: the style of text.  apart: whether pictures are kept, in `drawings`.
    """

    def __init__(self, how: Style, apart: bool):
        self._how, self.apart = how, apart
        self.drawings: list[tuple[Picture, Collection[Cell]]] = []

    def draw(self, picture: Picture, marked: Collection[Cell]) -> str:
        """Return a picture as text, with marks on the cells `marked`; '' if pictures are kept for a file, to which this
        picture is added.
        """
        if self.apart:
            self.drawings.append((picture, marked))
            return ""
        return drawn(picture, marked, self._how)


class Report:
    """The output of explanations of one problem, in the format and to the file of a target.

    color: of `--color`, for boards in text.  Raises UsageError for a format in which this problem cannot be explained.
    """

    def __init__(self, problem: Problem, pipeline: Pipeline, target: DrawingTarget, color: str):
        """Require a format that this problem can be explained in, and prepare the pen; color: of `--color`."""
        self._problem, self._pipeline, self._target = problem, pipeline, target
        self._pen = ReasonPen(style(color), target.drawn)
        self._source: Source | None = getattr(problem, "source", None)
        formats = ("text", "json", *DRAWN) if problem.board else ("text", "json")
        check_format(target.to, target.output, formats)

    def reasons(self, most: int | None) -> int:
        """Search for at most `most` reasons (None: all) why no solution exists, print the reasons, and return the exit
        code: 0, or that of `_ended` if a limit or an interrupt ended the search.
        """
        found = reasons(self._problem, self._pipeline, most)
        fields, texts = self._as_fields(found), self._as_texts(found)
        disarm()
        status: dict[str, Any] = {"status": "UNSATISFIABLE", "reasons": fields, "complete": found.complete}
        status |= ({"reason": found.limit} if found.limit else {}) | self._counted()
        self._write(status, "s UNSATISFIABLE\n" + "\n".join(texts) + _number(len(texts), most, found.complete))
        return self._ended(found.limit, found.stopped)

    def _counted(self) -> dict[str, Any]:
        """Return the number from which rows and columns of cells count in the fields, for a board; the texts count from
        1.
        """
        return {"cells_from": 0} if self._problem.board else {}

    def _as_fields(self, found: Explanation[Reason] | BoardExplanation) -> list[dict[str, Any]]:
        """Return the fields of each reason in the JSON object."""
        if isinstance(found, BoardExplanation):
            return [_board_fields(reason) for reason in found.reasons]
        return [_csp_fields(self._source, reason) for reason in found.reasons]

    def _as_texts(self, found: Explanation[Reason] | BoardExplanation) -> list[str]:
        """Return each reason as text, with a picture of the board if the problem has one."""
        if isinstance(found, BoardExplanation):
            assert self._problem.board is not None
            return [_board_text(self._problem.board, reason, self._pen) for reason in found.reasons]
        return [_csp_text(self._source, reason) for reason in found.reasons]

    def solutions(self, result: AnswerReport) -> int:
        """Print two solutions of a board, with clues that would leave a single solution, and return the exit code.

        result: the answer for a problem that is not refuted.  A problem with just one solution, or without a board,
        gets a line that nothing needs to be explained; a board whose second solution is not decided gets a line that
        says so.
        """
        board, extra = self._problem.board, ExtraClues(known=False)
        if board is not None and result.second is not None:
            extra = extra_clues(board, [result.solution, result.second], self._pipeline)
        disarm()
        if board is not None and result.second is not None:
            text = self._differing(board, result) + _extra_text(board, extra, self._pen)
        else:
            text = f"s {result.status}\n" + _nothing(result, board is not None)
            self._keep(result)
        self._write(self._solved_fields(result, extra) | self._counted(), text)
        return self._ended(result.reason or extra.limit, extra.stopped)

    def _differing(self, board: Board, result: AnswerReport) -> str:
        """Return both solutions of a board as text, with marks on the cells of the second that differ; '' for pictures
        that are kept for a file, in which both have marks.
        """
        one, two = (PUZZLES[board.puzzle].picture(board, each) for each in (result.solution, result.second))
        differing = differing_cells(one, two)
        first: Collection[Cell] = differing if self._pen.apart else ()
        return self._pen.draw(one, first) + "not unique\n" + self._pen.draw(two, differing)

    def _keep(self, result: AnswerReport) -> None:
        """Keep a picture of the only solution of a board, if pictures are kept for a file."""
        board = self._problem.board
        if board is not None and result.solution is not None and self._pen.apart:
            self._pen.draw(PUZZLES[board.puzzle].picture(board, result.solution), ())

    def _solved_fields(self, result: AnswerReport, extra: ExtraClues) -> dict[str, Any]:
        """Return the fields of an answer in the JSON object: status, solutions, the clues that would leave a single
        one, and the reason if something is not decided.
        """
        view = view_of(self._problem, Style())
        fields: dict[str, Any] = {"status": result.status}
        fields |= view.fields(result.solution) if result.solution is not None else {}
        if result.unique is not None:
            fields["unique"] = result.unique
        if result.second is not None:
            fields["second"] = view.fields(result.second)
            fields["clues"] = [{"row": r, "column": c, "value": value} for (r, c), value in extra.clues]
        reason = result.reason or extra.limit
        return fields | ({"reason": reason} if reason else {})

    def _ended(self, limit: str, stopped: BaseException | None) -> int:
        """Warn of a limit, and return the exit code: that of the interrupt or error that stopped the search, 3 after a
        limit, else 0.

        limit: the reason, '' for none.
        """
        if limit:
            warn(results.why(limit), self._target.quiet)
        return 3 if limit and stopped is None else stopped_with(stopped)

    def _write(self, fields: dict[str, Any], text: str) -> None:
        """Write the fields as JSON, or the text, to the target.

        A target that is a drawing gets the kept pictures; the text goes to stdout, or, if the drawing is on stdout, to
        stderr unless the target is quiet.
        """
        target, board = self._target, self._problem.board
        if not target.drawn:
            put(json_line(fields) if target.to == "json" else text, target.output)
            return
        assert board is not None
        stream = sys.stdout if target.own_file() else sys.stderr
        print(text, end="", file=stream if target.own_file() or not target.quiet else StringIO(), flush=True)
        if self._pen.drawings:
            drawings.put_drawing(explained(board, self._pen.drawings, text, target.to), target)


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


def _number(count: int, most: int | None, complete: bool) -> str:
    """Return the line with the `count` of reasons; '' if only one reason was asked for (`most` is 1).

    complete: whether no further reasons exist.
    """
    if most == 1:
        return ""
    return f"\n{'' if complete else 'at least '}{count} reason{'s'[: count != 1]}\n"


def _heading(parts: list[tuple[int, str]], smallest: bool) -> str:
    """Return the line above the parts of a reason, with their numbers.

    parts: the number of each kind of part, with its name in the singular.  smallest: whether it is known that without
    any one part the others can be satisfied.
    """
    text = " and ".join(f"{count} {what}{'s'[: count != 1]}" for count, what in parts if count)
    count = sum(count for count, _ in parts)
    if not count:
        return "the domains and the objective alone allow no solution\n"
    if count == 1:
        return f"{text} cannot be satisfied:\n"
    if not smallest:
        return f"{text} cannot be satisfied together; perhaps fewer are enough:\n"
    return f"{text} cannot be satisfied together; without any one of them the others can:\n"


def _csp_text(source: Source | None, reason: Reason) -> str:
    """Return a reason as text: a heading, then each constraint with its place and source line, or as it is in the model
    if the place is not known.
    """
    lines = [_heading([(len(reason.parts), "constraint")], reason.smallest)]
    for part in reason.parts:
        at = _place(source, part[0])
        text = "  " + show(part[0].formula, SHOWN) if at is None else at.excerpt()
        lines.append(("" if at is None else f"{at}\n") + text + "\n")
    return "".join(lines)


def _csp_fields(source: Source | None, reason: Reason) -> dict[str, Any]:
    """Return a reason as fields: each constraint by its place in the source, or as text if the place is not known, and
    whether the set is smallest.
    """
    parts = []
    for part in reason.parts:
        at = _place(source, part[0])
        text = show(part[0].formula, SHOWN)
        parts.append({"constraint": text} if at is None else {"line": at.line, "column": at.column, "text": at.text})
    return {"constraints": parts, "smallest": reason.smallest}


def _place(source: Source | None, constraint: Constraint) -> Place | None:
    """Return the place of a constraint in the source; None if it is not known."""
    at = constraint.origin
    if at is None or at.kind != "text" or source is None:
        return None
    return source.error_in_line("", at.row, at.column).place


def _board_text(board: Board, reason: BoardReason, pen: ReasonPen) -> str:
    """Return a reason as text: the board with its clues marked, a heading, each clue, and at most MOST_RULES rules.

    pen: draws the board.
    """
    lines = [pen.draw(PUZZLES[board.puzzle].picture(board, None), list(reason.clues))]
    lines.append(_heading([(len(reason.clues), "clue"), (len(reason.rules), "rule")], reason.smallest))
    for cell, names in reason.clues.items():
        text = _clue_named(board, cell, list(dict.fromkeys(names)))
        at = f" at {PUZZLES[board.puzzle].clues.place(board, cell)}"
        lines.append(f"  {text.removesuffix(at)}{at}\n")
    lines += [f"  rule: {_named(rule)}\n" for rule in reason.rules[:MOST_RULES]]
    if len(reason.rules) > MOST_RULES:
        lines.append(f"  and {len(reason.rules) - MOST_RULES} more\n")
    return "".join(lines)


def _clue_named(board: Board, cell: Cell, names: Sequence[str]) -> str:
    """Return the name of the clue in a cell: the `names` of its constraints, or its value as written if these names do
    not identify the clue.

    The value stands for the single name `clue`, and for several names; a board without values has only names.
    """
    if names != ["clue"] and (len(names) == 1 or not board.values()):
        return ", ".join(names)
    return _value_named(board, board.values()[cell[0]][cell[1]])


def _value_named(board: Board, value: Any) -> str:
    """Return the name of a cell's value, such as `black circle`; the text form of the value if it has no name."""
    cells = PUZZLES[board.puzzle].cells
    return cells.names[value] if isinstance(value, str) and value in cells.names else cells.token(value)


def _named(rule: Origin) -> str:
    """Return the name of a rule, with its place if it is about one cell."""
    return rule.rule + (f" at {place((rule.row, rule.column))}" if rule.kind == "cell" else "")


def _board_fields(reason: BoardReason) -> dict[str, Any]:
    """Return a reason as fields: cells with the names of their clues, rules, and whether the set is smallest; rows and
    columns count from 0.
    """
    found = [{"row": r, "column": c, "clues": names} for (r, c), names in reason.clues.items()]
    rules = [
        {"rule": rule.rule, **({"row": rule.row, "column": rule.column} if rule.kind == "cell" else {})}
        for rule in reason.rules
    ]
    return {"clues": found, "rules": rules, "smallest": reason.smallest}


def _extra_text(board: Board, extra: ExtraClues, pen: ReasonPen) -> str:
    """Return the text about additional clues: the clues with a picture of the board that has them, or a line that says
    why there are none.

    pen: draws the board.
    """
    if extra.clues:
        more = PUZZLES[board.puzzle].clues.added(board, extra.clues)
        drawing = PUZZLES[board.puzzle].picture(more, None)
        listed = "; ".join(_clue(more, clue) for clue in extra.clues)
        text = "with one more clue" if len(extra.clues) == 1 else f"with {len(extra.clues)} more clues"
        least = "" if len(extra.clues) == 1 else " (no single clue is enough)"
        return f"unique {text}{least}: {listed}\n" + pen.draw(drawing, [cell for cell, _ in extra.clues])
    if not extra.known:
        lost = " without losing all of its solutions" if PUZZLES[board.puzzle].clues.optional(board) else ""
        return f"no further clues were tried: none can be added to this board{lost}\n"
    if extra.limit:
        return "the time limit was reached before clues that make the solution unique were found\n"
    return _none_found(extra)


def _none_found(extra: ExtraClues) -> str:
    """Return a line for a search that found no clues, which claims no more than was refuted: nothing, single clues, or
    also pairs of clues.
    """
    if extra.none_of == 0:
        return f"no clues were found that make the solution unique ({extra.solutions} solutions were compared)\n"
    one = "no single clue makes the solution unique"
    if extra.none_of == 1:
        return f"{one}, and no two clues were found ({extra.solutions} solutions were compared)\n"
    return f"{one}, and no two clues do for the {extra.solutions} solutions that were compared\n"


def _clue(board: Board, clue: Clue) -> str:
    """Return the name of an additional clue, and its place on the board."""
    cell, value = clue
    puzzle = PUZZLES[board.puzzle]
    text = _value_named(board, value) if board.has(cell) or not isinstance(value, int) else str(value)
    return f"{text} at {puzzle.clues.place(board, cell)}"
