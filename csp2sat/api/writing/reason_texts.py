"""Reasons in words and as fields: why a problem has no solution, or which clues would leave a single one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.files import read_source
from ...base.source import Source
from ...errors import Place
from ...explaining.board_conflicts import BoardReason
from ...explaining.csp_conflicts import Reason
from ...model.expr import show
from ...model.model import Constraint, Origin
from ...puzzles.spec import PUZZLES, Board, Cell, Clue
from ..explaining import ExtraClues, place

PERHAPS = "perhaps only together with constraints that are not named here"
MOST_RULES = 20  # that are listed
SHOWN = 200  # characters of a constraint without a place


def heading(parts: list[tuple[int, str]], smallest: bool, alone: bool = True) -> str:
    """Return the line above the parts of a reason, with their numbers.

    parts: the number of each kind of part, with its name in the singular.  smallest: whether it is known that without
    any one part the others can be satisfied.  alone: whether it is known that
    the parts contradict each other without further ones.
    """
    text = " and ".join(f"{count} {what}{'s'[: count != 1]}" for count, what in parts if count)
    count = sum(count for count, _ in parts)
    if not count:
        return "the domains and the objective alone allow no solution\n"
    if count == 1:
        return f"{text} cannot be satisfied{'' if smallest else f', {PERHAPS}'}:\n"
    if not alone:
        return f"{text} cannot be satisfied together, {PERHAPS}:\n"
    if not smallest:
        return f"{text} cannot be satisfied together; perhaps fewer are enough:\n"
    return f"{text} cannot be satisfied together; without any one of them the others can:\n"


def csp_reason_text(source: Source | None, reason: Reason) -> str:
    """Return a reason as text: a heading, then each constraint with its place and source line, or as it is in the model
    if the place is not known.
    """
    lines = [heading([(len(reason.parts), "constraint")], reason.smallest, reason.alone)]
    for part in reason.parts:
        at = _place(source, part[0])
        text = "  " + show(part[0].formula, SHOWN) if at is None else at.excerpt()
        lines.append(("" if at is None else f"{at}{_instance(part[0])}\n") + text + "\n")
    return "".join(lines)


def csp_reason_fields(source: Source | None, reason: Reason) -> dict[str, Any]:
    """Return a reason as fields: each constraint by its place in the source, or as text if the place is not known, and
    whether the set is smallest.
    """
    parts = []
    for part in reason.parts:
        at = _place(source, part[0])
        text = show(part[0].formula, SHOWN)
        where: dict[str, Any] = {} if at is None else {"line": at.line, "column": at.column, "text": at.text}
        where |= {"file": at.path} if at is not None and part[0].origin is not None and part[0].origin.file else {}
        instance = _instance(part[0]).removeprefix(": ")
        parts.append((where or {"constraint": text}) | ({"instance": instance} if instance else {}))
    return {"constraints": parts, "smallest": reason.smallest}


def _instance(constraint: Constraint) -> str:
    """Return which of the constraints at one place this one is, such as `: i=3, j=1`; '' for the only one."""
    at = constraint.origin
    return f": {at.indices}" if at is not None and at.indices else ""


def _place(source: Source | None, constraint: Constraint) -> Place | None:
    """Return the place of a constraint in the source or in another file; None if it is not known."""
    at = constraint.origin
    if at is None or at.kind not in ("text", "file") or source is None:
        return None
    if at.file:
        source = read_source(at.file)
    return source.error_in_line("", at.row, at.column).place


def board_reason_text(board: Board, reason: BoardReason) -> str:
    """Return a reason as text: a heading, each clue, and at most MOST_RULES rules."""
    lines = [heading([(len(reason.clues), "clue"), (len(reason.rules), "rule")], reason.smallest)]
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
    return value_named(board, board.values()[cell[0]][cell[1]])


def value_named(board: Board, value: Any) -> str:
    """Return the name of a cell's value, such as `black circle`; the text form of the value if it has no name."""
    cells = PUZZLES[board.puzzle].cells
    return cells.names[value] if isinstance(value, str) and value in cells.names else cells.token(value)


def _named(rule: Origin) -> str:
    """Return the name of a rule, with its place if it is about one cell."""
    return rule.rule + (f" at {place((rule.row, rule.column))}" if rule.kind == "cell" else "")


def board_reason_fields(reason: BoardReason) -> dict[str, Any]:
    """Return a reason as fields: cells with the names of their clues, rules, and whether the set is smallest; rows and
    columns count from 0.
    """
    found = [{"row": r, "column": c, "clues": names} for (r, c), names in reason.clues.items()]
    rules = [
        {"rule": rule.rule, **({"row": rule.row, "column": rule.column} if rule.kind == "cell" else {})}
        for rule in reason.rules
    ]
    return {"clues": found, "rules": rules, "smallest": reason.smallest}


def extra_clues_text(board: Board, extra: ExtraClues) -> str:
    """Return the text about additional clues: the clues, or a line that says why there are none."""
    if extra.clues:
        more = PUZZLES[board.puzzle].clues.added(board, extra.clues)
        listed = "; ".join(_clue(more, clue) for clue in extra.clues)
        text = "with one more clue" if len(extra.clues) == 1 else f"with {len(extra.clues)} more clues"
        least = "" if len(extra.clues) == 1 else " (no single clue is enough)"
        return f"unique {text}{least}: {listed}\n"
    if not extra.known:
        lost = " without losing all of its solutions" if PUZZLES[board.puzzle].clues.optional(board) else ""
        return f"no clue can be added to this board{lost}; change a clue near the cells that differ\n"
    if extra.limit:
        return "the time limit was reached before clues that make the solution unique were found\n"
    return _none_found(extra)


def _none_found(extra: ExtraClues) -> str:
    """Return a line that says that no further clues were found which make the solution unique.

    The line claims that no single clue, or no two clues, suffice only if the search has refuted that.
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
    text = value_named(board, value) if board.has(cell) or not isinstance(value, int) else str(value)
    return f"{text} at {puzzle.clues.place(board, cell)}"
