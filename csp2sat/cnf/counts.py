"""So many of n literals are true: by a clause for each set of them where these are few, else by counters.

Two of n: any n - 1 of them hold a true one, any three a false one.  One of n is `gates.at_most_one`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import comb
from operator import itemgetter, neg

from .counters import BOTH, DOWN, UP, ones, total
from .gates import PAIRWISE, at_most_one, one_of_any
from .sink import Lit, Sink

EACH = 10  # clauses for each literal that a bound may take without auxiliary variables
MOST = 100  # clauses that it may take in all
Unless = tuple[Lit, ...]


def are_few(count: int, most: int) -> bool:
    """Does `at most so many of count` take few clauses, and no counters?"""
    return most == 1 or not 0 < most < count or comb(count, most + 1) <= min(EACH * count, MOST)


@cache
def _exactly(size: int, number: int) -> Callable[[Sequence[Lit]], tuple[Lit, ...]]:
    """Takes so many literals, their negations, and a 0, and gives the clauses of `_few_exactly`, all at once."""
    plain, negated = range(size), range(size, 2 * size)
    sets = (*combinations(negated, number + 1), *combinations(plain, size - number + 1))
    return itemgetter(*(at for some in sets for at in (*some, 2 * size)))


def at_most(sink: Sink, lits: Sequence[Lit], most: int, unless: Unless = ()) -> None:
    """At most so many of n literals are true, unless one of the others is.

    `gates.at_most_one`, or a clause for any `most` + 1 of them, or the counters of `cnf.counters.total` of the true or
    of the false ones, whatever are fewer.
    """
    if are_few(len(lits), most):
        _guarded(sink, unless, _few_at_most, lits, most)
    elif 2 * most <= len(lits):
        _, above = total(sink, ones(lits), most + 1, UP)[-1]
        sink.out += (*unless, -above, 0)
    else:
        least = len(lits) - most
        _, enough = total(sink, ones([*map(neg, lits)]), least, DOWN)[-1]
        sink.out += (*unless, enough, 0)
    sink.spill()


def exactly(sink: Sink, lits: Sequence[Lit], number: int, unless: Unless = ()) -> None:
    """Exactly so many of n literals are true, unless one of the others is; as `at_most`, with one set of counters."""
    if 2 * number > len(lits):
        lits, number = [*map(neg, lits)], len(lits) - number
    if 0 < number < len(lits) <= PAIRWISE and not unless:
        sink.out += _exactly(len(lits), number)((*lits, *map(neg, lits), 0))
    elif are_few(len(lits), number):
        _guarded(sink, unless, _few_exactly, lits, number)
    else:
        (_, enough), (_, above) = total(sink, ones(lits), number + 1, BOTH)[-2:]
        sink.out += (*unless, enough, 0, *unless, -above, 0)
    sink.spill()


def _few_at_most(sink: Sink, lits: Sequence[Lit], most: int) -> None:
    if most == 1:
        at_most_one(sink, lits)
    else:
        one_of_any(sink, [*map(neg, lits)], most + 1)


def _few_exactly(sink: Sink, lits: Sequence[Lit], number: int) -> None:
    _few_at_most(sink, lits, number)
    one_of_any(sink, lits, len(lits) - number + 1)


def _guarded(sink: Sink, unless: Unless, write: Callable[..., None], lits: Sequence[Lit], number: int) -> None:
    """Mostly there is nothing to guard against, and then it is not to cost anything."""
    if unless:
        with sink.guarded(unless):
            write(sink, lits, number)
    else:
        write(sink, lits, number)
