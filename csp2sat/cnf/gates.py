"""Small clause sets that encodings share: at-most-one, exactly-one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isqrt

from .sink import Lit, Sink

PAIRWISE = 5  # up to this many literals the pairwise encoding is the smallest


def at_most_one(sink: Sink, lits: Sequence[Lit]) -> None:
    """At most one of the n literals is true.

    Pairwise for n <= 5: n(n-1)/2 clauses, no variables.  Otherwise the product encoding: the literals on a grid of
    about sqrt(n) rows and columns, each implying its row and its column, at most one row and one column (recursively):
    2 sqrt(n) + O(n^(1/4)) variables and 2n + 4 sqrt(n) + O(n^(1/4)) clauses.
    Source: J. Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
    """
    if len(lits) <= PAIRWISE:
        for a, b in combinations(lits, 2):
            sink.out += (-a, -b, 0)
        return
    width = isqrt(len(lits) - 1) + 1
    columns = sink.new(width)
    rows = sink.new((len(lits) + width - 1) // width)
    out = sink.out
    for at, lit in enumerate(lits):
        out += (-lit, rows[at // width], 0, -lit, columns[at % width], 0)
    at_most_one(sink, rows)
    at_most_one(sink, columns)


def exactly_one(sink: Sink, lits: Sequence[Lit]) -> None:
    """Exactly one of the literals is true: a clause and `at_most_one`; none to choose from is the empty clause."""
    sink.out += (*lits, 0)
    at_most_one(sink, lits)
