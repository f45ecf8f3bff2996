"""The neutral JSON forms of what is given on a board: `CellForm` (values of cells), `SectionsForm` (other
lists)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from .notation import CellValues, GivenParts, Givens, GivenValue, Notation


class ExtraNumbers(NamedTuple):
    """Numbers that a board has besides its cells.

    word: the first word of their line in the text form; keys: of the numbers, in that order, in the givens.
    default: rows and columns of the board -> the numbers when there is no such line; ValueError if it cannot be left
    out.  check: rows, columns, numbers; ValueError with what was expected.  truth: are they true or false in JSON, and
    1 or 0 in the text form?
    """

    word: str
    keys: tuple[str, ...]
    default: Callable[[int, int], tuple[int, ...]]
    check: Callable[[int, int, tuple[int, ...]], None]
    truth: bool = False

    def named(self, numbers: tuple[int, ...]) -> GivenParts:
        """The numbers by their keys, as they are in the givens."""
        return {key: bool(n) if self.truth else n for key, n in zip(self.keys, numbers, strict=True)}


class CellForm(NamedTuple):
    """Givens that are the values of the cells.

    strings: a row is a string with a character for each cell; else it is a list.
    under: the key of the rows, when the givens are an object; "": the givens are the rows.
    corners: are these the values of the corners of the cells, one row and one column more?
    """

    strings: bool
    under: str = ""
    extra: ExtraNumbers | None = None
    corners: bool = False

    def givens(self, values: CellValues, numbers: tuple[int, ...] = ()) -> GivenValue:
        """The givens of these cells, with the numbers of `extra`."""
        rows = ["".join(row) for row in values] if self.strings else values
        named = self.extra.named(numbers) if self.extra else {}
        return {**named, self.under: rows} if self.under else rows

    def replaced(self, givens: Givens, values: CellValues) -> GivenValue:
        """The givens with these values of the cells."""
        return self.givens(values, self.numbers(givens))

    def values(self, givens: Givens) -> CellValues:
        """The values of the cells."""
        return [list(row) for row in (givens[self.under] if self.under else givens)]

    def numbers(self, givens: Givens) -> tuple[int, ...]:
        """The numbers of `extra`."""
        return tuple(int(givens[key]) for key in self.extra.keys) if self.extra else ()


class GivenSection(NamedTuple):
    """A part of givens that are not the values of the cells: lists of values, or one list.

    key: of the part in the givens.  word: the line before it in the text form, where each list is a line.
    lists: how many there are: as many as the board has `rows` or `cols`, or `any`; `one`: the part is itself a list, on
    any number of lines.  values: how many each list has, `any`: an empty one is `-` or `0` in the text form.
    more: how many more lists there are than said, and values.  strings: is a list a string, a value a character?
    cells: how a value is written, if not as the puzzle's cells.  optional: may the part be left out?
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
        """How many lists there are; None if any number."""
        return {"rows": rows + self.more[0], "cols": cols + self.more[0], "one": 1, "any": None}[self.lists]

    def named_number(self, rows: int, cols: int) -> str:
        """The same, and why, for people."""
        return _reason(self.number_of_lists(rows, cols) or 0, self.lists, self.more[0])

    def number_of_values(self, rows: int, cols: int) -> int | None:
        """How many values each list has; None if any number."""
        return {"rows": rows + self.more[1], "cols": cols + self.more[1], "two": 2, "any": None}[self.values]

    def named_values(self, rows: int, cols: int) -> str:
        """The same, and why, for people."""
        return (
            "2" if self.values == "two" else _reason(self.number_of_values(rows, cols) or 0, self.values, self.more[1])
        )

    def joined(self, values: list[GivenValue]) -> GivenValue:
        """The list of these values, as it is in the givens."""
        return "".join(values) if self.strings else values


def _reason(number: int, counted: str, more: int) -> str:
    differs = f" {'and' if more > 0 else 'less'} {abs(more)}" if more else ""
    return f"{number}, the {'height' if counted == 'rows' else 'width'}{differs}"


class SectionsForm(NamedTuple):
    """Givens that are an object of such parts.

    extra: numbers beside them.  grid: the key of the part that has the values of the cells; "": none.
    """

    sections: tuple[GivenSection, ...]
    extra: ExtraNumbers | None = None
    grid: str = ""

    def values(self, givens: Givens) -> CellValues:
        """The values of the cells, if there are any."""
        return [list(row) for row in givens[self.grid]] if self.grid else []

    def replaced(self, givens: Givens, values: CellValues) -> GivenValue:
        """The givens with these values of the cells."""
        section = next(each for each in self.sections if each.key == self.grid)
        return {**givens, self.grid: [section.joined(row) for row in values]}

    def numbers(self, givens: Givens) -> tuple[int, ...]:
        """The numbers of `extra`."""
        return tuple(int(givens[key]) for key in self.extra.keys) if self.extra else ()


STRINGS, LISTS = CellForm(strings=True), CellForm(strings=False)
