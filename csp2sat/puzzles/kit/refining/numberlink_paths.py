"""Models of numberlink: lines as edges, numbers as labels that are equal along a line.

A cell has a label in binary, and the two ends of a used edge have the same label.  Numbers have degree 1 and other
cells 0 or 2, so the line from a number ends at a number, which is its twin.  All other drawn lines are closed.  Codes
that no number has are harmless: only cells without a line, or on a closed line, can take them.  `exact` forbids closed
lines; in the other models closed lines do no harm, since taking one away leaves a solution.

The other models have fewer solutions.  Choose, among all solutions, one with the least number of edges, and among these
one whose used cells have the greatest sum of row numbers.  This solution has three properties:

* The lines are induced: neighbouring cells of a line are joined.  Otherwise there is a short cut from one to the other.
  So no line has three sides of a unit square.
* Where a line turns downwards, the cell diagonally inside the turn is used.  Otherwise the turn could go through that
  cell: as long, and further down.
* Where a line comes down, goes sideways and up again, a cell of the row above in between is used.  Otherwise the line
  could go straight along that row: shorter.  (Bumps in other directions have a turn downwards inside.)

`canonical` requires these properties, so this model is satisfiable iff there is a solution.  `corners` requires the
second property for turns upwards, too, where the way through the inner cell would be a second solution: this model is
satisfiable if there is exactly one solution.  `full` uses all cells, as do most boards that people make; then the last
two properties hold by themselves, and the first one is required.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....graphs.graph import Graph, Grid
from ....model.expr import Expr, all_of, any_of, negation, node
from ....model.model import Model, Origin
from ...spec import Board, Cell, Stage
from ..variables import EAST, NORTH, SOUTH, WEST, Direction, Edges, ahead, step

DOWN = ((SOUTH, EAST), (SOUTH, WEST))
UP = ((NORTH, EAST), (NORTH, WEST))
WIDEST = 8  # edges sideways of a bump; the clauses of wider ones are long and weak


class Paths:
    """A model of lines on a board, with the edges as `line` and the label of each cell as its `bits`.

    `number` has the numbers of the cells that have one, and `codes` the label of each number.  start: the corner from
    which the edges are declared by diagonals, None for rows.  A search that decides on them in the order of diagonals
    needs few conflicts, since it completes the lines behind a diagonal before it begins others.
    """

    def __init__(self, board: Board, start: Cell | None = None):
        self.board = board
        self.number: dict[Cell, int] = board.filled()
        self.model = Model(about={"board": board.neutral()})
        self.line = Edges(self.model, board.rows, board.cols, start)
        self.grid = Grid(board.rows, board.cols)
        self.codes = {number: code for code, number in enumerate(sorted(set(self.number.values())))}
        width = max(0, len(self.codes) - 1).bit_length()
        self.bits = {(r, c): [self.model.bool(f"_c_{r}_{c}_{b}") for b in range(width)] for r, c in board.cells()}

    def require(self, rule: str, constraint: str, *data: object, labels: bool = False) -> None:
        """Add the graph constraint named `constraint`, with its `data`, on the edges, and also on the bits of all
        labels if `labels`.

        `rule` is the rule in words, for the constraint's origin.
        """
        bits = [bit for label in self.bits.values() for bit in label] if labels else []
        self.model.add(node(constraint, *data, *self.line.all, *bits), Origin("rule", rule=rule))


def linked(board: Board, blank: frozenset[int], start: Cell | None = None) -> Paths:
    """Return the model of lines that join equal numbers; closed lines beside them are possible unless `blank` excludes
    them.

    blank: the numbers of edges that a cell without a number may have.  start: as in `Paths`.
    """
    paths = Paths(board, start)
    for cell, number in paths.number.items():
        code = paths.codes[number]
        bits = [bit if code >> b & 1 else ~bit for b, bit in enumerate(paths.bits[cell])]
        paths.model.add(all_of(bits), Origin("cell", *cell, f"number {number}"))
    allowed = tuple(frozenset({1}) if cell in paths.number else blank for cell in board.cells())
    paths.require("a line ends at each number, and no line branches", "degrees", paths.grid, allowed)
    paths.require("lines join equal numbers", "labels", paths.grid, labels=True)
    return paths


def exact(board: Board) -> Model:
    """Return the exact model: its solutions are all solutions of the board, without closed lines."""
    paths = linked(board, frozenset({0, 2}))
    paths.require("no closed line", "acyclic", paths.grid)
    return paths.model


def finer(board: Board) -> Model:
    """Return the model of a board for steps: its solutions are those of `exact`, and no variable is hidden.

    Each number is the group of its two cells in the constraint `joined-groups`.
    """
    m = Model(about={"board": board.neutral()})
    line, grid, number = Edges(m, board.rows, board.cols), Grid(board.rows, board.cols), board.filled()
    allowed = tuple(frozenset({1}) if cell in number else frozenset({0, 2}) for cell in board.cells())
    grouped = tuple((r * board.cols + c, label) for (r, c), label in number.items())
    ends = Origin("rule", rule="a line ends at each number, and no line branches")
    m.add(node("degrees", grid, allowed, *line.all), ends)
    m.add(node("joined-groups", grid, grouped, *line.all), Origin("rule", rule="lines join equal numbers"))
    m.add(node("acyclic", grid, *line.all), Origin("rule", rule="no closed line"))
    return m


def full(board: Board) -> Model:
    """Return a model of those solutions that use all cells and whose lines do not touch themselves."""
    paths = linked(board, frozenset({2}))
    induced(paths, frozenset(range(paths.grid.size)))
    return paths.model


def corners(board: Board) -> Model:
    """Return a model of the solutions whose lines do not touch themselves and have no empty cell inside a turn."""
    return turning(board, DOWN + UP).model


def canonical(board: Board) -> Model:
    """Return a model of the solutions with the three properties at the head of this file."""
    paths = turning(board, DOWN)
    paths.model.add(all_of(bumps(paths)), Origin("rule", rule="no straight way above"))
    return paths.model


def turning(board: Board, ways: tuple[tuple[Direction, Direction], ...]) -> Paths:
    """Return lines that do not touch themselves, and that use the cell inside each turn in the directions of a pair of
    `ways`.
    """
    paths = linked(board, frozenset({0, 2}), crowded(board))
    induced(paths, frozenset(r * board.cols + c for r, c in paths.number))
    paths.model.add(all_of(turns(paths, ways)), Origin("rule", rule="no second way round an empty cell"))
    return paths


def crowded(board: Board) -> Cell:
    """Return the corner of the board that is the nearest one to the cells with numbers, on average; the bottom right
    one is preferred, then any at the bottom, if several are as near.

    A sweep by diagonals from there meets the numbers early.  From other corners the search often has two to four times
    the conflicts, and the more, the greater the distance.
    From equally near corners at the top the search had 1.2 to 3.3 times the conflicts, on three boards.
    """

    def distance(corner: Cell) -> int:
        return sum(abs(corner[0] - r) + abs(corner[1] - c) for r, c in board.filled())

    return min(((r, c) for r in (board.rows - 1, 0) for c in (board.cols - 1, 0)), key=distance)


def induced(paths: Paths, used: frozenset[int]) -> None:
    """Require that neighbouring cells of a line are joined, and that at most two sides of a unit square are used.

    `used` has the cells that are used in any solution, as numbers of the grid.
    """
    grid = paths.grid
    paths.require("no line touches itself", "induced", grid, used, labels=True)
    if grid.faces is not None and grid.rows > 1 and grid.cols > 1:
        squares = Graph((grid.rows - 1) * (grid.cols - 1) + 1, grid.faces)
        allowed = (frozenset(range(len(grid.edges) + 1)), *[frozenset({0, 1, 2})] * (squares.size - 1))
        paths.require("no line has three sides of a unit square", "degrees", squares, allowed)


def turns(paths: Paths, ways: tuple[tuple[Direction, Direction], ...]) -> Iterator[Expr]:
    """Yield clauses: if a cell has edges in both directions of a pair of `ways`, the cell diagonally between them is
    used.

    The diagonal cell can only have edges further on in these directions, since its other two are sides of the same unit
    square. So the diagonal cell has a number or is such a turn, too, and there is no turn at all without a number
    further on along the diagonal.
    """
    line = paths.line
    for cell in paths.board.cells():
        for one, two in ways if cell not in paths.number else ():
            inside = step(step(cell, one), two)
            turn, further = [~line[cell, one], ~line[cell, two]], [line[inside, one], line[inside, two]]
            if paths.number.keys().isdisjoint(ahead(paths.board, cell, step(one, two))):
                yield any_of(turn)
            elif inside in paths.number:
                yield any_of(turn + further)
            else:
                yield from (any_of([*turn, edge]) for edge in further)


def bumps(paths: Paths) -> Iterator[Expr]:
    """Yield clauses: if a line comes down, goes 2 to WIDEST cells to the right, and up again, a cell above, in between,
    is used.

    The leftmost used cell above has an edge upwards and one to the right, since the cell below it has its two edges; so
    it is not the last one above. A line without a number above goes up again from there before the end of the bump,
    which is a narrower bump. So a bump is there only if the triangle above it has a number.
    """
    line, cols = paths.line, paths.board.cols
    for r, left in paths.board.cells()[cols:]:
        apexes = ((c - (r - i), c + (r - i)) for i, c in paths.number if i < r)  # columns of the least bump below
        supported = min((last for first, last in apexes if first >= left), default=cols)
        for right in range(left + 2, min(left + WIDEST + 1, cols)):
            above = [(r - 1, c) for c in range(left + 1, right)]
            if not any(cell in paths.number for cell in above):
                bump = [line[(r, c), EAST] for c in range(left, right)]
                bump += [line[(r, left), NORTH], line[(r, right), NORTH]]
                inner = [line[cell, NORTH] for cell in above[:-1]] if right >= supported else []
                yield any_of([*map(negation, bump), *inner])


STAGES = (
    Stage("full", "stronger", full),
    Stage("corners", "stronger", corners, assume="unique"),
    Stage("canonical", "equisatisfiable", canonical),
    Stage("exact", "exact", exact),
)
