"""The forms in which boards are played: signs or numbers in cells, lines, borders of areas, bridges."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from ..puzzles.kit.checks import parted_areas
from ..puzzles.spec import PUZZLES, Board

PlayForm = Literal["signs", "numbers", "lines", "areas", "bridges"]


def form_of(board: Board, ints: Collection[str], bools: Collection[str]) -> PlayForm:
    """Return the form in which a board is played; ints, bools: the names of the variables of its model."""
    kinds = {name.partition("_")[0] for name in (*ints, *bools)}
    if {"h", "v"} & kinds and PUZZLES[board.puzzle].family == "loops and lines":
        return "lines"
    if ints and all(name.count("_") == 4 for name in ints):
        return "bridges"
    if (PUZZLES[board.puzzle].family == "divisions" and "x" not in kinds) or {"h", "v"} & kinds:
        return "areas"
    return "numbers" if ints and _is_numbers(board) else "signs"


def _is_numbers(board: Board) -> bool:
    """Whether the solutions of a board's kind are rows of numbers, by what its facts say."""
    sample = PUZZLES[board.puzzle].facts.of(board.givens, "x", (0, 0), 1)
    return isinstance(sample.value, int)


def is_open(value: object) -> bool:
    """Whether a place of a played board is not filled."""
    return value is None or value == "?"


def unknown_places(form: str, state: Any) -> bool:
    """Whether places of a played board are not filled."""
    if form == "bridges":
        return any(each[4] is None for each in state)
    rows = [row for part in state.values() for row in part] if isinstance(state, dict) else state
    return any(is_open(each) for row in rows for each in row)


def bordered(board: Board, state: Any) -> dict[str, list[str]]:
    """Return the borders of a played board; raise KeyError or ValueError for another form."""
    found = {key: [str(row) for row in state[key]] for key in ("h", "v")}
    sizes = {"h": (board.rows, board.cols - 1), "v": (board.rows - 1, board.cols)}
    for key, (height, width) in sizes.items():
        if len(found[key]) != height or any(len(row) != width or set(row) - set("?01") for row in found[key]):
            raise ValueError(key)
    return found


def areas_of(board: Board, borders: dict[str, list[str]]) -> list[list[int]]:
    """Return the number of the area of each cell, in reading order, -1 for a hole; only a `1` parts two cells."""
    numbers = parted_areas(
        board.rows, board.cols, lambda one, two: borders["h" if one[0] == two[0] else "v"][one[0]][one[1]] == "1"
    )
    rows = board.givens.get("holes") if isinstance(board.givens, dict) else None
    holes = {(r, c) for r, row in enumerate(rows or ()) for c, sign in enumerate(row) if sign == "#"}
    return [[-1 if (r, c) in holes else numbers[r][c] for c in range(board.cols)] for r in range(board.rows)]
