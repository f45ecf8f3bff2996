"""The neutral JSON form: one object with the keys type, rows, cols and givens.  Other keys are ignored.

{"type": "masyu", "rows": 2, "cols": 3, "givens": [".b.", "w.."]}
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ...errors import InputError
from ...text import Source
from ..givens import Extra, Form, check_size
from ..spec import Board, Format, Puzzle
from .json_places import Key, members, place
from .placing import board, no_cell, placed, short

KEYS = ("type", "rows", "cols", "givens")


class Text(NamedTuple):
    """A source and the members of its outermost object."""

    source: Source
    keys: dict[str, Any]

    def error(self, message: str, *path: Key) -> InputError:
        """The error at the value at the end of the path."""
        return self.source.error(message, place(self.source.text, list(path)))


def fits(text: str) -> bool:
    """Does an object begin?"""
    return text.lstrip().startswith("{")


def type_of(source: Source) -> str:
    """The value of the key `type`."""
    text = _text(source)
    name = _value(text, "type")
    if not isinstance(name, str):
        raise text.error(f"{_shown(name)} is no type; expected the name of a puzzle", "type")
    return name


def read(source: Source, puzzle: Puzzle) -> Board:
    """The board; InputError at the first place that is wrong."""
    text = _text(source)
    if _value(text, "type") != puzzle.name:
        raise text.error(f"the type is {_shown(text.keys['type'])}; expected {_shown(puzzle.name)}", "type")
    size = _size(text)
    numbers, path, rows = _parts(text, puzzle.form, size)
    values = [_row(text, puzzle, size[1], (*path, r), row) for r, row in enumerate(rows)]
    with placed(lambda message: text.error(message, *path), lambda cell, message: text.error(message, *path, *cell)):
        return board(puzzle, values, numbers)


def _text(source: Source) -> Text:
    """Read the text; its outermost object may not have a key twice."""
    try:
        whole = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise source.error(f"this is no JSON: {error.msg}", error.pos) from None
    except RecursionError:
        raise source.error("this is no board: nested too deeply", 0) from None
    except ValueError:  # Python does not convert numbers of thousands of digits
        raise source.error("this is no board: a number has too many digits", 0) from None
    if not isinstance(whole, dict):
        raise source.error("this is no board; expected an object", 0)
    seen: set[Key] = set()
    for key, key_at, _ in members(source.text, place(source.text, [])):
        if key in seen:
            raise source.error(f"the key {_shown(key)} is there twice", key_at)
        seen.add(key)
    return Text(source, whole)


def _value(text: Text, key: str) -> Any:
    if key not in text.keys:
        raise text.error(f"there is no key {_shown(key)}; expected {', '.join(map(_shown, KEYS))}")
    return text.keys[key]


def _size(text: Text) -> tuple[int, int]:
    for key in ("rows", "cols"):
        if type(_value(text, key)) is not int:
            raise text.error(f"{_shown(text.keys[key])} is no number of {key}", key)
    rows, cols = text.keys["rows"], text.keys["cols"]
    with placed(lambda message: text.error(message, "rows" if rows < 1 else "cols")):
        check_size(rows, cols)
    return rows, cols


def _parts(text: Text, form: Form, size: tuple[int, int]) -> tuple[tuple[int, ...], tuple[Key, ...], list[Any]]:
    """What the givens consist of: extra numbers, the path to the rows, the rows."""
    givens = _value(text, "givens")
    if not form.under:
        return (), ("givens",), _list(text, givens, size[0], ("givens",))
    wanted = {form.under, *(form.extra.keys if form.extra else ())}
    if not isinstance(givens, dict) or set(givens) != wanted:
        raise text.error(f"expected an object with the keys {', '.join(map(_shown, sorted(wanted)))}", "givens")
    path = ("givens", form.under)
    return _numbers(text, form.extra, size), path, _list(text, givens[form.under], size[0], path)


def _numbers(text: Text, extra: Extra | None, size: tuple[int, int]) -> tuple[int, ...]:
    if extra is None:
        return ()
    numbers = tuple(text.keys["givens"][key] for key in extra.keys)
    for key, value in zip(extra.keys, numbers, strict=True):
        if type(value) is not int:
            raise text.error(f"{_shown(value)} is no number", "givens", key)
    with placed(lambda message: text.error(message, "givens", extra.keys[0])):
        extra.check(*size, numbers)
    return numbers


def _list(text: Text, rows: Any, count: int, path: tuple[Key, ...]) -> list[Any]:
    if not isinstance(rows, list):
        raise text.error(f"expected a list of {count} rows", *path)
    if len(rows) != count:
        place = min(len(rows) - 1, count)
        raise text.error(f"found {len(rows)} rows; expected {count}", *path, *[place][: len(rows)])
    return rows


def _row(text: Text, puzzle: Puzzle, cols: int, path: tuple[Key, ...], row: Any) -> list[Any]:
    if not isinstance(row, str if puzzle.form.strings else list):
        raise text.error(f"expected a {'string' if puzzle.form.strings else 'list'} of {cols} cells", *path)
    for c, value in enumerate(row[:cols]):
        try:
            puzzle.symbol(value)
        except ValueError as expected:
            raise text.error(no_cell(_shown(value), puzzle, expected), *path, c) from None
    if len(row) != cols:
        raise text.error(f"found {len(row)} cells; expected {cols}", *path, *[min(len(row) - 1, cols)][: len(row)])
    return list(row)


def _shown(value: Any) -> str:
    return short(json.dumps(value))


def write(board: Board) -> str:
    """The object, on one line."""
    return json.dumps(board.neutral()) + "\n"


FORMAT = Format("json", fits, read, write, type=type_of)
