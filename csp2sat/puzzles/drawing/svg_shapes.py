"""The shapes of a Picture's marks as SVG elements; a cell is CELL units wide."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...escaping import for_html
from . import glyphs
from .picture import Mark

CELL = 40.0
PAPER, GRID = "#ffffff", "#bdbdbd"
COLOURS = {"given": "#151515", "solved": "#2563eb", "ground": "#8a8a8a"}
FILLS = {"given": "#262626", "solved": "#4668a8", "ground": "#d0d0d0"}
WEIGHTS = {"given": 1.6, "solved": 1.1, "ground": 1.1}  # of strokes, in a glyph's units
TINT, DIFFERS = "#ffdf85", "#f08000"
HALF = CELL / 2


class Placement(NamedTuple):
    """The place of a mark.

    inside: whether it is on the board.
    dark: whether it is above a dark cell.
    on_line: whether a line ends there.
    """

    x: float
    y: float
    inside: bool = True
    dark: bool = False
    on_line: bool = False


class TextSize(NamedTuple):
    """The space for a text: its height, and its greatest width."""

    height: float
    width: float


IN_CELL, IN_CIRCLE, IN_CORNER, OUTSIDE = TextSize(20, 31), TextSize(17, 21), TextSize(12, 15), TextSize(16, 23)


def number(value: float) -> str:
    """Return a length in the shortest form, rounded to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def written(text: str, spot: Placement, room: TextSize, role: str, colour: str) -> str:
    """Return the element of a text with its middle at the spot, as large as `room` allows, with `role` as its class.

    A text with a character that has no glyph is left to the viewer's fonts.  `colour` is the colour of the strokes.
    """
    width = glyphs.width(text)
    if width is None:
        return _by_font(text, spot, room, role, colour)
    scale = min(room.height / glyphs.HEIGHT, room.width / max(width, 1.0))
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


def _text(mark: Mark, spot: Placement) -> str:
    """Return the element of a text; at the end of a line it is on a disc of paper."""
    colour = PAPER if spot.dark else COLOURS[mark.role]
    disc = _circle(spot, 14, "paper", f'fill="{PAPER}"') if spot.on_line and not spot.dark else ""
    return disc + written(mark.symbol, spot, IN_CELL if spot.inside else OUTSIDE, mark.role, colour)


def _circle(spot: Placement, radius: float, names: str, paint: str) -> str:
    return f'<circle class="{names}" cx="{number(spot.x)}" cy="{number(spot.y)}" r="{number(radius)}" {paint}/>'


def _white_circle(mark: Mark, spot: Placement) -> str:
    paint = f'fill="{PAPER}" stroke="{COLOURS[mark.role]}" stroke-width="2.4"'
    return _circle(spot, 13, f"{mark.role} white-circle", paint)


def _black_circle(mark: Mark, spot: Placement) -> str:
    return _circle(spot, 14.2, f"{mark.role} black-circle", f'fill="{COLOURS[mark.role]}"')


def _fill(mark: Mark, spot: Placement) -> str:
    place = f'x="{number(spot.x - HALF)}" y="{number(spot.y - HALF)}" width="{number(CELL)}" height="{number(CELL)}"'
    return f'<rect class="{mark.role} fill" {place} fill="{FILLS[mark.role]}"/>'


def _light(mark: Mark, spot: Placement) -> str:
    """Return the element of a disc with eight rays."""
    rays = "M0 -12v-4M0 12v4M-12 0h-4M12 0h4M8.5 -8.5l2.8 -2.8M-8.5 -8.5l-2.8 -2.8M8.5 8.5l2.8 2.8M-8.5 8.5l-2.8 2.8"
    stroke = f'stroke="{COLOURS[mark.role]}" stroke-width="2.2"'
    return (
        f'<g class="{mark.role} light" transform="translate({number(spot.x)} {number(spot.y)})" {stroke}>'
        f'<circle r="8" fill="#ffd94a"/><path d="{rays}" fill="none"/></g>'
    )


def _island(mark: Mark, spot: Placement) -> str:
    """Return the element of a number in a circle."""
    paint = f'fill="{PAPER}" stroke="{COLOURS[mark.role]}" stroke-width="2.2"'
    circle = _circle(spot, 16.5, f"{mark.role} island", paint)
    return circle + written(mark.symbol, spot, IN_CIRCLE, mark.role, COLOURS[mark.role])


def _clue(mark: Mark, spot: Placement) -> str:
    """Return the elements of a dark cell; if it has sums, with a diagonal, the sum downwards at the lower left, the
    other one at the upper right.
    """
    down, _, across = mark.symbol.partition("\\")
    if not down + across:
        return _fill(mark, spot)
    d = f"M{number(spot.x - HALF)} {number(spot.y - HALF)}l{number(CELL)} {number(CELL)}"
    parts = [_fill(mark, spot), f'<path class="diagonal" d="{d}" fill="none" stroke="{GRID}" stroke-width="1.2"/>']
    for text, side in ((down, -1), (across, 1)):
        corner = Placement(spot.x + side * 9.5, spot.y - side * 10.5)
        parts += [written(text, corner, IN_CORNER, mark.role, PAPER)] if text else []
    return "".join(parts)


def _ring(mark: Mark, spot: Placement) -> str:
    """Return the elements of a white, grey or black circle, with the text in it, if any."""
    dark = mark.shape == "black ring"
    around = COLOURS[mark.role] if dark else FILLS["ground"] if mark.shape == "grey ring" else PAPER
    paint = f'fill="{around}" stroke="{COLOURS[mark.role]}" stroke-width="2.2"'
    circle = _circle(spot, 15, f"{mark.role} {mark.shape.replace(' ', '-')}", paint)
    inner = mark.symbol.strip("○●◍")
    return circle + (written(inner, spot, IN_CIRCLE, mark.role, PAPER if dark else COLOURS[mark.role]) if inner else "")


def _triangle(mark: Mark, spot: Placement) -> str:
    """Return the element of the half of a cell with the corner that the symbol shows."""
    corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)]
    del corners[("◤◥◢◣".index(mark.symbol) + 2) % 4]
    points = " ".join(f"{number(spot.x + x)},{number(spot.y + y)}" for x, y in corners)
    return f'<polygon class="{mark.role} triangle" points="{points}" fill="{FILLS[mark.role]}"/>'


def _slash(mark: Mark, spot: Placement) -> str:
    """Return the element of a line from corner to corner of a cell."""
    down = -1 if mark.text == "/" else 1
    d = f"M{number(spot.x - HALF)} {number(spot.y - down * HALF)}l{number(CELL)} {number(down * CELL)}"
    return f'<path class="{mark.role} slash" d="{d}" fill="none" stroke="{COLOURS[mark.role]}" stroke-width="3.6"/>'


def _corner(mark: Mark, spot: Placement) -> str:
    """Return the element of a small text below the spot, at its left."""
    room = TextSize(9, 17)
    return written(mark.symbol, Placement(spot.x - 9, spot.y + 8), room, mark.role, COLOURS[mark.role])


SHAPES: dict[str, Callable[[Mark, Placement], str]] = {
    "text": _text,
    "white circle": _white_circle,
    "black circle": _black_circle,
    "fill": _fill,
    "light": _light,
    "island": _island,
    "clue": _clue,
    "ring": _ring,
    "black ring": _ring,
    "grey ring": _ring,
    "triangle": _triangle,
    "slash": _slash,
    "corner": _corner,
}
