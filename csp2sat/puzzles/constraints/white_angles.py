"""The white angles where four cells with triangles meet: which of them no rectangle has, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from ..fact_forms import Fact
from ..spec import Board, Cell

WHITE, TRIANGLES = ".", "abcd"
SIGNS = WHITE + TRIANGLES  # of the values of a white cell in the model of steps
SIDES = ("top", "right", "bottom", "left")
CORNERS = {"a": ("top", "left"), "b": ("top", "right"), "c": ("bottom", "left"), "d": ("bottom", "right")}
# Around the vertex of rows r - 1, r and columns c - 1, c, clockwise: the cells, and two sides of each
WEDGES = (
    ((-1, 0), "left", "bottom"),
    ((0, 0), "top", "left"),
    ((0, -1), "right", "top"),
    ((-1, -1), "bottom", "right"),
)
DEGREES, FEW = 45, 2  # of a wedge; wrong angles that are named
NEITHER = "neither right nor straight"
RULE = re.compile(r"white angles .* at (the (top|bottom) (left|right) corner of row (\d+), column (\d+))")


def wrong_runs(ring: Sequence[bool]) -> set[int]:
    """Return the numbers of wedges of the white angles in a ring of eight wedges that no rectangle has: other ones than
    2, 4 and 8; a true wedge is black.
    """
    start = next((at for at, black in enumerate(ring) if black), 0)
    text = "".join("#" if black else "." for black in (*ring[start:], *ring[:start]))
    return {len(run) for run in text.split("#")} - {0, 2, 4, 8}


def wrong_angle(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words, `else` first, which wrong white angle would be at a vertex if one of some new facts did not
    hold, or, without new facts, is at the vertex; '' if all white angles may be right there, and for another rule.

    rule: its name, which has the vertex.  known: facts that hold.  new: facts about the cells of the vertex.
    """
    found = RULE.fullmatch(rule)
    if found is None:
        return ""
    corner, side, end, row, column = found.groups()
    vertex = int(row) - (side == "top"), int(column) - (end == "left")
    ways = [[*known, fact._replace(negative=not fact.negative)] for fact in new] or [[*known]]
    wrong = [runs for facts in ways for runs in _wrong_of(board, vertex, facts)]
    if not wrong or not all(wrong):
        return ""
    some = (each for count in range(1, FEW + 1) for each in combinations((1, 3, 5, 6, 7), count))
    fewest = next((each for each in some if all(runs & {*each} for runs in wrong)), ())
    degrees = " or ".join(str(DEGREES * run) for run in fewest)
    otherwise, be = ("else a", "would be") if new else ("a", "is")
    if fewest:
        return f"{otherwise} white angle of {degrees} degrees {be} at {corner}"
    return f"{otherwise} white angle at {corner} {be} {NEITHER}"


def _wrong_of(board: Board, vertex: Cell, facts: Sequence[Fact]) -> Iterator[set[int]]:
    """Yield the wrong white angles at a vertex for each choice of signs in its cells that agrees with the facts."""
    (r, c), choices = vertex, list[str]()
    for (i, j), *_ in WEDGES:
        cell, signs = (r + i, c + j), SIGNS
        for fact in facts:
            if fact.places == (cell,):
                signs = "".join(sign for sign in signs if (sign == fact.value) != fact.negative)
        is_free = board.has(cell) and board.givens[cell[0]][cell[1]] == WHITE
        choices.append(signs if is_free else "#")
    for chosen in product(*choices):
        sides = ((sign, two) for sign, (_, *two) in zip(chosen, WEDGES, strict=True))
        yield wrong_runs([sign == "#" or side in CORNERS.get(sign, ()) for sign, two in sides for side in two])
