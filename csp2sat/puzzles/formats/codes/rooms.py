"""Rooms in puzz.link: the borders as bits, then the numbers of the rooms, if they have any, as in number16.

First, row by row, the borders between each cell and the next one to the right; then those between each cell and the one
below.  Five bits a character (0-9, a-v), the first bit in front, zeros behind the last one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kit.checks import parted_areas
from ...spec import Board, Cell
from . import number16
from .spec import DIGITS, Body, Code, Read, Slots, ValuePath, cannot

Bits = list[tuple[bool, int]]  # each with the index in the body of its character

BASE_32 = DIGITS[:32]


def code(numbered: bool = True) -> Code:
    """Return the code of boards of rooms, which may have numbers if `numbered`."""
    return Code(lambda body, rows, cols: _read(body, rows, cols, numbered), lambda board: _write(board, numbered))


def _read(body: Body, rows: int, cols: int, numbered: bool) -> Read:
    """Return the `rows` x `cols` board of rooms, with their numbers (None for none) if `numbered`; raise InputError at
    a wrong place.
    """
    regions, count = read_regions(body, rows, cols)
    if not numbered:
        body.check_end()
        return Read(rows, cols, {"regions": regions}, {})
    slots = number16.read(body, count, "rooms")
    if number16.UNKNOWN in slots.values:
        at = slots.places[slots.values.index(number16.UNKNOWN)]
        raise body.error("an unknown number cannot stand here; expected a number or blanks", at)
    places: dict[ValuePath, int] = {("clues", k): place for k, place in enumerate(slots.places)}
    return Read(rows, cols, {"regions": regions, "clues": slots.values}, places)


def read_regions(body: Body, rows: int, cols: int) -> tuple[list[list[int]], int]:
    """Return the number of each cell's room on a `rows` x `cols` board, and the number of rooms.

    Raises InputError if there is a border with the same room on both sides, and the errors of `read_bits`.
    """
    right, below = read_bits(body, rows * (cols - 1)), read_bits(body, (rows - 1) * cols)
    walls = dict(zip(pairs(rows, cols), right + below, strict=True))
    regions = parted_areas(rows, cols, lambda *pair: walls[pair][0])
    for (u, v), (wall, at) in walls.items():
        if wall and regions[u[0]][u[1]] == regions[v[0]][v[1]]:
            raise body.error(f"a border that parts no rooms, at row {u[0] + 1}, column {u[1] + 1}", at)
    return regions, 1 + max(map(max, regions))


def pairs(rows: int, cols: int) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of neighbours between which there may be a border, in the order of their bits."""
    yield from (((r, c), (r, c + 1)) for r in range(rows) for c in range(cols - 1))
    yield from (((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(cols))


def read_bits(body: Body, count: int, what: str = "borders", beyond: str = "a border") -> Bits:
    """Read characters of five bits each, until `count` bits are read; return each bit as True or False, with the index
    in the body of its character.

    Raises InputError if the body ends before, for another character than 0-9 and a-v, and if one of the bits that are
    left in the last character is 1.  In messages `what` is the name of all bits, and `beyond` the name of a single one.
    """
    slots = Slots(body, count, what)
    while slots.left():
        at = body.at
        value = BASE_32.index(body.take(BASE_32, f"{what} (0-9, a-v)"))
        for shift in (4, 3, 2, 1, 0):
            if slots.left():
                slots.put(bool(value >> shift & 1), at)
            elif value >> shift & 1:
                raise body.error(f"{beyond} past the end of the board", at)
    return list(zip(slots.values, slots.places, strict=True))


def _write(board: Board, numbered: bool) -> str:
    """Return the text of the borders, and of the numbers if `numbered`; raise UsageError if a number is too big, or if
    `write_regions` refuses the rooms.
    """
    clues = board.givens["clues"] if numbered else []
    if max((clue or 0 for clue in clues), default=0) > number16.MOST:
        raise cannot(board, f"a number is too big; expected at most {number16.MOST}")
    return write_regions(board) + number16.write(clues)


def write_regions(board: Board) -> str:
    """Return the text of the borders of the rooms; raise UsageError if the rooms are not connected, or not numbered in
    order.
    """
    regions: list[list[int]] = board.givens["regions"]

    def parted(u: Cell, v: Cell) -> bool:
        return regions[u[0]][u[1]] != regions[v[0]][v[1]]

    if parted_areas(board.rows, board.cols, parted) != regions:
        raise cannot(board, "the rooms are not connected, or not numbered in the order of their first cells")
    walls = [parted(u, v) for u, v in pairs(board.rows, board.cols)]
    cut = board.rows * (board.cols - 1)
    return packed(walls[:cut]) + packed(walls[cut:])


def packed(bits: list[bool]) -> str:
    """Return the bits as characters of five bits each."""
    bits = bits + [False] * (-len(bits) % 5)
    groups = (bits[k : k + 5] for k in range(0, len(bits), 5))
    return "".join(DIGITS[int("".join("01"[bit] for bit in group), 2)] for group in groups)
