"""The contract of a code: a way to write a puzzle's boards, without their size, as a text read from left to right.

Each file of this folder, and of `sgt`, that has the function `code` is a code.  Every error has its place in the
source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from ....base.plugins import Parts
from ....base.source import Source
from ....errors import InputError, UsageError
from ...notation import Givens, GivenValue
from ...sites import CodeRef
from ...spec import AnyPuzzle, Board
from ..base.placing import board, first, placed

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Body:
    """A text that is being read.

    places: the offset in the source of each character, and of the end.
    at: the index of the next character.
    slots: the slots that are being filled; None before the first.
    """

    def __init__(self, source: Source, text: str, places: Sequence[int]):
        self.source, self.text, self.places, self.at = source, text, places, 0
        self.slots: Slots | None = None

    def part(self, start: int, end: int) -> Body:
        """Return the part of the text from `start` up to `end`, not read yet."""
        return Body(self.source, self.text[start:end], self.places[start : end + 1])

    def error(self, message: str, at: int | None = None) -> InputError:
        """Return the error at the character with the index `at`; None stands for the next character."""
        return self.source.error(message, self.places[self.at if at is None else at])

    def warn(self, message: str, at: int) -> None:
        """Warn with the message, at the character with the index `at`."""
        place = self.source.place(self.places[at])
        self.source.warn_at(message, place)

    def peek(self) -> str:
        """Return the next character without taking it; '' at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, choices: str, expected: str) -> str:
        """Take and return the next character if it is one of `choices`.

        Raises InputError that names the `expected` characters otherwise; at the end of the text, if slots are not
        filled, with the numbers of filled and of all slots.
        """
        char = self.peek()
        if not char:
            if self.slots is not None:
                self.slots.check_full()
            raise self.error(f"the board ends here; expected {expected}")
        if char not in choices:
            raise self.error(f"unexpected {char!r}; expected {expected}")
        self.at += 1
        return char

    def number(self, size: int, base: int) -> int:
        """Take the next `size` digits of base 16 or 36, and return the number that they write; raise InputError if
        there are fewer.
        """
        digits = "0-9, a-f" if base == 16 else "0-9, a-z"
        expected = f"{size} digits ({digits})" if size > 1 else f"a digit ({digits})"
        return int("".join(self.take(DIGITS[:base], expected) for _ in range(size)), base)

    def check_end(self) -> None:
        """Raise InputError, with the numbers of found and expected characters, if any character is left."""
        if self.peek():
            count = f"found {len(self.text)} characters; expected {self.at}"
            raise self.error(f"unexpected {self.peek()!r}; expected the end, for the board is complete: {count}")


class Slots:
    """The values of a known number of slots, each with the index in the body at which it was read.

    A body with fewer or more values is refused with both numbers.

    what: the name of the values in messages.
    behind: the number of slots that are no part of the board, such as the end that a code marks.
    """

    def __init__(self, body: Body, count: int, what: str = "cells", behind: int = 0):
        self.body, self.count, self.what, self.behind = body, count, what, behind
        self.values: list[GivenValue] = []
        self.places: list[int] = []
        body.slots = self

    def left(self) -> int:
        """Return the number of slots that are not filled yet."""
        return self.count - len(self.values)

    def more(self) -> bool:
        """Whether the body goes on; raise InputError if it does although no slot is left."""
        if self.body.peek() and not self.left():
            raise self._wrong(self.count + 1, self.body.at, "at least ")
        return bool(self.body.peek())

    def put(self, value: object, at: int, times: int = 1) -> None:
        """Fill the next `times` slots with a value that was read at the index `at`; raise InputError if fewer slots are
        left.
        """
        if times > self.left():
            raise self._wrong(len(self.values) + times, at, "at least " if self.body.peek() else "")
        self.values += [value] * times
        self.places += [at] * times

    def check_full(self) -> None:
        """Raise InputError, at the character that would come next, if any slot is left."""
        if self.left():
            error = self._wrong(len(self.values), self.body.at)
            raise InputError(f"{error.message}; is the end missing?", error.place)

    def _wrong(self, found: int, at: int, least: str = "") -> InputError:
        """Return the error, at the index `at`, with the number of values that were `found` and the expected one.

        `least` is put before the number found: `at least `, or '' if the number is exact.
        """
        count = self.count - self.behind
        if count <= found < self.count:
            return self.body.error(f"found {count} {self.what} without the end; expected {count} and the end", at)
        seen = found - self.behind if found > self.count else found
        return self.body.error(f"found {least}{seen} {self.what}; expected {count}", at)


