"""Regions of equal value as trees that count their vertices, so that a value is the size of its region."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..cnf.gates import at_most_one
from ..cnf.sink import FALSE, TRUE, Lit, Sink
from .forest import forest, label_root
from .graph import Graph

Near = Sequence[set[int]]  # the neighbours of each vertex
ValueLits = Sequence[dict[int, Lit]]  # the values of each vertex, with their literals
UnaryNumber = Sequence[Lit]  # at k - 1: it is at least k; so the first literal is true


class CountLimits(NamedTuple):
    """Limits of counting: values up to `small` are not counted, `most` is the greatest value with a count of its own.

    numbered: whether the sizes of regions of value 0 are given too, so that each of them is one tree as well.
    """

    small: int
    most: int
    numbered: bool


class CountedRegions:
    """Regions of vertices with equal values, where a value above `small` must be the size of its region.

    Values above `small` up to `most`, and 0 for all sizes above `most`, are counted: each region of a counted value is
    a tree of arcs to parents, with the least vertex as its top.

    near: the neighbours of each vertex.
    lits: the literals of the values of each vertex; that exactly one of them is true is required elsewhere.
    top: for each vertex with counted values the literal that the vertex is a top.
    arc: (u, v) -> the literal that v is the parent of u.
    same: (u, v), u < v -> a literal that implies that u and v are in the same region, if both have the same value.
    """

    def __init__(self, sink: Sink, near: Near, lits: ValueLits, limits: CountLimits):
        self._sink, self._near, self._lits, self._most, self._stated = sink, near, lits, limits.most, limits.numbered
        self._counted = [{s for s in of if s > limits.small or s == 0} for of in lits]
        self._vertices = [v for v, counted in enumerate(self._counted) if counted]
        self.top = {v: sink.var() for v in self._vertices}
        self.arc = {(u, v): sink.var() for u in self._vertices for v in sorted(near[u]) if self.common(u, v)}
        self.same: dict[tuple[int, int], Lit] = {}
        sink.means("words", [*self.top.values()], [f"{v} is the root of its region" for v in self._vertices])
        sink.means("words", [*self.arc.values()], [f"{v} is the parent of {u} in the tree" for u, v in self.arc])

    def common(self, u: int, v: int) -> set[int]:
        return self._counted[u] & self._counted[v]

    def encode(self, graph: Graph) -> None:
        """Write all clauses of the counted values, but not those of sizes that are given elsewhere.  Fills `same`."""
        for u in self._vertices:
            self._tree(u)
        below: dict[int, UnaryNumber] = {u: (TRUE, *self._sink.new(self._limit(u) - 1)) for u in self._vertices}
        for u in self._vertices:
            self._count(u, below)
            self._size(u, below[u])
            self._sink.spill()
        self._label()
        if any(0 in counted for counted in self._counted):
            self._no_cycle(graph)

    def _limit(self, u: int) -> int:
        """Return the number at which the count of the vertices at or below vertex u is cut off."""
        return self._most + 1 if 0 in self._counted[u] else max(self._counted[u])

    def _say(self, *lits: Lit) -> None:
        """Write a clause whose literals may be constants."""
        if TRUE not in lits:
            self._sink.out += (*(lit for lit in lits if lit != FALSE), 0)

    def _tree(self, u: int) -> None:
        """Write the clauses of the tree at vertex u.

        Vertex u is either a top or has one parent, of the same value, if u has a counted value; else u is no top and
        has no parent.  A top has no neighbour of smaller number and the same value (not for value 0 with given sizes).
        """
        lits = self._lits[u]
        arcs = {v: self.arc[u, v] for v in sorted(self._near[u]) if (u, v) in self.arc}
        ways = [self.top[u], *arcs.values()]
        at_most_one(self._sink, ways)
        for s, lit in lits.items():
            if s in self._counted[u]:
                self._say(-lit, *ways)
                for v, arc in arcs.items():
                    self._say(-arc, -lit, self._lits[v].get(s, FALSE))
            else:
                for way in ways:
                    self._say(-lit, -way)
        for v in self._near[u]:
            for s in self.common(u, v) - ({0} if self._stated else set()) if v < u else ():
                self._say(-self.top[u], -lits[s], -self._lits[v][s])

    def _count(self, u: int, below: dict[int, UnaryNumber]) -> None:
        """Write the clauses of the number of vertices at or below u: one more than at or below its children.

        below: for each vertex the unary number of vertices at or below the vertex.
        """
        children = [v for v in sorted(self._near[u]) if (v, u) in self.arc]
        partial: UnaryNumber = (TRUE,)
        limit = self._limit(u)
        for above, lit in pairwise(below[u][::-1]):
            self._say(-above, lit)
        for v in children:
            size = min(limit, len(partial) + len(below[v]))
            total: UnaryNumber = below[u][:size] if v == children[-1] else (TRUE, *self._sink.new(size - 1))
            self._add(partial, self.arc[v, u], below[v], total, size < limit or 0 in self._counted[u])
            partial = total
        for lit in below[u][len(partial) :]:
            self._sink.out += (-lit, 0)

    def _add(self, p: UnaryNumber, arc: Lit, c: UnaryNumber, total: UnaryNumber, may_exceed: bool) -> None:
        """Write the clauses of total = p + c if the literal `arc` is true, and of total = p if not.

        p, c: unary numbers.  A sum beyond the end of `total` is cut off if `may_exceed` is true, else forbidden.
        """
        out = self._sink.out
        for a, t in zip(p[1:], total[1:], strict=False):
            out += (-a, t, 0)
        for above, lit in pairwise(total[::-1][:-1]):
            out += (-above, lit, 0)
        n = len(total)
        for x, a in enumerate(p, 1):
            first = (-arc,) if x == 1 else (-a, -arc)
            for y, b in enumerate(c[: n - x + 1], 1):
                more = () if y == 1 else (-b,)
                if x + y <= n:
                    out += (*first, *more, total[x + y - 1], 0)
                elif not may_exceed:
                    out += (*first, *more, 0)
        for k in range(2, n + 1):
            t = total[k - 1]
            out += (-t, arc, *p[k - 1 : k], 0)
            for x in range(max(1, k - len(c) - 1), min(k - 2, len(p)) + 1):
                out += (-t, *p[x : x + 1], *c[k - x - 1 : k - x], 0)

    def _size(self, u: int, below: UnaryNumber) -> None:
        """Require that the value of vertex u is the number at or below u if u is a top, and greater if u is no top.

        A top of value 0 has more than `most` vertices at or below it.  below: the number at or below u.
        """
        top, lits = self.top[u], self._lits[u]
        for s in self._counted[u]:
            if s:
                self._say(-lits[s], -top, below[s - 1])
                self._say(-lits[s], top, -below[s - 1])
                if s < len(below):
                    self._say(-lits[s], -below[s])
            else:
                self._say(-lits[0], -top, below[self._most])

    def _label(self) -> None:
        """Write labels of the vertices: neighbours in the same region have the same label, and the label of a top is
        its number.

        Value 0 needs no label if sizes are not given, for then a component may have several trees.
        """
        width = max(1, (len(self._near) - 1).bit_length())
        unlabelled = set() if self._stated else {0}
        label = {v: self._sink.new(width) for v in self._vertices if self._counted[v] - unlabelled}
        for v, bits in label.items():
            label_root(self._sink, v, bits, self.top[v])
        for u, v in self.arc:
            common = self.common(u, v) - unlabelled
            if u < v and common:
                self.same[u, v] = same = self._sink.var()
                for s in common - {0}:
                    self._say(-self._lits[u][s], -self._lits[v][s], same)
                for a, b in zip(label[u], label[v], strict=True):
                    self._sink.out += (-same, -a, b, 0, -same, a, -b, 0)
        self._sink.spill()

    def _no_cycle(self, graph: Graph) -> None:
        """Forbid cycles of arcs at value 0, where the counts, cut off at their end, do not forbid cycles themselves."""
        in_forest: dict[tuple[int, int], list[Lit]] = {}
        for (u, v), arcs in zip(graph.edges, forest(self._sink, graph), strict=True):
            for tail, lit in arcs.items():
                in_forest.setdefault((tail, u + v - tail), []).append(lit)
        for (u, v), arc in self.arc.items():
            if 0 in self.common(u, v):
                self._sink.out += (-arc, *in_forest.get((u, v), ()), 0)
