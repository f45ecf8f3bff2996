"""The step from givens that were read to a Board, and errors about a cell with the cell's place in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ....errors import InputError
from ...notation import COMMENTS, CellValues, GivenValue
from ...spec import AnyPuzzle, Board, CellError

SHOWN = 40  # characters of a wrong value in a message

ErrorAt = Callable[[str], InputError]  # the error with a message, at a place
ErrorText = Callable[[str, AnyPuzzle, object], str]  # a value, its puzzle, what was expected -> the message
CellErrorAt = Callable[[tuple[int | str, ...], str], InputError]  # the same, at a cell: see CellError


@contextmanager
def placed(error: ErrorAt, cell_error: CellErrorAt | None = None) -> Iterator[None]:
    """Turn a CellError in the block into the error of `cell_error` at its cell, and any other ValueError into that of
    `error`.

    If `cell_error` is None, a CellError is turned into the error of `error`, too.
    """
    try:
        yield
    except ValueError as wrong:
        if isinstance(wrong, CellError) and cell_error is not None:
            raise cell_error(wrong.cell, str(wrong)) from None
        raise error(str(wrong)) from None


def board(puzzle: AnyPuzzle, size: tuple[int, int], givens: object) -> Board:
    """Return the board of this size (rows and columns) with these givens, and its rooms numbered in order.

    Raises ValueError or CellError if the puzzle refuses the board.
    """
    if isinstance(givens, dict) and "regions" in givens:
        givens = {**givens, "regions": _numbered(givens["regions"], "clues" in givens)}
    made = Board(puzzle.name, *size, givens)
    puzzle.check(made)
    return made


def _numbered(regions: CellValues, clues: bool) -> CellValues:
    """Return the rooms, whose names may be numbers or letters, numbered from 0 in the order of their first cells.

    Raises CellError if `clues` (each room has a clue, in this order) and the names are in another order, since the room
    of a clue is then unknown.
    """
    names: dict[GivenValue, int] = {}
    last: tuple[int, GivenValue] = (0, -1)
    for r, row in enumerate(regions):
        for c, room in enumerate(row):
            this = (len(room) if isinstance(room, str) else 0, room)  # aa comes behind z
            if room not in names and clues and this < last:
                order = "with clues, the numbers or letters of rooms ascend in the order of their first cells"
                raise CellError(("regions", r, c), f"{room} is no room here, behind {last[1]}: {order}")
            last = last if room in names else this
            names.setdefault(room, len(names))
    return [[names[room] for room in row] for row in regions]


def quoted(word: str) -> str:
    """Return a word of a text as messages show it: quoted, with each backslash once."""
    return repr(word).replace("\\\\", "\\")


NO_CELL = " is no cell of "


def no_cell(shown: str, puzzle: AnyPuzzle, expected: object) -> str:
    """Return the message that a cell, with the text `shown` (cut after SHOWN characters), is none of the puzzle's.

    `expected` is the end of the message.
    """
    return f"{short(shown)}{NO_CELL}{puzzle.name}; {expected}"


def no_value(shown: str, puzzle: AnyPuzzle, expected: object) -> str:
    """Return the message about a value of a section that is none of the puzzle's; `shown` is the value's text.

    The `puzzle` is not used: the function has the parameters of `no_cell`.
    """
    return f"{short(shown)} cannot stand here; {expected}"


def first(text: str) -> int:
    """Return the offset of the first line that is not blank and no comment."""
    comments = re.match(COMMENTS, text)
    return comments.end() if comments else 0


def short(shown: str) -> str:
    """Return a text for a message, cut after SHOWN characters."""
    return shown if len(shown) <= SHOWN else shown[:SHOWN] + "..."
