"""Nonograms in puzz.link: number16 over slots outside the board, half as many a line as it has cells, rounded up.

The columns come first.  In each line the number nearest to the board comes first, so that the lists are backwards.
"""

from __future__ import annotations

from ...spec import Board
from . import number16
from .spec import Body, Code, Read, Slots, ValuePath, cannot

SIDES = ("cols", "rows")


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board, with the lists of numbers as `rows` and `cols`;
    raise InputError at a wrong character.
    """
    sizes = {"cols": (cols, (rows + 1) // 2), "rows": (rows, (cols + 1) // 2)}
    slots = number16.read(body, sum(lines * size for lines, size in sizes.values()), "slots")
    givens: dict[str, list[list[int]]] = {"rows": [], "cols": []}
    places: dict[ValuePath, int] = {}
    start = 0
    for side, (lines, size) in sizes.items():
        for k in range(lines):
            line = _line(slots, start, start + size)
            givens[side].append(line[::-1])
            places |= {(side, k, len(line) - 1 - j): slots.places[start + j] for j in range(len(line))}
            places[side, k] = slots.places[start]
            start += size
    return Read(rows, cols, givens, places)


def _line(slots: Slots, start: int, end: int) -> list[int]:
    """Return the numbers of a line, in the slots from `start` up to `end`, the nearest to the board first.

    Raises InputError if there is a gap between the numbers, or a number below 1.
    """
    values = slots.values[start:end]
    count = next((k for k, value in enumerate(values) if value is None), len(values))
    for k, value in enumerate(values):
        if value is not None and k > count:
            raise slots.body.error("a number behind a blank slot of its line", slots.places[start + k])
        if value is not None and value < 1:
            raise slots.body.error("expected numbers from 1 on", slots.places[start + k])
    return values[:count]


def write(board: Board) -> str:
    """Return the text of the lines; raise UsageError if a line has too many numbers, or a number is too big."""
    parts: list[int | None] = []
    for side, length in zip(SIDES, (board.rows, board.cols), strict=True):
        for k, line in enumerate(board.givens[side]):
            size = (length + 1) // 2
            if len(line) > size or max(line, default=0) > number16.MOST:
                where = f"line {k + 1} of its {side}"
                raise cannot(board, f"{where} has {len(line)} numbers; expected at most {size}, to {number16.MOST}")
            parts += [*line[::-1], *[None] * (size - len(line))]
    return number16.write(parts)


def code() -> Code:
    """Return the code of the lengths of the blocks of rows and columns."""
    return Code(read, write)
