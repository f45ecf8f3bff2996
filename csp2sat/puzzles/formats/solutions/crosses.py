"""Crosses on the edges of a drawing, where a line cannot run."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...drawing.picture import Point
from ...spec import PUZZLES, Board
from .layouts import Layout, layouts
from .reading import lines_of, placements, read

CROSS = re.compile("[x×✕✗]")


def with_crosses(text: str, board: Board) -> dict[str, list[str]] | None:
    """Return the edges of a drawing, `1` for a line, `0` for a cross and `?` for neither; None if the text has no
    crosses, or is no drawing of this board without them.

    A cross stands anywhere between the two ends of its edge.
    """
    picture = PUZZLES[board.puzzle].picture(board, None)
    found = read(CROSS.sub(" ", text), board) if picture.ground != "plain" and CROSS.search(text) else None
    if found is None or found.faults or not isinstance(found.solution, dict):
        return None
    node = int(picture.ground == "cells")
    for lines in placements(lines_of(text), board):
        for layout in layouts([CROSS.sub(" ", line).rstrip() for line in lines], picture):
            places = [(at, each.start()) for at, line in enumerate(lines) for each in CROSS.finditer(line)]
            crossed = {_edge_at(layout, place) for place in places}
            form = {
                way: [
                    _edges(row, 2 * r + node + (way == "v"), node + (way == "h"), crossed) for r, row in enumerate(rows)
                ]
                for way, rows in found.solution.items()
            }
            if sum(row.count("0") for rows in form.values() for row in rows) == len(places):
                return form
    return None


def _edges(row: str, i: int, first: int, crossed: Collection[Point | None]) -> str:
    """Return a row of edges with `?` for the edges without a line, but not for those whose middle is crossed; i, first:
    the middle of the row's first edge.
    """
    signs = ("0" if (i, 2 * c + first) in crossed else "?" for c in range(len(row)))
    return "".join(sign if old == "0" else old for old, sign in zip(row, signs, strict=True))


def _edge_at(layout: Layout, place: tuple[int, int]) -> Point | None:
    """Return the middle of the edge, a point of the lattice, between whose ends a place (line and column of the text)
    is; None if there is none.
    """
    cols = layout.lattice.cols
    i = next((i for i, line in layout.lattice.rows.items() if line == place[0]), None)
    every = (j for j in cols if i is not None and (i + j) % 2)
    found = [j for j in every if cols.get(j - 1, -2) < place[1] < cols.get(j + 1, place[1] + 1)]
    return (i, found[0]) if i is not None and found else None
