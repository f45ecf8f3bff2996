"""value-regions: each component of vertices of equal value has as many vertices as the value.

Value 0 stands for all sizes above `most`.  A component of value 0 may be several regions and is larger than `most`. Or
sizes are given: each vertex has another number in bits, which is 0 if the value is not 0, and a component of value 0
and of equal number has one vertex more than the number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from ...cnf.adders import both, total
from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...graphs.counted_regions import CountedRegions, CountLimits
from ...graphs.graph import Graph, component, neighbours, reached
from ...graphs.small_sets import bound_small_sets
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, node

T = TypeVar("T")
SMALL = 6  # sizes up to this one need nothing but clauses about connected sets
CUT = 3  # vertices of a connected set of a greater value of which a clause says that it has to grow


class RegionSizes(NamedTuple):
    """The greatest size that is a value (`most`), and for greater sizes the number of bits of each vertex's number
    (`bits`); 0 bits if greater sizes are not given.
    """

    most: int
    bits: int


def holds(graph: Graph, sizes: RegionSizes, *values: Any) -> bool:
    """Whether each component has the size of its value, or of its number if the value is 0 and sizes are given.

    values: a value for each vertex, then, in the same row, for each vertex `sizes.bits` truth values, the bits of its
    number, the lowest first.
    """
    value = values[: graph.size]
    number = [sum(1 << at for at, bit in enumerate(bits) if bit) for bits in _stated(graph, sizes, values)]
    near = neighbours(graph, ((value[u], number[u]) == (value[v], number[v]) for u, v in graph.edges))
    return all(_fits(sizes, value[v], number[v], len(component(near, v))) for v in range(graph.size))


def _stated(graph: Graph, sizes: RegionSizes, values: Sequence[T]) -> list[Sequence[T]]:
    """Return for each vertex the bits of its number: the part of `values` after the values of the vertices."""
    return [values[at : at + sizes.bits] for at in (graph.size + v * sizes.bits for v in range(graph.size))]


def _fits(sizes: RegionSizes, value: int, number: int, size: int) -> bool:
    if value == 0:
        return size > sizes.most and number == (size - 1 if sizes.bits else 0)
    return value == size <= sizes.most and number == 0


def encode(sink: Sink, graph: Graph, sizes: RegionSizes, *values: Any) -> None:
    """Write the clauses: sizes up to SMALL by connected sets, the others by counts along trees (see `counted_regions`).

    values: an integer for each vertex, where 0 stands for all sizes above `sizes.most`; then, in the same row, for each
    vertex `sizes.bits` literals, the bits of its number, the lowest first.  New variables and clauses on a grid of
    10 x 10 vertices, with values up to 10: about 50 and 1,200 for each vertex of unknown value, most of the clauses for
    connected sets; with sizes in 4 bits 110 and 1,500.
    """
    near = neighbours(graph)
    lits = [{value: term.eq(value) for value in term.values} for term in values[: graph.size]]
    for of in lits:
        for value in [value for value in of if not 0 <= value <= sizes.most]:
            sink.out += (-of.pop(value), 0)
    for value in sorted({value for of in lits for value in of}):
        having = {v: of[value] for v, of in enumerate(lits) if value in of}
        if 0 < value <= SMALL:
            bound_small_sets(sink, near, having, value, value + 1)
        else:
            size = value or sizes.most + 1
            bound_small_sets(sink, near, having, size, min(CUT, size - 1))
    regions = CountedRegions(sink, near, lits, CountLimits(SMALL, sizes.most, sizes.bits > 0))
    regions.encode(graph)
    if sizes.bits:
        _tell(sink, regions, [of.get(0, FALSE) for of in lits], _stated(graph, sizes, values))


def _tell(sink: Sink, regions: CountedRegions, large: Sequence[Lit], numbers: Sequence[Sequence[Lit]]) -> None:
    """Require that the number of a large vertex, whose value is 0, counts the other vertices of its region, and that
    the numbers of all vertices of other values are 0.

    large: for each vertex the literal of its value 0, FALSE if impossible.  numbers: for each vertex the bits of its
    number.  Neighbours with the same number are in the same region, and a large vertex has the number of its parent, or
    is the top. With b bits, for each vertex up to 4b additions of bits.
    """
    width = len(numbers[0])
    below = {v: sink.new(width) if lit != FALSE else () for v, lit in enumerate(large)}
    for v, lit in enumerate(large):
        for bit in numbers[v]:
            sink.out += (-bit, lit, 0)
    for (u, v), same in regions.same.items():
        if FALSE not in (large[u], large[v]):
            _link(sink, same, (large[u], large[v]), (numbers[u], numbers[v]))
            for arc in (regions.arc[u, v], regions.arc[v, u]):
                sink.out += (-arc, -large[u], same, 0)
    children: dict[int, list[tuple[int, Lit]]] = {v: [] for v in below}
    for (u, v), arc in regions.arc.items():
        if below[u] and below[v]:
            children[v].append((u, arc))
    for v, bits in below.items():
        if bits:
            _count(sink, bits, [(arc, below[u]) for u, arc in children[v]])
            for a, b in zip(bits, numbers[v], strict=True):
                sink.out += (-regions.top[v], -large[v], -a, b, 0, -regions.top[v], -large[v], a, -b, 0)
    sink.spill()


def _link(sink: Sink, same: Lit, large: tuple[Lit, Lit], numbers: tuple[Sequence[Lit], Sequence[Lit]]) -> None:
    """Require that two large neighbours are in the same region, literal `same`, if and only if their numbers are equal.

    large: the literals that the neighbours are large.  numbers: the bits of their numbers.
    """
    differ = sink.new(len(numbers[0]))
    for lit, a, b in zip(differ, *numbers, strict=True):
        sink.out += (-same, -a, b, 0, -same, a, -b, 0, -lit, a, b, 0, -lit, -a, -b, 0)
    sink.out += (*(-lit for lit in large if lit != TRUE), same, *differ, 0)


def _count(sink: Sink, bits: Sequence[Lit], children: Sequence[tuple[Lit, Sequence[Lit]]]) -> None:
    """Require that `bits` are the number of vertices below a vertex: for each child one more than the number below the
    child.

    children: for each possible child the literal that it is one, and the bits of the number below it.
    """
    weighted = [(1, arc) for arc, _ in children]
    weighted += [(1 << at, both(sink, arc, bit)) for arc, below in children for at, bit in enumerate(below)]
    _, sums = total(sink, weighted)
    for at, bit in enumerate(sums):
        if at < len(bits):
            sink.out += (-bits[at], bit, 0, bits[at], -bit, 0)
        else:
            sink.out += (-bit, 0)
    for bit in bits[len(sums) :]:
        sink.out += (-bit, 0)


def formula(graph: Graph, sizes: RegionSizes, *values: Any) -> Expr:
    """Return the constraint as a formula: the number of vertices reached from each vertex.

    For n vertices and m edges about n^2(n + m) nodes.
    """
    size, numbers = values[: graph.size], _stated(graph, sizes, values)
    usable = [all_of((node("eq", size[u], size[v]), *map(_iff, numbers[u], numbers[v]))) for u, v in graph.edges]
    found = []
    for v, value in enumerate(size):
        there = reached([all_of(()) if u == v else any_of(()) for u in range(graph.size)], graph.edges, usable)
        count = node("add", *(node("if", p, 1, 0) for p in there))
        number = node("add", *(node("if", p, 1 << at, 0) for at, p in enumerate(numbers[v])))
        small = (node("eq", value, count), node("le", value, sizes.most), node("eq", number, 0))
        large = [node("eq", value, 0), node("gt", count, sizes.most)]
        large += [node("eq", node("add", number, 1), count)] if sizes.bits else []
        found.append(any_of((all_of(small), all_of(large))))
    return all_of(found)


def _iff(p: Expr, q: Expr) -> Expr:
    return node("iff", p, q)


def also(graph: Graph, sizes: RegionSizes, *values: Any) -> Expr:
    """Return the bounds of the vertices' values: 0 .. most."""
    return all_of(node("and", node("le", 0, x), node("le", x, sizes.most)) for x in values[: graph.size])


CONSTRAINT = GlobalConstraint("value-regions", holds, encode, formula, also)
