"""Regions of a graph that cut edges make: each has a root, which gives the region its label and counts its vertices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import partial
from itertools import chain, zip_longest

from ..cnf.counters import ThresholdPairs, total
from ..cnf.sink import DOWN, FALSE, TRUE, Lit, Sink
from ..ints.spec import IntCode
from .forest import Arcs, forest, label_root, outgoing
from .graph import Graph, Grid, component, neighbours, search
from .planarity import with_faces


class Regions:
    """The regions of a graph whose edges may be cut; `label`, then `count` write the clauses.

    cut: for each edge the literal that it is cut.

    A forest (see `forest`) has arcs along edges that are not cut; a vertex without an arc to a parent is a root.  Each
    region has at least one root.  Each region has exactly one root if vertices that an uncut edge joins have the same
    label, and the label of a root is its own number; we choose its least vertex.

    A forest of this kind always exists: without faces each vertex may be a root.  On a plane graph the spanning tree
    has an arc out of every vertex but 0; in the order in which vertices are found from 0, on a grid also in reading
    order, the first vertex of a region has an edge to an earlier vertex, in a region that begins earlier, so the trees
    of all regions and those edges make a spanning tree.

    Size: that of `forest`; two variables and eight clauses for each edge, one and one for each vertex.
    """

    def __init__(self, sink: Sink, graph: Graph, cut: Sequence[Lit]):
        self._sink, self._cut = sink, cut
        self._graph = graph if isinstance(graph, Grid) else with_faces(graph) or Graph(graph.size, graph.edges)
        self._parents = self._uncut(forest(sink, self._graph))
        self._root = sink.new(graph.size)
        sink.means("words", self._root, lambda: [f"{v} is the root of its region" for v in graph.numbers])
        for root, lits in zip(self._root, outgoing(self._graph, self._parents), strict=True):
            sink.out += (root, *lits, 0)
            for lit in lits:
                sink.out += (-root, -lit, 0)

    def _uncut(self, arcs: list[Arcs]) -> list[Arcs]:
        """Return for each edge the literals that the other end is its tail's parent: by an arc of the forest, not
        cut.
        """
        parents: list[Arcs] = []
        for cut, of_edge in zip(self._cut, arcs, strict=True):
            parents.append(dict(zip(of_edge, self._sink.new(len(of_edge)), strict=True)))
            of = [(lit, -cut) for lit in of_edge.values()]
            self._sink.means("all", [*parents[-1].values()], partial(list, of))
            for tail, lit in of_edge.items():
                parent = parents[-1][tail]
                self._sink.out += (-parent, lit, 0, -parent, -cut, 0, -lit, cut, parent, 0)
        return parents

    def label(self) -> None:
        """Write labels of the regions, in b = log2(n) bits, and require that the ends of a cut edge have different
        labels.

        New variables: b for each vertex and for each edge.  Clauses: at most 2b for each vertex, 4b + 1 for each edge.
        """
        width = max(0, self._graph.size - 1).bit_length()
        label = [self._sink.new(width) for _ in range(self._graph.size)]
        self._labels(label)
        for number, v in enumerate(self._order()):
            label_root(self._sink, number, label[v], self._root[v])
        out = self._sink.out
        for (u, v), cut in zip(self._graph.edges, self._cut, strict=True):
            differ = self._sink.new(width)
            words = [f"bits {at} of the labels of {u} and {v} are different" for at in range(width)]
            self._sink.means("words", differ, words, DOWN)
            for lit, a, b in zip(differ, label[u], label[v], strict=True):
                out += (cut, -a, b, 0, cut, a, -b, 0, -lit, a, b, 0, -lit, -a, -b, 0)
            out += (-cut, *differ, 0)
        self._sink.spill()

    def _labels(self, label: Sequence[Sequence[Lit]]) -> None:
        """Note what the bits of each vertex's label stand for."""
        words = (f"bit {at} of the label of {v} is 1" for v, bits in enumerate(label) for at in range(len(bits)))
        self._sink.means("words", [*chain.from_iterable(label)], lambda: [*words])

    def _order(self) -> Iterable[int]:
        """Return all vertices in an order in which the first vertex of each region is its root."""
        found_from_0 = self._graph.faces is not None and not isinstance(self._graph, Grid)
        return search(neighbours(self._graph), [0]) if found_from_0 else range(self._graph.size)

    def count(self, sizes: Mapping[int, IntCode]) -> None:
        """Require that the given sizes, by vertex, are the sizes of the vertices' regions.

        The bounds 1 .. n of the sizes are required elsewhere.  With m the greatest size that a vertex may have (see
        `greatest_sizes`): m variables for each vertex of given size, 2m for any other and at most 2m for each edge, and
        additions (see `cnf.counters.total`) of numbers up to m, at each vertex one for each edge but the first: m
        variables and about 2m^2 clauses each.
        """
        limits = greatest_sizes(self._graph, {v: frozenset(code.values) for v, code in sizes.items()})
        self._sink.out += [lit for v, code in sizes.items() for lit in (code.le(limits[v]), 0)]
        region = [self._size(sizes.get(v), limit) for v, limit in enumerate(limits)]
        below = [
            [TRUE, *self._sink.new(len(size) - 1)] for size in region
        ]  # at k: more than k are at or below this one
        self._amounts(region, below)
        for (u, v), cut in zip(self._graph.edges, self._cut, strict=True):
            for a, b in zip_longest(region[u], region[v], fillvalue=FALSE):
                self._sink.out += (cut, -a, b, 0, cut, a, -b, 0)
        for v, numbers in enumerate(self._children(below)):
            self._sum(below[v], total(self._sink, numbers, len(below[v]) - 1))
            self._bound(self._root[v], below[v], region[v])
            self._sink.spill()

    def _amounts(self, region: Sequence[Sequence[Lit]], below: Sequence[Sequence[Lit]]) -> None:
        """Note what the literals of sizes stand for, by vertex, at k that of more than k vertices: `region` of the
        vertex's region, `below` of the vertices at or below the vertex.
        """
        for of, words in (
            (region, "there are more than {k} in the region of {v}"),
            (below, "more than {k} are at or below {v}"),
        ):
            texts = (words.format(v=v, k=k) for v, lits in enumerate(of) for k in range(1, len(lits)))
            self._sink.means("words", [lit for lits in of for lit in lits[1:]], list(texts))

    def _size(self, given: IntCode | None, most: int) -> list[Lit]:
        """Return literals of the size of a vertex's region: at k, the literal `size > k`, for k up to `most`.

        given: the size as an integer, or None if no size is given; then the literals are new.
        """
        if given is not None:
            return [TRUE, *(-given.le(k) for k in range(1, most + 1))]
        lits = self._sink.new(most)
        for above, less in zip(lits[1:], lits, strict=False):
            self._sink.out += (-above, less, 0)
        return [TRUE, *lits]

    def _children(self, below: Sequence[Sequence[Lit]]) -> list[list[ThresholdPairs]]:
        """Return for each vertex a number for each edge to it: the count below the other end if that is a child, else
        0.
        """
        numbers: list[list[ThresholdPairs]] = [[] for _ in below]
        for (u, v), parents in zip(self._graph.edges, self._parents, strict=True):
            for tail, lit in parents.items():
                adds = [(k, self._both(lit, more)) for k, more in enumerate(below[tail][:-1], 1)]
                numbers[v if tail == u else u].append(adds)
        return numbers

    def _both(self, a: Lit, b: Lit) -> Lit:
        if b == TRUE:
            return a
        both = self._sink.var()
        self._sink.means("all", (both,), lambda: ((a, b),))
        self._sink.out += (-both, a, 0, -both, b, 0, -a, -b, both, 0)
        return both

    def _sum(self, below: Sequence[Lit], children: ThresholdPairs) -> None:
        """Require that the number at or below a vertex is one more than the sum for its children."""
        at_least = dict(children)
        for k, more in enumerate(below[1:], 1):
            lit = at_least.get(k)
            self._sink.out += (-more, 0) if lit is None else (-more, lit, 0, more, -lit, 0)

    def _bound(self, root: Lit, below: Sequence[Lit], region: Sequence[Lit]) -> None:
        """Require that the number at or below a vertex is its region's size if the literal `root` is true, and less if
        not.

        below, region: the number and the size; at k the literal `more than k`.
        """
        out = self._sink.out
        for more, size in zip(below[1:], region[1:], strict=True):
            out += (-more, size, 0, -root, more, -size, 0)
        for more, size in zip(below, region[1:], strict=False):
            out += (root, -more, size, 0)


def greatest_sizes(graph: Graph, sizes: Mapping[int, Set[int]]) -> list[int]:
    """Return for each vertex the greatest size that its region may have; 1 if no size is possible.

    sizes: the sizes that a vertex's region may have; the region of a vertex not in `sizes` may have any.  A region of s
    vertices lies within a connected set of at least s vertices that may all have the size s.
    """
    near, found = neighbours(graph), [0] * graph.size
    for size in range(graph.size, 0, -1):
        left = {v for v in range(graph.size) if v not in sizes or size in sizes[v]}
        if not any(found[v] == 0 for v in left):
            continue
        inside = [near[v] & left for v in range(graph.size)]
        while left:
            part = component(inside, left.pop())
            left -= part
            for v in part if len(part) >= size else ():
                found[v] = found[v] or size
    return [limit or 1 for limit in found]
