"""Boards of blocks in Simon Tatham's game IDs, with commas between the parts: keen (blocks, clues), solo as a jigsaw
(cells, blocks) and as a killer (cells, blocks, sums).

Blocks are walls between cells: those to the right of cells in reading order, then those below them column by column.

_      a wall           a-y    1 to 25 places without a wall, then a wall          z    25 places without a wall
The last wall is behind the last place.  In keen a number behind a character says how often it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from ....kit.checks import cells_by_value, parted_areas
from ....notation import number
from ....spec import Board
from ..spec import LETTERS, Body, Code, Read, Slots, cannot, with_boxes
from . import sgt_numbers

SIGNS = {"a": "+", "m": "*", "s": "-", "d": "/"}
EXPECTED = "blocks (_, a-z)"

BlockCells = list[list[int]]


def parts(body: Body, count: tuple[int, int], expected: str) -> list[Body]:
    """Return the parts between commas; raise InputError, with the `expected` parts, if their number is not within
    `count`.

    `count` is the least and the greatest number of parts.
    """
    commas = [at for at, char in enumerate(body.text) if char == ","]
    least, most = count
    if not least <= len(commas) + 1 <= most:
        at = commas[most - 1] if len(commas) >= most else len(body.text)
        raise body.error(f"found {len(commas) + 1} parts between commas; expected {expected}", at)
    return [
        body.part(start, end)
        for start, end in zip([0, *(at + 1 for at in commas)], [*commas, len(body.text)], strict=True)
    ]


def read_blocks(body: Body, size: int, counted: bool = False) -> BlockCells:
    """Return the number of each cell's block on a square board with `size` rows, in the order of first cells; raise
    InputError at a wrong character, and for fewer or more places.

    A number may follow a character, to repeat it, if `counted`.
    """
    across = [((r, c), (r, c + 1)) for r in range(size) for c in range(size - 1)]
    down = [((r, c), (r + 1, c)) for c in range(size) for r in range(size - 1)]
    slots = Slots(body, len(across) + len(down) + 1, "places", behind=1)
    while slots.left():
        at = body.at
        char = body.take("_" + LETTERS, EXPECTED)
        for _ in range(_times(body) if counted else 1):
            slots.put(False, at, 0 if char == "_" else min(LETTERS.index(char) + 1, 25))
            if char != "z":
                slots.put(True, at)
    body.check_end()
    walls = dict(zip(across + down, slots.values, strict=False))  # the last one is behind the last place
    return parted_areas(size, size, lambda *pair: walls[pair])


def _times(body: Body) -> int:
    at, word = body.at, _digits(body)
    if len(word) > 6 or word.startswith("0"):
        raise body.error(f"{word} is no number of walls", at)
    return int(word or 1)


def _digits(body: Body) -> str:
    """Take and return the next digits; '' if there are none."""
    found = re.compile(r"[0-9]*").match(body.text, body.at)
    word = found[0] if found else ""
    body.at += len(word)
    return word


def write_blocks(regions: BlockCells, counted: bool = False) -> str:
    """Return the text of the walls between cells of different blocks, with numbers for repeated characters if
    `counted`.
    """
    size = len(regions)
    across = [regions[r][c] != regions[r][c + 1] for r in range(size) for c in range(size - 1)]
    down = [regions[r][c] != regions[r + 1][c] for c in range(size) for r in range(size - 1)]
    text = "".join(_runs([*across, *down, True]))
    return "".join(_counted(char, len(list(same))) for char, same in groupby(text)) if counted else text


def _runs(walls: list[bool]) -> Iterator[str]:
    run = 0
    for wall in walls:
        if not wall:
            run += 1
            continue
        whole, rest = divmod(run, 25) if run % 25 or not run else (run // 25 - 1, 25)
        yield "z" * whole + (LETTERS[rest - 1] if rest else "_")
        run = 0


def _counted(char: str, times: int) -> str:
    return char * times if times < 3 else f"{char}{times}"


def _read_keen(body: Body, rows: int, cols: int) -> Read:
    blocks, clue_part = parts(body, (2, 2), "blocks and clues")
    regions = read_blocks(blocks, rows, counted=True)
    cages = cells_by_value(regions)
    clues = Slots(clue_part, len(cages), "clues")
    for cage in range(len(cages)):
        sign = clue_part.take("amsd", "a, m, s or d, for the sign of a clue")
        at = clue_part.at
        value = _number(clue_part)
        if not value:
            if not clue_part.peek():
                clues.check_full()
            raise clue_part.error("expected a number from 1 on, of at most 9 digits", at)
        clues.put(f"{value}{'' if sign == 'a' and len(cages[cage]) == 1 else SIGNS[sign]}", at)
    clue_part.check_end()
    return Read(rows, cols, {"regions": regions, "clues": clues.values}, {})


def _number(body: Body) -> int:
    return number(_digits(body)) or 0


def _write_keen(board: Board) -> str:
    cages = cells_by_value(board.givens["regions"])
    signs = {sign: letter for letter, sign in SIGNS.items()}
    clues = []
    for cage, clue in enumerate(board.givens["clues"]):
        if clue is None or (clue[-1] not in signs and len(cages[cage]) > 1):
            raise cannot(board, "a cage has no clue" if clue is None else f"{clue} has no sign")
        clues.append(f"{signs.get(clue[-1], 'a')}{clue.rstrip('+-*/')}")
    return f"{write_blocks(board.givens['regions'], counted=True)},{''.join(clues)}"


def _read_jigsaw(body: Body, rows: int, cols: int) -> Read:
    cells, blocks = parts(body, (2, 2), "cells and blocks")
    grid = sgt_numbers.read(cells, rows, cols)
    places: dict[tuple[int | str, ...], int] = {("grid", *path): at for path, at in grid.places.items()}
    places["regions",] = len(cells.text) + 1
    return Read(rows, cols, {"regions": read_blocks(blocks, rows), "grid": grid.givens}, places)


def _write_jigsaw(board: Board) -> str:
    return f"{sgt_numbers.written(board, board.givens['grid'])},{write_blocks(board.givens['regions'])}"


def _read_killer(body: Body, height: int, width: int) -> Read:
    size = height * width
    cells, blocks, sum_part = parts(body, (3, 3), "cells, blocks and sums")
    found = with_boxes(sgt_numbers.read(cells, size, size), height, width)
    cages = read_blocks(blocks, size)
    sums = sgt_numbers.read(sum_part, size, size)
    first = [cells[0] for cells in cells_by_value(cages).values()]
    for (r, c), at in sums.places.items():
        if (r, c) not in first and sums.givens[int(r)][int(c)]:
            raise sum_part.error("a sum that is not at the first cell of its cage", at)
    totals = [sums.givens[r][c] or None for r, c in first]
    return found._replace(givens={**found.givens, "cages": cages, "sums": totals})


def _write_killer(board: Board) -> str:
    cages = board.givens["cages"]
    if any(cage < 0 for row in cages for cage in row):
        raise cannot(board, "a cell is in no cage")
    cells, sums = cells_by_value(cages), [[0] * board.cols for _ in range(board.rows)]
    for cage, total in enumerate(board.givens["sums"]):
        r, c = cells[cage][0]
        sums[r][c] = total or 0
    grids = (sgt_numbers.written(board, grid) for grid in (board.givens["grid"], sums))
    return f",{write_blocks(cages)},".join(grids)


KINDS: dict[str, tuple[Callable[[Body, int, int], Read], Callable[[Board], str]]] = {
    "clues": (_read_keen, _write_keen),
    "cells": (_read_jigsaw, _write_jigsaw),
    "sums": (_read_killer, _write_killer),
}


def code(kind: str) -> Code:
    """Return the code of boards of blocks and `clues`, of blocks and `cells`, or of blocks, cells and `sums`, by the
    kind.
    """
    return Code(*KINDS[kind])
