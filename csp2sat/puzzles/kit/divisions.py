"""Puzzles whose solution divides the board into areas, and connected sets of cells.

A Boolean for each two neighbouring cells, named as in `Edges`, is true if both are in one area.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Unpack

from ...model.model import Answer
from ..spec import Board, Cell, Puzzle
from .kinds import ModelOf, kind_of
from .pictures import areas_picture
from .variables import EAST, SOUTH, WAYS, step

if TYPE_CHECKING:
    from ..puzzle_fields import About, Usual


def division_kind(model: ModelOf, **about: Unpack[About[list[list[int]]]]) -> Puzzle[list[list[int]]]:
    """Return a puzzle whose solutions divide the board into areas, with the fields of `about`; fields that `about`
    leaves out are as usual for such puzzles.
    """
    usual: Usual[list[list[int]]] = {
        "solution": areas_of,
        "values": joined_values,
        "picture": areas_picture,
        "family": "divisions",
    }
    return kind_of(model, usual, about)


def areas_of(board: Board, answer: Answer) -> list[list[int]]:
    """Return the solution of an answer: the number of each cell's area, from 0 in the order of first cells.

    A cell is in one area with the cell to its right if `h_ROW_COLUMN` is true, and with the cell below if
    `v_ROW_COLUMN` is.
    """
    area = {cell: [cell] for cell in board.cells()}
    for r, c in board.cells():
        for name, there in (("h", (r, c + 1)), ("v", (r + 1, c))):
            if answer.bools.get(f"{name}_{r}_{c}") and area[there] is not area[r, c]:
                area[r, c] += area[there]
                area |= dict.fromkeys(area[there], area[r, c])
    names: dict[Cell, int] = {}
    return [[names.setdefault(area[r, c][0], len(names)) for c in range(board.cols)] for r in range(board.rows)]


def in_order_of_givens(board: Board, solution: list[list[int]]) -> list[list[int]]:
    """Return the solution with its areas renumbered: first the areas of the cells with clues, in their order, then the
    others.
    """
    number: dict[int, int] = {}
    for r, c in [*board.filled(), *board.cells()]:
        number.setdefault(solution[r][c], len(number))
    return [[number[area] for area in row] for row in solution]


def joined_values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the values of the variables in a solution: true for two neighbours with the same area number."""
    bools = {}
    for name, (down, right) in (("h", EAST), ("v", SOUTH)):
        for r, c in board.cells():
            if board.has((r + down, c + right)):
                bools[f"{name}_{r}_{c}"] = solution[r][c] == solution[r + down][c + right]
    return Answer({}, bools)


def connected_sets(cells: Collection[Cell], size: int) -> list[tuple[Cell, ...]]:
    """Return all connected sets of `size` of the cells, each in reading order; [] if the size is 0."""
    allowed = set(cells)
    found: set[tuple[Cell, ...]] = {(cell,) for cell in allowed} if size else set()
    for _ in range(size - 1):
        found = {tuple(sorted({*members, near})) for members in found for near in _around(members, allowed)}
    return sorted(found)


def _around(members: Collection[Cell], allowed: set[Cell]) -> set[Cell]:
    return {step(cell, way) for cell in members for way in WAYS} & allowed - set(members)
