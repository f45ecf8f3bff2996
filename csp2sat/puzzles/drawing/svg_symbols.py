"""The things that some puzzles put into cells, as SVG elements."""

from __future__ import annotations

from .palette import LIGHT
from .picture import Mark
from .svg_texts import BESIDE_ARROW, COLOURS, FILLS, IN_DOTTED, Placement, circle, number, written

STAR = "M0 -12l3.5 7.7l8.4 .9l-6.3 5.6l1.8 8.3l-7.4 -4.2l-7.4 4.2l1.8 -8.3l-6.3 -5.6l8.4 -.9z"
MOON = "M0 -12a12 12 0 1 0 12 12a8.6 8.6 0 1 1 -12 -12z"
RAYS = "M0 -12v-4M0 12v4M-12 0h-4M12 0h4M8.5 -8.5l2.8 -2.8M-8.5 -8.5l-2.8 -2.8M8.5 8.5l2.8 2.8M-8.5 8.5l-2.8 2.8"
TREE = "M0 -14l8 10h-4l6 9h-7.5v8h-5v-8h-7.5l6 -9h-4z"
TENT, DOOR = "M0 -13l14 25h-28z", "M0 0l6 12h-12z"
SIGNS = {  # as strokes around the middle
    "+": "M-11 0h22M0 -11v22",
    "-": "M-11 0h22",
    "|": "M0 -11v22",
    "△": "M0 -12l13 22h-26z",
    "<": "M2.2 -4.4l-4.4 4.4l4.4 4.4",
    ">": "M-2.2 -4.4l4.4 4.4l-4.4 4.4",
    "∧": "M-4.4 2.2l4.4 -4.4l4.4 4.4",
    "∨": "M-4.4 -2.2l4.4 4.4l4.4 -4.4",
}
ARROWS = {"↑": (0, -1), "↓": (0, 1), "←": (-1, 0), "→": (1, 0)}  # where each points: to the right and down
ALONE, BESIDE = 27.0, 23.0  # lengths
HEAD, SPREAD = 6.0, 4.2  # from the tip to the ends of the head's strokes: along the arrow, and across it
ARROW_OFF, NUMBER_OFF = 11.5, 4.6  # from the middle of the cell
JOINED = {"∧": "S", "∨": "N", "<": "E", ">": "W", "■": "NSWE", "○": ""}  # sides on which a ship goes on
HULL = {  # from the middle of a side to that of the next one: around a corner, and the end of a quarter of a circle
    "NE": ("h15v15", "15 15"),
    "ES": ("v15h-15", "-15 15"),
    "SW": ("h-15v-15", "-15 -15"),
    "WN": ("v-15h15", "15 -15"),
}
RADIUS, DOT = 15.0, 3.6  # of a circle with a dot; of the dot


def _moved(mark: Mark, spot: Placement, content: str, paint: str) -> str:
    place = f'transform="translate({number(spot.x)} {number(spot.y)})"'
    return f'<g class="{mark.role} {mark.shape.replace(" ", "-")}" {place} {paint}>{content}</g>'


def _rayed(mark: Mark, spot: Placement, fill: str) -> str:
    """Return the element of a disc in the colour `fill` with eight rays."""
    content = f'<circle r="8" fill="{fill}"/><path d="{RAYS}" fill="none"/>'
    return _moved(mark, spot, content, f'stroke="{COLOURS[mark.role]}" stroke-width="2.2"')


def is_unknown(text: str) -> bool:
    """Whether a text stands for a number that is not given, for which a circle is empty."""
    return text == "?"


def light(mark: Mark, spot: Placement) -> str:
    """Return the element of a shining light."""
    return _rayed(mark, spot, LIGHT["lamp"])


def sun(mark: Mark, spot: Placement) -> str:
    """Return the element of a sun, with an edge of paper at the end of a line."""
    edge = circle(spot, 10.6, "paper", f'fill="{LIGHT["paper"]}"') if spot.on_line else ""
    return edge + _rayed(mark, spot, LIGHT["paper"])


def moon(mark: Mark, spot: Placement) -> str:
    """Return the element of a crescent, with an edge of paper at the end of a line."""
    edge = f'<path d="{MOON}" stroke="{LIGHT["paper"]}" stroke-width="4"/>' if spot.on_line else ""
    return _moved(mark, spot, f'{edge}<path d="{MOON}"/>', f'fill="{COLOURS[mark.role]}"')


def star(mark: Mark, spot: Placement) -> str:
    """Return the element of a star with five points."""
    return _moved(mark, spot, f'<path d="{STAR}"/>', f'fill="{COLOURS[mark.role]}"')


