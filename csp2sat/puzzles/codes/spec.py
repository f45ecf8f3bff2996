"""What a code is: how the boards of one puzzle are written, without their size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...errors import UsageError
from ..spec import Board
from .body import Body, Slots

Path = tuple[int | str, ...]  # to a value in the givens, as a CellError has it


class Read(NamedTuple):
    """A board that was read: its size, its givens, and where in the body some of them are."""

    rows: int
    cols: int
    givens: Any
    places: dict[Path, int]

    def place(self, path: Path) -> int:
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


def cells(slots: Slots, rows: int, cols: int, strings: bool = False) -> Read:
    """The board whose givens are the values of its cells.  strings: as one string for each row."""
    table: list[Any] = [slots.values[r * cols : (r + 1) * cols] for r in range(rows)]
    places: dict[Path, int] = {divmod(k, cols): place for k, place in enumerate(slots.places)}
    return Read(rows, cols, ["".join(row) for row in table] if strings else table, places)


def cannot(board: Board, message: str) -> UsageError:
    """The error about a board that cannot be written, to be raised by the caller."""
    return UsageError(f"this {board.puzzle} board cannot be written so: {message}")
