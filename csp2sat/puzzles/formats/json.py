"""The neutral JSON form: one object with the keys type, rows, cols and givens.  Other keys are ignored.

{"type": "masyu", "rows": 2, "cols": 3, "givens": [".b.", "w.."]}
"""

from __future__ import annotations

import json
from typing import Any

from ...base.source import Source
from ..codes.placing import board, placed
from ..notation import CellForm, check_size
from ..spec import AnyPuzzle, Board, Format
from .json_givens import cells, sections, shown
from .json_places import Key, Text, members, place

KEYS = ("type", "rows", "cols", "givens")


def fits(text: str) -> bool:
    """Does an object begin?"""
    return text.lstrip().startswith("{")


def type_of(source: Source) -> str:
    """The value of the key `type`."""
    text = _text(source)
    name = _value(text, "type")
    if not isinstance(name, str):
        raise text.error(f"{shown(name)} is no type; expected the name of a puzzle", "type")
    return name


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """The board; InputError at the first place that is wrong."""
    text = _text(source)
    if _value(text, "type") != puzzle.name:
        raise text.error(f"the type is {shown(text.keys['type'])}; expected {shown(puzzle.name)}", "type")
    size = _size(text)
    _value(text, "givens")
    givens, path = _givens(text, puzzle, size)
    with placed(lambda message: text.error(message, *path), lambda cell, message: text.error(message, *path, *cell)):
        return board(puzzle, size, givens)


def _givens(text: Text, puzzle: AnyPuzzle, size: tuple[int, int]) -> tuple[Any, tuple[Key, ...]]:
    """The givens, and the path from which their values are counted."""
    form = puzzle.form
    if isinstance(form, CellForm):
        return cells(text, puzzle, form, size), ("givens", form.under) if form.under else ("givens",)
    return sections(text, puzzle, form, size), ("givens",)


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
            raise source.error(f"the key {shown(key)} is there twice", key_at)
        seen.add(key)
    return Text(source, whole)


def _value(text: Text, key: str) -> Any:
    if key not in text.keys:
        raise text.error(f"there is no key {shown(key)}; expected {', '.join(map(shown, KEYS))}")
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
    """The object, on one line."""
    return json.dumps(board.neutral()) + "\n"


FORMAT = Format("json", fits, read, write, type=type_of)
