"""What a drawing in SVG says, and where: its texts with their boxes, by the strokes of the glyphs."""

import re
from typing import NamedTuple
from xml.etree import ElementTree

from csp2sat.puzzles.drawing import glyphs
from csp2sat.puzzles.drawing.svg_symbols import SIGNS

TAG = "{http://www.w3.org/2000/svg}"
STEP = re.compile(r"(translate|scale)\(([-\d.]+)(?: ([-\d.]+))?\)")


class Box(NamedTuple):
    """A text of a drawing and its sides, in the drawing's units."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box", spare: float = 0.0) -> bool:
        across = self.left < other.right + spare and other.left < self.right + spare
        return across and self.top < other.bottom + spare and other.top < self.bottom + spare


def drawn_texts(mark) -> list[str]:
    """The texts that a mark has in SVG."""
    if mark.shape in ("text", "corner", "small"):
        return [mark.symbol]
    if mark.shape == "apart":
        return list(mark.symbol) if 2 <= len(mark.symbol) <= 4 else [mark.symbol]
    if mark.shape == "clue":
        return [part for part in mark.symbol.split("\\") if part]
    if mark.shape == "dotted ring":
        return _known(mark.symbol[:-1])
    if mark.shape == "arrow":
        return [text for text in [mark.symbol[:-1]] if text]
    if mark.shape.endswith("cell"):
        return [text for text in [mark.symbol[1:].rstrip("↑↓←→")] if text]
    if mark.shape == "sign":
        return [] if mark.symbol in SIGNS else [mark.symbol]
    return _known(mark.symbol.strip("○●")) if mark.shape in ("ring", "black ring", "island") else []


def _known(text) -> list[str]:
    """A text in a circle, which is empty for a number that is not given."""
    return [text] if text not in ("", "?") else []


def shown(picture) -> list:
    """The marks that stand for something and are not covered."""
    marks = []
    for mark in picture.marks:
        if mark.shape in ("fill", "clue"):
            marks = [each for each in marks if each.point != mark.point]
        marks.append(mark)
    return [mark for mark in marks if mark.role != "ground"]


def expected_texts(picture) -> list[str]:
    """The texts of a picture: those of its marks, then those of its notes."""
    marks = [text for mark in shown(picture) for text in drawn_texts(mark)]
    below = [text for note in picture.notes for mark in note.marks for text in drawn_texts(mark)]
    return marks + below + [word for note in picture.notes for word in note.words.split()]


def boxes(document: str, texts) -> list[Box]:
    """The boxes of all texts of a drawing, each of which has to be one of `texts`."""
    known = {glyphs.path(text): text for text in texts}
    return [
        _box(element, known[element.get("d")], steps)
        for element, steps in _placed(ElementTree.fromstring(document), ())
        if "text" in element.get("class", "").split()
    ]


def _placed(element, steps):
    steps = (*steps, *STEP.findall(element.get("transform", "")))
    yield element, steps
    for child in element:
        yield from _placed(child, steps)


def _box(element, text, steps) -> Box:
    left, top, right, bottom = 0.0, 0.0, glyphs.width(text), glyphs.HEIGHT
    for kind, x, y in reversed(steps):
        x, y = float(x), float(y or x)
        if kind == "scale":
            left, top, right, bottom = left * x, top * y, right * x, bottom * y
        else:
            left, top, right, bottom = left + x, top + y, right + x, bottom + y
    return Box(text, left, top, right, bottom)
