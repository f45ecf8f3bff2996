"""Fillomino: numbers in all cells, where connected cells with equal numbers form a block of as many cells as the
number.

`solve` refines a weaker model (`kit.refining.sized_regions`). The other models have an integer for each cell, whose
domain is the sizes that the cell's block can have, and count the cells of a block along trees.

A block without a given number may have any size, therefore all sizes above a limit (`most`) share one value, LARGE. The
model `blocks` requires only that connected groups of LARGE cells have more cells than the limit, which is enough to
solve a board: each group is taken as one block. The model `exact` also states the sizes of large blocks in bits,
because a group that can be divided into large blocks of different sizes stands for several solutions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from ...constraints.graphs.value_regions import SMALL, RegionSizes
from ...graphs.graph import Grid
from ...model.expr import FALSE, all_of, any_of, bool_var, int_var, node
from ...model.model import Answer, Model, Origin
from ...model.refinement import Refinement
from ..fact_forms import Fact, FactForms
from ..kit.checks import areas, cells_by_value, check_numbers, given_faults, place
from ..kit.clues import CellClues, possible_sizes
from ..kit.pictures import area_borders, border, cell_numbers, picture_of
from ..kit.refining.sized_regions import LARGE, SizedRegions
from ..notation import NUMBERS, Givens, sample
from ..sites import PLAYER_STATED, Game, PlayerFile, UrlType, coded
from ..spec import Board, Cell, Puzzle, Second, Stage

RULES = """\
Write a number into every empty cell so that every block has as many cells as its number.
A block is an area of cells with equal numbers that are connected through their sides.
So two different blocks of the same size do not share a side.
A block may have one given number, several or none. Its size may be a number that is given nowhere."""

UNARY, BINARY = 16, 10  # where a number is above the first one, those above the second one are large, too
NEAR = ((-1, 0), (0, -1), (0, 1), (1, 0))
Areas = list[list[Cell]]


def most(board: Board) -> int:
    """Return the greatest size that is a value of its own: the greatest given number, or BINARY if the number is above
    UNARY; greater sizes are LARGE.

    The number of clauses for such a size grows with the square of the size, the number for a size in bits does not.
    """
    greatest = max((SMALL, *board.filled().values()))
    return greatest if greatest <= UNARY else BINARY


def bits(board: Board) -> int:
    """Return the number of bits in which the exact model states, for a cell of a large block, the block's size minus 1;
    0 if no bits are needed, because no given number is LARGE and no area can be divided into large blocks of different
    sizes.

    The bits can also hold a number greater than each possible size minus 1.
    """
    limit = most(board)
    largest = max(map(len, large_areas(board, limit)), default=0)
    divisible = largest > 2 * limit + 2  # into blocks of different sizes above the limit
    return largest.bit_length() if divisible or max(board.filled().values(), default=0) > limit else 0


def large_areas(board: Board, limit: int, exact_sizes: Collection[int] = ()) -> Areas:
    """Return the connected groups of more than `limit` cells that are blank or have a number above `limit`, so that
    their cells can be LARGE; numbers above the limit that are in `exact_sizes` count as values of their own, not as
    LARGE.
    """
    numbers = {cell: number for cell, number in board.filled().items() if number <= limit or number in exact_sizes}
    return [area for area in _areas(set(board.cells()) - numbers.keys()) if len(area) > limit]


def _areas(cells: set[Cell]) -> Areas:
    """Return the connected groups of the cells, in no particular order."""
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


def possible(board: Board, exact_sizes: Collection[int] = ()) -> dict[Cell, set[int]]:
    """Return for each cell the sizes (and LARGE) that the cell's block can have, as far as the cell's own number, the
    distance to given numbers and the room for a block without number decide.

    Sizes in `exact_sizes` are values of their own, even if they are greater than the limit.
    """
    numbers, limit = board.filled(), most(board)
    sizes = {*range(1, limit + 1), *exact_sizes}
    found = {cell: {n if n in sizes else LARGE for n in (numbers.get(cell),) if n} for cell in board.cells()}
    for size in sorted(sizes):
        for cell in (*_within_reach(board, size), *_hidden(board, size)):
            found[cell].add(size)
    for area in large_areas(board, limit, exact_sizes):
        for cell in area:
            found[cell].add(LARGE)
    return found


def _within_reach(board: Board, size: int) -> list[Cell]:
    """Return the cells with the number `size`, and the blank cells that are less than `size` steps through blank cells
    away from such a cell.
    """
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
    """Yield the blank cells that can be in a block of `size` cells without a given number: the cells of connected
    groups of at least `size` blank cells, none of which is beside the number `size`.
    """
    numbers = board.filled()
    empty = set(board.cells()) - numbers.keys()
    free = {(r, c) for r, c in empty if all(numbers.get((r + i, c + j)) != size for i, j in NEAR)}
    for area in _areas(free):
        yield from area if len(area) >= size else ()


def _model(board: Board, width: int) -> Model:
    """Return the model of a board: an integer x_r_c for each cell (the size of its block, or LARGE), `width` Booleans
    n_r_c_0, n_r_c_1, ... for each cell (the size of a large block, less one, in bits), and the constraint
    `value-regions`.
    """
    m = Model(about={"board": board.neutral()})
    sizes = possible(board)
    size = [m.int(f"x_{r}_{c}", sizes[r, c] or [LARGE]) for r, c in board.cells()]
    codes = {(r, c): [m.bool(f"n_{r}_{c}_{b}") for b in range(width)] for r, c in board.cells()}
    for r, c in board.cells():
        if not sizes[r, c]:
            m.add(FALSE, Origin("cell", r, c, "no block for the cell"))
    for (r, c), number in board.filled().items() if width else ():
        wanted = zip(codes[r, c], _bits(number, most(board), width), strict=True)
        m.add(all_of(p if on else ~p for p, on in wanted), Origin("cell", r, c, f"number {number}"))
    flat = [bit for cell in board.cells() for bit in codes[cell]]
    blocks = node("value-regions", Grid(board.rows, board.cols), RegionSizes(most(board), width), *size, *flat)
    m.add(blocks, Origin("rule", rule="blocks have their size"))
    return m


def _bits(size: int, limit: int, width: int) -> list[bool]:
    """Return the values of the `width` bits of a cell in a block of this size, lowest bit first: size - 1 if the size
    is above `limit`, else 0.

    A size too great for the bits gets the greatest number, which stands for no possible size either.
    """
    number = min(size - 1, (1 << width) - 1) if size > limit else 0
    return [bool(number >> b & 1) for b in range(width)]


def blocks(board: Board) -> Model:
    """Return the model of a board without the sizes of large blocks, or the exact model if a given number is LARGE."""
    return _model(board, bits(board) if max(board.filled().values(), default=0) > most(board) else 0)


def exact(board: Board) -> Model:
    """Return the model of a board whose answers are exactly the solutions."""
    return _model(board, bits(board))


def others(board: Board, solution: list[list[int]]) -> Model:
    """Return a model whose answers are the solutions of a board other than the given solution.

    The model is `blocks` if no large block of the given solution can be divided into large blocks of different sizes,
    because then no other solution has the same LARGE cells; else the exact model.
    """
    largest = max(map(max, solution))
    m = exact(board) if largest > 2 * most(board) + 2 else blocks(board)
    values = values_of(board, solution)
    differs = [node("ne", int_var(name), value) for name, value in values.ints.items()]
    differs += [~bool_var(name) if on else bool_var(name) for name, on in values.bools.items() if name in m.bools]
    m.add(any_of(differs), Origin("rule", rule="another solution"))
    return m


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return the neutral solution of a model's answer: the numbers row by row, where a LARGE cell gets the number of
    cells in its connected group with equal bits.
    """
    width = bits(board)

    def code(r: int, c: int) -> tuple[bool, ...]:
        return tuple(answer.bools.get(f"n_{r}_{c}_{b}", False) for b in range(width))

    numbers = [[answer.ints[f"x_{r}_{c}"] for c in range(board.cols)] for r in range(board.rows)]
    groups: dict[tuple[bool, ...], set[Cell]] = {}
    for r, c in board.cells():
        if numbers[r][c] == LARGE:
            groups.setdefault(code(r, c), set()).add((r, c))
    for area in (area for group in groups.values() for area in _areas(group)):
        for r, c in area:
            numbers[r][c] = len(area)
    return numbers


