"""Boards that are divided into rooms: givens `{"regions": rows of rooms, "clues": a number or None for each room}`.

Rooms are connected, and numbered from 0 in the order of their first cells.
"""

from __future__ import annotations

from typing import Any

from .areas import areas
from .givens import Section, Sections, number
from .spec import Board, Cell, CellError

FORM = Sections((Section("regions", "regions", "rows", across=True), Section("clues", "clues", "one")))


def token(word: str) -> int | None:
    """The neutral value of a token."""
    found = number(word)
    if found is None and word != "-":
        raise ValueError("expected a number or - (no clue)")
    return found


def symbol(value: Any) -> str:
    """The token of a neutral value."""
    if value is not None and (type(value) is not int or value < 0):
        raise ValueError("expected a number or null (no clue)")
    return "-" if value is None else str(value)


def rooms(board: Board) -> list[list[Cell]]:
    """The cells of each room, in reading order; CellError if they are not numbered as they should be."""
    found: list[list[Cell]] = []
    for r, c in board.cells():
        room = board.givens["regions"][r][c]
        if room is None or room > len(found):
            new = f"{len(found)}, the next new room" if found else "0, the first room"
            raise CellError(("regions", r, c), f"{symbol(room)} is no room here; expected at most {new}")
        if room == len(found):
            found.append([])
        found[room].append((r, c))
    return found


def check(board: Board) -> None:
    """The rooms are numbered, connected, and have each a clue or none."""
    found = rooms(board)
    for room, cells in enumerate(found):
        parts = areas(cells)
        if len(parts) > 1:
            raise CellError(("regions", *parts[1][0]), f"room {room} falls into {len(parts)} parts; expected one")
    clues = len(board.givens["clues"])
    if clues != len(found):
        expected = f"expected {len(found)}, one for each room"
        raise CellError(("clues", min(clues, len(found))), f"found {clues} clues; {expected}")
