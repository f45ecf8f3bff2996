"""Killer sudoku: a sudoku with cages, whose numbers differ and have a given sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ...base.portable_random import RandomSource
from ...model.expr import all_of, any_of, node, term
from ...model.model import Model, Origin
from ..drawing.picture import Cage, Line, Mark, between_regions, corner
from ..fact_forms import FactForms
from ..given_parts import ManyClues, PartClues, listed_values, named
from ..givens import OUTSIDE, GivenSection, SectionsForm
from ..kit.boxes import BOX, boxes
from ..kit.checks import cells_by_value, place
from ..kit.clues import GRID, CellClues, up_to_rows
from ..kit.kinds import number_kind
from ..kit.latin import LatinCells, begin_latin, check_square, differ
from ..kit.number_checks import latin_faults, twice_faults
from ..kit.pictures import box_borders, cell_numbers, picture_of
from ..kit.random.latin_squares import numbers_in_boxes, refuse_unboxed, without_numbers
from ..kit.random.rooms import Fits, Regions, alone, joined_rooms, moved
from ..kit.rooms import NUMBERS_OR_NONE, check_connected, labels
from ..making import Making, none_dropped
from ..notation import NUMBERS, GivenParts, sample
from ..sites import Game, PuzzlekitText, coded
from ..spec import Board, Cell, CellError

RULES = """\
Write a number into every empty cell so that the numbers of every cage have its sum.
The number of rows is n. Every row, column and box has each of the numbers 1 to n exactly once.
A box is an area of n cells inside thick lines.
A cage is an area of cells that are connected through their sides. A dashed line is around each cage.
The numbers of a cage are all different. A number in the corner of a cage is the sum of all numbers in the cage.
A cage without a number may have any sum. A cell need not be in a cage."""

SYMBOLS = """\
`box 2 3`: boxes of 2 rows and 3 columns; without this line, boxes are square, or 2 x 3 on a board of 6 rows
`grid`: `-` blank, a number
`cages`: a line for each row; the cells of a cage have the same number or letters, which ascend in the order of first
  cells (0, 1, 2 or a, b, c), `-` in no cage
