"""Names for how cells are to each other: in a corner, side by side, on a diagonal, in a chain or a ring."""

from __future__ import annotations

from collections.abc import Sequence

from ...puzzles.facts import uses_corners
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from ..step import Step
from .edge_words import corner_text, ends_text
from .place_words import listed, places_text, route

MOST = 6  # cells that part others and are named though they are no chain
FEW, LONG = 3, 80  # corners of an area that are named, and characters of the words of its cells
DIAGONAL = 3  # cells that touch at corners and have a name together


def pattern(board: Board, step: Step) -> str:
    """Return in words how the clues of a step lie, such as `, side by side` or `, in a corner of the board`, where the
    step follows from this alone; '' for other positions, and for steps that need known facts.
    """
    cells = [clue.place for clue in step.clues if not clue.beside]
    if (
        step.known
        or not (step.rules or step.joint)
        or step.stated
        or len(cells) < len(step.clues)
        or PUZZLES[board.puzzle].clues.extent(board) is None
    ):
        return ""
    if len(cells) == 1:
        (r, c), edge = cells[0], (board.rows - 1, board.cols - 1)
        return ", in a corner of the board" if uses_corners(board) and r in (0, edge[0]) and c in (0, edge[1]) else ""
    if len(cells) == 2:
        (r, c), (there, other) = cells
        if abs(r - there) + abs(c - other) == 1:
            return ", side by side" if r == there else ", one above the other"
        return ", which touch at a corner" if _touch(*cells) else ""
    if is_ring(cells) or not walk(cells):
        return ""
    return ", on a diagonal" if is_straight(cells) else ", in a chain whose cells touch at corners"


def wall_text(board: Board, border: Sequence[Cell]) -> str:
    """Return the words of cells that part others: cells that touch at corners, or at sides, in walking order, of a
    straight diagonal the ends; '' for many others.
    """
    corners = walk(border)
    way = corners or route(border)
    if not way:
        return places_text(list(border)) if 0 < len(border) <= MOST else ""
    at_corners = "touching at corners" if corners else "touching at sides or corners"
    if corners and is_straight(way):
        return f"the diagonal from {place(way[0])} to {place(way[-1])}"
    cells = " \N{EN DASH} ".join(map(place, way))
    if is_ring(way) if corners else max(abs(a - b) for a, b in zip(way[0], way[-1], strict=True)) == 1:
        return f"the ring {cells} ({at_corners})"
    at_edges = all(r in (0, board.rows - 1) or c in (0, board.cols - 1) for r, c in (way[0], way[-1]))
    return f"the chain {cells} ({at_corners}{', from edge to edge' * at_edges})"


def ring_text(parts: Sequence[Sequence[Cell]]) -> str:
    """Return the words of the cells of a loop in walking order; '' if that is not known.

    parts: in walking order the edges of the loop, each as its two cells or as the one cell that the edge crosses.
    """
    if {len(part) for part in parts} == {2}:
        parts = [[*{*part}.intersection(after)] for part, after in zip(parts, [*parts[1:], *parts[:1]], strict=True)]
    return " \N{EN DASH} ".join(place(part[0]) for part in parts) if all(len(part) == 1 for part in parts) else ""


def area_text(board: Board, cells: Sequence[Cell], whole: bool = False) -> str:
    """Return the words of the cells or corners of an area; '' if they are too many, unless `whole`: an area is its
    cells or corners, since the lines and gaps around tell nothing of holes.
    """
    if not cells:
        return ""
    if not uses_corners(board):
        words = places_text(sorted(cells))
        return words if whole or len(words) <= LONG else ""
    (top, left), (bottom, right) = map(min, zip(*cells, strict=True)), map(max, zip(*cells, strict=True))
    if len(cells) <= FEW:
        return ends_text(board, sorted(cells))
    if words := _corners_of_cells(board, set(cells)):
        return words
    full = len(cells) == (bottom - top + 1) * (right - left + 1)
    if full:
        return f"the corners from {corner_text(board, (top, left))} to {corner_text(board, (bottom, right))}"
    return _all_corners(board, set(cells)) if whole else ""


def _all_corners(board: Board, corners: set[Cell]) -> str:
    """Return corners in words, however many: as those of the cells that have all of their corners there, and of the
    others the upper left ones of their cells, or those of the last row or column.
    """
    cells = [(r, c) for r, c in sorted(corners) if corners.issuperset(_four(r, c))]
    alike = dict[str, list[Cell]]()
    for r, c in sorted(corners.difference(*(_four(r, c) for r, c in cells))):
        name = f"{'lower' if r == board.rows else 'upper'} {'right' if c == board.cols else 'left'} corner"
        alike.setdefault(name, []).append((min(r, board.rows - 1), min(c, board.cols - 1)))
    others = [f"the {name}{'s' * (len(some) > 1)} of {places_text(some)}" for name, some in alike.items()]
    return listed([*([f"the corners of {places_text(cells)}"] if cells else []), *others])


def _corners_of_cells(board: Board, corners: set[Cell]) -> str:
    """Return corners in words as those of the cells that have all of their corners there, and at most FEW others; ''
    for other corners, and if the words are LONG.
    """
    cells = [(r, c) for r, c in sorted(corners) if corners.issuperset(_four(r, c))]
    others = sorted(corners.difference(*(_four(r, c) for r, c in cells)))
    words = [f"the corners of {places_text(cells)}", *([ends_text(board, others)] if others else [])]
    return listed(words) if cells and len(others) <= FEW and sum(map(len, words)) <= LONG else ""


def _four(r: int, c: int) -> set[Cell]:
    """Return the corners of a cell."""
    return {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}


def walk(cells: Sequence[Cell]) -> list[Cell]:
    """Return at least three cells, each of which touches the next one at a corner, in walking order, from the first end
    in reading order, or, for a ring, from its first cell; [] if the cells are neither a chain nor a ring.
    """
    near = {cell: [other for other in cells if _touch(cell, other)] for cell in sorted(cells)}
    if len(cells) < DIAGONAL or any(len(others) > 2 for others in near.values()):
        return []
    way = [next((cell for cell, others in near.items() if len(others) == 1), min(near))]
    while more := [cell for cell in near[way[-1]] if cell not in way]:
        way.append(more[0])
    return way if len(way) == len(cells) else []


def is_ring(cells: Sequence[Cell]) -> bool:
    """Whether each cell touches two others at corners."""
    return all(sum(_touch(cell, other) for other in cells) == 2 for cell in cells)


def is_straight(cells: Sequence[Cell]) -> bool:
    """Whether all cells are on one diagonal line."""
    return len({r - c for r, c in cells}) == 1 or len({r + c for r, c in cells}) == 1


def _touch(one: Cell, other: Cell) -> bool:
    """Whether two cells touch at a corner."""
    return abs(one[0] - other[0]) == abs(one[1] - other[1]) == 1
