"""Areas whose variables are Booleans for any two neighbours, as `Edges` has them: they are in one area."""

from __future__ import annotations

from ...model.model import Answer
from ..spec import Board, Cell
from .variables import EAST, SOUTH


def areas_of(board: Board, answer: Answer) -> list[list[int]]:
    """The number of each cell's area, in the order of their first cells."""
    area = {cell: [cell] for cell in board.cells()}
    for r, c in board.cells():
        for name, there in (("h", (r, c + 1)), ("v", (r + 1, c))):
            if answer.bools.get(f"{name}_{r}_{c}") and area[there] is not area[r, c]:
                area[r, c] += area[there]
                area |= dict.fromkeys(area[there], area[r, c])
    names: dict[Cell, int] = {}
    return [[names.setdefault(area[r, c][0], len(names)) for c in range(board.cols)] for r in range(board.rows)]


def joined_values(board: Board, solution: list[list[int]]) -> Answer:
    """The values of the variables, whatever the names of the areas."""
    bools = {}
    for name, (down, right) in (("h", EAST), ("v", SOUTH)):
        for r, c in board.cells():
            if board.has((r + down, c + right)):
                bools[f"{name}_{r}_{c}"] = solution[r][c] == solution[r + down][c + right]
    return Answer({}, bools)