def tree(mark: Mark, spot: Placement) -> str:
    """Return the element of a tree."""
    return _moved(mark, spot, f'<path d="{TREE}"/>', f'fill="{COLOURS[mark.role]}"')


def tent(mark: Mark, spot: Placement) -> str:
    """Return the element of a tent with an open door."""
    content = f'<path d="{TENT}" fill="{FILLS[mark.role]}"/><path d="{DOOR}" fill="{LIGHT["paper"]}"/>'
    return _moved(mark, spot, content, f'stroke="{COLOURS[mark.role]}" stroke-width="2.2"')


def sign(mark: Mark, spot: Placement) -> str:
    """Return the element of a large sign; a symbol that is none of these is a text."""
    if mark.symbol not in SIGNS:
        return _moved(mark, spot, written(mark.symbol, Placement(0, 0), spot.room, mark.role, COLOURS[mark.role]), "")
    paint = f'fill="none" stroke="{COLOURS[mark.role]}" stroke-width="2.6"'
    return _moved(mark, spot, f'<path d="{SIGNS[mark.symbol]}"/>', paint)


def ship(mark: Mark, spot: Placement) -> str:
    """Return the element of a part of a ship, round on each side where the ship does not go on."""
    return _hull(mark, spot.joined, spot)


def ship_part(mark: Mark, spot: Placement) -> str:
    """Return the element of the part of a ship that the symbol shows."""
    return _hull(mark, JOINED[mark.symbol], spot)


def _hull(mark: Mark, joined: str, spot: Placement) -> str:
    """Return the element of a square whose corners are round between two sides that are not joined."""
    fill = LIGHT["ink"] if mark.role == "given" else FILLS[mark.role]
    turns = (sharp if set(sides) & set(joined) else f"a15 15 0 0 1 {end}" for sides, (sharp, end) in HULL.items())
    return _moved(mark, spot, f'<path d="M0 -15{"".join(turns)}z"/>', f'fill="{fill}"')


def dotted_ring(mark: Mark, spot: Placement) -> str:
    """Return the elements of a circle with a number in it and a dot on the side that the symbol's arrow shows."""
    x, y = ARROWS[mark.symbol[-1]]
    paint = f'fill="{LIGHT["white"]}" stroke="{COLOURS[mark.role]}" stroke-width="2.2"'
    body = circle(spot, RADIUS, f"{mark.role} dotted-ring", paint)
    at = spot._replace(x=spot.x + x * RADIUS, y=spot.y + y * RADIUS)
    dot = circle(at, DOT, f"{mark.role} dot", f'fill="{LIGHT["black"]}" stroke="{LIGHT["rim"]}"')
    inner = mark.symbol[:-1]
    return body + dot + ("" if is_unknown(inner) else written(inner, spot, IN_DOTTED, mark.role, LIGHT["on-white"]))


def arrowed(text: str, spot: Placement, role: str, colour: str) -> str:
    """Return the elements of a text, perhaps empty, that ends with an arrow; both in this colour, with `role` as a
    class.

    An arrow to a side is above its number, and an arrow up or down to the right of the number, so that no arrow is near
    to the number of another cell.
    """
    words, (right, down) = text[:-1], ARROWS[text[-1]]
    if not words:
        return _pointer(spot, (right, down), ALONE, colour)
    if right:
        above, below = spot._replace(y=spot.y - ARROW_OFF), spot._replace(y=spot.y + NUMBER_OFF)
        return _pointer(above, (right, down), BESIDE, colour) + written(words, below, BESIDE_ARROW, role, colour)
    behind, before = spot._replace(x=spot.x + ARROW_OFF), spot._replace(x=spot.x - NUMBER_OFF)
    return _pointer(behind, (right, down), BESIDE, colour) + written(words, before, BESIDE_ARROW, role, colour)


def _pointer(spot: Placement, way: tuple[int, int], length: float, colour: str) -> str:
    """Return the element of an arrow of this length and colour that points the given way: to the right and down."""
    x, y = way
    tail = (spot.x - x * length / 2, spot.y - y * length / 2)
    back = [(-x * HEAD + side * y * SPREAD, -y * HEAD + side * x * SPREAD) for side in (1, -1)]
    (left, up), (across, on) = back[0], (back[1][0] - back[0][0], back[1][1] - back[0][1])
    d = f"M{number(tail[0])} {number(tail[1])}l{number(x * length)} {number(y * length)}"
    d += f"l{number(left)} {number(up)}m{number(across)} {number(on)}l{number(-back[1][0])} {number(-back[1][1])}"
    return f'<path class="pointer" d="{d}" fill="none" stroke="{colour}" stroke-width="2.2"/>'
