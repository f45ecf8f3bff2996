"""Reasons in words and as fields: why a problem has no solution, or which clues would leave a single one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from ...base.files import read_source
from ...base.source import Source
from ...errors import Place
from ...explaining.board_parts import BoardReason
from ...explaining.corrections import BoardCorrection, Correction
from ...explaining.csp_conflicts import Reason
from ...explaining.extra_clues import MOST_WAYS
from ...model.expr import show
from ...model.model import Constraint, Origin
from ...puzzles.given_parts import GivenPlace
from ...puzzles.spec import PUZZLES, Board, Cell, Clue, clues_of
from ..explaining import ALL, Blame, ExtraClues, place

MOST_RULES = 20  # that are listed
MOST_INSTANCES = 8  # of a constraint that are listed
SHOWN = 200  # characters of a constraint without a place


NONE = "no {} can be left out so that the others can be satisfied"


def heading(parts: list[tuple[int, str]], minimal: bool, blame: Blame = ALL) -> str:
    """Return the line above the parts of a reason, which says how many parts of each kind there are.

    parts: the number of each kind of part, with its name in the singular.  minimal: whether it is known that without
    any one part the others can be satisfied.  blame: the choice of the parts; others that hold always are named.
    """
    text = " and ".join(f"{count} {what}{'s'[: count != 1]}" for count, what in parts if count)
    count = sum(count for count, _ in parts)
    if not count:
        return f"{blame.rest} no solution\n"
    together = f" together with {blame.others}" if blame.others else " together" if count > 1 else ""
    text = f"{text} cannot be satisfied{together}"
    if count == 1:
        return f"{text}:\n"
    if not minimal:
        return f"{text}; perhaps fewer are enough:\n"
    return f"{text}; without any one of them the others can:\n"


def csp_reason_text(source: Source | None, reason: Reason, blame: Blame = ALL) -> str:
    """Return a reason as text: a heading, then each constraint with its place and source line, or as it is in the model
    if the place is not known.  blame: the choice of the constraints that may be blamed.
    """
    counted = [(len(reason.parts), blame.part)]
    return heading(counted, reason.minimal, blame) + _listed(source, reason.parts, blame)


def left_out(count: int, what: str, minimal: bool) -> str:
    """Return the line above the parts of a correction.

    count, what: the number of parts, and what a part is called in the singular.  minimal: whether it is known that the
    others cannot be satisfied with any one of the parts.
    """
    text = f"leave out {count} {what}{'s'[: count != 1]}, and the others can be satisfied"
    if not minimal:
        return f"{text}; perhaps fewer are enough:\n"
    return f"{text}{'; with any one of them they cannot' if count > 1 else ''}:\n"


def no_correction_text(board: Board | None, blame: Blame = ALL) -> str:
    """Return the line that nothing can be left out so that a solution exists, and what has none by itself.

    board: None for a model.
    """
    if board is None:
        return f"{NONE.format(blame.part)}: {blame.rest} no solution\n"
    if not clues_of(board).optional(board):
        return "no clue of this board can be left out\n"
    return f"{NONE.format('clue')}: the board without all clues that can be left out has no solution\n"


def csp_correction_text(source: Source | None, found: Correction, blame: Blame = ALL) -> str:
    """Return a correction as text, in the form of `csp_reason_text`."""
    return left_out(len(found.parts), blame.part, found.minimal) + _listed(source, found.parts, blame)


def csp_correction_fields(source: Source | None, found: Correction, blame: Blame = ALL) -> dict[str, Any]:
    """Return a correction as fields: each constraint as in `csp_reason_fields`, and whether the set is minimal."""
    return {"constraints": _fields(source, _single(found.parts, blame)), "minimal": found.minimal}


def _listed(source: Source | None, parts: Sequence[Sequence[Constraint]], blame: Blame) -> str:
    """Return the constraints in `parts` as text, each with its place and source line, or as it is in the model if the
    place is not known; those of one name and place are listed once, with all their indices.
    """
    lines = []
    for part in _single(parts, blame, is_listed=True):
        at, name = _place(source, part[0]), part[0].origin.called if part[0].origin is not None else ""
        text = "  " + show(part[0].formula, SHOWN) if at is None else at.excerpt()
        called = f": {name}" if name else ""
        lines.append(("" if at is None else f"{at}{_instances(part)}{called}\n") + text + "\n")
    return "".join(lines)


def _single(
    parts: Sequence[Sequence[Constraint]], blame: Blame, is_listed: bool = False
) -> Sequence[Sequence[Constraint]]:
    """Return the parts by places; a part that is all constraints of a name is taken apart.

    is_listed: whether constraints of one name and place, with different indices, stay together.
    """
    if not blame.by_name:
        return parts
    found: dict[object, list[Constraint]] = {}
    for number, constraint in enumerate(chain(*parts)):
        at = constraint.origin
        together = is_listed and at is not None and at.indices and at.called
        found.setdefault((at.called, at.place) if at and together else at or number, []).append(constraint)
    return list(found.values())


def csp_reason_fields(source: Source | None, reason: Reason, blame: Blame = ALL) -> dict[str, Any]:
    """Return a reason as fields: each constraint by its place in the source, or as text if the place is not known, and
    whether the set is minimal.
    """
    parts = _single(reason.parts, blame)
    return {"constraints": _fields(source, parts), "minimal": reason.minimal, "smallest": reason.minimal}


def _fields(source: Source | None, parts: Sequence[Sequence[Constraint]]) -> list[dict[str, Any]]:
    """Return constraints as fields, each by its place in the source, or as text if the place is not known."""
    found = []
    for part in parts:
        at = _place(source, part[0])
        text = show(part[0].formula, SHOWN)
        where: dict[str, Any] = {} if at is None else {"line": at.line, "column": at.column, "text": at.text}
        where |= {"file": at.path} if at is not None and part[0].origin is not None and part[0].origin.file else {}
        instance = _instance(part[0]).removeprefix(": ")
        name = part[0].origin.called if part[0].origin is not None else ""
        more = ({"instance": instance} if instance else {}) | ({"name": name} if name else {})
        found.append((where or {"constraint": text}) | more)
    return found


def _instance(constraint: Constraint) -> str:
    """Return which of the constraints at one place this one is, such as `: i=3, j=1`; '' for the only one."""
    at = constraint.origin
    return f": {at.indices}" if at is not None and at.indices else ""


def _instances(part: Sequence[Constraint]) -> str:
    """Return a suffix that tells the constraints of one place apart, such as `: i=1; i=2`, with a few of many; '' for
    the only one at its place.
    """
    found = list(dict.fromkeys(filter(None, (_instance(each).removeprefix(": ") for each in part))))
    more = f" and {len(found) - MOST_INSTANCES} more" if len(found) > MOST_INSTANCES else ""
    return f": {'; '.join(found[:MOST_INSTANCES])}{more}" if found else ""


def _place(source: Source | None, constraint: Constraint) -> Place | None:
    """Return the place of a constraint in the source or in another file; None if it is not known."""
    at = constraint.origin
    if at is None or at.kind not in ("text", "file") or source is None:
        return None
    if at.file:
        source = read_source(at.file)
    lines = _lines(source)
    return Place(source.path, at.row, at.column, lines[at.row - 1] if at.row <= len(lines) else "")


@lru_cache(maxsize=2)
def _lines(source: Source) -> list[str]:
    """Return the lines of a source, which are split once for all constraints of a reason."""
    return source.lines()


def board_reason_text(board: Board, reason: BoardReason) -> str:
    """Return a reason as text: a heading, each clue, and at most MOST_RULES rules."""
    lines = [heading([(len(reason.clues), "clue"), (len(reason.rules), "rule")], reason.minimal)]
    lines += _clues(board, reason.clues)
    lines += [f"  rule: {_named(rule)}\n" for rule in reason.rules[:MOST_RULES]]
    if len(reason.rules) > MOST_RULES:
        lines.append(f"  and {len(reason.rules) - MOST_RULES} more\n")
    return "".join(lines)


def board_correction_text(board: Board, found: BoardCorrection) -> str:
    """Return a correction of a board as text: a heading, and each clue."""
    return left_out(len(found.clues), "clue", found.minimal) + "".join(_clues(board, found.clues))


def board_correction_fields(found: BoardCorrection) -> dict[str, Any]:
    """Return a correction of a board as fields, in the form of `board_reason_fields`."""
    return {"clues": _cells(found.clues), "minimal": found.minimal}


def _clues(board: Board, clues: Mapping[Cell, Sequence[str]]) -> Iterator[str]:
    """Yield a line for each cell with clues, which have these names."""
    for cell, names in clues.items():
        if isinstance(cell, GivenPlace):
            value = clue_value(board, (cell, clues_of(board).value(board, cell)))
            yield f"  {clues_of(board).titled(board, cell, value)}\n"
            continue
        text = _clue_named(board, cell, list(dict.fromkeys(names)))
        at = f" at {clues_of(board).place(board, cell)}"
        yield f"  {text.removesuffix(at)}{at}\n"


def _cells(clues: Mapping[Cell, Sequence[str]]) -> list[dict[str, Any]]:
    """Return cells with the names of their clues as fields."""
    return [place_fields(cell) | {"clues": list(names)} for cell, names in clues.items()]


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
    """Return a reason as fields: cells with the names of their clues, rules, and whether the set is minimal; rows and
    columns count from 0.
    """
    rules = [
        {"rule": rule.rule, **({"row": rule.row, "column": rule.column} if rule.kind == "cell" else {})}
        for rule in reason.rules
    ]
    known = {"minimal": reason.minimal, "smallest": reason.minimal}
    return {"clues": _cells(reason.clues), "rules": rules, **known}


SETTERS = (
    "`csp2sat backbone` has the cells that are alike in all solutions, `csp2sat solve --limit 5` the first solutions:"
    " change the board where they differ (csp2sat help several solutions)"
)


def extra_clues_text(board: Board, extra: ExtraClues) -> str:
    """Return the text about additional clues: the clues, or a line that says why there are none."""
    if extra.at_least is not None:
        return _intended_text(board, extra)
    if extra.clues:
        text = "with one more clue" if len(extra.clues) == 1 else f"with {len(extra.clues)} more clues"
        others = "".join(f"  or: {_added_text(board, clues)}\n" for clues in extra.others)
        if len(extra.others) + 1 >= MOST_WAYS and not extra.complete:
            others += f"  and perhaps others: the search ends at {MOST_WAYS}\n"
        elif not extra.complete:
            others += "  and perhaps others: not all were tried\n"
        elif len(extra.clues) == 1:
            others += "  no other single clue does\n"
        else:
            others += f"  no other {len(extra.clues)} clues do\n"
        return f"unique {text}{_fewer(extra)}: {_added_text(board, extra.clues)}\n{others}"
    if not extra.known:
        if clues_of(board).changeable(board):
            return ""  # `unique_text` names the changes that were tried
        nothing = "this board has no clue that can be added or changed, so that nothing was tried"
        return f"{nothing}; {SETTERS}\n"
    if extra.limit:
        return "the time limit was reached before clues that make the solution unique were found\n"
    return _none_found(extra)


def _intended_text(board: Board, extra: ExtraClues) -> str:
    """Return the text about the fewest clues that leave an intended solution alone, or why there are none."""
    if not extra.known:
        return "no clue can be added to this board, so that your solution cannot be made the only one by clues\n"
    if not extra.clues:
        if extra.limit:
            return "the time limit was reached before clues that leave only your solution were found\n"
        return "no clues leave only your solution: another solution has all clues that can be added\n"
    count = len(extra.clues)
    fewest = ", the fewest" if extra.fewest else f" (at least {extra.at_least} are needed)"
    others = "".join(f"  or: {_added_text(board, clues)}\n" for clues in extra.others)
    if extra.fewest:
        more = f"no other {'single clue does' if count == 1 else f'{count} clues do'}"
        others += f"  {more if extra.complete else 'and perhaps others'}\n"
    with_clues = f"with {count} more clue{'s' * (count > 1)}{fewest}"
    return f"your solution is the only one {with_clues}: {_added_text(board, extra.clues)}\n{others}"


def _fewer(extra: ExtraClues) -> str:
    """Return the words in parentheses on whether fewer clues would leave one solution; '' for a single clue."""
    if len(extra.clues) == 1:
        return ""
    if extra.none_of == 0:
        return " (perhaps fewer are enough)"
    return f" (no single clue is enough{', perhaps two are' if len(extra.clues) > 2 else ''})"


def _added_text(board: Board, clues: Sequence[Clue]) -> str:
    """Return the names and places of additional clues, with semicolons between them."""
    more = clues_of(board).added(board, clues)
    return "; ".join(clues_of(board).titled(board, clue[0], clue_value(more, clue)) for clue in clues)


def _none_found(extra: ExtraClues) -> str:
    """Return a line that says that no further clues were found which make the solution unique.

    The line claims that no single clue, or no two clues, suffice only if the search has refuted that.
    """
    if extra.none_of == 0:
        return (
            f"neither one nor two clues were found that make the solution unique ({extra.solutions} solutions were"
            " compared); more are needed: add clues where the solutions differ\n"
        )
    one = "no single clue makes the solution unique"
    if extra.none_of == 1:
        return f"{one}, and no two clues were found ({extra.solutions} solutions were compared)\n"
    return f"{one}, and no two clues do for the {extra.solutions} solutions that were compared\n"


def clue_value(board: Board, clue: Clue) -> str:
    """Return the value of a clue as people write it."""
    cell, value = clue
    if isinstance(cell, GivenPlace):
        return (" ".join(map(str, value)) or "-") if isinstance(value, list) else str(value)
    return value_named(board, value) if board.has(cell) or not isinstance(value, int) else str(value)


def place_fields(cell: Cell) -> dict[str, Any]:
    """Return the place of a clue as fields: row and column, and the part of the givens if the clue is no value of its
    cell.
    """
    return {"row": cell[0], "column": cell[1]} | ({"part": cell.part} if isinstance(cell, GivenPlace) else {})
