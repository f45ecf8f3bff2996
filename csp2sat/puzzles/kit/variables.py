"""The variables of lines and of shaded cells in models, and the neutral forms of solutions that follow from their
values.

Lines on a grid of points: `h_r_c` joins (r, c)-(r, c+1), `v_r_c` (r, c)-(r+1, c).  `s_r_c`: cell (r, c) is shaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product

from ...graphs.graph import Grid
from ...model.constraint import cardinality
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node, term
from ...model.model import Answer, Model, Origin
from ..spec import Board, Cell

EdgeRows = dict[str, list[str]]  # `{"h": [...], "v": [...]}`: rows of edges, strings of `0` and `1`
Point = tuple[int, int]
Direction = tuple[int, int]
NORTH, SOUTH, WEST, EAST = (-1, 0), (1, 0), (0, -1), (0, 1)
WAYS = (NORTH, SOUTH, WEST, EAST)
FEW = 100  # formulas of which a clause may say for any two that not both are true


def step(point: Point, way: Direction) -> Point:
    """Return the next point in a direction."""
    return point[0] + way[0], point[1] + way[1]


def back(way: Direction) -> Direction:
    """Return the opposite direction."""
    return -way[0], -way[1]


def ahead(board: Board, cell: Cell, way: Direction) -> list[Cell]:
    """Return the cells of the board in a direction from a cell, the nearest one first."""
    cells = []
    here = step(cell, way)
    while board.has(here):
        cells.append(here)
        here = step(here, way)
    return cells


def around(board: Board, cell: Cell) -> list[Cell]:
    """Return the cells of the board that share a side with a cell."""
    return [near for way in WAYS if board.has(near := step(cell, way))]


def touched_later(board: Board, cell: Cell) -> list[Cell]:
    """Return the cells of the board that touch a cell, at a side or a corner, and come after it in reading order."""
    r, c = cell
    return [near for near in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)) if board.has(near)]


class Edges:
    """The Booleans of the edges between neighbouring points of a rows x cols grid, declared in a model.

    `edges[point, way]` is the edge that leads in that direction, FALSE if it would leave the grid; `all` has every
    edge, in the order of `graphs.graph.Grid`.  The order of declaration is the same, or by diagonals from the corner
    `start` of the grid to the opposite one if `start` is given.
    """

    def __init__(self, m: Model, rows: int, cols: int, start: Point | None = None):
        self._rows, self._cols = rows, cols
        across = [("h", r, c) for r in range(rows) for c in range(cols - 1)]
        edges = across + [("v", r, c) for r in range(rows - 1) for c in range(cols)]
        declared = sorted(edges, key=partial(_away, start)) if start else edges
        found = dict(zip(declared, m.every_bool([f"{name}_{r}_{c}" for name, r, c in declared]), strict=True))
        self.all, self._down = tuple([found[edge] for edge in edges]), len(across)

    def __getitem__(self, at: tuple[Point, Direction]) -> Expr:
        (r, c), (i, j) = at
        if i < 0 or j < 0:
            r, c = r + i, c + j
        if r < 0 or c < 0 or r + abs(i) >= self._rows or c + abs(j) >= self._cols:
            return FALSE
        return self.all[self._down + r * self._cols + c if i else r * (self._cols - 1) + c]


def _away(start: Point, edge: tuple[str, int, int]) -> tuple[int, int, str]:
    """Return the place of an edge in a sweep by diagonals from the corner `start`: how far the nearer end is."""
    name, r, c = edge
    down = min(abs(start[0] - r), abs(start[0] - r - (name == "v")))
    across = min(abs(start[1] - c), abs(start[1] - c - (name == "h")))
    return down + across, across, name


def values_of(board: object, solution: EdgeRows) -> Answer:
    """Return the values of the edges' variables in a neutral solution."""
    rows = ((name, r, row) for name in "hv" for r, row in enumerate(solution[name]))
    return Answer({}, {f"{name}_{r}_{c}": on == "1" for name, r, row in rows for c, on in enumerate(row)})


def edges_of(board: Board, answer: Answer) -> EdgeRows:
    """Return the neutral form of an answer with edges between the middles of cells."""
    return _edges_of(answer, board.rows, board.cols)


def corner_edges_of(board: Board, answer: Answer) -> EdgeRows:
    """Return the neutral form of an answer with edges between the corners of cells."""
    return _edges_of(answer, board.rows + 1, board.cols + 1)


def _edges_of(answer: Answer, rows: int, cols: int) -> EdgeRows:
    return edge_rows(rows, cols, lambda name, r, c: answer.bools[f"{name}_{r}_{c}"])


def edge_rows(rows: int, cols: int, on: Callable[[str, int, int], bool]) -> EdgeRows:
    """Return the neutral form of edges of `rows` x `cols` points.

    `on` gets `h` or `v`, the row and the column of an edge, and returns whether the edge is used.
    """
    sizes = {"h": (rows, cols - 1), "v": (rows - 1, cols)}
    return {
        name: ["".join("01"[on(name, r, c)] for c in range(width)) for r in range(height)]
        for name, (height, width) in sizes.items()
    }


