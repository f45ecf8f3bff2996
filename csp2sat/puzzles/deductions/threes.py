"""Pairs of 3s in a slitherlink that a player knows: side by side, or on a diagonal with 2s between."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..fact_forms import Fact
from ..spec import Cell

LineEnds = tuple[Cell, ...]  # by its two ends
NUMBER = re.compile(r"number (\d)( and its corners)?")
THREES = (
    "a 3 without the outer side would leave the other 3 only two sides, and another line to an end of the side between"
    " them would cost each 3 a side there, so that three lines would meet at the other end"
)
DIAGONAL = (
    "a 3 without an outer side would have both sides at the corner towards the other 3, so each 2 on the way would have"
    " none there, and both at its next corner, which would leave the other 3 only two sides"
)

GAPS = "; no other line comes to the corner between two outer sides"


def threes_text(clues: Sequence[tuple[str, Cell]], facts: Sequence[Fact]) -> str:
    """Return in words why facts follow from two 3s without known facts; '' for other facts and clues.

    clues: the words of each, and its place.
    """
    if _are_side_by_side(clues, facts):
        return THREES
    if _are_on_diagonal(clues, facts):
        return DIAGONAL + (GAPS if any(fact.negative for fact in facts) else "")
    return ""


def sides_of(cell: Cell) -> tuple[LineEnds, ...]:
    """Return the sides of a cell."""
    r, c = cell
    return ((r, c), (r, c + 1)), ((r, c + 1), (r + 1, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c))


def _are_side_by_side(clues: Sequence[tuple[str, Cell]], facts: Sequence[Fact]) -> bool:
    """Whether facts say only of two 3s side by side that their outer sides are lines, and that no other line comes to
    the side between them.
    """
    cells = sorted(cell for _, cell in clues)
    if len(cells) != 2 or any(NUMBER.findall(text)[0][0] != "3" for text, _ in clues):
        return False
    (r, c), (there, other) = cells
    down, right = there - r, other - c
    if (down, right) not in ((0, 1), (1, 0)):
        return False
    side = (right, down)  # the way from one corner of an outer side to the other
    outer = {((a, b), (a + side[0], b + side[1])) for a, b in (cells[0], (there + down, other + right))}
    ends = (there - side[0], other - side[1]), (there, other), (there + side[0], other + side[1])
    beyond = there + 2 * side[0], other + 2 * side[1]
    gaps = {(ends[0], ends[1]), (ends[2], beyond)}
    return all(fact.places in (gaps if fact.negative else outer) for fact in facts)


def _are_on_diagonal(clues: Sequence[tuple[str, Cell]], facts: Sequence[Fact]) -> bool:
    """Whether facts say only of two 3s, between which all cells of a diagonal have 2s, that outer sides are lines,
    and that no other line comes to the corner between two of these.
    """
    numbers = {cell: NUMBER.findall(text)[0][0] for text, cell in clues}
    (r, c), last = min(numbers), max(numbers)
    way, between = 1 if last[1] > c else -1, len(numbers) - 2
    if between < 1 or sorted(numbers) != [(r + n, c + n * way) for n in range(len(numbers))]:
        return False
    if [numbers[cell] for cell in sorted(numbers)] != ["3", *["2"] * between, "3"]:
        return False
    corners = {(r, c + (way < 0)): sides_of((r, c)), (last[0] + 1, last[1] + (way > 0)): sides_of(last)}
    own = [[at for at in corners if at in fact.places] for fact in facts]
    return all(at and (fact.places in corners[at[0]]) != fact.negative for at, fact in zip(own, facts, strict=True))
