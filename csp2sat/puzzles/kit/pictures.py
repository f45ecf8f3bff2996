"""Drawings of boards made of layers: a layer yields marks and lines for a board and its solution, or for None instead
of a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from ..drawing.picture import (
    Cage,
    Ground,
    Line,
    Mark,
    MarkShape,
    Note,
    Picture,
    between_regions,
    black_circle,
    centre,
    edge_lines,
    frame,
    number_mark,
    shaded_marks,
    small,
    symbol_note,
    text,
    white_circle,
)
from ..notation import GivenValue
from ..spec import Board, Cell
from .clues import shown

T = TypeVar("T")  # of solutions
Layer = Callable[[Board, T | None], Iterable[Mark | Line | Cage | Note]]
MarkOf = Callable[[Cell, GivenValue], Mark]  # of a cell and the value that is given there
Styles = Mapping[GivenValue, tuple[str, MarkShape]]  # the symbol and the shape of each value


def picture_of(*layers: Layer[T], ground: Ground = "plain") -> Callable[[Board, T | None], Picture]:
    """Return a function that draws a board and its solution (or None) with these layers, the last one on top."""

    def picture(board: Board, solution: T | None = None) -> Picture:
        shapes = [shape for layer in layers for shape in layer(board, solution)]
        marks = [shape for shape in shapes if isinstance(shape, Mark)]
        lines = [shape for shape in shapes if isinstance(shape, Line)]
        cages = [shape for shape in shapes if isinstance(shape, frozenset)]
        notes = [shape for shape in shapes if isinstance(shape, Note)]
        return Picture(board.rows, board.cols, ground, marks, lines, cages, notes)

    return picture


def number(cell: Cell, value: object) -> Mark:
    """Return the mark of a given number, which is `?` for -1."""
    return text(cell, shown(value))


def key(meanings: Mapping[str, str], mark: MarkOf) -> Layer[object]:
    """Return a layer with a note for each of these signs that begins a given value: the sign's mark and its meaning."""

    def layer(board: Board, solution: object) -> list[Note]:
        found = {str(value)[:1] for value in board.filled(None).values()}
        return [symbol_note(words, mark((0, 0), sign)) for sign, words in meanings.items() if sign in found]

    return layer


def circle_mark(cell: Cell, colour: str) -> Mark:
    """Return the mark of a given circle: white if `colour` is `w`, else black."""
    return white_circle(cell) if colour == "w" else black_circle(cell)


def styled(styles: Styles) -> MarkOf:
    """Return a function that makes the mark of a given sign from its symbol and shape in `styles`."""
    return lambda cell, sign: Mark(centre(cell), sign, styles[sign][0], "given", styles[sign][1])


def given(mark: MarkOf = number, blank: object = 0) -> Layer[object]:
    """Return a layer with the mark of each given value; a cell with the value `blank` has none."""
    return lambda board, solution: [mark(cell, value) for cell, value in board.filled(blank).items()]


def cell_numbers(blank: object = 0, solved: bool = True) -> Layer[Sequence[Sequence[object]]]:
    """Return a layer with the number of each cell: the given one if it is not `blank`, else, if `solved`, the
    solution's.
    """

    def layer(board: Board, solution: Sequence[Sequence[object]] | None) -> Iterator[Mark]:
        texts = {cell: shown(value) for cell, value in board.filled(blank).items()}
        return (number_mark(cell, texts, solution if solved else None) for cell in board.cells())

    return layer


def each_cell(mark: MarkOf, blank: object = None) -> Layer[Sequence[Sequence[object]]]:
    """Return a layer with the mark of each cell's value in the solution.

    The values are those of the board if there is no solution and `blank` is None; all are `blank` if it is another
    value.
    """

    def layer(board: Board, solution: Sequence[Sequence[object]] | None) -> Iterator[Mark]:
        rows = solution or (board.values() if blank is None else [[blank] * board.cols] * board.rows)
        return (mark((r, c), rows[r][c]) for r, c in board.cells())

    return layer


