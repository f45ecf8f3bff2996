"""Nonogram: shade cells so that rows and columns have blocks of given lengths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from ..model.expr import node
from ..model.model import Answer, Model, Origin
from .areas import shaded_cells
from .givens import Section, Sections, number
from .picture import Line, Mark, Picture, Point, fill, text
from .shading import Shading, shading_of, shading_values
from .spec import Board, Cell, Puzzle, Solution, Stage

RULES = """\
Shade cells. The numbers of a row are the lengths of its blocks of shaded cells, from left to right; those of a column,
from top to bottom. Between two blocks there is at least one cell that is not shaded."""


class Lengths:
    """Values of the sections: how long a block is."""

    @staticmethod
    def value(token: str) -> int:
        """The neutral value of a token."""
        found = number(token)
        if not found:
            raise ValueError("expected a number from 1 on, or - alone for a line without blocks")
        return found

    @staticmethod
    def token(value: Any) -> str:
        """The token of a neutral value."""
        if type(value) is not int or value < 1:
            raise ValueError("expected a number from 1 on ([]: a line without blocks)")
        return str(value)


def model(board: Board) -> Model:
    """The blocks of each line."""
    m = Model(about={"board": board.neutral()})
    shaded = Shading(m, board)
    for name, lengths, cells in lines(board):
        m.add(node("blocks", tuple(lengths), *map(shaded.__getitem__, cells)), Origin("rule", rule=name))
    return m


def lines(board: Board) -> Iterator[tuple[str, list[int], list[Cell]]]:
    """Rows and columns: name (counted from 1), lengths of the blocks, cells."""
    for r, lengths in enumerate(board.givens["rows"]):
        yield f"row {r + 1}", lengths, [(r, c) for c in range(board.cols)]
    for c, lengths in enumerate(board.givens["cols"]):
        yield f"column {c + 1}", lengths, [(r, c) for r in range(board.rows)]


def solution(board: Board, answer: Answer) -> Solution:
    """The shaded cells."""
    return shading_of(answer, board.rows, board.cols)


def broken_rules(board: Board, solution: Solution) -> list[str]:
    """What is wrong with the shaded cells, by measuring the blocks."""
    try:
        shaded_cells(solution, board.rows, board.cols)
    except ValueError as error:
        return [str(error)]
    found = [("row", r, list(row)) for r, row in enumerate(solution)]
    found += [("column", c, list(column)) for c, column in enumerate(zip(*solution, strict=True))]
    faults = []
    for name, k, line in found:
        blocks = [len(list(block)) for what, block in groupby(line) if what == "#"]
        lengths = board.givens["rows" if name == "row" else "cols"][k]
        if blocks != lengths:
            faults.append(f"{name} {k + 1} has {_named(blocks)}; expected {_named(lengths)}")
    return faults


def _named(blocks: list[int]) -> str:
    if not blocks:
        return "no blocks"
    return f"{'a block' if len(blocks) == 1 else 'blocks'} of {', '.join(map(str, blocks))}"


def picture(board: Board, solution: Solution | None = None) -> Picture:
    """The numbers beside the board, the shaded cells, and a line after every five cells."""
    rows, cols = board.givens["rows"], board.givens["cols"]
    marks = [mark for r, lengths in enumerate(rows) for mark in _numbers(lengths, [(2 * r + 1, -1), (0, -2)])]
    marks += [mark for c, lengths in enumerate(cols) for mark in _numbers(lengths, [(-1, 2 * c + 1), (-2, 0)])]
    for r, c in board.cells():
        shaded = solution is not None and solution[r][c] == "#"
        marks.append(fill((r, c), "solved") if shaded else text((r, c), ".", "ground"))
    return Picture(board.rows, board.cols, "plain", marks, _lines(board))


def _numbers(lengths: list[int], at: list[Point]) -> list[Mark]:
    """The numbers of a line, the last one next to the board.  at: its point, and the way from one to the one before."""
    (i, j), (down, right) = at
    shown = [str(length) for length in reversed(lengths)] or ["0"]
    return [Mark((i + k * down, j + k * right), word, word) for k, word in enumerate(shown)]


def _lines(board: Board) -> list[Line]:
    bottom, right = 2 * board.rows, 2 * board.cols
    across = [Line((i, 0), (i, right), "given", "border") for i in [*range(0, bottom, 10), bottom]]
    return across + [Line((0, j), (bottom, j), "given", "border") for j in [*range(0, right, 10), right]]


SAMPLE = """\
; Nonogram Puzzle
size 6 6
rows
1
2 1
2 1
-
6
4
columns
1
2 2
3 2
2
2 2
1
"""
SOLVED = """\
        2 3   2
      1 2 2 2 2   1
    +-----------+---+
  1 | . . # . . | . |
2 1 | . # # . # | . |
2 1 | . # # . # | . |
  0 | . . . . . | . |
  6 | # # # # # | # |
    +-----------+---+
  4 | . # # # # | . |
    +-----------+---+
"""
IMPOSSIBLE = "; Nonogram Puzzle\nsize 2 1\nrows\n2\ncolumns\n1\n-\n"

PUZZLE = Puzzle(
    name="nonogram",
    rules=RULES,
    token=Lengths.value,
    symbol=Lengths.token,
    numbers={},
    stages=(Stage("exact", "exact", model),),
    solution=solution,
    values=shading_values,
    broken_rules=broken_rules,
    picture=picture,
    samples=((SAMPLE, SOLVED), (IMPOSSIBLE, None)),
    form=Sections((Section("rows", "rows", "rows"), Section("cols", "columns", "cols"))),
)
