"""What kinds of puzzles have in common: shaded cells, one loop, numbers, areas.  Each function makes a Puzzle of what
is left to say of it."""

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
    """Return a puzzle with one model, which is exact.  usual: the fields that `about` need not have."""
    fields: About[S] = {"stages": (Stage("exact", "exact", model),), **usual, **about}
    return Puzzle(**fields)


def shading_kind(model: ModelOf, signs: str = ".#", **about: Unpack[About[list[str]]]) -> Puzzle[list[str]]:
    """Cells are shaded or not, or have one of two other signs: `signs`, the first one where the variable is false."""
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
    """Objects are put into free cells: in a solution these have the first one of `signs`, or the second one with an
    object, and other cells what is given there.  The variables are `VARIABLE_ROW_COLUMN`."""
    free, sign = tuple(signs)

    def solution(board: Board, answer: Answer) -> list[str]:
        put = {(r, c): sign for r, c in board.cells() if answer.bools.get(f"{variable}_{r}_{c}")}
        return ["".join(row) for row in board.with_values(put).values()]

    def values(board: Board, solution: list[str]) -> Answer:
        cells = (cell for cell, value in board.filled(None).items() if value == free)
        return Answer({}, {f"{variable}_{r}_{c}": solution[r][c] == sign for r, c in cells})

    return kind_of(model, {"solution": solution, "values": values, "family": "objects"}, about)


def rewritten(signs: str) -> Callable[[Board, Sequence[Sequence[str]]], list[str]]:
    """How a solution is written for a board with other givens: these, and the `signs` of the solution."""

    def written(board: Board, solution: Sequence[Sequence[str]]) -> list[str]:
        put = {(r, c): sign for r, row in enumerate(solution) for c, sign in enumerate(row) if sign in signs}
        return ["".join(row) for row in board.with_values(put).values()]

    return written


def loop_kind(model: ModelOf, **about: Unpack[About[dict[str, list[str]]]]) -> Puzzle[dict[str, list[str]]]:
    """A loop, or other lines, from cell to cell."""
    return kind_of(model, {"solution": edges_of, "values": values_of, "family": "loops and lines"}, about)


def number_kind(model: ModelOf, **about: Unpack[About[list[list[int]]]]) -> Puzzle[list[list[int]]]:
    """A number in every cell; the variables are `x_ROW_COLUMN`."""
    usual: Usual[list[list[int]]] = {
        "solution": numbers_of,
        "values": number_values,
        "picture": grid_picture,
        "family": "numbers",
    }
    return kind_of(model, usual, about)


def begin(board: Board) -> tuple[Model, Shading]:
    """A model of a board, and a Boolean for each of its cells."""
    m = Model(about={"board": board.neutral()})
    return m, Shading(m, board)


def begin_loop(board: Board) -> tuple[Model, Edges]:
    """A model of a board, and a Boolean for each edge between its cells."""
    m = Model(about={"board": board.neutral()})
    return m, Edges(m, board.rows, board.cols)


def one_loop(m: Model, board: Board, line: Edges, passed: Collection[Cell] = ()) -> None:
    """Require that the edges are one loop.  passed: cells that are surely on it.

    Those nearest to the middle are the best roots for the trees of the encoding: one in a corner can take a solver a
    hundred times as long.
    """
    found = [r * board.cols + c for r, c in sorted(passed, key=board.from_middle)]
    loop_through(m, (board.rows, board.cols), line, list(zip(found)))


def loop_through(m: Model, size: tuple[int, int], line: Edges, sets: Sequence[tuple[int, ...]]) -> None:
    """Require that the edges of rows x columns points are one loop.  sets: of points, by their numbers in the grid, of
    each of which one is on it; the best for the trees of the encoding first."""
    grid = Grid(*size, sets[0] if sets else (), sets)
    m.add(node("single-loop", grid, *line.all), Origin("rule", rule="one loop"))


def on_loop(line: Edges, cell: Cell) -> Expr:
    """The loop passes the cell."""
    return any_of(line[cell, way] for way in WAYS)


def numbers_of(board: Board, answer: Answer) -> list[list[int]]:
    """The numbers of all cells."""
    return [[answer.ints[f"x_{r}_{c}"] for c in range(board.cols)] for r in range(board.rows)]


def number_values(board: Board, solution: list[list[int]]) -> Answer:
    """The values of the variables of all cells."""
    return Answer({f"x_{r}_{c}": solution[r][c] for r, c in board.cells()}, {})
