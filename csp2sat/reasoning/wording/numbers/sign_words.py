"""Signs between two cells in words: which of the numbers is greater."""

from __future__ import annotations

import re

from ....puzzles.kit.checks import place
from ....puzzles.spec import Cell
from ...step import UsedRule

SIGN = re.compile(r"([<>^v]) at row \d+, column \d+")
FIRST_LESS = "<^"
GREATER, LESS = "greater than", "less than"


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
