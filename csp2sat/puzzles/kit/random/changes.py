"""Small changes of boards that have all their clues and still several solutions; they are repeated until there is one
solution.

Each function here gets the function that writes the clues of a puzzle, and returns a change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeVar

from ....base.portable_random import RandomSource
from ...spec import Board, Cell
from ..checks import cells_by_value
from .rooms import Regions, alone, divided, moved

S = TypeVar("S")
WithClues = Callable[[RandomSource, Board, S], Board]
Change = Callable[[RandomSource, Board, S, list[Cell]], tuple[Board, S]]

MOVING = 0.8  # chance that a cell comes into a room beside its own, if that can be
MANY = 8  # cells where solutions differ, for which one change more is made at once


def other_shading(with_clues: WithClues[list[str]]) -> Change[list[str]]:
    """Return a change that shades one cell, or makes a shaded one unshaded; the cell is one where solutions differ.

    with_clues: returns the board with the clues that the changed shading has.
    """

    def change(random: RandomSource, board: Board, solution: list[str], wrong: list[Cell]) -> tuple[Board, list[str]]:
        r, c = random.pick(wrong)
        line = solution[r][:c] + (".#"[solution[r][c] == "."]) + solution[r][c + 1 :]
        other = [*solution[:r], line, *solution[r + 1 :]]
        return with_clues(random, board, other), other

    return change


def other_rooms(with_clues: WithClues[S], largest: int) -> Change[S]:
    """Return a change that moves cells into other rooms, or divides rooms; rooms have 2 to `largest` cells."""

    def fits(cells: Collection[Cell]) -> bool:
        return 1 < len(cells) <= largest

    def change(random: RandomSource, board: Board, solution: S, wrong: list[Cell]) -> tuple[Board, S]:
        regions = board.givens["regions"]
        for _ in range(1 + len(wrong) // MANY):
            way = moved if random.chance(MOVING) else divided
            regions = way(random, regions, random.pick(wrong), fits)
        return _with_rooms(random, board, solution, regions, with_clues), solution

    return change


def single_cells(with_clues: WithClues[S]) -> Change[S]:
    """Return a change that makes a cell where solutions differ a room of its own."""

    def change(random: RandomSource, board: Board, solution: S, wrong: list[Cell]) -> tuple[Board, S]:
        regions = alone(board.givens["regions"], random.pick(wrong))
        return _with_rooms(random, board, solution, regions, with_clues), solution

    return change


def _with_rooms(random: RandomSource, board: Board, solution: S, regions: Regions, with_clues: WithClues[S]) -> Board:
    """Return the board with the rooms `regions`; rooms of the same cells as before keep their clues, others get theirs
    from `with_clues`.
    """
    before = cells_by_value(board.givens["regions"])
    kept = {tuple(cells): board.givens["clues"][room] for room, cells in before.items()}
    full = with_clues(random, replace(board, givens={**board.givens, "regions": regions}), solution)
    clues = [kept.get(tuple(cells), full.givens["clues"][room]) for room, cells in cells_by_value(regions).items()]
    return replace(full, givens={**full.givens, "clues": clues})
