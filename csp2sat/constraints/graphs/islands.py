"""islands: each component of the active vertices has exactly one anchor, and as many vertices as its anchor's size.

Size 0 allows any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...cnf.counters import ones, total
from ...cnf.gates import at_most_one
from ...cnf.sink import DOWN, TRUE, Lit, Sink
from ...graphs.forest import forest, one_tree
from ...graphs.graph import Graph, component, neighbours, reached, search
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation, node

LeastSteps = Mapping[int, int]  # for each vertex that may be a member its least number of steps from the root
Near = Sequence[set[int]]  # the neighbours of each vertex
Anchors = tuple[tuple[int, int], ...]  # vertex and size; a vertex has one anchor at most
MOST_LAYERS = 200_000  # variables in the layers of all islands together; those that need more are joined by a tree
FEW = 8  # inactive vertices are few if at most one in FEW is inactive


def holds(graph: Graph, anchors: Anchors, *active: bool) -> bool:
    """Whether the anchors are active, each active vertex is in the component of exactly one anchor, and each component
    has the anchor's size.
    """
    left = {v for v in range(graph.size) if active[v]}
    near = neighbours(graph, (u in left and v in left for u, v in graph.edges))
    centres = {v for v, _ in anchors}
    islands = [component(near, v) for v, _ in anchors]
    return left == set[int]().union(*islands) and all(
        size in (0, len(island)) and island & centres == {v} for island, (v, size) in zip(islands, anchors, strict=True)
    )


def reaches(graph: Graph, anchors: Anchors) -> list[dict[int, int]]:
    """Return for each anchor, in their order, the vertices that its island may have, each with its least number of
    steps from the anchor (0 for the anchor itself).

    The steps go through vertices that are neither another anchor nor next to one, and are fewer than the anchor's size;
    size 0 allows any number of steps.
    """
    near = neighbours(graph)
    found = []
    for anchor, size in anchors:
        others = {v for v, _ in anchors if v != anchor}
        steps = {anchor: 0}
        queue = [anchor]
        for u in queue:
            if steps[u] + 1 < (size or graph.size):
                new = [v for v in sorted(near[u] - others) if v not in steps and near[v].isdisjoint(others)]
                steps |= dict.fromkeys(new, steps[u] + 1)
                queue += new
        found.append(steps)
    return found


def encode(sink: Sink, graph: Graph, anchors: Anchors, *active: Lit) -> None:
    """Write the clauses: for each island a literal for each vertex it may have, a count, and a proof that it is
    connected.

    active: the literal of each vertex.  New variables and clauses, for an island of size s that may have n vertices: n
    literals if others may have them too, the count (see `cnf.counters.total`), and layers with at most sn/2 variables
    and twice as many clauses on a grid (see `layered`); instead of layers, n variables and those of a forest for large
    islands and islands of any size: one forest for all of these.
    """
    islands = _Islands(sink, graph, anchors, active)
    islands.divide()
    islands.grow()
    islands.count()
    islands.connect()


class _Islands:
    """The clauses of the islands of a graph, written by `divide`, `grow`, `count`, `connect`.

    steps: for each island its vertices with their steps, as `reaches` gives them.  member: for each island the literals
    that its possible vertices belong to it.
    """

    def __init__(self, sink: Sink, graph: Graph, anchors: Anchors, active: Sequence[Lit]):
        self._sink, self._graph, self._anchors, self._active = sink, graph, anchors, active
        self._near = neighbours(graph)
        self._steps = reaches(graph, anchors)
        self._member: list[dict[int, Lit]] = [{} for _ in anchors]
        self._of: list[list[int]] = [[] for _ in active]  # the islands that a vertex may be of

    def divide(self) -> None:
        """Make the literals of the members, and require that each anchor is in its island, each active vertex in
        exactly one island, and active neighbours in the same island.
        """
        for island, steps in enumerate(self._steps):
            for v in steps:
                self._of[v].append(island)
        for v, islands in enumerate(self._of):
            self._divide_vertex(v, islands)
        for u, v in self._graph.edges:
            self._join(u, v)
            self._join(v, u)
        self._sink.spill()

    def _divide_vertex(self, v: int, islands: Sequence[int]) -> None:
        active = self._active[v]
        lits = self._sink.new(len(islands)) if len(islands) > 1 else (active,) * len(islands)
        if len(islands) > 1:
            self._sink.means("words", lits, [f"{v} is in the island of {self._anchors[each][0]}" for each in islands])
        for island, lit in zip(islands, lits, strict=True):
            self._member[island][v] = lit
            if lit != active:
                self._sink.out += (-lit, active, 0)
            if not self._steps[island][v]:
                self._sink.out += (lit, 0)
        if len(islands) != 1:
            self._sink.out += (-active, *lits, 0)
            at_most_one(self._sink, lits)

    def _join(self, u: int, v: int) -> None:
        """Require that vertex v is in the island of its neighbour u if both are active."""
        for island in self._of[u]:
            member = self._member[island]
            if v not in member:
                self._sink.out += (-member[u], -self._active[v], 0)
            elif member[v] != self._active[v]:
                self._sink.out += (-member[u], -self._active[v], member[v], 0)

    def grow(self) -> None:
        """Require that each vertex of an island with several vertices has a neighbour there.

        The other clauses imply this, but the solver would find it late.
        """
        for (_, size), member, steps in zip(self._anchors, self._member, self._steps, strict=True):
            for v, lit in member.items():
                if size > 1 or steps[v]:
                    self._sink.out += (-lit, *(member[u] for u in self._near[v] if u in member), 0)
            self._sink.spill()

    def count(self) -> None:
        """Require the sizes of the islands; and the number of all active vertices if all sizes are known and few
        vertices are not active.
        """
        for (_, size), member in zip(self._anchors, self._member, strict=True):
            if size:
                exactly(self._sink, size, list(member.values()))
        sizes = [size for _, size in self._anchors]
        if all(sizes) and FEW * (self._graph.size - sum(sizes)) <= self._graph.size:
            exactly(self._sink, sum(sizes), self._active)

    def connect(self) -> None:
        """Require that the islands are connected: by layers as long as MOST_LAYERS allows, the small islands first,
        else a forest.

        Islands of any size are in the forest too: their layers would have to be as many as the vertices.
        """
        left, large = MOST_LAYERS, [island for island, (_, size) in enumerate(self._anchors) if not size]
        for needed, island in sorted(self._layers()):
            left -= needed
            if left >= 0:
                member, steps = self._member[island], self._steps[island]
                layered(self._sink, self._near, member, steps, self._anchors[island][1] - 1)
            else:
                large.append(island)
        if large:
            self._plant(large)

    def _plant(self, islands: Sequence[int]) -> None:
        """Require that each of the given islands is connected, as a tree in one forest of the graph."""
        order = search(self._near, range(self._graph.size if self._graph.faces is None else 1))
        arcs = forest(self._sink, self._graph)
        for island in islands:
            member = {**self._member[island], self._anchors[island][0]: TRUE}
            with self._sink.without_constants():
                one_tree(self._sink, self._graph, arcs, {v: member[v] for v in order if v in member})

    def _layers(self) -> Iterator[tuple[int, int]]:
        """Yield for each island of known size the number of variables that its layers need, and the island."""
        for island, (_, size) in enumerate(self._anchors):
            if size:
                yield _layers_size(self._steps[island], self._near, size - 1), island


def _steps_apart(steps: LeastSteps, near: Near) -> int:
    """Return the difference of the possible lengths of ways to a vertex.

    The difference is 2 if no edge joins vertices at the same distance, else 1.
    """
    return 1 if any(steps[u] == steps.get(v) for u in steps for v in near[u]) else 2


def _layers_size(steps: LeastSteps, near: Near, most: int) -> int:
    """Return the number of new variables that `layered` makes with at most `most` steps."""
    each = _steps_apart(steps, near)
    return sum(max(0, most - least) // each for least in steps.values() if least > 1)


def layered(sink: Sink, near: Near, members: Mapping[int, Lit], steps: LeastSteps, most: int) -> None:
    """Require that every member is at most `most` steps from the root, along members.

    near: the neighbours of each vertex.
    steps: the least number of steps of each vertex.
    members: the literals of these vertices; the root is a member.

    For each vertex and each number of steps, from the least to the greatest possible one, a literal implies that the
    vertex is that near to the root: then it is nearer, or a neighbour is nearer by one step.  The last literal is the
    member's own.
    New variables: see `_layers_size`; clauses: two for each, and one for each vertex.
    """
    each = _steps_apart(steps, near)
    near_by = {
        v: (*(sink.new(max(0, most - least) // each) if least > 1 else ()), members[v] if least else TRUE)
        for v, least in steps.items()
    }
    new = [lit for lits in near_by.values() for lit in lits[:-1]]
    sink.means("words", new, lambda: [*_words(near_by, steps, each)], DOWN)
    for v, least in steps.items():
        inner = [(steps[u], near_by[u]) for u in near[v] if u in steps]
        for at, lit in enumerate(near_by[v] if least > 1 else ()):
            before = least + each * at - 1
            nearer = [lits[min((before - far) // each, len(lits) - 1)] for far, lits in inner if far <= before]
            if at:
                sink.out += (-near_by[v][at - 1], lit, 0)
                nearer.append(near_by[v][at - 1])
            sink.out += (-lit, *nearer, 0)
        sink.spill()


def _words(near_by: Mapping[int, Sequence[Lit]], steps: LeastSteps, each: int) -> Iterator[str]:
    """Yield what the new literals of `layered` imply, by vertex.

    near_by, steps: for each vertex the literals, the last one its own, and the least number of steps, 0 for the root,
    which comes first.  each: how many steps the next literal allows more.
    """
    root = next(iter(steps))
    for v, lits in near_by.items():
        for at in range(len(lits) - 1):
            yield f"{v} is reached from {root} within {steps[v] + each * at} steps"


def exactly(sink: Sink, count: int, lits: Sequence[Lit]) -> None:
    """Require that exactly `count` of the literals `lits` are true, by counting true or false literals, whichever are
    fewer.
    """
    if 2 * count > len(lits):
        count, lits = len(lits) - count, [-lit for lit in lits]
    if count < 0:
        sink.out += (0,)
        return
    sums = dict(total(sink, ones(lits), count + 1))
    sink.out += (-sums[count + 1], 0) if count + 1 in sums else ()
    sink.out += (sums[count], 0) if count else ()


def formula(graph: Graph, anchors: Anchors, *active: Expr) -> Expr:
    """Return the constraint as a formula: the vertices reached from each anchor.

    For n vertices and m edges about n(n + m) nodes for each anchor.
    """
    usable = [all_of((active[u], active[v])) for u, v in graph.edges]
    starts = ([p if v == anchor else any_of(()) for v, p in enumerate(active)] for anchor, _ in anchors)
    of = [reached(start, graph.edges, usable) for start in starts]
    ones_of = [[node("if", p, 1, 0) for p in there] for there in of]
    sizes = (node("eq", node("add", *x), n) for x, (_, n) in zip(ones_of, anchors, strict=True) if n)
    one_each = (
        any_of((negation(p), node("eq", node("add", *(x[v] for x in ones_of)), 1))) for v, p in enumerate(active)
    )
    return all_of((*(active[v] for v, _ in anchors), *sizes, *one_each))


CONSTRAINT = GlobalConstraint("islands", holds, encode, formula)
