"""The names of the values of an enumeration, as the functions of an output specification print them.

    enum D = {A, B} ++ Extra(1..2) ++ anon_enum(2);    A B Extra(1) Extra(2) to_enum(D,5) to_enum(D,6)

Each part of an enumeration has a function, such as `_toString_1_D`; an enumeration of one part has `_toString_D`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count

FUNCTION = re.compile(r"function string : '?([@\w]+)'?\(opt \w+: x,bool: b,bool: json\) = (.*);")
LISTED = re.compile(r"\b_enum_to_string_\w+")  # the array of the names
MADE = re.compile(r'showDznId\(("(?:[^"\\]|\\.)*")\).*?(?:\w+@)?_toString_(\w+)\'?\(\'[^\']*\'\(x\),b,json\)')
LAST = re.compile(r"deopt\(x\)<=(\S+) then")  # the last value of a part
TERM = re.compile(r"card\((\w+)\)|(\d+)")
UNNAMED = '"to_enum('
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
BLANKS = re.compile(r"\s*([(),'])\s*")
WORD = re.compile(r"\w+")


class EnumLabels:
    """The names of the values of all enumerations.

    rest: the lines of the output specification.  values: the definitions of its items, by their names.
    """

    def __init__(self, rest: str, values: Mapping[str, str]):
        self._bodies, self._values = dict(FUNCTION.findall(rest)), values
        self.of: Callable[[str], list[str]] = cache(self._of)

    def label(self, enum: str, value: int) -> str:
        """Return the name of a value of an enumeration, the value itself if the name is not known."""
        labels = self.of(enum)
        if 0 < value <= len(labels):
            return labels[value - 1]
        return f"to_enum({enum},{value})" if UNNAMED in self._bodies.get(f"_toString_{enum}", "") else str(value)

    def number(self, enum: str, label: str) -> int | None:
        """Return the value of an enumeration that has this name, or is written as `to_enum(D,2)`; None for another
        name.
        """
        plain = [_plain(each) for each in self.of(enum)]
        if _plain(label) in plain:
            return plain.index(_plain(label)) + 1
        found = re.fullmatch(rf"to_enum\({enum},([0-9]{{1,9}})\)", _plain(label)) if enum else None
        return int(found[1]) if found else None

    def _of(self, enum: str) -> list[str]:
        """Return the names of the values of an enumeration, in order, as far as they are known."""
        whole, found = self._bodies.get(f"_toString_{enum}", ""), list[str]()
        numbered = (self._bodies.get(f"_toString_{part}_{enum}") for part in count())
        parts = [*iter(lambda: next(numbered), None)] or [whole]
        ends = [*map(self._sum, LAST.findall(whole)), self._size(enum)]
        for body, end in zip(parts, [*ends, 0], strict=False):
            found += self._part(enum, body or "", range(len(found) + 1, end + 1))
        return found

    def _part(self, enum: str, body: str, places: range) -> Iterator[str]:
        """Yield the names of one part of an enumeration.

        enum: the enumeration.  body: of the function of the part.  places: the values of the part, if they are known.
        """
        if UNNAMED in body:
            yield from (f"to_enum({enum},{value})" for value in places)
        elif made := MADE.search(body):
            first, last = self._bounds(made[2])
            is_enum = f"_toString_{made[2]}" in self._bodies
            labels = map(_quoted, self.of(made[2])) if is_enum else map(str, range(first, last + 1))
            yield from (f"{_quoted(json.loads(made[1]))}({label})" for label in labels)
        elif listed := LISTED.search(body):
            yield from json.loads(self._values.get(listed[0], "[]"))

    def _bounds(self, name: str) -> tuple[int, int]:
        """Return the first and the last element of a set of integers, (1, 0) if it is not known."""
        found = RANGE.fullmatch(self._values.get(name, ""))
        return (int(found[1]), int(found[2])) if found else (1, 0)

    def _size(self, name: str) -> int:
        first, last = self._bounds(name)
        return last - first + 1

    def _sum(self, term: str) -> int:
        return sum(self._size(name) if name else int(number) for name, number in TERM.findall(term))


def _plain(label: str) -> str:
    """Return a name without quotes, and without blanks beside parentheses."""
    return BLANKS.sub(r"\1", label).replace("'", "")


def _quoted(label: str) -> str:
    """Return a name as MiniZinc writes it within others: in quotes if it is no word."""
    return label if WORD.fullmatch(label) or label.endswith(")") else f"'{label}'"
