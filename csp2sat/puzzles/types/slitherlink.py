"""Slitherlink: one loop along the sides of the cells; a number is how many sides of its cell it uses."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from ...base.portable_random import RandomSource
from ...constraints.graphs.degrees import at_vertex
from ...graphs.graph import Grid
from ...model.expr import all_of
from ...model.literal_constraints import LiteralConstraints
from ...model.model import Model, Origin
from ..deductions import number_corners
from ..fact_forms import FactForms
from ..givens import STRINGS
from ..kit.checks import Drawn, drawn_lines, loop_faults, number_faults
from ..kit.clues import CellClues, digit_cells, digits_of
from ..kit.kinds import loop_kind, loop_through
from ..kit.pictures import given, picture_of, side_lines
from ..kit.random.loops import random_border
from ..kit.variables import EAST, SOUTH, EdgeRows, Edges, corner_edges_of, exactly
from ..making import Making
from ..notation import sample
from ..sites import Game, PenpaDrawing, PlayerFile, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Draw one closed loop along sides of cells, as many sides of each cell as its number.
The loop goes from corner to neighbouring corner of cells. It does not cross or touch itself, and does not branch.
A number is the number of its cell's four sides that belong to the loop.
A cell without a number may have any number of sides on the loop."""

BLANK, DIGITS = ".", "01234"
NONE_OR_TWO = frozenset((0, 2))  # lines at a corner


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each side of a cell, exactly as many true ones around a cell as its
    number, and one loop along the true sides.
    """
    m = Model(about={"board": board.neutral()})
    m.constraints = stated = LiteralConstraints(m.bools)
    line = Edges(m, board.rows + 1, board.cols + 1)
    down = (board.rows + 1) * board.cols  # edges across, which are declared before those down
    for (r, c), count in digits_of(board).items():
        top, left = r * board.cols + c + 1, down + r * (board.cols + 1) + c + 1
        stated.counted(count, count, (top, top + board.cols, left, left + 1), (r, c), f"number {count}")
    loop_through(m, (board.rows + 1, board.cols + 1), line, on_loop(board))
    return m


def finer(board: Board) -> Model:
    """Return the model of a board for steps, with the Booleans of `model`: each number is also a constraint together
    with the rule of its cell's corners, that each has no line or two lines.
    """
    m = Model(about={"board": board.neutral()})
    line = Edges(m, board.rows + 1, board.cols + 1)
    loop_through(m, (board.rows + 1, board.cols + 1), line, on_loop(board))
    grid = Grid(board.rows + 1, board.cols + 1)
    ends = [at_vertex(NONE_OR_TWO, [line.all[edge] for edge in edges]) for edges in grid.incident()]
    for (r, c), count in digits_of(board).items():
        at = r * grid.cols + c
        sides = [line[(r, c), EAST], line[(r + 1, c), EAST], line[(r, c), SOUTH], line[(r, c + 1), SOUTH]]
        m.add(number := exactly(count, sides), Origin("cell", r, c, f"number {count}"))
        corners = (ends[corner] for corner in (at, at + 1, at + grid.cols, at + grid.cols + 1))
        m.add(all_of((number, *corners)), Origin("cell", r, c, f"number {count} and its corners"))
    return m


def on_loop(board: Board) -> list[tuple[int, ...]]:
    """Return sets of corners, as numbers of points in the grid, such that the loop passes at least one corner of each
    set; the best sets for the trees of the encoding come first.

    The loop passes all corners of a 3, and all but at most one of a 2; each side of a cell ends at one of any two
    opposite corners.  Large numbers, and numbers near to the middle, are the best, as in masyu.
    """
    found = sorted((-count, board.from_middle(cell), cell) for cell, count in digits_of(board).items() if count)
    sets: list[tuple[int, ...]] = []
    for count, _, (r, c) in found:
        first, below = r * (board.cols + 1) + c, (r + 1) * (board.cols + 1) + c
        if count <= -3:
            sets += [(first,), (first + 1,), (below,), (below + 1,)]
        else:
            sets += [(first, below + 1), (first + 1, below)]
    return sets


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the line; [] if the solution is
    right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for all
    sides of the cells.
    """
    drawn = drawn_lines(solution, board.rows + 1, board.cols + 1)
    found = number_faults(digits_of(board), partial(_used_sides, drawn), "the loop uses {} of its sides")
    return loop_faults(drawn, "the corner at") + found


def _used_sides(drawn: Drawn, cell: Cell) -> int:
    r, c = cell
    around = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)]
    return sum(b in drawn.get(a, ()) for a, b in pairwise(around))


def with_all_numbers(random: RandomSource, board: Board, solution: EdgeRows) -> Board:
    """Return the board with a number in every cell: how many of its sides the loop of the solution uses."""
    drawn = drawn_lines(solution, board.rows + 1, board.cols + 1)
    return board.with_values({cell: str(_used_sides(drawn, cell)) for cell in board.cells()})


def middle_number(board: Board) -> Cell:
    """Return the cell with the largest number, the cell nearest to the board's middle if several have that number."""
    found = digits_of(board)
    return min(found, key=lambda cell: (-found[cell], board.from_middle(cell), cell))


SAMPLE = """\
; Slitherlink Puzzle  ::  +---+   +---+
size 3 3              ::  | 3 |   | 3 |
3 - 3                 ::  +   +---+   +
- - 1                 ::  |         1 |
- 3 -                 ::  +   +---+   +
                      ::  |   | 3 |   |
                      ::  +---+   +---+
"""

PUZZLE = loop_kind(
    model,
    name="slitherlink",
    facts=FactForms(corners=True, finer=finer, counts=True, deduction=number_corners.deduction),
    titles=("Slitherlink", "Slither Link", "slither"),
    rules=RULES,
    symbols="`-` blank, `0` to `4` a number",
    cells=digit_cells(DIGITS),
    solution=corner_edges_of,
    rule_faults=rule_faults,
    picture=picture_of(given(blank=BLANK), side_lines, ground="dots"),
    form=STRINGS,
    samples=(sample(SAMPLE), ("; Slitherlink Puzzle\nsize 2 1\n3 0\n", None)),
    clues=CellClues(BLANK, lambda board: DIGITS),
    penpa=PenpaDrawing(("number",)),
    player=PlayerFile(("flag", "nums", "colours 1", "outer"), "edges", cells=player_signs({"-": BLANK})),
    url=UrlType(("slither", "slitherlink"), coded("four_cell", unknown="", most=3)),
    sgt=Game(
        "loopy",
        coded("sgt_cells", meanings={d: d for d in "0123"}, blank=BLANK, expected="0, 1, 2, 3 or blanks (a-z)"),
        harmless=r"(t0(?!\d))?(d\w)?",
        written="t0",
        variants={r"t([1-9]|0\d)": "t: a grid that is not of squares"},
    ),
)
MAKING = Making(least=2, givens_of=with_all_numbers, solution=random_border, anchor=middle_number)
