"""The meanings of hidden variables that a player thinks of: the side of a loop, the signs that a loop visits, the cells
of a way, where lines go and how often they turn.
"""

from __future__ import annotations

from ...base.numbers import counted
from ..kit.arrows import arrows
from ..kit.checks import place
from ..kit.rooms import rooms
from ..spec import Board, Cell

GOES = {"_goU": "up", "_goD": "down", "_goL": "to the left", "_goR": "to the right"}


def side_of_loop(board: Board, name: str, true: bool) -> str:
    """Return in words on which side of the loop the middle of four cells is; '' for another hidden Boolean.

    name, true: of the Boolean, and its value.
    """
    kind, *at = name.removeprefix("_").split("_")
    if kind != "in":
        return ""
    where = "inside" if true else "outside"
    return f"the {middle((int(at[0]), int(at[1])))} is {where} the loop"


def middle(at: Cell) -> str:
    """Return the middle of four cells in words; at: the upper left one."""
    r, c = at
    return f"middle of rows {r + 1} and {r + 2}, columns {c + 1} and {c + 2}"


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


def course_of_line(board: Board, name: str, true: bool) -> str:
    """Return in words whether a line goes from a cell in some direction, or how many turns it makes behind the cell; ''
    for another hidden variable.

    name: `_goU_ROW_COLUMN` (up; D, L, R: down, left, right), or `_left_ROW_COLUMN TURNS`, in which more turns than any
    number of the board has mean that the line comes from an empty circle.  true: the value of the Boolean, or whether
    the integer has this value.
    """
    variable, _, turns = name.partition(" ")
    kind, at = _cell_of(variable)
    if kind in GOES and not turns:
        return f"{'a' if true else 'no'} line goes {GOES[kind]} from {at}"
    if kind != "_left":
        return ""
    if int(turns) > max((each.number or 0 for each in arrows(board).values()), default=0):
        return f"{'a' if true else 'no'} line from an empty circle comes to {at}"
    has = "has" if true else "does not have"
    return f"after {at} the line {has} {counted(int(turns), 'turn')} left"


def _cell_of(variable: str) -> tuple[str, str]:
    """Return the kind of a variable `KIND_ROW_COLUMN`, and its cell in words; '' and '' for another name."""
    kind, *at = variable.rsplit("_", 2)
    return (kind, place((int(at[0]), int(at[1])))) if len(at) == 2 and all(map(str.isdigit, at)) else ("", "")
