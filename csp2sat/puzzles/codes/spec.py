"""What a code is: how the boards of a puzzle are written, without their size.  Each file of this folder that has the
function `code` is one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from ...base.plugins import Parts
from ...errors import UsageError
from ..notation import CodeRef
from ..spec import AnyPuzzle, Board
from .body import DIGITS, Body, Slots
from .placing import board, placed

T = TypeVar("T")
ValuePath = tuple[int | str, ...]  # to a value in the givens, as a CellError has it
LETTERS = DIGITS[10:]


class Read(NamedTuple):
    """A board that was read: its size, its givens, and where in the body some of them are."""

    rows: int
    cols: int
    givens: Any
    places: dict[ValuePath, int]

    def place(self, path: ValuePath) -> int:
        """Where the value at a path is, as far as it is known: that of the part that it is in, else 0."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, 0)


class Code(NamedTuple):
    """How the boards of a puzzle are written.

    read: body, rows and columns as the text says them -> the board; InputError with the place of what is wrong.
    write: board -> body; UsageError where the board cannot be written.
    """

    read: Callable[[Body, int, int], Read]
    write: Callable[[Board], str]


CODES: Parts[Callable[..., Code]] = Parts("code", "code", "csp2sat.puzzles.codes")


def code_of(declared: CodeRef) -> Code:
    """The code that a puzzle declares."""
    return CODES[declared.file](**declared.options)


def checked(puzzle: AnyPuzzle, read: Read, body: Body, size: Body) -> Board:
    """The board; what the puzzle says is wrong becomes an InputError at its place in the body, or at the size."""
    with placed(lambda message: size.error(message, 0), lambda path, message: body.error(message, read.place(path))):
        return board(puzzle, (read.rows, read.cols), read.givens)


def cells(body: Body, rows: int, cols: int, put: Callable[[Slots, int], None], strings: bool = False) -> Read:
    """The board whose givens are the values of its cells.

    put: reads what comes next in the body, which begins at the second argument, into the slots.
    strings: are the givens one string for each row?
    """
    slots = Slots(body, rows * cols)
    while body.peek():
        put(slots, body.at)
    slots.check_full()
    return in_cells(slots, rows, cols, strings)


def in_cells(slots: Slots, rows: int, cols: int, strings: bool = False) -> Read:
    """The board whose givens are the values of these slots."""
    table: list[Any] = [slots.values[r * cols : (r + 1) * cols] for r in range(rows)]
    places: dict[ValuePath, int] = {divmod(k, cols): place for k, place in enumerate(slots.places)}
    return Read(rows, cols, ["".join(row) for row in table] if strings else table, places)


def with_boxes(found: Read, height: int, width: int) -> Read:
    """The numbers that were read as those of a board with boxes of so many rows and columns."""
    return found._replace(givens={"box_rows": height, "box_cols": width, "grid": found.givens})


def blanks(length: int, letters: str) -> str:
    """A run of blanks.  letters: for runs of 1, 2, 3, ..., the longest first as often as it goes."""
    whole, rest = divmod(length, len(letters))
    return letters[-1] * whole + (letters[rest - 1] if rest else "")


def write_runs(values: Iterable[T | None], token: Callable[[T], str], letters: str) -> str:
    """The tokens of the values, and letters for the runs of None between them."""
    parts = []
    for value, group in groupby(values):
        length = len(list(group))
        parts.append(blanks(length, letters) if value is None else token(value) * length)
    return "".join(parts)


def cannot(board: Board, message: str) -> UsageError:
    """The error about a board that cannot be written, to be raised by the caller."""
    return UsageError(f"this {board.puzzle} board cannot be written so: {message}")
