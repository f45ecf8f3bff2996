"""Numberlink: lines that join equal numbers.

Is a solution S the only one?  No search is needed if a line of S can be drawn another way through empty cells
(`second_solution_by_detour`).  If no line can, then S is the only solution iff the model `others` has no answer.  For
let T be another solution, and make T canonical step by step, as in `numberlink_paths`: by short cuts, turns drawn the
other way round their square, and straightened bumps.  If these steps end in another solution than S, that solution is
an answer of `others`.  If they end in S, then the last step left cells empty, and the step back through these cells is
a detour of S.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from string import ascii_letters

from ...model.expr import Expr, all_of, any_of, bool_var, negation, node
from ...model.model import Answer, Model, Origin
from ..fact_forms import FactForms
from ..kit.checks import Drawn, drawn_lines, join, place
from ..kit.pictures import given, loop_lines, picture_of
from ..kit.refining.numberlink_paths import STAGES, canonical, finer
from ..kit.variables import EAST, NORTH, SOUTH, WEST, EdgeRows, edge_rows, edges_of, step, values_of
from ..notation import NUMBERS, GivenValue, sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell, CellError, Puzzle, Second

RULES = """\
Join the two cells of every number by a line.
Each number is on the board twice. A line goes from cell to neighbouring cell: up, down, left or right.
Lines do not cross or branch. No cell is on two lines.
A line goes through no cell with a number other than its two ends.
A cell without a number may stay empty."""


def connected(drawn: Drawn, start: Cell) -> set[Cell]:
    """Return all cells that drawn lines join to a start cell, and the start cell itself."""
    found, stack = {start}, [start]
    while stack:
        new = drawn.get(stack.pop(), set()) - found
        found |= new
        stack += new
    return found


def redrawn(board: Board, drawn: Drawn) -> EdgeRows:
    """Return drawn lines in the neutral form, as rows of `0` and `1` for the edges of the board."""

    def on(name: str, r: int, c: int) -> bool:
        return (r + (name == "v"), c + (name == "h")) in drawn.get((r, c), ())

    return edge_rows(board.rows, board.cols, on)


def without_closed_lines(board: Board, edges: EdgeRows) -> EdgeRows:
    """Return the rows of edges (strings of 0 and 1) with only the lines that start at numbers, without closed lines."""
    drawn = drawn_lines(edges, board.rows, board.cols)
    kept = {cell for number in board.filled() for cell in connected(drawn, number)}
    return redrawn(board, {cell: drawn[cell] for cell in kept & drawn.keys()})


def others(board: Board, solution: EdgeRows) -> Model:
    """Return the canonical model with the condition that at least one edge of the given solution is missing.

    If `second_solution_by_detour` finds no other solution, then the model has an answer iff there is another solution.
    An answer that keeps all edges of the given solution would differ from it in closed lines only, so one clause
    suffices. On boards of at least LARGE cells, `few_lines_differ` adds the variable NEARBY if the solution has more
    than FEW lines.
    """
    model = canonical(board)
    drawn = [bool_var(name) for name, on in values_of(board, solution).bools.items() if on]
    model.add(any_of(map(negation, drawn)), Origin("rule", rule="not the first solution"))
    if board.rows * board.cols >= LARGE:
        few_lines_differ(model, lines_of(board, solution))
    return model


def few_lines_differ(model: Model, lines: Iterable[list[Expr]]) -> None:
    """Require that the variable NEARBY implies that at most FEW lines differ from those of a solution; add nothing if
    the solution has at most FEW lines.

    lines: the edges of each line of the solution.  Most other solutions differ in few lines, so a search that assumes
    NEARBY finds one of them soon or is refuted soon.
    """
    moved = [(model.bool(f"_moved_{at}"), edges) for at, edges in enumerate(lines)]
    if len(moved) > FEW:
        kept = (any_of((line, edge)) for line, edges in moved for edge in edges)
        model.add(all_of(kept), Origin("rule", rule="which lines are not those of the first solution"))
        few = node("le", node("add", *(node("if", line, 1, 0) for line, _ in moved)), FEW)
        model.add(any_of((~model.bool(NEARBY), few)), Origin("rule", rule="near the first solution"))


def lines_of(board: Board, solution: EdgeRows) -> Iterator[list[Expr]]:
    """Yield for each pair of equal numbers the variables of the edges on their line in the solution."""
    drawn = drawn_lines(solution, board.rows, board.cols)
    left = set(board.filled())
    while left:
        line = connected(drawn, min(left))
        left -= line
        part = redrawn(board, {cell: drawn[cell] for cell in line})
        yield [bool_var(name) for name, on in values_of(board, part).bools.items() if on]


NEARBY, FEW = "_nearby", 5
LARGE = 200  # cells; on smaller boards the question that is asked after this one is quick as well
Detour = tuple[list[Cell], list[Cell]]  # a part of a line, and another way between its ends


def second_solution_by_detour(board: Board, solution: EdgeRows) -> EdgeRows | None:
    """Return another solution, in which a line has a detour through empty cells: the other way round a unit square, or
    from one end of an edge to the other end; return None if no line has a detour.
    """
    drawn = drawn_lines(solution, board.rows, board.cols)
    detour = next(chain(_at_turns(drawn), _at_edges(board, drawn)), None)
    if detour is None:
        return None
    old, new = detour
    for one, two in pairwise(old):
        drawn[one].remove(two)
        drawn[two].remove(one)
    for one, two in pairwise(new):
        join(drawn, one, two)
    return redrawn(board, drawn)


def _at_turns(drawn: Drawn) -> Iterator[Detour]:
    for cell, ends in drawn.items():
        if len(ends) == 2:
            one, two = ends
            across = one[0] + two[0] - cell[0], one[1] + two[1] - cell[1]  # no turn: the cell itself
            if across not in drawn:
                yield [one, cell, two], [one, across, two]


def _at_edges(board: Board, drawn: Drawn) -> Iterator[Detour]:
    """Yield each edge of a line whose two ends are beside the same area of empty cells, with a shortest way through
    that area instead.
    """
    empty = {cell: {near for near in _around(cell) if board.has(near) and near not in drawn} for cell in board.cells()}
    area: dict[Cell, Cell] = {}
    for cell in empty.keys() - drawn.keys():
        if cell not in area:
            area |= dict.fromkeys(connected(empty, cell), cell)
    for one, ends in drawn.items():
        beside = {area[cell] for cell in empty[one]}
        for two in ends:
            if any(area[cell] in beside for cell in empty[two]):
                yield [one, two], [one, *_way(empty, one, two), two]


def _around(cell: Cell) -> list[Cell]:
    return [step(cell, way) for way in (NORTH, SOUTH, WEST, EAST)]


def _way(empty: Drawn, one: Cell, two: Cell) -> list[Cell]:
    """Return the cells of a shortest way from one cell to another through empty cells, without these two; a way must
    exist.

    empty: for each cell the empty cells next to it.
    """
    way = {cell: [cell] for cell in empty[one]}
    queue = deque(way)
    while not empty[two] & way.keys():
        cell = queue.popleft()
        for near in empty[cell] - way.keys():
            way[near] = [*way[cell], near]
            queue.append(near)
    return next(way[cell] for cell in empty[two] if cell in way)


def check(board: Board) -> None:
    """Raise CellError if a number is on the board only once or more than twice."""
    found: dict[int, list[Cell]] = {}
    for cell, number in board.filled().items():
        found.setdefault(number, []).append(cell)
        if len(found[number]) > 2:
            raise CellError(cell, f"a third {number}; expected each number twice")
    for number, cells in found.items():
        if len(cells) == 1:
            raise CellError(cells[0], f"there is only one {number}; expected each number twice")


def solution(board: Board, answer: Answer) -> EdgeRows:
    """Return the neutral solution of an answer: rows of 0 and 1 for the edges in use, without closed lines."""
    return without_closed_lines(board, edges_of(board, answer))


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the lines from the numbers; [] if
    the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn = drawn_lines(solution, board.rows, board.cols)
    number = board.filled()
    faults = [fault for cell in sorted(drawn.keys() | number.keys()) for fault in _faults_at(drawn, cell, number)]
    return faults + _wrong_lines(drawn, number)


def _faults_at(drawn: Drawn, cell: Cell, number: dict[Cell, int]) -> list[str]:
    """Return one message if a cell with a number is not the end of a line, or if a drawn cell without a number has not
    two edges, else [].
    """
    edges = len(drawn.get(cell, ()))
    if cell in number and edges != 1:
        fault = "a line goes through its cell" if edges else "no line ends there"
        return [f"number {number[cell]} at {place(cell)}: {fault}"]
    if cell not in number and edges != 2:
        return [f"a line {'ends' if edges == 1 else 'branches'} at {place(cell)}"]
    return []


def _wrong_lines(drawn: Drawn, number: dict[Cell, int]) -> list[str]:
    """Return one message for each line that joins different numbers, and for each closed line."""
    faults = []
    left = set(drawn)
    for start in [*number, *sorted(drawn)]:
        if start in left:
            line = connected(drawn, start)
            left -= line
            ends = {number[cell]: f"number {number[cell]} at {place(cell)}" for cell in number if cell in line}
            if not ends and all(len(drawn[cell]) == 2 for cell in line):
                faults.append(f"a closed line goes through {place(start)}")
            elif len(ends) > 1:
                faults.append(f"a line joins {' and '.join(ends.values())}")
    return faults


SAMPLE = """\
; Number Link Puzzle  ::  +   +   +   +   +   +   +
size 6 5              ::    3   +---+---+---+---+
3 - - - - -           ::  + | + | +   +   +   + | +
- 1 - - - -           ::    +   1   +---+---+   +
- 4 - 3 - -           ::  + | +   + | +   + | + | +
- - - - 4 1           ::    +   4---+   3   +   +
2 - - - - 2           ::  + | +   +   + | + | + | +
                      ::    +---+---+---+   4   1
                      ::  +   +   +   +   +   +   +
                      ::    2---+---+---+---+---2
                      ::  +   +   +   +   +   +   +
