"""A drawing of the parts that several solutions of a board share."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import chain

from ...puzzles.drawing.picture import Line, Mark, Picture, Point
from ...puzzles.spec import PUZZLES, Board, Cell, Solution

CELL = re.compile(r"[a-z]+_(\d+)_(\d+)")  # in the names of a model's variables
OPEN = "?"


def picture(board: Board, solutions: Sequence[Solution], varying: Collection[str]) -> Picture:
    """Return a picture of the parts that are common to the drawings of all these solutions, with a `?` where they
    differ.

    solutions: at least two with different values for each variable that varies.  varying: the names of these variables.
    A border between two areas depends on the values of several variables, so these solutions may share a border by
    chance: a border is drawn only if the areas beside it are decided.
    """
    drawn = [PUZZLES[board.puzzle].picture(board, solution) for solution in solutions]
    cells = {(int(m[1]), int(m[2])) for name in varying if (m := CELL.match(name))}
    marks = _shared_marks([each.marks for each in drawn])
    common = set(drawn[0].lines).intersection(*(each.lines for each in drawn))
    lines = [line for line in drawn[0].lines if line in common and _is_sure(board, line, solutions[0], cells)]
    across = set(chain.from_iterable(each.lines for each in drawn)) - common
    middles = sorted({_middle(line) for line in across if line.kind != "border"})
    moved = {point for line in across if line.kind == "border" for point in _beside(line)}
    marks = [_open(mark.point) if mark.point in moved and mark.role == "ground" else mark for mark in marks]
    return drawn[0]._replace(marks=[*marks, *map(_open, middles)], lines=lines)


def _beside(line: Line) -> tuple[Point, Point]:
    """Return the centres of the cells on both sides of a border."""
    i, j = _middle(line)
    return ((i - 1, j), (i + 1, j)) if line.start[0] == line.end[0] else ((i, j - 1), (i, j + 1))


def _shared_marks(drawn: Sequence[Sequence[Mark]]) -> list[Mark]:
    """Return the marks at points where all drawings have the same marks, and a `?` at each other point with marks."""
    at = [_by_point(marks) for marks in drawn]
    found = []
    for point in dict.fromkeys(chain.from_iterable(at)):
        here = at[0].get(point, [])
        found += here if all(each.get(point, []) == here for each in at) else [_open(point)]
    return found


def _by_point(marks: Sequence[Mark]) -> dict[Point, list[Mark]]:
    found: dict[Point, list[Mark]] = {}
    for mark in marks:
        found.setdefault(mark.point, []).append(mark)
    return found


def _open(point: Point) -> Mark:
    return Mark(point, OPEN, OPEN, "ground")


def _middle(line: Line) -> Point:
    return (line.start[0] + line.end[0]) // 2, (line.start[1] + line.end[1]) // 2


def _is_sure(board: Board, line: Line, solution: Solution, varying: set[Cell]) -> bool:
    if line.kind != "border" or line.role == "given":
        return True
    (i, j), (k, _), *_ = line
    beside = [((i // 2) - 1, j // 2), (i // 2, j // 2)] if i == k else [(i // 2, j // 2 - 1), (i // 2, j // 2)]
    present = [cell for cell in beside if board.has(cell)]
    return PUZZLES[board.puzzle].border_is_sure(board, solution, present, varying)
