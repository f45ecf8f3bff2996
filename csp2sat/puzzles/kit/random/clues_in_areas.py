"""Boards of areas with one clue each, which stands in any cell of its area."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict, Unpack

from ....base.portable_random import RandomSource
from ...making import Making, none_dropped
from ...notation import GivenValue
from ...spec import Board, Cell
from ..checks import cells_by_value
from .rooms import Regions

MANY = 10  # cells where solutions differ, for which one clue more moves at once


class Moving(TypedDict, total=False):
    """The fields of `Making` that boards of areas with clues may have."""

    least: int
    blank: GivenValue
    changes: int
    usual: int
    refuse: Callable[[int, int], None]


def clues_in_areas(
    clue: Callable[[list[Cell]], GivenValue],
    areas: Callable[[RandomSource, int, int], Regions | None],
    **more: Unpack[Moving],
) -> Making[Regions]:
    """Return the way to make boards of areas with a clue each: clues move within their areas until there is one
    solution.

    `clue` gets the cells of an area and returns its clue; `areas` draws a random solution, or None; `more` has the
    other fields of `Making`.
    """

    def with_clues(random: RandomSource, board: Board, found: list[list[Cell]]) -> Board:
        empty = board.with_values({cell: more["blank"] for cells in found for cell in cells})
        return empty.with_values({random.pick(cells): clue(cells) for cells in found})

    def with_all_clues(random: RandomSource, board: Board, solution: Regions) -> Board:
        return with_clues(random, board, list(cells_by_value(solution).values()))

    def change(random: RandomSource, board: Board, solution: Regions, wrong: list[Cell]) -> tuple[Board, Regions]:
        picked = {random.pick(wrong) for _ in range(1 + len(wrong) // MANY)}
        moved = [cells for cells in cells_by_value(solution).values() if not picked.isdisjoint(cells)]
        return with_clues(random, board, moved), solution

    return Making(givens_of=with_all_clues, solution=areas, change=change, dropped=none_dropped, **more)