"""


def number_or_letter(token: str) -> GivenValue:
    """Return the value of a cell's token; capital letters are the numbers after 9, and small ones those after `Z`.

    Raises ValueError for anything else than a number, a letter or a blank.
    """
    if token in ascii_letters and len(token) == 1:
        return int(token, 36) + (26 if token.islower() else 0)
    try:
        return NUMBERS.value(token)
    except ValueError:
        raise ValueError("expected - (blank), a number or a letter") from None


PUZZLE = Puzzle(
    name="numberlink",
    facts=FactForms(finer=finer),
    titles=("Number Link", "numberlink", "numlin"),
    family="loops and lines",
    rules=RULES,
    symbols="""\
`-` blank, a number or a letter (on the board twice)
a letter stands for a number: `A` to `Z` for 10 to 35, `a` to `z` for 36 to 61""",
    cells=NUMBERS._replace(value=number_or_letter),
    stages=STAGES,
    solution=solution,
    values=values_of,
    rule_faults=rule_faults,
    picture=picture_of(given(), loop_lines, ground="cells"),
    samples=(sample(SAMPLE), ("; Number Link Puzzle\nsize 2 2\n1 2\n2 1\n", None)),
    check=check,
    second=Second(second_solution_by_detour, others, NEARBY, ordered=True),
    player=PlayerFile(("nums", "lines"), "edges"),
    url=UrlType(("numlin", "numberlink"), coded("number16")),
)
