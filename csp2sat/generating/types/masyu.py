"""Masyu: a random loop that allows many circles, all these circles, and of them only the needed ones."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.random.loops import Region, border, improve, random_region
from ...puzzles.spec import Board, Cell
from ...puzzles.types.masyu import BLACK, BLANK, PUZZLE, WHITE
from ..spec import Draft, Maker, SpareGivens
from ..uniqueness import made_unique, near

SWEEPS = 60  # how often each cell may change sides for the sake of more circles
REPAIRS = 100
NEAR = 3  # rows and columns from a fault to what is changed


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with all circles that its loop allows and one solution, None if the random
    draws lead to none: the loop changes near cells in which solutions differ until there is one solution.
    """
    faces = [(r, c) for r in range(rows - 1) for c in range(cols - 1)]
    region = random_region(random, rows - 1, cols - 1)
    improve(region, [random.pick(faces) for _ in range(SWEEPS * len(faces))], many_circles)

    def change(region: Region, wrong: list[Cell]) -> Region:
        around = near(random.pick(wrong), faces, NEAR)
        other = set(region)
        improve(other, [random.pick(around) for _ in range(3)], lambda region, cell: 0)
        improve(other, [random.pick(around) for _ in range(SWEEPS * len(around))], many_circles)
        return other

    return made_unique(region, lambda region: drawn(region, rows, cols), change, REPAIRS)


def spare(random: RandomSource, board: Board) -> SpareGivens:
    """Return the circles in the order in which they are dropped, white ones (which say less) first; the circle nearest
    to the middle is the anchor.
    """
    found = board.filled(BLANK)
    anchor = min(found, key=lambda cell: (board.from_middle(cell), cell))
    order = sorted(random.shuffled(found), key=lambda cell: found[cell] == BLACK)
    return SpareGivens(order, anchor)


def drawn(region: Region, rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells with a circle wherever the loop around the region allows one, and this loop
    as the solution.
    """
    givens = ["".join(circle(region, (r, c)) for c in range(cols)) for r in range(rows)]
    return Draft(Board(PUZZLE.name, rows, cols, givens), border(region, rows - 1, cols - 1))


def circle(region: Region, point: Cell) -> str:
    """Return the circle that the loop around a region of cells allows at a point, or BLANK if it allows none.

    The cell (r, c) of the region is below and to the right of the point (r, c).
    """
    ways = _ways(region, point)
    if len(ways) != 2:
        return BLANK
    beside = all(_straight(_ways(region, near)) for near in ways)
    if _straight(ways):
        return BLANK if beside else WHITE
    return BLACK if beside else BLANK


def _ways(region: Region, point: Cell) -> list[Cell]:
    """Return the points next to a point to which the loop around the region goes."""
    r, c = point
    nw, ne, sw, se = ((i, j) in region for i in (r - 1, r) for j in (c - 1, c))
    parted = (((r - 1, c), nw != ne), ((r + 1, c), sw != se), ((r, c - 1), nw != sw), ((r, c + 1), ne != se))
    return [there for there, on_loop in parted if on_loop]


def _straight(ways: list[Cell]) -> bool:
    (a, b), (c, d) = ways
    return a == c or b == d


def many_circles(region: Region, cell: Cell) -> int:
    """Return the value of the circles that the loop allows at the 16 points around a cell: 2 for a white one, 3 for a
    black one.
    """
    r, c = cell
    found = [circle(region, (i, j)) for i in range(r - 1, r + 3) for j in range(c - 1, c + 3)]
    return 2 * found.count(WHITE) + 3 * found.count(BLACK)


MAKER = Maker(attempt, least=3, minimal=True, spare=spare)
