"""Runs of edges that go straight on from a cell: for models, and for checkers, which follow the drawn lines."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from ...model.expr import Expr, all_of, any_of, node, term
from ...model.model import Model, Origin
from ..spec import Board, Cell
from .checks import Drawn
from .kinds import on_loop
from .variables import WAYS, Edges, ahead, exactly, step

NAMES = ("_up", "_down", "_left", "_right")


def arms_rule(
    m: Model,
    board: Board,
    line: Edges,
    at: tuple[Cell, Origin],
    rule: Callable[[Expr, Expr, bool], Expr],
    has_two: bool = False,
) -> None:
    """Require, in the model `m`, that the loop passes a cell, and that `rule` holds for each two of its directions in
    use.

    `at` is the cell and the origin of the constraints.  `rule` gets the numbers of edges that the loop `line` has
    straight on in both directions, and whether these are opposite.  An auxiliary integer for each direction is at least
    k iff the next k edges are on the loop: in the order encoding its literals are a chain.  has_two: whether the
    constraint says, too, that the cell has two edges of the loop.
    """
    cell, origin = at
    m.add(on_loop(line, cell), origin)
    if has_two:
        m.add(exactly(2, [line[cell, way] for way in WAYS if board.has(step(cell, way))]), origin)
    arms = runs(m, board, line, at)
    for one, other in combinations(range(len(WAYS)), 2):
        unused = [term("le", arms[way], 0) for way in (one, other)]
        m.add(any_of((*unused, rule(arms[one], arms[other], (one, other) in ((0, 1), (2, 3))))), origin)


def runs(m: Model, board: Board, edges: Edges, at: tuple[Cell, Origin]) -> list[Expr]:
    """Add an auxiliary integer for each of WAYS to the model `m`, and return them: how many edges in use lead straight
    on from a cell.

    `at` is the cell and the origin of the constraints.
    """
    cell, origin = at
    found = []
    for name, way in zip(NAMES, WAYS, strict=True):
        line = [edges[each, way] for each in [cell, *ahead(board, cell, way)][:-1]]
        run = m.int(f"{name}_{cell[0]}_{cell[1]}", 0, len(line))
        for count in range(1, len(line) + 1):
            m.add(node("iff", term("ge", run, count), all_of(line[:count])), origin)
        found.append(run)
    return found


def drawn_arms(drawn: Drawn, cell: Cell) -> list[int]:
    """Return how many edges the drawn lines have straight on from the cell, for each direction in which they leave the
    cell, in the order up, left, right, down.
    """
    lengths = []
    for near in sorted(drawn.get(cell, ())):
        down, right = near[0] - cell[0], near[1] - cell[1]
        here, count = cell, 0
        while (there := (here[0] + down, here[1] + right)) in drawn.get(here, ()):
            here, count = there, count + 1
        lengths.append(count)
    return lengths
