"""Texts in SVG drawings, as strokes, and the elements that many shapes have; a cell is CELL units wide."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from ...escaping import for_html
from . import glyphs
from .palette import LIGHT
from .picture import Mark

CELL = 40.0
HALF = CELL / 2
COLOURS = {"given": LIGHT["ink"], "solved": LIGHT["solved"], "ground": LIGHT["faint"]}
FILLS = {"given": LIGHT["black"], "solved": LIGHT["shaded"], "ground": LIGHT["dim"]}
WEIGHTS = {"given": 1.6, "solved": 1.1, "ground": 1.1}  # of strokes, in a glyph's units
THICKEST = max(WEIGHTS.values())
DIGIT = max(glyphs.GLYPHS[digit].width for digit in "0123456789")


class TextSize(NamedTuple):
    """The space for a text: the height of its glyphs, the greatest width of its strokes, and the radius of the circle
    that the strokes stay in (None: there is no circle).
    """

    height: float
    width: float
    radius: float | None = None


IN_CELL, IN_CORNER, OUTSIDE = TextSize(20, 29), TextSize(12, 16.5), TextSize(16, 21)
IN_CIRCLE, IN_DOTTED = TextSize(17, 24, 11.8), TextSize(14, 20, 9.8)
IN_BOX = TextSize(17, 23)  # in the cells of a board with gaps between cells
BELOW_CORNER = TextSize(14, 27)  # in the cells of a board with texts in the corners of cells
AT_CORNER = TextSize(8, 27)
CORNER_LEFT, CORNER_TOP = 5.0, 4.6  # of that text, from the sides of the cell
BESIDE_LINE = TextSize(11, 12)  # in a corner of a cell through whose middle a line may go
BESIDE_ARROW = TextSize(16, 18)


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
    """Return the factor by which the glyphs of a text are enlarged to be as large as `room` allows; it is the same for
    all numbers with as many digits.
    """
    digits = DIGIT * len(text) + glyphs.GAP * (len(text) - 1)
    across, down = max(glyphs.width(text) or 0.0, digits) + THICKEST, glyphs.HEIGHT + THICKEST
    scales = [room.height / glyphs.HEIGHT, room.width / across]
    return min(scales if room.radius is None else [*scales, 2 * room.radius / hypot(across, down)])


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


def corner_size(text: str) -> tuple[float, float]:
    """Return the distances from the left and the upper side of a cell to the right and lower end of the text in its
    corner, with some space behind it.
    """
    scale = scale_of(text, AT_CORNER)
    right, down = (glyphs.width(text) or 0.0) * scale, glyphs.HEIGHT * scale
    return CORNER_LEFT + right + 3, CORNER_TOP + down + 3


def circle(spot: Placement, radius: float, names: str, paint: str) -> str:
    """Return the element of a circle with this radius and these class names; `paint` has its further attributes."""
    return f'<circle class="{names}" cx="{number(spot.x)}" cy="{number(spot.y)}" r="{number(radius)}" {paint}/>'


def square(spot: Placement, inset: float, names: str, paint: str) -> str:
    """Return the element of a cell's square, smaller by `inset` on each side, with these class names; `paint` has its
    further attributes.
    """
    left, top, size = map(number, (spot.x - HALF + inset, spot.y - HALF + inset, CELL - 2 * inset))
    return f'<rect class="{names}" x="{left}" y="{top}" width="{size}" height="{size}" {paint}/>'