def shading(mark: MarkOf = number, blank: object = 0, under: bool = True) -> Layer[Sequence[str]]:
    """Return a layer of the solution's shaded cells, and of the mark of each given value other than `blank` and `.`;
    all other cells are `.`.

    mark: a cell and its value -> the mark.  under: whether a shaded cell with such a mark is drawn dark, below the
    mark.
    """

    def layer(board: Board, solution: Sequence[str] | None) -> list[Mark]:
        marked = {cell: mark(cell, value) for cell, value in board.filled(blank).items() if value != "."}
        marks = shaded_marks(board.cells(), solution, marked)
        points = () if under else {each.point for each in marked.values()}
        return [each for each in marks if each.shape != "fill" or each.point not in points]

    return layer


def plain_shading(board: Board, solution: Sequence[str] | None) -> list[Mark]:
    """Return the marks of the shaded cells."""
    return shaded_marks(board.cells(), solution)


def shading_beside(mark: MarkOf = number, blank: object = 0) -> Layer[Sequence[str]]:
    """Return a layer of the marks of given values other than `blank`, and of the shaded cells among the other cells."""

    def layer(board: Board, solution: Sequence[str] | None) -> list[Mark]:
        values = board.filled(blank)
        empty = [cell for cell in board.cells() if cell not in values]
        return [*shaded_marks(empty, solution), *(mark(cell, value) for cell, value in values.items())]

    return layer


def border(board: Board, solution: object = None) -> list[Line]:
    """Return the lines of the border of the board."""
    return frame(board.rows, board.cols)


def room_borders(board: Board, solution: object = None) -> list[Line]:
    """Return the lines between the rooms of a board; [] if it has none."""
    with_rooms = isinstance(board.givens, dict) and "regions" in board.givens
    return between_regions(board.givens["regions"], "given") if with_rooms else []


def box_borders(board: Board, solution: object = None) -> list[Line]:
    """Return the lines of the border of the board and of its boxes."""
    return frame(board.rows, board.cols, board.givens["box_rows"], board.givens["box_cols"])


def area_borders(board: Board, solution: Sequence[Sequence[int]] | None) -> list[Line]:
    """Return the lines between the areas into which the solution divides the board; [] if there is no solution."""
    return between_regions(solution or (), "solved")


def room_numbers(board: Board) -> dict[Cell, GivenValue]:
    """Return the clues of the rooms that have one, each by the first cell of its room."""
    first: dict[int, Cell] = {}
    for r, c in board.cells():
        first.setdefault(board.givens["regions"][r][c], (r, c))
    clues = board.givens.get("clues", ())
    return {first[room]: clue for room, clue in enumerate(clues) if clue is not None}


def room_clues(mark: MarkOf = text) -> Layer[object]:
    """Return a layer with the mark of each room's clue, in the first cell of the room."""
    return lambda board, solution: [mark(cell, clue) for cell, clue in room_numbers(board).items()]


def room_shading(board: Board, solution: Sequence[str] | None) -> list[Mark]:
    """Return the marks of the shaded cells, and of the clues of rooms."""
    return shaded_marks(board.cells(), solution, room_numbers(board))


def loop_lines(board: Board, solution: Mapping[str, Sequence[str]] | None) -> list[Line]:
    """Return the lines that the solution draws from the middle of a cell to the next."""
    return edge_lines(solution, "cells")


def side_lines(board: Board, solution: Mapping[str, Sequence[str]] | None) -> list[Line]:
    """Return the lines that the solution draws along the sides of cells."""
    return edge_lines(solution, "dots")


# The drawings of the usual kinds
shaded_picture = picture_of(shading())
rooms_picture = picture_of(room_shading, border, room_borders)
rooms_loop_picture = picture_of(room_clues(small), border, room_borders, loop_lines, ground="cells")
grid_picture = picture_of(cell_numbers(), border, room_borders)
areas_picture = picture_of(cell_numbers(solved=False), border, area_borders)
