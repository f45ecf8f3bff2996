"""Nurikabe: islands in one connected sea of walls; a number is the size of its island."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...constraints.graphs.islands import FEW, Anchors, reaches
from ...graphs.graph import Grid
from ...model.expr import Expr, all_of, any_of, negation, node
from ...model.model import Model, Origin
from ...model.refinement import Refinement
from ..fact_forms import FactForms
from ..kit.checks import areas, parting_faults, place, shaded_cells
from ..kit.clues import CellClues, possible_sizes, shown
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import picture_of, shading
from ..kit.refining.numbered_islands import NumberedIslands
from ..kit.variables import Shading, blocks, shading_of, shading_values
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import PLAYER_BLANKS, PenpaDrawing, PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Make cells wall so that the other cells form islands, each with exactly one number.
An island is an area of cells that are not wall. Its cells are connected through their sides.
A number is the number of cells of its island. An island with `?` in place of the number may have any size.
A cell with a number or `?` is not wall.
All wall cells are connected through their sides. No block of 2 x 2 cells is all wall."""

UNKNOWN = -1
SMALL_BOARD = 100  # cells of a board whose exact model is as quick, without an incremental solver
MOST_CELLS = 2000  # of a board that is solved by cuts: 50 x 50 took 1,200 rounds, 13 s instead of 9
NEAR = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _islands(board: Board) -> tuple[Model, Shading, Grid, Anchors]:
    """Return a model of a board that has all rules but the connection of walls, its Booleans s_r_c, which are true for
    walls, and the graph and anchors of the islands.
    """
    m, wall = begin(board)
    grid = Grid(board.rows, board.cols)
    anchors = tuple((r * board.cols + c, max(0, size)) for (r, c), size in board.filled().items())
    land = (negation(wall[cell]) for cell in board.cells())
    m.add(all_of(no_squares(board, wall)), Origin("rule", rule="no 2 x 2 cells of wall"))
    m.add(node("islands", grid, anchors, *land), Origin("rule", rule="one number in each island"))
    return m, wall, grid, anchors


def model(board: Board) -> Model:
    """Return the exact model of a board, with a Boolean s_r_c for each cell, which is true if the cell is wall: no 2 x
    2 block of wall, and the constraints `connected` on the walls and `islands` on the other cells.
    """
    m, wall, grid, anchors = _islands(board)
    walls = (wall[cell] for cell in board.cells())
    connected = all_of((node("connected", grid, *walls), *openings(board, wall, reaches(grid, anchors))))
    m.add(connected, Origin("rule", rule="walls are connected"))
    return m


def finer(board: Board) -> Model:
    """Return the model of a board for steps, with the Booleans of `model`: each constraint is what a person uses in one
    thought.

    Each number is a clue of its own, which says that its cell is not wall; `openings` are left out, because they follow
    from the other rules.  The constraint `shores` has two rules together, because a person thinks of both at once.
    """
    m, wall, grid, anchors = _islands(board)
    for (r, c), size in board.filled().items():
        m.add(~wall[r, c], Origin("cell", r, c, f"number {shown(size)}"))
    walls = [wall[cell] for cell in board.cells()]
    m.add(node("connected", grid, *walls), Origin("rule", rule="walls are connected"))
    m.add(node("shores", grid, anchors, *map(negation, walls)), Origin("rule", rule="no island parts the walls"))
    return m


def refinement(board: Board) -> Refinement | None:
    """Return the refinement of a board: a weaker model, and cuts for the rules that the model lacks.

    The weaker model lacks the connection of walls and most rules on islands (see `NumberedIslands.require`). The result
    is None for a board of few walls, which the exact model counts quickly, of at most SMALL_BOARD cells, or of more
    than MOST_CELLS cells, which need too many rounds of cuts.
    """
    sizes, cells = board.filled().values(), board.rows * board.cols
    few = FEW * (cells - sum(sizes)) <= cells and UNKNOWN not in sizes
    if few or not SMALL_BOARD < cells <= MOST_CELLS:
        return None
    islands = NumberedIslands(board)

    def weaker() -> Model:
        m, wall = begin(board)
        m.add(all_of(no_squares(board, wall)), Origin("rule", rule="no 2 x 2 cells of wall"))
        m.add(all_of(openings(board, wall, islands.reach)), Origin("rule", rule="walls are connected"))
        islands.require(m, wall)
        return m

    return Refinement(weaker, islands.cuts, partial(shading_of, board), partial(shading_values, board))


