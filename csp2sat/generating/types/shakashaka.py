"""Shakashaka: random black cells and triangles, all numbers in black cells, and of these only the needed numbers."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...model.expr import TRUE, all_of, node
from ...model.model import Model
from ...puzzles.constraints.white_angles import CORNERS, SIDES, TRIANGLES, WEDGES, WHITE
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.truth import TruthRow, allowed
from ...puzzles.spec import Board
from ...puzzles.types.shakashaka import PUZZLE, WALL, right_angles
from ..from_models import random_answer
from ..spec import Draft, Maker, all_clues

WALLS, SIDED = 0.1, 0.7  # chances of a cell, and of a side of one, to be tried as black


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with a number in every black cell, and the solution from which the numbers
    follow; the board may have other solutions.
    """
    solution = random_triangles(random, rows, cols)
    givens = ["".join(WHITE if char in TRIANGLES else char for char in row) for row in solution]
    drawn = {(r, c) for r, row in enumerate(solution) for c, char in enumerate(row) if char in TRIANGLES}
    blank = Board(PUZZLE.name, rows, cols, givens)
    numbers = {cell: str(len(drawn.intersection(neighbours(cell)))) for cell in blank.filled(WHITE)}
    full = blank.with_values(numbers)
    return Draft(full, PUZZLE.rewritten(full, solution))


def random_triangles(random: RandomSource, rows: int, cols: int) -> list[str]:
    """Return the rows of rows x cols cells with random black cells and triangles, such that all white areas are
    rectangles.

    The cells are an answer of the puzzle's constraint model, in which a cell may also be black.
    """
    m = Model()
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    black = {((r, c), side): m.bool(f"{side}_{r}_{c}") for r, c in cells for side in SIDES}
    for cell in cells:
        sides = [black[cell, side] for side in SIDES]
        m.add(allowed(sides, _is_possible))
        m.add(node("iff", m.bool(f"wall_{cell[0]}_{cell[1]}"), all_of(sides)))
    for r in range(rows + 1):
        for c in range(cols + 1):
            wedges = [black.get(((r + i, c + j), side), TRUE) for (i, j), *two in WEDGES for side in two]
            m.add(right_angles(wedges))
    answer = random_answer(random, m, lambda name: WALLS if name.startswith("wall") else SIDED)
    on = answer.bools if answer else {}
    return [
        "".join(_sign({side for side in SIDES if on.get(f"{side}_{r}_{c}")}) for c in range(cols)) for r in range(rows)
    ]


def _is_possible(sides: TruthRow) -> bool:
    """Whether a cell that is black along these sides is all black, all white, or has a triangle, which is black along
    two sides that meet.
    """
    top, right, bottom, left = sides
    return all(sides) or not any(sides) or (top != bottom and left != right)


def _sign(sides: set[str]) -> str:
    """Return the sign of a cell that is black along these sides: a triangle's letter, WALL or WHITE."""
    return next((corner for corner, two in CORNERS.items() if sides == set(two)), WALL if sides else WHITE)


MAKER = Maker(attempt, least=3, minimal=True, spare=all_clues)
