"""Sets of cells that may be an object or an area."""

from __future__ import annotations

from collections.abc import Collection

from ..spec import Cell

WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def connected_sets(cells: Collection[Cell], size: int) -> list[tuple[Cell, ...]]:
    """All connected sets of so many of the cells, each in reading order."""
    allowed = set(cells)
    found: set[tuple[Cell, ...]] = {(cell,) for cell in allowed} if size else set()
    for _ in range(size - 1):
        found = {tuple(sorted({*members, near})) for members in found for near in _around(members, allowed)}
    return sorted(found)


def _around(members: Collection[Cell], allowed: set[Cell]) -> set[Cell]:
    near = {(r + down, c + right) for r, c in members for down, right in WAYS}
    return near & allowed - set(members)