def values_of(board: Board, solution: list[list[int]]) -> Answer:
    """Return the answer of the exact model that a neutral solution stands for."""
    limit, width = most(board), bits(board)
    found = Answer({}, {})
    for r, c in board.cells():
        size = solution[r][c]
        found.ints[f"x_{r}_{c}"] = size if size <= limit else LARGE
        found.bools.update((f"n_{r}_{c}_{b}", on) for b, on in enumerate(_bits(size, limit, width)))
    return found


def greatest(givens: Givens) -> int:
    """Return the greatest size that is a value of its own in steps: the greatest given number, or SMALL."""
    return int(max(SMALL, *map(max, givens)))


def number_fact(givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that a cell has a number; LARGE stands for a number above all others.

    givens: of the board.  kind: not used.  at: the cell.  value: the number.
    """
    return Fact("cell", ((at[0], at[1]),), value or f"more than {greatest(givens)}")


def finer(board: Board) -> Model:
    """Return the model of a board for steps: an integer x_r_c for each cell, and the constraint `value-regions`.

    The values are the sizes up to `greatest`, and LARGE for all others.
    """
    m = Model(about={"board": board.neutral()})
    limit = greatest(board.givens)
    size = [m.int(f"x_{r}_{c}", [LARGE, *range(1, limit + 1)]) for r, c in board.cells()]
    for (r, c), number in board.filled().items():
        m.add(node("eq", int_var(f"x_{r}_{c}"), number), Origin("cell", r, c, f"number {number}"))
    blocks = node("value-regions", Grid(board.rows, board.cols), RegionSizes(limit, 0), *size)
    m.add(blocks, Origin("rule", rule="blocks have their size"))
    return m


def may_be_divided(board: Board, solution: list[list[int]]) -> bool:
    """Whether a block of a solution may be several blocks for the steps, which know no sizes above `greatest`: it has
    more cells than two blocks of the size `greatest` + 1, so blocks of different sizes may share its cells.
    """
    return max(map(max, solution)) > 2 * greatest(board.givens) + 2


SMALL_BOARD = 36  # cells of a board whose exact model is as quick, without an incremental solver


def refinement(board: Board) -> Refinement | None:
    """Return the refinement of a board: a weaker model, and cuts that give each region the size that its number
    requires.

    The model has each given number, and each size up to `most(board)`, as a value of its own, and one value for all
    other sizes. The result is None if the board has at most SMALL_BOARD cells.
    """
    if board.rows * board.cols <= SMALL_BOARD:
        return None
    regions = SizedRegions(board, possible(board, set(board.filled().values())), most(board))

    def solution(answer: Answer) -> list[list[int]]:
        numbers = regions.numbers(answer)
        return [numbers[at : at + board.cols] for at in range(0, len(numbers), board.cols)]

    return Refinement(regions.model, regions.cuts, solution, lambda rows: regions.answer(list(chain(*rows))))


STAGES = (Stage("blocks", "equisatisfiable", blocks), Stage("exact", "exact", exact))


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each number 0, each changed given number and each block whose size is not its number; []
    if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers from 0 on as large as the board.
    """
    check_numbers(solution, board.rows, board.cols, least=0)
    faults = [f"{place(cell)} is empty; expected a number from 1 on" for cell in cells_by_value(solution).get(0, ())]
    faults += given_faults(board, solution)
    for number, block in _blocks(solution):
        if number not in (0, len(block)):
            faults.append(f"the block of {number} at {place(block[0])} has {len(block)} cell{'s'[: len(block) - 1]}")
    return faults


def _blocks(solution: list[list[int]]) -> list[tuple[int, list[Cell]]]:
    """Return the blocks, connected groups of equal numbers, as pairs of number and cells, in the order of their first
    cells.
    """
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
    facts=FactForms(finer=finer, makers={"x": number_fact}, is_unsure=may_be_divided),
    titles=("Fillomino", "allied occupation"),
    family="divisions",
    rules=RULES,
    symbols="`-` blank, a number",
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
    player=PlayerFile(("flag", "nums", "drawn", "division"), "numbers in areas", cells=PLAYER_STATED),
    url=UrlType(("fillomino",), coded("number16")),
    sgt=Game("filling", coded("sgt_cells", meanings="123456789", blank=0, expected="1 to 9 or blanks (a-z)")),
)
