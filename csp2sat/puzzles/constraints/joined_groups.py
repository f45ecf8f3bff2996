"""joined-groups: active edges join the vertices of each group, and no vertices of two groups."""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...constraints.graphs import joined
from ...graphs.graph import Graph, component, neighbours
from ...model.constraint import GlobalConstraint
from . import labels

GroupMembers = Sequence[tuple[int, int]]  # vertices, each with the number of its group


def members(grouped: GroupMembers) -> dict[int, list[int]]:
    """Return the vertices of each group, by the numbers of the groups."""
    found: dict[int, list[int]] = {}
    for v, group in grouped:
        found.setdefault(group, []).append(v)
    return found


def holds(graph: Graph, grouped: GroupMembers, *active: bool) -> bool:
    """Whether the vertices of each group are in one component of the active edges, and those of others in others."""
    near, groups = neighbours(graph, active), members(grouped)
    all_grouped = {v for v, _ in grouped}
    return all(component(near, group[0]) & all_grouped == set(group) for group in groups.values())


def encode(sink: Sink, graph: Graph, grouped: GroupMembers, *active: Lit) -> None:
    """Write the clauses: the constraint `joined` for each group, and the number of a group in bits for each vertex,
    which the constraint `labels` makes equal along active edges.

    active: the literal of each edge.  Size for n vertices, m edges and g groups: n log2(g) variables and 2m log2(g)
    clauses, beside those of `joined` for each group.
    """
    groups = members(grouped)
    code = {v: number for number, group in enumerate(groups.values()) for v in group}
    width = max(0, len(groups) - 1).bit_length()
    bits: list[Lit] = []
    for v in range(graph.size):
        number = code.get(v)
        bits += sink.new(width) if number is None else (TRUE if number >> b & 1 else FALSE for b in range(width))
    labels.encode(sink, graph, *active, *bits)
    for group in groups.values():
        joined.encode(sink, Graph(graph.size, graph.edges, candidates=group), *active)


CONSTRAINT = GlobalConstraint("joined-groups", holds, encode)
