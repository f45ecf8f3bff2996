"""The neutral JSON form: one object with the keys type, rows, cols and givens.  Other keys, as of a title, are ignored.

{"type": "masyu", "rows": 2, "cols": 3, "givens": [".b.", "w.."]}
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sized

from ...base.json_source import Key, json_in, key_error, place
from ...base.numbers import shortened
from ...base.source import Source
from ...errors import InputError
from ...tuples import NamedTuple
from ..givens import CellForm, ExtraNumbers, GivenSection, SectionsForm
from ..names import puzzle_named
from ..notation import GivenParts, GivenValue, Notation, check_size
from ..spec import AnyPuzzle, Board
from .base.left_out import blank, completed
from .base.placing import ErrorText, board, no_cell, no_value, placed
from .spec import Format


class Text(NamedTuple):
    """A source in JSON, and the members of its outermost object."""

    source: Source
    keys: GivenParts

    def error(self, message: str, *path: Key) -> InputError:
        """Return the error at the value to which the path leads."""
        return self.source.error(message, place(self.source.text, list(path)))


Size = tuple[int, int]  # rows and columns


def cells(text: Text, puzzle: AnyPuzzle, form: CellForm, size: Size) -> tuple[GivenValue, tuple[Key, ...]]:
    """Return givens that are the values of the cells, and the path to their rows; raise InputError at a wrong value.

    `size` is the rows and columns of the board.
    """
    rows, cols = (each + form.corners for each in size)
    numbers, path, lists = _parts(text, form, (rows, cols))
    values = [_row(text, puzzle, form, cols, (*path, r), row) for r, row in enumerate(lists)]
    return form.givens(values, numbers), path


def sections(text: Text, puzzle: AnyPuzzle, form: SectionsForm, size: Size) -> tuple[GivenValue, tuple[Key, ...]]:
    """Return the givens of a board whose puzzle has sections, with blank ones in place of those left out; and the path
    to the givens in the text.

    form: the sections of the puzzle.  size: rows and columns of the board.  The path is always ("givens",).  Raises
    InputError at a wrong value, for an unknown key, for a section that is missing and cannot be blank, and if all
    sections are missing.
    """
    extra = form.extra.keys if form.extra else ()
    wanted = [s for s in form.sections if not s.optional]
    known = text.keys["givens"] if isinstance(text.keys["givens"], dict) else {}
    there_is = any(s.key in known for s in form.sections)
    needed = {s.key for s in wanted if s.key in known or not there_is or blank(puzzle, s, size) is None}
    _check_keys(text, {*needed, *extra}, {s.key for s in form.sections})
    _numbers(text, form.extra, size)
    there = [section for section in form.sections if section.key in text.keys["givens"]]
    for section in there:
        path, part = ("givens", section.key), text.keys["givens"][section.key]
        if section.lists == "one":
            _check_values(text, (puzzle, section), size, part, path)
            continue
        for k, values in enumerate(_list(text, part, section.number_of_lists(*size), path, "lists")):
            _check_values(text, (puzzle, section), size, values, (*path, k))
    givens = text.keys["givens"]
    kept = {key: givens[key] for key in (*extra, *(section.key for section in there))}
    return completed(puzzle, form, size, kept), ("givens",)


def _check_keys(text: Text, wanted: set[str], more: Collection[str] = ()) -> None:
    givens = text.keys["givens"]
    if not isinstance(givens, dict) or not wanted <= set(givens) <= wanted.union(more):
        raise text.error(f"expected an object with the keys {', '.join(map(shown, sorted(wanted)))}", "givens")


def _check_values(
    text: Text, part: tuple[AnyPuzzle, GivenSection], size: Size, values: object, path: tuple[Key, ...]
) -> None:
    """Raise InputError if `values` is not the list (for a section with `strings`, the string) of allowed values, in the
    right number, of a section of a puzzle (`part`) on a board of `size`.

    `path` leads to the list.
    """
    puzzle, section = part
    if not isinstance(values, str if section.strings else list):
        raise text.error(f"expected a {'string' if section.strings else 'list'}", *path)
    for k, value in enumerate(values):
        _check_one(text, puzzle, section.cells or puzzle.cells, (value, no_value), (*path, k))
    count = section.number_of_values(*size)
    if count is not None:
        _check_count(text, values, count, path, "values")


def _check_one(
    text: Text, puzzle: AnyPuzzle, cells: Notation, refused: tuple[GivenValue, ErrorText], path: tuple[Key, ...]
) -> None:
    value, wrong = refused
    try:
        cells.token(value)
    except ValueError as expected:
        raise text.error(wrong(shown(value), puzzle, expected), *path) from None


def _parts(text: Text, form: CellForm, size: Size) -> tuple[tuple[int, ...], tuple[Key, ...], list[GivenValue]]:
    """Return the parts of givens that are values of cells: extra numbers, the path to the rows, the rows.  Raises
    InputError if one of these parts is missing or has another form.
    """
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
        if type(value) is not (bool if extra.truth else int):
            raise text.error(
                f"{shown(value)} is {'neither true nor false' if extra.truth else 'no number'}", "givens", key
            )
    with placed(lambda message: text.error(message, "givens", extra.keys[0])):
        extra.check(*size, numbers)
    return tuple(map(int, numbers))


def _list(text: Text, value: object, count: int | None, path: tuple[Key, ...], what: str) -> list[GivenValue]:
    """Return the value if it is a list of `count` elements (None: of any number); raise InputError otherwise.

    `path` leads to the list; `what` is the name of its elements in messages.
    """
    if not isinstance(value, list):
        raise text.error(f"expected a list of {what if count is None else f'{count} {what}'}", *path)
    if count is not None:
        _check_count(text, value, count, path, what)
    return value


def _check_count(text: Text, values: Sized, count: int, path: tuple[Key, ...], what: str) -> None:
    """Raise InputError at the first value beyond `count`, or at the last one if there are too few.

    `path` leads to the values; `what` is their name in messages.
    """
    if len(values) != count:
        at = [min(len(values) - 1, count)][: len(values)]
        raise text.error(f"found {len(values)} {what}; expected {count}", *path, *at)


def _row(
    text: Text, puzzle: AnyPuzzle, form: CellForm, cols: int, path: tuple[Key, ...], row: object
) -> list[GivenValue]:
    if not isinstance(row, str if form.strings else list):
        raise text.error(f"expected a {'string' if form.strings else 'list'} of {cols} cells", *path)
    values = [_blank(puzzle, value) for value in row]
    for k, value in enumerate(values[:cols]):
        _check_one(text, puzzle, puzzle.cells, (value, no_cell), (*path, k))
    _check_count(text, row, cols, path, "cells")
    return values


def _blank(puzzle: AnyPuzzle, value: object) -> GivenValue:
    """Return the value, or the blank value of the puzzle if it is one of the signs `-` and `.` for it."""
    if value not in ("-", "."):
        return value
    try:
        return puzzle.cells.value(value)
    except ValueError:  # no cell is blank
        return value


def shown(value: object) -> str:
    """Return a value as JSON, for a message."""
    return shortened(json.dumps(value))


KEYS = ("type", "rows", "cols", "givens")


def type_of(source: Source) -> str:
    """Return the value of the key `type`; raise InputError if it is missing or no string."""
    text = _text(source)
    name = _value(text, "type")
    if not isinstance(name, str):
        raise text.error(f'{shown(name)} is no kind of puzzle; expected a name such as "masyu"', "type")
    return name


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the object; raise InputError at the first wrong place."""
    text = _text(source)
    name = _value(text, "type")
    if not isinstance(name, str) or puzzle_named(name) != puzzle.name:
        raise text.error(f'"type" is {shown(text.keys["type"])}; expected {shown(puzzle.name)}', "type")
    size = _size(text)
    _value(text, "givens")
    form = puzzle.form
    givens, path = cells(text, puzzle, form, size) if isinstance(form, CellForm) else sections(text, puzzle, form, size)
    with placed(lambda message: text.error(message, *path), lambda cell, message: text.error(message, *path, *cell)):
        return board(puzzle, size, givens)


