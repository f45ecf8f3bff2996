"""Yin-Yang: white and black circles, all circles of a colour connected."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.expr import any_of, negation, node, term
from ...model.model import Model, Origin
from ..drawing.picture import Mark, Picture, text
from ..fact_forms import FactForms
from ..givens import STRINGS
from ..kit.checks import block_faults, check_strings, given_faults, parting_faults, place
from ..kit.clues import CellClues
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import circle_mark
from ..kit.variables import blocks
from ..making import Making
from ..notation import sample, table
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Put a white or a black circle into every empty cell so that the circles of each colour are connected.
All white circles (`w`) are connected through the sides of their cells. So are all black circles (`b`).
No block of 2 x 2 cells has circles of one colour only."""

BLANK, WHITE, BLACK = ".", "w", "b"
CELLS = table(
    {"-": (BLANK, "blank"), "w": (WHITE, "white circle"), "b": (BLACK, "black circle")},
    {0: BLANK, 1: WHITE, 2: BLACK},
    also={".": "-", "0": "w", "o": "w", "1": "b", "*": "b", "○": "w", "●": "b"},  # 0 and 1 as in drawings
)


def model(board: Board) -> Model:
    """Return the model of a board, with a Boolean for each cell, which is true if its circle is black: both colours are
    connected, and no 2 x 2 block is of one colour.

    Two rules that follow are added, since solvers find them late: no 2 x 2 block is chequered, and along the edge of
    the board the colour changes at most twice, for otherwise one colour would be parted.
    """
    m, black = begin(board)
    for cell, colour in board.filled(BLANK).items():
        m.add(black[cell] if colour == BLACK else ~black[cell], Origin("cell", *cell, f"given {colour}"))
    black.no_block()
    black.no_block(shaded=False)
    for one, two, three, four in blocks(board):
        a, b, c, d = (black[cell] for cell in (one, two, three, four))
        chequered = any_of((a, ~b, ~c, d)) & any_of((~a, b, c, ~d))
        m.add(chequered, Origin("rule", rule=f"no chequered block at {place(one)}"))
    edge = [black[cell] for cell in around_the_edge(board)]
    changes = [negation(node("iff", one, other)) for one, other in zip(edge, edge[1:] + edge[:1], strict=True)]
    m.add(term("le", term("add", *changes), 2), Origin("rule", rule="at most two changes of colour along the edge"))
    black.rest_is_connected()
    black.is_connected()
    return m


def words(board: Board, rule: str, _: Iterable[Cell] = ()) -> str:
    """Return the words of a rule of cells, with the colours in place of what other kinds call shaded and unshaded."""
    return rule.replace("unshaded", "white").replace("shaded", "black")


def around_the_edge(board: Board) -> list[Cell]:
    """Return the cells at the edge of the board in the order of a walk around it; [] if the board is one cell wide or
    high.
    """
    bottom, right = board.rows - 1, board.cols - 1
    if min(bottom, right) < 1:
        return []
    across, down = range(right), range(bottom)
    forth = [(0, c) for c in across] + [(r, right) for r in down]
    return forth + [(bottom, right - c) for c in across] + [(bottom - r, 0) for r in down]


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by examining each colour; [] if the solution is
    right.

    Raise WrongForm if the solution is not a list of strings of `w`, `b` and `.` as large as the board.
    """
    check_strings(solution, "the solution", board.rows, board.cols, WHITE + BLACK + BLANK)
    faults = [f"no circle at {place((r, c))}" for r, c in board.cells() if solution[r][c] == BLANK]
    faults += given_faults(board, solution, BLANK)
    for colour, name in ((WHITE, "white circles"), (BLACK, "black circles")):
        cells = {(r, c) for r, c in board.cells() if solution[r][c] == colour}
        faults += block_faults(cells, board, name) + parting_faults(cells, f"the {name}")
    return faults


def picture(board: Board, solution: list[str] | None = None) -> Picture:
    """Return the drawing of the circles, given and solved."""
    marks = [_mark((r, c), board.givens[r][c], (solution or board.givens)[r][c]) for r, c in board.cells()]
    return Picture(board.rows, board.cols, "plain", marks)


def _mark(cell: Cell, given: str, colour: str) -> Mark:
    if colour == BLANK:
        return text(cell, ".", "ground")
    circle = circle_mark(cell, colour)
    return circle if given != BLANK else circle._replace(role="solved")


SAMPLE = """\
; Yin-Yang Puzzle  ::  1 1 1 1
size 4 4           ::  0 0 0 1
b - b -            ::  0 1 0 1
- - - b            ::  1 1 1 1
w b w -
b - b b
"""

PUZZLE = shading_kind(
    model,
    signs=WHITE + BLACK,
    name="yinyang",
    facts=FactForms("b", shaded="black", unshaded="white", words=words),
    titles=("Yin-Yang", "yin yang"),
    rules=RULES,
    symbols="`-` blank, `w` white circle, `b` black circle",
    cells=CELLS,
    rule_faults=rule_faults,
    picture=picture,
    form=STRINGS,
    samples=(sample(SAMPLE), ("; Yin-Yang Puzzle\nsize 2 2\nw b\nb w\n", None)),
    clues=CellClues(BLANK, lambda board: (WHITE, BLACK)),
    player=PlayerFile(("nums", "drawn"), "signs", player_signs({"1": WHITE, "2": BLACK}), {"1": WHITE, "2": BLACK}),
    url=UrlType(("yinyang",), coded("circles")),
    puzzlekit=PuzzlekitText("yin_yang", ("cells",), {"w": WHITE, "b": BLACK}, BLANK, numbers=False),
)
MAKING = Making[list[str]](least=3)
