"""Long sums of variables that have two values each, with the same difference: how many have the greater one."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from ..cnf.counters import BOTH, DOWN, UP, ones, total
from ..cnf.gates import at_most_one
from ..cnf.sink import Lit, Sink

FEWEST = 4  # terms: fewer are written out
DIRECT = 10  # clauses for each term that a bound may take without auxiliary variables


def worth_counting(count: int, most: int) -> bool:
    """Would `at most so many of count` take too many clauses, one for each set of most + 1?"""
    return count >= FEWEST and 0 < most < count and comb(count, most + 1) > DIRECT * count


def at_most(sink: Sink, lits: Sequence[Lit], most: int, unless: tuple[Lit, ...]) -> None:
    """At most so many of n literals are true, 0 < most < n, unless one of the others is.

    `at_most_one`, or the counters of `cnf.counters.total` of the true or of the false ones, whatever are fewer.
    """
    if most == 1:
        with sink.guarded(unless):
            at_most_one(sink, lits)
    elif 2 * most <= len(lits):
        _, above = total(sink, ones(lits), most + 1, UP)[-1]
        sink.out += (*unless, -above, 0)
    else:
        least = len(lits) - most
        _, enough = total(sink, ones([-lit for lit in lits]), least, DOWN)[-1]
        sink.out += (*unless, enough, 0)
    sink.spill()


def exactly(sink: Sink, lits: Sequence[Lit], number: int, unless: tuple[Lit, ...]) -> None:
    """Exactly so many of n literals are true, 0 < number < n, unless one of the others is."""
    if 2 * number > len(lits):
        lits, number = [-lit for lit in lits], len(lits) - number
    if number == 1:
        at_most(sink, lits, 1, unless)
        sink.out += (*unless, *lits, 0)
    else:
        (_, enough), (_, above) = total(sink, ones(lits), number + 1, BOTH)[-2:]
        sink.out += (*unless, enough, 0, *unless, -above, 0)
    sink.spill()
