"""Cells that are shaded or on the loop, as a player sees them: a cell with two ways left is shaded, or takes both."""

from __future__ import annotations

from collections.abc import Sequence

from ....puzzles.facts import Fact
from ....puzzles.kit.checks import place
from ....puzzles.kit.variables import around
from ....puzzles.spec import Board, Cell
from ...step import Step, TrailPart
from ..fact_words import facts_text, since
from ..failures import TOUCH

OR_LOOP = "shaded, or on the loop"  # a rule of one cell
NO_OTHER = "the loop has no other way at "  # before cells on the loop with the lines that are left for them
IN_SHADED, ON_LINE = "no line leads to a shaded cell", "a line leads there"  # reasons why there is no line, no shade


def passed_why(cell: Cell, fact: Fact) -> str:
    """Return in words why a fact holds by the rule that a cell is shaded or on the loop; cell: this cell."""
    if fact.what == "edge":
        return IN_SHADED if fact.negative else f"{NO_OTHER}{place(cell)}"
    return ON_LINE if fact.negative else f"the loop cannot go through {place(cell)}"


def without_gaps(parts: Sequence[TrailPart]) -> list[TrailPart]:
    """Return conclusions without the gaps at shaded cells, of which any reader knows; a conclusion that rests on such a
    gap rests on the shaded cell in its place.
    """
    gaps: dict[object, Sequence[Fact | str]] = {part.fact: part.rests for part in parts if part.by == IN_SHADED}
    left = (part for part in parts if part.by != IN_SHADED)
    return [part._replace(rests=tuple(new for old in part.rests for new in gaps.get(old, (old,)))) for part in left]


def between_two(board: Board, step: Step) -> Cell | None:
    """Return the cell beside which cells are not shaded by a step, since the cell has two ways left, to these or to
    one of these and another one: it would not be shaded then, and on the loop by less than two ways; None for a step
    with another reason.
    """
    cells = {fact.places[0] for fact in step.facts if fact.what == "cell" and fact.negative}
    names = {rule.name for rule in step.rules}
    passed = [cell for rule in step.rules if rule.name == OR_LOOP for cell in rule.places]
    others = [cell for cell in passed if cell not in cells]
    is_about = OR_LOOP in names and all(name == OR_LOOP or TOUCH.match(name) for name in names)
    if len(cells) < len(step.facts) or len(others) != 1 or not is_about or len(step.clues) > step.stated:
        return None
    gone = {cell for fact in step.cited if fact.negative for cell in fact.places}
    is_gap = all(fact.what == "edge" and fact.negative and others[0] in fact.places for fact in step.cited)
    left = {cell for cell in around(board, others[0]) if cell not in gone}
    return others[0] if is_gap and len(left) == 2 and cells <= left else None


def passed_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that cells are not shaded, because a cell between them, or beside one of them, has
    two ways left; '' for another step.
    """
    cell = between_two(board, step)
    if cell is None:
        return ""
    (one, *more) = [fact.places[0] for fact in step.facts]
    other = "both these neighbours" if more else place(one)
    these = "these are" if more else f"{place(one)} is"
    words = (
        f"{place(cell)} has only two ways left{since(board, step)}: either it is shaded, so its neighbours are not, or"
        f" the loop passes through it and {other}; either way {these} not shaded"
    )
    return f"{facts_text(board, step.facts)}: {words}"
