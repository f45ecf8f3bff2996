"""congruent-halves: the components of active edges of a grid have a white half and a grey one, connected and congruent.

An edge that is not active joins two components.  Some vertices know how many vertices their half has.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.gates import at_most_one, exactly_one
from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...graphs.congruence import Halves, Map, candidates, clash, congruent, largest
from ...graphs.forest import label_root
from ...graphs.graph import Grid, component, neighbours
from ...model.constraint import GlobalConstraint
from .islands import exactly, layered


def holds(grid: Grid, halves: Halves, *active: bool) -> bool:
    """The meaning: look at each component."""
    near = neighbours(grid, active)
    region = [frozenset(component(near, v)) for v in range(grid.size)]
    if any(not on and u in region[v] for (u, v), on in zip(grid.edges, active, strict=True)):
        return False
    return all(_is_right(grid, halves, near, members) for members in set(region))


def _is_right(grid: Grid, halves: Halves, near: Sequence[set[int]], members: frozenset[int]) -> bool:
    white, grey = ([v for v in sorted(members) if halves.grey[v] == colour] for colour in (False, True))
    for half in (white, grey):
        inside = [near[v].intersection(half) for v in range(grid.size)]
        if not half or len(component(inside, half[0])) < len(half):
            return False
    told = {halves.sizes[v] for v in members} - {0}
    cells = [[divmod(v, grid.cols) for v in half] for half in (white, grey)]
    return told <= {len(white)} and congruent(*cells)


def encode(sink: Sink, grid: Grid, halves: Halves, *active: Lit) -> None:
    """For each white vertex one map, which the vertices of a half share, and a label, which those of a region share.

    A map that takes v to w is one for w, too.  So neighbours of equal colour that are joined have equal maps, and the
    halves are congruent: what falls on them is joined, for it has the same label.  Labels are numbers of white vertices
    beside grey ones: in each half its vertices are a tree whose root has its own number as its label, and is
    joined to a grey neighbour.  So there is one root, and what is not joined has other labels.

    On n vertices of areas that are large at most 2n^2 maps, each with two clauses for each edge; told sizes, and
    areas of few vertices, leave few of them: 10 x 10 cells with some numbers have 15 000 to 35 000 variables and
    150 000 to 450 000 clauses.
    """
    encoder = _Encoder(sink, grid, halves, active)
    encoder.choose_maps()
    encoder.share_maps()
    encoder.share_sizes()
    encoder.share_labels()
    encoder.root()
    for v, size in enumerate(halves.sizes):
        if size > 1:
            encoder.count(v, size)


class _Encoder:
    """near: the neighbours of each vertex.  joined: of two neighbours, both ways.  most: what halves can have as sizes.
    maps: of each vertex; images: where the maps of white ones lead."""

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
        self.maps: list[dict[Map, Lit]] = [{} for _ in range(grid.size)]
        self.images: list[dict[Map, int]] = [{} for _ in range(grid.size)]
        self.pairs: dict[tuple[int, int], Lit] = {}

    def _edges(self, alike: bool | None = None) -> list[tuple[int, int, Lit]]:
        """The edges that may be active; alike: those whose ends have the same colour, or have not."""
        grey = self.halves.grey
        found = ((u, v, self.joined[u, v]) for u, v in self.grid.edges)
        return [(u, v, e) for u, v, e in found if e != FALSE and alike in (None, grey[u] == grey[v])]

    def choose_maps(self) -> None:
        """One map for each vertex, and one vertex on which it falls."""
        to: list[list[Lit]] = [[] for _ in range(self.grid.size)]
        for v, w, maps in candidates(self.grid, self.near, self.halves):
            self.pairs[v, w] = pair = self.sink.var()
            lits = self.sink.new(len(maps))
            for each, lit in zip(maps, lits, strict=True):
                self.maps[v][each] = self.maps[w][each] = lit
                self.images[v][each] = w
                self.sink.out += (-lit, pair, 0)
            self.sink.out += (-pair, *lits, 0)
            to[v].append(pair)
            to[w].append(pair)
        for of, lits_to in zip(self.maps, to, strict=True):
            exactly_one(self.sink, list(of.values()))
            at_most_one(self.sink, lits_to)
            self.sink.spill()

    def share_maps(self) -> None:
        """Vertices that are joined have the same map; then what they fall on is joined, too."""
        out = self.sink.out
        for u, v, joined in self._edges():
            ours, theirs = self.maps[u], self.maps[v]
            for each in {**ours, **theirs}:
                a, b = ours.get(each, FALSE), theirs.get(each, FALSE)
                out += (-joined, -a, b, 0, -joined, a, -b, 0)
            for each in self.images[u].keys() & self.images[v].keys():
                image = self.joined[self.images[u][each], self.images[v][each]]
                a, b = ours[each], theirs[each]
                out += (-a, -b, -joined, image, 0, -a, -b, joined, -image, 0)
            self.sink.spill()

    def share_sizes(self) -> None:
        """Sizes that are told are those of all vertices of a region; each vertex has one of them, or none."""
        told = sorted({size for size in self.halves.sizes if size})
        sizes = [dict(zip(told, self.sink.new(len(told)), strict=True)) for _ in self.halves.sizes]
        for of, most, size in zip(sizes, self.most, self.halves.sizes, strict=True):
            at_most_one(self.sink, list(of.values()))
            self.sink.out += (of[size], 0) if size else ()
            for each, lit in of.items():
                self.sink.out += (-lit, 0) if each > most else ()
        self._share([list(of.values()) for of in sizes])

    def _share(self, values: Sequence[Sequence[Lit]]) -> None:
        """What is joined, or falls on each other, has equal values: a row of literals for each vertex."""
        links = [*self._edges(), *((v, w, pair) for (v, w), pair in self.pairs.items())]
        for u, v, link in links:
            for a, b in zip(values[u], values[v], strict=True):
                self.sink.out += (-link, -a, b, 0, -link, a, -b, 0)
            self.sink.spill()

    def share_labels(self) -> None:
        """Neighbours are joined iff they have the same label; so no border ends inside a region."""
        front = [v for v in range(self.grid.size) if not self.halves.grey[v] and self._contacts(v)]
        self._number = {v: number for number, v in enumerate(front)}
        width = max(0, len(front) - 1).bit_length()
        self._label = [self.sink.new(width) for _ in range(self.grid.size)]
        self._share(self._label)
        for u, v in self.grid.edges:
            differ = self.sink.new(width)
            for lit, a, b in zip(differ, self._label[u], self._label[v], strict=True):
                self.sink.out += (-lit, a, b, 0, -lit, -a, -b, 0)
            self.sink.out += (self.joined[u, v], *differ, 0)
        for v in range(self.grid.size - self.grid.cols):
            if (v + 1) % self.grid.cols:
                self._no_single_border(v)

    def _no_single_border(self, v: int) -> None:
        """Around a point between four vertices there is not just one border; labels say so, but not at once."""
        below = v + self.grid.cols
        four = [self.joined[e] for e in ((v, v + 1), (v, below), (v + 1, below + 1), (below, below + 1))]
        for at, lit in enumerate(four):
            self.sink.out += (lit, *(-other for other in four[:at] + four[at + 1 :]), 0)

    def _contacts(self, v: int) -> list[Lit]:
        """The edges that may join a vertex with one of the other colour."""
        grey, edges = self.halves.grey, (((v, w), self.joined[v, w]) for w in sorted(self.near[v]))
        return [lit for (_, w), lit in edges if lit != FALSE and grey[w] != grey[v]]

    def root(self) -> None:
        """The white vertices of a region have one root, the first of them that is joined to a grey one."""
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
        """The neighbours of the same colour that may be joined, with the edges."""
        grey, edges = self.halves.grey, ((u, self.joined[v, u]) for u in sorted(self.near[v]))
        return [(u, lit) for u, lit in edges if lit != FALSE and grey[u] == grey[v]]

    def _parent(self, joined: Lit, ours: Sequence[Lit], theirs: Sequence[Lit]) -> Lit:
        """A new literal: joined, and nearer to the root.  ours, theirs: more than 0, 1, 2, ... steps from it."""
        lit = self.sink.var()
        self.sink.out += (-lit, joined, 0)
        for steps, further in enumerate((TRUE, *theirs)):
            above = ours[steps] if steps < len(ours) else FALSE
            self.sink.out += (-lit, -further, above, 0)
        return lit

    def count(self, start: int, size: int) -> None:
        """The half of a vertex has that size: its members, each by a way of fewer steps along them."""
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


CONSTRAINT = GlobalConstraint("congruent-halves", holds, encode)
