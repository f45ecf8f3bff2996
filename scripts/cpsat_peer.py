"""The peer: solve a board with OR-tools CP-SAT, as a plain script would.

    python scripts/cpsat_peer.py BOARD.json

Masyu is the well-known model with `add_circuit` (a directed arc each way, a self-arc at cells that may stay empty) and
with the rule of the white circle in full: the line turns beside it.  Sudoku is all-different, numberlink a colour for
each cell and degrees.  Prints the status; the board is the neutral JSON form.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from ortools.sat.python import cp_model

Cell = tuple[int, int]
WAYS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def edges_of(rows: int, cols: int) -> list[tuple[Cell, Cell]]:
    """Pairs of neighbouring cells."""
    across = [((r, c), (r, c + 1)) for r in range(rows) for c in range(cols - 1)]
    return across + [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(cols)]


def masyu(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """One circuit through all circles."""
    rows, cols, givens = board["rows"], board["cols"], board["givens"]
    edge: dict[tuple[Cell, Cell], Any] = {}
    arcs = []
    for u, v in edges_of(rows, cols):
        there, back, either = (model.new_bool_var("") for _ in range(3))
        arcs += [(u[0] * cols + u[1], v[0] * cols + v[1], there), (v[0] * cols + v[1], u[0] * cols + u[1], back)]
        model.add(either == there + back)
        edge[u, v] = edge[v, u] = either
    for r in range(rows):
        for c in range(cols):
            if givens[r][c] == ".":
                arcs.append((r * cols + c, r * cols + c, model.new_bool_var("")))
            else:
                circle(model, edge, (r, c), givens[r][c] == "w")
    model.add_circuit(arcs)


def circle(model: cp_model.CpModel, edge: dict[tuple[Cell, Cell], Any], cell: Cell, white: bool) -> None:
    """The rule at a circle."""

    def step(at: Cell, way: str) -> Cell:
        return at[0] + WAYS[way][0], at[1] + WAYS[way][1]

    near = {way: edge.get((cell, step(cell, way)), 0) for way in WAYS}
    far = {way: edge.get((step(cell, way), step(step(cell, way), way)), 0) for way in WAYS}
    straight = near["west"] + near["east"] - near["north"] - near["south"]
    if white:
        model.add(straight != 0)
        for one, other in (("west", "east"), ("north", "south")):
            model.add(near[one] + near[other] + far[one] + far[other] <= 3)
    else:
        model.add(straight == 0)
        for way in WAYS:
            model.add(near[way] <= far[way])


def sudoku(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """All different in rows, columns and boxes."""
    n, givens = board["rows"], board["givens"]
    x = [[model.new_int_var(v or 1, v or n, "") for v in row] for row in givens["grid"]]
    height, width = givens["box_rows"], givens["box_cols"]
    for k in range(n):
        top, left = k // height * height, k % height * width
        model.add_all_different(x[k])
        model.add_all_different([row[k] for row in x])
        model.add_all_different([x[top + i][left + j] for i in range(height) for j in range(width)])


def numberlink(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """Degree 1 at numbers, 0 or 2 elsewhere; both ends of an edge have one colour."""
    rows, cols, givens = board["rows"], board["cols"], board["givens"]
    most = max(map(max, givens))
    colour = [[model.new_int_var(v or 1, v or most, "") for v in row] for row in givens]
    edge = {uv: model.new_bool_var("") for uv in edges_of(rows, cols)}
    for (u, v), on in edge.items():
        model.add(colour[u[0]][u[1]] == colour[v[0]][v[1]]).only_enforce_if(on)
    for r in range(rows):
        for c in range(cols):
            degree = sum(on for uv, on in edge.items() if (r, c) in uv)
            model.add(degree == (1 if givens[r][c] else 2 * model.new_bool_var("")))


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123
        board = json.load(file)
    model = cp_model.CpModel()
    {"masyu": masyu, "sudoku": sudoku, "numberlink": numberlink}[board["type"]](model, board)
    solver = cp_model.CpSolver()
    print(solver.status_name(solver.solve(model)))


if __name__ == "__main__":
    main()
