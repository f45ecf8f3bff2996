"""Cells as a solution shades them: which are shaded, which touch, and into which parts cells fall.

The checkers of shading puzzles are made of this.  It shares no code with the models.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from .loop_check import check_strings, place

Cell = tuple[int, int]
V = TypeVar("V", int, Cell)


def shaded_cells(shading: Any, rows: int, cols: int, name: str = "the solution") -> set[Cell]:
    """The cells that are `#` in a list of strings of `#` and `.`; WrongForm if it is no such list.

    name: what the list is called in the message.
    """
    strings = check_strings(shading, name, rows, cols, "#.")
    return {(r, c) for r, row in enumerate(strings) for c, what in enumerate(row) if what == "#"}


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells beside a cell, on the board or not."""
    r, c = cell
    return [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]


def touching(cells: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """The pairs of cells that are side by side, in reading order."""
    members = set(cells)
    return [(cell, near) for cell in sorted(members) for near in neighbours(cell) if near > cell and near in members]


def areas(cells: Collection[Cell]) -> list[list[Cell]]:
    """The connected groups of cells, each in reading order, and ordered by their first cells."""
    members = set(cells)
    return groups({cell: [near for near in neighbours(cell) if near in members] for cell in members})


def groups(near: Mapping[V, Collection[V]]) -> list[list[V]]:
    """The connected groups of any graph, each sorted, and ordered by their first vertices.

    near: for each vertex its neighbours (all of them keys too).
    """
    found, left = [], set(near)
    for start in sorted(near):
        if start in left:
            left.discard(start)
            group = [start]
            for v in group:
                new = left.intersection(near[v])
                left -= new
                group += new
            found.append(sorted(group))
    return found


def touching_faults(cells: Collection[Cell], name: str) -> list[str]:
    """What is wrong if no two of the cells, which are called `name`, may touch."""
    return [f"{name} touch, at {place(a)} and at {place(b)}" for a, b in touching(cells)]


def parting_faults(cells: Collection[Cell], name: str) -> list[str]:
    """What is wrong if the cells, which are called `name`, should be connected (none are)."""
    parts = areas(cells)
    places = "; ".join(place(part[0]) for part in parts)
    return [f"{name} fall into {len(parts)} parts, at {places}"] if len(parts) > 1 else []
