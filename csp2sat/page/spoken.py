"""The clues of a board in words, cell by cell, for people who hear the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..puzzles.spec import Board, Cell
from .editing import NOTHING, TextPart, parts_of

Spoken = Iterator[tuple[int, int, str]]  # the row and the column of a cell, and words
NO_CLUE = (NOTHING, ".")


def spoken_clues(board: Board) -> list[list[str]]:
    """Return for each cell of a board its clues in words, separated by commas, '' for a cell without a clue.

    A clue between cells, at a corner, of a room, or beside the board is given at the cell next to it.
    """
    found: list[list[list[str]]] = [[[] for _ in range(board.cols)] for _ in range(board.rows)]
    parts = parts_of(board)
    labels = next((part.words for part in parts if part.shape == "labels"), None)
    for part in parts:
        spoken = (
            _rooms(part, labels) if part.shape == "rooms" and labels else SPOKEN.get(part.shape, _nothing)(part, board)
        )
        for row, col, words in spoken:
            found[row][col].append(words)
    return [[", ".join(cell) for cell in row] for row in found]


def _nothing(part: TextPart, board: Board) -> Spoken:
    yield from ()


def _given(part: TextPart) -> Spoken:
    """Yield the places of the words of a part that are clues."""
    for row, words in enumerate(part.words):
        for col, word in enumerate(words):
            if word not in (NOTHING, part.blank) or (part.blank == "." and word == NOTHING):
                yield row, col, word


def _cells(part: TextPart, board: Board) -> Spoken:
    yield from ((row, col, f"clue {word}") for row, col, word in _given(part))


def _across(part: TextPart, board: Board) -> Spoken:
    yield from ((row, col, f"{word} to the right") for row, col, word in _given(part))


def _down(part: TextPart, board: Board) -> Spoken:
    yield from ((row, col, f"{word} below") for row, col, word in _given(part))


def _corners(part: TextPart, board: Board) -> Spoken:
    for row, col, word in _given(part):
        (r, up), (c, left) = _side(row, board.rows, "upper", "lower"), _side(col, board.cols, "left", "right")
        yield r, c, f"clue {word} at the {up} {left} corner"


def _side(at: int, size: int, before: str, behind: str) -> tuple[int, str]:
    """Return the cell behind a line of a grid, and the side of this cell on which the line is; the cell before the last
    line.

    at: the number of the line.  size: the number of cells.  before, behind: the names of both sides.
    """
    return (at, before) if at < size else (size - 1, behind)


def _labels(part: TextPart, board: Board) -> Spoken:
    for row, words in enumerate(part.words):
        yield from ((row, col, f"room {int(word) + 1}") for col, word in enumerate(words) if word.isdecimal())


def _rows(part: TextPart, board: Board) -> Spoken:
    side = board.cols - 1 if part.name == "right" else 0
    yield from ((row, side, f"{part.name.removesuffix('s')} clue {words}") for row, words in _beside(part))


def _columns(part: TextPart, board: Board) -> Spoken:
    side = board.rows - 1 if part.name == "bottom" else 0
    yield from ((side, col, f"{part.name.removesuffix('s')} clue {words}") for col, words in _beside(part))


def _beside(part: TextPart) -> Iterator[tuple[int, str]]:
    """Yield the numbers of the rows or columns that have clues, with these clues."""
    for at, words in enumerate(part.words):
        clues = " ".join(word for word in words if word not in NO_CLUE)
        if clues:
            yield at, clues


def _rooms(part: TextPart, labels: list[list[str]]) -> Spoken:
    """Yield the clues of rooms, each at the first cell of its room."""
    first: dict[str, Cell] = {}
    for row, words in enumerate(labels):
        for col, label in enumerate(words):
            first.setdefault(label, (row, col))
    for at, clues in _beside(part):
        if str(at) in first:
            yield *first[str(at)], f"clue {clues} of the room"


def _points(part: TextPart, board: Board) -> Spoken:
    """Yield the points, which have odd coordinates in the middle of a cell, and even ones on the lines of the grid."""
    for y, x in (map(int, words) for words in part.words):
        sides = [side for side, is_there in (("lower", y % 2 == 0), ("right", x % 2 == 0)) if is_there]
        place = f" at the {' '.join(sides)} {'corner' if len(sides) > 1 else 'edge'}" if sides else ""
        yield (y - 1) // 2, (x - 1) // 2, f"point{place}"


SPOKEN: dict[str, Callable[[TextPart, Board], Spoken]] = {
    "cells": _cells,
    "across": _across,
    "down": _down,
    "corners": _corners,
    "labels": _labels,
    "rows": _rows,
    "columns": _columns,
    "points": _points,
}
