"""Nonogram: shaded cells in rows and columns, in blocks of given lengths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby, product

from ...base.numbers import counted
from ...base.portable_random import RandomSource
from ...model.expr import node, term
from ...model.model import Model, Origin
from ..drawing.picture import Mark, Picture, Point, frame, shaded_marks
from ..given_parts import ManyClues, PartClues
from ..givens import GivenSection, SectionsForm
from ..kit.checks import shaded_cells
from ..kit.kinds import begin, shading_kind
from ..kit.random.changes import other_shading
from ..kit.random.shadings import blots
from ..making import Making, none_dropped
from ..notation import PlayerBlocks, numbers, sample
from ..sites import Game, PlayerFile, UrlType, coded, player_count
from ..spec import Board, Cell, Clues, Reading

RULES = """\
Shade cells so that every row and every column has the given blocks of shaded cells.
A block consists of shaded cells side by side. At least one unshaded cell is between two blocks of a row or column.
The numbers beside a row are the lengths of its blocks, from left to right.
The numbers above a column are the lengths of its blocks, from top to bottom.
A row or column without blocks is drawn with a 0. None of its cells is shaded."""

SYMBOLS = """\
`rows`: a line for each row with the lengths of its blocks from left to right, `-` no block
`columns`: a line for each column with the lengths of its blocks from top to bottom, `-` no block"""


EXPECTED = (
    "a number from 1 on, or - alone for a line without blocks",
    "a number from 1 on ([]: a line without blocks)",
)
LENGTHS = numbers({}, EXPECTED, least=1, digits={})
TOTAL = "sum of the rows"
MOST_LISTED = 10  # cells of a line, for which all lists of lengths are tried: 143 others


def model(board: Board) -> Model:
    """Return the model of a board: the blocks of each line, and equal sums of the row lengths and of the column
    lengths.

    The equal sums follow from the blocks, but are the simplest reason why a board has no solution.
    """
    m, shaded = begin(board)
    if None not in board.givens["rows"] + board.givens["cols"]:
        rows, columns = (sum(map(sum, board.givens[key])) for key in ("rows", "cols"))
        rule = f"{TOTAL} ({rows}) equal to that of the columns ({columns})"
        m.add(term("eq", rows, columns), Origin("rule", rule=rule))
    for name, cells, lengths in _given_lines(board):
        m.add(node("blocks", tuple(lengths), *map(shaded.__getitem__, cells)), _origin(name, lengths))
    return m


def _origin(line: str, lengths: list[int]) -> Origin:
    return Origin("rule", rule=f"{_named(lengths)} in {line}")


def _given_lines(board: Board) -> Iterator[tuple[str, list[Cell], list[int]]]:
    """Yield the name, the cells and the lengths of each row, then of each column; explanations leave some lines out,
    whose lengths are None.
    """
    for (name, cells), lengths in zip(board.lines(), board.givens["rows"] + board.givens["cols"], strict=True):
        if lengths is not None:
            yield name, cells, lengths


def doubt(board: Board) -> str:
    """Return the fault of the first line whose blocks, with a cell between each two, need more cells than the line has,
    in words; '' if there is none.
    """
    for name, cells, lengths in _given_lines(board):
        if (need := sum(lengths) + len(lengths) - 1) > len(cells):
            verb = "needs" if len(lengths) == 1 else "need"
            return f"{_named(lengths)} in {name} {verb} {need} of {counted(len(cells), 'cell')}"
    return ""


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each row or column whose blocks have wrong lengths; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = []
    for name, cells, lengths in _given_lines(board):
        blocks = _blocks(cells, shaded)
        if blocks != lengths:
            faults.append(f"{name} has {_named(blocks)}; expected {_named(lengths)}")
    return faults


def _blocks(cells: list[Cell], shaded: set[Cell]) -> list[int]:
    return [len(list(block)) for dark, block in groupby(cells, shaded.__contains__) if dark]


def _named(blocks: list[int]) -> str:
    if not blocks:
        return "no blocks"
    return f"{'a block' if len(blocks) == 1 else 'blocks'} of {', '.join(map(str, blocks))}"


def picture(board: Board, solution: list[str] | None = None) -> Picture:
    """Return the drawing of the lengths beside the board, the shaded cells if a solution is given, and a line after
    every five rows and every five columns.
    """
    rows, cols = board.givens["rows"], board.givens["cols"]
    marks = [mark for r, lengths in enumerate(rows) for mark in _numbers(lengths, [(2 * r + 1, -1), (0, -2)])]
    marks += [mark for c, lengths in enumerate(cols) for mark in _numbers(lengths, [(-1, 2 * c + 1), (-2, 0)])]
    marks += shaded_marks(board.cells(), solution)
    return Picture(board.rows, board.cols, "plain", marks, frame(board.rows, board.cols, 5, 5))


def _numbers(lengths: list[int], at: list[Point]) -> list[Mark]:
    """Return the marks of a line's block lengths outside the board, or of `0` if the line has no blocks.

    at: the point of the last length, which is next to the board, and the step from each length to the previous one.
    """
    (i, j), (down, right) = at
    shown = [str(length) for length in reversed(lengths)] or ["0"]
    return [Mark((i + k * down, j + k * right), word, word) for k, word in enumerate(shown)]


def player_givens(found: PlayerBlocks) -> dict[str, list[list[int]]]:
    """Return the neutral givens in a file of puzz.link's player: the lengths of the rows in its block `left`, and of
    the columns in its block `top`.
    """
    rows, cols = (
        [[n for token in line if (n := player_count(token)) is not None] for line in found[side]]
        for side in ("left", "top")
    )
    return {"rows": rows, "cols": cols}


def player_written(board: Board) -> PlayerBlocks:
    """Return the blocks of a board for a file of puzz.link's player: numbers stand next to the board."""

    def padded(line: list[int], places: int) -> list[str]:
        return ["."] * (places - len(line)) + [str(length) for length in line]

    return {
        "top": [padded(line, (board.rows + 1) // 2) for line in board.givens["cols"]],
        "left": [padded(line, (board.cols + 1) // 2) for line in board.givens["rows"]],
        "inside": [["."] * board.cols] * board.rows,
    }


def with_blocks(random: RandomSource, board: Board, solution: list[str]) -> Board:
    """Return the board with the lengths of all blocks of the solution as its givens."""
    shaded = shaded_cells(solution, board.rows, board.cols)
    lengths = [_blocks(cells, shaded) for _, cells in board.lines()]
    return replace(board, givens={"rows": lengths[: board.rows], "cols": lengths[board.rows :]})


def line_clues(key: str, word: str) -> PartClues:
    """Return the lists of lengths in the part `key` of the givens as clues, each beside its line.

    word: `row` or `column`.
    """
    is_row = word == "row"

    def given(board: Board) -> dict[Cell, list[int] | None]:
        return {(at, -1) if is_row else (-1, at): lengths for at, lengths in enumerate(board.givens[key])}

    def written(board: Board, values: Mapping[Cell, list[int] | None]) -> Board:
        return replace(board, givens={**board.givens, key: list({**given(board), **values}.values())})

    def name(cell: Cell) -> str:
        return f"{word} {cell[0 if is_row else 1] + 1}"

    def reading(board: Board, cell: Cell) -> Reading:
        line = next(line for each, line in board.lines() if each == name(cell))

        def value(solution: list[str]) -> list[int]:
            return _blocks(line, {(r, c) for r, c in line if solution[r][c] == "#"})

        return Reading([f"s_{r}_{c}" for r, c in line], value)

    def length(board: Board) -> int:
        return board.cols if is_row else board.rows

    def values(board: Board, cell: Cell) -> list[list[int]]:
        lengths = given(board)[cell] or []
        if length(board) > MOST_LISTED:
            return other_lengths(lengths, length(board))
        return [each for each in all_lengths(length(board)) if each != lengths]

    return PartClues(
        key,
        given,
        written,
        more=values,
        origin=lambda cell, lengths: _origin(name(cell), lengths),
        place=name,
        titled=lambda cell, lengths: f"{'no blocks' if lengths == '-' else f'blocks {lengths}'} in {name(cell)}",
        may_lack=False,
        reading=reading,
        has_all=lambda board, cell: length(board) <= MOST_LISTED,
    )


def all_lengths(most: int) -> Iterator[list[int]]:
    """Yield all lists of the lengths of blocks that a line of `most` cells can have, [] first."""
    yield []
    for first in range(1, most + 1):
        yield from ([first, *others] for others in all_lengths(most - first - 1))


def other_lengths(lengths: list[int], most: int) -> list[list[int]]:
    """Return the lists of lengths, for a line of `most` cells, with one number more or less than `lengths`, or with
    another one.
    """
    found = [lengths[:at] + lengths[at + 1 :] for at in range(len(lengths))]
    for at, number in product(range(len(lengths) + 1), range(1, most + 1)):
        found += [[*lengths[:at], number, *lengths[at:]], [*lengths[:at], number, *lengths[at + 1 :]]]
    fitting = {tuple(each) for each in found if sum(each) + len(each) - 1 <= most and each != lengths}
    return [list(each) for each in sorted(fitting, key=lambda each: (len(each) != len(lengths), each))]


SAMPLE = """\
; Nonogram Puzzle  ::          2 3   2
size 6 6           ::        1 2 2 2 2   1
rows               ::      +-----------+---+
1                  ::    1 | . . # . . | . |
2 1                ::  2 1 | . # # . # | . |
2 1                ::  2 1 | . # # . # | . |
-                  ::    0 | . . . . . | . |
6                  ::    6 | # # # # # | # |
4                  ::      +-----------+---+
columns            ::    4 | . # # # # | . |
1                  ::      +-----------+---+
2 2
3 2
2
2 2
1
"""

PUZZLE = shading_kind(
    model,
    name="nonogram",
    titles=("Nonogram", "picross", "paint by numbers"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=LENGTHS,
    rule_faults=rule_faults,
    doubt=doubt,
    picture=picture,
    samples=(sample(SAMPLE), ("; Nonogram Puzzle\nsize 2 1\nrows\n2\ncolumns\n1\n-\n", None)),
    form=SectionsForm((GivenSection("rows", "rows", "rows"), GivenSection("cols", "columns", "cols"))),
    player=PlayerFile(("table half",), "shading", givens=player_givens, written=player_written),
    explained=ManyClues(Clues(), line_clues("rows", "row"), line_clues("cols", "column"), total=TOTAL),
    url=UrlType(("nonogram",), coded("outside_numbers")),
    sgt=Game("pattern", coded("sgt_lines")),
)
MAKING = Making(1, with_blocks, blots, change=other_shading(with_blocks), changes=300, dropped=none_dropped)
