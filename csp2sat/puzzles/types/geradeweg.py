"""Geradeweg: a loop through all numbers, each the length of the straight parts of the loop at the number's cell."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...model.expr import TRUE, Expr, all_of, node, term
from ...model.model import Model, Origin
from ..drawing.picture import ring
from ..kit.checks import drawn_lines, goes_straight, loop_faults, place
from ..kit.clues import CellClues, shown
from ..kit.kinds import begin_loop, loop_kind, one_loop
from ..kit.pictures import given, loop_lines, picture_of
from ..kit.random.loops import random_loop
from ..kit.straight import arms_rule, drawn_arms
from ..kit.variables import EdgeRows
from ..making import Making
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Draw one closed loop whose straight parts at each number are as long as the number.
The loop visits all circles, those with a number and the empty ones (`?`).
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
  It need not visit every cell.
A straight part of the loop reaches from one turn to the next. Its length is its number of steps from cell to cell.
A number is the length of the straight part through its cell.
If the loop turns in the number's cell, both straight parts that meet there have this length.
An empty circle (`?`) is a length that is not given. If the loop turns there, both straight parts have equal lengths."""

ANY = -1


def model(board: Board) -> Model:
    """Return the model of a board: one loop over the edges between cells, and for each number four hidden integers, the
    number of edges that the loop runs straight on from the number's cell up, down, left and right.

    The integers of the two ways that the loop takes add up to the number if the loop goes straight on there, and are
    both equal to the number if the loop turns.
    """
    m, line = begin_loop(board)
    for cell, number in board.filled().items():

        def rule(one: Expr, other: Expr, straight: bool, number: int = number) -> Expr:
            if straight:
                return TRUE if number == ANY else term("eq", term("add", one, other), number)
            return node("eq", one, other) if number == ANY else all_of(node("eq", arm, number) for arm in (one, other))

        arms_rule(m, board, line, (cell, Origin("cell", *cell, f"number {shown(number)}")), rule)
    one_loop(m, board, line, board.filled())
    return m


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the loop from each number to its
    next turns; [] if the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn = drawn_lines(solution, board.rows, board.cols)
    faults = loop_faults(drawn)
    for cell, number in board.filled().items():
        lengths = drawn_arms(drawn, cell)
        parts = [sum(lengths)] if goes_straight(drawn, cell) else lengths
        if not parts:
            faults.append(f"number {shown(number)} at {place(cell)}: no line goes through it")
        elif {number} != set(parts) if number != ANY else len(set(parts)) > 1:
            steps = " and ".join(map(str, parts))
            faults.append(f"number {shown(number)} at {place(cell)}: the loop runs straight for {steps} steps")
    return faults


def with_all_numbers(random: RandomSource, board: Board, solution: EdgeRows) -> Board:
    """Return the board with a number in every cell of the loop where the loop goes straight on or turns between two
    parts of equal length.
    """
    drawn, numbers = drawn_lines(solution, board.rows, board.cols), dict[Cell, int]()
    for cell in drawn:
        lengths = drawn_arms(drawn, cell)
        if goes_straight(drawn, cell) or len(set(lengths)) == 1:
            numbers[cell] = sum(lengths) if goes_straight(drawn, cell) else lengths[0]
    return board.with_values(numbers)


SAMPLE = """\
; Geradeweg Puzzle  ::  +   +   +   +   +
size 4 5            ::    +---3---+---+
- 3 - -             ::  + | +   +   + | +
2 - ? ?             ::    2   +   ?---?
- - ? ?             ::  + | +   + | +   +
? 1 1 -             ::    +---+   ?---?
- - - -             ::  +   + | +   + | +
                    ::    ?---1   1---+
                    ::  + | +   + | +   +
                    ::    +---+---+   +
                    ::  +   +   +   +   +
"""

PUZZLE = loop_kind(
    model,
    name="geradeweg",
    titles=("Geradeweg",),
    rules=RULES,
    cells=NUMBERS_OR_ANY,
    symbols="`-` blank, a number, `?` number not given",
    rule_faults=rule_faults,
    picture=picture_of(given(lambda cell, number: ring(cell, shown(number))), loop_lines, ground="cells"),
    samples=(sample(SAMPLE), ("; Geradeweg Puzzle\nsize 3 1\n- 2 -\n", None)),
    clues=CellClues(ANY, lambda board: range(1, max(board.rows, board.cols)), empty=0),
    player=PlayerFile(("nums", "lines"), "edges"),
    url=UrlType(("geradeweg",), coded("number16", unknown=True)),
    puzzlekit=PuzzlekitText("geradeweg", ("cells",), {"?": ANY, "0": ANY}),
)
MAKING = Making(least=3, givens_of=with_all_numbers, solution=random_loop, blank=0, cleared=True)
