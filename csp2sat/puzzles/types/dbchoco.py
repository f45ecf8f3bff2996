"""Double Choco: a board divided into blocks, each with a white and a grey half that are congruent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...base.portable_random import RandomSource
from ...graphs.graph import Grid
from ...model.expr import bool_var, node
from ...model.model import Model, Origin
from ..constraints.congruence import Halves
from ..drawing.picture import Mark, fill, number_mark
from ..fact_forms import FactForms
from ..fact_forms import joined as joined_cells
from ..givens import SectionsForm
from ..kit.checks import areas, cells_by_value, check_numbers, place, shape_of
from ..kit.clues import GRID, SIGN_GRID, CellClues, possible_sizes, sign_cells
from ..kit.divisions import division_kind
from ..kit.pictures import area_borders, border, picture_of
from ..kit.random.halves import blocks_of_halves, halvings
from ..kit.variables import Edges
from ..making import Making
from ..notation import NUMBERS, GivenParts, PlayerBlocks, sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Divide the board into blocks, each with a white half and a grey half of the same shape.
The cells of a half have one colour and are connected through their sides. The two halves share at least one side.
One half may be turned or mirrored to be equal to the other one.
A number is the number of cells in its half. A half may have several numbers, or none."""

SYMBOLS = """\
`colors`: `-` white cell, `#` grey cell
`numbers`: `-` blank, a number"""

WHITE, GREY = ".", "#"
MOST = 100  # cells of a board that is made
MANY = 8  # cells where solutions differ, for which the halves of one block more change at once
NAMES = {WHITE: "white", GREY: "grey"}


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each pair of neighbours (both are in one block), and the constraint
    `congruent-halves`, whose documentation states the sizes, on all these Booleans.
    """
    m = Model(about={"board": board.neutral()})
    joined = Edges(m, board.rows, board.cols)
    blocks = node("congruent-halves", Grid(board.rows, board.cols), _halves(board), *joined.all)
    m.add(blocks, Origin("rule", rule="blocks have congruent halves"))
    return m


def finer(board: Board) -> Model:
    """Return the model of a board for steps: that of `model`, with a hidden Boolean for each number, which its clue
    states.
    """
    m = Model(about={"board": board.neutral()})
    joined, numbers = Edges(m, board.rows, board.cols), board.filled()
    for (r, c), number in numbers.items():
        m.add(m.bool(f"_n_{r}_{c}"), Origin("cell", r, c, f"number {number}"))
    counts = [bool_var(f"_n_{r}_{c}") for r, c in numbers]
    blocks = node("congruent-halves", Grid(board.rows, board.cols), _halves(board), *joined.all, *counts)
    m.add(blocks, Origin("rule", rule="blocks have congruent halves"))
    return m


def _halves(board: Board) -> Halves:
    """Return the colours and numbers of a board."""
    colors, numbers = board.givens["colors"], board.givens["numbers"]
    return Halves(tuple(colors[r][c] == GREY for r, c in board.cells()), tuple(numbers[r][c] for r, c in board.cells()))


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each block with a fault, found by comparing the shapes of its white and grey cells; [] if
    the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    check_numbers(solution, board.rows, board.cols)
    return [fault for cells in cells_by_value(solution).values() for fault in _block_faults(board, cells)]


def _block_faults(board: Board, cells: list[Cell]) -> list[str]:
    """Return messages on the first fault of the block with these cells: a half that is missing or not connected,
    numbers other than the size of their half, halves that do not touch, or halves of different form; [] if there is no
    fault.
    """
    name, colors = f"the block at {place(cells[0])}", board.givens["colors"]
    halves = [(colour, [(r, c) for r, c in cells if colors[r][c] == colour]) for colour in NAMES]
    for colour, half in halves:
        if not half:
            return [f"{name} has no {NAMES[colour]} cells"]
        if len(areas(half)) > 1:
            return [f"the {NAMES[colour]} cells of {name} are not connected"]
    faults = [fault for _, half in halves for fault in _size_faults(board, half)]
    if not faults and len(areas(cells)) > 1:
        faults = [f"{name} is not connected"]
    (_, white), (_, grey) = halves
    return faults or ([] if shape_of(white) == shape_of(grey) else [f"the halves of {name} differ in form"])


def _size_faults(board: Board, half: list[Cell]) -> list[str]:
    numbers = board.filled()
    return [
        f"number {numbers[cell]} at {place(cell)}: its area has {len(half)} {'cell' if len(half) == 1 else 'cells'}"
        for cell in half
        if numbers.get(cell, len(half)) != len(half)
    ]


def player_givens(found: PlayerBlocks) -> GivenParts:
    """Return the neutral givens (colours and numbers) of a file of puzz.link's player, in which the token of a grey
    cell begins with a minus sign.
    """
    tokens = found["nums"]
    colors = ["".join(GREY if token.startswith("-") else WHITE for token in row) for row in tokens]
    return {"colors": colors, "numbers": [[player_number(token) for token in row] for row in tokens]}


def player_number(token: str) -> int:
    """Return the number in a token of puzz.link's player, without the minus sign of a grey cell; 0 if there is no
    number.
    """
    number = token.removeprefix("-")
    return 0 if number in ("", ".") else int(number)


def player_written(board: Board) -> PlayerBlocks:
    """Return the blocks of a board for a file of puzz.link's player."""
    cells = (zip(*rows, strict=True) for rows in zip(board.givens["colors"], board.givens["numbers"], strict=True))
    return {"nums": [[f"{'-' * (colour == GREY)}{number or ''}" or "." for colour, number in row] for row in cells]}


