"""Cuts: clauses that several directed cycles break and one cycle keeps.

The two clauses of a cycle on the vertices S: an arc leads out of S, and one leads into S, if a vertex of S and one
outside are visited.  For the longest cycle there are none; those of the others break these cycles together.

Source: G. B. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem, Journal of the
Operations Research Society of America 2(4), 1954; for SAT solvers T. Soh, D. Le Berre, S. Roussel, M. Banbara,
N. Tamura, Incremental SAT-based method with native Boolean cardinality handling for the Hamiltonian cycle problem,
JELIA 2014.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

Step = tuple[int, int]  # a vertex and its successor, which is the vertex itself if it is not visited


def tour_cuts(able: Sequence[Collection[int]], after: Sequence[int]) -> list[list[Step]]:
    """Return clauses that forbid these cycles together, as steps of which one has to be taken; [] if there is one cycle
    or none.

    able: the possible successors of each vertex.  after: the successor of each vertex, a permutation.
    """
    cycles = sorted(cycles_of(after), key=len)
    if len(cycles) < 2:
        return []
    before: list[list[int]] = [[] for _ in able]
    for v, successors in enumerate(able):
        for w in successors:
            before[w].append(v)
    outside = _surely_visited(able, cycles[-1])
    clauses = []
    for cycle in cycles[:-1]:
        inside, unvisited = {*cycle}, [(v, v) for v in (_surely_visited(able, cycle), outside) if v in able[v]]
        out = [(v, w) for v in cycle for w in able[v] if w not in inside]
        into = [(v, w) for w in cycle for v in before[w] if v not in inside]
        clauses += [unvisited + out, unvisited + into]
    return clauses


def cycles_of(after: Sequence[int]) -> Iterable[list[int]]:
    """Yield the vertices of each cycle of a permutation, without the vertices that are their own successors."""
    seen = {v for v, w in enumerate(after) if v == w}
    for start in range(len(after)):
        cycle, v = [], start
        while v not in seen:
            seen.add(v)
            cycle.append(v)
            v = after[v]
        if cycle:
            yield cycle


def _surely_visited(able: Sequence[Collection[int]], cycle: Sequence[int]) -> int:
    """Return the first vertex of a cycle that cannot be its own successor, else the first vertex of the cycle.

    able: the possible successors of each vertex.  cycle: the vertices of the cycle, at least one.
    """
    return next((v for v in cycle if v not in able[v]), cycle[0])
