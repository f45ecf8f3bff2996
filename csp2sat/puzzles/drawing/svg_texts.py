"""Texts in SVG drawings, as strokes, and the elements that many shapes have; a cell is CELL units wide."""

from __future__ import annotations

from typing import NamedTuple

from ...escaping import for_html
from . import glyphs
from .palette import LIGHT
from .picture import Mark

CELL = 40.0
HALF = CELL / 2
COLOURS = {"given": LIGHT["ink"], "solved": LIGHT["solved"], "ground": LIGHT["faint"]}
FILLS = {"given": LIGHT["black"], "solved": LIGHT["shaded"], "ground": LIGHT["grey"]}
WEIGHTS = {"given": 1.6, "solved": 1.1, "ground": 1.1}  # of strokes, in a glyph's units


class TextSize(NamedTuple):
    """The space for a text: its height, and its greatest width."""

    height: float
    width: float


IN_CELL, IN_CIRCLE, IN_CORNER, OUTSIDE = TextSize(20, 31), TextSize(17, 21), TextSize(12, 15), TextSize(16, 23)
BELOW_CORNER = TextSize(15, 31)  # in the cells of a board with texts in the corners of cells
ON_SIDE = TextSize(16, 8)  # between two cells
AT_CORNER = TextSize(8, 28)
BESIDE_LINE = TextSize(11, 11)  # in a corner of a cell through whose middle a line may go


class Placement(NamedTuple):
    """The place of a mark.

    room: the space for a text there.
    dark: whether it is above a black cell.
    on_line: whether a line ends there, in a cell that is not filled.
    joined: the sides, of N, S, W and E, on which a mark of the same shape is in the next cell.
    """

    x: float
    y: float
    room: TextSize = IN_CELL
    dark: bool = False
    on_line: bool = False
    joined: str = ""


def number(value: float) -> str:
    """Return a length in the shortest form, rounded to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def scale_of(text: str, room: TextSize) -> float:
    """Return the factor by which the glyphs of a text are enlarged to be as large as `room` allows."""
    return min(room.height / glyphs.HEIGHT, room.width / max(glyphs.width(text) or 0.0, 1.0))


def written(text: str, spot: Placement, room: TextSize, role: str, colour: str) -> str:
    """Return the element of a text with its middle at the spot, as large as `room` allows, with `role` as its class.

    A text with a character that has no glyph is left to the viewer's fonts.  `colour` is the colour of the strokes.
    """
    width = glyphs.width(text)
    if width is None:
        return _by_font(text, spot, room, role, colour)
    scale = scale_of(text, room)
    x, y = number(spot.x - width * scale / 2), number(spot.y - glyphs.HEIGHT * scale / 2)
    return (
        f'<path class="{role} text" transform="translate({x} {y}) scale({number(scale)})" d="{glyphs.path(text)}" '
        f'fill="none" stroke="{colour}" stroke-width="{WEIGHTS[role]}"/>'
    )


def _by_font(text: str, spot: Placement, room: TextSize, role: str, colour: str) -> str:
    size = min(room.height * 1.3, room.width * 1.6 / max(len(text), 1))
    weight = "bold" if role == "given" else "normal"
    return (
        f'<text class="{role} text" x="{number(spot.x)}" y="{number(spot.y + size * 0.35)}" fill="{colour}" '
        f'font-family="sans-serif" font-size="{number(size)}" font-weight="{weight}" text-anchor="middle">'
        f"{for_html(text)}</text>"
    )


def corner_text(mark: Mark, left: float, top: float, room: TextSize) -> str:
    """Return the element of a small text, as large as `room` allows, whose left upper corner is at `left` and `top`."""
    scale = scale_of(mark.symbol, room)
    across, down = (glyphs.width(mark.symbol) or 0.0) * scale, glyphs.HEIGHT * scale
    return written(mark.symbol, Placement(left + across / 2, top + down / 2), room, mark.role, COLOURS[mark.role])


def circle(spot: Placement, radius: float, names: str, paint: str) -> str:
    """Return the element of a circle with this radius and these class names; `paint` has its further attributes."""
    return f'<circle class="{names}" cx="{number(spot.x)}" cy="{number(spot.y)}" r="{number(radius)}" {paint}/>'


def square(spot: Placement, inset: float, names: str, paint: str) -> str:
    """Return the element of a cell's square, smaller by `inset` on each side, with these class names; `paint` has its
    further attributes.
    """
    left, top, size = map(number, (spot.x - HALF + inset, spot.y - HALF + inset, CELL - 2 * inset))
    return f'<rect class="{names}" x="{left}" y="{top}" width="{size}" height="{size}" {paint}/>'
