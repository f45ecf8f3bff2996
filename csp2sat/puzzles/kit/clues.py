"""The usual kinds of clues, values of cells; and how those that are signs, digits or words are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from ..givens import GivenSection
from ..notation import GivenValue, Notation, table
from ..spec import PUZZLES, Board, Cell, Clue, Clues


@dataclass(frozen=True)
class CellClues(Clues):
    """Clues that are the values of cells.

    blank: what a cell has instead, where its clue is left out: an empty cell, or a number that is not given.
    more: the values that might be written into such a cell, and into an empty one, which has `empty`, if that is not
        the same.  in_rules, exclusive: as in `Clues`.
    """

    blank: GivenValue
    more: Callable[[Board], Collection[GivenValue]] = lambda board: ()
    in_rules: bool = False
    exclusive: bool = True
    empty: GivenValue = ()

    def optional(self, board: Board) -> list[Cell]:
        return [cell for cell, value in board.filled(None).items() if value not in (self.blank, 0, ".")]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        return board.with_values(dict.fromkeys(cells, self.blank))

    def addable(self, board: Board) -> Iterator[Clue]:
        values = board.values()
        for r, c in board.cells():
            for value in self.more(board) if values[r][c] in (self.blank, self.empty) else ():
                if _is_allowed(board.with_values({(r, c): value})):
                    yield (r, c), value

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        return board.with_values(dict(clues))


def _is_allowed(board: Board) -> bool:
    try:
        PUZZLES[board.puzzle].check(board)
    except ValueError:
        return False
    return True


def up_to_rows(board: Board) -> range:
    """The numbers of a square board with each of them once in a line."""
    return range(1, board.rows + 1)


def shown(value: object) -> str:
    """A number as people write it: `?` for one that is not given."""
    return "?" if value == -1 else str(value)


def possible_sizes(board: Board) -> range:
    """The numbers of cells that one might write down as a clue."""
    return range(1, min(board.rows * board.cols, 40) + 1)


def words(
    pattern: str, expected: tuple[str, str], spelled: Mapping[str, str] = {}, blank: str | None = "."
) -> Notation:
    """Values that are words of a pattern, or `blank`: the tokens `-` and `.`.

    expected: what is expected of a token, of a neutral value.  spelled: what the last character of a token may be
    instead of another one.
    """

    def value(token: str) -> str | None:
        if token in ("-", "."):
            return blank
        return checked(token[:-1] + spelled.get(token[-1:], token[-1:]), expected[0])

    def checked(value: object, expected: str) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value, re.ASCII):
            raise ValueError(f"expected {expected}")
        return value

    def token(value: object) -> str:
        return "-" if value == blank else checked(value, expected[1])

    return Notation(value, token)


def sign_cells(signs: Mapping[str, str], blank: str = "blank", digits: Mapping[int, str] = {}) -> Notation:
    """Cells that have one of a few signs or none: the value `.`, the tokens `-` and `.`.

    signs: each with what it is; blank: what a cell without one is.  digits: as in Notation.
    """
    return table({"-": (".", blank), **{sign: (sign, what) for sign, what in signs.items()}}, digits, {".": "-"})


def digit_cells(digits: str) -> Notation:
    """Cells that have one of these digits or none, in the digit-array form -1."""
    return sign_cells(dict.fromkeys(digits, ""), digits={-1: ".", **{int(digit): digit for digit in digits}})


def digits_of(board: Board) -> dict[Cell, int]:
    """The cells (or corners) whose value is a digit, and that, in reading order."""
    return {cell: int(value) for cell, value in board.filled(None).items() if value in "0123456789"}


def walled_cells(digits: str) -> Notation:
    """White cells (the value `.`) and black ones, with one of these digits or none (`#`)."""
    tokens = {"-": (".", "white"), ".": (".", "white"), "#": ("#", "black"), **{digit: (digit, "") for digit in digits}}
    return table(tokens, {-2: ".", -1: "#", **{int(digit): digit for digit in digits}})


# The values of the cells among other sections: in lists, or in strings
GRID = GivenSection("grid", "grid", "rows", "cols")
SIGN_GRID = GRID._replace(strings=True)
