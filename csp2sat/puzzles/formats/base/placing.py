"""The step from givens that were read to a Board, and errors about a cell with the cell's place in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ....base.numbers import shortened
from ....base.source import Source
from ....errors import InputError, Place
from ...givens import LABELS, CellForm, in_order
from ...notation import COMMENTS, CellValues, GivenValue
from ...spec import PUZZLES, AnyPuzzle, Board, CellError

SIZE = "`size WIDTH HEIGHT`"

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
    """Return the board of this size (rows and columns) with these givens, and its rooms or cages numbered in order.

    Raises ValueError or CellError if the puzzle refuses the board.
    """
    if isinstance(givens, dict):
        for key, values in LABELS.items():
            if key in givens:
                labels, old = in_order(givens[key])
                _check_order(key, givens[key], old, givens.get(values, []))
                givens = {**givens, key: labels}
    made = Board(puzzle.name, *size, givens)
    puzzle.check(made)
    return made


def _check_order(key: str, labels: CellValues, old: list[GivenValue], values: list[GivenValue]) -> None:
    """Raise CellError at the first label out of order if each label has one of `values`, and these differ by whether
    they are in the order of first cells or in that of the labels.

    key: of the labels in the givens.  old: the labels in the order of first cells.
    """
    by_name = sorted(old, key=_name_order)
    if by_name == old or len(values) != len(old) or values == [values[by_name.index(label)] for label in old]:
        return
    at = next(at for at in range(1, len(old)) if _name_order(old[at]) < _name_order(old[at - 1]))
    cell = next((r, c) for r, row in enumerate(labels) for c, label in enumerate(row) if label == old[at])
    name = key.removesuffix("s").replace("region", "room")
    raise CellError(
        (key, *cell),
        f"{name} {old[at]} begins behind {name} {old[at - 1]}, so it is not sure which {LABELS[key]} are theirs;"
        f" expected {LABELS[key]} by name, such as {old[at]}=2, or names of {name}s that ascend in the order of first"
        " cells, such as 0, 1, 2 or a, b, c",
    )


def _name_order(label: GivenValue) -> tuple[int, GivenValue]:
    """Return the place of a label among others: aa comes behind z; numbers are compared as numbers."""
    return len(label) if isinstance(label, str) else 0, label


def quoted(word: str) -> str:
    """Return a word of a text as messages show it: quoted, with each backslash once."""
    return repr(word).replace("\\\\", "\\")


NO_CELL = " is no cell of "


def no_cell(shown: str, puzzle: AnyPuzzle, expected: object) -> str:
    """Return the message that a cell, with the text `shown` (which may be long), is none of the puzzle's.

    `expected` is the end of the message.
    """
    return f"{shortened(shown)}{NO_CELL}{puzzle.name}; {expected}"


def no_value(shown: str, puzzle: AnyPuzzle, expected: object) -> str:
    """Return the message about a value of a section that is none of the puzzle's; `shown` is the value's text.

    The `puzzle` is not used: the function has the parameters of `no_cell`.
    """
    return f"{shortened(shown)} cannot stand here; {expected}"


def first(text: str) -> int:
    """Return the offset of the first line that is not blank and no comment."""
    comments = re.match(COMMENTS, text)
    return comments.end() if comments else 0


def undoubted(source: Source, board: Board) -> Board:
    """Return the board, with a warning if its counts alone allow no solution, or if its title has another size."""
    if source.text.lstrip()[:1] in (";", "#"):
        from .titled_sizes import warn_of_size

        warn_of_size(source, board)
    if PUZZLES[board.puzzle].cells.digits is None and "0" in source.text:
        _warn_of_zero(source, board)
    if doubt := PUZZLES[board.puzzle].doubt(board):
        place = source.place(first(source.text))
        source.warn_at(f"no solution is possible: {doubt}; is it a typing error?", place)
    return board


def _warn_of_zero(source: Source, board: Board) -> None:
    """Warn at the first `0` if `0` is read as a blank cell, and the rows have another sign for blank cells, too."""
    value = PUZZLES[board.puzzle].cells.value
    try:
        is_blank = isinstance(PUZZLES[board.puzzle].form, CellForm) and value("0") == value("-")
    except ValueError:
        return
    lines = [(at, line) for at, line in enumerate(source.lines(), 1) if not line.lstrip().startswith((";", "# "))]
    rows = [(at, line) for at, line in lines if is_blank and len(line.split()) == board.cols]
    found = [(at, each) for at, line in rows for each in re.finditer(r"(?<!\S)0(?!\S)", line)]
    if found and any({"-", "."} & {*line.split()} for _, line in rows):
        place = Place(source.path, found[0][0], found[0][1].start() + 1)
        source.warn_at("0 is read as a blank cell, as the signs beside it are; is it a typing error?", place)