def marks(board: Board, solution: object) -> Iterator[Mark]:
    """Yield the drawing of each cell: grey or white, with its number if there is one."""
    numbers = board.filled()
    for r, c in board.cells():
        grey = board.givens["colors"][r][c] == GREY
        if grey:
            yield fill((r, c))._replace(shape="grey fill")
        if not grey or (r, c) in numbers:
            number = number_mark((r, c), numbers)
            yield number._replace(text=GREY * grey + number.text)


def with_clues(random: RandomSource, board: Board, solution: list[list[int]]) -> Board:
    """Return the board with random colours for the halves of all blocks, and in each cell the size of its half."""
    blocks = list(cells_by_value(solution).values())
    sizes = {cell: len(block) // 2 for block in blocks for cell in block}
    return coloured(random, board.with_values(sizes), blocks)


def coloured(random: RandomSource, board: Board, blocks: list[list[Cell]]) -> Board:
    """Return the board with new colours of some blocks: in each a random half is grey, and the other half white."""
    color = {(r, c): board.givens["colors"][r][c] for r, c in board.cells()}
    for block in blocks:
        color |= dict.fromkeys(block, WHITE) | dict.fromkeys(random.pick(halvings(block)), GREY)
    rows = ["".join(color[r, c] for c in range(board.cols)) for r in range(board.rows)]
    return replace(board, givens={**board.givens, "colors": rows})


def other_colours(
    random: RandomSource, board: Board, solution: list[list[int]], wrong: list[Cell]
) -> tuple[Board, list[list[int]]]:
    """Return the board with new colours of random blocks that have wrong cells, and the same solution."""
    picked = {random.pick(wrong) for _ in range(1 + len(wrong) // MANY)}
    blocks = [cells for cells in cells_by_value(solution).values() if not picked.isdisjoint(cells)]
    return coloured(random, board, blocks), solution


def refuse(rows: int, cols: int) -> None:
    """Raise ValueError if the number of cells is odd, or more than MOST, since larger boards take minutes to make."""
    if rows * cols % 2:
        raise ValueError(f"half of the cells are grey, which {rows} x {cols} cells cannot be; expected an even number")
    if rows * cols > MOST:
        raise ValueError(f"a dbchoco of {rows} x {cols} takes too long to make; expected at most {MOST} cells")


SAMPLE = """\
; Double Choco Puzzle  ::  +----+------------+
size 4 3               ::  | ## |  2   ## ## |
colors                 ::  |    |    +-------+
# - # #                ::  |  . |  . | #1  . |
- - # -                ::  +----+----+-------+
- - # #                ::  |  .    .   ## ## |
numbers                ::  +-----------------+
- 2 - -
- - 1 -
- - - -
"""

COLOURS = sign_cells({"#": "grey"}, "white")
PUZZLE = division_kind(
    model,
    name="dbchoco",
    facts=FactForms(finer=finer, makers={"h": joined_cells, "v": joined_cells}),
    titles=("Double Choco",),
    rules=RULES,
    cells=NUMBERS,
    symbols=SYMBOLS,
    rule_faults=rule_faults,
    picture=picture_of(marks, border, area_borders),
    samples=(sample(SAMPLE), ("; Double Choco Puzzle\nsize 2 1\ncolors\n# -\nnumbers\n2 -\n", None)),
    form=SectionsForm(
        (
            SIGN_GRID._replace(key="colors", word="colors", cells=COLOURS),
            GRID._replace(key="numbers", word="numbers"),
        ),
        grid="numbers",
    ),
    clues=CellClues(0, possible_sizes, in_rules=True),
    player=PlayerFile(("nums", "division"), "division", givens=player_givens, written=player_written),
    url=UrlType(("dbchoco",), coded("sections", parts=(("bits", {"key": "colors"}), ("numbers", {"key": "numbers"})))),
)
MAKING = Making(2, with_clues, blocks_of_halves, blank=0, change=other_colours, changes=20, usual=8, refuse=refuse)
