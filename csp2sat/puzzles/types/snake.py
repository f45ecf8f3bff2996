"""Snake: a path of shaded cells that does not touch itself; numbers count its cells in rows and columns."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.portable_random import RandomSource
from ...model.expr import all_of
from ...model.model import Model, Origin
from ..fact_forms import FactForms
from ..givens import SectionsForm
from ..kit.checks import areas, beside, block_faults, diagonal_faults, parting_faults, place, shaded_cells
from ..kit.clues import CellClues, sign_cells
from ..kit.kinds import begin, shading_kind
from ..kit.line_counts import (
    CODE,
    LINE_SYMBOLS,
    SECTIONS,
    count_lines,
    line_clues,
    line_count_faults,
    line_numbers,
    no_line_counts,
    player_file,
    with_line_counts,
)
from ..kit.pictures import border, key, picture_of, shading, styled
from ..kit.truth import TruthRow, allowed
from ..kit.variables import WAYS, blocks, exactly, step
from ..making import Making
from ..notation import PlayerBlocks, sample
from ..sites import PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade cells so that the shaded cells are one snake.
The snake is a path of at least two cells, each side by side with the next. It does not branch, and is no closed
  loop.
Two cells of the snake that do not follow each other share no side. They touch at a corner only where the snake
  turns.
A number beside the board is the number of shaded cells in its row or column.
A black circle (`b`) is an end of the snake. A white circle (`w`) is a cell of the snake that is no end."""

NO_TOUCH = "the snake does not touch itself"
SYMBOLS = f"""\
{LINE_SYMBOLS}
`grid`: `-` blank, `w` white circle, `b` black circle"""

BLANK, INNER, END = ".", "w", "b"
MEANINGS = {END: "end", INNER: "no end"}
SIGN_MARK = styled({INNER: ("○", "white circle"), END: ("●", "black circle")})
CELLS = sign_cells({"w": "no end", "b": "an end"})


def model(board: Board) -> Model:
    """Return the model of a board: connected shaded cells, two of them with one shaded neighbour, the others with two;
    a hidden Boolean for each cell is true at the two ends.
    """
    m, shaded = begin(board)
    ends = {(r, c): m.bool(f"_end_{r}_{c}") for r, c in board.cells()}
    for cell, sign in board.filled(BLANK).items():
        is_end = ends[cell] if sign == END else ~ends[cell]
        m.add(all_of((shaded[cell], is_end)), Origin("cell", *cell, f"circle {sign}"))
    for cell in board.cells():
        near = [shaded.at(step(cell, way)) for way in WAYS]
        m.add(
            allowed([shaded[cell], ends[cell], *near], _goes_on),
            Origin("rule", rule=f"the snake goes on or ends at {place(cell)}"),
        )
    m.add(exactly(2, list(ends.values())), Origin("rule", rule="two ends"))
    for block in blocks(board):
        origin = Origin("rule", rule=f"{NO_TOUCH}, at {place(block[0])}")
        m.add(allowed([shaded[cell] for cell in block], _is_narrow), origin)
    count_lines(board, shaded)
    shaded.is_connected()
    return m


def words(board: Board, rule: str, cells: Sequence[Cell] = ()) -> str:
    """Return the words of a rule of cells; that the snake does not touch itself is said of a block of 2 x 2 cells."""
    if not rule.startswith(NO_TOUCH) or len(cells) < 4:
        return rule
    (top, left), (bottom, right) = min(cells), max(cells)
    block = f"rows {top + 1} and {bottom + 1}, columns {left + 1} and {right + 1}"
    return f"{NO_TOUCH} in the block at {block}"


def _goes_on(bits: TruthRow) -> bool:
    """Whether a shaded cell has one shaded neighbour if it is an end, else two; a cell that is not shaded must be no
    end.

    bits: whether the cell is shaded, whether it is an end, and whether each neighbour is shaded.
    """
    shaded, end, *near = bits
    return sum(near) == 2 - end if shaded else not end


