"""What the neutral JSON form of a board's givens looks like: cells (`Form`) or lists of other values (`Sections`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

MOST_CELLS = 1_000_000

Values = list[list[Any]]  # the neutral value of each cell, row by row


class Extra(NamedTuple):
    """Numbers that a board has besides its cells.

    word: the first word of their line in the text form; keys: of the numbers, in that order, in the givens.
    default: rows and columns of the board -> the numbers when there is no such line; ValueError if it cannot be left
    out.  check: rows, columns, numbers; ValueError with what was expected.
    """

    word: str
    keys: tuple[str, ...]
    default: Callable[[int, int], tuple[int, ...]]
    check: Callable[[int, int, tuple[int, ...]], None]


class Form(NamedTuple):
    """Givens that are the values of the cells.

    strings: a row is a string with a character for each cell; else it is a list.
    under: the key of the rows, when the givens are an object; "": the givens are the rows.
    """

    strings: bool
    under: str = ""
    extra: Extra | None = None

    def givens(self, values: Values, numbers: tuple[int, ...] = ()) -> Any:
        """The givens of these cells, with the numbers of `extra`."""
        rows = ["".join(row) for row in values] if self.strings else values
        keys = self.extra.keys if self.extra else ()
        return {**dict(zip(keys, numbers, strict=True)), self.under: rows} if self.under else rows

    def values(self, givens: Any) -> Values:
        """The values of the cells."""
        return [list(row) for row in (givens[self.under] if self.under else givens)]

    def numbers(self, givens: Any) -> tuple[int, ...]:
        """The numbers of `extra`."""
        return tuple(givens[key] for key in self.extra.keys) if self.extra else ()


class Section(NamedTuple):
    """A part of givens that are not the values of the cells: lists of values, or one list.

    key: of the part in the givens.  word: the line before it in the text form, where each list is a line.
    lists: how many there are: as many as the board has `rows` or `cols`; `one`: the part is itself a list, of any
    length, on any number of lines.  across: does each list have a value for each column?  Else any number; an empty
    one is `-` or `0` in the text form.
    """

    key: str
    word: str
    lists: Literal["rows", "cols", "one"]
    across: bool = False

    def number_of_lists(self, rows: int, cols: int) -> int:
        """How many lists there are."""
        return {"rows": rows, "cols": cols, "one": 1}[self.lists]

    def named_number(self, rows: int, cols: int) -> str:
        """The same, and why, for people."""
        return f"{self.number_of_lists(rows, cols)}, the {'height' if self.lists == 'rows' else 'width'}"


class Sections(NamedTuple):
    """Givens that are an object of such parts."""

    sections: tuple[Section, ...]


STRINGS, LISTS = Form(strings=True), Form(strings=False)


def number(word: str) -> int | None:
    """The number that a word of ASCII digits writes (at most 9 digits), or None."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 9 else None


def check_size(rows: int, cols: int) -> None:
    """ValueError if there is no board of that size here."""
    if rows < 1 or cols < 1:
        raise ValueError(f"the board has {rows} rows and {cols} columns; expected at least 1 of each")
    if rows * cols > MOST_CELLS:
        raise ValueError(f"the board has {rows} x {cols} cells; expected at most {MOST_CELLS}")
