"""Names for how cells are to each other: in a corner, side by side, on a diagonal or a chain of diagonals."""

from __future__ import annotations

from collections.abc import Sequence

from ...puzzles.facts import uses_corners
from ...puzzles.spec import PUZZLES, Board, Cell
from ..step import Step

DIAGONAL = 3  # cells that touch at corners and have a name together


def pattern(board: Board, step: Step) -> str:
    """Return in words how the clues of a step lie, such as `, side by side` or `, in a corner of the board`, where the
    step follows from this alone; '' for other positions, and for steps that need known facts.
    """
    cells = [clue.place for clue in step.clues if not clue.beside]
    if (
        step.known
        or not step.rules
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
            return ", side by side"
        return ", which touch at a corner" if _touch(*cells) else ""
    if not diagonal(cells):
        return ""
    straight = len({r - c for r, c in cells}) == 1 or len({r + c for r, c in cells}) == 1
    return ", on a diagonal" if straight else ", in a chain whose cells touch at corners"


def diagonal(cells: Sequence[Cell]) -> tuple[Cell, Cell] | None:
    """Return the ends of a line of at least three cells, each of which touches the next one at a corner; None if the
    cells are no such line.
    """
    near = {cell: [other for other in cells if _touch(cell, other)] for cell in cells}
    ends = [cell for cell, others in near.items() if len(others) == 1]
    if len(cells) < DIAGONAL or len(ends) != 2 or any(len(others) > 2 for others in near.values()):
        return None
    way = [ends[0]]
    while more := [cell for cell in near[way[-1]] if cell not in way]:
        way.append(more[0])
    return (ends[0], ends[1]) if len(way) == len(cells) else None


def _touch(one: Cell, other: Cell) -> bool:
    """Whether two cells touch at a corner."""
    return abs(one[0] - other[0]) == abs(one[1] - other[1]) == 1
