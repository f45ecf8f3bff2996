"""Boards for the tests of URLs and game IDs: random givens of every type, and reading without the puzzles' checks."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from csp2sat.base.source import Source
from csp2sat.puzzles.formats.addresses.address import address, board_parts
from csp2sat.puzzles.formats.addresses.game_id import board_parts as game_parts
from csp2sat.puzzles.formats.addresses.game_id import game_id
from csp2sat.puzzles.formats.codes.spec import code_of
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES, Board

from . import kinds


def read_url(text: str) -> Board:
    """The board of a URL, as everybody reads it."""
    return read_board(Source("u", text))


def decode_url(text: str) -> Board:
    """The board of a URL, not checked by its puzzle."""
    found = address(Source("u", text))
    rows, cols, body = board_parts(found)
    read = code_of(PUZZLES[found.puzzle].url.code).read(body, rows, cols)
    return Board(found.puzzle, read.rows, read.cols, read.givens)


def read_game(text: str) -> Board:
    """The board of a game ID with its program, as everybody reads it."""
    return read_board(Source("g", text))


def decode_game(text: str) -> Board:
    """The board of a game ID, not checked by its puzzle."""
    found = game_id(Source("g", text))
    puzzle = PUZZLES[found.puzzle]
    height, width, body = game_parts(found, puzzle, puzzle.sgt)
    read = code_of(puzzle.sgt.code).read(body, *((width, height) if puzzle.sgt.boxes else (height, width)))
    return Board(puzzle.name, read.rows, read.cols, read.givens)


def random_board(puzzle: str, rng: random.Random, sgt: bool = False) -> Board:
    """Any board of a type, with or without solutions.  sgt: one that has a game ID."""
    rows, cols = rng.randint(1, 9), rng.randint(1, 9)
    if puzzle == "kakuro":  # with its clue row and clue column
        rows, cols = rows + 1, cols + 1
    if puzzle in SQUARE:
        rows = cols
    if puzzle == "dominosa" and sgt:
        rows, cols = rows + 1, rows + 2
    if sgt and puzzle in SGT_GIVENS:
        givens = SGT_GIVENS[puzzle](rng, rows, cols)
    else:
        givens = GIVENS[puzzle](rng, rows, cols) if puzzle in GIVENS else kinds.GIVENS[puzzle](rng, rows, cols)
    size = len(givens["grid"]) if puzzle in ("sudoku", "killer") else 0
    return Board(puzzle, size or rows, size or cols, givens)


def _pick(rng: random.Random, blank: Any, values: Callable[[], Any]) -> Callable[[], Any]:
    share = rng.choice((0, 0.1, 0.5, 0.9, 1))
    return lambda: values() if rng.random() < share else blank


def _grid(rows: int, cols: int, cell: Callable[[], Any]) -> list[list[Any]]:
    return [[cell() for _ in range(cols)] for _ in range(rows)]


def _strings(alphabet: str) -> Callable[[random.Random, int, int], list[str]]:
    def make(rng: random.Random, rows: int, cols: int) -> list[str]:
        cell = _pick(rng, alphabet[0], lambda: rng.choice(alphabet[1:]))
        return ["".join(row) for row in _grid(rows, cols, cell)]

    return make


def _numbers(low: int, high: int) -> Callable[[random.Random, int, int], list[list[int]]]:
    """Numbers, most of them small, all lengths of codes among them; -1 is unknown."""

    def make(rng: random.Random, rows: int, cols: int) -> list[list[int]]:
        ends = [end for end in (9, 15, 16, 35, 36, 255, 256, 1295, 4095, 4096, 8191) if low <= end <= high]
        number = lambda: rng.choice((rng.randint(low, min(high, 9)), rng.choice(ends), rng.randint(low, high))) or 1  # noqa: E731
        return _grid(rows, cols, _pick(rng, 0, number))

    return make


def _sudoku(boxes: list[tuple[int, int]]) -> Callable[[random.Random, int, int], dict[str, Any]]:
    def make(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
        height, width = rng.choice(boxes)
        size = height * width
        grid = _grid(size, size, _pick(rng, 0, lambda: rng.randint(1, size)))
        return {"box_rows": height, "box_cols": width, "grid": grid}

    return make


def _yajilin(rng: random.Random, rows: int, cols: int) -> list[list[str]]:
    def clue() -> str:
        number = rng.choice(("?", rng.randint(0, 15), rng.randint(16, 255), rng.randint(256, 4095)))
        return rng.choice(("#", f"{number}{rng.choice('UDLR')}"))

    return _grid(rows, cols, _pick(rng, ".", clue))


def _heyawake(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """Rooms that grow by joining cells, numbered in the order of their first cells."""
    rooms = [[r * cols + c for c in range(cols)] for r in range(rows)]
    for _ in range(rng.randint(0, 2 * rows * cols)):
        r, c = rng.randrange(rows), rng.randrange(cols)
        s, d = rng.choice(((r, c + 1), (r + 1, c)))
        if s < rows and d < cols:
            rooms = [[rooms[r][c] if room == rooms[s][d] else room for room in row] for row in rooms]
    ids: dict[int, int] = {}
    regions = [[ids.setdefault(room, len(ids)) for room in row] for row in rooms]
    clue = _pick(rng, None, lambda: rng.choice((0, 1, 5, 20, 300)))
    return {"regions": regions, "clues": [clue() for _ in ids]}


def _kakuro(rng: random.Random, rows: int, cols: int) -> list[list[Any]]:
    """rows and cols count the clue row and the clue column, which have clues before white cells only."""
    black = _pick(rng, None, lambda: {side: rng.choice((None, rng.randint(1, 45))) for side in ("across", "down")})
    cells = _grid(rows, cols, black)
    cells[0] = [{"across": None, "down": None} for _ in range(cols)]
    for c in range(1, cols):
        cells[0][c]["down"] = rng.choice((None, 17)) if cells[1][c] is None else None
    for r in range(1, rows):
        cells[r][0] = {"across": rng.choice((None, 20)) if cells[r][1] is None else None, "down": None}
    return cells


def _nonogram(rng: random.Random, rows: int, cols: int) -> dict[str, list[list[int]]]:
    def line(length: int) -> list[int]:
        return [rng.randint(1, rng.choice((3, 300))) for _ in range(rng.randint(0, (length + 1) // 2))]

    return {"rows": [line(cols) for _ in range(rows)], "cols": [line(rows) for _ in range(cols)]}


GIVENS: dict[str, Callable[[random.Random, int, int], Any]] = {
    "sudoku": _sudoku([(2, 2), (2, 3), (3, 3), (4, 4), (5, 5)]),
    "kakuro": _kakuro,
    "akari": _strings(".#01234"),
    "shikaku": _numbers(-1, 8191),
    "nonogram": _nonogram,
    "numberlink": _numbers(1, 8191),
    "slitherlink": _strings(".0123"),
    "masyu": _strings(".wb"),
    "yajilin": _yajilin,
    "hitori": _numbers(1, 1295),
    "hashiwokakero": _numbers(-1, 8191),
    "nurikabe": _numbers(-1, 8191),
    "fillomino": _numbers(1, 8191),
    "heyawake": _heyawake,
}
SQUARE = {"jigsaw", "kenken", "futoshiki", "skyscrapers"}


def _rooms(rng: random.Random, size: int) -> list[list[int]]:
    return _heyawake(rng, size, size)["regions"]


def _jigsaw(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    return {"regions": _rooms(rng, rows), "grid": _numbers(1, 9999)(rng, rows, rows)}


def _keen(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    regions = _rooms(rng, rows)
    cells = [room for row in regions for room in row]
    signs = ["" if cells.count(room) == 1 else rng.choice("+-*/") for room in range(1 + max(cells))]
    return {"regions": regions, "clues": [f"{rng.choice((1, 9, 10, 5040))}{sign}" for sign in signs]}


def _killer(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    found = _sudoku([(1, 2), (2, 2), (2, 3), (3, 3)])(rng, rows, cols)
    cages = _rooms(rng, len(found["grid"]))
    return {**found, "cages": cages, "sums": [rng.choice((None, 3, 45)) for _ in range(1 + max(map(max, cages)))]}


def _unequal(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    signs = {"h": _strings(".<>")(rng, rows, cols - 1), "v": _strings(".^v")(rng, rows - 1, cols)}
    return {"grid": _numbers(1, 99)(rng, rows, cols), **signs}


def _towers(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    sides = {side: _numbers(1, 99)(rng, 1, cols)[0] for side in ("top", "bottom", "left", "right")}
    return {**sides, "grid": _numbers(1, 99)(rng, rows, cols) if rng.random() < 0.5 else _grid(rows, cols, lambda: 0)}


def _tents(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    told = [[rng.randint(0, 12) for _ in range(size)] for size in (rows, cols)]
    return {"grid": _strings(".T")(rng, rows, cols), "rows": told[0], "cols": told[1]}


SGT_GIVENS: dict[str, Callable[[random.Random, int, int], Any]] = {
    "galaxies": lambda rng, rows, cols: {"stars": kinds.galaxies(rng, rows, cols)["stars"]},
    "sudoku": _sudoku([(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 4), (4, 3), (5, 5)]),
    "shikaku": _numbers(1, 9999),
    "hitori": lambda rng, rows, cols: _grid(rows, cols, lambda: rng.randint(1, 61)),
    "hashiwokakero": _numbers(1, 35),
    "fillomino": _numbers(1, 9),
    "kurodoko": _numbers(1, 9999),
    "jigsaw": _jigsaw,
    "kenken": _keen,
    "killer": _killer,
    "futoshiki": _unequal,
    "skyscrapers": _towers,
    "tents": _tents,
    "dominosa": lambda rng, rows, cols: _grid(rows, cols, lambda: rng.choice((0, 9, 10, 25))),
    "binairo": lambda rng, rows, cols: {"distinct": False, "grid": _strings(".01")(rng, rows, cols)},
}
