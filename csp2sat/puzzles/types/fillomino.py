"""Fillomino: numbers in all cells; connected cells of equal number are as many as the number says.

`solve` refines a model (`kit.refining.sized_regions`).  The models whose answers are the solutions have for each cell
the sizes that its block can have, and count along trees.

A block without a given number may have any size.  So sizes above a limit are one value, LARGE, of a cell.  `blocks`
says no more of it than that such cells come in connected groups of more cells than the limit.  That is enough to solve
a board: a group is a block.  Where it could be divided into blocks of different sizes there are more solutions than
patterns; `exact` then tells the sizes of large blocks in bits, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from ...constraints.graphs.value_regions import SMALL, RegionSizes
from ...graphs.graph import Grid
from ...model.expr import FALSE, all_of, any_of, bool_var, int_var, node
from ...model.model import Answer, Model, Origin
from ...model.refinement import Refinement
from ..kit.checks import areas, cells_by_value, check_numbers, given_faults, place
from ..kit.clues import CellClues, possible_sizes
from ..kit.pictures import area_borders, border, cell_numbers, picture_of
from ..kit.refining.sized_regions import LARGE, SizedRegions
from ..notation import NUMBERS, sample
from ..sites import Game, PlayerFile, UrlType, coded, stated_number
from ..spec import Board, Cell, Puzzle, Second, Stage

RULES = """\
Write a number into every empty cell, so that the cells fall into blocks of equal numbers.
A block has as many cells as its number says, and blocks of the same size do not touch.
A block may have no given number, or several, and any size."""

UNARY, BINARY = 16, 10  # where a number is above the first one, those above the second one are large, too
NEAR = ((-1, 0), (0, -1), (0, 1), (1, 0))
Areas = list[list[Cell]]


def most(board: Board) -> int:
    """The greatest size that is not LARGE.  The clauses for a size grow with its square, those in bits do not."""
    greatest = max((SMALL, *board.filled().values()))
    return greatest if greatest <= UNARY else BINARY


def bits(board: Board) -> int:
    """How many bits tell a size, less one, where that is needed: one more than any size that is possible."""
    limit = most(board)
    largest = max(map(len, large_areas(board, limit)), default=0)
    divisible = largest > 2 * limit + 2  # into blocks of different sizes above the limit
    return largest.bit_length() if divisible or max(board.filled().values(), default=0) > limit else 0


def large_areas(board: Board, limit: int, told: Collection[int] = ()) -> Areas:
    """The connected groups of cells that can be LARGE.  told: greater sizes that are not."""
    numbers = {cell: number for cell, number in board.filled().items() if number <= limit or number in told}
    return [area for area in _areas(set(board.cells()) - numbers.keys()) if len(area) > limit]


def _areas(cells: set[Cell]) -> Areas:
    """The connected groups of cells."""
    left, found = set(cells), []
    while left:
        area = [left.pop()]
        for r, c in area:
            for i, j in NEAR:
                if (r + i, c + j) in left:
                    left.remove((r + i, c + j))
                    area.append((r + i, c + j))
        found.append(area)
    return found


def possible(board: Board, told: Collection[int] = ()) -> dict[Cell, set[int]]:
    """The sizes that each cell's block can have, as far as its own size and the given numbers tell at once.

    told: sizes that are not LARGE though they are greater than the limit.
    """
    numbers, limit = board.filled(), most(board)
    sizes = {*range(1, limit + 1), *told}
    found = {cell: {n if n in sizes else LARGE for n in (numbers.get(cell),) if n} for cell in board.cells()}
    for size in sorted(sizes):
        for cell in (*_within_reach(board, size), *_hidden(board, size)):
            found[cell].add(size)
    for area in large_areas(board, limit, told):
        for cell in area:
            found[cell].add(LARGE)
    return found


def _within_reach(board: Board, size: int) -> list[Cell]:
    """The cells with that number, and empty ones fewer steps away from one than the size."""
    numbers = board.filled()
    steps = {cell: 0 for cell, n in numbers.items() if n == size}
    queue = list(steps)
    for r, c in queue:
        for i, j in NEAR if steps[r, c] < size - 1 else ():
            near = (r + i, c + j)
            if board.has(near) and near not in numbers and near not in steps:
                steps[near] = steps[r, c] + 1
                queue.append(near)
    return queue


def _hidden(board: Board, size: int) -> Iterator[Cell]:
    """The empty cells that can be of a block of that size without a number."""
    numbers = board.filled()
    empty = set(board.cells()) - numbers.keys()
    free = {(r, c) for r, c in empty if all(numbers.get((r + i, c + j)) != size for i, j in NEAR)}
    for area in _areas(free):
        yield from area if len(area) >= size else ()


def _model(board: Board, width: int) -> Model:
    """x_r_c: the size of the cell's block; n_r_c_0 .. : the bits of that of a large block, less one."""
    m = Model(about={"board": board.neutral()})
    sizes = possible(board)
    size = [m.int(f"x_{r}_{c}", sizes[r, c] or [LARGE]) for r, c in board.cells()]
    told = {(r, c): [m.bool(f"n_{r}_{c}_{b}") for b in range(width)] for r, c in board.cells()}
    for r, c in board.cells():
        if not sizes[r, c]:
            m.add(FALSE, Origin("cell", r, c, "no block for the cell"))
    for (r, c), number in board.filled().items() if width else ():
        wanted = zip(told[r, c], _bits(number, most(board), width), strict=True)
        m.add(all_of(p if on else ~p for p, on in wanted), Origin("cell", r, c, f"number {number}"))
    flat = [bit for cell in board.cells() for bit in told[cell]]
    blocks = node("value-regions", Grid(board.rows, board.cols), RegionSizes(most(board), width), *size, *flat)
    m.add(blocks, Origin("rule", rule="blocks have their size"))
    return m


