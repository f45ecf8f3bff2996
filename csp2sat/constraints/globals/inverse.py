"""inverse: two rows of as many terms; term i of the first is j if and only if term j of the second is i.

Positions and values count from 0; a row that counts from another number has it subtracted from the terms of the other
one, which costs nothing.  So each row is a permutation of 0 .. n-1.
"""

from __future__ import annotations

from ...cnf.sink import FALSE, TRUE, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node


def holds(*values: int) -> bool:
    """The meaning, of both rows in one: follow each value of the first row to the second, and back."""
    n = len(values) // 2
    first, second = values[:n], values[n:]
    return all(0 <= j < n and second[j] == i for i, j in enumerate(first))


def encode(sink: Sink, *terms: IntCode) -> None:
    """The literals that term i of the first row is j, and that term j of the second is i, are equivalent.

    No variables but the n^2 direct literals of each row, and at most 2n^2 clauses.  Nothing is stated of two terms of a
    row: they differ, since a term of the other row has one value, which unit propagation finds.
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
    """The same as n^2 equivalences, and the bounds."""
    n = len(terms) // 2
    pairs = ((node("eq", x, j), node("eq", y, i)) for i, x in enumerate(terms[:n]) for j, y in enumerate(terms[n:]))
    return all_of((also(*terms), *(node("iff", p, q) for p, q in pairs)))


def also(*terms: Expr | int) -> Expr:
    """The bounds of the terms."""
    return all_of(node("and", node("le", 0, t), node("lt", t, len(terms) // 2)) for t in terms)


CONSTRAINT = GlobalConstraint("inverse", holds, encode, formula, also)
