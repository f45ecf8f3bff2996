"""The neutral JSON forms of givens: `CellForm` (values of cells) and `SectionsForm` (several lists), and the labels of
rooms in them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ..tuples import NamedTuple
from .notation import CellValues, GivenParts, Givens, GivenValue, Notation

# The key of the labels in the givens, and the key of the list with a value for each, in the order of first cells
LABELS = {"regions": "clues", "cages": "sums"}
OUTSIDE = -1  # the label of a cell in no cage


class ExtraNumbers(NamedTuple):
    """Numbers that a board has besides its cells.

    word: the first word of their line in the text form.
    keys: the keys of the numbers in the givens, in the order of the line.
    default: rows and columns of the board -> the numbers if the line is left out; ValueError if it must not be left
        out.
    check: rows, columns, numbers -> None; ValueError with the expected numbers if they are wrong.
    truth: whether the numbers are true or false in JSON, and 1 or 0 in the text form.
    signs: what may stand for the word behind a number in a title.
    least: the least number of rows and columns of a board divided by the board's number; 0 for any.
    default_titles: names of the puzzle, in lower case, whose boards have the default number.
    """

    word: str
    keys: tuple[str, ...]
    default: Callable[[int, int], tuple[int, ...]]
    check: Callable[[int, int, tuple[int, ...]], None]
    truth: bool = False
    signs: tuple[str, ...] = ()
    least: int = 0
    default_titles: tuple[str, ...] = ()

    def named(self, numbers: tuple[int, ...]) -> GivenParts:
        """Return the numbers by their keys, as the givens have them."""
        return {key: bool(n) if self.truth else n for key, n in zip(self.keys, numbers, strict=True)}


class CellForm(NamedTuple):
    """Givens that are the values of the cells.

    strings: whether a row is a string with a character for each cell, and not a list.
    under: the key of the rows if the givens are an object; '' if the givens are the rows.
    extra: the other numbers of a board, or None.
    corners: whether the values belong to the corners of cells, which have one row and one column more.
    """

    strings: bool
    under: str = ""
    extra: ExtraNumbers | None = None
    corners: bool = False

    def givens(self, values: CellValues, numbers: tuple[int, ...] = ()) -> GivenValue:
        """Return the givens with these values of the cells and these `numbers` of `extra`."""
        rows = ["".join(row) for row in values] if self.strings else values
        named = self.extra.named(numbers) if self.extra else {}
        return {**named, self.under: rows} if self.under else rows

    def replaced(self, givens: Givens, values: CellValues) -> GivenValue:
        """Return the givens with these values of the cells in place of the old ones."""
        return self.givens(values, self.numbers(givens))

    def values(self, givens: Givens) -> CellValues:
        """Return the values of the cells, row by row."""
        return [list(row) for row in (givens[self.under] if self.under else givens)]

    def numbers(self, givens: Givens) -> tuple[int, ...]:
        """Return the numbers of `extra`; () if there are none."""
        return tuple(int(givens[key]) for key in self.extra.keys) if self.extra else ()

    def usual(self, rows: int, cols: int) -> tuple[int, ...]:
        """Return the numbers of `extra` that a board of this size has by default; () if there are none.

        Raises ValueError if there is no default for this size.
        """
        return self.extra.default(rows, cols) if self.extra else ()


class GivenSection(NamedTuple):
    """A part of givens that is a list of values, or a list of such lists.

    key: the key of the part in the givens.
    word: the line before the part in the text form, in which each list is a line.
    lists: the number of lists: that of the board's `rows` or `cols`, or `any`; `one`: the part is itself a list, on any
        number of lines.
    values: the number of values in a list; for `any`, an empty list is `-` or `0` in the text form.
    more: numbers to be added to that of the lists, and to that of the values.
    strings: whether a list is a string, and a value a character.
    cells: the notation of a value, or None for the notation of the puzzle's cells.
    optional: whether the part may be left out.
    """

    key: str
    word: str
    lists: Literal["rows", "cols", "one", "any"]
    values: Literal["rows", "cols", "two", "any"] = "any"
    more: tuple[int, int] = (0, 0)
    strings: bool = False
    cells: Notation | None = None
    optional: bool = False

    def number_of_lists(self, rows: int, cols: int) -> int | None:
        """Return the number of lists on a board of `rows` x `cols` cells; None if any number is allowed."""
        return {"rows": rows + self.more[0], "cols": cols + self.more[0], "one": 1, "any": None}[self.lists]

    def named_number(self, rows: int, cols: int) -> str:
        """Return the number of lists on a board of `rows` x `cols` cells and the reason for it, for people."""
        return _reason(self.number_of_lists(rows, cols) or 0, self.lists, self.more[0])

    def number_of_values(self, rows: int, cols: int) -> int | None:
        """Return the number of values in a list on a board of `rows` x `cols` cells; None if any number is allowed."""
        return {"rows": rows + self.more[1], "cols": cols + self.more[1], "two": 2, "any": None}[self.values]

    def named_values(self, rows: int, cols: int) -> str:
        """Return the number of values in a list on a board of `rows` x `cols` cells, with the reason for it, for
        people.
        """
        return (
            "2" if self.values == "two" else _reason(self.number_of_values(rows, cols) or 0, self.values, self.more[1])
        )

    def joined(self, values: list[GivenValue]) -> GivenValue:
        """Return the values as a list of the givens: a string if `strings`."""
        return "".join(values) if self.strings else values


def _reason(number: int, counted: str, more: int) -> str:
    differs = f" {'and' if more > 0 else 'less'} {abs(more)}" if more else ""
    return f"{number}, the {'height' if counted == 'rows' else 'width'}{differs}"


class SectionsForm(NamedTuple):
    """Givens that are an object of several parts.

    extra: the other numbers of a board, or None.
    grid: the key of the part with the values of the cells; '' if no part has them.
    """

    sections: tuple[GivenSection, ...]
    extra: ExtraNumbers | None = None
    grid: str = ""

    def values(self, givens: Givens) -> CellValues:
        """Return the values of the cells, row by row; [] if no part has them."""
        return [list(row) for row in givens[self.grid]] if self.grid else []

    def replaced(self, givens: Givens, values: CellValues) -> GivenValue:
        """Return the givens with these values of the cells in place of the old ones."""
        section = next(each for each in self.sections if each.key == self.grid)
        return {**givens, self.grid: [section.joined(row) for row in values]}

    def numbers(self, givens: Givens) -> tuple[int, ...]:
        """Return the numbers of `extra`; () if there are none."""
        return tuple(int(givens[key]) for key in self.extra.keys) if self.extra else ()


def in_order(labels: CellValues) -> tuple[CellValues, list[GivenValue]]:
    """Return the cells with a number in the place of each label, and the list of the old labels by these numbers.

    labels: rows of numbers or letters.  The numbers go from 0 in the order in which labels appear row by row.  A cell
    with OUTSIDE keeps it, and OUTSIDE has no number.
    """
    old = list(dict.fromkeys(label for row in labels for label in row if label != OUTSIDE))
    number = {label: at for at, label in enumerate(old)} | {OUTSIDE: OUTSIDE}
    return [[number[label] for label in row] for row in labels], old


STRINGS, LISTS = CellForm(strings=True), CellForm(strings=False)
