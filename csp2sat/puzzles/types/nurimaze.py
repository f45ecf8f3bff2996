"""Nuri-Maze: shaded tiles that leave a maze without loops, with a way from S to G through all circles."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ...base.portable_random import RandomSource
from ...graphs.graph import Grid
from ...model.expr import Expr, all_of, node
from ...model.model import Model, Origin
from ..deductions.hidden_values import on_the_way
from ..drawing.picture import Line, Mark, centre, ring, text
from ..fact_forms import FactForms
from ..kit.checks import beside, block_faults, cells_by_value, place, rest_faults, shaded_cells
from ..kit.clues import CellClues, sign_cells
from ..kit.kinds import begin, shading_kind
from ..kit.latin import check_room_numbers
from ..kit.pictures import border, key, picture_of, room_borders, shading_beside
from ..kit.random.mazes import random_maze
from ..kit.random.paths import long_way
from ..kit.random.rooms import joined_rooms
from ..kit.random.shadings import shading_rows
from ..kit.rooms import SIGNS_IN_ROOMS, rooms
from ..kit.variables import EAST, SOUTH, Shading, around, exactly, step
from ..making import Making
from ..notation import GivenParts, sample
from ..sites import PlayerFile, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Shade tiles so that a way from S to G goes through all circles and through no triangle.
Thick lines divide the board into tiles. Either all cells of a tile are shaded or none.
A cell with `S`, `G`, a circle (`o`) or a triangle (`t`) is unshaded.
No block of 2 x 2 cells is all shaded or all unshaded.
All unshaded cells are connected through their sides. They form no closed loop.
So there is exactly one way from S to G through unshaded cells. It visits every circle and no triangle."""

SYMBOLS = """\
`regions`: a line for each row; the cells of a tile have the same number or letters
`grid`: `-` blank, `S` start, `G` goal, `o` circle, `t` triangle"""

BLANK, SIGNS = ".", "SGot"
CELLS = sign_cells({"S": "start", "G": "goal", "o": "circle", "t": "triangle"})
MEANINGS = {"S": "start", "G": "goal", "o": "on the way", "t": "not on the way"}

LARGEST = 4  # cells of a tile of a new board


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), equal within each tile, a tree of
    unshaded cells, no 2 x 2 block of one colour, and a hidden Boolean for each cell (the cell is on the way from S to
    G).

    In a tree each cell on the way has two neighbours on the way, and each end has one. Any set of cells with these
    numbers of neighbours is the way, since further cells of the set would be a loop.
    """
    m, shaded = begin(board)
    for cells in rooms(board):
        same = (node("iff", shaded[cells[0]], shaded[cell]) for cell in cells[1:])
        m.add(all_of(same), Origin("rule", rule=f"tile at {place(cells[0])}"))
    for cell, sign in board.filled(BLANK).items():
        m.add(~shaded[cell], Origin("cell", *cell, f"{sign} is not shaded"))
    shaded.no_block()
    shaded.no_block(shaded=False)
    shaded.rest_is_connected()
    free = {cell: ~shaded[cell] for cell in board.cells()}
    grid, cells = Grid(board.rows, board.cols), board.cells()
    edges = (free[cells[one]] & free[cells[other]] for one, other in grid.edges)
    m.add(node("acyclic", grid, *edges), Origin("rule", rule="no loop of unshaded cells"))
    for origin, formula in way(m, board, shaded):
        m.add(formula, origin)
    return m


def way(m: Model, board: Board, shaded: Shading) -> Iterator[tuple[Origin, Expr]]:
    """Yield the formulas, each with its origin, that make the hidden Booleans of the model m the cells of the way from
    S to G.

    A cell on the way is unshaded and has two neighbours on the way, S and G one; S, G and circles are on it, triangles
    off.
    """
    on = {(r, c): m.bool(f"_way_{r}_{c}") for r, c in board.cells()}
    signs = board.filled(BLANK)
    for cell, here in on.items():
        sign = signs.get(cell, BLANK)
        near = [on[each] for each in around(board, cell)]
        degree = exactly(1 if sign in "SG" else 2, near)
        ends = {"S": f"the way begins at {place(cell)}", "G": f"the way ends at {place(cell)}"}
        rule = ends.get(sign, f"a way through {place(cell)} is unshaded and goes on")
        yield Origin("rule", rule=rule), ~here | (all_of((degree, ~shaded[cell])))
        if sign != BLANK:
            wanted = ~here if sign == "t" else here
            yield Origin("cell", *cell, f"{sign} is {'off' if sign == 't' else 'on'} the way"), wanted


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by removing dead ends until only the way is left;
    [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    free = {cell for cell in board.cells() if cell not in shaded}
    signs = board.filled(BLANK)
    faults = []
    for cells in cells_by_value(board.givens["regions"]).values():
        if 0 < len(shaded.intersection(cells)) < len(cells):
            faults.append(f"the tile at {place(cells[0])} is shaded only in part")
    faults += [f"{sign} at {place(cell)} is shaded" for cell, sign in signs.items() if cell in shaded]
    faults += block_faults(shaded, board, "shaded cells") + block_faults(free, board, "unshaded cells")
    faults += rest_faults(board, shaded)
    left = _pruned(free, ())
    if left:
        faults.append(f"the cells that are not shaded have a loop, at {place(min(left))}")
    route = _pruned(free, [cell for cell, sign in signs.items() if sign in "SG"])
    for cell, sign in signs.items():
        if sign in "ot" and cell in free and (sign == "o") != (cell in route):
            faults.append(
                f"the way from S to G {'misses the circle' if sign == 'o' else 'passes the triangle'} at {place(cell)}"
            )
    return faults


def _pruned(free: set[Cell], kept: list[Cell] | tuple[()]) -> set[Cell]:
    """Return the free cells that are left after removing dead ends again and again, except dead ends among the kept
    cells.
    """
    left = set(free)
    while ends := {cell for cell in left if cell not in kept and beside(cell, left) < 2}:
        left -= ends
    return left


def check(board: Board) -> None:
    """Raise ValueError if the board has not exactly one S and one G, and CellError if the tiles are not numbered in the
    order of their first cells, or a tile is not connected.
    """
    check_room_numbers(board)
    signs = "".join(board.givens["grid"])
    for sign in "SG":
        if signs.count(sign) != 1:
            raise ValueError(f"the board has {signs.count(sign)} times {sign}; expected one")


def sign_mark(cell: Cell, sign: str) -> Mark:
    """Return the mark of a sign: a triangle for `t`, a ring for `o`, the letter for S and G."""
    if sign == "t":
        return Mark(centre(cell), "t", "△", "given", "sign")
    return ring(cell) if sign == "o" else text(cell, sign)


def way_lines(board: Board, solution: list[str] | None) -> list[Line]:
    """Return the way from S to G through the unshaded cells of a solution; [] if there is no solution."""
    if solution is None:
        return []
    ends = [cell for cell, sign in board.filled(BLANK).items() if sign in "SG"]
    route = _pruned({(r, c) for r, c in board.cells() if solution[r][c] != "#"}, ends)
    pairs = ((cell, step(cell, way)) for cell in sorted(route) for way in (EAST, SOUTH))
    return [Line(centre(cell), centre(near), "solved", "way") for cell, near in pairs if near in route]


def single_cells(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board of rows x cols cells without signs, on which each cell is a tile."""
    return {"regions": [[r * cols + c for c in range(cols)] for r in range(rows)], "grid": [BLANK * cols] * rows}


