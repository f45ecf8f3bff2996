"""Boards and their solutions as SVG, with what there is to say about them."""

from __future__ import annotations

from ..drawing import svg
from ..drawing.picture import differing_cells
from ..spec import PUZZLES, Board, Solution


def svg_of(board: Board, solution: Solution | None = None, second: Solution | None = None) -> str:
    """An SVG document: the board as given, its solution, or two solutions side by side with marks where they differ."""
    if solution is None:
        return board._repr_svg_()
    if second is None:
        return svg.draw(PUZZLES[board.puzzle].picture(board, solution), (), board.title(), "Solved.")
    first, other = (PUZZLES[board.puzzle].picture(board, each) for each in (solution, second))
    differing = differing_cells(first, other)
    words = f"Two solutions, which differ in {len(differing)} cells."
    return svg.beside([(first, differing), (other, differing)], board.title(), words)
