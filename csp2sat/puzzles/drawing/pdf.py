"""The conversion of our SVG drawings to the operators of PDF, which have the same shapes: exact, without libraries.

Only the parts of SVG that `svg.py` and `svg_shapes.py` write are known: groups that are moved and scaled, paths,
rectangles, circles, polygons, texts; colours as `#rrggbb`; attributes, no style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from .pdf_file import PdfPage, pdf_file, text_operators, text_width
from .svg_paths import circle, path_operators

POINTS = 0.75  # of a pixel
INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray")
SILENT = ("title", "desc", "style")
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
PAINTING = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}  # filled, stroked
TRANSFORM = re.compile(r"(translate|scale)\(([-\d.]+)[ ,]*([-\d.]*)\)")
NUMBER = re.compile(r"-?[\d.]+")
Attributes = Mapping[str, str]


class PdfDrawing(NamedTuple):
    """A drawing as operators of PDF, in a box of some width and height (pixels, as in the SVG)."""

    width: float
    height: float
    operators: str

    def placed(self, left: float, top: float, scale: float) -> str:
        """Return the operators that draw the drawing with its upper left corner at (left, top): the points from the
        left and the upper edge of the page.

        scale: the number of points of a pixel.
        """
        return f"q {scale:.5f} 0 0 {scale:.5f} {left:.2f} {top:.2f} cm\n{self.operators}\nQ"


def drawing_of(svg: str) -> PdfDrawing:
    """Return an SVG of `svg.py` as operators of PDF; raise UsageError for a letter that PDF's own fonts lack."""
    root = ElementTree.fromstring(svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    left, top, across, down = map(float, root.attrib["viewBox"].split())
    fitted = f"{width / across:.5f} 0 0 {height / down:.5f} {-left:.2f} {-top:.2f} cm"
    return PdfDrawing(width, height, "\n".join([fitted, *_children(root, {})]))


def render(svg: str, title: str) -> bytes:
    """Return an SVG of `svg.py` as a PDF file with a page of the drawing's size; raise UsageError as `drawing_of`."""
    found = drawing_of(svg)
    return pdf_file([PdfPage(found.width * POINTS, found.height * POINTS, [found.placed(0, 0, POINTS)])], title)


def _children(parent: ElementTree.Element, inherited: Attributes) -> Iterator[str]:
    passed = {**inherited, **{key: value for key, value in parent.attrib.items() if key in INHERITED}}
    for element in parent:
        tag = element.tag.rpartition("}")[2]
        if tag not in SILENT:
            yield "\n".join(["q", *_moves(element), *_drawn(tag, element, passed), "Q"])


def _drawn(tag: str, element: ElementTree.Element, inherited: Attributes) -> Iterator[str]:
    """Yield the operators of an element with this tag; `inherited` are the attributes of the elements around it."""
    if tag == "g":
        yield from _children(element, inherited)
        return
    own = {**inherited, **element.attrib}
    filled, stroked = own.get("fill", "#000000"), own.get("stroke", "none")
    if filled != "none":
        yield f"{_colour(filled)} rg"
    if tag == "text":
        yield _text(own, element.text or "")
        return
    if stroked != "none":
        yield f"{_colour(stroked)} RG {own.get('stroke-width', '1')} w"
        yield f"{CAPS[own.get('stroke-linecap', 'butt')]} J {JOINS[own.get('stroke-linejoin', 'miter')]} j"
        yield f"[{own.get('stroke-dasharray', '').replace(',', ' ')}] 0 d"
    yield SHAPES[tag](own)
    yield PAINTING[filled != "none", stroked != "none"]


def _moves(element: ElementTree.Element) -> Iterator[str]:
    """Yield the operators that move and scale a shape, as the attribute `transform` of its element says."""
    for kind, first, second in TRANSFORM.findall(element.attrib.get("transform", "")):
        if kind == "translate":
            yield f"1 0 0 1 {first} {second or 0} cm"
        else:
            yield f"{first} 0 0 {second or first} 0 0 cm"


def _colour(text: str) -> str:
    return " ".join(f"{int(text[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))


def _rectangle(own: Attributes) -> str:
    return f"{own.get('x', '0')} {own.get('y', '0')} {own['width']} {own['height']} re"


def _circle(own: Attributes) -> str:
    return circle(float(own.get("cx", 0)), float(own.get("cy", 0)), float(own["r"]))


def _polygon(own: Attributes) -> str:
    first, *others = zip(*[iter(NUMBER.findall(own["points"]))] * 2, strict=True)
    return " ".join([*first, "m", *(f"{x} {y} l" for x, y in others), "h"])


def _text(own: Attributes, text: str) -> str:
    """Return the operators of a text whose middle is at its place."""
    bold, size = own.get("font-weight") == "bold", float(own["font-size"])
    return text_operators(text, float(own["x"]) - text_width(text, size, bold) / 2, float(own["y"]), size, bold)


SHAPES: dict[str, Callable[[Attributes], str]] = {
    "path": lambda own: path_operators(own["d"]),
    "rect": _rectangle,
    "circle": _circle,
    "polygon": _polygon,
}
