"""Reading what Sugar printed: the `a` lines of a saved log, whichever program made it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import InputError, Place
from ..text import Source

VALUE = re.compile(r"a[ \t]+(\S+)[ \t]+(-?[0-9]{1,4000}|true|false)[ \t]*")
LINE = re.compile(rb"^a(?:[ \t][^\r\n]*)?\r?$", re.MULTILINE)


@dataclass
class Printed:
    """The values of one solution.  ints, bools: by name; one name may be in both."""

    ints: dict[str, int] = field(default_factory=dict)
    bools: dict[str, bool] = field(default_factory=dict)

    def add(self, name: str, value: str) -> None:
        if value in ("true", "false"):
            self.bools[name] = value == "true"
        else:
            self.ints[name] = int(value)


def has_value_lines(data: bytes) -> bool:
    """Is there an `a` line in it?"""
    return LINE.search(data) is not None


def read_values(source: Source) -> Printed:
    """The last solution of a log that is complete, ended by a line `a`.  Other lines are ignored.

    Raises InputError for an `a` line that says no value, and when no solution is complete.
    """
    last: Printed | None = None
    current = Printed()
    for number, line in enumerate(source.lines(), start=1):
        if line.rstrip() == "a":
            last, current = current, Printed()
        elif line.startswith(("a ", "a\t")):
            value = VALUE.fullmatch(line)
            if value is None:
                raise source.error_in_line("expected `a NAME VALUE`, the value an integer, true or false", number)
            current.add(value[1], value[2])
    if last is None:
        raise InputError("the values are cut short: there is no line `a` after them", Place(source.path))
    return last