class Shading:
    """The Booleans of the cells of a board, or of some of its cells, declared in a model; `shading[cell]` is true if
    the cell is shaded.
    """

    def __init__(self, m: Model, board: Board, cells: Iterable[Cell] | None = None):
        self._model, self._board = m, board
        self._at = {(r, c): m.bool(f"s_{r}_{c}") for r, c in (board.cells() if cells is None else cells)}

    def __getitem__(self, cell: Cell) -> Expr:
        return self._at[cell]

    def at(self, cell: Cell) -> Expr:
        """Return the formula that the cell is shaded; FALSE for a cell that cannot be shaded or is not on the board."""
        return self._at.get(cell, FALSE)

    def free(self, cell: Cell) -> Expr:
        """Return the formula that the cell, which has a variable, is not shaded."""
        return ~self._at[cell]

    def cells(self) -> list[Cell]:
        """Return the cells that may be shaded."""
        return list(self._at)

    def no_two_touch(self) -> None:
        """Require that no two shaded cells are side by side."""
        self._model.add(all_of(self._not_both()), Origin("rule", rule="no two shaded cells side by side"))

    def separate(self, cell: Cell) -> Expr:
        """Return the formula that no neighbour of a cell is shaded if the cell is shaded.

        The neighbours share a side with the cell, and cells that cannot be shaded are left out.  The cell itself has to
        be one that may be shaded.
        """
        return ~self._at[cell] | all_of(~self._at[near] for near in around(self._board, cell) if near in self._at)

    def _not_both(self) -> Iterator[Expr]:
        for (r, c), shaded in self._at.items():
            for near in ((r, c + 1), (r + 1, c)):
                if near in self._at:
                    yield ~shaded | ~self._at[near]

    def rest_is_connected(self) -> None:
        """Require that the cells that are not shaded are connected; the empty set is connected, too."""
        self._connect([negation(self.at(cell)) for cell in self._board.cells()], "unshaded")

    def is_connected(self, implied: Iterable[Expr] = ()) -> None:
        """Require that the shaded cells are connected; the empty set is connected, too.

        implied: redundant formulas, which follow from this rule and others; reasons name this rule for them.
        """
        self._connect([self.at(cell) for cell in self._board.cells()], "shaded", implied)

    def alone_is_single(self) -> None:
        """Require that a shaded cell without shaded neighbours is the only shaded one.

        This follows from `is_connected`, but unit propagation in the encoding by trees does not see it at once.
        """
        alone = self._model.bool("_alone")
        near = {cell: [self.at(there) for there in around(self._board, cell)] for cell in self._at}
        parts = [any_of((~shaded, alone, *near[cell])) for cell, shaded in self._at.items()]
        single = term("le", term("add", *self._at.values()), 1)
        self._model.add(all_of((*parts, ~alone | single)), Origin("rule", rule="shaded cells are connected"))

    def reach_the_edge(self) -> None:
        """Require that every connected area of shaded cells has a cell at the edge of the board.

        The shaded cells and a frame of cells around the board have to be connected.
        """
        rows, cols = self._board.rows + 2, self._board.cols + 2
        inside = {(r + 1, c + 1): lit for (r, c), lit in self._at.items()}
        frame = [(r, c) for r, c in product(range(rows), range(cols)) if r in (0, rows - 1) or c in (0, cols - 1)]
        lits = {**inside, **dict.fromkeys(frame, TRUE)}
        cells = (lits.get(cell, FALSE) for cell in product(range(rows), range(cols)))
        origin = Origin("rule", rule="shaded areas reach the edge")
        self._model.add(node("connected", Grid(rows, cols), *cells), origin)

    def _connect(self, cells: list[Expr], name: str, implied: Iterable[Expr] = ()) -> None:
        grid = Grid(self._board.rows, self._board.cols)
        connected = all_of((node("connected", grid, *cells), *implied))
        self._model.add(connected, Origin("rule", rule=f"{name} cells are connected"))

    def no_block(self, shaded: bool = True) -> None:
        """Require that no 2 x 2 block has shaded cells only, or with `shaded=False`, unshaded cells only."""
        clauses = (any_of(self._as(cell, not shaded) for cell in block) for block in blocks(self._board))
        name = "shaded" if shaded else "unshaded"
        self._model.add(all_of(clauses), Origin("rule", rule=f"no 2 x 2 block of {name} cells"))

    def _as(self, cell: Cell, shaded: bool) -> Expr:
        return self.at(cell) if shaded else negation(self.at(cell))

    def count(self, cells: Iterable[Cell], number: int, origin: Origin) -> None:
        """Require that exactly `number` of the cells are shaded; cells without a variable are not."""
        self._model.add(exactly(number, [self._at[cell] for cell in cells if cell in self._at]), origin)


def blocks(board: Board) -> Iterator[list[Cell]]:
    """Yield the four cells of each 2 x 2 block of the board."""
    for r, c in product(range(board.rows - 1), range(board.cols - 1)):
        yield [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]


def exactly(count: int, formulas: Sequence[Expr]) -> Expr:
    """Return the formula that exactly `count` of the formulas are true; FALSE if their number is less, or `count`
    negative.
    """
    if not 0 <= count <= len(formulas):
        return FALSE
    if count in (0, len(formulas)):
        return all_of(formulas if count else map(negation, formulas))
    return cardinality(count, count, formulas)


def exactly_one(formulas: Sequence[Expr]) -> Expr:
    """Return the formula that exactly one of the formulas is true: for at most FEW formulas a clause, and a clause for
    each pair; else a cardinality constraint.
    """
    if len(formulas) > FEW:
        return exactly(1, formulas)
    return all_of((any_of(formulas), *map(any_of, combinations([*map(negation, formulas)], 2))))


def shading_of(board: Board, answer: Answer, signs: str = ".#") -> list[str]:
    """Return the neutral form of an answer: strings with the first of `signs` for each cell that is not shaded or has
    no variable, and the second for each shaded one.
    """
    shaded = [[answer.bools.get(f"s_{r}_{c}", False) for c in range(board.cols)] for r in range(board.rows)]
    return ["".join(signs[on] for on in row) for row in shaded]


def shading_values(board: Board, shading: list[str], sign: str = "#") -> Answer:
    """Return the values of the variables of all cells in a neutral form in which shaded cells have `sign`."""
    return Answer({}, {f"s_{r}_{c}": shading[r][c] == sign for r, c in board.cells()})
