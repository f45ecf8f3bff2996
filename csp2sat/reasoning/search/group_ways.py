"""Cuts of "true edges join the vertices of each group, and no vertices of two groups"; see `cuts`.

The net's anchors are the vertices of the groups, each with the number of its group.  No vertex is on the ways of two
groups, so a vertex that all ways of a group need is closed to the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from .least_cuts import Suspects
from .nets import Cut, DepthFirst, Net, Value, area, fewest, outwards

MIXED, NO_WAY = "the line would join different numbers", "no way is left between two equal numbers"
ONLY_WAY = "the only way left between two equal numbers"


class GroupedEdges:
    """Known edges of a net, and the vertices that belong to a group: its own vertices, vertices that true edges join to
    them, and vertices that all ways of the group need.

    known: the values of some edges.  groups: whose ways are examined; None for all.  group: of a vertex that belongs to
    one.  mixed: whether a vertex would belong to two groups.  parted: whether no way is left between vertices of a
    group.  needed: edges that are not known, which all ways of a group need.
    """

    def __init__(self, net: Net, known: Mapping[int, bool], groups: Collection[int] | None = None):
        self.net, self.known = net, known
        self.group = dict(net.anchors)
        self.mixed = self.parted = False
        self.needed: set[int] = set()
        self._near: dict[int, list[int]] = {}
        for edge in (edge for edge, true in known.items() if true):
            u, v = net.edges[edge]
            self._near.setdefault(u, []).append(v)
            self._near.setdefault(v, []).append(u)
        self._join([v for v in self._near if v in self.group])
        areas: dict[int, set[int]] = {}
        todo = list(dict.fromkeys(net.anchors.values()) if groups is None else groups)
        while todo and not self.is_broken:
            group = todo.pop(0)
            new, areas[group] = self._reserve(group)
            todo += [other for other, area in areas.items() if other not in (group, *todo) and not area.isdisjoint(new)]

    @property
    def is_broken(self) -> bool:
        """Whether the values break the rule."""
        return self.mixed or self.parted

    def _join(self, todo: list[int]) -> list[int]:
        """Let the vertices that true edges join to vertices of groups belong to these groups; return all of them."""
        for u in todo:
            for v in self._near.get(u, ()):
                if v not in self.group:
                    self.group[v] = self.group[u]
                    todo.append(v)
                elif self.group[v] != self.group[u]:
                    self.mixed = True
        return todo

    def _reserve(self, group: int) -> tuple[list[int], set[int]]:
        """Find what all ways of a group need; return the vertices that belong to the group now, and all that its ways
        may have.
        """
        known, of = self.known, self.group
        first, *others = (v for v, own in self.net.anchors.items() if own == group)
        search = DepthFirst(self.net, first, lambda edge, v: known.get(edge) is not False and of.get(v, group) == group)
        new: list[int] = []
        for below in search:
            if not set(others).isdisjoint(below.vertices):
                if below.by_bridge and below.edge not in known:
                    self.needed.add(below.edge)
                if below.above not in of:
                    of[below.above] = group
                    new.append(below.above)
        self.parted = self.parted or not set(others).issubset(search.order)
        return self._join(new), set(search.order)

    def forced(self) -> dict[int, bool]:
        """Return the values that the rule forces: true if all ways of a group need the edge, false between two groups;
        the known values do not break the rule.
        """
        found, of = dict.fromkeys(sorted(self.needed), True), self.group
        for edge, (u, v) in enumerate(self.net.edges):
            if edge not in self.known and u in of and v in of and of[u] != of[v]:
                found[edge] = False
        return found


def joined_groups(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield reasons, as cuts, that known values give by the rule that true edges join the vertices of each group, and
    no vertices of two groups.

    Values that break the rule give one cut, or a cut for each fault if all values are known.  Others give a cut for
    each edge that is false since it would join two groups, and for each edge that is true since each possible path
    between two vertices of a group has it.

    value: of each edge, None for an unknown one.
    """
    known = {edge: true for edge, true in enumerate(value) if true is not None}
    if len(known) == len(value):
        yield from _cuts_of_whole(net, value)
        return
    lines = GroupedEdges(net, known)
    if lines.is_broken:
        yield cut_of(net, value, -1, False)
        return
    for edge, true in lines.forced().items():
        yield _cut(lines, {edge: not true}, ONLY_WAY if true else MIXED)


