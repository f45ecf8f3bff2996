"""How the boards of a puzzle are written.

The neutral JSON form of the givens (`CellForm`: values of cells; `SectionsForm`: lists of other values), the token of a
cell (`Notation`), the codes of web sites and programs (`UrlType`, `Game`, `Page`), which are files under `codes/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

MOST_CELLS = 1_000_000
COMMENTS = r"(?u:(?>(?:\s*[;#][^\r\n]*)*\s*))"  # lines before the first that is not blank and no comment
# The address of a game in the web pages of Simon Tatham's collection, up to the game ID without its program
WEB_PAGE = re.compile(r"(?:https?://)?[\w.~/-]{1,200}/(?P<program>[A-Za-z]+)\.html[#?](?=\d)", re.ASCII)

CellValues = list[list[Any]]  # the neutral value of each cell, row by row


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

    def named(self, numbers: tuple[int, ...]) -> dict[str, Any]:
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

    def givens(self, values: CellValues, numbers: tuple[int, ...] = ()) -> Any:
        """The givens of these cells, with the numbers of `extra`."""
        rows = ["".join(row) for row in values] if self.strings else values
        named = self.extra.named(numbers) if self.extra else {}
        return {**named, self.under: rows} if self.under else rows

    def replaced(self, givens: Any, values: CellValues) -> Any:
        """The givens with these values of the cells."""
        return self.givens(values, self.numbers(givens))

    def values(self, givens: Any) -> CellValues:
        """The values of the cells."""
        return [list(row) for row in (givens[self.under] if self.under else givens)]

    def numbers(self, givens: Any) -> tuple[int, ...]:
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

    def joined(self, values: list[Any]) -> Any:
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

    def values(self, givens: Any) -> CellValues:
        """The values of the cells, if there are any."""
        return [list(row) for row in givens[self.grid]] if self.grid else []

    def replaced(self, givens: Any, values: CellValues) -> Any:
        """The givens with these values of the cells."""
        section = next(each for each in self.sections if each.key == self.grid)
        return {**givens, self.grid: [section.joined(row) for row in values]}

    def numbers(self, givens: Any) -> tuple[int, ...]:
        """The numbers of `extra`."""
        return tuple(int(givens[key]) for key in self.extra.keys) if self.extra else ()


STRINGS, LISTS = CellForm(strings=True), CellForm(strings=False)


def number(word: str) -> int | None:
    """The number that a word of ASCII digits writes (at most 9 digits), or None."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 9 else None


def check_size(rows: int, cols: int) -> None:
    """ValueError if there is no board of that size here."""
    if rows < 1 or cols < 1:
        raise ValueError(f"the board has {rows} rows and {cols} columns; expected at least 1 of each")
    if rows * cols > MOST_CELLS:
        raise ValueError(f"the board has {rows} x {cols} cells; expected at most {MOST_CELLS}")


class Notation(NamedTuple):
    """How one cell, or one value of a section, is written.

    value: its token in the plain text form -> its neutral value; ValueError with what was expected.
    token: the other way; for anything else that JSON can hold, ValueError with what was expected.
    digits: the numbers of the digit-array form -> neutral values; None: they are the neutral values; {}: there is no
    such form.  names: what values that are signs are called, for people.
    """

    value: Callable[[str], Any]
    token: Callable[[Any], str]
    digits: Mapping[int, Any] | None = {}
    names: Mapping[Any, str] = {}


def listed(choices: Iterable[object]) -> str:
    """`a, b or c`."""
    *most, last = map(str, choices)
    return f"{', '.join(most)} or {last}" if most else last


def table(tokens: Mapping[str, tuple[str, str]], digits: Mapping[int, str], also: Mapping[str, str] = {}) -> Notation:
    """Cells with few values.  tokens: token -> (neutral value, what it is); the first token of a value is written.
    also: other tokens that are read, and which of these they mean."""

    def value(token: str) -> str:
        token = also.get(token, token)
        if token not in tokens:
            choices = listed(f"{t} ({what})" if what else t for t, (_, what) in tokens.items())
            raise ValueError(f"expected {choices}")
        return tokens[token][0]

    def token(value: Any) -> str:
        for token, (own, _) in tokens.items():
            if own == value:
                return token
        raise ValueError(f"expected {listed(dict.fromkeys(repr(own) for own, _ in tokens.values()))}")

    return Notation(value, token, digits, {own: what for own, what in tokens.values() if what})


