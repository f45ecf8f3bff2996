"""Clues that are values of cells, and the notations of cells with signs, digits or words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from ...frozen import dataclass
from ..givens import GivenSection
from ..notation import GivenValue, Notation, table
from ..spec import PUZZLES, Board, Cell, Clue, Clues


@dataclass(frozen=True)
class CellClues(Clues):
    """Clues that are the values of cells.

    blank: the value of a cell whose clue is left out: an empty cell, or a number that is not given.
    more: the values that might be written into a cell with the value `blank` or `empty`.
    in_rules, exclusive: as in `Clues`.
    others: the values that might be written into a cell that has neither a clue nor `blank`; see `Clues.fresh`.
    """

    blank: GivenValue
    more: Callable[[Board], Collection[GivenValue]] = lambda board: ()
    in_rules: bool = False
    exclusive: bool = True
    empty: GivenValue = ()
    others: Callable[[Board], Collection[GivenValue]] = lambda board: ()

    def optional(self, board: Board) -> list[Cell]:
        return [cell for cell, value in board.filled(None).items() if value not in (self.blank, 0, ".")]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        return board.with_values(dict.fromkeys(cells, self.blank))

    def addable(self, board: Board) -> Iterator[Clue]:
        values = board.values()
        for r, c in board.cells():
            for value in self.more(board) if values[r][c] in (self.blank, self.empty) else ():
                if is_allowed(board.with_values({(r, c): value})):
                    yield (r, c), value

    def possible(self, board: Board, cell: Cell) -> Iterable[GivenValue]:
        return self.more(board)

    def fresh(self, board: Board) -> Iterator[Clue]:
        free = [cell for cell, value in board.filled(None).items() if value in (0, ".")]
        yield from ((cell, value) for cell in free for value in self.others(board))

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        return board.with_values(dict(clues))

    def moved(self, board: Board, cell: Cell, to: Cell) -> Board | None:
        return exchanged(board, cell, to)


@dataclass(frozen=True)
class EachCell(Clues):
    """Clues in all cells, none of which can be left out.

    values: board -> the values of a cell.
    """

    values: Callable[[Board], Collection[GivenValue]]

    def changeable(self, board: Board) -> list[Cell]:
        return board.cells()

    def possible(self, board: Board, cell: Cell) -> Iterable[GivenValue]:
        return self.values(board)

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        return board.with_values(dict(clues))


def exchanged(board: Board, cell: Cell, to: Cell) -> Board | None:
    """Return the board in which two cells have each other's values; None if `to` is no cell of the board.

    Nothing of a moved clue is left in its cell, which gets the other value, whereas a clue that is left out may leave a
    sign.
    """
    values = board.values()
    if not (0 <= to[0] < len(values) and 0 <= to[1] < len(values[0])):
        return None
    return board.with_values({cell: values[to[0]][to[1]], to: values[cell[0]][cell[1]]})


def is_allowed(board: Board) -> bool:
    """Whether the givens of a board are ones that its puzzle can have."""
    try:
        PUZZLES[board.puzzle].check(board)
    except ValueError:
        return False
    return True


def up_to_rows(board: Board) -> range:
    """Return the numbers that a row of a square board has: 1 to its number of rows."""
    return range(1, board.rows + 1)


def shown(value: object) -> str:
    """Return a value as people write it: `?` for -1 (a number that is not given)."""
    return "?" if value == -1 else str(value)


def possible_sizes(board: Board) -> range:
    """Return the numbers of cells that might be a clue: 1 to the number of cells of the board, but at most 40."""
    return range(1, min(board.rows * board.cols, 40) + 1)


def words(
    pattern: str, expected: tuple[str, str], spelled: Mapping[str, str] = {}, blank: str | None = "."
) -> Notation:
    """Return the notation of cells whose value is a word that matches the regular expression `pattern`, or the value
    `blank` (perhaps None), which is written `-` (or `.`).

    `expected` is a pair for error messages: the words for the expected tokens, and for the expected neutral values.
    `spelled` maps a last character that a token may have to the character that replaces it.
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
    """Return the notation of cells with one of a few signs, or with none: the value `.`, written `-` or `.`.

    `signs` maps each sign to its name for people, `blank` is the name of a cell without a sign, and `digits` is as in
    `Notation`.
    """
    return table({"-": (".", blank), **{sign: (sign, what) for sign, what in signs.items()}}, digits, {".": "-"})


def digit_cells(digits: str) -> Notation:
    """Return the notation of cells with one of these digits, or with none (-1 in the digit-array form)."""
    return sign_cells(dict.fromkeys(digits, ""), digits={-1: ".", **{int(digit): digit for digit in digits}})


def digits_of(board: Board) -> dict[Cell, int]:
    """Return the cells (or corners) whose value is a digit, each with this number, in reading order."""
    return {cell: int(value) for cell, value in board.filled(None).items() if value in "0123456789"}


def walled_cells(digits: str) -> Notation:
    """Return the notation of white cells (the value `.`) and black cells, with one of these digits or none (`#`)."""
    tokens = {"-": (".", "white"), ".": (".", "white"), "#": ("#", "black"), **{digit: (digit, "") for digit in digits}}
    return table(tokens, {-2: ".", -1: "#", **{int(digit): digit for digit in digits}}, {"█": "#", "■": "#"})


# The values of the cells among other sections: in lists, or in strings
GRID = GivenSection("grid", "grid", "rows", "cols")
SIGN_GRID = GRID._replace(strings=True)
