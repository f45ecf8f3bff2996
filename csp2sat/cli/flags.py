"""The reading of command lines whose flags another program prescribes, of `csp2sat-fzn` and `csp2sat-xcsp3`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import UsageError

ReadFlag = Callable[[str, str], Any]
"""A function from a flag's name and the text of its value to the value; raises UsageError for a wrong text."""


class FlagTable(NamedTuple):
    """The flags of a program, by their names: of those without a value the field that becomes True, of the others the
    field and the function that reads the value.
    """

    switches: Mapping[str, str]
    valued: Mapping[str, tuple[str, ReadFlag]]


def read_flags(arguments: list[str], table: FlagTable) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the words of a command line that are no flags, and the values of the flags by their fields.

    A value stands after its flag, or after `=`; words after `--` are no flags.  Raises UsageError for an unknown flag,
    or a value that is missing or wrong.
    """
    words = iter(arguments)
    values: dict[str, Any] = {}
    others: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            others += words
        elif not word.startswith("-") or word == "-":
            others.append(word)
        elif name in table.switches and not equals:
            values[table.switches[name]] = True
        elif name in table.valued:
            field, read = table.valued[name]
            values[field] = read(name, value if equals else _next(name, words))
        else:
            raise UsageError(f"there is no flag {word}")
    return tuple(others), values


def _next(name: str, words: Iterator[str]) -> str:
    """Return the next of the words, which is the value of the flag `name`.  Raises UsageError if there is none."""
    value = next(words, None)
    if value is None:
        raise UsageError(f"{name}: expected a value after it")
    return value


def shows_help(program: str, usage: str, wants_help: bool, wants_version: bool) -> bool:
    """Print the usage of a program if `wants_help`, else its version if `wants_version`; return whether one was
    printed.
    """
    if wants_help or wants_version:
        from .. import __version__

        print(usage if wants_help else f"{program} {__version__}\n", end="")
    return wants_help or wants_version


def flag_text(name: str, value: str) -> str:
    """Return the text of a flag's value as it is."""
    return value


def flag_number(name: str, value: str) -> int:
    """Return the number that is the value of the flag `name`, not negative and of at most 18 digits.  Raises UsageError
    for any other value.
    """
    if not (value.isascii() and value.isdecimal() and len(value) < 19):
        raise UsageError(f"{name} {value}: expected a number")
    return int(value)


def flag_count(name: str, value: str) -> int:
    """Return the number that is the value of the flag `name`, at least 1.  Raises UsageError for any other value."""
    if (number := flag_number(name, value)) < 1:
        raise UsageError(f"{name} {value}: expected a number, at least 1")
    return number
