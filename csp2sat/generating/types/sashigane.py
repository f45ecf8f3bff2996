"""Sashigane: random L's, the number of each at its corner, arrows at its ends, and of these only the needed ones."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.portable_random import RandomSource
from ...puzzles.kit.arrows import LETTERS
from ...puzzles.kit.checks import cells_by_value, neighbours
from ...puzzles.kit.variables import step
from ...puzzles.spec import Board, Cell
from ...puzzles.types.sashigane import BLANK, PUZZLE
from ..from_models import from_solution
from ..spec import Draft, Maker


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """The signs are dropped in random order."""

    def signs(regions: list[list[int]]) -> list[list[str]]:
        told = {cell: sign for cells in cells_by_value(regions).values() for cell, sign in signs_of(cells)}
        return [[told.get((r, c), BLANK) for c in range(cols)] for r in range(rows)]

    return from_solution(random, Board(PUZZLE.name, rows, cols, [[BLANK] * cols for _ in range(rows)]), signs)


def signs_of(cells: list[Cell]) -> Iterator[tuple[Cell, str]]:
    """The number of an L at its corner, and the arrows at its ends."""
    for cell in cells:
        beside = [near for near in neighbours(cell) if near in cells]
        if len({near[0] - cell[0] for near in beside}) == 2 and len({near[1] - cell[1] for near in beside}) == 2:
            yield cell, str(len(cells))
        elif len(beside) == 1:
            yield cell, next(letter for letter, way in LETTERS.items() if step(cell, way) == beside[0])


MAKER = Maker(attempt, least=4, minimal=True)
