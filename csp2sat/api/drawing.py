"""Drawings of boards: plain text, SVG, PNG, a page of HTML."""

from __future__ import annotations

from typing import Literal

from ..errors import UsageError
from ..puzzles.spec import PUZZLES, Board, Solution

Drawing = Literal["text", "svg", "png", "html"]


def as_text(board: Board, solution: Solution | None) -> str:
    """The board, and its solution if given, in ASCII."""
    from ..puzzles.drawing import ascii

    return ascii.draw(PUZZLES[board.puzzle].picture(board, solution))


def drawing(board: Board, solutions: list[Solution], to: str) -> str | bytes:
    """A drawing of a board with its solutions (text: one at most; svg, png: two): a text, of `png` bytes."""
    if to == "text":
        return as_text(board, solutions[0] if solutions else None)
    if to == "html":
        from ..puzzles.boards import html

        return html.page(board, solutions, "")
    if to not in ("svg", "png"):
        raise UsageError(f"to={to!r}: expected one of text, svg, png, html")
    found = board.svg(*solutions[:2])
    if to == "svg":
        return found
    from ..puzzles.drawing import png

    png.check()
    return png.render(found)