def shaded_walls(random: RandomSource, rows: int, cols: int) -> list[str] | None:
    """Return the shading of a random maze of rows x cols cells; None if these draws lead to none."""
    maze = random_maze(random, rows, cols)
    return None if maze is None else shading_rows({(r, c) for r in range(rows) for c in range(cols)} - maze, rows, cols)


def with_all_signs(random: RandomSource, board: Board, solution: list[str]) -> Board | None:
    """Return the board with random tiles of cells that the solution shades alike, and with a sign in each unshaded
    cell: S and G at the ends of a long way, circles on it, triangles elsewhere; return None if fewer than two cells are
    unshaded.
    """
    free = {cell for cell in board.cells() if solution[cell[0]][cell[1]] != "#"}
    if len(free) < 2:
        return None

    def fits(tile: Collection[Cell]) -> bool:
        return len(tile) <= LARGEST and len(free.intersection(tile)) in (0, len(tile))

    tiles, way = joined_rooms(random, board.rows, board.cols, fits), long_way(random, free)
    signs = {cell: "o" if cell in way else "t" for cell in free} | {way[0]: "S", way[-1]: "G"}
    return replace(board, givens={**board.givens, "regions": tiles}).with_values(signs)


def circles_and_triangles(board: Board) -> list[Cell]:
    """Return the cells with a sign that is neither S nor G."""
    return [cell for cell, sign in board.filled(BLANK).items() if sign in "ot"]


class WaySigns(CellClues):
    """The circles and triangles as clues; S and G cannot be left out."""

    def optional(self, board: Board) -> list[Cell]:
        return [cell for cell in super().optional(board) if board.givens["grid"][cell[0]][cell[1]] not in "SG"]


SAMPLE = """\
; Nuri-Maze Puzzle  ::  +-----------+---+---+
size 5 5            ::  | S   .   . | # | t |
regions             ::  +-------+   +---+---+
 0  0  0  1  2      ::  | #   # | . | .   . |
 3  3  0  4  4      ::  +-------+---+   +---+
 5  5  6  4  7      ::  | o   G | # | . | # |
 8  9 10  4 11      ::  +---+---+---+   +---+
 8  8 10 12 11      ::  | . | # | . | . | t |
grid                ::  |   +---+   +---+   |
S - - - t           ::  | .   . | . | # | . |
- - - - -           ::  +-------+---+---+---+
o G - - -
- - - - t
- - - - -
"""

PUZZLE = shading_kind(
    model,
    name="nurimaze",
    titles=("Nuri-Maze", "nuri maze"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=CELLS,
    rule_faults=rule_faults,
    picture=picture_of(shading_beside(sign_mark, BLANK), way_lines, border, room_borders, key(MEANINGS, sign_mark)),
    samples=(sample(SAMPLE), ("; Nuri-Maze Puzzle\nsize 2 2\nregions\n0 1\n2 3\ngrid\nS t\nt G\n", None)),
    check=check,
    facts=FactForms(hidden=on_the_way),
    form=SIGNS_IN_ROOMS,
    clues=WaySigns(BLANK, lambda board: "ot"),
    player=PlayerFile(("rooms 9", "nums", "drawn"), "shading", player_signs({"s": "S", "g": "G"})),
    url=UrlType(("nurimaze",), coded("sections", parts=(("rooms", {}), ("signs", {"key": "grid", "signs": SIGNS})))),
)
MAKING = Making(3, with_all_signs, shaded_walls, empty=single_cells, dropped=circles_and_triangles)