`sums`: the sum of each cage in this order (row by row), `-` none; or, with cages in any order, sums by name, such as
  `b=9 a=5`"""

FEW_SETS = 12  # of a cage, up to which they are stated

LARGEST, MOST_ROWS = 4, 10  # of a new board: cells of a cage, rows
MOVING = 0.8  # chance that a cell of a new board comes into a cage beside its own, if that can be


def model(board: Board) -> Model:
    """Return the model of a board: an integer for each cell, different numbers in each row, column, box and cage, and
    the sum of each cage that has one.
    """
    m, x = begin_latin(board)
    for name, cells in boxes(board):
        differ(m, x, cells, Origin("rule", rule=name))
    for cells, total in zip(cages(board), board.givens["sums"], strict=True):
        differ(m, x, cells, Origin("rule", rule=f"different numbers in the cage at {place(cells[0])}"))
        if total is not None:
            add_sum(m, x, cells, (total, board.rows))
    return m


def add_sum(m: Model, x: LatinCells, cells: list[Cell], bounds: tuple[int, int]) -> None:
    """Add to model m the constraint that the integers x of a cage's cells have the given sum, where `bounds` is the
    pair of this sum and the greatest possible number.

    The constraint is an equation. A disjunction of all sets of numbers with this sum is added if the cage has several
    cells and at most FEW_SETS sets, because solvers deduce more from sets.
    """
    total, most = bounds
    origin = _origin(cells[0], total)
    m.add(term("eq", term("add", *(x[cell] for cell in cells)), total), origin)
    sets = list(islice(sets_of(len(cells), total, most), FEW_SETS + 1))
    if len(cells) > 1 and len(sets) <= FEW_SETS:
        there = {number: any_of(node("eq", x[cell], number) for cell in cells) for number in range(1, most + 1)}
        m.add(any_of(all_of(p if n in each else ~p for n, p in there.items()) for each in sets), origin)


def _origin(cell: Cell, total: int) -> Origin:
    return Origin("cell", *cell, f"sum {total}")


def sets_of(size: int, total: int, most: int) -> Iterator[set[int]]:
    """Yield the sets of `size` different numbers from 1 to `most` whose sum is `total`."""
    least, greatest = size * (size + 1) // 2, size * (2 * most - size + 1) // 2
    if size == 0 or not least <= total <= greatest:
        yield from [set[int]()] if size == total == 0 else []
        return
    for largest in range(size, min(most, total) + 1):
        yield from (each | {largest} for each in sets_of(size - 1, total - largest, largest - 1))


def cages(board: Board) -> list[list[Cell]]:
    """Return the cells of each cage, in the order of the cages' numbers."""
    found = cells_by_value(board.givens["cages"])
    return [found[cage] for cage in sorted(found) if cage != OUTSIDE]


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by adding up each cage and searching lines, boxes
    and cages for equal numbers; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = latin_faults(board, solution)
    height, width = board.givens["box_rows"], board.givens["box_cols"]
    box = [[r // height * board.rows + c // width for c in range(board.cols)] for r in range(board.rows)]
    for cells in cells_by_value(box).values():
        faults += twice_faults(solution, cells, "a box")
    for cage, cells in cells_by_value(board.givens["cages"]).items():
        total = board.givens["sums"][cage] if cage != OUTSIDE else None
        found = sum(solution[r][c] for r, c in cells)
        faults += twice_faults(solution, cells, "a cage") if cage != OUTSIDE else []
        if total not in (None, found):
            faults.append(f"sum {total} at {place(cells[0])}: the numbers of the cage add up to {found}")
    return faults


def check(board: Board) -> None:
    """Raise ValueError if the board is not square, and CellError if the cages are not connected and numbered in the
    order of their first cells, with one sum or None for each.
    """
    check_square(board)
    found = {cage: cells for cage, cells in cells_by_value(board.givens["cages"]).items() if cage != OUTSIDE}
    for number, (cage, cells) in enumerate(found.items()):
        if cage != number:
            raise CellError(
                ("cages", *cells[0]), f"{cage} is no cage here; expected at most {number}, the next new one"
            )
    check_connected(list(found.values()), "cages")
    if len(board.givens["sums"]) != len(found):
        at = min(len(found), len(board.givens["sums"]))
        raise CellError(
            ("sums", at), f"found {len(board.givens['sums'])} sums; expected {len(found)}, one for each cage"
        )


def cage_sums(board: Board, solution: object) -> list[Mark]:
    """Return the drawing of the given sums, in the first cells of their cages."""
    pairs = zip(cages(board), board.givens["sums"], strict=True)
    return [corner(cells[0], total) for cells, total in pairs if total is not None]


def cage_borders(board: Board, solution: object) -> list[Line]:
    """Return the drawing of the borders between cages."""
    return between_regions(board.givens["cages"], "ground", "cage")


def dashed_cages(board: Board, solution: object) -> list[Cage]:
    """Return the drawing of the cages for renderers that draw shapes."""
    return [frozenset(cells) for cells in cages(board)]


def uncaged(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board of rows x cols cells with neither numbers nor cages."""
    return {**without_numbers(random, rows, cols), "cages": [[OUTSIDE] * cols for _ in range(rows)], "sums": []}


def in_cages(random: RandomSource, board: Board, solution: list[list[int]]) -> Board:
    """Return the board divided into random cages, with the sum of each cage in the solution."""
    return with_sums(board, solution, joined_rooms(random, board.rows, board.cols, _fits(solution)))


def changed(
    random: RandomSource, board: Board, solution: list[list[int]], wrong: list[Cell]
) -> tuple[Board, list[list[int]]]:
    """Return the board with a random cell of `wrong` moved into a neighbouring cage, or made a cage of its own, and the
    unchanged solution; the sums follow from the solution.

    The cages stay the same if the cell is to be moved, but fits into no neighbouring cage.
    """
    cell, found = random.pick(wrong), board.givens["cages"]
    other = moved(random, found, cell, _fits(solution)) if random.chance(MOVING) else alone(found, cell)
    return with_sums(board, solution, other), solution


def with_sums(board: Board, solution: list[list[int]], regions: Regions) -> Board:
    """Return the board with the regions as its cages, and with the sum of each cage in the solution."""
    cells = cells_by_value(regions)
    sums = [sum(solution[r][c] for r, c in cells[cage]) for cage in range(len(cells))]
    return replace(board, givens={**board.givens, "cages": regions, "sums": sums})


def _fits(solution: list[list[int]]) -> Fits:
    return lambda cells: len({solution[r][c] for r, c in cells}) == len(cells) <= LARGEST


def refuse(rows: int, cols: int) -> None:
    """Raise ValueError if a board of rows x cols cells cannot be divided into boxes, or has more than MOST_ROWS rows,
    because making a larger board would take minutes.
    """
    refuse_unboxed(rows, cols)
    if rows > MOST_ROWS:
        raise ValueError(f"a killer of {rows} x {cols} takes too long to make; expected at most {MOST_ROWS} rows")


def possible_sums(board: Board, cell: Cell) -> range:
    """Return the sums that the numbers of a cage, named by its first cell, may have: they are all different."""
    size = next(len(cells) for cells in cages(board) if cells[0] == cell)
    return range(size * (size + 1) // 2, size * (2 * board.rows - size + 1) // 2 + 1)


SUMS = PartClues("sum", *listed_values("sums", cages), possible_sums, _origin, *named("sum"))
SAMPLE = """\
; Killer Sudoku Puzzle  ::  +-5-+-9-----+---+
size 4 4                ::  | 4 | 3 : 2 | 1 |
box 2 2                 ::  |   +---+   |   |
grid                    ::  | 1 | 2 | 4 | 3 |
- - - -                 ::  +---+ ::+-8-+ ::|
- - - -                 ::  | 3   4 | 1 | 2 |
- - - -                 ::  +-2-+   |   +---+
- - - -                 ::  | 2 | 1 | 3   4 |
cages                   ::  +---+---+-------+
0 1 1 2
0 3 1 2
3 3 4 2
5 3 4 4
sums
5 9 - -
8 2
"""


def puzzlekit_boxes(rows: int, cols: int) -> GivenParts:
    """Return the givens of a board of rows x cols cells without numbers, with boxes as square as possible and not
    higher than wide.
    """
    height = max(k for k in range(1, rows + 1) if rows % k == 0 and k * k <= rows)
    return {"box_rows": height, "box_cols": rows // height, "grid": [[0] * cols for _ in range(rows)]}


CAGE = labels(
    {"-": OUTSIDE, ".": OUTSIDE},
    ("the number of the cell's cage, its letters, or - (no cage)", "a number, or -1 (no cage)"),
)
PUZZLE = number_kind(
    model,
    name="killer",
    facts=FactForms(cages=True),
    titles=("Killer Sudoku",),
    rules=RULES,
    symbols=SYMBOLS,
    cells=NUMBERS,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(), cage_sums, cage_borders, dashed_cages, box_borders),
    samples=(
        sample(SAMPLE),
        (
            "; Killer Sudoku Puzzle\nsize 4 4\ngrid\n"
            + "- - - -\n" * 4
            + "cages\n0 0 - -\n"
            + "- - - -\n" * 3
            + "sums\n9\n",
            None,
        ),
    ),
    check=check,
    form=SectionsForm(
        (
            GRID,
            GivenSection("cages", "cages", "rows", "cols", cells=CAGE),
            GivenSection("sums", "sums", "one", cells=NUMBERS_OR_NONE),
        ),
        extra=BOX,
        grid="grid",
    ),
    clues=CellClues(0, up_to_rows),
    explained=ManyClues(CellClues(0, up_to_rows), SUMS),
    border_is_sure=lambda board, solution, beside, varying: True,
    sgt=Game(
        "solo",
        coded("sgt_blocks", kind="sums"),
        harmless=r"k([rm]\d+d?|a)?(d\w)?",
        written="k",
        variants={"x": "x: diagonals", "j": "j: a jigsaw and a killer"},
        boxes=True,
        letter="k",
    ),
    puzzlekit=PuzzlekitText("killer_sudoku", ("clues", "rooms"), rooms="cages", clues="sums", more=puzzlekit_boxes),
)
MAKING = Making(
    4, in_cages, numbers_in_boxes, empty=uncaged, change=changed, dropped=none_dropped, usual=9, refuse=refuse
)
