"""Drawings in plain ASCII, as Tamura's programs print them.

Lines go from centre to centre, here around a black circle (1) and through a white one (0):

    +   +   +   +
      1---0---+
    + | +   + | +
"""

from __future__ import annotations

from collections.abc import Collection

from .canvas import COLOURS, Pen
from .canvas import draw as draw_with
from .picture import Picture

GROUND = {"cells": ("+", "+"), "dots": ("+", ""), "plain": ("", ""), "boxes": ("", "")}
PIECES = {  # by the sum of north 1, south 2, west 4, east 8
    "line": " |||-+++-+++-+++",
    "double": " HHH=+++=+++=+++",
    "border": " |||-+++-+++-+++",
    "inside": " :::::::::::::::",  # the border of a box, inside a cage
}


def draw(picture: Picture, differing: Collection[tuple[int, int]] = (), colour: bool = False) -> str:
    """Return the drawing in ASCII, with a mark before the symbol of each cell of `differing`; lines keep their blanks
    at the end.

    The drawing has the colour codes of a terminal, as in `boxes`, if `colour`.
    """
    return draw_with(picture, Pen(GROUND[picture.ground], True, PIECES, False, COLOURS if colour else {}), differing)
