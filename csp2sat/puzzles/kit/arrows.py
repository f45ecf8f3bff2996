"""Clues that are numbers with arrows: `2R` is 2 with an arrow to the right, `?U` an arrow upwards without a number."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from ..drawing.picture import Mark, text
from ..notation import GivenValue, Notation, number
from ..spec import Board, Cell, Clue, Clues
from .clues import exchanged, words
from .variables import EAST, NORTH, SOUTH, WEST, Direction

SIGNS = {"U": ("^", "↑"), "D": ("v", "↓"), "L": ("<", "←"), "R": (">", "→")}
LETTERS: dict[str, Direction] = {"U": NORTH, "D": SOUTH, "L": WEST, "R": EAST}
DIRECTIONS = {NORTH: "up", SOUTH: "down", WEST: "left", EAST: "right"}
BEYOND = {"up": "above", "down": "below", "left": "to the left of", "right": "to the right of"}
SPELLED = {drawn: letter for letter, signs in SIGNS.items() for drawn in (*signs, letter.lower())}  # in the text form
FREE, BLOCK = ".", "#"


class Arrow(NamedTuple):
    """A number (None for `?`) and the direction of its arrow."""

    number: int | None
    way: Direction


def arrow(value: str) -> Arrow | None:
    """Return the arrow of a neutral value: a number without leading zeros or `?`, then one of U, D, L, R; None if the
    value is something else.
    """
    found, way = number(value[:-1]), LETTERS.get(value[-1:])
    if way is None or (value[:-1] != "?" and value[:-1] != str(found)):
        return None
    return Arrow(found, way)


def arrows(board: Board) -> dict[Cell, Arrow]:
    """Return the arrows of the board by their cells, in reading order."""
    found = {cell: arrow(board.givens[cell[0]][cell[1]]) for cell in board.cells()}
    return {cell: each for cell, each in found.items() if each is not None}


def arrow_cells(block: bool) -> Notation:
    """Return the notation of free cells (`-` or `.`), arrows, and if `block` also blocks (`#`).

    Arrows are also read with a drawn arrow instead of the letter: `2>`.
    """
    blocks = ", # (block)" if block else ""
    neutral = ", '#' (block)" if block else ""
    cells = words(
        r"(\?|0|[1-9]\d{0,8})[UDLR]" + "|#" * block,
        (
            f"- (free){blocks}, or a number or ? with a letter U, D, L or R, such as 2R",
            f"'.' (free){neutral}, or a number or ? with U, D, L or R, such as \"2R\"",
        ),
        SPELLED,
    )

    def value(token: str) -> GivenValue:
        turned = re.fullmatch(r"(\D)(\?|\d+)", token)
        if turned and turned[1] in {*SPELLED, *SIGNS}:
            raise ValueError(f"expected the number before its arrow: {turned[2]}{turned[1]}")
        return cells.value(token)

    return cells._replace(value=value)


def arrow_mark(cell: Cell, value: str) -> Mark:
    """Return the mark, for a drawing, of an arrow's neutral value: its number or `?`, then the arrow."""
    sign, symbol = SIGNS[value[-1]]
    return text(cell, value)._replace(text=value[:-1] + sign, symbol=value[:-1] + symbol, shape="arrow")


PLAYER_WAYS = dict(zip("1234", "UDLR", strict=True))


def _player_value(token: str) -> str:
    way, _, number = token.partition(",")
    if token == ".":
        return FREE
    return f"{'?' if number == '-' else int(number)}{PLAYER_WAYS[way]}" if way != "0" else BLOCK


def player_way(value: str) -> str:
    """Return the token `D,N` of an arrow's neutral value, such as `2R`, in a file of puzz.link's player."""
    return f"{1 + 'UDLR'.index(value[-1])},{value[:-1].replace('?', '-')}"


def _player_token(value: str) -> str:
    return {FREE: ".", BLOCK: "0,-"}.get(value) or player_way(value)


# Cells in a file of puzz.link's player: `D,N` with a direction D (1 to 4 for U, D, L, R; 0 for a block) and a number N
# or `-`; `.` is a free cell
PLAYER_ARROWS = Notation(_player_value, _player_token)


class ArrowClues(Clues):
    """The numbers at arrows as clues: one that is left out becomes `?`, and its arrow stays.

    block: whether a free cell may become a block.
    """

    leave_signs = True

    def __init__(self, block: bool = False):
        self._block = block

    def fresh(self, board: Board) -> Iterator[Clue]:
        yield from ((cell, BLOCK) for cell, value in board.filled(None).items() if value == FREE and self._block)

    def optional(self, board: Board) -> list[Cell]:
        return [cell for cell, each in arrows(board).items() if each.number is not None]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        return board.with_values({(r, c): f"?{board.givens[r][c][-1]}" for r, c in cells})

    def addable(self, board: Board) -> Iterator[Clue]:
        for (r, c), each in arrows(board).items():
            if each.number is None:
                yield from (((r, c), f"{n}{board.givens[r][c][-1]}") for n in range(board.rows + board.cols))

    def possible(self, board: Board, cell: Cell) -> list[str]:
        own = board.givens[cell[0]][cell[1]][-1]
        ways = [own, *(way for way in LETTERS if way != own)]
        numbers = [f"{n}{way}" for way in ways for n in range(board.rows + board.cols)]
        return [*numbers, *(f"?{way}" for way in ways[1:]), *[BLOCK] * self._block]

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        return board.with_values(dict(clues))

    def moved(self, board: Board, cell: Cell, to: Cell) -> Board | None:
        return exchanged(board, cell, to) if board.has(to) and board.values()[to[0]][to[1]] == FREE else None
