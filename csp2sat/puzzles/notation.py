"""The writing of a puzzle's cells: the token of a cell (`Notation`), and the types of givens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..tuples import NamedTuple

MOST_CELLS = 1_000_000
COMMENTS = r"(?u:(?>(?:\s*[;#][^\r\n]*)*\s*))"  # lines before the first that is not blank and no comment

# Values of givens: any JSON value, for each puzzle has its own (numbers, signs, words, lists of numbers, sums), and no
# type describes all of them better than `Any`. A puzzle's `Notation` and `check` refuse a wrong value when they run.
GivenValue = Any  # of a cell, or a clue
Givens = Any  # of a board
GivenParts = dict[str, GivenValue]  # of a board whose givens are a JSON object
CellValues = list[list[GivenValue]]  # the neutral value of each cell, row by row
# The contents of a file of puzz.link's player, by the names of its blocks: rows of tokens, numbers, sides of cells
PlayerBlocks = dict[str, Any]
PenpaLayers = dict[str, Any]  # the JSON of a drawing of Penpa+, by the names of its layers
GivenBoard = Any  # a `Board`, in declarations that the file of `Board` itself imports


def number(word: str) -> int | None:
    """Return the number that a word of at most 9 ASCII digits writes; None for any other word."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 9 else None


def check_size(rows: int, cols: int) -> None:
    """Raise ValueError if a board of this size has no cell, or more than MOST_CELLS."""
    if rows < 1 or cols < 1:
        raise ValueError(f"the board has {rows} rows and {cols} columns; expected at least 1 of each")
    if rows * cols > MOST_CELLS:
        raise ValueError(f"the board has {rows} x {cols} cells; expected at most {MOST_CELLS}")


class Notation(NamedTuple):
    """The writing of a cell, or of a value of a section.

    value: token in the plain text form -> neutral value; ValueError with the expected tokens if there is none.
    token: neutral value -> token; ValueError with the expected values for anything else that JSON can hold.
    digits: number in the digit-array form -> neutral value; None: they are equal; {}: there is no such form.
    names: the names, for people, of values that are signs.
    """

    value: Callable[[str], GivenValue]
    token: Callable[[GivenValue], str]
    digits: Mapping[int, GivenValue] | None = {}
    names: Mapping[GivenValue, str] = {}


def listed(choices: Iterable[object]) -> str:
    """Return the choices as a text, `a, b or c`."""
    *most, last = map(str, choices)
    return f"{', '.join(most)} or {last}" if most else last


def table(tokens: Mapping[str, tuple[str, str]], digits: Mapping[int, str], also: Mapping[str, str] = {}) -> Notation:
    """Return the notation of cells with few values.

    `tokens` maps a token to its neutral value and its name for people; the first token of a value is written.  `also`
    maps each other token that is read to a token of `tokens`; `digits` is as in `Notation`.
    """

    def value(token: str) -> str:
        token = also.get(token, token)
        if token not in tokens:
            choices = listed(f"{t} ({what})" if what else t for t, (_, what) in tokens.items())
            raise ValueError(f"expected {choices}")
        return tokens[token][0]

    def token(value: object) -> str:
        for token, (own, _) in tokens.items():
            if own == value:
                return token
        raise ValueError(f"expected {listed(dict.fromkeys(repr(own) for own, _ in tokens.values()))}")

    return Notation(value, token, digits, {own: what for own, what in tokens.values() if what})


def numbers(
    special: dict[str, int | None],
    expected: tuple[str, str],
    least: int = 0,
    digits: Mapping[int, GivenValue] | None = None,
) -> Notation:
    """Return the notation of integers from `least` on, and of the values of the tokens in `special`; the last token of
    a value is written.

    `expected` has the words for the expected tokens, and for the expected neutral values, in error messages; `digits`
    is as in `Notation`.
    """
    tokens = {value: token for token, value in special.items()}

    def value(token: str) -> int | None:
        found = number(token)
        if token not in special and (found is None or found < least):
            raise ValueError(f"expected {expected[0]}")
        return special.get(token, found)

    def token(value: object) -> str:
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


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a puzzle's rules or symbols: each line, joined with the lines behind it that begin with
    two blanks.
    """
    return text.strip().replace("\n  ", " ").splitlines()


def sample(text: str) -> tuple[str, str]:
    """Return a board in text form and the drawing of its solution, from a text in which they stand side by side.

    Each line is a line of the board, `::`, two blanks, and a line of the drawing; the blanks may be left out.
    """
    board, _, drawing = zip(*(line.partition("::") for line in text.strip("\n").split("\n")), strict=True)
    return _column(board), _column(line.removeprefix("  ") for line in drawing)


def _column(lines: Iterable[str]) -> str:
    return "\n".join(map(str.rstrip, lines)).rstrip("\n") + "\n"
