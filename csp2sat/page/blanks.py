"""Boards without clues, for people who type in one of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..api.generating import size_or_usual
from ..api.problems import loads
from ..api.writing.puzzles import puzzle_called, sample
from ..errors import Csp2SatError, UsageError
from ..puzzles.spec import AnyPuzzle
from .boards import board_fields
from .editing import NOTHING, TextPart, editable, parts_of, text_of
from .requests import PageRequest, check_size


def empty(asked: PageRequest) -> dict[str, Any]:
    """Return a board without clues, for people who type in a board of their own, with the keys of the answers to `read`
    and `clues`.

    asked: has the keys `kind`, `rows` and `cols`.  Raises UsageError if the kind has no board without clues of this
    size.
    """
    puzzle = puzzle_called(asked.word("kind"))
    rows, cols = size_or_usual(puzzle.name, asked.number("rows", 1, 10_000), asked.number("cols", 1, 10_000))
    check_size(rows, cols)
    for text in _blank_texts(puzzle, rows, cols):
        try:
            board = loads(text, puzzle.name).board
        except Csp2SatError:
            continue
        assert board is not None
        return board_fields(board) | editable(parts_of(board))
    raise UsageError(f"there is no empty board of {puzzle.name}, {rows} x {cols}; begin with a sample, and change it")


def _blank_texts(puzzle: AnyPuzzle, rows: int, cols: int) -> Iterator[str]:
    """Yield three texts of a board of rows x cols cells without clues: without rooms, with one room, and with a room
    for each row.

    The texts are to be tried in this order, since kinds of puzzles differ in the rooms that they need; for some kinds
    none of the three is a board.
    """
    like = parts_of(sample(puzzle))
    for label, count in ((lambda row: NOTHING, 0), (lambda row: "0", 1), (str, rows)):
        yield text_of(puzzle, rows, cols, [_blank(puzzle, part, rows, cols, label, count) for part in like])


def _blank(puzzle: AnyPuzzle, part: TextPart, rows: int, cols: int, label: Any, count: int) -> TextPart:
    """Return a part without clues.

    rows, cols: the size of the board.  label: the room of each row.  count: the number of rooms.
    """
    if part.shape == "line":
        extra = puzzle.form.extra
        try:
            return replace(part, words=[[*map(str, extra.default(rows, cols))]]) if extra and part.joined else part
        except ValueError:
            return part
    if part.shape == "labels":
        return replace(part, words=[[label(row)] * cols for row in range(rows)])
    sizes = {
        "cells": (rows, cols),
        "corners": (rows + 1, cols + 1),
        "across": (rows, cols - 1),
        "down": (rows - 1, cols),
        "rows": (rows, 1),
        "columns": (cols, 1),
        "rooms": (count, 1),
        "points": (0, 0),
    }
    height, width = sizes[part.shape]
    return replace(part, words=[[part.blank] * width for _ in range(height)])
