"""The things that some puzzles put into cells, as SVG elements."""

from __future__ import annotations

from .palette import LIGHT
from .picture import Mark
from .svg_texts import COLOURS, FILLS, IN_CIRCLE, Placement, circle, number, written

STAR = "M0 -12l3.5 7.7l8.4 .9l-6.3 5.6l1.8 8.3l-7.4 -4.2l-7.4 4.2l1.8 -8.3l-6.3 -5.6l8.4 -.9z"
MOON = "M0 -12a12 12 0 1 0 12 12a8.6 8.6 0 1 1 -12 -12z"
RAYS = "M0 -12v-4M0 12v4M-12 0h-4M12 0h4M8.5 -8.5l2.8 -2.8M-8.5 -8.5l-2.8 -2.8M8.5 8.5l2.8 2.8M-8.5 8.5l-2.8 2.8"
DOTS = {"↑": (0, -1), "↓": (0, 1), "←": (-1, 0), "→": (1, 0)}
JOINED = {"∧": "S", "∨": "N", "<": "E", ">": "W", "■": "NSWE", "○": ""}  # sides on which a ship goes on
HULL = {  # from the middle of a side to that of the next one: around a corner, and the end of a quarter of a circle
    "NE": ("h15v15", "15 15"),
    "ES": ("v15h-15", "-15 15"),
    "SW": ("h-15v-15", "-15 -15"),
    "WN": ("v-15h15", "15 -15"),
}
RADIUS = 14.0  # of a circle with a dot


def _moved(mark: Mark, spot: Placement, content: str, paint: str) -> str:
    place = f'transform="translate({number(spot.x)} {number(spot.y)})"'
    return f'<g class="{mark.role} {mark.shape.replace(" ", "-")}" {place} {paint}>{content}</g>'


def _rayed(mark: Mark, spot: Placement, fill: str) -> str:
    """Return the element of a disc in the colour `fill` with eight rays."""
    content = f'<circle r="8" fill="{fill}"/><path d="{RAYS}" fill="none"/>'
    return _moved(mark, spot, content, f'stroke="{COLOURS[mark.role]}" stroke-width="2.2"')


def light(mark: Mark, spot: Placement) -> str:
    """Return the element of a shining light."""
    return _rayed(mark, spot, LIGHT["lamp"])


def sun(mark: Mark, spot: Placement) -> str:
    """Return the element of a sun."""
    return _rayed(mark, spot, LIGHT["paper"])


def moon(mark: Mark, spot: Placement) -> str:
    """Return the element of a crescent."""
    return _moved(mark, spot, f'<path d="{MOON}"/>', f'fill="{COLOURS[mark.role]}"')


def star(mark: Mark, spot: Placement) -> str:
    """Return the element of a star with five points."""
    return _moved(mark, spot, f'<path d="{STAR}"/>', f'fill="{COLOURS[mark.role]}"')


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
    x, y = DOTS[mark.symbol[-1]]
    paint = f'fill="{LIGHT["white"]}" stroke="{COLOURS[mark.role]}" stroke-width="2.2"'
    body = circle(spot, RADIUS, f"{mark.role} dotted-ring", paint)
    at = spot._replace(x=spot.x + x * RADIUS, y=spot.y + y * RADIUS)
    dot = circle(at, 4.6, f"{mark.role} dot", f'fill="{LIGHT["black"]}" stroke="{LIGHT["rim"]}"')
    return body + dot + written(mark.symbol[:-1], spot, IN_CIRCLE, mark.role, LIGHT["on-white"])
