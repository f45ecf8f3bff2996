"""Nurimisaki: random shaded cells, a circle at each cape, numbers of all circles, and of these only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import beside, seen_from
from ...puzzles.kit.kinds import begin
from ...puzzles.kit.random.shadings import shading_rows
from ...puzzles.spec import Board, Cell
from ...puzzles.types.nurimisaki import PUZZLE
from ..from_models import random_answer
from ..spec import Draft, Maker, all_clues
from ..uniqueness import made_unique, near

SHADED = 0.5  # chance of a cell to be tried as shaded
REPAIRS = 60
NEAR = 2  # rows and columns from a fault to a cell that is shaded anew

Colours = dict[Cell, bool]  # which cells are shaded


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with the numbers of all circles and one solution, None if the random draws
    lead to none: cells near differing solutions are shaded anew until there is one solution.
    """
    blank = Board(PUZZLE.name, rows, cols, [[0] * cols for _ in range(rows)])

    def drawn(colours: Colours) -> Draft:
        white = {cell for cell, shaded in colours.items() if not shaded}
        numbers = {cell: seen_from(cell, white) for cell in sorted(white) if beside(cell, white) == 1}
        return Draft(blank.with_values(numbers), shading_rows(colours.keys() - white, rows, cols))

    def change(colours: Colours, wrong: list[Cell]) -> Colours:
        anew = near(random.pick(wrong), colours, NEAR)
        return random_colours(random, blank, {cell: colours[cell] for cell in colours if cell not in anew})

    return made_unique(random_colours(random, blank, {}), drawn, change, REPAIRS)


def random_colours(random: RandomSource, board: Board, kept: Colours) -> Colours:
    """Return for each cell whether it is shaded in a random shading that contains the kept cells, in which no 2 x 2
    block is of one colour and the unshaded cells are connected; {} if there is no such shading.
    """
    m, shading = begin(board)
    shading.no_block()
    shading.no_block(shaded=False)
    shading.rest_is_connected()
    for cell, shaded in kept.items():
        m.add(shading[cell] if shaded else ~shading[cell])
    answer = random_answer(random, m, lambda name: SHADED)
    return {(r, c): answer.bools[f"s_{r}_{c}"] for r, c in board.cells()} if answer else {}


MAKER = Maker(attempt, least=3, minimal=True, spare=all_clues)
