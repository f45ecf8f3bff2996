"""Numberlink: lines that join equal numbers.

Is a solution S the only one?  No search is needed where a line of S can be drawn another way through empty cells
(`second_solution_by_detour`).  Where it cannot, S is the only one iff the model `others` has no answer.  For let T be
another solution, and make it canonical step by step, as in `numberlink_paths`: by short cuts, turns drawn the other way
round their square, and straightened bumps.  If that ends in another solution than S, it is an answer of `others`.  If
it ends in S, then the last step left cells empty through which the step back is a detour of S.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from ...model.expr import Expr, all_of, any_of, bool_var, negation, node
from ...model.model import Answer, Model, Origin
from ..kit.checks import Drawn, drawn_lines, join, place
from ..kit.pictures import given, loop_lines, picture_of
from ..kit.refining.numberlink_paths import STAGES, canonical
from ..kit.variables import EAST, NORTH, SOUTH, WEST, EdgeRows, edge_rows, edges_of, step, values_of
from ..notation import NUMBERS, sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell, CellError, Puzzle, Second

RULES = """\
Join the two cells of every number by a line, from cell to neighbouring cell.
Each number is there twice. Lines do not branch or cross, no two use the same cell, and none goes through a number.
Cells may stay empty."""


def connected(drawn: Drawn, start: Cell) -> set[Cell]:
    """A cell, and those that lines join to it."""
    found, stack = {start}, [start]
    while stack:
        new = drawn.get(stack.pop(), set()) - found
        found |= new
        stack += new
    return found


def redrawn(board: Board, drawn: Drawn) -> EdgeRows:
    """The neutral form of drawn lines."""

    def on(name: str, r: int, c: int) -> bool:
        return (r + (name == "v"), c + (name == "h")) in drawn.get((r, c), ())

    return edge_rows(board.rows, board.cols, on)


def without_closed_lines(board: Board, edges: EdgeRows) -> EdgeRows:
    """The lines that go from numbers."""
    drawn = drawn_lines(edges, board.rows, board.cols)
    kept = {cell for number in board.filled() for cell in connected(drawn, number)}
    return redrawn(board, {cell: drawn[cell] for cell in kept & drawn.keys()})


def others(board: Board, solution: EdgeRows) -> Model:
    """A model whose answers are other solutions.  If `second_solution_by_detour` finds none, it has an answer iff there
    is one.

    Another solution lacks an edge of this one, since edges that are added to this one can only be closed lines.
    """
    model = canonical(board)
    drawn = [bool_var(name) for name, on in values_of(board, solution).bools.items() if on]
    model.add(any_of(map(negation, drawn)), Origin("rule", rule="not the first solution"))
    if board.rows * board.cols >= LARGE:
        few_lines_differ(model, lines_of(board, solution))
    return model


def few_lines_differ(model: Model, lines: Iterable[list[Expr]]) -> None:
    """Where there are more than FEW lines: the variable NEARBY implies that all but FEW of them are as in a solution.

    lines: the edges of each line there.  Other solutions are mostly so: found soon if there is one, refuted soon else.
    """
    moved = [(model.bool(f"_moved_{at}"), edges) for at, edges in enumerate(lines)]
    if len(moved) > FEW:
        kept = (any_of((line, edge)) for line, edges in moved for edge in edges)
        model.add(all_of(kept), Origin("rule", rule="which lines are not those of the first solution"))
        few = node("le", node("add", *(node("if", line, 1, 0) for line, _ in moved)), FEW)
        model.add(any_of((~model.bool(NEARBY), few)), Origin("rule", rule="near the first solution"))


def lines_of(board: Board, solution: EdgeRows) -> Iterator[list[Expr]]:
    """The edges of each line, as variables."""
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
    """Another solution, where this one can turn the other way round a square, or go from one end of an edge to the
    other through empty cells; None if it can nowhere."""
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
    """Edges whose two ends are beside the same area of empty cells."""
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
    """A shortest way from a cell to another one through empty cells, without its ends; there is one.

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
    """Each number is there twice."""
    found: dict[int, list[Cell]] = {}
    for cell, number in board.filled().items():
        found.setdefault(number, []).append(cell)
        if len(found[number]) > 2:
            raise CellError(cell, f"a third {number}; expected each number twice")
    for number, cells in found.items():
        if len(cells) == 1:
            raise CellError(cells[0], f"there is only one {number}; expected each number twice")


def solution(board: Board, answer: Answer) -> EdgeRows:
    """The edges between cells, without closed lines."""
    return without_closed_lines(board, edges_of(board, answer))


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """What is wrong with the lines, by following them from the numbers."""
    drawn = drawn_lines(solution, board.rows, board.cols)
    number = board.filled()
    faults = [fault for cell in sorted(drawn.keys() | number.keys()) for fault in _faults_at(drawn, cell, number)]
    return faults + _wrong_lines(drawn, number)


def _faults_at(drawn: Drawn, cell: Cell, number: dict[Cell, int]) -> list[str]:
    edges = len(drawn.get(cell, ()))
    if cell in number and edges != 1:
        fault = "a line goes on there" if edges else "no line ends there"
        return [f"number {number[cell]} at {place(cell)}: {fault}"]
    if cell not in number and edges != 2:
        return [f"a line {'ends' if edges == 1 else 'branches'} at {place(cell)}"]
    return []


def _wrong_lines(drawn: Drawn, number: dict[Cell, int]) -> list[str]:
    """What is wrong with what lines join: other numbers, or none."""
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

PUZZLE = Puzzle(
    name="numberlink",
    titles=("Number Link", "numberlink", "numlin"),
    family="loops and lines",
    rules=RULES,
    symbols="- blank, a number that is there twice",
    cells=NUMBERS,
    stages=STAGES,
    solution=solution,
    values=values_of,
    rule_faults=rule_faults,
    picture=picture_of(given(), loop_lines, ground="cells"),
    samples=(sample(SAMPLE), ("; Number Link Puzzle\nsize 2 2\n1 2\n2 1\n", None)),
    check=check,
    second=Second(second_solution_by_detour, others, NEARBY),
    player=PlayerFile(("nums", "lines"), "edges"),
    url=UrlType(("numlin", "numberlink"), coded("number16")),
)