def _text(source: Source) -> Text:
    """Return the outermost object of the text; raise InputError if the text is no object, or has a key twice in it."""
    whole = json_in(source)
    if not isinstance(whole, dict):
        raise source.error("this is no board; expected an object", 0)
    return Text(source, whole)


def _value(text: Text, key: str) -> GivenValue:
    if key not in text.keys:
        if slip := key_error(text.source, (), text.keys, KEYS, only_near=True):
            raise slip
        data = "" if text.keys.keys() & set(KEYS) else "; data of a MiniZinc model stand behind it: MODEL.mzn DATA.json"
        raise text.error(f"there is no key {shown(key)}; expected {', '.join(map(shown, KEYS))}{data}")
    return text.keys[key]


def _size(text: Text) -> tuple[int, int]:
    for key in ("rows", "cols"):
        if type(_value(text, key)) is not int:
            raise text.error(f"{shown(text.keys[key])} is no number of {key}", key)
    rows, cols = text.keys["rows"], text.keys["cols"]
    with placed(lambda message: text.error(message, "rows" if rows < 1 else "cols")):
        check_size(rows, cols)
    return rows, cols


def write(board: Board) -> str:
    """Return the object of the board, on one line."""
    return json.dumps(board.neutral()) + "\n"


# FlatZinc's JSON begins with these keys
FORMAT = Format("json", re.compile(r'\s*\{(?!\s*"(?:variables|arrays|constraints)"\s*:)'), read, write, type=type_of)
