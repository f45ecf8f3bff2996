"""small-regions: each vertex has one value, and small components of equal value have the size that belongs to the
value.

A component of few vertices is as large as its value requires: all that can be required without counting.  Together with
cuts (`graphs.region_cuts`) this fixes the sizes of all components.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...cnf.gates import exactly_one
from ...cnf.sink import Lit, Sink
from ...graphs.graph import Graph, component, neighbours
from ...graphs.small_sets import bound_small_sets
from ...model.constraint import GlobalConstraint


class RegionValues(NamedTuple):
    """The values of the vertices, and the sizes of components.

    of: for each vertex the values that it may have.
    sizes: pairs of a value and the number of vertices of its components; for value 0 the least number.
    few: the greatest number of vertices of a component with a rule.
    """

    of: tuple[tuple[int, ...], ...]
    sizes: tuple[tuple[int, int], ...]
    few: int

    def literals(self, lits: Sequence[Lit]) -> list[dict[int, Lit]]:
        """Return for each vertex its values with their literals; `lits` are in the order of `of`."""
        left = iter(lits)
        return [{value: next(left) for value in values} for values in self.of]


def holds(graph: Graph, values: RegionValues, *lits: bool) -> bool:
    """Whether each vertex has exactly one value, and each component of vertices with equal values has the size of its
    value.

    A component may have another size if both sizes are greater than `values.few`; a component of value 0 may have any
    greater size. lits: for each vertex and each of its values whether the vertex has the value, in the order of
    `values.of`.
    """
    true = [[value for value, on in of.items() if on] for of in values.literals(lits)]
    if any(len(those) != 1 for those in true):
        return False
    near = neighbours(graph, (true[u] == true[v] for u, v in graph.edges))
    sizes = dict(values.sizes)
    return all(_fits(len(component(near, v)), value, sizes[value], values.few) for v, (value,) in enumerate(true))


def _fits(found: int, value: int, size: int, few: int) -> bool:
    return found == size or min(found, size) > few or (value == 0 and found > size)


def encode(sink: Sink, graph: Graph, values: RegionValues, *lits: Lit) -> None:
    """Write a clause for each connected set of vertices that may have the same value and whose number is wrong.

    The sets have at most `few` vertices, or at most one more than the size of the value if this size is not above
    `few`; sets of value 0 are never too large.

    lits: as in `holds`.  No new variables but those of `exactly_one`.  On a grid with few = 2, for each vertex and
    value besides `exactly_one`: up to 2 clauses for the size 1, 7 for the size 2, 3 for a greater size or value 0.
    """
    near, sizes = neighbours(graph), dict(values.sizes)
    having: dict[int, dict[int, Lit]] = {}
    for v, of in enumerate(values.literals(lits)):
        exactly_one(sink, list(of.values()))
        for value, lit in of.items():
            having.setdefault(value, {})[v] = lit
    for value, members in having.items():
        size = sizes[value]
        bound_small_sets(sink, near, members, size, size + 1 if value and size <= values.few else min(values.few, size))


CONSTRAINT = GlobalConstraint("small-regions", holds, encode)
