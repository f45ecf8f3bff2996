"""Models of numberlink: lines as edges, numbers as labels that go along with the lines.

A cell has a label in binary, and the two ends of an edge have the same.  Numbers have degree 1 and other cells 0 or 2,
so the line from a number ends at a number, and that is its twin.  Whatever else is drawn are closed lines.  Codes that
no number has are harmless: only cells without a line, or on a closed line, can take them.  `exact` forbids closed
lines; in the other models they do no harm, since one that is taken away leaves a solution.

The other models have fewer solutions.  Of all solutions take one with the least number of edges, and among these one
whose used cells have the greatest sum of row numbers.  It has three properties:

* It is induced: neighbouring cells of a line are joined.  Else there is a short cut from one to the other.  So no line
  has three sides of a unit square.
* Where a line turns downwards, the cell diagonally inside the turn is used.  Else the turn could go through that cell:
  as long, and further down.
* Where a line comes down, goes sideways and up again, a cell of the row above in between is used.  Else it could go
  straight along that row: shorter.  (Bumps in other directions have a turn downwards inside.)

`canonical` requires these, so it has a model iff there is a solution.  `corners` requires the second one for turns
upwards too, where the way through that cell would be a second solution: it has a model if there is just one solution.
`full` has all cells used, as in most boards that people make; then the last two hold by themselves, and the first one
is required.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....graphs.graph import Graph, Grid
from ....model.expr import Expr, all_of, any_of, negation, node
from ....model.model import Model, Origin
from ...spec import Board, Cell, Stage
from ..variables import EAST, NORTH, SOUTH, WEST, Direction, Edges, step

DOWN = ((SOUTH, EAST), (SOUTH, WEST))
UP = ((NORTH, EAST), (NORTH, WEST))
WIDEST = 8  # edges sideways of a bump; the clauses of wider ones are long and weak


class Paths:
    """Variables: `line`, the edges, and `bits`, the label of each cell.  number: of each cell that has one."""

    def __init__(self, board: Board):
        self.board = board
        self.number: dict[Cell, int] = board.filled()
        self.model = Model(about={"board": board.neutral()})
        self.line = Edges(self.model, board.rows, board.cols)
        self.grid = Grid(board.rows, board.cols)
        self.codes = {number: code for code, number in enumerate(sorted(set(self.number.values())))}
        width = max(0, len(self.codes) - 1).bit_length()
        self.bits = {(r, c): [self.model.bool(f"_c_{r}_{c}_{b}") for b in range(width)] for r, c in board.cells()}

    def require(self, rule: str, constraint: str, *data: object, labels: bool = False) -> None:
        """A graph constraint on the edges, and on the labels if so."""
        bits = [bit for label in self.bits.values() for bit in label] if labels else []
        self.model.add(node(constraint, *data, *self.line.all, *bits), Origin("rule", rule=rule))


def linked(board: Board, blank: frozenset[int]) -> Paths:
    """Lines that join equal numbers, and closed lines.  blank: how many edges a cell without a number may have."""
    paths = Paths(board)
    for cell, number in paths.number.items():
        code = paths.codes[number]
        bits = [bit if code >> b & 1 else ~bit for b, bit in enumerate(paths.bits[cell])]
        paths.model.add(all_of(bits), Origin("cell", *cell, f"number {number}"))
    allowed = tuple(frozenset({1}) if cell in paths.number else blank for cell in board.cells())
    paths.require("a line ends at each number, and no line branches", "degrees", paths.grid, allowed)
    paths.require("lines join equal numbers", "labels", paths.grid, labels=True)
    return paths


def exact(board: Board) -> Model:
    """All solutions."""
    paths = linked(board, frozenset({0, 2}))
    paths.require("no closed line", "acyclic", paths.grid)
    return paths.model


def full(board: Board) -> Model:
    """Some solutions that use all cells."""
    paths = linked(board, frozenset({2}))
    induced(paths, frozenset(range(paths.grid.size)))
    return paths.model


def corners(board: Board) -> Model:
    """Solutions without an empty cell inside a turn."""
    return turning(board, DOWN + UP).model


def canonical(board: Board) -> Model:
    """Solutions in canonical form."""
    paths = turning(board, DOWN)
    paths.model.add(all_of(bumps(paths)), Origin("rule", rule="no straight way above"))
    return paths.model


def turning(board: Board, ways: tuple[tuple[Direction, Direction], ...]) -> Paths:
    """Lines that do not touch themselves, and where they turn the given ways, use the cell inside the turn."""
    paths = linked(board, frozenset({0, 2}))
    induced(paths, frozenset(r * board.cols + c for r, c in paths.number))
    paths.model.add(all_of(turns(paths, ways)), Origin("rule", rule="no second way round an empty cell"))
    return paths


def induced(paths: Paths, used: frozenset[int]) -> None:
    """Neighbouring cells of a line are joined, and of a unit square at most two sides are used.

    used: cells that are used in any case, as numbers of the grid.
    """
    grid = paths.grid
    paths.require("no line touches itself", "induced", grid, used, labels=True)
    if grid.faces is not None and grid.rows > 1 and grid.cols > 1:
        squares = Graph((grid.rows - 1) * (grid.cols - 1) + 1, grid.faces)
        allowed = (frozenset(range(len(grid.edges) + 1)), *[frozenset({0, 1, 2})] * (squares.size - 1))
        paths.require("no line has three sides of a unit square", "degrees", squares, allowed)


def turns(paths: Paths, ways: tuple[tuple[Direction, Direction], ...]) -> Iterator[Expr]:
    """If a cell has edges both ways, the cell diagonally between them is used.

    That cell can only have the edges further those ways, since the other two are sides of the same unit square.
    """
    line = paths.line
    for cell in paths.board.cells():
        for one, two in ways if cell not in paths.number else ():
            inside = step(step(cell, one), two)
            turn, further = [~line[cell, one], ~line[cell, two]], [line[inside, one], line[inside, two]]
            if inside in paths.number:
                yield any_of(turn + further)
            else:
                yield from (any_of([*turn, edge]) for edge in further)


def bumps(paths: Paths) -> Iterator[Expr]:
    """If a line comes down, goes 2 to WIDEST cells to the right, and up again, a cell above in between is used.

    The leftmost one has an edge upwards and one to the right, since the cell below it has its two edges; so it is not
    the last of the cells above.
    """
    line, cols = paths.line, paths.board.cols
    for r, left in paths.board.cells()[cols:]:
        for right in range(left + 2, min(left + WIDEST + 1, cols)):
            above = [(r - 1, c) for c in range(left + 1, right)]
            if not any(cell in paths.number for cell in above):
                bump = [line[(r, c), EAST] for c in range(left, right)]
                bump += [line[(r, left), NORTH], line[(r, right), NORTH]]
                yield any_of([*map(negation, bump), *(line[cell, NORTH] for cell in above[:-1])])


STAGES = (
    Stage("full", "stronger", full),
    Stage("corners", "stronger", corners, assume="unique"),
    Stage("canonical", "equisatisfiable", canonical),
    Stage("exact", "exact", exact),
)
