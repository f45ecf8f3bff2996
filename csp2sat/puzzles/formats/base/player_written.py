"""The lines of a board for a file of puzz.link's player, behind its header, with nothing drawn on the board.

Lines are blocks, in the order of the puzzle's `PlayerFile`; each block is written as version 0 of the files has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from ...kit.checks import cells_by_value
from ...notation import CellValues, PlayerBlocks
from ...sites import PlayerFile
from ...spec import PUZZLES, Board


class Contents(NamedTuple):
    """The contents of the blocks of a board of `rows` x `cols` cells."""

    rows: int
    cols: int
    found: PlayerBlocks


def written(board: Board, player: PlayerFile, margin: int) -> list[str]:
    """Return the lines of a board, from its size on; the size leaves out `margin` rows, and columns.

    Raises ValueError or LookupError if a part of the board has no token.
    """
    rows, cols = board.rows - margin, board.cols - margin
    blocks = Contents(rows, cols, player.written(board) if player.written else _blocks(board, player))
    lines = [str(rows)] if player.square else [str(rows), str(cols)]
    for block in player.blocks:
        name, _, more = block.partition(" ")
        lines += WRITTEN[name](blocks, more)
    return lines


def _blocks(board: Board, player: PlayerFile) -> PlayerBlocks:
    """Return the contents that follow from givens of the usual forms: values of cells, rooms, one more number."""
    form, givens = PUZZLES[board.puzzle].form, board.givens
    regions = givens["regions"] if isinstance(givens, dict) and "regions" in givens else []
    nums = _clues(board) if isinstance(givens, dict) and "clues" in givens else board.values()
    return {
        "extra": next(map(str, form.numbers(givens)), ""),
        "regions": regions,
        "nums": [[player.cells.token(value) for value in row] for row in nums],
    }


def _clues(board: Board) -> CellValues:
    """Return the clue of each room at the room's first cell, and None elsewhere."""
    rooms = cells_by_value(board.givens["regions"]).values()
    clues = {cells[0]: clue for cells, clue in zip(rooms, board.givens["clues"], strict=True)}
    return [[clues.get((r, c)) for c in range(board.cols)] for r in range(board.rows)]


def _lines(rows: Iterable[Iterable[object]]) -> list[str]:
    return ["".join(f"{token} " for token in row) for row in rows]


def _same(token: str, *sizes: tuple[int, int]) -> list[str]:
    """Return the lines of blocks of these sizes, rows and columns, with the same token everywhere."""
    return [f"{token} " * cols for rows, cols in sizes for _ in range(rows)]


def _blank(blocks: Contents, more: str) -> list[str]:
    return _same(".", (blocks.rows, blocks.cols))


def _between(blocks: Contents, more: str) -> list[str]:
    """Return the lines of what may be drawn between cells: sideways, then up and down."""
    return _same("0", (blocks.rows, blocks.cols - 1), (blocks.rows - 1, blocks.cols))


def _around(blocks: Contents, more: str) -> list[str]:
    return _same("0", (blocks.rows, blocks.cols + 1), (blocks.rows + 1, blocks.cols))


def _rooms(blocks: Contents, since: str) -> list[str]:
    """Return the lines of the rooms: borders if all versions of the file have them (`since` is 0), else ids."""
    regions = blocks.found["regions"]
    if since == "0":
        right = [[int(one != other) for one, other in pairwise(row)] for row in regions]
        below = [[int(one != other) for one, other in zip(*rows, strict=True)] for rows in pairwise(regions)]
        return _lines(right) + _lines(below)
    return [str(1 + max(map(max, regions))), *_lines(regions)]


def _table(blocks: Contents, sides: str) -> list[str]:
    """Return the lines of cells with clues around them; `sides` is as in `PlayerFile`."""
    found = blocks.found
    top, left = found["top"], found["left"]
    corner, end = ["."] * len(left[0]), ["."] * (sides == "2")
    above = [[*corner, *row, *end] for row in zip(*top, strict=True)]
    right = [[token] for token in found["right"]] if sides == "2" else [[]] * blocks.rows
    inside = [[*before, *row, *after] for before, row, after in zip(left, found["inside"], right, strict=True)]
    below = [[*corner, *found["bottom"], *end]] if sides == "2" else []
    return _lines([*above, *inside, *below])


def _nothing(blocks: Contents, more: str) -> list[str]:
    return []


WRITTEN: dict[str, Callable[[Contents, str], list[str]]] = {
    "flag": _nothing,
    "flags": _nothing,  # of later versions
    "colours": _nothing,  # of later versions
    "rooms": _rooms,
    "table": _table,
    "stars": lambda blocks, more: [blocks.found["extra"]],
    "fleet": lambda blocks, more: blocks.found["fleet"],
    "places": lambda blocks, more: blocks.found["places"],
    "nums": lambda blocks, more: _lines(blocks.found["nums"]),
    "vertices": lambda blocks, more: _lines(blocks.found["nums"]),
    "answers": _blank,
    "drawn": _blank,
    "lines": _between,
    "bridges": _between,
    "division": _between,
    "outer": _around,
}
