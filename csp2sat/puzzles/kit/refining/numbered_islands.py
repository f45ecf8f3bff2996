"""Islands with one number each in connected walls, by refinement: a weaker model with the short rules, and cuts against
wrong answers.

The model counts only islands of many cells; the sizes of the others soon follow from the cuts (`graphs.region_cuts`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ....constraints.graphs.islands import reaches
from ....graphs.graph import Grid, neighbours
from ....graphs.region_cuts import between, connected_subset, parts, path, ways_out
from ....model.expr import Expr, all_of, any_of, negation, node
from ....model.model import Answer, Model, Origin
from ....model.refinement import NamedClause
from ...spec import Board
from ..variables import Shading

COUNTED = 32  # cells of an island that is counted


class NumberedIslands:
    """A maker of the weaker model and the cuts for a board whose givens are numbers; a negative number allows any size.

    `reach` has for each number the cells that its island may have.
    """

    def __init__(self, board: Board):
        self._board = board
        self._grid = Grid(board.rows, board.cols)
        self._near = [sorted(near) for near in neighbours(self._grid)]
        self._names = [f"s_{r}_{c}" for r, c in board.cells()]
        anchors = [(r * board.cols + c, max(0, size)) for (r, c), size in board.filled().items()]
        self._size = dict(anchors)
        self._counted = tuple(k for k, (_, size) in enumerate(anchors) if size >= COUNTED)
        self.reach = reaches(self._grid, tuple(anchors))
        self._reach_of = dict(zip(self._size, self.reach, strict=True))
        self._sure = dict.fromkeys(sorted(set(range(self._grid.size)).difference(*self.reach)))

    def require(self, m: Model, wall: Shading) -> None:
        """Add the rules of the weaker model to `m`.

        Cells with numbers are white, cells out of reach of all numbers are wall, and each white cell without a number
        and each number above 1 has a white neighbour.  An island with a number of at least COUNTED has that many cells;
        an island with a smaller number may have any size.
        """
        white = [negation(wall[cell]) for cell in self._board.cells()]
        sure = (wall[divmod(v, self._board.cols)] for v in self._sure)
        m.add(all_of([*(white[v] for v in self._size), *sure]), Origin("rule", rule="islands have a number"))
        m.add(all_of(self._growing(white)), Origin("rule", rule="islands have a number"))
        if self._counted:
            counted = node("counted-islands", self._grid, tuple(self._size.items()), self._counted, *white)
            m.add(counted, Origin("rule", rule="islands have their size"))

    def _growing(self, white: Sequence[Expr]) -> Iterator[Expr]:
        """Yield a clause for each cell whose island has more than one cell: it has a white neighbour if it is white."""
        for v, near in enumerate(self._near):
            if self._size.get(v, 2) > 1:
                yield any_of([*([] if v in self._size else [negation(white[v])]), *(white[u] for u in near)])

    def cuts(self, answer: Answer) -> list[NamedClause]:
        """Return clauses that all solutions satisfy and this answer does not; [] if the answer is a solution.

        A clause for each island without a number, with two, or of a wrong size, and one for each separate part of the
        walls.
        """
        walls = [answer.bools[name] for name in self._names]
        found: list[NamedClause] = []
        wall_parts = []
        for part in parts(self._near, walls):
            if walls[part[0]]:
                wall_parts.append(part)
            else:
                found += self._of_island(part)
        return [*found, *self._of_walls(wall_parts)]

    def _of_island(self, part: list[int]) -> list[NamedClause]:
        """Return the clause against a white component that is no island of its number, or [] if it is one.

        The component goes on if it is too small, or contains a wall if it is too large or has two numbers.
        """
        inside = set(part)
        numbered = [v for v in part if v in self._size]
        if not numbered:
            ways = ways_out(self._near, part, range(self._grid.size), len(part) + 1)
            return [[(self._names[part[0]], True), *self._some(ways)]]
        anchor, size = numbered[0], self._size[numbered[0]]
        if len(numbered) > 1:
            return [self._not(path(self._near, inside, anchor, self._size.keys()))]
        if size and len(part) > size:
            return [self._not(connected_subset(self._near, inside, anchor, size + 1, ()))]
        if len(part) < size:
            return [self._some(ways_out(self._near, part, self._reach_of[anchor], size))]
        return []

    def _of_walls(self, found: list[list[int]]) -> Iterator[NamedClause]:
        """Yield, for each part of the walls if there are several, a clause that links it to another part: if a cell of
        each is wall, so is a cell around the part that leads to the other.

        The other part is one with a cell that is surely wall, if there is such a cell.
        """
        largest = sorted(found, key=len)[-2:]
        for part in found if len(found) > 1 else ():
            inside = set(part)
            there = next((v for v in self._sure if v not in inside), largest[-2 if part is largest[-1] else -1][0])
            here = next((v for v in part if v in self._sure), part[0])
            links = between(self._near, part, there)
            yield [
                *((self._names[v], False) for v in (here, there) if v not in self._sure),
                *((self._names[v], True) for v in sorted(links) if v not in self._size),
            ]

    def _not(self, cells: Collection[int]) -> NamedClause:
        """Return the clause that one of the cells is wall."""
        return [(self._names[v], True) for v in cells if v not in self._size]

    def _some(self, cells: Collection[int]) -> NamedClause:
        """Return the clause that one of the cells is white."""
        return [(self._names[v], False) for v in sorted(cells)]
