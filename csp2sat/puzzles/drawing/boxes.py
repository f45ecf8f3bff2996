"""Drawings in box-drawing characters, for a terminal; one line of text for a row of cells where that is enough."""

from __future__ import annotations

from collections.abc import Collection

from .canvas import Pen
from .canvas import draw as draw_with
from .colours import COLOURS
from .picture import Picture

GROUND = {"cells": ("", "·"), "dots": ("·", ""), "plain": ("", "")}
PIECES = {  # by the sum of north 1, south 2, west 4, east 8
    "line": " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋",
    "double": " ║║║═╝╗╣═╚╔╠═╩╦╬",
    "border": " ╵╷│╴┘┐┤╶└┌├─┴┬┼",
}


def draw(picture: Picture, differing: Collection[tuple[int, int]] = (), colour: bool = False) -> str:
    """The drawing; cells that differ have a `*` before their symbol.

    colour: with the terminal's codes: what is given bold, what is solved cyan, the `*` red.
    """
    return draw_with(picture, Pen(GROUND[picture.ground], False, PIECES, True, COLOURS if colour else {}), differing)
