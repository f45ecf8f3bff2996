"""one-way: term i is the vertex after vertex i; if three or more vertices are visited, no two follow each other.

Vertices count from 0, and a vertex that is its own successor is not visited, as for `circuit`, which implies this
constraint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from ...cnf.sink import FALSE, TRUE, UP, Lit, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, node

MOST = 2  # visited vertices that may follow each other


def holds(*after: int) -> bool:
    """Return whether at most two vertices are visited, or no two different vertices are each other's successor.

    after: the successor of each vertex, from vertex 0; a vertex that is its own successor is not visited.
    """
    visited = sum(v != w for v, w in enumerate(after))
    return visited <= MOST or not any(after[u] == v and after[v] == u for u, v in combinations(range(len(after)), 2))


def encode(sink: Sink, *after: IntCode) -> None:
    """Write a clause for each two vertices that may follow each other, and 3 variables and 7 clauses for each vertex if
    fewer than three are surely visited.
    """
    many = _more(sink, [-term.eq(v) for v, term in enumerate(after)])
    unless = () if many == TRUE else (-many,)
    if many == FALSE:
        return
    for u, term in enumerate(after):
        for v in term.values:
            if u < v < len(after) and (back := after[v].eq(u)) != FALSE:
                sink.out += (*unless, -term.eq(v), -back, 0)
        sink.spill()


def _more(sink: Sink, visited: Sequence[Lit]) -> Lit:
    """Return a literal that is true if more than MOST of the literals are."""
    reached: list[Lit] = [TRUE, *[FALSE] * (MOST + 1)]
    for v, lit in enumerate(visited):
        reached[1:] = [_either(sink, old, lit, less) for less, old in pairwise(reached)]
        words = [f"at least {count} of the vertices 0..{v} are visited" for count in range(1, len(reached))]
        sink.means("words", reached[1:], words, UP)
    return reached[-1]


def _either(sink: Sink, old: Lit, a: Lit, b: Lit) -> Lit:
    """Return a literal that is true if the literal `old` is, or both a and b are."""
    if old == TRUE or FALSE in (a, b):
        return old
    if a == b == TRUE:
        return TRUE
    found = sink.var()
    sink.out += (-a, -b, found, 0)
    if old != FALSE:
        sink.out += (-old, found, 0)
    return found


def formula(*after: Expr | int) -> Expr:
    """Return the constraint as a formula: at most two vertices are visited, or each two do not follow each other."""
    visited = (node("if", node("ne", term, v), 1, 0) for v, term in enumerate(after))
    return any_of((node("le", node("add", 0, *visited), MOST), all_of(_pairs(after))))


def _pairs(after: Sequence[Expr | int]) -> Iterator[Expr]:
    for u, v in combinations(range(len(after)), 2):
        yield any_of((node("ne", after[u], v), node("ne", after[v], u)))


CONSTRAINT = GlobalConstraint("one-way", holds, encode, formula)
