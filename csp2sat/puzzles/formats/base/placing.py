"""From givens that were read to a Board; errors that know a cell get its place in the text."""

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
    """A CellError in the block becomes an error at its cell, any other ValueError one at the place of `error`."""
    try:
        yield
    except ValueError as wrong:
        if isinstance(wrong, CellError) and cell_error is not None:
            raise cell_error(wrong.cell, str(wrong)) from None
        raise error(str(wrong)) from None


def board(puzzle: AnyPuzzle, size: tuple[int, int], givens: object) -> Board:
    """The board of these rows and columns, checked by the puzzle: ValueError or CellError."""
    if isinstance(givens, dict) and "regions" in givens:
        givens = {**givens, "regions": _numbered(givens["regions"], "clues" in givens)}
    made = Board(puzzle.name, *size, givens)
    puzzle.check(made)
    return made


def _numbered(regions: CellValues, clues: bool) -> CellValues:
    """The rooms numbered from 0 in the order of their first cells, whatever they are called.

    clues: does each have one, in this order?  Then names in another order are a CellError: whose clue is it?
    """
    names: dict[GivenValue, int] = {}
    last: tuple[bool, GivenValue] = (False, -1)
    for r, row in enumerate(regions):
        for c, room in enumerate(row):
            this = (isinstance(room, str), room)
            if room not in names and clues and this < last:
                order = "with clues, rooms are numbered in the order of their first cells"
                raise CellError(("regions", r, c), f"{room} is no room here, behind {last[1]}: {order}")
            last = last if room in names else this
            names.setdefault(room, len(names))
    return [[names[room] for room in row] for row in regions]


def quoted(word: str) -> str:
    """A word of a text as messages show it: without the second backslash that Python writes."""
    return repr(word).replace("\\\\", "\\")


def no_cell(shown: str, puzzle: AnyPuzzle, expected: object) -> str:
    """The message about a cell that is not one of the puzzle's."""
    return f"{short(shown)} is no cell of {puzzle.name}; {expected}"


def no_value(shown: str, puzzle: AnyPuzzle, expected: object) -> str:
    """The message about a value of a section that is not one of the puzzle's."""
    return f"{short(shown)} cannot stand here; {expected}"


def first(text: str) -> int:
    """Where the first line begins that is not blank and no comment."""
    comments = re.match(COMMENTS, text)
    return comments.end() if comments else 0


def short(shown: str) -> str:
    """A text that a message shows, cut after SHOWN characters."""
    return shown if len(shown) <= SHOWN else shown[:SHOWN] + "..."
