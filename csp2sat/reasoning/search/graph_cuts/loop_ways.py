"""Cuts of "the true edges form a single loop", beside the degrees of the vertices; see `cuts`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from typing import Any

from .area_ways import exact_areas, larger_areas
from .beam_ways import beams
from .cuts import acyclic, connected, connected_rest, joined
from .group_ways import joined_groups
from .half_ways import all_halved_blocks, halved_blocks
from .island_ways import crowded, islands
from .nets import Cut, DepthFirst, Net, Value, area
from .shore_ways import shores

EARLY = "a loop would close without "  # another line
CLOSED = "the loop is closed, and there is no other line"
ONCE = "the loop would have no way back from "  # a place
TWICE = "the loop needs two ways between two areas"
EVEN = "the loop leaves an area as often as it enters the area"  # that some edges are around


def single_loop(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "the true edges form a single loop" beside the degrees of the vertices.

    There is a cut for each edge that would close a loop while another edge is used elsewhere, or is outside of a loop
    that is closed, and for each area of several vertices with at most one way out; if there is none, for each area
    around which at most one edge is not known.
    """
    used = [edge for edge in range(len(net.edges)) if value[edge]]
    if used:
        found = [*_closing(net, value, used), *_single_ways(net, value, used)]
        yield from found or _evenly(net, value)


def _closing(net: Net, value: Sequence[Value], used: Sequence[int]) -> Iterator[Cut]:
    """Yield a cut for each edge that closes a path of used edges while a used edge is not on the path, and for each
    edge that may not be used since others are a loop; value: as in the head of `cuts`.
    """
    near: dict[int, list[tuple[int, int]]] = {}
    for edge in used:
        u, v = net.edges[edge]
        near.setdefault(u, []).append((edge, v))
        near.setdefault(v, []).append((edge, u))
    seen: set[int] = set()
    for edge in used:
        if edge in seen:
            continue
        path = _component_edges(net, near, edge)
        seen.update(path)
        other = next((each for each in used if each not in path), None)
        degree: dict[int, int] = {}
        for each in path:
            for v in net.edges[each]:
                degree[v] = degree.get(v, 0) + 1
        ends = [v for v, count in degree.items() if count == 1]
        if max(degree.values()) > 2:
            continue
        around = tuple(sorted(path))
        if not ends:
            others = [each for each in range(len(net.edges)) if value[each] is None] if other is None else [other]
            yield from (Cut([(e, False) for e in (*path, each)], around, CLOSED, around) for each in others)
        elif other is None:
            return
        elif len(ends) == 2:
            for closing, v in net.at[ends[0]]:
                if v == ends[1] and value[closing] is None:
                    clause = [(each, False) for each in (*path, closing, other)]
                    yield Cut(clause, tuple(sorted((*path, closing))), EARLY)


def _component_edges(net: Net, near: dict[int, list[tuple[int, int]]], start: int) -> list[int]:
    found, todo = {start: None}, [net.edges[start][0]]
    visited = set(todo)
    for u in todo:
        for edge, v in near[u]:
            found[edge] = None
            if v not in visited:
                visited.add(v)
                todo.append(v)
    return list(found)


def _single_ways(net: Net, value: Sequence[Value], used: Sequence[int]) -> Iterator[Cut]:
    """Yield cuts of areas that no edge or only one edge may leave: the loop cannot leave an area once, nor be in two
    areas.  value: as in the head of `cuts`.  used: the edges that are known true, at least one.
    """
    root = net.edges[used[0]][0]
    whole = area(net, root, lambda edge, _: value[edge] is not False)
    beyond = next((edge for edge in used if net.edges[edge][0] not in whole), None)
    if beyond is not None:
        yield _two_ways(net, value, used, whole, {})[0]
        return
    for bridge, side in _bridges(net, value, root):
        crossing = _two_ways(net, value, used, side, {bridge: None})
        if crossing:
            yield from crossing
        elif len(side) > 1:  # what an area of one vertex says is its degree
            side = _smooth(net, value, side, _is_dead)
            around = _around(net, side)
            (end,) = side.intersection(net.edges[bridge])
            clause = [(bridge, False), *((e, True) for e in around if e != bridge)]
            yield Cut(clause, tuple(around), ONCE, at=end)


