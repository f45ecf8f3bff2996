"""Rooms that a loop visits once each: successive parts of the loop, each with some of the cells beside it."""

from __future__ import annotations

from typing import NamedTuple

from ..base.portable_random import RandomSource
from ..puzzles.kit.checks import areas, drawn_lines, neighbours
from ..puzzles.kit.random.loops import random_loop
from ..puzzles.kit.random.rooms import Regions, numbered
from ..puzzles.spec import Cell

LONGEST = 6  # cells of a part, at first


class Parts(NamedTuple):
    """The division of a loop into parts: the places in the order of the loop at which parts begin, and for each cell
    off the loop the cell on it to whose room it belongs.
    """

    starts: frozenset[int]
    owner: dict[Cell, Cell]


class LoopRooms:
    """A random loop with the means to draw and change its rooms; connected cells off the loop are always in one room.

    loop: its neutral form.  cells: its cells, in the order of the loop.
    """

    def __init__(self, random: RandomSource, rows: int, cols: int):
        self._random, self._rows, self._cols = random, rows, cols
        self.loop = random_loop(random, rows, cols)
        drawn = drawn_lines(self.loop, rows, cols)
        self.cells = [min(drawn), min(drawn[min(drawn)])]
        while (on := next(iter(drawn[self.cells[-1]] - {self.cells[-2]}))) != self.cells[0]:
            self.cells.append(on)
        self._at = {cell: at for at, cell in enumerate(self.cells)}
        self._groups = areas([(r, c) for r in range(rows) for c in range(cols) if (r, c) not in self._at])

    def random(self) -> Parts:
        """Return a random division: parts of 2 to LONGEST cells (the last one may have a single cell), and each
        connected group of cells off the loop in the room of a random part beside the group.
        """
        starts, at = set[int](), 0
        while at < len(self.cells):
            starts.add(at)
            at += 2 + self._random.below(LONGEST - 1)
        owner = dict[Cell, Cell]()
        for group in self._groups:
            owner |= self._owned(group)
        return Parts(frozenset(starts), owner)

    def _owned(self, group: list[Cell]) -> dict[Cell, Cell]:
        beside = sorted({near for cell in group for near in neighbours(cell)} & self._at.keys())
        return dict.fromkeys(group, self._random.pick(beside))

    def changed(self, parts: Parts, cell: Cell) -> Parts:
        """Return the parts with one change at a cell: a cell off the loop and its group get a random room beside them;
        at a cell on the loop a part begins, or begins no longer.  Return the same parts if fewer than two would be
        left.
        """
        if cell not in self._at:
            group = next(group for group in self._groups if cell in group)
            return parts._replace(owner=parts.owner | self._owned(group))
        starts = parts.starts ^ {self._at[cell]}
        return parts._replace(starts=starts) if len(starts) > 1 else parts

    def rooms(self, parts: Parts) -> tuple[Regions, list[list[Cell]]]:
        """Return the rows of the cells' room numbers, and for each part its cells in the order of the loop."""
        first = min(parts.starts)
        turned = self.cells[first:] + self.cells[:first]
        pieces = list[list[Cell]]()
        for cell in turned:
            if self._at[cell] in parts.starts:
                pieces.append([])
            pieces[-1].append(cell)
        room = {cell: number for number, piece in enumerate(pieces) for cell in piece}
        return numbered(self._rows, self._cols, lambda cell: room[parts.owner.get(cell, cell)]), pieces