def _is_narrow(bits: TruthRow) -> bool:
    """Whether the snake does not touch itself in a 2 x 2 block: not all cells are shaded, nor just two at opposite
    corners.
    """
    return sum(bits) < 4 and (sum(bits) != 2 or bits[0] != bits[3])


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting the neighbours of shaded cells; [] if
    the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = parting_faults(shaded, "the shaded cells") + line_count_faults(board, shaded, "shaded cells")
    faults += block_faults(shaded, board, "shaded cells") + diagonal_faults(shaded, "parts of the snake", turning=True)
    ends = [cell for cell in sorted(shaded) if beside(cell, shaded) < 2]
    faults += [f"the snake branches at {place(cell)}" for cell in sorted(shaded) if beside(cell, shaded) > 2]
    for area in areas(shaded):
        if not any(cell in ends or beside(cell, shaded) > 2 for cell in area):
            faults.append(f"the snake is a loop, at {place(area[0])}")
    if len(shaded) < 2:
        faults.append("there is no snake; expected at least two shaded cells")
    for cell, sign in board.filled(BLANK).items():
        if cell not in shaded:
            faults.append(f"the circle at {place(cell)} is not shaded")
        elif (cell in ends) != (sign == END):
            faults.append(f"the circle at {place(cell)} is {'no' if sign == END else 'an'} end of the snake")
    return faults


def player_value(token: str) -> str:
    """Return the circle of a token in a file of puzz.link's player, a number: 0 to 2 for blank, white or black, plus 4
    in a shaded cell.

    Raise KeyError if the token is no such number.
    """
    return {"0": BLANK, "1": INNER, "2": END, "4": BLANK, "5": INNER, "6": END}[token]


def player_solution(board: Board, found: PlayerBlocks) -> list[str]:
    """Return the rows of the solution in a file of puzz.link's player: cells are shaded if the numbers of their tokens
    are from 4 to 7.
    """
    return ["".join(".#"[int(token) // 4 == 1] for token in row) for row in found["inside"]]


def with_all_clues(random: RandomSource, board: Board, solution: list[str]) -> Board:
    """Return the board with the numbers of all rows and columns, and with a circle in each cell of the snake."""
    snake = shaded_cells(solution, board.rows, board.cols)
    circles = {cell: END if beside(cell, snake) == 1 else INNER for cell in snake}
    return with_line_counts(board, solution).with_values(circles)


def rank(board: Board, cell: Cell) -> int:
    """Return the rank in which a clue is dropped: 0 for circles inside the snake, which are dropped first, 1 for ends,
    2 for numbers beside the board.
    """
    return int(board.givens["grid"][cell[0]][cell[1]] == END) if board.has(cell) else 2


SAMPLE = """\
; Snake Puzzle  ::             1
size 4 4        ::    +-------------+
rows            ::    | #w ## #w #b |
- - 0 0         ::    | #b  .  .  . |
columns         ::  0 |  .  .  .  . |
- - 1 -         ::  0 |  .  .  .  . |
grid            ::    +-------------+
w - w b
b - - -
- - - -
- - - -
"""

PUZZLE = shading_kind(
    model,
    name="snake",
    facts=FactForms(counts=True, words=words),
    titles=("Snake", "tunnel"),
    rules=RULES,
    cells=CELLS,
    symbols=SYMBOLS,
    rule_faults=rule_faults,
    picture=picture_of(shading(SIGN_MARK, BLANK), line_numbers, border, key(MEANINGS, SIGN_MARK)),
    samples=(sample(SAMPLE), ("; Snake Puzzle\nsize 2 1\nrows\n1\ncolumns\n- -\ngrid\n- -\n", None)),
    form=SectionsForm(SECTIONS, grid="grid"),
    clues=line_clues(
        lambda board: range(1 + max(board.rows, board.cols)), CellClues(BLANK, lambda board: (INNER, END))
    ),
    player=player_file(player_value, {BLANK: "0", INNER: "1", END: "2"}, player_solution),
    url=UrlType(("snake",), coded("sections", parts=(("circles", {"key": "grid", "values": ".wb"}), CODE))),
    puzzlekit=PuzzlekitText("snake", ("cols", "rows", "cells"), {"x": END}, BLANK),
)
MAKING = Making(least=3, givens_of=with_all_clues, share=0.8, empty=no_line_counts, rank=rank)
