"""Numbers beside a board: how many cells of each row and column are used.  `rows` and `cols` are lists, with None where
nothing is given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from ...base.portable_random import RandomSource
from ..drawing.picture import Mark
from ..givens import GivenSection
from ..notation import GivenParts, PlayerBlocks
from ..sites import player_count
from ..spec import Board, Cell, Clues
from .checks import count_faults
from .clues import SIGN_GRID
from .rooms import NUMBERS_OR_NONE
from .sides import SideClues, beside, beside_marks, from_side, side_origin
from .variables import Shading

SECTIONS = (
    GivenSection("rows", "rows", "one", "rows", cells=NUMBERS_OR_NONE),
    GivenSection("cols", "columns", "one", "cols", cells=NUMBERS_OR_NONE),
    SIGN_GRID,
)
SIDES = {"left": "rows", "top": "cols"}  # where the numbers of these lists stand
CODE = ("outside", {"sides": (("cols", "cols"), ("rows", "rows"))})  # for `codes.sections`


def count_lines(board: Board, used: Shading) -> None:
    """Require the numbers."""
    for side, at, number in beside(board, SIDES):
        used.count(from_side(board, side, at), number, side_origin(board, side, at, f"number {number}"))


def line_count_faults(board: Board, used: Collection[Cell], name: str) -> list[str]:
    """What is wrong with the numbers if these cells, which are called `name`, are used."""
    return count_faults(board.lines(), board.givens["rows"] + board.givens["cols"], used, name)


def line_numbers(board: Board, solution: object = None) -> list[Mark]:
    """The numbers, rows to the left, columns above."""
    return beside_marks(board, keys=SIDES)


def line_clues(more: Callable[[Board], Collection[int]], inside: Clues | None = None) -> Clues:
    """The numbers as clues.  more: what one might write down; inside: the clues in the cells."""
    return SideClues(SIDES, None, more, inside)


def player_lines(value: Callable[[str], str]) -> Callable[[PlayerBlocks], GivenParts]:
    """The givens of a file of puzz.link's player.  value: of a token in a cell."""

    def givens(found: PlayerBlocks) -> GivenParts:
        rows, cols = ([player_count(line[0]) for line in found[side]] for side in SIDES)
        return {
            "grid": ["".join(map(value, row)) for row in found["inside"]],
            "rows": rows,
            "cols": cols,
        }

    return givens


def no_line_counts(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board with neither numbers nor signs."""
    return {"rows": [None] * rows, "cols": [None] * cols, "grid": ["." * cols] * rows}


def with_line_counts(board: Board, solution: Sequence[str], sign: str = "#") -> Board:
    """Return the board with the numbers of all rows and columns.  sign: what the cells that are counted have."""
    columns = ["".join(column) for column in zip(*solution, strict=True)]
    counts = {"rows": [row.count(sign) for row in solution], "cols": [column.count(sign) for column in columns]}
    return replace(board, givens={**board.givens, **counts})
