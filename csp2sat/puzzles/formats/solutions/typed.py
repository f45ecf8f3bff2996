"""Loops that people type with one character for each cell, also with blanks between the cells, and the faults of such
texts.
"""

from __future__ import annotations

from ....base.numbers import counted
from ....base.source import Source
from ....errors import InputError
from ...drawing import boxes
from ...drawing.canvas import EAST, NORTH, SOUTH, WEST
from ...spec import Board
from .forms import given_in

ACROSS, DOWN, CROSSES = "-─━═", "|│┃║", "xX×✕✗"
PIECES = "+" + ACROSS + DOWN + "".join(boxes.PIECES["line"][1:] + boxes.PIECES["border"][1:])
BLANKS = " .·+•,"
CIRCLES = str.maketrans("◯⚪⚫", "○○●")
LETTERS = {"r": SOUTH | EAST, "F": SOUTH | EAST, "7": SOUTH | WEST, "L": NORTH | EAST, "J": NORTH | WEST}  # as pieces
PIECE = "a piece of the loop, such as ┌─┐│└┘ or r-7|LJ"


def side_by_side(lines: list[str], board: Board) -> list[str]:
    """Return the lines without the blanks between pieces, if the lines have a piece for each cell of the board, and
    pieces that rows of a board, with `-` for an empty cell, lack; otherwise the lines as they are.
    """
    rows = [line for line in lines if line]
    cells = [line.split() for line in rows]
    signs = set("".join(rows))
    has_pieces = bool(signs & (set(PIECES + DOWN) - set(ACROSS + "+"))) or len(signs & set(LETTERS)) > 1
    is_whole = len(rows) == board.rows and all(len(row) == board.cols for row in cells)
    is_spread = board.cols > 1 and all(len(cell) == 1 for row in cells for cell in row)
    return ["".join(row) for row in cells] if has_pieces and is_whole and is_spread else lines


def typed_fault(source: Source, board: Board) -> InputError | None:
    """Return the error, not raised, for the first row or character that a loop typed with one character for each cell
    of the board cannot have; None for a text that is no such loop, or has no such fault.
    """
    lines = source.text.splitlines()
    rows = [(n, line) for n, line in enumerate(lines, 1) if line.strip() and line[0] != ";" and line[:4] != "size"]
    if not any(set(line) & set(PIECES + DOWN + "-") for _, line in rows):
        return None
    given = given_in(board)
    for row, (n, line) in enumerate(rows[: board.rows], 1):
        cells = [(at, char) for at, char in enumerate(line, 1) if char != " "]
        if len(cells) != board.cols:
            found = counted(len(cells), "character")
            return source.error_in_line(f"row {row} has {found}, expected {board.cols}, each {PIECE}, or `.`", n)
        for col, (at, char) in enumerate(cells, 1):
            if (row - 1, col - 1) not in given and char not in {*PIECES, *LETTERS, *BLANKS, *CROSSES}:
                return source.error_in_line(f"row {row}, column {col} has {char}; expected {PIECE}, or `.`", n, at)
    if len(rows) != board.rows:
        return source.error_in_line(
            f"{counted(len(rows), 'row')} of a loop; expected {board.rows}, of one character for each cell: {PIECE}",
            rows[-1][0],
        )
    return None
