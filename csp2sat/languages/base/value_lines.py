"""Answers as Sugar prints them: lines `a NAME<TAB>VALUE`, or a line `v VALUE ...` as in the CSP competitions.

The `a` lines are also read, from a saved log of any program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ...base.numbers import MOST_DIGITS, decimal, integer
from ...base.source import Source
from ...errors import InputError, Place
from ...model.model import Answer, hidden

VALUE = re.compile(rf"a[ \t]+(\S+)[ \t]+(-?[0-9]{{1,{MOST_DIGITS - 1}}}|true|false)[ \t]*")
INTEGER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS - 1}}}")
OBJECTIVE = re.compile(rf"o[ \t]+(-?[0-9]{{1,{MOST_DIGITS - 1}}})[ \t]*")
NONE = ("s UNSATISFIABLE", "s UNSAT")
CUT = "the values are cut short: there is no line `a` after them"
LINE = (  # but `a = 3` and `a 3` have the value of a variable a
    rb"(?m)^a(?:[ \t]+(?![=:\s]|(?:-?[0-9]+|true|false)[ \t,;]*\r?$)[^\r\n]*)?[ \t]*\r?$"
)


class DeclaredNames(Protocol):
    """The names of variables in order of declaration; a Model is one example."""

    @property
    def ints(self) -> Iterable[str]: ...

    @property
    def bools(self) -> Iterable[str]: ...


def show_values(declared: DeclaredNames, answer: Answer) -> str:
    """Return the `a` lines of a solution: integers, then Booleans as true or false; hidden variables are left out.

    Raises KeyError if the solution lacks a variable.
    """
    ints = {name: answer.ints[name] for name in declared.ints if not hidden(name)}
    return show_named(Answer(ints, {name: answer.bools[name] for name in declared.bools if not hidden(name)}))


def show_named(answer: Answer) -> str:
    """Return the `a` lines of values, those of hidden variables, too."""
    ints = [f"a {name}\t{decimal(value)}\n" for name, value in answer.ints.items()]
    bools = [f"a {name}\t{str(value).lower()}\n" for name, value in answer.bools.items()]
    return "".join((*ints, *bools, "a\n"))


def show_integers(declared: DeclaredNames, answer: Answer) -> str:
    """Return a `v` line with the values of the integers that are not hidden."""
    return " ".join(("v", *(decimal(answer.ints[name]) for name in declared.ints if not hidden(name)))) + "\n"


def names_in_row(declared: DeclaredNames) -> tuple[list[str], list[str]]:
    """Return the names whose values a `v` line has, in this order: integers, and Booleans, without hidden variables."""
    ints, bools = ([name for name in names if not hidden(name)] for names in (declared.ints, declared.bools))
    return ints, bools


def show_row(declared: DeclaredNames, answer: Answer) -> str:
    """Return a `v` line with the values of the variables that are not hidden: integers, then Booleans as 1 or 0.

    Raises KeyError if the solution lacks a variable.
    """
    ints, bools = names_in_row(declared)
    values = [answer.ints[name] for name in ints] + [int(answer.bools[name]) for name in bools]
    return " ".join(("v", *map(decimal, values))) + "\n"


def show_objective(value: int) -> str:
    """Return the `o` line with a value of the objective."""
    return f"o {decimal(value)}\n"


def show_literals(declared: DeclaredNames, answer: Answer, end: str) -> str:
    """Return a `v` line with the names of the Booleans, a `-` before each false one; hidden variables are left out.
    end: the text that ends the line.
    """
    names = (name for name in declared.bools if not hidden(name))
    return " ".join(("v", *(name if answer.bools[name] else f"-{name}" for name in names))) + f"{end}\n"


@dataclass
class Printed:
    """The values of one solution as a text states them.

    ints, bools: by name; one name may be in both. objective: the value of the objective, or None if none is stated;
    bounds: the values of the objective that are stated before it. faults: descriptions of the faults of the text.
    is_partial: whether values of variables may be missing.  is_whole: whether a partial solution has all values that
    tell solutions apart.  computed: the values of what the language computes from variables, by name, as data; they are
    compared with the language's fields of the solution.  violated: the soft constraints that the text lists as
    violated, as fields of JSON; None: not stated.  refused: the names of variables whose values are faults, so that
    they count as having values.  open: the names of the model's variables that a partial solution gives no value.
    unread: the names of variables whose values the text has in a form that is not read.  unsure: why the values may be
    another text, as a message for a solution with faults; '' if they are values.
    """

    ints: dict[str, int] = field(default_factory=dict)
    bools: dict[str, bool] = field(default_factory=dict)
    objective: int | None = None
    bounds: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    is_partial: bool = False
    is_whole: bool = False
    computed: dict[str, Any] = field(default_factory=dict)
    violated: list[Any] | None = None
    refused: set[str] = field(default_factory=set)
    open: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    unsure: str = ""

    def add(self, name: str, value: int | bool) -> None:
        """Add the value of a variable, or a fault if the variable has another value already."""
        known: dict[str, Any] = self.bools if isinstance(value, bool) else self.ints
        if known.setdefault(name, value) != value:
            self.faults.append(f"{name} has two values: {shown(known[name])} and {shown(value)}")

    def add_bool(self, name: str, value: int | bool) -> None:
        """Add the value of a Boolean, which may be 0 or 1 as well, or a fault if it is another number."""
        if value in (0, 1):
            self.add(name, bool(value))
        else:
            self.refuse_value(name, shown(value), "true or false")

    def refuse_value(self, name: str, value: str, expected: str) -> None:
        """Add the fault that a variable cannot have a value.

        name: of the variable.  value, expected: the value, and the values that it may have, in words.
        """
        self.faults.append(f"{name} cannot be {value}: expected {expected}")
        self.refused.add(name)

    def refuse(self, status: str) -> Printed:
        """Add the fault that the text also has this status, which excludes a solution; return the same object."""
        self.faults.append(f"there is a solution, but the status is {status}")
        return self


def shown(value: int | bool) -> str:
    """Show a value as `a` lines do: `12`, `-3`, `true`, `false`."""
    return str(value).lower() if isinstance(value, bool) else decimal(value)


def value_of(word: str) -> int | bool | None:
    """Return the value that is written as `12`, `-3`, `true` or `false`, or None for any other word."""
    if word in ("true", "false"):
        return word == "true"
    return integer(word) if INTEGER.fullmatch(word) else None


def has_value_lines(data: bytes) -> bool:
    """Whether the data has an `a` line."""
    return re.search(LINE, data) is not None


def read_values(source: Source) -> Printed:
    """Read the last solution of a log, with the same errors as `read_solutions`."""
    return read_solutions(source)[-1]


def read_solutions(source: Source, is_whole: Callable[[Printed], bool] = lambda _: False) -> list[Printed]:
    """Return the solutions of a log, at least one, each ended by a line `a`; the last one, which a person may have
    typed, needs no such line if `is_whole` says that nothing is missing.

    Only `a` lines, `o` lines, and the lines `s UNSATISFIABLE` and `s UNSAT` are read; all others, also `v` lines, are
    ignored. The last `o` line before the end of a solution states its objective. The values of the `o` lines before
    that line, from the objective of the solution before on, are the bounds. A solution without an `o` line of its own
    has the objective of the solution before, and no bounds. Each solution has a fault if the log also has a line
    `s UNSATISFIABLE` or `s UNSAT`. Raises InputError for an `a` line without a value, if values or `o` lines follow the
    last line `a`, or if there is no solution.
    """
    found: list[Printed] = []
    current, objectives, status, begun = Printed(), list[int](), "", 0
    for number, line in enumerate(source.lines(), start=1):
        if line.rstrip() == "a":
            found.append(replace(current, objective=objectives[-1] if objectives else None, bounds=objectives[:-1]))
            current, begun, objectives = Printed(), 0, objectives[-1:]
        elif bound := OBJECTIVE.fullmatch(line):
            objectives.append(integer(bound[1]))
            begun = begun or number
        elif line.startswith(("a ", "a\t")):
            value = VALUE.fullmatch(line)
            found_value = None if value is None else value_of(value[2])
            if value is None or found_value is None:
                raise source.error_in_line("expected `a NAME VALUE`, the value an integer, true or false", number)
            current.add(value[1], found_value)
            begun = begun or number
        elif line.rstrip() in NONE:
            status = line.split()[1]
    if begun and is_whole(current) and source.text.endswith("\n"):  # else the last value may be cut short
        found.append(replace(current, objective=objectives[-1] if objectives else None, bounds=objectives[:-1]))
    elif begun or not found:
        raise InputError(CUT, Place(source.path, begun))
    return [each.refuse(status) for each in found] if status else found
