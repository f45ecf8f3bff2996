"""A contact sheet: the drawings of several boards in one file, a grid of pictures, each with its name below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from ....escaping import for_html
from ....puzzles.drawing.palette import CLASS, LIGHT, style
from ....puzzles.drawing.svg import BETWEEN, MARGIN
from ..html import HEAD, TAIL

LETTERS = 16.0  # pixels, the height of a name
SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


class SheetPicture(NamedTuple):
    """A picture of a sheet.  name: the words below it.  svg: the drawing as an SVG document; '' for none."""

    name: str
    svg: str

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in pixels."""
        found = SIZE.search(self.svg)
        return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def contact_sheet(pictures: Sequence[SheetPicture], to: str) -> str:
    """Return the pictures as one SVG document, about as many rows as columns; or, `to` html, as a page whose rows have
    as many pictures as there is room for.
    """
    if to == "svg":
        return _document(pictures)
    figures = (f"<figure>\n{each.svg}<figcaption>{for_html(each.name)}</figcaption>\n</figure>\n" for each in pictures)
    return f'{HEAD.format(title="Boards")}<div class="boards">\n{"".join(figures)}</div>\n{TAIL}'


def _document(pictures: Sequence[SheetPicture]) -> str:
    columns = max(1, ceil(sqrt(len(pictures))))
    across = max((each.size[0] for each in pictures), default=0.0) + BETWEEN
    down = max((each.size[1] for each in pictures), default=0.0) + BETWEEN + LETTERS
    width, height = columns * across, ceil(len(pictures) / columns) * down
    elements = "\n".join(_placed(pictures, columns, across, down))
    paper = f'<rect width="{width:g}" height="{height:g}" fill="{LIGHT["paper"]}"/>'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img" class="{CLASS}" '
        f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
    )
    return "\n".join([head, "<title>Boards</title>", style(f"{paper}{elements}"), paper, elements, "</svg>\n"])


def _placed(pictures: Sequence[SheetPicture], columns: int, across: float, down: float) -> Iterator[str]:
    """Yield each picture, moved to its place in the grid, and its name in the middle below.

    pictures: row by row.  columns: their number.  across, down: the pixels from one place to the next.
    """
    for number, each in enumerate(pictures):
        left, top = number % columns * across, number // columns * down
        middle, (width, height) = left + across / 2, each.size
        at = f'x="{middle - width / 2:g}" y="{top + MARGIN:g}"'
        yield each.svg.replace("<svg ", f"<svg {at} ", 1).rstrip("\n")
        yield (
            f'<text x="{middle:g}" y="{top + MARGIN + height + LETTERS:g}" text-anchor="middle" '
            f'font-family="sans-serif" font-size="{LETTERS:g}" fill="{LIGHT["ink"]}">{for_html(each.name)}</text>'
        )
