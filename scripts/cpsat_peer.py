"""The peer: solve a board with OR-tools CP-SAT, as a plain script would.

    python scripts/cpsat_peer.py BOARD.json [SECONDS]

Masyu is the well-known model with `add_circuit` (a directed arc each way, a self-arc at cells that may stay empty) and
with the rule of the white circle in full: the line turns beside it.  Slitherlink is the same on the corners.  Sudoku is
all-different, kakuro that and sums, numberlink a colour for each cell and degrees, akari clauses, nonogram an automaton
for each line, hitori all-different by pairs and a tree of numbered cells that joins the white ones.
Prints the status; the board is the neutral JSON form.
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


def slitherlink(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """One circuit along the sides of the cells."""
    rows, cols = board["rows"] + 1, board["cols"] + 1
    edge: dict[tuple[Cell, Cell], Any] = {}
    arcs = [(v, v, model.new_bool_var("")) for v in range(rows * cols)]
    for u, v in edges_of(rows, cols):
        there, back = model.new_bool_var(""), model.new_bool_var("")
        arcs += [(u[0] * cols + u[1], v[0] * cols + v[1], there), (v[0] * cols + v[1], u[0] * cols + u[1], back)]
        edge[u, v] = there + back
    model.add_circuit(arcs)
    model.add(sum(off for u, v, off in arcs if u == v) < rows * cols)
    for r, row in enumerate(board["givens"]):
        for c, what in enumerate(row):
            if what != ".":
                a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
                model.add(edge[a, b] + edge[d, e] + edge[a, d] + edge[b, e] == int(what))


def segments(cells: list[list[Cell]]) -> list[list[Cell]]:
    """Runs of cells that follow each other in a line."""
    runs: list[list[Cell]] = []
    for line in cells:
        for at, cell in enumerate(line):
            if at and abs(cell[0] - line[at - 1][0]) + abs(cell[1] - line[at - 1][1]) == 1:
                runs[-1].append(cell)
            else:
                runs.append([cell])
    return runs


def lines_of(rows: int, cols: int, kept: Any) -> list[list[list[Cell]]]:
    """The kept cells of each row, and of each column."""
    across = [[(r, c) for c in range(cols) if kept(r, c)] for r in range(rows)]
    return [across, [[(r, c) for r in range(rows) if kept(r, c)] for c in range(cols)]]


def akari(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """At most one light in a run of white cells, one in one of a cell's two runs, and numbers."""
    rows, cols, givens = board["rows"], board["cols"], board["givens"]
    lit = {(r, c): model.new_bool_var("") for r in range(rows) for c in range(cols) if givens[r][c] == "."}
    seen: dict[Cell, list[Any]] = {cell: [] for cell in lit}
    for lines in lines_of(rows, cols, lambda r, c: givens[r][c] == "."):
        for run in segments(lines):
            model.add_at_most_one(lit[cell] for cell in run)
            for cell in run:
                seen[cell] += [lit[each] for each in run]
    for lights in seen.values():
        model.add_bool_or(lights)
    for r in range(rows):
        for c in range(cols):
            if givens[r][c] in "01234":
                near = [lit.get((r + i, c + j), 0) for i, j in WAYS.values()]
                model.add(sum(near) == int(givens[r][c]))


def kakuro(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """All different in each run, and its sum."""
    rows, cols, givens = board["rows"], board["cols"], board["givens"]
    x = {(r, c): model.new_int_var(1, 9, "") for r in range(rows) for c in range(cols) if givens[r][c] is None}
    for key, lines in zip(("across", "down"), lines_of(rows, cols, lambda r, c: (r, c) in x), strict=True):
        for run in segments(lines):
            digits = [x[cell] for cell in run]
            model.add_all_different(digits)
            r, c = run[0][0] - (key == "down"), run[0][1] - (key == "across")
            total = givens[r][c][key] if r >= 0 and c >= 0 and givens[r][c] else None
            if total is not None:
                model.add(sum(digits) == total)


def hitori(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """White cells differ in a line and hang on one tree; black ones do not touch."""
    rows, cols, givens = board["rows"], board["cols"], board["givens"]
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    white = {cell: model.new_bool_var("") for cell in cells}
    number = {cell: model.new_int_var(0, rows * cols, "") for cell in cells}
    root = {cell: model.new_bool_var("") for cell in cells}
    parents: dict[Cell, list[Any]] = {cell: [root[cell]] for cell in cells}
    model.add_at_most_one(root.values())
    for u, v in edges_of(rows, cols):
        model.add_bool_or(white[u], white[v])
        for child, parent in ((u, v), (v, u)):
            arc = model.new_bool_var("")
            model.add_implication(arc, white[parent])
            model.add(number[child] > number[parent]).only_enforce_if(arc)
            parents[child].append(arc)
    for cell in cells:
        model.add(sum(parents[cell]) == white[cell])
    for lines in lines_of(rows, cols, lambda r, c: givens[r][c]):
        for line in lines:
            for at, one in enumerate(line):
                for two in line[at + 1 :]:
                    if givens[one[0]][one[1]] == givens[two[0]][two[1]]:
                        model.add_bool_or(~white[one], ~white[two])


def nonogram(model: cp_model.CpModel, board: dict[str, Any]) -> None:
    """An automaton for each line: its states are how many cells of the line's pattern have been passed."""
    rows, cols, givens = board["rows"], board["cols"], board["givens"]
    x = [[model.new_bool_var("") for _ in range(cols)] for _ in range(rows)]
    for numbers, line in zip([*givens["rows"], *givens["cols"]], [*x, *zip(*x, strict=True)], strict=True):
        pattern = [bit for number in numbers for bit in [0] + [1] * number][1:]
        moves = [(0, 0, 0)]
        for state, bit in enumerate(pattern):
            moves.append((state, bit, state + 1))
            if bit == 0:
                moves.append((state + 1, 0, state + 1))
        if pattern:
            moves.append((len(pattern), 0, len(pattern)))
        model.add_automaton(list(line), 0, [len(pattern)], moves)


MODELS = {each.__name__: each for each in (masyu, slitherlink, sudoku, numberlink, akari, kakuro, hitori, nonogram)}


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123
        board = json.load(file)
    model = cp_model.CpModel()
    MODELS[board["type"]](model, board)
    solver = cp_model.CpSolver()
    if len(sys.argv) > 2:
        solver.parameters.max_time_in_seconds = float(sys.argv[2])
    print(solver.status_name(solver.solve(model)))


if __name__ == "__main__":
    main()