def _bits(size: int, limit: int, width: int) -> list[bool]:
    """What the bits of a cell are; a size that is not possible may be told as the greatest one, which is not either."""
    number = min(size - 1, (1 << width) - 1) if size > limit else 0
    return [bool(number >> b & 1) for b in range(width)]


def blocks(board: Board) -> Model:
    """Large blocks without their sizes, if no number is large."""
    return _model(board, bits(board) if max(board.filled().values(), default=0) > most(board) else 0)


def exact(board: Board) -> Model:
    """All solutions."""
    return _model(board, bits(board))


def others(board: Board, solution: list[list[int]]) -> Model:
    """Other solutions than this one.

    A solution all of whose large blocks are too small to be divided is the only one of its pattern.
    """
    largest = max(map(max, solution))
    m = exact(board) if largest > 2 * most(board) + 2 else blocks(board)
    values = values_of(board, solution)
    differs = [node("ne", int_var(name), value) for name, value in values.ints.items()]
    differs += [~bool_var(name) if on else bool_var(name) for name, on in values.bools.items() if name in m.bools]
    m.add(any_of(differs), Origin("rule", rule="another solution"))
    return m


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """The numbers, row by row; a large one is the size of its block."""
    width = bits(board)

    def told(r: int, c: int) -> tuple[bool, ...]:
        return tuple(answer.bools.get(f"n_{r}_{c}_{b}", False) for b in range(width))

    numbers = [[answer.ints[f"x_{r}_{c}"] for c in range(board.cols)] for r in range(board.rows)]
    groups: dict[tuple[bool, ...], set[Cell]] = {}
    for r, c in board.cells():
        if numbers[r][c] == LARGE:
            groups.setdefault(told(r, c), set()).add((r, c))
    for area in (area for group in groups.values() for area in _areas(group)):
        for r, c in area:
            numbers[r][c] = len(area)
    return numbers


def values_of(board: Board, solution: list[list[int]]) -> Answer:
    """The values of the exact model's variables."""
    limit, width = most(board), bits(board)
    found = Answer({}, {})
    for r, c in board.cells():
        size = solution[r][c]
        found.ints[f"x_{r}_{c}"] = size if size <= limit else LARGE
        found.bools.update((f"n_{r}_{c}_{b}", on) for b, on in enumerate(_bits(size, limit, width)))
    return found


SMALL_BOARD = 36  # cells of a board whose exact model is as quick, without an incremental solver


def refinement(board: Board) -> Refinement | None:
    """With all given numbers as values, however great they are.  None on small boards."""
    if board.rows * board.cols <= SMALL_BOARD:
        return None
    regions = SizedRegions(board, possible(board, set(board.filled().values())), most(board))

    def solution(answer: Answer) -> list[list[int]]:
        numbers = regions.numbers(answer)
        return [numbers[at : at + board.cols] for at in range(0, len(numbers), board.cols)]

    return Refinement(regions.model, regions.cuts, solution, lambda rows: regions.answer(list(chain(*rows))))


STAGES = (Stage("blocks", "equisatisfiable", blocks), Stage("exact", "exact", exact))


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """What is wrong with the numbers, block by block."""
    check_numbers(solution, board.rows, board.cols, least=0)
    faults = [f"0 at {place(cell)}; expected a number from 1 on" for cell in cells_by_value(solution).get(0, ())]
    faults += given_faults(board, solution)
    for number, block in _blocks(solution):
        if number not in (0, len(block)):
            faults.append(f"the block of {number} at {place(block[0])} has {len(block)} cell{'s'[: len(block) - 1]}")
    return faults


def _blocks(solution: list[list[int]]) -> list[tuple[int, list[Cell]]]:
    """The connected groups of equal numbers, by their first cells."""
    found = [(number, block) for number, cells in cells_by_value(solution).items() for block in areas(cells)]
    return sorted(found, key=lambda block: block[1])


SAMPLE = """\
; Fillomino Puzzle  ::  +-----------+---+
size 4 4            ::  | 3   3   3 | 1 |
- - 3 -             ::  +---+-------+---+
1 - - 3             ::  | 1 | 5   5 | 3 |
- 5 2 -             ::  +---+   +---+   |
- 1 - -             ::  | 5   5 | 2 | 3 |
                    ::  |   +---+   |   |
                    ::  | 5 | 1 | 2 | 3 |
                    ::  +---+---+---+---+
"""

PUZZLE = Puzzle(
    name="fillomino",
    titles=("Fillomino", "allied occupation"),
    family="divisions",
    rules=RULES,
    symbols="- blank, a number",
    cells=NUMBERS,
    stages=STAGES,
    solution=solution,
    values=values_of,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(), area_borders, border),
    samples=(sample(SAMPLE), ("; Fillomino Puzzle\nsize 2 1\n2 1\n", None)),
    second=Second(lambda board, solution: None, others),
    refinement=refinement,
    clues=CellClues(0, possible_sizes, in_rules=True),
    player=PlayerFile(("flag", "nums", "drawn", "division"), "numbers in areas", value=stated_number),
    url=UrlType(("fillomino",), coded("number16")),
    sgt=Game("filling", coded("sgt_cells", meanings="123456789", blank=0, expected="1 to 9 or blanks (a-z)")),
)
