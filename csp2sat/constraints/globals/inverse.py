"""inverse: two rows with the same number of terms; term i of the first is j if and only if term j of the second is i.

Positions and values count from 0; for a row that counts from another number, that number is subtracted from the terms
of the other row, which costs nothing.  So each row is a permutation of 0 .. n-1.
"""

from __future__ import annotations

from ...cnf.sink import FALSE, TRUE, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node


def holds(*values: int) -> bool:
    """Whether the values, both rows in one, are two rows that are inverse."""
    n = len(values) // 2
    first, second = values[:n], values[n:]
    return all(0 <= j < n and second[j] == i for i, j in enumerate(first))


def encode(sink: Sink, *terms: IntCode) -> None:
    """Write the clauses: `term i of the first row is j` and `term j of the second row is i` are equivalent literals.

    terms: the n terms of the first row, then those of the second.  No variables but the n^2 direct literals of each
    row, and at most 2n^2 clauses.  Two terms of a row need no clause: they differ, since a term of the other row has
    one value, which unit propagation finds.
    """
    n = len(terms) // 2
    for i, x in enumerate(terms[:n]):
        for j, y in enumerate(terms[n:]):
            a, b = x.eq(j), y.eq(i)
            for p, q in ((a, b), (b, a)):
                if p != FALSE and q != TRUE:
                    sink.out += (-p, q, 0)
        sink.spill()


def formula(*terms: Expr | int) -> Expr:
    """Return the constraint as n^2 equivalences and the bounds of the terms.  terms: as in `encode`."""
    n = len(terms) // 2
    pairs = ((node("eq", x, j), node("eq", y, i)) for i, x in enumerate(terms[:n]) for j, y in enumerate(terms[n:]))
    return all_of((also(*terms), *(node("iff", p, q) for p, q in pairs)))


def also(*terms: Expr | int) -> Expr:
    """Return the bounds of the terms of both rows: 0 .. n-1."""
    return all_of(node("and", node("le", 0, t), node("lt", t, len(terms) // 2)) for t in terms)


CONSTRAINT = GlobalConstraint("inverse", holds, encode, formula, also)
