"""circuit: term i is the vertex after vertex i; the vertices that are not their own successor make one cycle.

Vertices count from 0.  A vertex that is its own successor is not visited; all vertices may be unvisited.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from ...cnf.gates import NOTED, exactly_one
from ...cnf.sink import FALSE, UP, Lit, Sink
from ...graphs.forest import Arc, eliminated, no_directed_cycle
from ...graphs.graph import component, linked
from ...graphs.shift_register import no_cycle_by_register
from ...ints.affine import within
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node
from . import one_way

MOST = 10_000_000  # clauses that forbid cycles by elimination, which propagates better


def holds(*after: int) -> bool:
    """Whether the successors are a permutation whose visited vertices make one cycle."""
    if sorted(after) != list(range(len(after))):
        return False
    visited = {v for v, w in enumerate(after) if v != w}
    return not visited or component([{w} for w in after], min(visited)) == visited


def encode(sink: Sink, *after: IntCode) -> None:
    """Write the clauses: a permutation by direct literals, and no cycle without the root, the first visited vertex.

    after: for each of the n vertices the term that is the vertex after it; that the term has one value is stated by its
    code.  In all about 2n^2 variables besides direct literals, and n^3/3 + 5n^2 clauses, n^3/3 of them for the cycles
    (see `no_directed_cycle`); fewer if successors are few.  A shift register takes 20 clauses or so for each possible
    successor, in place of more than MOST clauses for the cycles, and clauses against cycles of two vertices, which a
    solver finds too late by states.
    """
    n = len(after)
    lits = [[term.eq(w) for w in range(n)] for term in after]
    for term, row in zip(after, lits, strict=True):
        if not all(value in range(n) for value in term.values):
            within(sink, term, range(n))
            if not term.by_value:
                sink.out += (*(lit for lit in row if lit != FALSE), 0)
            sink.spill()
    for column in zip(*lits, strict=True):
        exactly_one(sink, [lit for lit in column if lit != FALSE])
        sink.spill()
    arcs = _counting(sink, lits)
    successors: list[list[int]] = [[] for _ in range(n)]
    for v, w, _ in arcs:
        successors[v].append(w)
    if eliminated(successors, MOST) <= MOST:
        no_directed_cycle(sink, n, arcs)
    else:
        one_way.encode(sink, *after)
        no_cycle_by_register(sink, n, arcs)


def _counting(sink: Sink, lits: Sequence[Sequence[Lit]]) -> list[Arc]:
    """Return the arcs (v, w, literal) that must not make a cycle: all arcs but those into the root.

    The root is the first vertex that cannot be its own successor, or, if all can be, the first visited vertex; then
    the literals of arcs to an earlier vertex are new: implied if the arc is taken and its end is not the root.
    lits: for each vertex v and each vertex w the literal that w is the successor of v.
    """
    always = next((v for v in range(len(lits)) if lits[v][v] == FALSE), None)
    arcs = [(v, w, lit) for v, row in enumerate(lits) for w, lit in enumerate(row) if v != w and lit != FALSE]
    if always is not None:
        return [arc for arc in arcs if arc[1] != always]
    earlier = _earlier(sink, [row[v] for v, row in enumerate(lits)])
    return [(v, w, lit if v < w else _both(sink, lit, earlier[w])) for v, w, lit in arcs if w > 0]


def _earlier(sink: Sink, unvisited: Sequence[Lit]) -> Sequence[Lit]:
    """Return for each vertex a literal that is true if a vertex before it is visited."""
    earlier = [FALSE, *sink.new(max(0, len(unvisited) - 1))]
    some = earlier[1 : NOTED + 1]
    sink.means("any", some, lambda: [[-lit for lit in unvisited[: at + 1]] for at in range(len(some))], UP)
    for v in range(1, len(unvisited)):
        sink.out += (unvisited[v - 1], earlier[v], 0)
        sink.out += (-earlier[v - 1], earlier[v], 0) if v > 1 else ()
    return earlier


def _both(sink: Sink, a: Lit, b: Lit) -> Lit:
    """Return a literal that is true if both literals a and b are."""
    both = sink.var()
    sink.means("all", (both,), lambda: ((a, b),), UP)
    sink.out += (-a, -b, both, 0)
    return both


def formula(*after: Expr | int) -> Expr:
    """Return the constraint as a formula: all visited vertices are reached from the first visited one.

    For n vertices about n^3 nodes.
    """
    n = len(after)
    bounds = (node("and", node("le", 0, term), node("lt", term, n)) for term in after)
    arcs = list(permutations(range(n), 2))
    visited = [node("ne", term, v) for v, term in enumerate(after)]
    all_there = linked(visited, arcs, [node("eq", after[v], w) for v, w in arcs], directed=True)
    return all_of((*bounds, node("alldifferent", *after), *all_there))


CONSTRAINT = GlobalConstraint("circuit", holds, encode, formula)
