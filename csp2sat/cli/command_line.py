"""The quick way past typer: a command line that is right becomes a call of its command.

Each command declares its options and arguments (`parameters.py`), and Python's getopt reads the words.  A line that
getopt does not take is for typer (`app.py`), which shows help, completes, and prints the fault of a wrong line.
Measured: the command `help` takes 129 ms of CPU this way and 187 ms by typer, which has to be imported and to build the
command (medians of 7 runs in turn, two shared cores, Python 3.11, typer 0.27).
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from functools import partial
from getopt import GetoptError, gnu_getopt
from importlib import import_module
from typing import Any

from ..base.files import MINIZINC, MINIZINC_DATA
from .commands import BELOW, COMMANDS
from .parameters import Argument, Command, Declared, declared
from .reporting import warn
from .words import given


def call_of(words: Sequence[str]) -> Callable[[], int | None]:
    """Return the call that a command line means (the words after `csp2sat`), which returns the exit code or ends with
    SystemExit.
    """
    given.set(tuple(words))
    arguments = [_no_option(word) for word in words]
    if [word for word in words if word[-4:].lower() in (MINIZINC, MINIZINC_DATA)]:
        from .minizinc_data import with_data

        arguments = with_data(arguments)
    if arguments and arguments[0] in COMMANDS:
        below = BELOW.get(tuple(arguments[:2]))
        command = getattr(import_module(f"{__package__}.commands.{arguments[0]}"), below or arguments[0])
        values = option_values(command, arguments[2 if below else 1 :])
        if values is not None:
            return partial(command, **values)
    from .app import run

    return partial(run, arguments)


def _no_option(word: str) -> str:
    """Return a word of the command line, changed so that a board is not read as an option.

    A board that begins with `-`, which stands for a blank cell, gets `.` for this first character; such a board is a
    word of at least 16 characters that consists of digits and the signs for blank cells.  Any other word is returned as
    it is.
    """
    return f".{word[1:]}" if len(word) >= 16 and word[0] == "-" and not word.strip("-._*0123456789") else word


def option_values(command: Command, words: Sequence[str]) -> dict[str, Any] | None:
    """Return the values of all options and arguments of a command, by their names in Python; None if typer has to read
    the line: for help, for a word that is wrong, and if a required argument is missing.

    An option or argument that is not among the words has the value of its environment variable, else its default.
    The last of two different values of an option counts, with a warning unless the line has `--quiet`.
    """
    parameters = declared(command)
    values = {each.name: each.default for each in parameters}
    for each in parameters:
        if variable := each.parameter.about.get("envvar"):
            values[each.name] = os.environ.get(variable) or values[each.name]
    options = {name: each for each in parameters for name in each.parameter.names}
    named = [name + ("" if each.is_flag else ":" if len(name) == 2 else "=") for name, each in options.items()]
    short, long = [name[1:] for name in named if name[1] != "-"], [name[2:] for name in named if name[1] == "-"]
    places = [each for each in parameters if isinstance(each.parameter, Argument)]
    unknown = [word for word in words if word.startswith("--") and word.partition("=")[0] not in options]
    if unknown:
        return None  # getopt would take the beginning of an option, too
    try:
        found, others = gnu_getopt(words, "".join(short), long)
        given = [(options[name], text) for name, text in found]
        if places and places[-1].is_list:  # which takes all words that are left
            places += places[-1:] * (len(others) - len(places))
        if len(others) > len(places) or [word for word in others if word.startswith("-") and word != "-"]:
            return None
        for each, text in [*given, *zip(places, others, strict=False)]:
            value = True if each.is_flag else each.value(text)
            before = values[each.name]
            values[each.name] = [*(before if isinstance(before, list) else ()), value] if each.is_list else value
    except (GetoptError, ValueError):
        return None
    _warn_of_two_values([(each, text) for each, text in given if not each.is_list], bool(values.get("quiet")))
    return None if inspect.Signature.empty in values.values() else values


def _warn_of_two_values(given: Sequence[tuple[Declared, str]], quiet: bool) -> None:
    """Warn of each option with two different values, of which the last one counts: a line of a Makefile often adds
    options to those of a variable.

    given: options that are not repeatable, each with the text of its value.  quiet: whether nothing is printed.
    """
    known: dict[str, str] = {}
    for each, text in given:
        if known.setdefault(each.name, text) != text:
            warn(f"{max(each.parameter.names, key=len)} is given twice; the last one counts", quiet)
