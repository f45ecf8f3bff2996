"""Notes below a board in SVG: symbols and words, in lines no wider than the board, if this is not too narrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from . import glyphs
from .picture import Mark, Note
from .svg_texts import CELL, COLOURS, Placement, TextSize, number, scale_of, written

NARROWEST = 260.0  # of a line
ABOVE, HEIGHT = 5.0, 22.0  # of the first line: the distance to the board; of a line
SCALE = 0.5  # of symbols
SPACE, BETWEEN = 6.0, 18.0  # between words; between notes
WORD = TextSize(9, 1000)

Strip = Callable[[Sequence[Mark], int], str]  # from marks and their number of cells to elements


def notes(below: Sequence[Note], wide: float, top: float, strip: Strip) -> tuple[str, float, float]:
    """Return the elements of the notes below a board, and their width and height; '', 0 and 0 if there are none.

    wide: the width of the board.  top: the place of its lower edge.  strip: draws marks in a row, from the marks and
    their number of cells.
    """
    room, drawn, x, y, widest = max(wide, NARROWEST), list[str](), 0.0, top + ABOVE + HEIGHT * 0.6, 0.0
    for note in below:
        pieces = list(_pieces(note, strip))
        if x > 0 and x + sum(width for width, _ in pieces) + SPACE * (len(pieces) - 1) > room:
            x, y = 0.0, y + HEIGHT
        for width, element in pieces:
            if x > 0 and x + width > room:
                x, y = 0.0, y + HEIGHT
            drawn.append(element.format(x=number(x), y=number(y)))
            widest = max(widest, x + width)
            x += width + SPACE
        x += BETWEEN - SPACE
    return "\n".join(drawn), widest, y + HEIGHT * 0.6 - top if below else 0.0


def _pieces(note: Note, strip: Strip) -> Iterator[tuple[float, str]]:
    """Yield the width and the element of the symbols, if any, and of each word, with `{x}` and `{y}` for its place."""
    if note.cells:
        move = f"translate({{x}} {{y}}) scale({SCALE}) translate(0 {number(-CELL / 2)})"
        yield note.cells * CELL * SCALE, f'<g class="note" transform="{move}">{strip(note.marks, note.cells)}</g>'
    for word in note.words.split():
        width = (glyphs.width(word) or 0.0) * scale_of(word, WORD)
        element = written(word, Placement(width / 2, 0), WORD, "given", COLOURS["given"])
        yield width, f'<g class="note" transform="translate({{x}} {{y}})">{element}</g>'
