"""diffn: boxes in some number of dimensions, each with a start and a size in each dimension, no two overlapping.

Two boxes do not overlap if in some dimension one ends before the other begins.  Negative sizes are taken literally.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from ...cnf.sink import FALSE, TRUE, Lit, Sink, write_clause
from ...ints.affine import Sum, compare
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, node
from ...tuples import NamedTuple


class Space(NamedTuple):
    """The number of dimensions, and whether boxes of size 0 in a dimension are forbidden inside other boxes too
    (`strict`).
    """

    dimensions: int
    strict: bool

    def boxes(self, values: Sequence[Any]) -> list[list[tuple[Any, Any]]]:
        """Return for each box its pairs of start and size, one for each dimension.

        values: box after box, and for each dimension of a box its start, then its size.
        """
        pairs = list(zip(values[::2], values[1::2], strict=True))
        return [pairs[at : at + self.dimensions] for at in range(0, len(pairs), self.dimensions)]


def holds(space: Space, *values: int) -> bool:
    """Whether no two boxes overlap; a box of size 0 in a dimension overlaps none, unless `space.strict` is set.

    values: as in `Space.boxes`.
    """
    for a, b in combinations(space.boxes(values), 2):
        apart = any(s + d <= t or t + e <= s for (s, d), (t, e) in zip(a, b, strict=True))
        if not apart and (space.strict or all(d and e for (_, d), (_, e) in zip(a, b, strict=True))):
            return False
    return True


def encode(sink: Sink, space: Space, *values: IntCode) -> None:
    """Write the clauses: order literals of the ends, and for each two boxes a clause: in some dimension one precedes
    the other.

    values: as in `Space.boxes`.  For n boxes in k dimensions of m starts each: for every size that is not fixed m
    literals of the end, each defined by two clauses for each value of the size; then kn^2 variables and kmn^2 clauses.
    """
    boxes = [[(start, size, Sum.of(sink, start, size)) for start, size in box] for box in space.boxes(values)]
    for a, b in combinations(boxes, 2):
        lits: list[Lit] = []
        for (start, size, end), (other, other_size, other_end) in zip(a, b, strict=True):
            lits += [] if space.strict else [size.eq(0), other_size.eq(0)]
            lits += [_precedes(sink, end, other), _precedes(sink, other_end, start)]
        write_clause(sink.out, lits)
        sink.spill()


def _precedes(sink: Sink, x: IntCode, y: IntCode) -> Lit:
    """Return a literal that implies x <= y: a constant if the values of x and y decide, else a new variable."""
    if x.values[-1] <= y.values[0]:
        return TRUE
    if x.values[0] > y.values[-1]:
        return FALSE
    lit = sink.var()
    compare(sink, "le", x, y, (-lit,))
    return lit


def formula(space: Space, *values: Expr | int) -> Expr:
    """Return the constraint as a disjunction for each two boxes: for each dimension two comparisons, and two
    `size == 0` unless `space.strict` is set.

    values: as in `Space.boxes`.
    """
    return all_of(any_of(_apart(space, *pair)) for pair in combinations(space.boxes(values), 2))


def _apart(space: Space, a: Sequence[Any], b: Sequence[Any]) -> Iterator[Expr]:
    for (s, d), (t, e) in zip(a, b, strict=True):
        yield node("le", node("add", s, d), t)
        yield node("le", node("add", t, e), s)
        if not space.strict:
            yield from (node("eq", size, 0) for size in (d, e))


CONSTRAINT = GlobalConstraint("diffn", holds, encode, formula)