def _cuts_of_whole(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield a cut for each way of true edges between two groups, and for each part of a group that no way leaves; all
    values are known.
    """
    for start, group in net.anchors.items():
        came: dict[int, tuple[int, int]] = {start: (-1, start)}
        todo = [start]
        for u in todo:
            for edge, v in net.at[u] if u == start or u not in net.anchors else ():
                if value[edge] and v not in came:
                    came[v] = edge, u
                    todo.append(v)
        for v in todo:
            if net.anchors.get(v, group) != group and start < v:
                way = _way(came, v)
                yield Cut([(edge, False) for edge in way], tuple(sorted(way)), MIXED)
        other = next((v for v, own in net.anchors.items() if own == group and v not in came), None)
        if other is not None and all(net.anchors.get(v, group) == group for v in todo):
            yield from _leaving(net, group, set(todo), other)


def _way(came: Mapping[int, tuple[int, int]], v: int) -> list[int]:
    """Return the edges on the way to a vertex; came: for each vertex its edge and the vertex before."""
    found = []
    while came[v][0] >= 0:
        edge, v = came[v]
        found.append(edge)
    return found


def _leaving(net: Net, group: int, inside: set[int], other: int) -> Iterator[Cut]:
    """Yield the cut "an edge leads from the vertices inside towards another vertex of the group".

    other: that vertex.
    """

    def may(edge: int, v: int) -> bool:
        return v not in inside and net.anchors.get(v, group) == group

    beyond = area(net, other, may)
    border = sorted({edge for u in inside for edge, v in net.at[u] if v in beyond})
    yield Cut([(edge, True) for edge in border], tuple(border), NO_WAY)


def cut_of(net: Net, value: Sequence[Value], edge: int, true: bool) -> Cut:
    """Return the cut for an edge that known values force to be true or not; edge: -1 for the cut that these break.

    value: as in the head of `cuts`.
    """
    lines = GroupedEdges(net, {at: known for at, known in enumerate(value) if known is not None})
    if edge < 0:
        return _cut(lines, {}, MIXED if lines.mixed else NO_WAY)
    return _cut(lines, {edge: not true}, ONLY_WAY if true else MIXED)


def forced(net: Net, value: Sequence[Value]) -> dict[int, bool] | None:
    """Return the values of unknown edges that known values force; None if these break the rule."""
    lines = GroupedEdges(net, {edge: true for edge, true in enumerate(value) if true is not None})
    return None if lines.is_broken else lines.forced()


def _cut(lines: GroupedEdges, supposed: dict[int, bool], note: str) -> Cut:
    """Return the cut "these values, the supposed ones among them, break the rule"; no value can be left out.

    supposed: the value of an edge that is not known, near to which values are preferred; {} if the known ones break
    the rule.  note: of the cut.
    """
    net, known = lines.net, lines.known
    centre = net.edges[next(iter(supposed))][0] if supposed else next(iter(net.anchors))
    near = (edge for v in outwards(net, centre, lambda *_: True) for edge, _ in net.at[v])
    order = [edge for edge in dict.fromkeys(near) if edge in known]

    every = list(dict.fromkeys(net.anchors.values()))
    groups = fewest(every, lambda kept: GroupedEdges(net, {**known, **supposed}, kept).is_broken)
    suspects = Suspects(known, order, supposed, lambda values: GroupedEdges(net, values, groups).is_broken)
    return suspects.cut(note)


def numbered(net: Net, lits: Sequence[int], top: int) -> Iterator[list[int]]:
    """Yield clauses that give each vertex the number of a group in bits, equal along true edges: they follow from
    the rule, and with the degrees of the vertices they say that no line joins different groups.

    lits: the literal of each edge.  top: the greatest variable so far; the bits are the next ones.
    """
    groups = list(dict.fromkeys(net.anchors.values()))
    width = max(0, len(groups) - 1).bit_length()
    for v, group in net.anchors.items():
        for b in range(width):
            bit = top + 1 + v * width + b
            yield [bit if groups.index(group) >> b & 1 else -bit]
    for lit, (u, v) in zip(lits, net.edges, strict=True):
        for b in range(1, width + 1):
            one, other = top + u * width + b, top + v * width + b
            yield from ([-lit, -one, other], [-lit, one, -other])
