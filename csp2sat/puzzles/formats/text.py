"""Tamura's text form: comments, the size (width first), then the rows, their cells separated by blanks.

    ; Masyu Puzzle
    # any other comment; `#` begins one before the size only
    size 3 2
    - 1 -
    0 - -

A puzzle may have a line more after the size, such as `box 2 3` for a sudoku with boxes of 2 rows and 3 columns.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...text import Source
from ..givens import check_size, number
from ..spec import PUZZLES, Board, Format, Puzzle
from .placing import Wrong, board, first, no_cell, placed, short

SIZE = "`size WIDTH HEIGHT`"


class Line(NamedTuple):
    """A line that is no comment: its number from 1, and its text."""

    number: int
    text: str


def fits(text: str) -> bool:
    """Does the first line that is no comment begin with `size`?"""
    return re.compile(r"size\b").match(text, first(text)) is not None


def comments(text: str) -> list[str]:
    """The comments, without their signs."""
    return [line.strip(";# \t") for line in Source("", text).lines() if line.lstrip()[:1] in (";", "#")]


def _lines(source: Source) -> list[Line]:
    """The lines that are not blank and no comments."""
    lines: list[Line] = []
    for at, text in enumerate(source.lines(), start=1):
        sign = text.lstrip()[:1]
        if sign and sign != ";" and (lines or sign != "#"):
            lines.append(Line(at, text))
    return lines


def read(source: Source, puzzle: Puzzle) -> Board:
    """The board; InputError at the first place that is wrong."""
    lines = _lines(source)
    if not lines:
        raise source.error(f"the text has no board; expected {SIZE} and the rows", len(source.text))
    rows, cols = _size(source, lines[0])
    numbers, start = _numbers(source, puzzle, (rows, cols), lines)
    body = lines[start : start + rows]
    values = [_row(source, puzzle, cols, line) for line in body]
    _check_height(source, rows, lines[start:], lines[-1])
    with placed(_at(source, lines[0]), lambda cell, message: _at(source, body[cell[0]], cell[1])(message)):
        return board(puzzle, values, numbers)


def _at(source: Source, line: Line, word: int = 0) -> Wrong:
    """The error at a word of a line; behind the last one if there are not so many."""
    starts = [match.start() + 1 for match in re.finditer(r"\S+", line.text)]
    column = starts[word] if word < len(starts) else len(line.text.rstrip()) + 1
    return lambda message: source.error_in_line(message, line.number, column)


def _size(source: Source, line: Line) -> tuple[int, int]:
    if line.text.split()[0] != "size":
        raise _at(source, line)(f"expected {SIZE} before the rows")
    size = _whole(source, line, 2, SIZE)
    with placed(_at(source, line, 1)):
        check_size(size[1], size[0])
    return size[1], size[0]


def _whole(source: Source, line: Line, count: int, shape: str) -> list[int]:
    """The numbers behind the first word of a line."""
    words = line.text.split()[1:]
    for at, word in enumerate(words[:count], start=1):
        if number(word) is None:
            raise _at(source, line, at)(f"{short(repr(word))} is no number of 1 to 9 digits; expected {shape}")
    if len(words) != count:
        raise _at(source, line, min(len(words), count) + 1)(f"expected {shape}")
    return [int(word) for word in words]


def _numbers(source: Source, puzzle: Puzzle, size: tuple[int, int], lines: list[Line]) -> tuple[tuple[int, ...], int]:
    """The numbers of the puzzle's extra line, if it has one, and where the rows begin in `lines`."""
    extra = puzzle.form.extra
    if extra is None:
        return (), 1
    if len(lines) == 1 or lines[1].text.split()[0] != extra.word:
        with placed(_at(source, lines[0])):
            return extra.default(*size), 1
    shape = f"`{extra.word} {' '.join(extra.keys).upper()}`"
    numbers = tuple(_whole(source, lines[1], len(extra.keys), shape))
    with placed(_at(source, lines[1], 1)):
        extra.check(*size, numbers)
    return numbers, 2


def _row(source: Source, puzzle: Puzzle, cols: int, line: Line) -> list[Any]:
    words = line.text.split()
    values = []
    for c, word in enumerate(words[:cols]):
        try:
            values.append(puzzle.token(word))
        except ValueError as expected:
            raise _at(source, line, c)(no_cell(repr(word), puzzle, expected)) from None
    if len(words) != cols:
        raise _at(source, line, min(len(words), cols))(f"found {len(words)} cells; expected {cols}, the width")
    return values


def _check_height(source: Source, rows: int, found: list[Line], last: Line) -> None:
    if len(found) > rows:
        raise _at(source, found[rows])(f"found {len(found)} rows; expected {rows}, the height")
    if len(found) < rows:
        raise _at(source, last, len(last.text))(f"found {len(found)} rows; expected {rows}, the height")


def write(board: Board) -> str:
    """The text of a board, with its puzzle's name in a comment."""
    puzzle = PUZZLES[board.puzzle]
    form, extra = puzzle.form, puzzle.form.extra
    lines = [f"; {puzzle.title.split(',')[0]} Puzzle", f"size {board.cols} {board.rows}"]
    if extra is not None:
        lines.append(" ".join(map(str, (extra.word, *form.numbers(board.givens)))))
    rows = [[puzzle.symbol(value) for value in row] for row in form.values(board.givens)]
    width = max(len(token) for row in rows for token in row)
    lines += [" ".join(token.rjust(width) for token in row) for row in rows]
    return "\n".join(lines) + "\n"


FORMAT = Format("text", fits, read, write, comments)
