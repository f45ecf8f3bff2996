"""What kinds of puzzles have in common: shaded cells, one loop, numbers, areas.  Each function makes a Puzzle of what
is left to say of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ...graphs.graph import Grid
from ...model.expr import Expr, any_of, node
from ...model.model import Answer, Model, Origin
from ..drawing.picture import Picture, between_regions, edge_lines, frame, number_mark, shaded_marks
from ..spec import Board, Cell, Puzzle, Stage
from .variables import WAYS, Edges, Shading, edges_of, shading_of, shading_values, values_of

ModelOf = Callable[[Board], Model]


def shading_kind(model: ModelOf, **about: Any) -> Puzzle[Any]:
    """Cells are shaded; the givens are numbers in cells unless there is another `picture`."""
    shared: dict[str, Any] = {
        "solution": shading_of,
        "values": shading_values,
        "picture": shaded_picture,
        "family": "shading",
    }
    return Puzzle(stages=(Stage("exact", "exact", model),), **(shared | about))


def loop_kind(model: ModelOf, **about: Any) -> Puzzle[Any]:
    """A loop from cell to cell."""
    shared: dict[str, Any] = {"solution": edges_of, "values": values_of, "family": "loops and lines"}
    return Puzzle(stages=(Stage("exact", "exact", model),), **(shared | about))


def number_kind(model: ModelOf, **about: Any) -> Puzzle[Any]:
    """A number in every cell; the variables are `x_ROW_COLUMN`."""
    shared: dict[str, Any] = {"solution": numbers_of, "values": number_values, "family": "numbers"}
    return Puzzle(stages=(Stage("exact", "exact", model),), **(shared | about))


def begin(board: Board) -> tuple[Model, Shading]:
    """A model of a board, and a Boolean for each of its cells."""
    m = Model(about={"board": board.neutral()})
    return m, Shading(m, board)


def begin_loop(board: Board) -> tuple[Model, Edges]:
    """A model of a board, and a Boolean for each edge between its cells."""
    m = Model(about={"board": board.neutral()})
    return m, Edges(m, board.rows, board.cols)


def one_loop(m: Model, board: Board, line: Edges, passed: Collection[Cell] = ()) -> None:
    """Require that the edges are one loop.  passed: cells that are surely on it; those nearest to the middle are the
    best roots for the trees of the encoding."""
    found = [r * board.cols + c for r, c in sorted(passed, key=board.from_middle)]
    m.add(
        node("single-loop", Grid(board.rows, board.cols, found[:1], zip(found)), *line.all),
        Origin("rule", rule="one loop"),
    )


def on_loop(line: Edges, cell: Cell) -> Expr:
    """The loop passes the cell."""
    return any_of(line[cell, way] for way in WAYS)


def numbers_of(board: Board, answer: Answer) -> list[list[int]]:
    """The numbers, 0 in cells without a variable."""
    return [[answer.ints.get(f"x_{r}_{c}", 0) for c in range(board.cols)] for r in range(board.rows)]


def number_values(board: Board, solution: list[list[int]]) -> Answer:
    """The values of the variables of all cells."""
    return Answer({f"x_{r}_{c}": solution[r][c] for r, c in board.cells()}, {})


def shown(value: object) -> str:
    """A number as people write it: `?` for one that is not told."""
    return "?" if value == -1 else str(value)


def shaded_picture(board: Board, solution: Sequence[str] | None = None) -> Picture:
    """The numbers in the cells, where there is one (0 and `.` are none), and the shaded cells."""
    told = {cell: shown(value) for cell, value in board.filled().items() if value != "."}
    return Picture(board.rows, board.cols, "plain", shaded_marks(board.cells(), solution, told))


def rooms_picture(board: Board, solution: Sequence[str] | None = None) -> Picture:
    """The rooms with their numbers, if they have any, and the shaded cells."""
    told = room_numbers(board)
    borders = frame(board.rows, board.cols) + between_regions(board.givens["regions"], "given")
    return Picture(board.rows, board.cols, "plain", shaded_marks(board.cells(), solution, told), borders)


def room_numbers(board: Board) -> dict[Cell, int]:
    """The numbers of rooms by the first cells of these."""
    first: dict[int, Cell] = {}
    for r, c in board.cells():
        first.setdefault(board.givens["regions"][r][c], (r, c))
    clues = board.givens.get("clues", ())
    return {first[room]: clue for room, clue in enumerate(clues) if clue is not None}


def rooms_loop_picture(board: Board, solution: Mapping[str, Sequence[str]] | None = None) -> Picture:
    """The rooms with their numbers, and the loop."""
    from ..drawing.picture import text

    marks = [text(cell, clue) for cell, clue in room_numbers(board).items()]
    lines = frame(board.rows, board.cols) + between_regions(board.givens["regions"], "given")
    return Picture(board.rows, board.cols, "cells", marks, lines + edge_lines(solution, "cells"))


def grid_picture(board: Board, solution: Sequence[Sequence[object]] | None = None, blank: Any = 0) -> Picture:
    """The numbers, and the borders of the regions, if there are any."""
    told = {cell: shown(value) for cell, value in board.filled(blank).items()}
    lines = frame(board.rows, board.cols)
    if isinstance(board.givens, dict) and "regions" in board.givens:
        lines += between_regions(board.givens["regions"], "given")
    return Picture(
        board.rows, board.cols, "plain", [number_mark(each, told, solution) for each in board.cells()], lines
    )


def areas_picture(board: Board, solution: Sequence[Sequence[int]] | None = None, blank: Any = 0) -> Picture:
    """The numbers, and the borders of the areas into which the board is divided."""
    told = {cell: shown(value) for cell, value in board.filled(blank).items()}
    lines = frame(board.rows, board.cols) + (between_regions(solution, "solved") if solution else [])
    return Picture(board.rows, board.cols, "plain", [number_mark(each, told) for each in board.cells()], lines)
