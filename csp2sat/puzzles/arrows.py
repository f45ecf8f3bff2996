"""Cells with a number and an arrow: `2R` says something about the cells to the right of it, `?U` nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from .edges import EAST, NORTH, SOUTH, WEST, Way, step
from .givens import number
from .spec import Board, Cell
from .tokens import Notation

FREE, BLOCK = ".", "#"
WAYS: dict[str, Way] = {"U": NORTH, "D": SOUTH, "L": WEST, "R": EAST}


class Arrow(NamedTuple):
    """A number (None: `?`) and the way in which the arrow points."""

    number: int | None
    way: Way


def arrow(value: str) -> Arrow | None:
    """The arrow that a neutral value writes, if it writes one: a number without leading zeros or `?`, then U D L R."""
    found, way = number(value[:-1]), WAYS.get(value[-1:])
    if way is None or (value[:-1] != "?" and value[:-1] != str(found)):
        return None
    return Arrow(found, way)


def arrows(board: Board) -> dict[Cell, Arrow]:
    """The arrows by their cells, in reading order."""
    found = {cell: arrow(board.givens[cell[0]][cell[1]]) for cell in board.cells()}
    return {cell: each for cell, each in found.items() if each is not None}


def ahead(board: Board, cell: Cell, way: Way) -> list[Cell]:
    """The cells to which an arrow points, the next one first."""
    cells = []
    here = step(cell, way)
    while board.has(here):
        cells.append(here)
        here = step(here, way)
    return cells


def _value(token: str) -> str:
    value = FREE if token == "-" else token
    if value not in (FREE, BLOCK) and arrow(value) is None:
        raise ValueError("expected - (free), # (block), or a number or ? with a letter U, D, L or R, such as 2R")
    return value


def _token(value: Any) -> str:
    if not isinstance(value, str) or (value not in (FREE, BLOCK) and arrow(value) is None):
        raise ValueError("expected '.' (free), '#' (block), or a number or ? with U, D, L or R, such as \"2R\"")
    return "-" if value == FREE else value


# Free cells (`-` or `.`), blocks (`#`) and arrows; only the first differs from the neutral value
ARROWS = Notation(_value, _token)
