"""Reading a solution from the drawing of a board, as `solve` prints it in plain ASCII.

Read are lines on a board and numbers in cells.  What was read is drawn again: only if that gives the same text it is
what the drawing says.
"""

from __future__ import annotations

import re
from typing import Any

from ..base.source import Source
from ..errors import InputError, Place
from ..puzzles.drawing import ascii
from ..puzzles.spec import PUZZLES, Board

WORDS = ("unique", "not unique", "not decided whether it is unique")


def from_drawing(source: Source, board: Board) -> Any:
    """The solution, in the puzzle's neutral form.  Raises InputError at the first line that is not as drawn."""
    puzzle = PUZZLES[board.puzzle]
    lines = [line.rstrip() for line in source.lines()]
    while lines and lines[-1] in ("", *WORDS):
        lines.pop()
    ground = puzzle.picture(board, None).ground
    if any(line in WORDS for line in lines):
        raise InputError("two solutions are drawn in it; expected one", Place(source.path))
    solution = _numbers(lines, board) if ground == "plain" else _edges(lines, board, ground)
    try:
        again = ascii.draw(puzzle.picture(board, solution))
    except (AttributeError, LookupError, TypeError, ValueError):  # a form that is not this puzzle's
        raise _unreadable(source, board) from None
    drawn = [line.rstrip() for line in again.rstrip("\n").split("\n")]
    if drawn != lines:
        pairs = enumerate(zip(drawn, lines, strict=False), start=1)
        number = next((number for number, (wanted, line) in pairs if wanted != line), min(len(drawn), len(lines)))
        raise source.error_in_line(_unreadable(source, board).message, number)
    return solution


def _unreadable(source: Source, board: Board) -> InputError:
    message = f"this is no drawing of a solved {board.puzzle} of {board.rows} x {board.cols} that can be read"
    return InputError(f"{message}; expected one, `a` lines, or JSON", Place(source.path))


def _edges(lines: list[str], board: Board, ground: str) -> dict[str, list[str]]:
    """Lines between the centres of cells, or between dots: whatever is drawn half-way."""
    more, first = (1, 0) if ground == "dots" else (0, 1)
    rows, cols = board.rows + more, board.cols + more

    def bit(r: int, c: int) -> str:
        return "01"[r < len(lines) and lines[r][c : c + 1].strip() != ""]

    across = ["".join(bit(2 * r + first, 4 * c + 2 * first + 2) for c in range(cols - 1)) for r in range(rows)]
    down = ["".join(bit(2 * r + first + 1, 4 * c + 2 * first) for c in range(cols)) for r in range(rows - 1)]
    return {"h": across, "v": down}


def _numbers(lines: list[str], board: Board) -> list[list[int]]:
    """The numbers in the cells, row by row."""
    found = [list(map(int, re.findall(r"[0-9]{1,9}", line))) for line in lines]
    return [row for row in found if row]
