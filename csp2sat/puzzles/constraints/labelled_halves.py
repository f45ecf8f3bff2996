"""Regions of a white and a grey half that are connected and congruent, by maps and labels: see `require_halves`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from operator import mul

from ...cnf.gates import at_most_one, exactly_one
from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...constraints.graphs.islands import exactly, layered
from ...graphs.forest import label_root
from ...graphs.graph import Grid, neighbours
from .congruence import Halves, candidates, clash, largest

WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))  # of opposite ways the numbers differ in the last bit
RIGHT, DOWN = 0, 2
QUARTERS = [(one, two) for one, two in product(range(4), repeat=2) if one // 2 != two // 2]


def require_halves(sink: Sink, grid: Grid, halves: Halves, active: Sequence[Lit], counts: Sequence[Lit]) -> None:
    """Write the clauses: white vertices fall on grey ones by maps that turn and reflect; the vertices of a region share
    the map's turn and a label.

    Each vertex falls on a vertex of the other colour.  The neighbour of a vertex, of the same colour and joined to it
    by an active edge, falls on the neighbour of the vertex's image in the turned direction: so each half falls on a
    congruent set of vertices, which have the label of the half.  Labels are numbers of white vertices beside grey ones:
    the white vertices of a region are a tree whose root has its own number as its label, and is joined to a grey
    neighbour.  So a region has one root, and vertices that are not joined have other labels.

    active: the literal of each edge.  counts: as in `congruent_halves.encode`.  Size for p pairs of vertices that may
    fall on each other: 80p clauses and 4p to 7p variables.  On n vertices of large areas p = n^2/4, and less with given
    sizes and areas of few vertices: boards of 10 x 10 cells with some numbers have 6 000 to 9 000 variables and 60 000
    to 170 000 clauses.
    """
    stated = [(v, size) for v, size in enumerate(halves.sizes) if size]
    if counts:
        halves = halves._replace(sizes=(0,) * grid.size)
    encoder = _Encoder(sink, grid, halves, active)
    encoder.choose_maps()
    encoder.share_maps()
    encoder.share_sizes()
    encoder.share_labels()
    encoder.root()
    for v, size in enumerate(halves.sizes):
        if size > 1:
            encoder.count(v, size)
    for count, (v, size) in zip(counts, stated if counts else (), strict=True):
        with sink.guarded((-count,)):
            encoder.count(v, size)


class _Encoder:
    """An encoder of the constraint, with its variables.

    near: the neighbours of each vertex.
    most: for each vertex a bound on the size of its half.
    joined: the literal of the edge between two neighbours, in both orders.
    pairs: the literal that a white and a grey vertex fall on each other, in both orders.
    images: for each vertex the vertices that it may fall on.
    turns: for each vertex the literals of the directions (of WAYS) to which its map turns right, and down.
    """

    def __init__(self, sink: Sink, grid: Grid, halves: Halves, active: Sequence[Lit]):
        self.sink, self.grid, self.halves = sink, grid, halves
        self.near = neighbours(grid)
        self.most = largest(self.near, halves)
        self.joined: dict[tuple[int, int], Lit] = {}
        for (u, v), lit in zip(grid.edges, active, strict=True):
            if clash(halves, u, v):
                sink.out += (-lit, 0)
                lit = FALSE
            self.joined[u, v] = self.joined[v, u] = lit
        self.turns = [(sink.new(4), sink.new(4)) for _ in range(grid.size)]
        self.images: list[list[int]] = [[] for _ in range(grid.size)]
        self.pairs: dict[tuple[int, int], Lit] = {}

    def _edges(self) -> list[tuple[int, int, Lit]]:
        """Return the edges that may be active, each as its ends and its literal."""
        return [(u, v, self.joined[u, v]) for u, v in self.grid.edges if self.joined[u, v] != FALSE]

    def choose_maps(self) -> None:
        """Require that each vertex and exactly one of the other colour fall on each other, and choose the map of each
        vertex.

        A map turns right and down to one direction each, neither the same nor opposite ones; joined vertices have equal
        maps.
        """
        pairs_of: list[list[Lit]] = [[] for _ in range(self.grid.size)]
        for v, w in candidates(self.near, self.halves):
            self.pairs[v, w] = self.pairs[w, v] = pair = self.sink.var()
            for u, image in ((v, w), (w, v)):
                self.images[u].append(image)
                pairs_of[u].append(pair)
        for pairs, (right, down) in zip(pairs_of, self.turns, strict=True):
            for lits in (pairs, right, down):
                exactly_one(self.sink, lits)
            for way, lit in enumerate(right):
                self.sink.out += (-lit, -down[way], 0, -lit, -down[way ^ 1], 0)
            self.sink.spill()
        self._share(self._edges(), [(*right, *down) for right, down in self.turns])

    def share_maps(self) -> None:
        """Require that joined vertices of one colour fall on joined vertices, and that halves of different colours fall
        on each other.
        """
        for u, v, joined in self._edges():
            if self.halves.grey[u] == self.halves.grey[v]:
                way = RIGHT if v == u + 1 else DOWN
                self._fall(joined, u, v, way)
                self._fall(joined, v, u, way ^ 1)
            else:
                self._fall_back(joined, *((v, u) if self.halves.grey[u] else (u, v)))
            self.sink.spill()

    def _fall(self, joined: Lit, here: int, there: int, way: int) -> None:
        """Require: if the edge `joined` is active and `here` falls on a vertex, then its neighbour `there`, in the
        direction `way`, falls on the neighbour of that vertex in the turned direction, and the two images are joined.
        """
        for to, (down, right) in enumerate(WAYS):
            # the map leads from white to grey
            turned = self._turned(here, to, way) if self.halves.grey[here] else self._turned(here, way, to)
            both = self.sink.var()  # Kissat takes seconds to find it out by itself
            self.sink.out += (-joined, -turned, both, 0)
            for image in self.images[here]:
                unless, beyond = (-both, -self.pairs[here, image]), image + down * self.grid.cols + right
                self.sink.out += (*unless, self.pairs.get((there, beyond), FALSE), 0)
                self.sink.out += (*unless, self.joined.get((image, beyond), FALSE), 0)

    def _turned(self, v: int, way: int, to: int) -> Lit:
        """Return the literal that the map of the vertex `v` turns the direction `way` to the direction `to`."""
        return self.turns[v][way // 2][to ^ (way % 2)]

    def _fall_back(self, joined: Lit, white: int, grey: int) -> None:
        """Require: if the edge `joined` between neighbours `white` and `grey` is active and `white` falls on a vertex,
        then `grey` falls on the vertex that the same map takes to `grey`.
        """
        cols, (right, down) = self.grid.cols, self.turns[white]
        for image, (first, second) in product(self.images[white], QUARTERS):
            steps = grey // cols - image // cols, grey % cols - image % cols
            r, c = (
                at + sum(map(mul, steps, WAYS[way]))
                for at, way in zip(divmod(white, cols), (second, first), strict=True)
            )
            pair = self.pairs.get((r * cols + c, grey), FALSE) if 0 <= c < cols else FALSE
            self.sink.out += (-joined, -self.pairs[white, image], -right[first], -down[second], pair, 0)

    def share_sizes(self) -> None:
        """Require that a given size is the size of all vertices of its region.

        New variables say for each vertex which of the given sizes its half has; at most one of them is true.
        """
        stated = sorted({size for size in self.halves.sizes if size})
        sizes = [dict(zip(stated, self.sink.new(len(stated)), strict=True)) for _ in self.halves.sizes]
        for of, most, size in zip(sizes, self.most, self.halves.sizes, strict=True):
            at_most_one(self.sink, list(of.values()))
            self.sink.out += (of[size], 0) if size else ()
            for each, lit in of.items():
                self.sink.out += (-lit, 0) if each > most else ()
        self._share(self._edges(), [list(of.values()) for of in sizes])

    def _share(self, links: Iterable[tuple[int, int, Lit]], values: Sequence[Sequence[Lit]]) -> None:
        """Require that the ends of each link whose literal is true have equal `values`: a row of literals for each
        vertex.
        """
        for u, v, link in links:
            for a, b in zip(values[u], values[v], strict=True):
                self.sink.out += (-link, -a, b, 0, -link, a, -b, 0)
            self.sink.spill()

    def share_labels(self) -> None:
        """Require that neighbours are joined iff they have the same label, so that no border ends inside a region; and
        that vertices which fall on each other have the same label.

        A label is the number of a white vertex beside a grey one, in binary.
        """
        front = [v for v in range(self.grid.size) if not self.halves.grey[v] and self._contacts(v)]
        self._number = {v: number for number, v in enumerate(front)}
        width = max(0, len(front) - 1).bit_length()
        self._label = [self.sink.new(width) for _ in range(self.grid.size)]
        pairs = [(v, w, pair) for (v, w), pair in self.pairs.items() if v < w]
        self._share([*self._edges(), *pairs], self._label)
        for u, v in self.grid.edges:
            differ = self.sink.new(width)
            for lit, a, b in zip(differ, self._label[u], self._label[v], strict=True):
                self.sink.out += (-lit, a, b, 0, -lit, -a, -b, 0)
            self.sink.out += (self.joined[u, v], *differ, 0)
        for v in range(self.grid.size - self.grid.cols):
            if (v + 1) % self.grid.cols:
                self._no_single_border(v)

    def _no_single_border(self, v: int) -> None:
        """Require that not exactly one of the four edges around the point below and right of `v` is inactive.

        This follows from the labels, but not by unit propagation.
        """
        below = v + self.grid.cols
        four = [self.joined[e] for e in ((v, v + 1), (v, below), (v + 1, below + 1), (below, below + 1))]
        for at, lit in enumerate(four):
            self.sink.out += (lit, *(-other for other in four[:at] + four[at + 1 :]), 0)

    def _contacts(self, v: int) -> list[Lit]:
        """Return the literals of the edges that may join a vertex with a vertex of the other colour."""
        grey, edges = self.halves.grey, (((v, w), self.joined[v, w]) for w in sorted(self.near[v]))
        return [lit for (_, w), lit in edges if lit != FALSE and grey[w] != grey[v]]

    def root(self) -> None:
        """Require that the white vertices of a region have one root: the first of them that is joined to a grey vertex.

        Each white vertex is the root, or has a parent of its colour that is nearer to the root.
        """
        roots: dict[int, Lit] = {}
        for v, number in self._number.items():
            touches, roots[v] = self.sink.new(2)
            contacts = self._contacts(v)
            self.sink.out += (-roots[v], *contacts, 0)
            for lit in contacts:
                self.sink.out += (-lit, touches, 0)
            with self.sink.guarded((-touches,)):
                label_root(self.sink, number, self._label[v], roots[v])
        deep = {v: self.sink.new(max(0, most - 1)) for v, most in enumerate(self.most) if not self.halves.grey[v]}
        for v, steps in deep.items():
            for more, less in zip(steps[1:], steps, strict=False):
                self.sink.out += (-more, less, 0)
            parents = [self._parent(joined, steps, deep[u]) for u, joined in self._alike(v)]
            self.sink.out += (*([roots[v]] if v in roots else []), *parents, 0)
            self.sink.spill()

    def _alike(self, v: int) -> list[tuple[int, Lit]]:
        """Return the neighbours of the same colour that may be joined to a vertex, with the literals of the edges."""
        grey, edges = self.halves.grey, ((u, self.joined[v, u]) for u in sorted(self.near[v]))
        return [(u, lit) for u, lit in edges if lit != FALSE and grey[u] == grey[v]]

    def _parent(self, joined: Lit, ours: Sequence[Lit], theirs: Sequence[Lit]) -> Lit:
        """Return a new literal that implies that the edge `joined` is active and leads nearer to the root.

        `ours` and `theirs` are the literals, for both ends of the edge, that the end is more than 0, 1, 2, ... steps
        from the root.
        """
        lit = self.sink.var()
        self.sink.out += (-lit, joined, 0)
        for steps, further in enumerate((TRUE, *theirs)):
            above = ours[steps] if steps < len(ours) else FALSE
            self.sink.out += (-lit, -further, above, 0)
        return lit

    def count(self, start: int, size: int) -> None:
        """Require that the half of the vertex `start` has `size` vertices.

        A literal for each vertex that may be a member; members are reached from `start` along members in fewer than
        `size` steps.
        """
        steps = {start: 0}
        for u in (queue := [start]):
            for v, _ in self._alike(u) if steps[u] < size - 1 else ():
                if v not in steps and self.halves.sizes[v] in (0, size):
                    steps[v] = steps[u] + 1
                    queue.append(v)
        others = queue[1:]
        member = {start: TRUE, **dict(zip(others, self.sink.new(len(others)), strict=True))}
        for v, lit in member.items():
            for u, joined in self._alike(v):
                there = member.get(u, FALSE)
                self.sink.out += (-lit, -joined, there, 0, -lit, -there, joined, 0)
        layered(self.sink, self.near, member, steps, size - 1)
        exactly(self.sink, size - 1, [member[v] for v in others])
        self.sink.spill()
