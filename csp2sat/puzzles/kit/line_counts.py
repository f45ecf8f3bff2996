"""Numbers beside a board: how many cells of each row and column are used.  `rows` and `cols` are lists, with None where
nothing is told."""

from __future__ import annotations

from collections.abc import Collection

from ...model.model import Origin
from ..drawing.picture import Mark, outside
from ..notation import GivenSection
from ..spec import Board, Cell
from .rooms import NUMBERS_OR_NONE
from .variables import Shading

SECTIONS = (
    GivenSection("rows", "rows", "one", "rows", cells=NUMBERS_OR_NONE),
    GivenSection("cols", "columns", "one", "cols", cells=NUMBERS_OR_NONE),
    GivenSection("grid", "grid", "rows", "cols", strings=True),
)
CODE = ("outside", {"sides": (("cols", "cols"), ("rows", "rows"))})  # for `codes.sections`


def told(board: Board) -> list[tuple[str, list[Cell], int]]:
    """The rows and columns with a number: name, cells, number."""
    numbers = board.givens["rows"] + board.givens["cols"]
    return [(*line, n) for line, n in zip(board.lines(), numbers, strict=True) if n is not None]


def count_lines(board: Board, used: Shading, name: str) -> None:
    """Require the numbers.  name: what is counted."""
    for line, cells, number in told(board):
        used.count(cells, number, Origin("rule", rule=f"{number} {name} in {line}"))


def line_count_faults(board: Board, used: Collection[Cell], name: str) -> list[str]:
    """What is wrong with the numbers if these cells, which are called `name`, are used."""
    faults = []
    for line, cells, number in told(board):
        count = len(set(used).intersection(cells))
        if count != number:
            faults.append(f"{line} has {count} {name}; expected {number}")
    return faults


def line_numbers(board: Board) -> list[Mark]:
    """The numbers, rows to the left, columns above."""
    marks = [outside(board, "left", r, n) for r, n in enumerate(board.givens["rows"]) if n is not None]
    return marks + [outside(board, "top", c, n) for c, n in enumerate(board.givens["cols"]) if n is not None]
