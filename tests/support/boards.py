"""Boards for tests: those under tests/data, random ones, and all loops of a small grid."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from csp2sat.puzzles.spec import Board

from .paths import BOARDS

FILES = {path.stem: path for path in sorted(BOARDS.glob("*.json"))}


def neutral(name: str) -> dict[str, Any]:
    """The JSON object of a board under tests/data."""
    return json.loads(FILES[name].read_text())


def board_of(form: dict[str, Any]) -> Board:
    return Board(form["type"], form["rows"], form["cols"], form["givens"])


def random_board(puzzle: str, rows: int, cols: int, rng: random.Random, clues: float = 0.4) -> Board:
    """Any board of masyu, slitherlink or (rows is 4, 6 or 9) sudoku, with or without solutions.

    clues: the part of the cells that have one.
    """
    if puzzle == "sudoku":
        height, width = {4: (2, 2), 6: (2, 3), 9: (3, 3)}[rows]
        grid = [[rng.randint(1, rows) if rng.random() < clues else 0 for _ in range(rows)] for _ in range(rows)]
        return Board(puzzle, rows, rows, {"box_rows": height, "box_cols": width, "grid": grid})
    blank, *values = {"masyu": ".wb", "slitherlink": ".01223"}[puzzle]
    cells = [rng.choice(values) if rng.random() < clues else blank for _ in range(rows * cols)]
    return Board(puzzle, rows, cols, ["".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)])


def loops(rows: int, cols: int) -> Iterator[dict[str, list[str]]]:
    """All loops on rows x cols points, in the neutral form, by walking from their first point."""
    for start in [(r, c) for r in range(rows) for c in range(cols)]:
        stack = [[start]]
        while stack:
            path = stack.pop()
            r, c = path[-1]
            for near in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)):
                if near == start and len(path) > 3 and path[1] < path[-1]:
                    yield edges(path, rows, cols)
                if near > start and near not in path and near[0] < rows and 0 <= near[1] < cols:
                    stack.append([*path, near])


def edges(path: list[tuple[int, int]], rows: int, cols: int) -> dict[str, list[str]]:
    """The neutral form of a closed path."""
    on = {frozenset(pair) for pair in zip(path, [*path[1:], path[0]], strict=True)}

    def bit(*pair: tuple[int, int]) -> str:
        return "01"[frozenset(pair) in on]

    return {
        "h": ["".join(bit((r, c), (r, c + 1)) for c in range(cols - 1)) for r in range(rows)],
        "v": ["".join(bit((r, c), (r + 1, c)) for c in range(cols)) for r in range(rows - 1)],
    }


def shadings(rows: int, cols: int) -> Iterator[list[str]]:
    """All shadings, a row a string of `.` and `#`."""
    for bits in product(".#", repeat=rows * cols):
        yield ["".join(bits[r * cols : (r + 1) * cols]) for r in range(rows)]


def random_rooms(rows: int, cols: int, rng: random.Random) -> list[list[int]]:
    """The room of each cell: two or more rooms that grow from cells, numbered in the order of reading."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    room = dict.fromkeys(cells, -1)
    for k, start in enumerate(rng.sample(cells, rng.randint(2, max(2, len(cells) // 3)))):
        room[start] = k
    while -1 in room.values():
        r, c = rng.choice(cells)
        near = [room[cell] for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if room.get(cell, -1) >= 0]
        if room[r, c] < 0 and near:
            room[r, c] = rng.choice(near)
    names: dict[int, int] = {}
    return [[names.setdefault(room[r, c], len(names)) for c in range(cols)] for r in range(rows)]
