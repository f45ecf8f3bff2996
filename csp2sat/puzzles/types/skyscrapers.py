"""Skyscrapers: heights 1 to n in every row and column; a number beside the board says how many heights are seen from
there.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.expr import Expr, all_of, int_var, node
from ...model.model import Model
from ..deductions.heights import broken, deduction
from ..fact_forms import FactForms
from ..givens import SectionsForm
from ..kit import sides
from ..kit.clues import GRID, CellClues, up_to_rows
from ..kit.kinds import number_kind
from ..kit.latin import begin_latin, check_square
from ..kit.number_checks import latin_faults
from ..kit.pictures import border, cell_numbers, picture_of
from ..kit.random.latin_squares import numbers_in_lines, refuse_oblong
from ..kit.variables import exactly
from ..making import Making, cells_first
from ..notation import NUMBERS, GivenParts, PlayerBlocks, sample
from ..sites import Game, PlayerFile, PuzzlekitHeader, PuzzlekitText, UrlType, coded
from ..spec import Board

RULES = """\
Write a height into every empty cell so that every number beside the board counts the buildings seen from there.
The number of rows is n. Every row and every column has each of the heights 1 to n exactly once.
Each cell is a building of the height that is written there.
A number counts the buildings of its row or column. A building is seen if it is higher than all buildings before it."""

SYMBOLS = f"""\
{sides.SIDE_SYMBOLS}
`grid`: `-` blank, a number"""


def model(board: Board) -> Model:
    """Return the model of a board, with a hidden running maximum along each line that has a number; a height is seen if
    the maximum rises there.

    A line of n cells has n integers; the k-th one is at least k, since it is the maximum of k different heights.
    """
    m, x = begin_latin(board)
    for side, at, number in sides.beside(board):
        origin = sides.side_origin(board, side, at, f"number {number}")
        line = [x[cell] for cell in sides.from_side(board, side, at)]
        highest = [m.int(f"_{side}_{at}_{k}", k + 1, board.rows) for k in range(len(line))]
        m.add(all_of(_running(line, highest)), origin)
        seen = [node("lt", before, there) for before, there in zip(highest, line[1:], strict=False)]
        m.add(exactly(number - 1, seen), origin)
    return m


def finer(board: Board) -> Model:
    """Return the model of a board for steps: that of `model`, in which each number beside the board says, too, that the
    heights of its line are different, as a person knows who counts them.
    """
    m = model(board)
    for side, at, number in sides.beside(board):
        line = sorted(sides.from_side(board, side, at))
        m.add(
            node("alldifferent", *(int_var(f"x_{r}_{c}") for r, c in line)),
            sides.side_origin(board, side, at, f"number {number}"),
        )
    return m


def _running(line: Sequence[Expr], highest: Sequence[Expr]) -> list[Expr]:
    """Return the formulas that each integer of `highest` is the maximum of the line's heights up to the same cell."""
    clauses = [node("eq", highest[0], line[0])]
    for before, now, cell in zip(highest, highest[1:], line[1:], strict=False):
        clauses += [node("le", before, now), node("le", cell, now)]
        clauses.append(node("le", now, before) | node("le", now, cell))
    return clauses


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting the heights that are seen along each
    line with a number; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = latin_faults(board, solution)
    for side, at, number in sides.beside(board):
        seen = _seen([solution[r][c] for r, c in sides.from_side(board, side, at)])
        if seen != number:
            faults.append(f"number {number} at the {sides.named(side, at)}: {seen} buildings are seen")
    return faults


def _seen(line: list[int]) -> int:
    return sum(all(height > lower for lower in line[:k]) for k, height in enumerate(line))


def player_givens(found: PlayerBlocks) -> GivenParts:
    """Return the neutral givens of a file of puzz.link's player: the numbers beside the board, and under `grid` the
    heights in cells (0 for a blank cell).
    """
    grid = [[int(token[1:]) if token.startswith("q") else 0 for token in row] for row in found["drawn"]]
    return {**sides.player_sides(found, lambda count: count or 0), "grid": grid}


def puzzlekit_heights(words: list[str], rows: int, cols: int) -> GivenParts:
    """Check the greatest height that puzzlekit writes after the size rows x cols, and return no further givens.

    words: the rest of the first line.  Raise ValueError if it is not just one number, equal to `rows`; `cols` is not
    used.
    """
    if len(words) != 1 or not words[0].isdecimal():
        raise ValueError("expected two numbers and the greatest height on the first line")
    if int(words[0]) != rows:
        raise ValueError(f"heights up to {words[0]} are a variant; expected {rows}")
    return {}


SAMPLE = """\
; Skyscrapers Puzzle  ::    +---------+
size 4 4              ::    | 1 4 3 2 |
top                   ::    | 2 1 4 3 |
- - - -               ::    | 4 3 2 1 | 4
bottom                ::  2 | 3 2 1 4 |
- - 3 -               ::    +---------+
left                  ::          3
- - - 2
right
- - 4 -
grid
- 4 - -
- - - -
- - - -
- - - -
"""

CODE = coded(
    "sections",
    parts=(("outside", {"sides": sides.FOUR, "blank": 0}), ("numbers", {"key": "grid", "omitted": True})),
)
PUZZLE = number_kind(
    model,
    name="skyscrapers",
    titles=("Skyscrapers", "towers"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=NUMBERS,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(), sides.beside_marks, border),
    samples=(
        sample(SAMPLE),
        ("; Skyscrapers Puzzle\nsize 2 2\ntop\n2 2\nbottom\n- -\nleft\n- -\nright\n- -\ngrid\n- -\n- -\n", None),
    ),
    check=check_square,
    form=SectionsForm((*sides.side_sections(), GRID), grid="grid"),
    clues=sides.SideClues(sides.EACH, 0, up_to_rows, CellClues(0, up_to_rows)),
    player=PlayerFile(("table 2",), "numbers", givens=player_givens, written=sides.player_table()),
    url=UrlType(("skyscrapers", "building", "skyscraper"), CODE),
    sgt=Game("towers", coded("sgt_sides", kind="towers"), harmless=r"(d\w)?", more=(0, 0)),
    puzzlekit=PuzzlekitText(
        "skyscraper",
        (*sides.EACH, "cells"),
        unknown=0,
        header=PuzzlekitHeader(puzzlekit_heights, lambda board: [str(board.rows)]),
    ),
    facts=FactForms(finer=finer, broken=broken, deduction=deduction),
)
MAKING = Making(3, sides.all_clues(_seen), numbers_in_lines, blank=0, rank=cells_first, usual=6, refuse=refuse_oblong)
