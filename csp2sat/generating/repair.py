"""Boards that have several solutions are changed where these differ, until there is one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from ..puzzles.spec import Cell
from .spec import Draft
from .uniqueness import varying

T = TypeVar("T")
Fault = TypeVar("Fault")


def repaired(
    start: T, faults: Callable[[T], list[Fault]], change: Callable[[T, list[Fault]], T], tries: int
) -> T | None:
    """Something without faults; None if it has not come to that after so many tries.

    faults: where something is wrong.  change: it, and its faults -> it with some change there.
    A change that makes more faults is taken back.
    """
    here, wrong = start, faults(start)
    for _ in range(tries):
        if not wrong:
            return here
        there = change(here, wrong)
        still = faults(there)
        if len(still) <= len(wrong):
            here, wrong = there, still
    return None if wrong else here


def made_unique(
    start: T, drawn: Callable[[T], Draft], change: Callable[[T, list[Cell]], T], tries: int
) -> Draft | None:
    """The board of something that is changed in cells in which solutions differ, until there is one solution.

    drawn: it as a board with its solution.  change, tries: as in `repaired`, with these cells as the faults.
    """
    found = repaired(start, lambda state: cells_of(varying(*drawn(state))), change, tries)
    return None if found is None else drawn(found)


def near(cell: Cell, cells: Iterable[Cell], most: int) -> list[Cell]:
    """Those of the cells that are at most so many rows and columns away from the cell."""
    return [each for each in cells if max(abs(each[0] - cell[0]), abs(each[1] - cell[1])) <= most]


def cells_of(names: set[str]) -> list[Cell]:
    """The cells in the names of variables, such as `s_3_4`, in reading order."""
    found = (re.findall(r"[0-9]+", name) for name in names if not name.startswith("_"))
    return sorted({(int(r), int(c)) for r, c in found})