def numbers(
    special: dict[str, int | None], expected: tuple[str, str], least: int = 0, digits: Mapping[int, Any] | None = None
) -> Notation:
    """Numbers from `least` on, and tokens for some values; the last token of a value is the one that is written.
    expected: what is expected of a token, of a neutral value.  digits: as in Notation."""
    tokens = {value: token for token, value in special.items()}

    def value(token: str) -> int | None:
        found = number(token)
        if token not in special and (found is None or found < least):
            raise ValueError(f"expected {expected[0]}")
        return special.get(token, found)

    def token(value: Any) -> str:
        if (value is None or type(value) is int) and value in tokens:  # True is an int, but no number here
            return tokens[value]
        if type(value) is not int or value < least:
            raise ValueError(f"expected {expected[1]}")
        return str(value)

    return Notation(value, token, digits)


# Cells with a number, from 1 on, or none (the neutral value 0, the tokens `-`, `.` and `0`)
NUMBERS = numbers({".": 0, "-": 0}, ("- (blank) or a number", "0 (blank) or a number"))
# The same, or a number that is not given (the neutral value -1, the token `?`)
NUMBERS_OR_ANY = numbers({".": 0, "-": 0, "?": -1}, ("- (blank), ? or a number", "0 (blank), -1 (?) or a number"))


class CodeRef(NamedTuple):
    """A code: the file under `codes/` that has it, and the options of that file's function `code`."""

    file: str
    options: Mapping[str, Any]


def coded(file: str, **options: Any) -> CodeRef:
    """The code `codes/FILE.py` with these options."""
    return CodeRef(file, options)


class UrlType(NamedTuple):
    """A puzzle in URLs of puzz.link.

    names: in URLs; the first one is written.  margin: rows, and columns, that the size in the URL leaves out.
    cosmetic: flags that do not change the rules.  slashes: may there be slashes in the code?
    """

    names: tuple[str, ...]
    code: CodeRef
    margin: int = 0
    cosmetic: str = ""
    slashes: bool = False


class Game(NamedTuple):
    """A puzzle in game IDs: a program of Simon Tatham's collection.

    harmless: what may follow the size (a pattern of `re`): how hard the board is, how it was made.
    written: what has to.  variants: what else may follow it, and is a puzzle with other rules.
    doubtful: letters of the harmless ones to be warned of, as the board may have more solutions here than there.
    boxes: is the size that of a box, and not of the board?  more: is the size one number, to which so many rows and
    columns are added?  letter: behind the size, it names this puzzle of several.  rule: one that makes a key true.
    """

    program: str
    code: CodeRef
    harmless: str = ""
    written: str = ""
    variants: Mapping[str, str] = {}
    doubtful: Mapping[str, str] = {}
    boxes: bool = False
    more: tuple[int, int] | None = None
    letter: str = ""
    rule: tuple[str, str] = ("", "")


class Page(NamedTuple):
    """A puzzle in pages of puzzle-masyu.com and its kin.

    words: each of them in a page says that it is this puzzle, whatever its case.
    circles: class of a cell's element -> neutral value; blank: that of a cell without such a class.
    task: the code of the square board in the line that defines `task`.
    """

    words: tuple[str, ...]
    circles: Mapping[str, str]
    blank: str
    task: CodeRef


def sample(text: str) -> tuple[str, str]:
    """A board in text form and the drawing of its solution, which stand side by side, `  ::  ` between them."""
    board, drawing = zip(*(line.partition("::  ")[::2] for line in text.strip("\n").split("\n")), strict=True)
    return _column(board), _column(drawing)


def _column(lines: Iterable[str]) -> str:
    return "\n".join(map(str.rstrip, lines)).rstrip("\n") + "\n"
