"""Numberlink: random lines that fill the board, cut into pieces, with only the needed cuts kept.

A cut of a line between two cells puts two new numbers there.  The solutions of the board with the cut, if the cut is
joined again, are the solutions of the board without the cut that use this edge.  So a cut is a given like others: the
edge.
"""

from __future__ import annotations

from itertools import pairwise

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import Drawn, beside, join, neighbours
from ...puzzles.spec import Board, Cell
from ...puzzles.types.numberlink import PUZZLE, redrawn
from ..dropping import needed_values
from ..spec import Draft, Maker
from ..uniqueness import repaired

PIECE = 3  # cells, at least, of a line
FILLINGS = 500  # changes, until all lines are long enough
AGAIN = 0.6  # chance of a line beside one that is too short to be drawn anew

Path = list[Cell]


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution and as few cuts of lines as possible, None if the random
    draws lead to none.

    The cuts are tried in random order, and two pieces without a cut between them become one line.
    """
    paths = filled(random, rows, cols)
    if paths is None:
        return None
    whole = drafted(random, paths, rows, cols)
    cuts = {_edge(one, two): (one, two) for path in paths for one, two in _cuts(random, path)}
    kept = needed_values(whole, random.shuffled(cuts))
    if kept is None:
        return None
    apart = {cuts[edge] for edge in kept}
    return drafted(random, [piece for path in paths for piece in _pieces(path, apart)], rows, cols)


def filled(random: RandomSource, rows: int, cols: int) -> list[Path] | None:
    """Return lines through all of rows x cols cells that do not touch themselves, each of at least PIECE cells; None if
    FILLINGS changes do not lead to them.

    A line that is too short, and some of the lines beside it, are drawn anew.
    """

    def short(paths: list[Path]) -> list[Path]:
        return [path for path in paths if len(path) < PIECE]

    def change(paths: list[Path], wrong: list[Path]) -> list[Path]:
        near = {cell for end in random.pick(wrong) for cell in (end, *neighbours(end))}
        again = [path for path in paths if path in wrong or (not near.isdisjoint(path) and random.chance(AGAIN))]
        return _filled_up(random, [path for path in paths if path not in again], {c for path in again for c in path})

    start = _filled_up(random, [], {(r, c) for r in range(rows) for c in range(cols)})
    return repaired(start, short, change, FILLINGS)


def _filled_up(random: RandomSource, paths: list[Path], free: set[Cell]) -> list[Path]:
    """Return the paths with further lines through all free cells, each begun at a cell with the fewest free neighbours;
    a line of a single cell is joined to another path if `_take_in` finds a place.

    `paths` and `free` themselves are changed.
    """
    while free:
        start = min(random.shuffled(sorted(free)), key=lambda cell: beside(cell, free))
        path = [start]
        free.remove(start)
        for _ in range(2):
            _extend(random, path, free)
            path.reverse()
        if len(path) > 1 or not _take_in(random, paths, start):
            paths.append(path)
    return paths


def _extend(random: RandomSource, path: Path, free: set[Cell]) -> None:
    """Lengthen the path from its last cell, into free cells that mostly have few free neighbours, as long as it does
    not touch itself.
    """
    while True:
        ways = [near for near in neighbours(path[-1]) if near in free and beside(near, path) == 1]
        if not ways:
            return
        path.append(min(random.shuffled(ways), key=lambda cell: beside(cell, free) + 2 * random.below(2)))
        free.remove(path[-1])


def _take_in(random: RandomSource, paths: list[Path], cell: Cell) -> bool:
    """Make a single cell the end of one of the paths, or of a part that is cut off from a path, and return whether this
    is possible.

    The path with the cell, and the rest of a path that is cut, have at least PIECE cells each, and the path with the
    cell does not touch itself. `paths` itself is changed.
    """
    for number, path in random.shuffled(enumerate(paths)):
        for way in (path, path[::-1]):
            for at, near in enumerate(way):
                rest = way[at:]
                fits = near in neighbours(cell) and beside(cell, rest) == 1
                if fits and len(rest) + 1 >= PIECE and (at == 0 or at >= PIECE):
                    paths[number : number + 1] = [[cell, *rest], *([way[:at]] if at else [])]
                    return True
    return False


def _cuts(random: RandomSource, path: Path) -> list[tuple[Cell, Cell]]:
    """Return the edges that cut a path into pieces of PIECE cells; the remaining cells make random pieces longer."""
    sizes = [PIECE] * (len(path) // PIECE)
    for _ in range(len(path) % PIECE):
        sizes[random.below(len(sizes))] += 1
    ends = [sum(sizes[: k + 1]) for k in range(len(sizes) - 1)]
    return [(path[end - 1], path[end]) for end in ends]


def _pieces(path: Path, apart: set[tuple[Cell, Cell]]) -> list[Path]:
    found = [[path[0]]]
    for one, two in pairwise(path):
        if (one, two) in apart:
            found.append([])
        found[-1].append(two)
    return found


def _edge(one: Cell, two: Cell) -> str:
    """Return the name of the variable of the edge between two neighbouring cells."""
    (r, c), last = sorted((one, two))
    return f"{'h' if last[0] == r else 'v'}_{r}_{c}"


def drafted(random: RandomSource, paths: list[Path], rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells with numbers, in random order, at the ends of the paths, and these lines as
    its solution.
    """
    grid = [[0] * cols for _ in range(rows)]
    drawn: Drawn = {}
    for number, path in enumerate(random.shuffled(paths), start=1):
        for r, c in (path[0], path[-1]):
            grid[r][c] = number
        for one, two in pairwise(path):
            join(drawn, one, two)
    board = Board(PUZZLE.name, rows, cols, grid)
    return Draft(board, redrawn(board, drawn))


MAKER = Maker(attempt, least=3, minimal=False)
