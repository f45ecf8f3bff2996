"""A clause of equations that all have one variable: a1 x + b1 y1 = c1 or a2 x + b2 y2 = c2 or ...

For each value of x one clause: x is something else, or one of the others has the value that its equation asks for.
These support clauses (I. P. Gent, Arc consistency in SAT, ECAI 2002) need no literal for any of the equations: of a
knight's tour, where a square's successor is one of its neighbours, they are a third of the clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cnf.sink import Sink
from ..ints.spec import IntCode, Unless
from .clause import write_clause
from .linear import Linear


def common_variable(totals: Sequence[Linear]) -> int | None:
    """A variable that is in all of them, if they are several and of two variables each."""
    if len(totals) < 2 or any(len(total.terms) != 2 for total in totals):
        return None
    shared = set.intersection(*({x for _, x in total.terms} for total in totals))
    return min(shared, default=None)


def write(sink: Sink, totals: Sequence[Linear], x: int, codes: Sequence[IntCode], unless: Unless) -> None:
    """One of the sums, each of x and one variable more, is 0, unless one of the literals is true."""
    others = [next((b, codes[y]) for b, y in total.terms if y != x) for total in totals]
    factors = [next(a for a, z in total.terms if z == x) for total in totals]
    for value in codes[x].values:
        lits = [-codes[x].eq(value)]
        for a, (b, y), total in zip(factors, others, totals, strict=True):
            wanted, rest = divmod(-total.const - a * value, b)
            if not rest:
                lits.append(y.eq(wanted))
        write_clause(sink.out, (*unless, *lits))
    sink.spill()
