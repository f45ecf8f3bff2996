"""A code that is read from left to right, and the slots that it fills; every error has its place in the source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...base.source import Source
from ...errors import InputError
from .placing import first

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Body:
    """A text and how far it has been read.

    places: the offset in the source of each character, and of the end.  at: the index of the next character.
    """

    def __init__(self, source: Source, text: str, places: Sequence[int]):
        self.source, self.text, self.places, self.at = source, text, places, 0

    def part(self, start: int, end: int) -> Body:
        """A part of the text, not read yet."""
        return Body(self.source, self.text[start:end], self.places[start : end + 1])

    def error(self, message: str, at: int | None = None) -> InputError:
        """The error at a character, the next one if it is not said which."""
        return self.source.error(message, self.places[self.at if at is None else at])

    def warn(self, message: str, at: int) -> None:
        """Warn of a character."""
        place = self.source.place(self.places[at])
        self.source.warn(message, place.line, place.column)

    def peek(self) -> str:
        """The next character; "" at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, choices: str, expected: str) -> str:
        """The next character, which is one of some; else an error that says what was expected."""
        char = self.peek()
        if not char:
            raise self.error(f"the board ends here; expected {expected}")
        if char not in choices:
            raise self.error(f"unexpected {char!r}; expected {expected}")
        self.at += 1
        return char

    def number(self, size: int, base: int) -> int:
        """The number that the next digits write, in base 16 or 36."""
        digits = "0-9, a-f" if base == 16 else "0-9, a-z"
        expected = f"{size} digits ({digits})" if size > 1 else f"a digit ({digits})"
        return int("".join(self.take(DIGITS[:base], expected) for _ in range(size)), base)

    def check_end(self) -> None:
        """Nothing is left."""
        if self.peek():
            raise self.error(f"unexpected {self.peek()!r}; expected the end, for the board is complete")


class Slots:
    """The values of a known number of slots, with the index in the body where each was read."""

    def __init__(self, body: Body, count: int, what: str = "cells"):
        self.body, self.count, self.what = body, count, what
        self.values: list[Any] = []
        self.places: list[int] = []

    def left(self) -> int:
        """How many are not filled yet."""
        return self.count - len(self.values)

    def put(self, value: Any, at: int, times: int = 1) -> None:
        """Fill the next ones; InputError if there are not so many."""
        if times > self.left():
            left = f"{times} more {self.what}, but only {self.left()} of {self.count} are left"
            raise self.body.error(left if self.left() else f"too many {self.what}; expected {self.count}", at)
        self.values += [value] * times
        self.places += [at] * times

    def check_full(self) -> None:
        """None is left."""
        if self.left():
            done = f"{len(self.values)} of {self.count} {self.what}"
            raise self.body.error(f"the board ends after {done}", len(self.body.text))


def only_line(source: Source, what: str) -> Body:
    """The line that is not blank and no comment, without blanks around it; InputError at a second one."""
    start = first(source.text)
    found = re.compile(r"[^\r\n]*").match(source.text, start)
    end = found.end() if found else start
    line = source.text[start:end].rstrip()
    more = first(source.text[end:]) + end
    if more < len(source.text):
        raise source.error(f"unexpected line; expected nothing behind the {what}", more)
    return Body(source, line, range(start, start + len(line) + 1))
