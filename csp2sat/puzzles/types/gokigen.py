"""Gokigen Naname (Slant): a diagonal in every cell, without a closed loop, and numbers of diagonals that meet at
corners.
"""

from __future__ import annotations

from ...graphs.graph import Graph
from ...model.expr import node
from ...model.model import Model, Origin
from ..drawing.picture import Mark, centre, text
from ..fact_forms import FactForms
from ..givens import CellForm
from ..kit.checks import check_strings, groups, number_faults, place
from ..kit.corners import CORNERS, DIGITS, CornerClues, corner_counts, corner_marks, corner_name, meeting
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import border, each_cell, picture_of
from ..kit.variables import exactly
from ..making import Making
from ..notation import sample
from ..sites import Game, PlayerFile, PuzzlekitText, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Draw a diagonal into every cell, from corner to opposite corner, so that no diagonals form a closed loop.
A number stands at a corner where up to four cells meet. It is the number of diagonals that end there."""

SYMBOLS = """\
`-` no number, `0` to `4` a number; there is a value for each corner, so one more row, and one more value in each
  row, than cells"""

DOWN, UP = "\\", "/"


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean s_r_c for each cell (its diagonal goes down to the right), a sum for each
    number at a corner, and two constraints `acyclic`.

    A diagonal joins two corners of the same class, in two classes like the colours of a chessboard. The diagonals of
    each class are edges of a plane graph, which must have no cycle; the two graphs are each other's dual.
    """
    m, down = begin(board)
    for corner, digit in board.filled(".").items():
        meet = [down[cell] if towards(cell, corner) == DOWN else ~down[cell] for cell in meeting(board, corner)]
        m.add(exactly(int(digit), meet), Origin("cell", *corner, f"number {digit} at the corner"))
    for colour in (0, 1):
        graph, cells = diagonals(board, colour)
        on = (down[r, c] if (r + c) % 2 == colour else ~down[r, c] for r, c in cells)
        m.add(node("acyclic", graph, *on), Origin("rule", rule=f"no loop, corners of class {colour + 1}"))
    return m


def towards(cell: Cell, corner: Cell) -> str:
    """Return the diagonal of a cell that ends at the given corner of this cell, `/` or a backslash."""
    return DOWN if (cell == corner) or (cell[0] < corner[0] and cell[1] < corner[1]) else UP


def diagonals(board: Board, colour: int) -> tuple[Graph, list[Cell]]:
    """Return the graph of the corners whose row and column add up to an even number (`colour` 0) or an odd number
    (`colour` 1), with one edge for each cell, and the cells in the order of the edges.
    """
    number: dict[Cell, int] = {}
    for r in range(board.rows + 1):
        for c in range(board.cols + 1):
            if (r + c) % 2 == colour:
                number[r, c] = len(number)
    edges = []
    for r, c in board.cells():
        falls = (r + c) % 2 == colour
        ends = ((r, c), (r + 1, c + 1)) if falls else ((r, c + 1), (r + 1, c))
        edges.append((number[ends[0]], number[ends[1]]))
    return Graph(len(number), edges), board.cells()


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting diagonals at corners, and edges in
    connected groups of corners; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of slashes, backslashes and dots as large as the board.
    """
    check_strings(solution, "the solution", board.rows, board.cols, UP + DOWN + ".")
    faults = [f"no diagonal at {place((r, c))}" for r, c in board.cells() if solution[r][c] == "."]
    near: dict[Cell, set[Cell]] = {(r, c): set() for r in range(board.rows + 1) for c in range(board.cols + 1)}
    for r, c in ((r, c) for r, c in board.cells() if solution[r][c] != "."):
        one, other = ((r, c), (r + 1, c + 1)) if solution[r][c] == DOWN else ((r, c + 1), (r + 1, c))
        near[one].add(other)
        near[other].add(one)
    faults += number_faults(board.filled("."), lambda corner: len(near[corner]), "{} diagonals meet there", corner_name)
    for part in groups(near):
        if sum(len(near[corner]) for corner in part) // 2 >= len(part):
            faults.append(f"the diagonals close a loop, with {corner_name(part[0])}")
    return faults


def diagonal_mark(cell: Cell, drawn: str) -> Mark:
    """Return the drawing of a cell's diagonal, or of a dot if `drawn` is ''."""
    slash = Mark(centre(cell), drawn, "╲" if drawn == DOWN else "╱", "solved", "slash")
    return slash if drawn else text(cell, ".", "ground")


SAMPLE = r"""
; Gokigen Naname Puzzle  ::  1-------1-------0
size 4 3                 ::  | \   /   /   \ |
1 - 1 - 0                ::  |       2   2   |
- - 2 2 -                ::  | /   /   /   \ |
1 - 2 1 2                ::  1       2   1   2
- 1 - 1 -                ::  | /   /   /   / |
                         ::  +---1-------1---+
"""

PUZZLE = shading_kind(
    model,
    signs=UP + DOWN,
    name="gokigen",
    facts=FactForms(DOWN, shaded=DOWN, unshaded=UP),
    titles=("Gokigen Naname", "gokigen", "slant"),
    family="loops and lines",
    rules=RULES,
    symbols=SYMBOLS,
    cells=CORNERS,
    rule_faults=rule_faults,
    picture=picture_of(each_cell(diagonal_mark, ""), corner_marks, border),
    form=CellForm(strings=True, corners=True),
    samples=(sample(SAMPLE), ("; Gokigen Naname Puzzle\nsize 1 1\n1 1\n- -\n", None)),
    clues=CornerClues("."),
    player=PlayerFile(("vertices", "drawn"), "signs", player_signs({}), {"1": DOWN, "2": UP}),
    url=UrlType(("gokigen",), coded("four_cell", unknown="", most=4, corners=True)),
    sgt=Game(
        "slant",
        coded("sgt_cells", meanings={d: d for d in DIGITS}, blank=".", expected="0 to 4 or blanks (a-z)", corners=True),
        harmless=r"(d\w)?",
    ),
    puzzlekit=PuzzlekitText("", ("corners",), {digit: digit for digit in DIGITS}, ".", numbers=False),
)
MAKING = Making(least=2, givens_of=corner_counts(lambda char, cell, corner: char == towards(cell, corner)))
