"""How many literals are true, compared with an integer."""

from __future__ import annotations

from collections.abc import Sequence

from ..cnf.counters import BOTH, DOWN, UP, ones, total
from ..cnf.gates import at_most_one, exactly_one
from ..cnf.sink import FALSE, Lit, Sink
from ..ints.affine import Affine
from ..ints.compare import MIRRORED, compare, number
from ..ints.spec import IntCode

WAYS = {"eq": BOTH, "ne": BOTH, "le": UP, "lt": UP, "ge": DOWN, "gt": DOWN}


def require_count(sink: Sink, op: str, lits: Sequence[Lit], bound: IntCode) -> None:
    """Clauses: the number of true literals op the bound.

    `at_most_one` for a bound of 1; else a totalizer cut above the bound (see `cnf.counters.total`), of the negated
    literals where that is smaller.
    """
    lits = [lit for lit in lits if lit != FALSE]
    if (op, bound.values) in (("le", (1,)), ("eq", (1,))):
        (at_most_one if op == "le" else exactly_one)(sink, lits)
        return
    if 2 * bound.values[0] > len(lits):
        op, lits, bound = MIRRORED[op], [-lit for lit in lits], Affine(bound, -1, len(lits))
    counted = total(sink, ones(lits), max(0, bound.values[-1] + 1), WAYS[op])
    compare(sink, op, number(sink, counted), bound)
