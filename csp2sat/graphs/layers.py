"""Members of a part of a graph that are so many steps from its root, along members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..cnf.sink import TRUE, Lit, Sink

Steps = Mapping[int, int]  # for each vertex that may be a member its least number of steps from the root
Near = Sequence[set[int]]  # the neighbours of each vertex


def apart(steps: Steps, near: Near) -> int:
    """Every how many steps a vertex can come nearer: 2 if no edge joins vertices at the same distance, else 1."""
    return 1 if any(steps[u] == steps.get(v) for u in steps for v in near[u]) else 2


def size(steps: Steps, near: Near, most: int) -> int:
    """The number of new variables of `within`."""
    each = apart(steps, near)
    return sum(max(0, most - least) // each for least in steps.values() if least > 1)


def within(sink: Sink, near: Near, members: Mapping[int, Lit], steps: Steps, most: int) -> None:
    """Every member is at most so many steps from the root, along members.

    members: the literals of the vertices in `steps`; the root is a member.
    For each vertex and each number of steps, from the least to the greatest possible one, a literal implies that the
    vertex is so near to the root: then it is nearer, or a neighbour is nearer by one step.  The last one is the
    member's own.  New variables: see `size`; clauses: two for each, and one for each vertex.
    """
    each = apart(steps, near)
    near_by = {
        v: (*(sink.new(max(0, most - least) // each) if least > 1 else ()), members[v] if least else TRUE)
        for v, least in steps.items()
    }
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
