"""Drawings in box-drawing characters, for a terminal, with one line of text for a row of cells where this is enough."""

from __future__ import annotations

from collections.abc import Collection

from .canvas import COLOURS, Pen
from .canvas import draw as draw_with
from .picture import Picture

GROUND = {"cells": ("", "·"), "dots": ("·", ""), "plain": ("", ""), "boxes": ("", "")}
PIECES = {  # by the sum of north 1, south 2, west 4, east 8
    "line": " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋",
    "double": " ║║║═╝╗╣═╚╔╠═╩╦╬",
    "border": " ╵╷│╴┘┐┤╶└┌├─┴┬┼",
    "inside": " ┊┊┊┈┼┼┼┈┼┼┼┈┼┼┼",  # the border of a box, inside a cage
}


def draw(picture: Picture, differing: Collection[tuple[int, int]] = (), colour: bool = False) -> str:
    """Return the drawing in box-drawing characters, with a `*` before the symbol of each cell of `differing`.

    The drawing has the colour codes of a terminal if `colour`: given parts bold, solved parts cyan, each `*` red.
    """
    return draw_with(picture, Pen(GROUND[picture.ground], False, PIECES, True, COLOURS if colour else {}), differing)
