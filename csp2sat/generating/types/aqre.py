"""Aqre: random shaded cells, rooms, their numbers, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.spec import Board
from ...puzzles.types.aqre import PUZZLE
from ..filled_rooms import counted_rooms
from ..from_models import random_solution
from ..spec import Maker


def shading(random: RandomSource, rows: int, cols: int) -> list[str]:
    """A solution of a board of one room without a number."""
    one = {"regions": [[0] * cols for _ in range(rows)], "clues": [None]}
    return random_solution(random, Board(PUZZLE.name, rows, cols, one)) or []


MAKER = Maker(counted_rooms(PUZZLE.name, shading), least=4, minimal=True)
