"""Numbers beside a board: how many cells of each row and column are used.

In the givens `rows` and `cols` are lists of numbers, with None for a row or column without a number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from ...base.portable_random import RandomSource
from ..drawing.picture import Mark
from ..givens import GivenSection
from ..notation import GivenParts, PlayerBlocks
from ..sites import PlayerAnswer, PlayerFile, player_count, player_count_token
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
LINE_SYMBOLS = """\
`rows`: a number for each row, from top to bottom, `-` none
`columns`: a number for each column, from left to right, `-` none"""
SIDES = {"left": "rows", "top": "cols"}  # where the numbers of these lists stand
CODE = ("outside", {"sides": (("cols", "cols"), ("rows", "rows"))})  # for `codes.sections`


def count_lines(board: Board, used: Shading) -> None:
    """Require that each row and column with a number beside it has this number of `used` cells."""
    for side, at, number in beside(board, SIDES):
        used.count(from_side(board, side, at), number, side_origin(board, side, at, f"number {number}"))


def line_count_faults(board: Board, used: Collection[Cell], name: str) -> list[str]:
    """Return, in words, which rows and columns do not have the number of `used` cells that is given beside them.

    The words call these cells `name`.
    """
    return count_faults(board.lines(), board.givens["rows"] + board.givens["cols"], used, name)


def line_numbers(board: Board, solution: object = None) -> list[Mark]:
    """Return the marks of the given numbers for a drawing: to the left of rows, above columns."""
    return beside_marks(board, keys=SIDES)


def line_clues(more: Callable[[Board], Collection[int]], inside: Clues | None = None) -> Clues:
    """Return the numbers beside a board as clues; `more` gives the numbers that might be added, and `inside` the clues
    in cells.
    """
    return SideClues(SIDES, None, more, inside, are_counts=True)


def player_lines(value: Callable[[str], str]) -> Callable[[PlayerBlocks], GivenParts]:
    """Return a function that reads the givens `grid` (a string for each row), `rows` and `cols` from the blocks of a
    file of puzz.link's player; `value` maps the token of a cell to its character.

    The function raises ValueError for a clue that is no number.
    """

    def givens(found: PlayerBlocks) -> GivenParts:
        rows, cols = ([player_count(line[0]) for line in found[side]] for side in SIDES)
        return {
            "grid": ["".join(map(value, row)) for row in found["inside"]],
            "rows": rows,
            "cols": cols,
        }

    return givens


def player_table(tokens: Mapping[str, str]) -> Callable[[Board], PlayerBlocks]:
    """Return a function that makes the blocks of a board for a file of puzz.link's player; `tokens` maps the character
    of a cell to its token.
    """

    def blocks(board: Board) -> PlayerBlocks:
        beside = {side: [[player_count_token(number)] for number in board.givens[key]] for side, key in SIDES.items()}
        return {**beside, "inside": [[tokens[char] for char in row] for row in board.givens["grid"]]}

    return blocks


def player_file(
    value: Callable[[str], str], tokens: Mapping[str, str], answer: PlayerAnswer, signs: Mapping[str, str] = {}
) -> PlayerFile:
    """Return the declaration of files that have nothing but a table; `value` is as in `player_lines`, `tokens` as in
    `player_table`, `answer` and `signs` as in `PlayerFile`.
    """
    return PlayerFile(("table 1",), answer, signs=signs, givens=player_lines(value), written=player_table(tokens))


def no_line_counts(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board of `rows` x `cols` cells with neither numbers nor signs.

    random: not used; makers of givens are called with it.
    """
    return {"rows": [None] * rows, "cols": [None] * cols, "grid": ["." * cols] * rows}


def with_line_counts(board: Board, solution: Sequence[str], sign: str = "#") -> Board:
    """Return the board with the numbers of all rows and columns, which count the cells with `sign` in the solution."""
    columns = ["".join(column) for column in zip(*solution, strict=True)]
    counts = {"rows": [row.count(sign) for row in solution], "cols": [column.count(sign) for column in columns]}
    return replace(board, givens={**board.givens, **counts})
