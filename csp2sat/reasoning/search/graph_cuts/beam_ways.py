"""Cuts of "each line leads from the dot of a firefly to a firefly, and there are no others"; see `cuts`.

The net's anchors are the fireflies, each with the vertex to which its dot points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .nets import Cut, Net, Value

HEAD_ON = "the lines from the dots at two fireflies would run head-on into each other"
NO_DOT = "the line between two fireflies would start at no dot"
OWN = "the line would start at no dot"
RING = "a loop would close without a firefly"
DRAWN = "each firefly has its line, and there are no other lines"
SEEN = (HEAD_ON, NO_DOT, OWN, RING, DRAWN)  # by following lines


class Course(NamedTuple):
    """A line of known edges from a vertex.

    edges: in their order.  end: the last vertex.  from_dot: whether the last edge is at the dot of a firefly there.
    at_fly: whether the end is a firefly.
    """

    edges: tuple[int, ...]
    end: int
    at_fly: bool
    from_dot: bool


def beams(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield cuts for each edge that would join two dots, two fireflies at no dot, or a loop without a firefly, and for
    all edges that are not on a line once each firefly has its line.

    value: as in the head of `cuts`.
    """
    for edge, (u, v) in enumerate(net.edges):
        if value[edge] is not False:
            one, other = _course(net, value, edge, v, u), _course(net, value, edge, u, v)
            note = _fault(one, other)
            path = dict.fromkeys((*one.edges, edge, *other.edges))
            if note and (value[edge] is None or edge == min(path)):
                ends = (one.end, other.end) if note in (HEAD_ON, NO_DOT) else ()
                yield Cut([(each, False) for each in path], tuple(path), note, between=ends)
    yield from _drawn(net, value)


def _drawn(net: Net, value: Sequence[Value]) -> Iterator[Cut]:
    """Yield the cuts of all other edges if each firefly has its line; value: as in the head of `cuts`."""
    path: dict[int, None] = {}
    for fly, there in net.anchors.items():
        first = next((edge for edge, v in net.at[fly] if v == there), -1)
        if first < 0 or not value[first]:
            return
        course = _course(net, value, first, fly, there)
        if not course.at_fly or course.from_dot:
            return
        path.update(dict.fromkeys((first, *course.edges)))
    around = tuple(sorted(path))
    others = [edge for edge in range(len(net.edges)) if value[edge] is not False and edge not in path]
    used = [edge for edge in others if value[edge]]
    yield from (Cut([(e, False) for e in (*around, edge)], around, DRAWN, around) for edge in used[:1] or others)


def _course(net: Net, value: Sequence[Value], edge: int, before: int, v: int) -> Course:
    """Return the line of true edges that goes on from `v`, where the edge comes from the vertex `before`, up to a
    firefly, an end, a branch, or the edge itself.

    value: as in the head of `cuts`.
    """
    found, last = list[int](), edge
    while v not in net.anchors:
        on = [(each, u) for each, u in net.at[v] if each != last and value[each]]
        if len(on) != 1 or on[0][0] == edge:
            break
        before = v
        last, v = on[0]
        found.append(last)
    return Course(tuple(found), v, v in net.anchors, net.anchors.get(v) == before)


def _fault(one: Course, other: Course) -> str:
    """Return the fault of a line that an edge makes of two; '' if no fault is known."""
    if set(one.edges) & set(other.edges):
        return RING
    if not one.at_fly or not other.at_fly or one.from_dot != other.from_dot:
        return ""
    return HEAD_ON if one.from_dot else NO_DOT if one.end != other.end else OWN
