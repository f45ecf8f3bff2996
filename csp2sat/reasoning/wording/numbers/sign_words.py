"""Steps by a sign between two cells in words: which of the numbers is greater, and the least or greatest of them."""

from __future__ import annotations

import re

from ....puzzles.kit.checks import place
from ....puzzles.spec import Board, Cell
from ...step import Step, UsedRule
from ..fact_words import facts_text

SIGN = re.compile(r"([<>^v]) at row \d+, column \d+")
FIRST_LESS = "<^"
GREATER, LESS = "greater than", "less than"


def sign_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that excludes numbers from one cell of a sign, by the least or the greatest number of
    the other cell; '' for another step.
    """
    cells = {fact.places[0] for fact in step.facts}
    if len(cells) != 1 or step.weight != 1 or not all(fact.negative for fact in step.facts):
        return ""
    than = compared(step.rules[0], *cells)
    bound = _bound(step, than.startswith(GREATER))
    return f"{facts_text(board, step.facts)}: it is {than}{bound}" if than and (bound or not step.cited) else ""


def compared(rule: UsedRule, cell: Cell) -> str:
    """Return in words that the number of a cell is greater or less than that of another one, as a sign between them
    says; '' if the rule is no sign of the cell.
    """
    sign = SIGN.fullmatch(rule.name)
    if sign is None or cell not in rule.places:
        return ""
    (other,) = {*rule.places} - {cell}
    is_greater = (cell > other) == (sign[1] in FIRST_LESS)
    return f"{GREATER if is_greater else LESS} {place(other)}"


def _bound(step: Step, least: bool) -> str:
    """Return in words what cited facts leave to a cell: its number, its least or its greatest; '' for others."""
    every = sorted(set(step.marks.every.get(step.cited[0].places, ()))) if step.cited else []
    every = every if least else every[::-1]
    if len(step.cited) == 1 and not step.cited[0].negative:
        return f", which is {step.cited[0].value}"
    gone = {fact.value for fact in step.cited if fact.negative}
    if not gone or len(gone) < len(step.cited) or len(gone) == len(every) or gone != {*every[: len(gone)]}:
        return ""
    return f", which is at {'least' if least else 'most'} {every[len(gone)]}"
