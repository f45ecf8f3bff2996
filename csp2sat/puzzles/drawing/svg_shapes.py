"""The shapes of a Picture's marks as SVG elements; a cell is CELL units wide."""

from __future__ import annotations

from collections.abc import Callable

from .palette import LIGHT
from .picture import Mark
from .svg_symbols import (
    ARROWS,
    arrowed,
    dotted_ring,
    is_unknown,
    light,
    moon,
    ship,
    ship_part,
    sign,
    star,
    sun,
    tent,
    tree,
)
from .svg_texts import (
    AT_CORNER,
    BESIDE_LINE,
    CELL,
    COLOURS,
    CORNER_LEFT,
    CORNER_TOP,
    FILLS,
    HALF,
    IN_CIRCLE,
    IN_CORNER,
    Placement,
    TextSize,
    circle,
    corner_text,
    number,
    square,
    written,
)

SPREAD = {  # where the characters of a mark stand that are apart, from the middle of the cell, by their number
    2: ((-8, -8), (8, 8)),
    3: ((-9, -8), (9, -8), (0, 9)),
    4: ((0, -10), (-10, 0), (10, 0), (0, 10)),
}
SINGLE = TextSize(14, 12)  # of a character that is apart


def _text(mark: Mark, spot: Placement) -> str:
    """Return the element of a text; at the end of a line it is on a disc of paper."""
    colour = LIGHT["on-black"] if spot.dark else COLOURS[mark.role]
    disc = circle(spot, 14, "paper", f'fill="{LIGHT["paper"]}"') if spot.on_line else ""
    return disc + written(mark.symbol, spot, spot.room, mark.role, colour)


def _apart(mark: Mark, spot: Placement) -> str:
    """Return the elements of the characters, each in a place of its own if there are 2 to 4."""
    places = SPREAD.get(len(mark.symbol))
    if places is None:
        return _text(mark, spot)
    spots = (spot._replace(x=spot.x + x, y=spot.y + y, room=SINGLE) for x, y in places)
    return "".join(_text(mark._replace(symbol=char), at) for char, at in zip(mark.symbol, spots, strict=True))


def _white_circle(mark: Mark, spot: Placement) -> str:
    paint = f'fill="{LIGHT["white"]}" stroke="{COLOURS[mark.role]}" stroke-width="2.4"'
    return circle(spot, 13, f"{mark.role} white-circle", paint)


def _black_circle(mark: Mark, spot: Placement) -> str:
    solved = mark.role == "solved"
    fill, rim = (LIGHT["solved-black"], COLOURS["solved"]) if solved else (LIGHT["black"], LIGHT["rim"])
    return circle(spot, 13.2, f"{mark.role} black-circle", f'fill="{fill}" stroke="{rim}" stroke-width="2"')


def _fill(mark: Mark, spot: Placement) -> str:
    return square(spot, 0, f"{mark.role} fill", f'fill="{FILLS[mark.role]}"')


def _grey_fill(mark: Mark, spot: Placement) -> str:
    return square(spot, 0, f"{mark.role} grey-fill", f'fill="{LIGHT["dim"]}"')


def _point(mark: Mark, spot: Placement) -> str:
    return _disc(mark, spot, 7, "point", "white", "")


def _island(mark: Mark, spot: Placement) -> str:
    """Return the elements of a number in a circle."""
    return _disc(mark, spot, 16.5, "island", "white", "" if is_unknown(mark.symbol) else mark.symbol)


def _ring(mark: Mark, spot: Placement) -> str:
    """Return the elements of a white or black circle, with the text in it, if any."""
    colour = "black" if mark.shape == "black ring" else "white"
    inner = mark.symbol.strip("○●")
    return _disc(mark, spot, 15, mark.shape.replace(" ", "-"), colour, "" if is_unknown(inner) else inner)


def _disc(mark: Mark, spot: Placement, radius: float, name: str, colour: str, inner: str) -> str:
    """Return the elements of a circle with this radius, with the text `inner` in it ('' for none).

    colour: white or black.  name: the class of the circle.
    """
    stroke = LIGHT["rim"] if colour == "black" else COLOURS[mark.role]
    paint = f'fill="{LIGHT[colour]}" stroke="{stroke}" stroke-width="2.2"'
    around = circle(spot, radius, f"{mark.role} {name}", paint)
    return around + (written(inner, spot, IN_CIRCLE, mark.role, LIGHT[f"on-{colour}"]) if inner else "")


def _cell(mark: Mark, spot: Placement) -> str:
    """Return the elements of a white, grey or black cell with a border of its own, with the symbol less its first
    character, a text or a number with an arrow, in it.
    """
    colour = mark.shape.removesuffix(" cell")
    paint = f'fill="{LIGHT[colour]}" stroke="{LIGHT["rim"]}" stroke-width="2.4"'
    around = square(spot, 1.5, f"{mark.role} {colour}-cell", paint)
    ink, inner = LIGHT[{"white": "on-white", "black": "on-black"}.get(colour, "ink")], mark.symbol[1:]
    if inner[-1:] in ARROWS:
        return around + arrowed(inner, spot, mark.role, ink)
    return around + (written(inner, spot, TextSize(17, 29), mark.role, ink) if inner else "")


def _arrow(mark: Mark, spot: Placement) -> str:
    """Return the elements of a number, if any, and an arrow."""
    ink = LIGHT["on-black"] if spot.dark else COLOURS[mark.role]
    return f'<g class="{mark.role} arrow">{arrowed(mark.symbol, spot, mark.role, ink)}</g>'


def _clue(mark: Mark, spot: Placement) -> str:
    """Return the elements of a dark cell; if it has sums, with a diagonal, the sum downwards at the lower left, the
    other one at the upper right.
    """
    down, _, across = mark.symbol.partition("\\")
    if not down + across:
        return _fill(mark, spot)
    d = f"M{number(spot.x - HALF)} {number(spot.y - HALF)}l{number(CELL)} {number(CELL)}"
    diagonal = f'<path class="diagonal" d="{d}" fill="none" stroke="{LIGHT["grid"]}" stroke-width="1.2"/>'
    parts = [_fill(mark, spot), diagonal]
    for text, side in ((down, -1), (across, 1)):
        at = spot._replace(x=spot.x + side * 9.5, y=spot.y - side * 10.5)
        parts += [written(text, at, IN_CORNER, mark.role, LIGHT["on-black"])] if text else []
    return "".join(parts)


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
    return corner_text(mark, spot.x - HALF + CORNER_LEFT, spot.y + CORNER_TOP, AT_CORNER)


def _small(mark: Mark, spot: Placement) -> str:
    return corner_text(mark, spot.x - HALF + 5, spot.y - HALF + 5, BESIDE_LINE)


SHAPES: dict[str, Callable[[Mark, Placement], str]] = {
    "text": _text,
    "apart": _apart,
    "white circle": _white_circle,
    "black circle": _black_circle,
    "moon": moon,
    "sun": sun,
    "fill": _fill,
    "grey fill": _grey_fill,
    "ship": ship,
    "ship part": ship_part,
    "light": light,
    "star": star,
    "island": _island,
    "clue": _clue,
    "point": _point,
    "sign": sign,
    "tree": tree,
    "tent": tent,
    "arrow": _arrow,
    "ring": _ring,
    "black ring": _ring,
    "dotted ring": dotted_ring,
    "white cell": _cell,
    "grey cell": _cell,
    "black cell": _cell,
    "triangle": _triangle,
    "slash": _slash,
    "corner": _corner,
    "small": _small,
}
