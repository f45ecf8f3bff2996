"""How far edges are used straight on from a cell: for models, and for checkers of loops by following them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from ...model.expr import Expr, all_of, any_of, node, term
from ...model.model import Model, Origin
from ..spec import Board, Cell
from .checks import Drawn
from .kinds import on_loop
from .variables import WAYS, Edges, ahead

NAMES = ("_up", "_down", "_left", "_right")


def arms_rule(
    m: Model, board: Board, line: Edges, at: tuple[Cell, Origin], rule: Callable[[Expr, Expr, bool], Expr]
) -> None:
    """Require that the loop passes a cell, and a rule on the numbers of edges that it has straight on both ways.

    rule: both numbers, and whether the ways are opposite ones.  The cell has an integer for each way, at least k just
    where the next k edges are on the loop: in the order encoding these are the literals of a chain.
    """
    cell, origin = at
    m.add(on_loop(line, cell), origin)
    arms = runs(m, board, line, at)
    for one, other in combinations(range(len(WAYS)), 2):
        unused = [term("le", arms[way], 0) for way in (one, other)]
        m.add(any_of((*unused, rule(arms[one], arms[other], (one, other) in ((0, 1), (2, 3))))), origin)


def runs(m: Model, board: Board, edges: Edges, at: tuple[Cell, Origin]) -> list[Expr]:
    """Hidden integers: how many edges straight on from a cell are used, for each of WAYS."""
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
    """How many edges a drawn line has straight on, each way that it goes."""
    lengths = []
    for near in sorted(drawn.get(cell, ())):
        down, right = near[0] - cell[0], near[1] - cell[1]
        here, count = cell, 0
        while (there := (here[0] + down, here[1] + right)) in drawn.get(here, ()):
            here, count = there, count + 1
        lengths.append(count)
    return lengths
