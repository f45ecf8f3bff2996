"""The declarations of the parameters of commands, and their values on a command line.

A parameter is annotated, as in `seed: Annotated[int | None, Option("--seed", min=0)] = None`; its type is str, int,
float, bool (a flag), a Literal, or a list of str (an option that is repeatable), each perhaps `| None`.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from getopt import GetoptError, gnu_getopt
from math import isfinite
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from ..settings import HelpPanel
from ..tuples import NamedTuple

Command = Callable[..., Any]
FileUse = Literal["read", "written", "folder"]
PLAIN = (None, list, Literal)  # what a type is that is no union


class Parameter:
    """An option or argument.

    names: of an option, as `-o` and `--output`.  about: help, metavar, min, max, envvar and autocompletion, as typer
    has them; the help may be a function that returns its text.  file: what the command does with a file of that name:
    files that are `read` or `written` are entered in `file_guard` before the command runs, but the code that makes
    several files of one name, or the files of a `folder`, enters these itself.  panel: the part of a command's help
    with an option; by default `files` for files that are written and folders, else `question`.
    """

    def __init__(self, *names: str, file: FileUse | None = None, panel: HelpPanel | None = None, **about: Any):
        self.names, self.file, self.about = names, file, about
        self.panel = panel or ("files" if file in ("written", "folder") else "question")


class Option(Parameter):
    """A parameter that has a name on the command line."""


class Argument(Parameter):
    """A parameter whose place among the words gives its meaning."""


class Declared:
    """A parameter of a command, with its name in Python.

    kind: the type of its value, without None; for a list, the list type.  is_list: whether the option can be repeated.
    is_flag: whether the option takes no value.
    """

    def __init__(self, name: str, annotation: Any, parameter: Parameter, default: Any):
        self.name, self.annotation, self.parameter, self.default = name, annotation, parameter, default
        kinds = (annotation,) if get_origin(annotation) in PLAIN else get_args(annotation)
        (self.kind,) = [each for each in kinds if each is not NoneType]
        self.is_list, self.is_flag = get_origin(self.kind) is list, self.kind is bool

    def value(self, text: str) -> Any:
        """Return the value that a text on the command line means, of a list one element.  Raises ValueError if the text
        is no such value, and for a number below the least or above the greatest.
        """
        if self.is_list or self.kind is str:
            return text
        if get_origin(self.kind) is Literal:
            return get_args(self.kind)[get_args(self.kind).index(text)]
        number = self.kind(text)
        if self.kind is float and not isfinite(number):
            raise ValueError
        about = self.parameter.about
        if not about.get("min", number) <= number <= about.get("max", number):
            raise ValueError
        return number


class Joined(NamedTuple):
    """Several options that make one parameter of a command.

    value: a function that returns the value of the parameter, given the values of the options by name.
    """

    options: Sequence[Declared]
    value: Callable[[dict[str, Any]], Any]


class SeveralInputs(NamedTuple):
    """Several inputs in place of the only input of a command.

    names: files, folders, and whatever else names an input.  jobs: the number of processes.  each: seconds for each
    input, None for no limit.  answers: the folder with an answer to each input; None for commands other than `check`.
    resume: whether inputs that have a result are left out.
    """

    names: Sequence[str]
    jobs: int = 1
    each: float | None = None
    answers: str | None = None
    resume: bool = False


def declared(command: Command) -> list[Declared]:
    """Return the options and arguments of a command, in order, with joined ones one by one."""
    parts = _declared(inspect.unwrap(command)).values()
    return [option for each in parts for option in (each.options if isinstance(each, Joined) else (each,))]


def joined(command: Command, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a command's parameters by name, computed from the `values` of its options and arguments by
    name.
    """
    parts = _declared(inspect.unwrap(command))
    return {
        name: each.value({option.name: values[option.name] for option in each.options})
        if isinstance(each, Joined)
        else values[name]
        for name, each in parts.items()
    }


@cache
def _declared(command: Command) -> dict[str, Declared | Joined]:
    """Return the parameters of a command by their names in Python; options that are joined are one parameter."""
    found: dict[str, Declared | Joined] = {}
    for each in inspect.signature(command, eval_str=True).parameters.values():
        annotation, about = get_args(each.annotation)
        found[each.name] = about if isinstance(about, Joined) else Declared(each.name, annotation, about, each.default)
    return found


def option_values(command: Command, words: Sequence[str], warn: Callable[[str, bool], None]) -> dict[str, Any] | None:
    """Return the values of all options and arguments of a command, by their names in Python; None if typer has to read
    the line: for help, for a word that is wrong, and if a required argument is missing.

    An option or argument that is not among the words has the value of its environment variable, else its default.
    The last of two different values of an option counts, with a warning: `warn` is called with its text and whether the
    line has `--quiet`.
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
    for name in _with_two_values((each, text) for each, text in given if not each.is_list):
        warn(f"{name} is given twice; the last one counts", bool(values.get("quiet")))
    return None if inspect.Signature.empty in values.values() else values


def _with_two_values(given: Iterable[tuple[Declared, str]]) -> Iterator[str]:
    """Yield the name of each option that is given with several values that differ.

    The last value counts, so that a Makefile's recipe can override an option in a variable.  given: options that are
    not repeatable, each with the text of its value, in the order of the command line.
    """
    known: dict[str, str] = {}
    for each, text in given:
        if known.setdefault(each.name, text) != text:
            yield max(each.parameter.names, key=len)
