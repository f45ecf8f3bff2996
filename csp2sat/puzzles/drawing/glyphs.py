"""Digits, letters and signs as strokes, for texts in drawings without fonts.

A glyph is 10 units high, from 0 at its top; the tails of small letters go down to 13.  The strokes of a glyph are an
SVG path, to be drawn with round ends.  Only the `M`s of a path are absolute, and have to be moved if the glyph stands
further right.
"""

from __future__ import annotations

import re
from typing import NamedTuple

HEIGHT = 10.0
GAP = 2.6  # between two glyphs


class Glyph(NamedTuple):
    """A character as strokes; its width is measured from the leftmost to the rightmost point of the strokes."""

    width: float
    path: str


GLYPHS = {
    "0": Glyph(6, "M0 3.2a3 3.2 0 0 1 6 0v3.6a3 3.2 0 0 1 -6 0z"),
    "1": Glyph(2.6, "M0 2l2.6 -2v10"),
    "2": Glyph(6, "M0 2.8a3 2.8 0 0 1 6 0c0 2.6 -6 4.4 -6 7.2h6"),
    "3": Glyph(6, "M.4 1.8a2.7 2.35 0 1 1 2.6 2.9a3 2.65 0 1 1 -3 3.3"),
    "4": Glyph(6, "M4.4 10v-10l-4.4 6.8h6"),
    "5": Glyph(6, "M5.5 0h-4.5l-.6 4.8a3.2 3.2 0 1 1 -.4 3.6"),
    "6": Glyph(6, "M4.8 0c-3 1.3 -4.8 3.5 -4.8 6.9a3 3.1 0 0 0 6 0a3 3.1 0 0 0 -6 0"),
    "7": Glyph(6, "M0 0h6l-4 10"),
    "8": Glyph(6, "M3 4.7a2.6 2.35 0 1 1 0 -4.7a2.6 2.35 0 1 1 0 4.7a3 2.65 0 1 1 0 5.3a3 2.65 0 1 1 0 -5.3"),
    "9": Glyph(6, "M1.2 10c3 -1.3 4.8 -3.5 4.8 -6.9a3 3.1 0 0 0 -6 0a3 3.1 0 0 0 6 0"),
    "A": Glyph(7, "M0 10l3.5 -10l3.5 10M1.2 6.7h4.6"),
    "B": Glyph(5.8, "M0 0v10h3a2.8 2.7 0 0 0 0 -5.4h-3h2.7a2.3 2.3 0 0 0 0 -4.6z"),
    "C": Glyph(6.4, "M6.4 1.8a3.6 3.8 0 0 0 -6.4 2.2v2a3.6 3.8 0 0 0 6.4 2.2"),
    "D": Glyph(6.2, "M0 0v10h2.2a4 4 0 0 0 4 -4v-2a4 4 0 0 0 -4 -4z"),
    "E": Glyph(5.2, "M5.2 0h-5.2v10h5.2M0 4.8h4.4"),
    "F": Glyph(5.2, "M5.2 0h-5.2v10M0 4.8h4.4"),
    "G": Glyph(6.6, "M6.4 1.8a3.6 3.8 0 0 0 -6.4 2.2v2a3.4 3.8 0 0 0 6.6 1v-1.6h-2.8"),
    "H": Glyph(6, "M0 0v10M6 0v10M0 4.8h6"),
    "I": Glyph(3, "M0 0h3M0 10h3M1.5 0v10"),
    "J": Glyph(4.6, "M4.6 0v7.4a2.3 2.6 0 0 1 -4.6 0"),
    "K": Glyph(6, "M0 0v10M5.8 0l-5.8 6M2.2 3.8l3.8 6.2"),
    "L": Glyph(5, "M0 0v10h5"),
    "M": Glyph(7.2, "M0 10v-10l3.6 6l3.6 -6v10"),
    "N": Glyph(6.2, "M0 10v-10l6.2 10v-10"),
    "O": Glyph(6.8, "M0 4a3.4 4 0 0 1 6.8 0v2a3.4 4 0 0 1 -6.8 0z"),
    "P": Glyph(5.8, "M0 10v-10h3a2.8 2.8 0 0 1 0 5.6h-3"),
    "Q": Glyph(6.8, "M0 4a3.4 4 0 0 1 6.8 0v2a3.4 4 0 0 1 -6.8 0zM4 7l2.8 3.2"),
    "R": Glyph(6, "M0 10v-10h3a2.7 2.6 0 0 1 0 5.2h-3h2.8l3.2 4.8"),
    "S": Glyph(5.8, "M5.6 1.6c-1.4 -2.2 -5.4 -2 -5.4 .9c0 3 5.6 1.8 5.6 4.9c0 3.2 -4.4 3.4 -5.8 .9"),
    "T": Glyph(6.4, "M0 0h6.4M3.2 0v10"),
    "U": Glyph(6, "M0 0v6.8a3 3.2 0 0 0 6 0v-6.8"),
    "V": Glyph(6.8, "M0 0l3.4 10l3.4 -10"),
    "W": Glyph(9, "M0 0l2.2 10l2.3 -8l2.3 8l2.2 -10"),
    "X": Glyph(6.2, "M0 0l6.2 10M6.2 0l-6.2 10"),
    "Y": Glyph(6.4, "M0 0l3.2 5l3.2 -5M3.2 5v5"),
    "Z": Glyph(6, "M0 0h6l-6 10h6"),
    "a": Glyph(5, "M5 4v6M5 7a2.5 3 0 1 0 -5 0a2.5 3 0 1 0 5 0"),
    "b": Glyph(5, "M0 0v10M0 7a2.5 3 0 1 1 5 0a2.5 3 0 1 1 -5 0"),
    "c": Glyph(4.6, "M4.6 5.2a2.6 3 0 1 0 0 3.6"),
    "d": Glyph(5, "M5 0v10M5 7a2.5 3 0 1 0 -5 0a2.5 3 0 1 0 5 0"),
    "e": Glyph(5, "M0 7h5a2.5 3 0 1 0 -.6 2.2"),
    "f": Glyph(3.4, "M3.4 0c-1.6 0 -2.2 .8 -2.2 2.4v7.6M0 4h3.2"),
    "g": Glyph(5, "M5 4v6.4a2.4 2.4 0 0 1 -4.4 1.4M5 7a2.5 3 0 1 0 -5 0a2.5 3 0 1 0 5 0"),
    "h": Glyph(4.8, "M0 0v10M0 6.6a2.4 2.6 0 0 1 4.8 0v3.4"),
    "i": Glyph(0.2, "M.1 4v6M.1 1.2v.1"),
    "j": Glyph(1.6, "M1.6 4v7a1.6 1.8 0 0 1 -1.6 1.8M1.6 1.2v.1"),
    "k": Glyph(4.6, "M0 0v10M4.4 4l-4.4 3.8M1.6 6.4l3 3.6"),
    "l": Glyph(0.2, "M.1 0v10"),
    "m": Glyph(7.6, "M0 4v6M0 6.4a1.9 2.4 0 0 1 3.8 0v3.6M3.8 6.4a1.9 2.4 0 0 1 3.8 0v3.6"),
    "n": Glyph(4.8, "M0 4v6M0 6.6a2.4 2.6 0 0 1 4.8 0v3.4"),
    "o": Glyph(5.2, "M0 7a2.6 3 0 1 1 5.2 0a2.6 3 0 1 1 -5.2 0"),
    "p": Glyph(5, "M0 4v9M0 7a2.5 3 0 1 1 5 0a2.5 3 0 1 1 -5 0"),
    "q": Glyph(5, "M5 4v9M5 7a2.5 3 0 1 0 -5 0a2.5 3 0 1 0 5 0"),
    "r": Glyph(3, "M0 4v6M0 7c0 -2 1.2 -3 3 -3"),
    "s": Glyph(4.4, "M4.2 4.8c-1 -1.2 -3.9 -1 -3.9 .6c0 1.8 4.1 1 4.1 3c0 1.9 -3.3 2.1 -4.4 .7"),
    "t": Glyph(3.4, "M1.3 1.6v6.6c0 1.2 .6 1.8 2.1 1.8M0 4h3.2"),
    "u": Glyph(4.8, "M0 4v3.4a2.4 2.6 0 0 0 4.8 0M4.8 4v6"),
    "v": Glyph(5, "M0 4l2.5 6l2.5 -6"),
    "w": Glyph(7.2, "M0 4l1.8 6l1.8 -6l1.8 6l1.8 -6"),
    "x": Glyph(4.6, "M0 4l4.6 6M4.6 4l-4.6 6"),
    "y": Glyph(5, "M0 4l2.5 6M5 4l-3.6 9"),
    "z": Glyph(4.6, "M0 4h4.6l-4.6 6h4.6"),
    ",": Glyph(0.8, "M.8 9.6l-.8 2.4"),
    ";": Glyph(0.8, "M.7 5v.1M.8 9.6l-.8 2.4"),
    '"': Glyph(2.2, "M.1 0v2.8M2.1 0v2.8"),
    "'": Glyph(0.2, "M.1 0v2.8"),
    "(": Glyph(2, "M2 0a7 7 0 0 0 0 10"),
    ")": Glyph(2, "M0 0a7 7 0 0 1 0 10"),
    ":": Glyph(0.2, "M.1 5v.1M.1 9.9v.1"),
    "?": Glyph(5.2, "M0 2.5a2.6 2.5 0 1 1 3.9 2.2c-.9 .6 -1.3 1.1 -1.3 2.2M2.6 9.9v.1"),
    "!": Glyph(0.2, "M.1 0v6.6M.1 9.9v.1"),
    "-": Glyph(4.4, "M0 5h4.4"),
    "|": Glyph(0.2, "M.1 1v8"),
    "+": Glyph(5, "M0 5h5M2.5 2.5v5"),
    "=": Glyph(5, "M0 3.6h5M0 6.4h5"),
    "*": Glyph(5.2, "M2.6 2v6M0 3.5l5.2 3M5.2 3.5l-5.2 3"),
    "#": Glyph(6, "M2 1.5l-.8 7M4.8 1.5l-.8 7M0 3.6h6M0 6.4h6"),
    ".": Glyph(1.4, "M0 5a.7 .7 0 1 0 1.4 0a.7 .7 0 1 0 -1.4 0"),  # high, for a cell without a number
    "·": Glyph(0.2, "M0 5h.2"),
    "/": Glyph(5, "M5 0l-5 10"),
    "\\": Glyph(5, "M0 0l5 10"),
    "÷": Glyph(5, "M0 5h5M2.5 2v.1M2.5 7.9v.1"),
    "×": Glyph(5, "M0 2.5l5 5M5 2.5l-5 5"),
    "←": Glyph(6.4, "M6.4 5h-6.4M3 2l-3 3l3 3"),
    "→": Glyph(6.4, "M0 5h6.4M3.4 2l3 3l-3 3"),
    "↑": Glyph(5.2, "M2.6 9v-8M0 3.6l2.6 -2.6l2.6 2.6"),
    "<": Glyph(5, "M5 2l-5 3l5 3"),
    ">": Glyph(5, "M0 2l5 3l-5 3"),
    "∧": Glyph(6, "M0 7.5l3 -5l3 5"),
    "∨": Glyph(6, "M0 2.5l3 5l3 -5"),
    "★": Glyph(9, "M4.5 0.3l1.3 3.3h3.2l-2.6 2.1l1 3.4l-2.9 -2l-2.9 2l1 -3.4l-2.6 -2.1h3.2z"),
    "♣": Glyph(6, "M3 .4l3 4.6h-2l2 3h-6l2 -3h-2zM3 8v2"),  # a tree
    "~": Glyph(
        9, "M0 4.4c1.5 -2.6 3 -2.6 4.5 -.9c1.5 1.7 3 1.7 4.5 -.9M0 8.4c1.5 -2.6 3 -2.6 4.5 -.9c1.5 1.7 3 1.7 4.5 -.9"
    ),  # water
    "■": Glyph(6, "M0 2h6v6h-6z"),
    "△": Glyph(7, "M0 8.5l3.5 -7l3.5 7z"),
    "◤": Glyph(7, "M0 8.5v-7h7z"),
    "◥": Glyph(7, "M0 1.5h7v7z"),
    "◣": Glyph(7, "M0 1.5v7h7z"),
    "◢": Glyph(7, "M0 8.5h7v-7z"),
    "↓": Glyph(5.2, "M2.6 1v8M0 6.4l2.6 2.6l2.6 -2.6"),
}
START = re.compile(r"M([\d.]+) ")


def width(text: str) -> float | None:
    """Return the width of a text in units; None if the text is empty, or a character has no glyph."""
    if not text or any(char not in GLYPHS for char in text):
        return None
    return sum(GLYPHS[char].width for char in text) + GAP * (len(text) - 1)


def path(text: str) -> str:
    """Return the strokes of a text that begins at 0, as one path; all of its characters must have glyphs."""
    at, parts = 0.0, []
    for char in text:
        parts.append(_moved(GLYPHS[char].path, at))
        at += GLYPHS[char].width + GAP
    return "".join(parts)


def _moved(strokes: str, right: float) -> str:
    return START.sub(lambda found: f"M{float(found[1]) + right:g} ", strokes) if right else strokes
