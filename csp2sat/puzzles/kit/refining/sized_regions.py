"""Regions whose cells all have the region's size as their value, where no two of the same size touch: by refinement.

The model has the rules that need no counting, and cuts exclude wrong answers (`graphs.region_cuts`).  The cost does not
depend on the sizes, and there are few cuts if the clues decide much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ....graphs.graph import Grid, neighbours
from ....graphs.region_cuts import around, connected_subset, parts, ways_out
from ....model.expr import node
from ....model.model import Answer, Model, Origin
from ....model.refinement import NamedClause
from ...constraints.small_regions import RegionValues
from ...spec import Board, Cell

LARGE = 0  # the value of sizes that are not given apart
FEW = 2  # cells of a connected set that the model has clauses about
SEEDS = 4  # sets of cells against a region that is too large


class SizedRegions:
    """A maker of the weaker model, the cuts and the solutions of a board of regions.

    `possible` has for each cell the values that it may have: sizes, and LARGE for all sizes that are no value of any
    cell and greater than `limit`.  `v_r_c_s`: the cell (r, c) has the value s.  A component of LARGE is one region, or
    can be divided into several regions of different sizes if it is large enough; no solution is derived in the second
    case.
    """

    def __init__(self, board: Board, possible: Mapping[Cell, Collection[int]], limit: int):
        self._board, self._limit = board, limit
        self._grid = Grid(board.rows, board.cols)
        self._near = [sorted(near) for near in neighbours(self._grid)]
        self._names = [{s: f"v_{r}_{c}_{s}" for s in sorted(possible[r, c])} for r, c in board.cells()]
        self._value_of = {name: (v, s) for v, names in enumerate(self._names) for s, name in names.items()}
        self._sizes = {s: s or limit + 1 for names in self._names for s in names}
        self._having = {s: {v for v, names in enumerate(self._names) if s in names} for s in self._sizes}
        self._sure = {v for v, names in enumerate(self._names) if len(names) == 1}

    def model(self) -> Model:
        """Return the weaker model: each cell has one value, and regions of few cells have their size."""
        m = Model(about={"board": self._board.neutral()})
        values = RegionValues(tuple(map(tuple, self._names)), tuple(sorted(self._sizes.items())), FEW)
        lits = [m.bool(name) for name in self._value_of]
        m.add(node("small-regions", self._grid, values, *lits), Origin("rule", rule="small regions have their size"))
        return m

    def numbers(self, answer: Answer) -> list[int]:
        """Return the size of the region of each cell in an answer, cells in reading order.

        The size is the value of the cell. If the value is LARGE, the size is the number of cells of the connected area
        of cells with the value LARGE around the cell, which counts as one region.
        """
        values = self._values(answer)
        numbers = list(values)
        for part in parts(self._near, values):
            if values[part[0]] == LARGE:
                for v in part:
                    numbers[v] = len(part)
        return numbers

    def _values(self, answer: Answer) -> list[int]:
        """Return the value of each cell in an answer."""
        values = [LARGE] * len(self._names)
        for name, on in answer.bools.items():
            if on:
                v, s = self._value_of[name]
                values[v] = s
        return values

    def answer(self, numbers: list[int]) -> Answer:
        """Return the answer in which the regions of the cells have these sizes."""
        values = [s if s in names else LARGE for s, names in zip(numbers, self._names, strict=True)]
        return Answer({}, {name: values[v] == s for name, (v, s) in self._value_of.items()})

    def cuts(self, answer: Answer) -> list[NamedClause] | None:
        """Return clauses that all solutions satisfy and this answer does not; [] if the answer is a solution.

        Returns None if nothing is wrong, but a component of LARGE could be divided into regions.
        """
        values = self._values(answer)
        found: list[NamedClause] = []
        divisible = False
        for part in parts(self._near, values):
            value = values[part[0]]
            if len(part) < self._sizes[value]:
                found.append(self._grow(part, value))
            elif value != LARGE and len(part) > value:
                found += self._shrink(part, value)
            elif value == LARGE and len(part) > 2 * self._limit + 2:
                divisible = True
            elif value == LARGE and len(part) in self._sizes:
                found.append([*self._not(part, LARGE), *self._some(around(self._near, part), LARGE)])
        return found if found or not divisible else None

    def _grow(self, part: list[int], value: int) -> NamedClause:
        """Return the clause that the region of a too small component of `value` goes on: a cell around the component
        has the value if a cell of the component has.
        """
        seed = next((v for v in part if v in self._sure), part[0])
        ways = ways_out(self._near, part, self._having[value], self._sizes[value])
        return [*self._not([seed], value), *self._some(ways, value)]

    def _shrink(self, part: list[int], value: int) -> Iterator[NamedClause]:
        """Yield clauses that connected sets of `value` + 1 cells of a too large component do not all have the value."""
        inside = set(part)
        sure = inside & self._sure
        sets = {
            frozenset(connected_subset(self._near, inside, seed, value + 1, sure))
            for seed in [*sorted(sure), part[0]][:SEEDS]
        }
        for cells in sorted(map(sorted, sets)):
            yield self._not(cells, value)

    def _not(self, cells: Collection[int], value: int) -> NamedClause:
        """Return the clause that not all of the cells have the value."""
        return [(self._names[v][value], False) for v in cells if v not in self._sure]

    def _some(self, cells: Collection[int], value: int) -> NamedClause:
        """Return the clause that one of the cells that may have the value has it."""
        return [(self._names[v][value], True) for v in sorted(cells) if value in self._names[v]]
