"""Paths of SVG as operators of PDF: lines and cubic curves at absolute places; an arc becomes curves of 90 degrees at
most, which differ from it by less than 0.03 % of its radius.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan

WORD = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "a": 7, "z": 0}  # numbers of each command
Spot = tuple[float, float]


def path_operators(d: str) -> str:
    """Return the operators of PDF, joined by newlines, for a path given as the attribute `d` of SVG.

    `d` may have the commands M, L, H, V, C, A and Z, in capitals (absolute) or small letters (relative).
    """
    at, start, parts = (0.0, 0.0), (0.0, 0.0), []
    for command, numbers in _commands(d):
        kind, (x, y) = command.lower(), at if command.islower() else (0.0, 0.0)
        if kind == "z":
            at, part = start, "h"
        elif kind == "a":
            rx, ry, _, large, sweep, right, down = numbers
            end = (x + right, y + down)
            at, part = end, "\n".join(_arc(at, end, rx, ry, bool(large), bool(sweep)))
        else:
            pairs = {"h": [*numbers, at[1] - y], "v": [at[0] - x, *numbers]}.get(kind, numbers)
            spots = [(x + pairs[k], y + pairs[k + 1]) for k in range(0, len(pairs), 2)]
            at, part = spots[-1], _joined(spots, {"h": "l", "v": "l"}.get(kind, kind))
            start = at if kind == "m" else start
        parts.append(part)
    return "\n".join(parts)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; a command that is left out is the one before, a line after `m`."""
    words, command = WORD.findall(d), ""
    at = 0
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        count = TAKES[command.lower()]
        yield command, [float(word) for word in words[at : at + count]]
        at += count
        command = {"m": "l", "M": "L"}.get(command, command)


def _joined(spots: list[Spot], operator: str) -> str:
    return " ".join([*(f"{x:.3f} {y:.3f}" for x, y in spots), operator])


def circle(x: float, y: float, radius: float) -> str:
    """Return the operators of a circle with this radius around (x, y)."""
    left, right = (x - radius, y), (x + radius, y)
    arcs = [*_arc(left, right, radius, radius, False, True), *_arc(right, left, radius, radius, False, True)]
    return "\n".join([_joined([left], "m"), *arcs, "h"])


def _arc(start: Spot, end: Spot, rx: float, ry: float, large: bool, sweep: bool) -> Iterator[str]:
    """Yield the curves of an arc of an ellipse with the radii rx and ry, which is not turned; both are enlarged if the
    ends are too far apart for them.

    The arc is longer than half the ellipse if `large`, and clockwise on the screen if `sweep`.  There is none if both
    ends are the same place.
    """
    if start == end:
        return
    (x1, y1), (x2, y2) = (start[0] / rx, start[1] / ry), (end[0] / rx, end[1] / ry)  # on a circle of radius 1, or of
    half = hypot(x2 - x1, y2 - y1) / 2
    radius = max(1.0, half)  # half the distance, if the ends are too far apart for 1
    away = sqrt(radius**2 - half**2) / (2 * half) * (1 if large == sweep else -1)
    cx, cy = (x1 + x2) / 2 + away * (y2 - y1), (y1 + y2) / 2 - away * (x2 - x1)
    begin, turn = atan2(y1 - cy, x1 - cx), atan2(y2 - cy, x2 - cx) - atan2(y1 - cy, x1 - cx)
    turn += 2 * pi if sweep and turn < 0 else -2 * pi if not sweep and turn > 0 else 0
    pieces = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / pieces
    reach = 4 / 3 * tan(step / 4)
    for k in range(pieces):
        a, b = begin + k * step, begin + (k + 1) * step
        spots = [
            (cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
            (cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
            (cos(b), sin(b)),
        ]
        yield _joined([((cx + radius * x) * rx, (cy + radius * y) * ry) for x, y in spots], "c")
