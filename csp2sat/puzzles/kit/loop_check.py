"""Lines as a solution draws them: which points they join, and whether they are one loop.

The checkers of loop puzzles are made of this.  It shares no code with the models.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

B = TypeVar("B")
RulesChecker = Callable[[B, Any], list[str]]  # board and solution -> what is wrong
Point = tuple[int, int]
Drawn = dict[Point, set[Point]]  # for each point on a line the points to which lines go from it


class WrongForm(ValueError):
    """A solution that is not in the neutral form of its puzzle."""


def refusing_wrong_forms(check: RulesChecker[B]) -> RulesChecker[B]:
    """A checker that finds one fault, the WrongForm, where the other one raises it."""

    @wraps(check)
    def checked(board: B, solution: Any) -> list[str]:
        try:
            return check(board, solution)
        except WrongForm as error:
            return [str(error)]

    return checked


def check_numbers(solution: Any, rows: int, cols: int, least: int | None = None) -> None:
    """WrongForm if the solution is no list of lists of numbers, one for each cell and none below `least`."""
    more = "" if least is None else f" from {least} on"
    wrong = WrongForm(f"the solution is no list of {rows} lists of {cols} numbers{more}")
    if not isinstance(solution, list) or len(solution) != rows:
        raise wrong
    for row in solution:
        if not isinstance(row, list) or len(row) != cols:
            raise wrong
        if not all(type(x) is int and (least is None or x >= least) for x in row):
            raise wrong


def check_strings(value: Any, name: str, height: int, width: int, characters: str) -> list[str]:
    """The value, if it is a list of so many strings of the characters; else WrongForm, where it is called `name`."""
    if not isinstance(value, list) or len(value) != height:
        raise WrongForm(f"{name} is no list of {height} strings")
    for r, row in enumerate(value):
        if not isinstance(row, str) or len(row) != width or not set(row) <= set(characters):
            raise WrongForm(f"{name}, row {r + 1}, is no string of {width} characters {' or '.join(characters)}")
    return value


def place(point: Point, name: str = "") -> str:
    """`row 1, column 2`, counted from 1, for people."""
    return f"{name and name + ' '}row {point[0] + 1}, column {point[1] + 1}"


def drawn_lines(solution: Any, rows: int, cols: int) -> Drawn:
    """The lines among rows x cols points; WrongForm if the solution is not of the form `{"h": .., "v": ..}`."""
    if not isinstance(solution, dict):
        raise WrongForm('the solution is no object with the keys "h" and "v"')
    drawn: Drawn = {}
    for key, height, width, (down, right) in (("h", rows, cols - 1, (0, 1)), ("v", rows - 1, cols, (1, 0))):
        for r, row in enumerate(check_strings(solution.get(key), f'"{key}"', height, width, "01")):
            for c, on in enumerate(row):
                if on == "1":
                    drawn.setdefault((r, c), set()).add((r + down, c + right))
                    drawn.setdefault((r + down, c + right), set()).add((r, c))
    return drawn


def loop_faults(drawn: Drawn, name: str = "") -> list[str]:
    """What is wrong if the lines should be one loop.  name: what the points are called."""
    faults = []
    for point, ways in sorted(drawn.items()):
        if len(ways) != 2:
            faults.append(f"the line {'ends' if len(ways) == 1 else 'branches'} at {place(point, name)}")
    if not drawn:
        return ["there is no loop"]
    if not faults and len(starts := _loops(drawn)) > 1:
        places = "; ".join(place(start, name) for start in starts)
        faults.append(f"there are {len(starts)} loops, through {places}")
    return faults


def _loops(drawn: Drawn) -> list[Point]:
    """The first point of each loop, where every point is on one."""
    starts, left = [], set(drawn)
    for start in sorted(drawn):
        if start in left:
            starts.append(start)
            here: Point | None = start
            while here is not None:
                left.discard(here)
                here = next((near for near in drawn[here] if near in left), None)
    return starts
