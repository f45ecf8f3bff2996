"""How commands declare their parameters.

A parameter is annotated, as in `seed: Annotated[int | None, Option("--seed", min=0)] = None`; its type is str, int,
float, bool (a flag), a Literal, or a list of str (an option that is repeatable), each perhaps `| None`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from math import isfinite
from types import NoneType
from typing import Any, Literal, get_args, get_origin

Command = Callable[..., Any]
PLAIN = (None, list, Literal)  # what a type is that is no union


class Parameter:
    """An option or argument.  names: of an option, as `-o` and `--output`; min: the least number that is taken; envvar:
    the variable of the environment that stands for it; metavar, help: in the help; autocompletion: the beginning of a
    value -> values.  file: what the command does with a file of that name; of a folder, and of what stands for several
    files, the code that makes the files names them."""

    def __init__(
        self,
        *names: str,
        help: str,
        metavar: str | None = None,
        min: float | None = None,
        envvar: str | None = None,
        autocompletion: Callable[[str], list[str]] | None = None,
        file: Literal["read", "written", "folder"] | None = None,
    ):
        self.names, self.least, self.envvar, self.file = names, min, envvar, file
        self.about = {"help": help, "metavar": metavar, "autocompletion": autocompletion}


class Option(Parameter):
    """A parameter that is said by its name, and maybe a value."""


class Argument(Parameter):
    """A parameter that is said by its place."""


class Declared:
    """A parameter of a command.  name: in Python; types: what a value may be; of a list, what its items may be."""

    def __init__(self, name: str, annotation: Any):
        self.annotation, self.parameter = get_args(annotation)
        self.name = name
        kinds = (self.annotation,) if get_origin(self.annotation) in PLAIN else get_args(self.annotation)
        (self.kind,) = (each for each in kinds if each is not NoneType)
        self.is_list, self.is_flag = get_origin(self.kind) is list, self.kind is bool

    def value(self, text: str) -> Any:
        """What a text means.  ValueError if that is nothing."""
        if self.is_list or self.kind is str:
            return text
        if get_origin(self.kind) is Literal:
            return get_args(self.kind)[get_args(self.kind).index(text)]
        number = self.kind(text)
        if self.kind is float and not isfinite(number):
            raise ValueError
        if self.parameter.least is not None and number < self.parameter.least:
            raise ValueError
        return number


def declared(command: Command) -> list[Declared]:
    """The parameters of a command, in order."""
    return _declared(inspect.unwrap(command))


@cache
def _declared(command: Command) -> list[Declared]:
    return [
        Declared(name, each)
        for name, each in inspect.get_annotations(command, eval_str=True).items()
        if name != "return"
    ]
