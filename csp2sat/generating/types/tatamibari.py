"""Tatamibari: random rectangles, and the sign of each in a random one of its cells."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.random.rectangles import random_rectangles
from ...puzzles.kit.random.rooms import numbered
from ...puzzles.spec import Board, Cell
from ...puzzles.types.tatamibari import BLANK, HIGH, PUZZLE, SQUARE, WIDE
from ..spec import Draft, Maker
from ..uniqueness import made_unique

SIDE, AREA = 5, 10  # of a rectangle, at most
DRAWS = 1000  # of rectangles, until nowhere four of them meet
REPAIRS = 60  # other rectangles are sooner right than many repairs
MOST = 12  # rows and columns

Signs = dict[Cell, list[Cell]]  # the rectangle of each sign


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Signs whose rectangles differ in other solutions move within theirs, until there is one solution."""

    def change(signs: Signs, wrong: list[Cell]) -> Signs:
        moved = {random.pick(wrong) for _ in range(1 + len(wrong) // 10)}
        return {at if moved.isdisjoint(cells) else random.pick(cells): cells for at, cells in signs.items()}

    draws = (random_rectangles(random, rows, cols, SIDE, AREA) for _ in range(DRAWS))
    rectangles = next((found for found in draws if not crossings(found)), None)
    if rectangles is None:
        return None
    start = {random.pick(cells): cells for cells in rectangles}
    return made_unique(start, lambda signs: drawn(signs, rows, cols), change, REPAIRS)


def crossings(rectangles: list[list[Cell]]) -> list[Cell]:
    """The lower right corners of rectangles at which four of them meet."""
    area = {cell: number for number, cells in enumerate(rectangles) for cell in cells}
    ends = [cells[-1] for cells in rectangles]
    blocks = ((end, [(end[0] + i, end[1] + j) for i in (0, 1) for j in (0, 1)]) for end in ends)
    return [end for end, block in blocks if len({area[cell] for cell in block if cell in area}) == 4]


def drawn(signs: Signs, rows: int, cols: int) -> Draft:
    """The board and its rectangles."""
    sign = {at: sign_of(cells) for at, cells in signs.items()}
    grid = ["".join(sign.get((r, c), BLANK) for c in range(cols)) for r in range(rows)]
    rectangle = {cell: cells[0] for cells in signs.values() for cell in cells}
    return Draft(Board(PUZZLE.name, rows, cols, grid), numbered(rows, cols, rectangle.__getitem__))


def sign_of(cells: list[Cell]) -> str:
    """What a rectangle's cells, in reading order, have to be told."""
    height, width = (1 + cells[-1][axis] - cells[0][axis] for axis in (0, 1))
    return SQUARE if height == width else WIDE if width > height else HIGH


def refuse(rows: int, cols: int) -> None:
    """Repairs of larger boards take minutes."""
    if max(rows, cols) > MOST:
        size = f"a tatamibari of {rows} x {cols} takes too long to make"
        raise ValueError(f"{size}; expected at most {MOST} rows and columns")


MAKER = Maker(attempt, least=2, minimal=False, refuse=refuse, usual=8)
