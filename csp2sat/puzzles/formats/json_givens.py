"""The value of `givens` in a JSON text, checked value by value; each error has its place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..codes.placing import ErrorText, no_cell, no_value, placed, short
from ..notation import CellForm, ExtraNumbers, SectionsForm
from ..spec import AnyPuzzle
from .json_places import Key, Text

Size = tuple[int, int]  # rows and columns


def cells(text: Text, puzzle: AnyPuzzle, form: CellForm, size: Size) -> Any:
    """Givens that are the values of the cells."""
    numbers, path, rows = _parts(text, form, size)
    return form.givens([_row(text, puzzle, form, size[1], (*path, r), row) for r, row in enumerate(rows)], numbers)


def sections(text: Text, puzzle: AnyPuzzle, form: SectionsForm, size: Size) -> Any:
    """Givens that are an object of lists."""
    _check_keys(text, {section.key for section in form.sections})
    for section in form.sections:
        path, part = ("givens", section.key), text.keys["givens"][section.key]
        if section.lists == "one":
            _check_values(text, puzzle, part, path)
            continue
        for k, values in enumerate(_list(text, part, section.number_of_lists(*size), path, "lists")):
            _check_values(text, puzzle, values, (*path, k))
            if section.across:
                _check_count(text, values, size[1], (*path, k), "values")
    return text.keys["givens"]


def _check_keys(text: Text, wanted: set[str]) -> None:
    givens = text.keys["givens"]
    if not isinstance(givens, dict) or set(givens) != wanted:
        raise text.error(f"expected an object with the keys {', '.join(map(shown, sorted(wanted)))}", "givens")


def _check_values(text: Text, puzzle: AnyPuzzle, values: Any, path: tuple[Key, ...]) -> None:
    if not isinstance(values, list):
        raise text.error("expected a list", *path)
    _check_each(text, puzzle, values, path, no_value)


def _check_each(text: Text, puzzle: AnyPuzzle, values: Sequence[Any], path: tuple[Key, ...], wrong: ErrorText) -> None:
    for k, value in enumerate(values):
        try:
            puzzle.cells.token(value)
        except ValueError as expected:
            raise text.error(wrong(shown(value), puzzle, expected), *path, k) from None


def _parts(text: Text, form: CellForm, size: Size) -> tuple[tuple[int, ...], tuple[Key, ...], list[Any]]:
    """What the givens consist of: extra numbers, the path to the rows, the rows."""
    givens = text.keys["givens"]
    if not form.under:
        return (), ("givens",), _list(text, givens, size[0], ("givens",), "rows")
    _check_keys(text, {form.under, *(form.extra.keys if form.extra else ())})
    path = ("givens", form.under)
    return _numbers(text, form.extra, size), path, _list(text, givens[form.under], size[0], path, "rows")


def _numbers(text: Text, extra: ExtraNumbers | None, size: Size) -> tuple[int, ...]:
    if extra is None:
        return ()
    numbers = tuple(text.keys["givens"][key] for key in extra.keys)
    for key, value in zip(extra.keys, numbers, strict=True):
        if type(value) is not int:
            raise text.error(f"{shown(value)} is no number", "givens", key)
    with placed(lambda message: text.error(message, "givens", extra.keys[0])):
        extra.check(*size, numbers)
    return numbers


def _list(text: Text, value: Any, count: int, path: tuple[Key, ...], what: str) -> list[Any]:
    """The value, a list of so many of these."""
    if not isinstance(value, list):
        raise text.error(f"expected a list of {count} {what}", *path)
    _check_count(text, value, count, path, what)
    return value


def _check_count(text: Text, values: Any, count: int, path: tuple[Key, ...], what: str) -> None:
    """InputError at the first one too many, or at the last one of too few."""
    if len(values) != count:
        at = [min(len(values) - 1, count)][: len(values)]
        raise text.error(f"found {len(values)} {what}; expected {count}", *path, *at)


def _row(text: Text, puzzle: AnyPuzzle, form: CellForm, cols: int, path: tuple[Key, ...], row: Any) -> list[Any]:
    if not isinstance(row, str if form.strings else list):
        raise text.error(f"expected a {'string' if form.strings else 'list'} of {cols} cells", *path)
    _check_each(text, puzzle, row[:cols], path, no_cell)
    _check_count(text, row, cols, path, "cells")
    return list(row)


def shown(value: Any) -> str:
    """A value as JSON writes it, for a message."""
    return short(json.dumps(value))