def only_line(source: Source, what: str) -> Body:
    """Return the first line that is not blank and no comment, without blanks around it; an empty text if there is none.

    Raises InputError if there is a second such line; `what` is the name of the first one's contents in the message.
    """
    start = first(source.text)
    found = re.compile(r"[^\r\n]*").match(source.text, start)
    end = found.end() if found else start
    line = source.text[start:end].rstrip()
    more = first(source.text[end:]) + end
    if more < len(source.text):
        raise source.error(f"unexpected line; expected nothing behind the {what}", more)
    return Body(source, line, range(start, start + len(line) + 1))


T = TypeVar("T")
ValuePath = tuple[int | str, ...]  # to a value in the givens, as a CellError has it
LETTERS = DIGITS[10:]


class Read(NamedTuple):
    """A board that was read: its size, its givens, and the index in the body of some of their values."""

    rows: int
    cols: int
    givens: Givens
    places: dict[ValuePath, int]

    def place(self, path: ValuePath) -> int:
        """Return the index in the body of the value at a path, or of the smallest part around the value with a known
        index, or 0.
        """
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, 0)


class Code(NamedTuple):
    """A way to write the boards of a puzzle.

    read: body, rows and columns as the text states them -> the board; InputError with the wrong place.
    write: board -> body; UsageError if the board cannot be written.
    """

    read: Callable[[Body, int, int], Read]
    write: Callable[[Board], str]


PACKAGE = "csp2sat.puzzles.formats.codes"
CODES: Parts[Callable[..., Code]] = Parts("code", "code", PACKAGE, f"{PACKAGE}.sgt")


def code_of(declared: CodeRef) -> Code:
    """Return the code that a puzzle declares."""
    return CODES[declared.file](**declared.options)


def checked(puzzle: AnyPuzzle, read: Read, body: Body, size: Body) -> Board:
    """Return the board that was read, checked by the puzzle.

    Raises InputError if the puzzle refuses the board: at the wrong value in the body, or at the text `size` of its
    size.
    """
    with placed(lambda message: size.error(message, 0), lambda path, message: body.error(message, read.place(path))):
        return board(puzzle, (read.rows, read.cols), read.givens)


def cells(body: Body, rows: int, cols: int, put: Callable[[Slots, int], None], strings: bool = False) -> Read:
    """Return the `rows` x `cols` board whose givens are the values of its cells.

    `put` reads the next values of the body, which begin at the index of its second argument, into the slots.  The
    givens are a string for each row if `strings`, else a list.  Raises the errors of `put`, and InputError if the body
    has fewer or more values.
    """
    slots = Slots(body, rows * cols)
    while slots.more():
        put(slots, body.at)
    slots.check_full()
    return in_cells(slots, rows, cols, strings)


def in_cells(slots: Slots, rows: int, cols: int, strings: bool = False) -> Read:
    """Return the `rows` x `cols` board whose givens are the values of these slots: a string for each row if `strings`,
    else a list.
    """
    table: list[GivenValue] = [slots.values[r * cols : (r + 1) * cols] for r in range(rows)]
    places: dict[ValuePath, int] = {divmod(k, cols): place for k, place in enumerate(slots.places)}
    return Read(rows, cols, ["".join(row) for row in table] if strings else table, places)


def with_boxes(found: Read, height: int, width: int) -> Read:
    """Return the numbers that were read as the board of a sudoku with boxes of `height` rows and `width` columns."""
    return found._replace(givens={"box_rows": height, "box_cols": width, "grid": found.givens})


def blanks(length: int, letters: str) -> str:
    """Return the letters for a run of `length` blanks; `letters` stand for runs of 1, 2, 3, ... blanks.

    The letter of the longest run is repeated as often as it fits.
    """
    whole, rest = divmod(length, len(letters))
    return letters[-1] * whole + (letters[rest - 1] if rest else "")


def write_runs(values: Iterable[T | None], token: Callable[[T], str], letters: str) -> str:
    """Return the tokens of the values, by the function `token`, with `letters` for the runs of None between them and at
    the ends.
    """
    parts = []
    for value, group in groupby(values):
        length = len(list(group))
        parts.append(blanks(length, letters) if value is None else token(value) * length)
    return "".join(parts)


def cannot(board: Board, message: str) -> UsageError:
    """Return the error that a board cannot be written, which the caller raises."""
    return UsageError(f"this {board.puzzle} board cannot be written so: {message}")
