"""Tamura's text form: comments, the size (width first), then the rows, their cells separated by blanks.

    ; Masyu Puzzle
    # any other comment; `#` begins one before the size only
    size 3 2
    - 1 -
    0 - -

A puzzle may have a line more after the size, such as `box 2 3` for a sudoku with boxes of 2 rows and 3 columns, or
sections with other values instead of the rows (see `text_sections`).
"""

from __future__ import annotations

import re
from typing import Any

from ...base.source import Source
from ..codes.placing import CellErrorAt, board, first, no_cell, placed, short
from ..notation import CellForm, CellValues, check_size, number
from ..spec import PUZZLES, AnyPuzzle, Board, Format
from . import text_sections
from .text_sections import TextLine, at, check_width, lines_of, values_of

SIZE = "`size WIDTH HEIGHT`"


def fits(text: str) -> bool:
    """Does the first line that is no comment begin with `size`?"""
    return re.compile(r"size\b").match(text, first(text)) is not None


def comments(text: str) -> list[str]:
    """The comments, without their signs."""
    return [line.strip(";# \t") for line in Source("", text).lines() if line.lstrip()[:1] in (";", "#")]


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """The board; InputError at the first place that is wrong."""
    lines = lines_of(source)
    if not lines:
        raise source.error(f"the text has no board; expected {SIZE} and the rows", len(source.text))
    size = _size(source, lines[0])
    givens, cell_error = _givens(source, puzzle, size, lines)
    with placed(at(source, lines[0]), cell_error):
        return board(puzzle, size, givens)


def _givens(source: Source, puzzle: AnyPuzzle, size: tuple[int, int], lines: list[TextLine]) -> tuple[Any, CellErrorAt]:
    """The givens, and the error at one of their cells."""
    form, rows = puzzle.form, size[0]
    if not isinstance(form, CellForm):
        return text_sections.read(source, puzzle, form, size, lines)
    numbers, start = _numbers(source, form, size, lines)
    body = lines[start : start + rows]
    values: CellValues = [_row(source, puzzle, size[1], line) for line in body]
    _check_height(source, rows, lines[start:], lines[-1])
    return form.givens(values, numbers), lambda cell, wrong: at(source, body[int(cell[0])], int(cell[1]))(wrong)


def _size(source: Source, line: TextLine) -> tuple[int, int]:
    if line.text.split()[0] != "size":
        raise at(source, line)(f"expected {SIZE} before the rows")
    size = _whole(source, line, 2, SIZE)
    with placed(at(source, line, 1)):
        check_size(size[1], size[0])
    return size[1], size[0]


def _whole(source: Source, line: TextLine, count: int, shape: str) -> list[int]:
    """The numbers behind the first word of a line."""
    words = line.text.split()[1:]
    for place, word in enumerate(words[:count], start=1):
        if number(word) is None:
            raise at(source, line, place)(f"{short(repr(word))} is no number of 1 to 9 digits; expected {shape}")
    if len(words) != count:
        raise at(source, line, min(len(words), count) + 1)(f"expected {shape}")
    return [int(word) for word in words]


def _numbers(
    source: Source, form: CellForm, size: tuple[int, int], lines: list[TextLine]
) -> tuple[tuple[int, ...], int]:
    """The numbers of the puzzle's extra line, if it has one, and where the rows begin in `lines`."""
    extra = form.extra
    if extra is None:
        return (), 1
    if len(lines) == 1 or lines[1].text.split()[0] != extra.word:
        with placed(at(source, lines[0])):
            return extra.default(*size), 1
    shape = f"`{extra.word} {' '.join(extra.keys).upper()}`"
    numbers = tuple(_whole(source, lines[1], len(extra.keys), shape))
    with placed(at(source, lines[1], 1)):
        extra.check(*size, numbers)
    return numbers, 2


def _row(source: Source, puzzle: AnyPuzzle, cols: int, line: TextLine) -> list[Any]:
    values = values_of(source, line, line.text.split()[:cols], puzzle, no_cell)
    check_width(source, line, cols, "cells")
    return values


def _check_height(source: Source, rows: int, found: list[TextLine], last: TextLine) -> None:
    if len(found) > rows:
        raise at(source, found[rows])(f"found {len(found)} rows; expected {rows}, the height")
    if len(found) < rows:
        raise at(source, last, len(last.text))(f"found {len(found)} rows; expected {rows}, the height")


def write(board: Board) -> str:
    """The text of a board, with its puzzle's name in a comment."""
    puzzle = PUZZLES[board.puzzle]
    form = puzzle.form
    body = _body(puzzle, form, board) if isinstance(form, CellForm) else text_sections.written(puzzle, form, board)
    return "\n".join([f"; {puzzle.titles[0]} Puzzle", f"size {board.cols} {board.rows}", *body]) + "\n"


def _body(puzzle: AnyPuzzle, form: CellForm, board: Board) -> list[str]:
    """The rows, after the numbers besides them."""
    numbers = [" ".join(map(str, (form.extra.word, *form.numbers(board.givens))))] if form.extra else []
    rows = [[puzzle.cells.token(value) for value in row] for row in form.values(board.givens)]
    width = max(len(token) for row in rows for token in row)
    return [*numbers, *(" ".join(token.rjust(width) for token in row) for row in rows)]


FORMAT = Format("text", fits, read, write, comments)
