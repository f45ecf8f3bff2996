"""The white angles where four cells with triangles meet: which of them no rectangle has, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

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
# In words the wrong white angles, by their numbers of wedges of 45 degrees
ANGLES = {(1,): "45", (3,): "135", (5,): "225", (6,): "270", (7,): "315", (5, 6, 7): "more than 180"}
FEW = 3  # words for all of them
NEITHER = "of neither 90 nor 180 degrees"
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
    rings = [ring for facts in ways for ring in _rings(board, vertex, facts)]
    wrong = [wrong_runs(ring) for ring in rings]
    if not wrong or not all(wrong):
        return ""
    some = (each for count in range(1, FEW + 1) for each in combinations(ANGLES, count))
    fewest = next(each for each in some if all(not runs.isdisjoint(chain(*each)) for runs in wrong))
    *first, last = (ANGLES[each] for each in fewest)
    degrees = f"of {', '.join(first)} or {last} degrees" if first else f"of {last} degrees"
    otherwise, be = ("else a", "would be") if new else ("a", "is")
    if len(fewest) == FEW and (beside := _beside_a_triangle(board, vertex, rings)):
        at = f"row {beside[0] + 1}, column {beside[1] + 1}"
        return f"{otherwise} white angle {NEITHER}, beside the triangle of {at}, {be} at {corner}"
    return f"{otherwise} white angle {degrees} {be} at {corner}"


def _rings(board: Board, vertex: Cell, facts: Sequence[Fact]) -> Iterator[list[bool]]:
    """Yield the ring of eight wedges at a vertex, as in `wrong_runs`, for each choice of signs in its cells that agrees
    with the facts.
    """
    (r, c), choices = vertex, list[str]()
    for (i, j), *_ in WEDGES:
        cell, signs = (r + i, c + j), SIGNS
        for fact in facts:
            if fact.places == (cell,):
                signs = "".join(sign for sign in signs if (sign == fact.value) != fact.negative)
        choices.append(signs if _is_free(board, cell) else "#")
    for chosen in product(*choices):
        sides = ((sign, two) for sign, (_, *two) in zip(chosen, WEDGES, strict=True))
        yield [sign == "#" or side in CORNERS.get(sign, ()) for sign, two in sides for side in two]


def _is_free(board: Board, cell: Cell) -> bool:
    return board.has(cell) and board.givens[cell[0]][cell[1]] == WHITE


def _beside_a_triangle(board: Board, vertex: Cell, rings: Sequence[Sequence[bool]]) -> Cell | None:
    """Return a cell at a vertex beside whose triangle a wrong white angle begins in all rings, on the same side; None
    if there is none.
    """
    for at, way in product(range(8), (1, -1)):
        (i, j), *_ = WEDGES[at // 2]
        cell = vertex[0] + i, vertex[1] + j
        turned = ([ring[(at + way * step) % 8] for step in range(9)] for ring in rings)
        if _is_free(board, cell) and all(ring[0] and ring.index(True, 1) not in (1, 3, 5) for ring in turned):
            return cell
    return None
