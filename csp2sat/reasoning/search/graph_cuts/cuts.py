"""Cuts of graph rules: clauses that follow from one rule alone, which known values break or leave with one literal.

A person does not use "the shaded cells are connected" as a whole, but "this area has one way out".  A cut is such a
statement: a clause over the graph's literals with the vertices or edges of its border.

In all functions `value` has for each vertex (`connected`) or edge (the others) True, False, or None if not known.  A
clause is a list of pairs: the number of a vertex or edge, and the value that makes the clause true.  The clauses have
no member that could be left out, but for `single_loop`, whose clauses may keep one more edge than another proof would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from .nets import Cut, DepthFirst, Net, Value, area, outwards

CYCLE = "a loop would close"
ONLY_WAY, NO_WAY = "the only way left between two parts", "no way is left between two parts"


def connected(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "the true vertices are connected" that have at most one literal that is not known false.

    There is a cut for each vertex that parts true vertices, for each vertex that no true vertex can reach, and one if
    true vertices are parted already.
    """
    true = [v for v in range(net.size) if value[v]]
    if not true:
        return
    root = true[0]
    inside = area(net, root, lambda _, v: value[v] is not False)
    for v in true:
        if v not in inside:
            yield _parted(net, value, v, root, NO_WAY)
            return
    for v in range(net.size):
        if value[v] is None and v not in inside:
            yield _parted(net, value, v, root, "no way leads there")
    for v in _articulations(net, root, inside):
        if value[v] is None:
            side = next(
                (side for side in _sides(net, v, inside) if root not in side and any(value[u] for u in side)), None
            )
            if side is not None:
                u = next(u for u in true if u in side)
                yield _parted(net, value, u, root, ONLY_WAY, v)


def connected_rest(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield the cuts of "the true vertices are connected, and no edge joins two false ones": those of `connected`, but
    for a border that parts others the border alone.  If its vertices are all false, true ones are on both sides of it.
    """
    for cut in connected(net, value):
        yield cut._replace(clause=[(v, True) for v in cut.border]) if cut.border else cut


def _sides(net: Net, v: int, inside: Set[int]) -> list[set[int]]:
    """Return the parts into which the set `inside`, which is connected, falls without v."""
    sides: list[set[int]] = []
    for _, u in net.at[v]:
        if u in inside and not any(u in side for side in sides):
            sides.append(area(net, u, lambda _, w: w in inside and w != v))
    return sides


def _parted(net: Net, value: Sequence[Value], u: int, w: int, note: str, without: int = -1) -> Cut:
    """Return the cut "if u and w are true, a vertex of their separator is true": each vertex of the separator touches
    both sides.

    The separator consists of false vertices and of `without`, if this is a vertex.  Two true vertices near the
    separator stand for u and w if there are any.  value: as in the file's head.  note: of the cut.
    """

    def free(_: int, v: int) -> bool:
        return value[v] is not False and v != without

    small = area(net, u, free)
    around = {v for inner in small for _, v in net.at[inner] if v not in small}
    beyond = area(net, w, lambda _, v: v not in around)
    border = sorted(v for v in around if v == w or any(far in beyond for _, far in net.at[v]))
    near = outwards(net, border[0] if border else u, lambda *_: True)
    u = next((v for v in near if value[v] and v in small), u)
    w = next((v for v in near if value[v] and v in beyond), w)
    clause = [(u, False), (w, False), *((v, True) for v in border)]
    return Cut(clause, tuple(border), note, between=(u, w))


def _articulations(net: Net, root: int, inside: Set[int]) -> list[int]:
    """Return the vertices, root apart, without which the connected set `inside` falls apart, ascending."""
    below = DepthFirst(net, root, lambda _, v: v in inside)
    return sorted({each.above for each in below} - {root})


def acyclic(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "the true edges have no cycle": for each edge that would close a cycle of true edges, and one for a
    cycle that is there.
    """
    tree = TrueEdges(net)
    for edge, (u, v) in enumerate(net.edges):
        if value[edge]:
            path = tree.path(u, v)
            if path is not None:
                yield _no_cycle([*path, edge])
                return
            tree.join(edge)
    for edge, (u, v) in enumerate(net.edges):
        if value[edge] is None and (path := tree.path(u, v)) is not None:
            yield _no_cycle([*path, edge])


def _no_cycle(edges: Sequence[int]) -> Cut:
    """Return the cut of a cycle of edges in walking order, whose border is in this order from its first edge, towards
    the earlier one beside it.
    """
    at = edges.index(min(edges))
    first, *way = [*edges[at:], *edges[:at]]
    border = (first, *(way if way[:1] <= way[-1:] else way[::-1]))
    return Cut([(edge, False) for edge in edges], border, CYCLE)


class TrueEdges:
    """A growing set of edges of a net, and the components that the edges make.

    name: for each vertex a number of its component.
    """

    def __init__(self, net: Net):
        self._net = net
        self._near: dict[int, list[tuple[int, int]]] = {}
        self.name = list(range(net.size))

    def join(self, edge: int) -> None:
        """Add an edge."""
        u, v = self._net.edges[edge]
        self._near.setdefault(u, []).append((edge, v))
        self._near.setdefault(v, []).append((edge, u))
        old, new = self.name[v], self.name[u]
        self.name = [new if name == old else name for name in self.name]

    def path(self, u: int, v: int) -> list[int] | None:
        """Return the edges of a shortest way between two vertices; None if they are in two components."""
        if self.name[u] != self.name[v]:
            return None
        came: dict[int, tuple[int, int]] = {u: (-1, u)}
        todo = [u]
        for here in todo:
            for edge, there in self._near.get(here, ()):
                if there not in came:
                    came[there] = (edge, here)
                    todo.append(there)
        found = []
        while v != u:
            edge, v = came[v]
            found.append(edge)
        return found


def joined(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "the ends are joined by true edges": for each edge that is the only way left between two ends, and
    one if ends are parted already.
    """
    root = net.ends[0] if net.ends else 0
    whole = area(net, root, lambda edge, _: value[edge] is not False)
    for end in net.ends:
        if end not in whole:
            yield _ways_out(net, value, end, root)
            return
    for edge, (u, v) in enumerate(net.edges):
        if value[edge] is None and u in whole:
            side = _without_edge(net, value, u, edge)
            if v not in side:
                parted = next((e for e in net.ends if (e in side) != (root in side)), None)
                if parted is not None:
                    yield _ways_out(net, value, parted, root, edge)


def _without_edge(net: Net, value: Sequence[Value], u: int, without: int) -> set[int]:
    """Return the vertices that are reached from u by edges that are not known false, except the edge `without`.

    value: as in the file's head.
    """
    return area(net, u, lambda edge, _: value[edge] is not False and edge != without)


def _ways_out(net: Net, value: Sequence[Value], u: int, w: int, without: int = -1) -> Cut:
    """Return the cut "an edge between the sides of u and w is true"; these edges are false, or `without`.

    value: as in the file's head.
    """
    small = _without_edge(net, value, u, without)
    around = {edge for inner in small for edge, v in net.at[inner] if v not in small}
    beyond = area(net, w, lambda edge, _: edge not in around)
    border = sorted(edge for edge in around if not beyond.isdisjoint(net.edges[edge]))
    note = NO_WAY if without < 0 else ONLY_WAY
    return Cut([(edge, True) for edge in border], tuple(border), note, between=(u, w))
