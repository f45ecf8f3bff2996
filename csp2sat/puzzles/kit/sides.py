"""Clues on the four sides of a board: `top`, `bottom`, `left`, `right` are lists, with 0 or `.` where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..notation import GivenSection
from ..spec import Board, Cell

SIDES = ("top", "bottom", "left", "right")
FOUR = (("top", "cols"), ("bottom", "cols"), ("left", "rows"), ("right", "rows"))  # for `codes.sections`


def side_sections(strings: bool = False) -> tuple[GivenSection, ...]:
    """The sections of the four sides, lists or strings."""
    return tuple(
        GivenSection(side, side, "one", "cols" if each == "cols" else "rows", strings=strings) for side, each in FOUR
    )


def beside(board: Board) -> Iterator[tuple[str, int, Any]]:
    """The clues: side, column or row, and value."""
    for side in SIDES:
        yield from ((side, at, value) for at, value in enumerate(board.givens[side]) if value not in (0, "."))


def from_side(board: Board, side: str, at: int) -> list[Cell]:
    """The cells as they are seen from there, the nearest first."""
    down = [(r, at) for r in range(board.rows)]
    across = [(at, c) for c in range(board.cols)]
    return {"top": down, "bottom": down[::-1], "left": across, "right": across[::-1]}[side]


def named(side: str, at: int) -> str:
    """What the place of a clue is called, counted from 1."""
    return f"{side} of {'column' if side in ('top', 'bottom') else 'row'} {at + 1}"
