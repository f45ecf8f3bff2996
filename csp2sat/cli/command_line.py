"""A command line that is right becomes a call of its command.

A line of known options with good values is read here, within a millisecond.  All others are for typer (`app.py`), which
takes as long to import and to build as a small board takes to solve: it shows help, completes, and says what is wrong.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from .commands import BELOW, COMMANDS
from .parameters import Argument, Command, Declared, declared


def run(arguments: list[str]) -> int:
    """Run a command line (the words after `csp2sat`); the exit code."""
    if arguments and arguments[0] in COMMANDS and tuple(arguments[:2]) not in BELOW:
        command = getattr(import_module(f"{__package__}.commands.{arguments[0]}"), arguments[0])
        values = values_of(command, arguments[1:])
        if values is not None:
            return command(**values) or 0
    from .app import run as run_typer

    return run_typer(arguments)


def values_of(command: Command, words: Sequence[str]) -> dict[str, Any] | None:
    """The values of all parameters of a command; None for a line that typer has to read."""
    parameters = declared(command)
    values = {each.name: each.default for each in parameters}
    for each in parameters:
        if variable := each.parameter.about.get("envvar"):
            values[each.name] = os.environ.get(variable) or values[each.name]
    try:
        for each, value in _said(parameters, words):
            values[each.name] = [*(values[each.name] or ()), value] if each.is_list else value
    except (ValueError, KeyError, StopIteration):
        return None
    return None if inspect.Signature.empty in values.values() else values


def _said(parameters: Sequence[Declared], words: Sequence[str]) -> list[tuple[Declared, Any]]:
    """What the words say, one after the other.  ValueError, KeyError or StopIteration where they are not plain."""
    options = {name: each for each in parameters for name in each.parameter.names}
    places = iter([each for each in parameters if isinstance(each.parameter, Argument) and not each.is_list])
    said, waiting = [], iter(words)
    for word in waiting:
        name, equals, text = word.partition("=") if word.startswith("--") else (word, "", "")
        each = options[name] if word.startswith("-") and word != "-" else next(places)
        said.append((each, _value(each, word, text if equals else None, waiting)))
    return said


def _value(each: Declared, word: str, text: str | None, waiting: Iterator[str]) -> Any:
    """The value of a parameter: of a flag true, of an argument the word, else the text behind `=`, or the next word."""
    if each.is_flag:
        if text is not None:
            raise ValueError
        return True
    if isinstance(each.parameter, Argument):
        text = word
    if text is not None:
        return each.value(text)
    text = next(waiting)
    if text.startswith("-") and text != "-":
        raise ValueError
    return each.value(text)
