"""Marks as characters: what is written for each, and how dark cells and what they say stay readable together.

A dark cell is dark over its whole width.  A text above one of the solution leaves at least one dark character on its
left, `#3`; above a given one it stands alone, `3`: nothing else can be there.  On a terminal with colours both are in
reverse video.  Where there are sums, what stands below one begins below its `\\`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .picture import Mark, Point, Role


class Writing(NamedTuple):
    """A text that ends at a point.

    covers: what the cell is filled with before it is written ("": nothing).  spare: characters to be left before it.
    """

    point: Point
    text: str
    role: str
    covers: str = ""
    spare: int = 0


def writings(marks: Sequence[Mark], unicode: bool) -> list[Writing]:
    """The marks in their order.  unicode: by their symbols, else by their texts."""
    across = max((len(mark.text.partition("\\")[2]) for mark in marks if mark.shape == "clue"), default=0)
    dark: dict[Point, Role] = {}
    written = []
    for mark in marks:
        char = mark.symbol if unicode else mark.text
        if mark.shape == "fill":
            dark[mark.point] = mark.role
            written.append(Writing(mark.point, char, mark.role, char))
        elif mark.shape == "clue":
            down, _, right = char.partition("\\")
            written.append(Writing(mark.point, f"{down}\\{right:{across}}", f"{mark.role} fill", " "))
        else:
            written.append(_text(mark, char + " " * across, dark.get(mark.point)))
    return written


def _text(mark: Mark, char: str, dark: Role | None) -> Writing:
    """A text; dark: the role of the dark cell below it, if there is one."""
    if dark is None:
        return Writing(mark.point, char, mark.role)
    return Writing(mark.point, char, f"{dark} fill", spare=int(dark == "solved"))


def room(written: Iterable[Writing]) -> int:
    """The width that holds each of them."""
    return max((len(each.text) + each.spare for each in written), default=1)
