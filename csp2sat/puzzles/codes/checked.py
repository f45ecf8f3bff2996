"""From a board that a code has read to one that its puzzle has checked."""

from __future__ import annotations

from ..formats.placing import board, placed
from ..spec import Board, Puzzle
from .body import Body
from .spec import Read


def checked(puzzle: Puzzle, read: Read, body: Body, size: Body) -> Board:
    """The board; what the puzzle says is wrong becomes an InputError at its place in the body, or at the size."""
    with placed(lambda message: size.error(message, 0), lambda path, message: body.error(message, read.place(path))):
        return board(puzzle, (read.rows, read.cols), read.givens)
