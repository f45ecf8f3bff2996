"""The meanings of hidden Booleans that a player thinks of: the side of a loop, the signs that a loop visits, and the
cells of a way.
"""

from __future__ import annotations

from ..kit.checks import place
from ..kit.rooms import rooms
from ..spec import Board


def side_of_loop(board: Board, name: str, true: bool) -> str:
    """Return in words on which side of the loop the middle of four cells is; '' for another hidden Boolean.

    name, true: of the Boolean, and its value.
    """
    kind, *at = name.removeprefix("_").split("_")
    if kind != "in":
        return ""
    r, c = map(int, at)
    where = "inside" if true else "outside"
    return f"the middle of rows {r + 1} and {r + 2}, columns {c + 1} and {c + 2} is {where} the loop"


def signs_of_room(board: Board, name: str, true: bool) -> str:
    """Return in words which signs the loop visits in a room; '' for another hidden Boolean.

    name, true: of the Boolean, and its value.
    """
    kind, _, room = name.removeprefix("_").partition("_")
    if kind != "moons":
        return ""
    cells = rooms(board)[int(room)]
    return f"the loop visits {'moons' if true else 'suns'} in the room of {place(cells[0])}"


def on_the_way(board: Board, name: str, true: bool) -> str:
    """Return in words whether a cell is on the way from S to G; '' for another hidden Boolean.

    name, true: of the Boolean, and its value.
    """
    kind, *at = name.removeprefix("_").split("_")
    if kind != "way":
        return ""
    r, c = map(int, at)
    return f"{place((r, c))} is {'on' if true else 'off'} the way"
