"""Warm starts: annotations of the solve item with starting values, which become preferred values of the model.

The annotations `warm_start`, `warm_start_int` and `warm_start_bool` are read, also inside other annotations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...model.expr import Expr
from ..base.wrong import Wrong
from .arguments import Argument

SomeWords = str | list[Any]
"""The name of an array, or the words of a list."""
NAMES = ("warm_start", "warm_start_int", "warm_start_bool")
_LIST = r"(\[[^][]*\]|[A-Za-z_][A-Za-z0-9_]*+)"
_BLANK = r"[ \t\r\n]*+"
_START = re.compile(rf"\b(?:{'|'.join(NAMES)}){_BLANK}\({_BLANK}{_LIST}{_BLANK},{_BLANK}{_LIST}{_BLANK}\)")


def in_text(annotation: str) -> Iterator[tuple[SomeWords, SomeWords]]:
    """Yield the variables and the values of each warm start in the text of an annotation."""
    for variables, values in _START.findall(annotation):
        yield _words(variables), _words(values)


def _words(text: str) -> SomeWords:
    return text if text[0] != "[" else text[1:-1].split(",")


def in_json(given: object) -> Iterator[tuple[SomeWords, SomeWords]]:
    """Yield the variables and the values of each warm start in annotations of the JSON form."""
    if isinstance(given, list):
        for each in given:
            yield from in_json(each)
    elif isinstance(given, dict):
        match given:
            case {"id": str(name), "args": [str() | list() as variables, str() | list() as values]} if name in NAMES:
                yield variables, values
            case {"args": arguments}:
                yield from in_json(arguments)


def preferred_values(
    starts: Iterable[tuple[SomeWords, SomeWords]], names: Mapping[str, Any], value: Callable[[Any], Argument]
) -> dict[str, int]:
    """Return the preferred values by the names of the model's variables, 1 or 0 for a Boolean; a later start replaces
    the value of an earlier one.

    starts: the variables and the values of each warm start. names: arrays by their names. value: gives the meaning of a
    word; a word without a meaning, such as `<>`, prefers no value.
    """
    found: dict[str, int] = {}
    for variables, values in starts:
        for variable, wanted in zip(*(list(_meant(each, names, value)) for each in (variables, values)), strict=False):
            if isinstance(variable, Expr) and isinstance(wanted, int):
                inner = variable.args[0] if variable.op == "if" else variable
                if inner.op in ("int", "bool"):
                    found[str(inner.args[0])] = int(wanted)
    return found


def _meant(words: SomeWords, names: Mapping[str, Any], value: Callable[[Any], Argument]) -> Iterator[Argument | None]:
    if isinstance(words, str):
        elements = names.get(words)
        yield from elements if isinstance(elements, list) else ()
        return
    for word in words:
        try:
            yield value(word)
        except Wrong:
            yield None