def no_squares(board: Board, wall: Shading) -> Iterator[Expr]:
    """Return for each 2 x 2 block the clause that at least one of its cells is no wall."""
    return (any_of(~wall[cell] for cell in block) for block in blocks(board))


def openings(board: Board, wall: Shading, reach: list[dict[int, int]]) -> Iterator[Expr]:
    """Yield the clauses that a wall, or two neighbouring walls, have a further wall beside them, for each cell and each
    two neighbours if there surely is another wall.

    reach: for each number the indices of the cells that its island may reach. Another wall is sure if no island reaches
    its cell, or if all sizes are given and leave more cells than one or two for walls. The clauses follow from the
    connection of all walls, but a solver finds them late there.
    """
    sizes = board.filled().values()
    cells = board.rows * board.cols
    number = 0 if UNKNOWN in sizes else cells - sum(sizes)
    sure = {divmod(v, board.cols) for v in set(range(cells)).difference(*reach)}
    for r, c in board.cells():
        for group in ([(r, c)], [(r, c), (r, c + 1)], [(r, c), (r + 1, c)]):
            if all(map(board.has, group)) and (sure.difference(group) or number > len(group)):
                around = {(i + k, j + m) for i, j in group for k, m in NEAR}.difference(group)
                beside = (wall[cell] for cell in sorted(around) if board.has(cell))
                yield any_of([*(~wall[cell] for cell in group), *beside])


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by examining the walls and the islands between
    them; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    walls = shaded_cells(solution, board.rows, board.cols)
    sizes = board.filled()
    faults = [f"the cell with {shown(sizes[cell])} at {place(cell)} is wall" for cell in sizes if cell in walls]
    for r, c in sorted(walls):
        if {(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= walls:
            faults.append(f"the 2 x 2 block at {place((r, c))} is all wall")
    faults += parting_faults(walls, "walls")
    for island in areas(set(board.cells()) - walls):
        faults += _island_faults(island, {cell: sizes[cell] for cell in island if cell in sizes})
    return faults


def _island_faults(island: list[Cell], sizes: dict[Cell, int]) -> list[str]:
    """Return one message if the island with these cells has no number, several numbers, or another size than its
    number, else []; `sizes` are the numbers by cell (UNKNOWN for ?).
    """
    if not sizes:
        return [f"the island at {place(island[0])} has no number"]
    if len(sizes) > 1:
        return [f"numbers on one island: {'; '.join(f'{shown(sizes[cell])} at {place(cell)}' for cell in sizes)}"]
    ((cell, size),) = sizes.items()
    return (
        [f"number {size} at {place(cell)}: the island has {len(island)} cell{'s'[: len(island) - 1]}"]
        if size not in (UNKNOWN, len(island))
        else []
    )


SAMPLE = """\
; Nurikabe Puzzle  ::  ? . # 3 #
size 5 5           ::  # # # . #
? - - 3 -          ::  . 3 # . #
- - - - -          ::  . # # # #
- 3 - - -          ::  # # 2 . #
- - - - -
- - 2 - -
"""

PUZZLE = shading_kind(
    model,
    name="nurikabe",
    facts=FactForms(finer=finer, shaded="wall", unshaded="island"),
    titles=("Nurikabe", "islands in the stream"),
    rules=RULES,
    symbols="`-` blank, a number, `?` island whose size is not given",
    cells=NUMBERS_OR_ANY,
    rule_faults=rule_faults,
    picture=picture_of(shading(under=False)),
    samples=(sample(SAMPLE), ("; Nurikabe Puzzle\nsize 2 1\n1 1\n", None)),
    refinement=refinement,
    clues=CellClues(UNKNOWN, possible_sizes, in_rules=True, others=possible_sizes),
    penpa=PenpaDrawing(("number",)),
    player=PlayerFile(("nums",), "shading", cells=PLAYER_BLANKS),
    url=UrlType(("nurikabe",), coded("number16", unknown=True)),
)
