"""The cells that a drawing of an unfinished solution leaves open, and whether it is the drawing of the board alone."""

from __future__ import annotations

from ...drawing.ascii import draw
from ...spec import PUZZLES, Board, Cell
from . import forms
from .reading import lines_of, typed_tokens, with_open_cells
from .several import without_titles

OPEN = "?"


def open_cells(text: str, board: Board) -> list[Cell]:
    """Return the cells that have a `?` in the drawn or typed solution of a board, except for clues `?`."""
    if OPEN not in text:
        return []
    text = without_titles(text, board)
    every = forms.given_in(board)
    given = {cell for cell, token in every.items() if token == OPEN}
    if typed := typed_tokens(lines_of(text), board):
        return [cell for cell, token in typed.items() if token == OPEN and cell not in given]
    clues = every if len(every) < board.rows * board.cols else given  # else rooms, which are no clues
    rows = with_open_cells(text, board) or []
    return [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == OPEN and (r, c) not in clues]


def is_board_alone(text: str, board: Board) -> bool:
    """Whether a text is the drawing of a board in which nothing is filled in."""
    drawn = draw(PUZZLES[board.puzzle].picture(board, None)).split("\n")
    written = lines_of(without_titles(text, board))
    return [line for line in written if line] == [line.rstrip() for line in drawn if line.strip()]
