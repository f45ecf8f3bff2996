"""The words of FlatZinc: declared names, and literals."""

from __future__ import annotations

import re
from typing import Any, cast

from ...base import numbers
from ..base.wrong import NotHere, Unknown, Wrong
from .arguments import Argument, IntSet

INTEGER = re.compile(r"-?(?:0x[0-9A-Fa-f]+|0o[0-7]+|[0-9]+)")
FLOAT = re.compile(r"-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)|-?infinity")
RANGE = re.compile(rf"({INTEGER.pattern})\s*\.\.\s*({INTEGER.pattern})")
ID = r"[A-Za-z_][A-Za-z0-9_]*+"  # a name of a variable, an array or a function
NAME = re.compile(ID)
ITEM = re.compile(rf"({ID})\s*\[\s*([0-9]+)\s*\]")
SMALL = 1000  # integers up to here are kept, for they come again


class Names(dict[str, Any]):
    """The meanings of words: `names["x"]` is a variable, an array or a parameter, `names["1..3"]` a set. Blanks around
    a word do not matter. Access by a word without a meaning raises Wrong.
    """

    def __init__(self) -> None:
        super().__init__(true=True, false=False)

    def __missing__(self, word: str) -> Argument:
        if INTEGER.fullmatch(word):
            return self._kept(word, integer(word))
        stripped = word.strip()
        if stripped != word and stripped:
            return cast(Argument, self[stripped])
        if item := ITEM.fullmatch(word):
            return self._item(word, item[1], int(item[2]))
        if (found := int_set(word)) is not None:
            return found
        raise self._wrong(word)

    def _kept(self, word: str, value: int) -> int:
        if -SMALL <= value <= SMALL:
            self[word] = value
        return value

    def _item(self, word: str, name: str, index: int) -> Argument:
        """Return the element of the array `name` at `index`, counted from 1, for a `word` such as `xs[3]`, which old
        files have. Raises Wrong if there is no such element.
        """
        array = self[name]
        if not isinstance(array, list) or not 1 <= index <= len(array):
            raise Wrong(word, f"there is no element {word}")
        return cast(Argument, array[index - 1])

    def _wrong(self, word: str) -> Wrong:
        if FLOAT.fullmatch(word):
            return NotHere(
                word, f"csp2sat has no floating-point numbers ({numbers.shortened(word)}); expected an integer"
            )
        if NAME.fullmatch(word):
            return Unknown(word, f"{numbers.shortened(word)} is not declared", self)
        return Wrong(word, f"expected a name, an integer, true, false or a set, not {numbers.shortened(word)!r}")


def integer(word: str) -> int:
    """Return the value of an integer literal: decimal, hexadecimal (`0x`) or octal (`0o`), perhaps after a `-`.

    word: a text that INTEGER matches.  Raises Wrong for a decimal literal that is too long (`numbers.TooLong`).
    """
    try:
        return int(word, 0) if "x" in word or "o" in word else numbers.integer(word)
    except numbers.TooLong as error:
        raise Wrong(word, str(error)) from None


def int_set(word: str) -> IntSet | None:
    """Return the set that a word writes, a range for `1..3`, an ascending tuple for `{1, 3}`, or None for any other
    word.  Raises Wrong if an element in braces is no integer.
    """
    if found := RANGE.fullmatch(word):
        return range(integer(found[1]), integer(found[2]) + 1)
    if not (word.startswith("{") and word.endswith("}")):
        return None
    words = [part.strip() for part in word[1:-1].split(",")] if word[1:-1].strip() else []
    for part in words:
        if not INTEGER.fullmatch(part):
            kind = NotHere if FLOAT.fullmatch(part) else Wrong
            raise kind(part, f"expected an integer in the set, not {numbers.shortened(part)!r}")
    return tuple(sorted({integer(part) for part in words}))
