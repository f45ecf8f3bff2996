"""Cuts of "true edges join the vertices of each group, and no vertices of two groups"; see `cuts`.

The net's anchors are the vertices of the groups, each with the number of its group.  No vertex is on the ways of two
groups, so a vertex that all ways of a group need is closed to the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from .least_cuts import Suspects
from .nets import Cut, DepthFirst, Net, Value, area, outwards

MIXED, NO_WAY = "the line would join two different numbers", "no way is left between two equal numbers"
ONLY_WAY = "the only way left between two equal numbers"
FEW = 8  # values that a cut needs beside which those that need more are not made


class Parted(NamedTuple):
    """A vertex of a group that would be parted from the first one of the group.

    before: the number of vertices that belonged to groups by then.
    """

    end: int
    before: int


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
        self.needed: dict[int, Parted] = {}
        self._cause: dict[int, tuple[int, int] | Parted] = {}  # by vertices: a true edge from a vertex of the group
        self._fault: tuple[int, int, int] | Parted = (-1, 0, 0)  # a true edge between two vertices
        self._near: dict[int, list[tuple[int, int]]] = {}
        for edge in (edge for edge, true in known.items() if true):
            u, v = net.edges[edge]
            self._near.setdefault(u, []).append((edge, v))
            self._near.setdefault(v, []).append((edge, u))
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
            for edge, v in self._near.get(u, ()):
                if v not in self.group:
                    self.group[v] = self.group[u]
                    self._cause[v] = edge, u
                    todo.append(v)
                elif self.group[v] != self.group[u]:
                    self.mixed = True
                    self._fault = edge, u, v
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
            end = next((v for v in below.vertices if v in others), -1)
            if end >= 0:
                if below.by_bridge and below.edge not in known:
                    self.needed[below.edge] = Parted(end, len(of))
                if below.above not in of:
                    of[below.above] = group
                    self._cause[below.above] = Parted(end, len(of))
                    new.append(below.above)
        reached = set(search.order)
        for end in others:
            if end not in reached:
                self.parted = True
                self._fault = Parted(end, len(of))
        return (new if self.parted else self._join(new)), reached

    def reasons(self, edge: int = -1) -> tuple[set[int], set[int]]:
        """Return edges whose known values force an edge, or break the rule, and the groups whose ways that needs.

        edge: one that `forced` has; -1 if the values break the rule.
        """
        place = {v: at for at, v in enumerate(self.group)}
        found, groups = set[int](), set[int]()
        if edge in self.needed:
            todo = self._closing(self.needed[edge], {edge}, place, found)
            groups.add(self.group[self.needed[edge].end])
        elif edge >= 0:
            todo = list(self.net.edges[edge])
        elif isinstance(self._fault, Parted):
            todo = self._closing(self._fault, (), place, found)
            groups.add(self.group[self._fault.end])
        else:
            edge, *todo = self._fault
            found.add(edge)
        for v in todo:
            cause = self._cause.get(v)
            if isinstance(cause, Parted):
                groups.add(self.group[v])
                new = self._closing(cause, {edge for edge, _ in self.net.at[v]}, place, found)
            elif cause is not None:
                edge, *new = cause
                found.add(edge)
            else:
                new = []
            todo += [u for u in new if u not in todo]
        return found, groups

    def between(self, edge: int, groups: Collection[int]) -> tuple[int, ...]:
        """Return two vertices of groups that an edge joins or would join, then the first vertex of each other group.

        edge: as in `reasons`.  groups: all whose ways matter.
        """
        firsts: dict[int, int] = {}
        for v, group in self.net.anchors.items():
            firsts.setdefault(group, v)
        parted = self.needed.get(edge, self._fault)
        if edge >= 0 and edge not in self.needed:
            own = [self.group[v] for v in self.net.edges[edge]]
        elif isinstance(parted, Parted):
            own = [self.group[parted.end]]
            two = firsts[own[0]], parted.end
        else:
            own = [self.group[v] for v in parted[1:]]
        if len(own) > 1:
            two = firsts[own[0]], firsts[own[1]]
        return (*two, *(firsts[group] for group in sorted(groups) if group not in own))

    def _closing(self, parted: Parted, gone: Collection[int], place: Mapping[int, int], found: set[int]) -> list[int]:
        """Put false edges into `found` without which a vertex would not be parted from the first one of its group;
        return vertices of other groups that close the other ways.

        gone: edges that part them without a reason.  place: of each vertex of a group the place in the order in which
        it was found.
        """
        group, of = self.group[parted.end], self.group
        first = next(v for v, own in self.net.anchors.items() if own == group)

        def is_open(edge: int, v: int) -> bool:
            closed = of.get(v, group) != group and place[v] < parted.before
            return self.known.get(edge) is not False and edge not in gone and not closed

        side = area(self.net, first, is_open)
        around = {edge: v for u in side for edge, v in self.net.at[u] if v not in side}
        beyond = area(self.net, parted.end, lambda edge, _: edge not in around)
        border = {edge: v for edge, v in around.items() if v in beyond and edge not in gone}
        found |= {edge for edge in border if self.known.get(edge) is False}
        return [v for edge, v in border.items() if self.known.get(edge) is not False]

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
    why = {edge: len(lines.reasons(edge)[0]) for edge in lines.forced()}
    most = max(FEW, min(why.values(), default=0))
    for edge, true in lines.forced().items():
        if why[edge] <= most:
            yield _cut(lines, edge, true)


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
    return _cut(GroupedEdges(net, {at: known for at, known in enumerate(value) if known is not None}), edge, true)


def forced(net: Net, value: Sequence[Value]) -> dict[int, bool] | None:
    """Return the values of unknown edges that known values force; None if these break the rule."""
    lines = GroupedEdges(net, {edge: true for edge, true in enumerate(value) if true is not None})
    return None if lines.is_broken else lines.forced()


def _cut(lines: GroupedEdges, edge: int, true: bool) -> Cut:
    """Return the cut that forces an edge to be true or not, or that known values break; no value can be left out.

    edge: one that `forced` has, near to which values are preferred; -1 if the values break the rule.
    """
    net, known = lines.net, lines.known
    why, groups = lines.reasons(edge)
    centre = net.edges[edge][0] if edge >= 0 else next(iter(net.anchors))
    near = (edge for v in outwards(net, centre, lambda *_: True) for edge, _ in net.at[v])
    order = [each for each in dict.fromkeys(near) if each in why]
    note = (MIXED if lines.mixed else NO_WAY) if edge < 0 else ONLY_WAY if true else MIXED
    supposed = {edge: not true} if edge >= 0 else {}
    suspects = Suspects(known, order, supposed, lambda values: GroupedEdges(net, values, groups).is_broken)
    return suspects.cut(note)._replace(between=lines.between(edge, groups))


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
