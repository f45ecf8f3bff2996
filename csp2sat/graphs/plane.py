"""Graphs that are drawn with horizontal and vertical lines which do not cross, and their faces."""

from __future__ import annotations

from collections.abc import Sequence

from .graph import Edge, Graph

Point = tuple[int, int]  # row and column


def plane_graph(points: Sequence[Point], edges: Sequence[Edge], candidates: Sequence[int] = ()) -> Graph:
    """Return the graph of some points and edges, with its faces if the graph is connected.

    points: in reading order, so that the first point touches the face outside, which is 0.  edges: pairs of numbers of
    points in the same row or column, with no other edge or point on the line between them.  candidates: as of Graph.
    """
    faces = _faces(points, edges)
    count = 1 + max((face for sides in faces for face in sides), default=0)
    plane = len(points) - len(edges) + count == 2  # Euler; every part that is not connected would add a face too many
    return Graph(len(points), edges, faces if plane else None, candidates)


def _faces(points: Sequence[Point], edges: Sequence[Edge]) -> list[Edge]:
    """Return the two faces beside each edge; each face is walked around at the left hand."""
    ahead: list[dict[Point, int]] = [{} for _ in points]  # for each point, by direction: the edge that goes there
    for e, (u, v) in enumerate(edges):
        ahead[u][_way(points[u], points[v])] = e
        ahead[v][_way(points[v], points[u])] = e
    left: dict[tuple[int, int], int] = {}  # at an edge and the end where it starts: the face at the left hand
    faces = 0
    for v, ways in enumerate(ahead):
        for way in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if way in ways and (ways[way], v) not in left:
                _walk(ahead, edges, (v, way), left, faces)
                faces += 1
    return [(left[e, u], left[e, v]) for e, (u, v) in enumerate(edges)]


def _walk(
    ahead: list[dict[Point, int]], edges: Sequence[Edge], start: tuple[int, Point], left: dict[Edge, int], face: int
) -> None:
    """Walk around one face, at each point turning left as far as possible, and write its number into `left`.

    ahead: for each point, by direction, the edge that goes there.
    edges: pairs of points.
    start: a point and a direction.
    left: maps an edge and the end where a walk along it starts to the face at the left hand.
    face: the face's number.
    """
    v, (down, right) = start
    while True:
        e = ahead[v][down, right]
        if (e, v) in left:
            return
        left[e, v] = face
        v = edges[e][1] if edges[e][0] == v else edges[e][0]
        turns = ((-right, down), (down, right), (right, -down), (-down, -right))
        down, right = next(way for way in turns if way in ahead[v])


def _way(point: Point, other: Point) -> Point:
    """Return the direction from a point to another point: one step down, up, right or left."""
    (r, c), (i, j) = point, other
    return (i > r) - (i < r), (j > c) - (j < c)
