"""KenKen: a random Latin square, and cages of one to four cells with what their numbers give."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import cells_by_value
from ...puzzles.kit.random.latin_squares import latin_square, refuse_oblong
from ...puzzles.kit.random.rooms import Regions, alone, joined_rooms
from ...puzzles.spec import Board, Cell
from ...puzzles.types.kenken import PUZZLE
from ..spec import Draft, Maker
from ..uniqueness import made_unique

LARGEST = 4  # cells of a cage
REPAIRS = 60


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Cells in which solutions differ leave their cages, until there is one solution."""
    grid = latin_square(random, 1, rows)
    signs = {(r, c): random.shuffled("+-*/") for r in range(rows) for c in range(cols)}  # of a cage by its first cell

    def drawn(regions: Regions) -> Draft:
        cages = cells_by_value(regions)
        clues = [result([grid[r][c] for r, c in cages[cage]], signs[cages[cage][0]]) for cage in range(len(cages))]
        return Draft(Board(PUZZLE.name, rows, rows, {"regions": regions, "clues": clues}), grid)

    def change(regions: Regions, wrong: list[Cell]) -> Regions:
        return alone(regions, random.pick(wrong))

    return made_unique(joined_rooms(random, rows, cols, lambda cells: len(cells) <= LARGEST), drawn, change, REPAIRS)


def result(numbers: Sequence[int], signs: Sequence[str]) -> str:
    """The clue of a cage with these numbers: with the first of these signs that it can have."""
    least, most = min(numbers), max(numbers)
    if len(numbers) == 1:
        return str(most)
    fits = {"+": f"{sum(numbers)}+", "*": f"{prod(numbers)}*"}
    if len(numbers) == 2:
        fits |= {"-": f"{most - least}-"} | ({"/": f"{most // least}/"} if most % least == 0 else {})
    return next(fits[sign] for sign in signs if sign in fits)


MAKER = Maker(attempt, least=3, minimal=False, refuse=refuse_oblong, usual=6)
