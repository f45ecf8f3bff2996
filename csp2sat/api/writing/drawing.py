"""Drawings of boards: plain text, SVG, PNG, PDF, a page of HTML."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal

from ...errors import UsageError
from ...puzzles.drawing.palette import in_black
from ...puzzles.drawing.picture import Note as Note
from ...puzzles.drawing.picture import Picture as Picture
from ...puzzles.drawing.picture import differing_cells as differing_cells
from ...puzzles.drawing.picture import differs_mark as differs_mark
from ...puzzles.drawing.picture import is_starred as is_starred
from ...puzzles.spec import PUZZLES, Board, Cell, Solution

Drawing = Literal["text", "svg", "png", "pdf", "html"]
CELLS = range(16, 401)  # widths of a cell in pixels


def as_text(board: Board, solution: Solution | None) -> str:
    """Return a drawing of the board, and of its solution if not None, in ASCII."""
    from ...puzzles.drawing import ascii

    return ascii.draw(PUZZLES[board.puzzle].picture(board, solution))


def mark_of_differences(board: Board, solution: Solution) -> str:
    """Return the mark that the drawing of a second solution has before the symbol of each cell that differs."""
    return differs_mark(PUZZLES[board.puzzle].picture(board, solution))


def picture_text(picture: Picture, marked: Collection[Cell], boxes: bool, colour: bool) -> str:
    """Return a picture as lines of text, with `marked` cells highlighted.  boxes: with box-drawing characters.  colour:
    with colours of terminals.
    """
    from ...puzzles.drawing import ascii
    from ...puzzles.drawing import boxes as box_drawing

    draw = box_drawing.draw if boxes else ascii.draw
    return draw(picture, marked, colour)


def decided_picture(board: Board, met: list[Solution], open_: list[str]) -> Picture:
    """Return the picture of the parts that solutions share.  met: solutions that show the open parts; open_: names of
    the variables of the model that have several values.
    """
    from . import decided

    return decided.picture(board, met, open_)


def open_places(picture: Picture) -> tuple[Picture, list[Cell]]:
    """Return a `decided_picture` with a small circle in place of each `?` on a line between cells, where it would hide
    clues, and the cells in which solutions differ.
    """
    from .decided import OPEN

    found = [mark for mark in picture.marks if (mark.text, mark.role) == (OPEN, "ground")]
    cells = [(mark.point[0] // 2, mark.point[1] // 2) for mark in found if mark.point[0] % 2 and mark.point[1] % 2]
    sides = {mark for mark in found if mark.point[0] % 2 == 0 or mark.point[1] % 2 == 0}
    marks = [mark._replace(shape="point") if mark in sides else mark for mark in picture.marks]
    return picture._replace(marks=marks), cells


def check(to: str) -> None:
    """Raise UsageError if the format `to` needs a package that is not installed."""
    if to == "png":
        from ...puzzles.drawing import png

        png.check()


def captioned(board: Board, caption: str, to: str) -> str | bytes:
    """Return a drawing of a board as given with words below, the caption; to: the format, svg or png.

    Raise UsageError for png if a package is missing.
    """
    from ...puzzles.drawing import svg

    check(to)
    picture = PUZZLES[board.puzzle].picture(board, None)
    words = caption.replace(". ", "; ").removesuffix(".")  # the point of drawings is a high one, for empty cells
    drawn = picture._replace(notes=(*picture.notes, *map(Note, words.splitlines())))
    return rendered(svg.draw(drawn, (), board.title(), caption), to, board.title())


def drawing(
    board: Board,
    solutions: Sequence[Solution],
    to: str,
    sentence: str = "",
    black: bool = False,
    cell: int | None = None,
) -> str | bytes:
    """Return a drawing of a board with its solutions, in the format `to`: text (at most one solution), svg, png or
    pdf (at most two), or html.

    sentence: the verdict of a page.  black: whether solved parts are black, not blue.  cell: the width of a cell in
    pixels; None for the usual one.  The drawing is bytes for png and pdf,
    else text.  Raise UsageError for another format, for a cell that is too small or too large, and for png if a package
    is missing.
    """
    check_cell(cell, to)
    if to == "text":
        return as_text(board, solutions[0] if solutions else None)
    if to == "html":
        from . import html

        page = html.page(board, solutions, sentence)
        return in_black(page) if black else page
    if to not in ("svg", "png", "pdf"):
        raise UsageError(f"to={to!r}: expected one of text, svg, png, pdf, html")
    check(to)
    drawn = _resized(board.svg(*solutions[:2]), cell)
    return rendered(in_black(drawn) if black else drawn, to, board.title(), exact=cell is not None)


def check_cell(cell: object, to: str) -> None:
    """Raise UsageError for a width of cells that is no whole number of CELLS, or in a format without pixels."""
    if cell is None:
        return
    if to not in ("svg", "png"):
        raise UsageError("only an svg or png has cells of a width in pixels; expected --to svg or png", "cell", cell)
    if type(cell) is not int or cell not in CELLS:
        raise UsageError(f"expected a whole number of pixels from {CELLS[0]} to {CELLS[-1]}", "cell", cell)


def _resized(drawn: str, cell: int | None) -> str:
    """Return an SVG drawing in which a cell has this width in pixels; unchanged for None."""
    if cell is None:
        return drawn
    from ...puzzles.drawing.svg_texts import CELL, number

    box = re.findall(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawn)[0]
    size = (f'{key}="{number(float(each) * cell / CELL)}"' for key, each in zip(("width", "height"), box, strict=True))
    return re.sub(r'width="[^"]*" height="[^"]*"(?= viewBox)', " ".join(size), drawn, count=1)


def explained(board: Board, drawings: Sequence[tuple[Picture, Collection[Cell]]], text: str, to: str) -> str | bytes:
    """Return pictures with their marked cells (`drawings`), and the text that explains them, in the format `to`: a page
    for html, else side by side.
    """
    if to == "html":
        from . import html

        return html.explained(board, drawings, text)
    from ...puzzles.drawing import svg

    return rendered(svg.beside(drawings, board.title(), text.strip()), to, board.title())


def rendered(svg: str, to: str, title: str = "", exact: bool = False) -> str | bytes:
    """Return the drawing `svg` unchanged, or rendered as PNG or as PDF with a title, according to the format `to`.

    exact: as for `png.render`.
    """
    if to == "svg":
        return svg
    if to == "pdf":
        from ...puzzles.drawing import pdf

        return pdf.render(svg, title)
    from ...puzzles.drawing import png

    return png.render(svg, exact)
