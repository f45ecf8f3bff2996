"""Chocona: random rectangles that do not touch, rooms, their numbers, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.rectangles import random_rectangles
from ...puzzles.kit.random.shadings import shading_rows
from ...puzzles.spec import Cell
from ...puzzles.types.chocona import PUZZLE
from ..filled_rooms import counted_rooms
from ..spec import Maker

SIDE, AREA = 4, 8  # of a rectangle, at most


def shading(random: RandomSource, rows: int, cols: int) -> list[str]:
    """Of rectangles that fill the board those, in random order, that touch no other one."""
    shaded: set[Cell] = set()
    for cells in random.shuffled(random_rectangles(random, rows, cols, SIDE, AREA)):
        if shaded.isdisjoint(near for cell in cells for near in neighbours(cell)):
            shaded.update(cells)
    return shading_rows(shaded, rows, cols)


MAKER = Maker(counted_rooms(PUZZLE.name, shading), least=3, minimal=True)
