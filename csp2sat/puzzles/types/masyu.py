"""Masyu: one loop through all circles.

White circle: the line goes straight on, and turns in at least one of the next cells before and after.
Black circle: the line turns, and goes straight through the next cells before and after.
"""

from __future__ import annotations

from ...model.expr import Expr, all_of, any_of
from ...model.model import Model, Origin
from ..deductions import circles
from ..fact_forms import FactForms
from ..givens import STRINGS
from ..kit.checks import Drawn, drawn_lines, goes_straight, loop_faults, place
from ..kit.clues import CellClues
from ..kit.kinds import begin_loop, loop_kind, one_loop
from ..kit.pictures import circle_mark, given, loop_lines, picture_of
from ..kit.variables import NORTH, WEST, EdgeRows, Edges, step
from ..notation import sample, table
from ..sites import Game, Page, PenpaDrawing, PlayerFile, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Draw one closed loop that goes straight through all white circles and turns in all black circles.
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
  It need not visit every cell.
White circle (`0`): the loop goes straight through it. It turns in the cell before, in the cell after, or in both.
Black circle (`1`): the loop turns in it. It goes straight through the cell before and through the cell after."""

BLANK, WHITE, BLACK = ".", "w", "b"
CELLS = table(
    {"-": (BLANK, "blank"), "0": (WHITE, "white circle"), "1": (BLACK, "black circle")},
    {0: BLANK, 1: WHITE, 2: BLACK},
    also={".": "-", "w": "0", "W": "0", "o": "0", "O": "0", "b": "1", "B": "1", "*": "1", "○": "0", "●": "1"},
)
NAMES = {WHITE: circles.WHITE, BLACK: circles.BLACK}


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each edge between cells, the rule of each circle on the edges near the
    circle, and one loop through all circles.
    """
    m, line = begin_loop(board)
    for cell, circle in board.filled(BLANK).items():
        m.add(CLAUSES[circle](line, cell), Origin("cell", *cell, NAMES[circle]))
    one_loop(m, board, line, board.filled(BLANK))
    return m


def black(line: Edges, cell: Cell) -> Expr:
    """Return the formula that the line turns at a black circle and goes straight through the next cells: one way of
    each two opposite ways is taken, and two steps of each way that is taken.

    Not both of two opposite ways are taken, since the loop takes only two ways at each cell.
    """
    clauses = []
    for one, other in circles.OPPOSITE:
        clauses.append(line[cell, one] | line[cell, other])
        clauses += [~line[cell, way] | line[step(cell, way), way] for way in (one, other)]
    return all_of(clauses)


def white(line: Edges, cell: Cell) -> Expr:
    """Return the formula that the line goes straight through a white circle, and turns in at least one of the next
    cells: each way is taken with its opposite, but not two steps in both directions.
    """
    clauses = [line[cell, NORTH] | line[cell, WEST]]
    for one, other in circles.OPPOSITE:
        clauses += [~line[cell, one] | line[cell, other], line[cell, one] | ~line[cell, other]]
        clauses.append(any_of((~line[cell, one], *(~line[step(cell, way), way] for way in (one, other)))))
    return all_of(clauses)


CLAUSES = {WHITE: white, BLACK: black}


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the line; [] if the solution is
    right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn = drawn_lines(solution, board.rows, board.cols)
    faults = loop_faults(drawn)
    for cell, circle in board.filled(BLANK).items():
        faults += [f"{NAMES[circle]} at {place(cell)}: {fault}" for fault in _circle_faults(drawn, cell, circle)]
    return faults


def _circle_faults(drawn: Drawn, cell: Cell, circle: str) -> list[str]:
    """Return one message, without the circle's name, for each fault of the drawn lines at a white or black circle; []
    if the circle's rule holds.
    """
    if cell not in drawn:
        return ["no line goes through it"]
    if goes_straight(drawn, cell) != (circle == WHITE):
        return ["the line does not go straight on" if circle == WHITE else "the line does not turn"]
    straight = [near for near in sorted(drawn[cell]) if goes_straight(drawn, near)]
    if circle == WHITE:
        return ["the line turns neither before nor after the circle"] if len(straight) == 2 else []
    return [
        f"the line turns next to the circle, at {place(near)}" for near in sorted(drawn[cell]) if near not in straight
    ]


SAMPLE = """\
; Masyu Puzzle  ::  +   +   +   +   +   +
size 5 4        ::    +---+---+---+---+
- - - - -       ::  + | +   +   +   + | +
- - - 1 0       ::    +   +---+---1   0
- - - - -       ::  + | + | +   + | + | +
1 - - - -       ::    +   +---+   +   +
                ::  + | +   + | + | + | +
                ::    1---+---+   +---+
                ::  +   +   +   +   +   +
"""

TASK = coded("sgt_cells", meanings={"W": WHITE, "B": BLACK}, blank=BLANK, expected="W, B or blanks (a-z)")

PUZZLE = loop_kind(
    model,
    name="masyu",
    facts=FactForms(broken=circles.broken, deduction=circles.deduction),
    titles=("Masyu", "mashu"),
    rules=RULES,
    symbols="`-` blank, `0` white circle, `1` black circle",
    cells=CELLS,
    rule_faults=rule_faults,
    picture=picture_of(given(circle_mark, BLANK), loop_lines, ground="cells"),
    form=STRINGS,
    samples=(sample(SAMPLE), ("; Masyu Puzzle\nsize 3 1\n- 0 -\n", None)),
    clues=CellClues(BLANK, lambda board: (WHITE, BLACK)),
    penpa=PenpaDrawing(("symbol",), symbols={(1, "circle_L"): "0", (2, "circle_L"): "1"}),
    player=PlayerFile(("nums", "lines"), "edges", cells=player_signs({"1": WHITE, "2": BLACK})),
    url=UrlType(("mashu", "masyu"), coded("circles")),
    sgt=Game("pearl", TASK, harmless=r"(d\w)?n?"),
    page=Page(("loop-dot", "masyu"), {"dot-white": WHITE, "dot-black": BLACK}, BLANK, TASK),
)