def _evenly(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of areas around which one edge at most is not known: the number of used edges around is even.

    The areas are the parts of the graph without its known edges, and without one more edge.  An area of one vertex has
    a statement of its own, its degree.  value: as in the head of `cuts`.
    """
    seen: set[int] = set()
    for root in range(net.size):
        if root in seen or all(value[edge] is not None for edge, _ in net.at[root]):
            continue
        search = DepthFirst(net, root, lambda edge, _: value[edge] is None)
        sides = [(each.edge, set(each.vertices)) for each in search if each.by_bridge]
        whole = set(search.order)
        seen |= whole
        for edge, side in sides:
            if 1 < len(side) < len(whole) - 1:
                yield _even(net, value, min((side, whole - side), key=lambda each: len(_around(net, each))), edge)
        if sum(value[edge] is True for edge in _around(net, whole)) % 2:
            yield _even(net, value, whole)


def _even(net: Net, value: Sequence[Value], side: set[int], way: int = -1) -> Cut:
    """Return the cut of an area that the loop leaves as often as it enters the area, by the known edges around.

    value: as in the head of `cuts`.  way: the only edge around the area that is not known, -1 if all are known, and
    their number is odd.
    """
    around = _around(net, _smooth(net, value, side, _is_known))
    known = [(edge, not value[edge]) for edge in around if edge != way]
    is_odd = sum(not wanted for _, wanted in known) % 2 == 1
    return Cut([*known, (way, is_odd)] if way >= 0 else known, tuple(around), EVEN)


def two_ways(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts of "the true edges form a single loop": two edges that are the only ways between used edges are used.

    The search takes time in the square of the number of edges, so it is apart from `single_loop`.
    """
    used = [edge for edge in range(len(net.edges)) if value[edge]]
    if not used:
        return
    root = net.edges[used[0]][0]
    single = {bridge for bridge, _ in _bridges(net, value, root)}
    for edge in range(len(net.edges)):
        if value[edge] is None and edge not in single:
            for other, side in _bridges(net, value, root, edge):
                if other not in single and (edge < other or value[other]):
                    yield from _two_ways(net, value, used, side, [other] if value[other] else [edge, other])


def _two_ways(
    net: Net, value: Sequence[Value], used: Sequence[int], side: set[int], ways: Collection[int]
) -> list[Cut]:
    """Return cuts of an area with used edges inside and outside: at least two edges leave it, so for each of `ways` one
    of the others around the area; [] if there is no used edge inside or none outside.

    No ways: one cut, without an edge around the area that may be any.  value: as in the head of `cuts`.
    """
    inner = next((e for e in used if side.issuperset(net.edges[e])), None)
    outer = next((e for e in used if side.isdisjoint(net.edges[e])), None)
    if inner is None or outer is None:
        return []
    around = _around(net, _smooth(net, value, side, _is_dead))
    witnesses = [(inner, False), (outer, False)]
    left_out = list(ways) or around[:1] or [-1]
    ends = (inner, outer)
    return [
        Cut([*witnesses, *((e, True) for e in around if e != way)], tuple(around), TWICE, between=ends)
        for way in left_out
    ]


def left_out(cut: Mapping[str, Any]) -> list[int]:
    """Return the edge around the area of a stated cut of two ways that the cut does not demand, since one more edge is
    enough; [] for any other cut, and for two such cuts as one.
    """
    inside = {at for _, clause in cut["clauses"] for at, _ in clause}
    return [at for at in cut["border"] if at not in inside] if cut["note"] == TWICE else []


def _is_dead(value: Value) -> bool:
    """Whether an edge is known to be false."""
    return value is False


def _is_known(value: Value) -> bool:
    """Whether an edge is known."""
    return value is not None


def _smooth(net: Net, value: Sequence[Value], side: set[int], fits: Callable[[Value], bool]) -> set[int]:
    """Return an area with fewer edges around where vertices beside its border join or leave the area; the area itself
    if there are none.  A border with dents would cite more known edges than a person does.

    value: as in the head of `cuts`.  fits: whether a vertex all of whose edges have such values may join or leave.
    """
    free = {v: None for v in range(net.size) if all(fits(value[edge]) for edge, _ in net.at[v])}
    free = {v: None for v in free if sum(value[edge] is True for edge, _ in net.at[v]) % 2 == 0}  # else it is broken
    best = side
    for grows in (True, False):
        found, todo = set(side), list(free)
        while todo:
            v = todo.pop()
            inside = sum(far in found for _, far in net.at[v])
            gain = (2 * inside - len(net.at[v])) * (-1 if v in found else 1)
            if gain > 0 or (gain == 0 and (v not in found) == grows):
                found ^= {v}
                todo += [far for _, far in net.at[v] if far in free]
        if len(_around(net, found)) < len(_around(net, best)):
            best = found
    return best


def _around(net: Net, side: Set[int]) -> list[int]:
    return sorted({edge for v in side for edge, far in net.at[v] if far not in side})


def _bridges(net: Net, value: Sequence[Value], root: int, without: int = -1) -> list[tuple[int, set[int]]]:
    """Return the edges without which the area around `root` falls apart, each with the vertices beyond it.

    Edges that are known false, and the edge `without`, are not used at all.  value: as in the head of `cuts`.
    """
    below = DepthFirst(net, root, lambda edge, _: edge != without and value[edge] is not False)
    return [(each.edge, set(each.vertices)) for each in below if each.by_bridge]


PROPAGATORS: dict[str, Callable[[Net, Sequence[Value]], Iterator[Cut]]] = {
    "connected": connected,
    "connected-rest": connected_rest,
    "acyclic": acyclic,
    "joined": joined,
    "single-loop": single_loop,
    "islands": islands,
    "joined-groups": joined_groups,
    "exact-areas": exact_areas,
    "larger-areas": larger_areas,
    "congruent-halves": halved_blocks,
    "shores": shores,
    "beams": beams,
}
THOROUGH = {
    "single-loop": two_ways,
    "islands": crowded,
    "congruent-halves": all_halved_blocks,
}  # more cuts, if nothing else goes on
