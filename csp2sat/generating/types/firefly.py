"""Firefly: random lines with one loop, fireflies on them until there is one solution, and then fewer of them.

Each firefly has one dot, so there are as many lines as fireflies, and connected lines have exactly one loop. The lines
lead from dot to dot into the loop, and around it in one of its two directions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import closing

from ...base.portable_random import RandomSource
from ...puzzles.kit.arrows import FREE, LETTERS, arrows
from ...puzzles.kit.checks import drawn_lines, neighbours
from ...puzzles.kit.random.branches import branches_with_a_loop, towards_the_loop
from ...puzzles.kit.variables import step
from ...puzzles.spec import Board, Cell
from ...puzzles.types.firefly import PUZZLE
from ..dropping import ChangingRules, minimal_by_steps
from ..spec import Draft, Maker, SpareGivens, all_clues
from ..uniqueness import made_unique

REPAIRS = 80
MANY = 8  # cells where solutions differ, for which one firefly more is added at once
LONGEST = 8  # steps of a line from dot to firefly: questions on boards with longer lines can take minutes

Flies = frozenset[Cell]
After = Mapping[Cell, Cell]  # for each cell of the lines the next one


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with the numbers of all fireflies and one solution, None if the random draws
    lead to none: fireflies are added in cells in which solutions differ, or beside them, until there is one solution;
    then each in turn is taken away if the solution stays the only one and no line becomes too long.
    """
    solution = branches_with_a_loop(random, rows, cols)
    if solution is None:
        return None
    lines = drawn_lines(solution, rows, cols)
    after = random.pick(towards_the_loop(lines))
    least = {cell for cell in lines if len(lines[cell]) != 2} or {random.pick(sorted(lines))}

    def drawn(flies: Collection[Cell]) -> Draft:
        cells = {cell: firefly(after, cell, least.union(flies)) for cell in least.union(flies)}
        board = Board(PUZZLE.name, rows, cols, [[FREE] * cols for _ in range(rows)])
        return Draft(board.with_values(cells), solution)

    def change(flies: Flies, wrong: list[Cell]) -> Flies:
        near = {each for cell in wrong for each in (cell, *neighbours(cell)) if each in lines}
        places = near.difference(least, flies) or lines.keys() - least - flies
        return flies.union(random.shuffled(sorted(places))[: 1 + len(wrong) // MANY])

    def enough(flies: Collection[Cell]) -> bool:
        return not too_long(after, least.union(flies)) and boards.is_unique(drawn(flies).board)

    unique = made_unique(with_short_lines(random, after, least) - least, drawn, change, REPAIRS)
    if unique is None:
        return None
    with closing(ChangingRules(solution)) as boards:
        needed = minimal_by_steps(random.shuffled(sorted(arrows(unique.board).keys() - least)), enough)
    return None if needed is None else drawn(needed)


def with_short_lines(random: RandomSource, after: After, flies: Collection[Cell]) -> Flies:
    """Return the cells of fireflies with more of them at random places of lines of more than LONGEST steps, so that all
    lines are shorter.
    """
    found = frozenset(flies)
    while long := too_long(after, found):
        found |= {random.pick(line(after, cell, found)[1:-1]) for cell in long}
    return found


def too_long(after: After, flies: Collection[Cell]) -> list[Cell]:
    """Return those of the fireflies, in reading order, from which lines of more than LONGEST steps lead to the next."""
    return [cell for cell in sorted(flies) if len(line(after, cell, flies)) > LONGEST + 1]


def line(after: After, cell: Cell, flies: Collection[Cell]) -> list[Cell]:
    """Return the cells of the line that leaves the firefly in a cell, from this cell to that of the next firefly."""
    cells = [cell, after[cell]]
    while cells[-1] not in flies:
        cells.append(after[cells[-1]])
    return cells


def firefly(after: After, cell: Cell, flies: Collection[Cell]) -> str:
    """Return the neutral value of the firefly in a cell: the number of turns to the next firefly, and the dot."""
    letter = next(letter for letter, way in LETTERS.items() if step(cell, way) == after[cell])
    cells = line(after, cell, flies)
    turns = sum(one[0] != two[0] and one[1] != two[1] for one, two in zip(cells, cells[2:], strict=False))
    return f"{turns}{letter}"


def spare(random: RandomSource, board: Board) -> SpareGivens:
    """Return all numbers in random order; the greatest one, on which the model's countdowns depend, is tried last."""
    flies = arrows(board)
    return all_clues(random, board)._replace(anchor=max(flies, key=lambda cell: flies[cell].number or 0))


MAKER = Maker(attempt, least=3, minimal=True, spare=spare, usual=8)
