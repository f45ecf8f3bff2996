"""Answers as Sugar prints them: lines `a NAME<TAB>VALUE`, or a line `v VALUE ...` as in the CSP competitions.

They are read, too: from a saved log, whichever program made it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from ...base.numbers import MOST_DIGITS, decimal, integer
from ...base.source import Source
from ...errors import InputError, Place
from ...model.model import Answer, hidden

VALUE = re.compile(rf"a[ \t]+(\S+)[ \t]+(-?[0-9]{{1,{MOST_DIGITS - 1}}}|true|false)[ \t]*")
OBJECTIVE = re.compile(rf"o[ \t]+(-?[0-9]{{1,{MOST_DIGITS - 1}}})[ \t]*")
LINE = re.compile(rb"^a(?:[ \t][^\r\n]*)?\r?$", re.MULTILINE)


class Declared(Protocol):
    """Names of variables in order of declaration; a Model is one."""

    @property
    def ints(self) -> Iterable[str]: ...

    @property
    def bools(self) -> Iterable[str]: ...


def show_values(declared: Declared, answer: Answer) -> str:
    """The `a` lines of an answer: integers, then Booleans as true or false; hidden variables are left out.

    Raises KeyError when the answer lacks a variable.
    """
    ints = [f"a {name}\t{decimal(answer.ints[name])}\n" for name in declared.ints if not hidden(name)]
    bools = [f"a {name}\t{str(answer.bools[name]).lower()}\n" for name in declared.bools if not hidden(name)]
    return "".join((*ints, *bools, "a\n"))


def show_integers(declared: Declared, answer: Answer) -> str:
    """One `v` line: the values of the integers that are not hidden."""
    return " ".join(("v", *(decimal(answer.ints[name]) for name in declared.ints if not hidden(name)))) + "\n"


def show_row(declared: Declared, answer: Answer) -> str:
    """One `v` line: the values of all variables, hidden ones too; integers, then Booleans as 1 or 0.

    Raises KeyError when the answer lacks a variable.
    """
    values = [answer.ints[name] for name in declared.ints] + [int(answer.bools[name]) for name in declared.bools]
    return " ".join(("v", *map(decimal, values))) + "\n"


def show_objective(value: int) -> str:
    """Return the `o` line of a value of the objective."""
    return f"o {decimal(value)}\n"


def show_literals(declared: Declared, answer: Answer, end: str) -> str:
    """A `v` line of names, with `-` before those that are false; hidden variables are left out.  end: of the line."""
    names = (name for name in declared.bools if not hidden(name))
    return " ".join(("v", *(name if answer.bools[name] else f"-{name}" for name in names))) + f"{end}\n"


@dataclass
class Printed:
    """The values of one solution.

    ints, bools: by name; one name may be in both.  objective: its value, if it is said.  faults: what is wrong with
    what is written.  is_partial: may values of variables be missing?
    """

    ints: dict[str, int] = field(default_factory=dict)
    bools: dict[str, bool] = field(default_factory=dict)
    objective: int | None = None
    faults: list[str] = field(default_factory=list)
    is_partial: bool = False

    def add(self, name: str, value: str) -> None:
        if value in ("true", "false"):
            self.bools[name] = value == "true"
        else:
            self.ints[name] = integer(value)


def has_value_lines(data: bytes) -> bool:
    """Is there an `a` line in it?"""
    return LINE.search(data) is not None


def read_values(source: Source) -> Printed:
    """The last solution of a log that is complete, ended by a line `a`.  Other lines are ignored.

    Raises InputError for an `a` line that says no value, and when no solution is complete.
    """
    last: Printed | None = None
    current, objective = Printed(), None
    for number, line in enumerate(source.lines(), start=1):
        if line.rstrip() == "a":
            last, current = replace(current, objective=objective), Printed()
        elif bound := OBJECTIVE.fullmatch(line):
            objective = integer(bound[1])
        elif line.startswith(("a ", "a\t")):
            value = VALUE.fullmatch(line)
            if value is None:
                raise source.error_in_line("expected `a NAME VALUE`, the value an integer, true or false", number)
            current.add(value[1], value[2])
    if last is None:
        raise InputError("the values are cut short: there is no line `a` after them", Place(source.path))
    return last
