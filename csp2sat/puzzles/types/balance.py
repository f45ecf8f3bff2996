"""Balance Loop: a loop through all circles, whose two straight arms at a circle are equally long (white) or not
(black).
"""

from __future__ import annotations

from functools import partial

from ...base.portable_random import RandomSource
from ...model.expr import Expr, all_of, node, term
from ...model.model import Model, Origin
from ..deductions.lines.straight_parts import broken, deduction
from ..drawing.picture import Mark, MarkShape, centre
from ..fact_forms import FactForms
from ..kit.checks import drawn_lines, loop_faults, place
from ..kit.clues import CellClues, words
from ..kit.kinds import begin_loop, loop_kind, one_loop
from ..kit.pictures import given, loop_lines, picture_of
from ..kit.random.loops import random_loop
from ..kit.straight import arms_rule, drawn_arms
from ..kit.variables import EdgeRows
from ..making import Making
from ..notation import Notation, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Draw one closed loop through all circles, with equal straight parts at the white circles only.
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
  It need not visit every cell.
From a circle the loop runs straight in two directions, each as far as its next turn. It may turn in the circle
  itself.
White circle (`w`): both straight parts have the same number of steps. A step leads from a cell to the next one.
Black circle (`b`): the two straight parts have different numbers of steps.
A number in a circle (`w6`) is the sum of both numbers of steps."""

BLANK, WHITE, BLACK = ".", "w", "b"
STYLES: dict[str, tuple[str, MarkShape]] = {WHITE: ("○", "ring"), BLACK: ("●", "black ring")}
NAMES = {WHITE: "white circle", BLACK: "black circle"}

SUMS = 0.6  # chance of a circle of a new board to have its sum


def model(board: Board, is_finer: bool = False) -> Model:
    """Return the model of a board: one loop over the edges between cells, and for each circle four hidden integers, the
    number of edges that the loop runs straight on from the circle up, down, left and right.

    The integers of the two ways that the loop takes are equal at a white circle, different at a black one, and add up
    to the circle's number if the circle has one.  is_finer: whether a circle itself says that it has two lines, as a
    player sees at once.
    """
    m, line = begin_loop(board)
    for cell, circle in board.filled(BLANK).items():

        def rule(one: Expr, other: Expr, straight: bool, circle: str = circle) -> Expr:
            compared = node("eq" if circle[0] == WHITE else "ne", one, other)
            return all_of((compared, *(term("eq", term("add", one, other), int(n)) for n in [circle[1:]] if n)))

        words = NAMES[circle[0]] + f" with the number {circle[1:]}" * bool(circle[1:])
        arms_rule(m, board, line, (cell, Origin("cell", *cell, words)), rule, is_finer)
    one_loop(m, board, line, board.filled(BLANK))
    return m


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the loop from each circle to its
    next turn both ways; [] if the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn = drawn_lines(solution, board.rows, board.cols)
    faults = loop_faults(drawn)
    for cell, circle in board.filled(BLANK).items():
        lengths = drawn_arms(drawn, cell)
        subject = f"{NAMES[circle[0]]} at {place(cell)}"
        if not lengths:
            faults.append(f"{subject}: no line goes through it")
        elif (len(lengths) == 2 and len(set(lengths)) == 1) != (circle[0] == WHITE):
            faults.append(f"{subject}: the loop runs straight for {' and '.join(map(str, lengths))} steps")
        if lengths and circle[1:] not in ("", str(sum(lengths))):
            faults.append(f"{subject}: {circle[1:]} is not the sum of the {' and '.join(map(str, lengths))} steps")
    return faults


def player_value(token: str) -> str:
    """Return the neutral value (such as `w6`, or `b`) of a token `COLOUR,SUM` in a file of puzz.link's player.

    COLOUR 0 is white and 1 is black, SUM -2 means no sum; a token without a comma is returned unchanged.
    """
    colour, _, total = token.partition(",")
    return colour if not total else "wb"[int(colour)] + ("" if total == "-2" else str(int(total)))


def player_token(circle: str) -> str:
    """Return the token of a neutral value in a file of puzz.link's player."""
    return circle if circle == BLANK else f"{(WHITE + BLACK).index(circle[0])},{circle[1:] or -2}"


def circle_mark(cell: Cell, circle: str) -> Mark:
    """Return the drawing of a circle in a cell, with the circle's sum if there is one."""
    symbol, shape = STYLES[circle[0]]
    return Mark(centre(cell), circle, symbol + circle[1:], "given", shape)


def possible_clues(board: Board) -> list[str]:
    """Return the clues that may be written into a blank cell: a white or black circle, without a sum or with a sum from
    2 to rows + columns - 1.
    """
    return [*NAMES, *(f"{name}{number}" for name in NAMES for number in range(2, board.rows + board.cols))]


def with_all_circles(random: RandomSource, board: Board, solution: EdgeRows) -> Board:
    """Return the board with a circle in each cell of the loop, some with the sum."""
    drawn, circles = drawn_lines(solution, board.rows, board.cols), dict[Cell, str]()
    for cell in sorted(drawn):
        one, other = drawn_arms(drawn, cell)
        circles[cell] = (WHITE if one == other else BLACK) + (str(one + other) if random.chance(SUMS) else "")
    return board.with_values(circles)


SAMPLE = """\
; Balance Loop Puzzle  ::  +    +    +    +    +    +
size 5 5               ::     +---b4----w----+---b5
 - b4  w  - b5         ::  +  | +    +    +    +  | +
 - b3  b  -  -         ::     +---b3    b----+----+
 -  -  w  -  -         ::  +    +  | +  | +    +    +
 -  -  w  -  w         ::     +    +    w----+    +
 -  -  -  -  -         ::  +    +  | +    +  | +    +
                       ::     +    +----w    +----w
                       ::  +    +    +  | +    +  | +
                       ::     +    +    +----+----+
                       ::  +    +    +    +    +    +
"""


def _colour_first(word: str) -> str:
    """Return a clue with its colour in front: puzzlekit's `4w` becomes `w4`, any other word stays as it is."""
    return word[-1] + word[:-1] if word[-1] in (WHITE, BLACK) else word


CELLS = words(
    r"[wb]([1-9]\d{0,8})?",
    (
        "- (blank), or w or b (circle), perhaps with a sum, such as w6",
        "'.' (blank), or 'w' or 'b', perhaps with a sum, such as \"w6\"",
    ),
)
PUZZLE = loop_kind(
    model,
    name="balance",
    facts=FactForms(finer=partial(model, is_finer=True), broken=broken, deduction=deduction),
    titles=("Balance Loop",),
    rules=RULES,
    cells=CELLS,
    symbols="`-` blank, `w` white circle, `b` black circle; `w6` and `b6` have the number 6",
    rule_faults=rule_faults,
    picture=picture_of(given(circle_mark, BLANK), loop_lines, ground="cells"),
    samples=(sample(SAMPLE), ("; Balance Loop Puzzle\nsize 2 2\nb -\n- -\n", None)),
    clues=CellClues(BLANK, possible_clues, exclusive=False),
    player=PlayerFile(("nums", "lines"), "edges", cells=Notation(player_value, player_token)),
    url=UrlType(("balance",), coded("circle_sums")),
    puzzlekit=PuzzlekitText(
        "balance_loop",
        ("cells",),
        blank=BLANK,
        cells=Notation(lambda word: CELLS.value(_colour_first(word)), CELLS.token),
    ),
)
MAKING = Making(least=3, givens_of=with_all_circles, solution=random_loop)
