"""Thick lines of a drawing: around the board, and between regions."""

from __future__ import annotations

from collections.abc import Sequence

from .picture import Line, Role


def frame(rows: int, cols: int) -> list[Line]:
    """The border of the board."""
    right, bottom = 2 * cols, 2 * rows
    sides = (((0, 0), (0, right)), ((bottom, 0), (bottom, right)), ((0, 0), (bottom, 0)), ((0, right), (bottom, right)))
    return [Line(start, end, "given", "border") for start, end in sides]


def between_regions(regions: Sequence[Sequence[int]], role: Role) -> list[Line]:
    """A line wherever neighbouring cells are of different regions.  regions: the name of each cell's region."""
    lines = []
    for r, row in enumerate(regions):
        for c, region in enumerate(row):
            corner = (2 * r + 2, 2 * c + 2)
            if c + 1 < len(row) and row[c + 1] != region:
                lines.append(Line((2 * r, 2 * c + 2), corner, role, "border"))
            if r + 1 < len(regions) and regions[r + 1][c] != region:
                lines.append(Line((2 * r + 2, 2 * c), corner, role, "border"))
    return lines
