"""Makers of puzzles of the usual kinds: shaded cells, objects, one loop, numbers.

Each maker fills in the fields of `Puzzle` that puzzles of its kind share; the caller gives the others as `about`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Unpack

from ...graphs.graph import Grid
from ...model.expr import Expr, any_of, node
from ...model.model import Answer, Model, Origin
from ..spec import Board, Cell, Puzzle, S, Stage
from .pictures import grid_picture, shaded_picture
from .variables import WAYS, Edges, Shading, edges_of, shading_of, shading_values, values_of

if TYPE_CHECKING:
    from ..puzzle_fields import About, Usual

ModelOf = Callable[[Board], Model]


def kind_of(model: ModelOf, usual: Usual[S], about: About[S]) -> Puzzle[S]:
    """Return a puzzle with one model, which is exact, from the fields of `about`; `usual` has the fields that `about`
    may leave out.
    """
    fields: About[S] = {"stages": (Stage("exact", "exact", model),), **usual, **about}
    return Puzzle(**fields)


def shading_kind(model: ModelOf, signs: str = ".#", **about: Unpack[About[list[str]]]) -> Puzzle[list[str]]:
    """Return a puzzle in which each cell is shaded or not; `signs` has the characters of a cell whose variable is
    false, and true.
    """
    usual: Usual[list[str]] = {
        "solution": partial(shading_of, signs=signs),
        "values": partial(shading_values, sign=signs[1]),
        "picture": shaded_picture,
        "family": "shading",
    }
    return kind_of(model, usual, about)


def placing_kind(
    model: ModelOf, signs: str, variable: str = "s", **about: Unpack[About[list[str]]]
) -> Puzzle[list[str]]:
    """Return a puzzle in which objects are placed into free cells.

    `signs` has the characters of a free cell and of a cell with an object; other cells of a solution keep their given
    values.  The variables are named `VARIABLE_ROW_COLUMN` with `variable` as the first part.
    """
    free, sign = tuple(signs)

    def solution(board: Board, answer: Answer) -> list[str]:
        put = {(r, c): sign for r, c in board.cells() if answer.bools.get(f"{variable}_{r}_{c}")}
        return ["".join(row) for row in board.with_values(put).values()]

    def values(board: Board, solution: list[str]) -> Answer:
        cells = (cell for cell, value in board.filled(None).items() if value == free)
        return Answer({}, {f"{variable}_{r}_{c}": solution[r][c] == sign for r, c in cells})

    return kind_of(model, {"solution": solution, "values": values, "family": "objects"}, about)


def rewritten(signs: str) -> Callable[[Board, Sequence[Sequence[str]]], list[str]]:
    """Return a function that rewrites a solution for a board with other givens: the values of the board, and on them
    those characters of the solution that are in `signs`.
    """

    def written(board: Board, solution: Sequence[Sequence[str]]) -> list[str]:
        put = {(r, c): sign for r, row in enumerate(solution) for c, sign in enumerate(row) if sign in signs}
        return ["".join(row) for row in board.with_values(put).values()]

    return written


def loop_kind(model: ModelOf, **about: Unpack[About[dict[str, list[str]]]]) -> Puzzle[dict[str, list[str]]]:
    """Return a puzzle whose solution is a loop, or other lines, from cell to cell."""
    return kind_of(model, {"solution": edges_of, "values": values_of, "family": "loops and lines"}, about)


def number_kind(model: ModelOf, **about: Unpack[About[list[list[int]]]]) -> Puzzle[list[list[int]]]:
    """Return a puzzle whose solution has a number in every cell, from the variables `x_ROW_COLUMN`."""
    usual: Usual[list[list[int]]] = {
        "solution": numbers_of,
        "values": number_values,
        "picture": grid_picture,
        "family": "numbers",
    }
    return kind_of(model, usual, about)


def begin(board: Board) -> tuple[Model, Shading]:
    """Return a new model of a board, with a Boolean for each of its cells."""
    m = Model(about={"board": board.neutral()})
    return m, Shading(m, board)


def begin_loop(board: Board) -> tuple[Model, Edges]:
    """Return a new model of a board, with a Boolean for each edge between neighbouring cells."""
    m = Model(about={"board": board.neutral()})
    return m, Edges(m, board.rows, board.cols)


def one_loop(m: Model, board: Board, line: Edges, passed: Collection[Cell] = ()) -> None:
    """Require, in the model `m`, that the true edges of `line` form one loop.

    passed: cells that are certainly on the loop, in any order; the constraint does not require this.  The function
    sorts these cells by their distance from the middle of the board, since the encoding takes the first one as the root
    of its trees, and with a root in a corner a solver can need a hundred times as long.
    """
    found = [r * board.cols + c for r, c in sorted(passed, key=board.from_middle)]
    loop_through(m, (board.rows, board.cols), line, list(zip(found)))


def loop_through(m: Model, size: tuple[int, int], line: Edges, sets: Sequence[tuple[int, ...]]) -> None:
    """Require, in the model `m`, that the true edges of `line` form one loop; `size` is the rows and columns of the
    points.

    Each of `sets` is a set of points (by their numbers in the grid), at least one of which is on the loop; the set that
    is best for the trees of the encoding comes first.
    """
    grid = Grid(*size, sets[0] if sets else (), sets)
    m.add(node("single-loop", grid, *line.all), Origin("rule", rule="one loop"))


def on_loop(line: Edges, cell: Cell) -> Expr:
    """Return the formula that the loop passes the cell."""
    return any_of(line[cell, way] for way in WAYS)


def numbers_of(board: Board, answer: Answer) -> list[list[int]]:
    """Return the solution of an answer: the numbers of all cells, row by row."""
    return [[answer.ints[f"x_{r}_{c}"] for c in range(board.cols)] for r in range(board.rows)]


def number_values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the values of the variables `x_ROW_COLUMN` in a solution."""
    return Answer({f"x_{r}_{c}": solution[r][c] for r, c in board.cells()}, {})
