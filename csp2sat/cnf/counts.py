"""At most or exactly k of n literals are true: a clause for each set of literals if the sets are few, else counters.

Exactly two of n literals: any n - 1 of them hold a true literal, any three a false literal.  The case `at most one of
n` is `gates.at_most_one`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import comb
from operator import itemgetter, neg

from .counters import ones, total
from .gates import PAIRWISE, at_most_one, one_of_any
from .sink import BOTH, DOWN, UP, Lit, Sink

EACH = 10  # clauses for each literal that a bound may take without auxiliary variables
MOST = 100  # clauses that it may take in all
Unless = tuple[Lit, ...]


def are_few(count: int, most: int) -> bool:
    """Whether the requirement that at most `most` of `count` literals are true takes few clauses and no counters."""
    return most == 1 or not 0 < most < count or comb(count, most + 1) <= min(EACH * count, MOST)


@cache
def _exactly(size: int, number: int) -> Callable[[Sequence[Lit]], tuple[Lit, ...]]:
    """Return a function that builds all clauses of `_few_exactly` at once, for `size` literals with `number` true ones.

    The function takes one sequence (the literals, then their negations, then a 0) and returns the flat clauses.
    """
    plain, negated = range(size), range(size, 2 * size)
    sets = (*combinations(negated, number + 1), *combinations(plain, size - number + 1))
    return itemgetter(*(at for some in sets for at in (*some, 2 * size)))


def at_most(sink: Sink, lits: Sequence[Lit], most: int, unless: Unless = ()) -> None:
    """Require that at most `most` of the literals `lits` are true, unless a literal of `unless` is true.

    The clauses are those of `gates.at_most_one`, or one for each set of `most` + 1 literals, or those of a counter
    (`cnf.counters.total`) of the true or of the false literals, whichever are fewer.  A negative `most` gives the
    clause `unless` alone.
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
    """Require that exactly `number` of the literals `lits` are true, unless a literal of `unless` is true.

    The clauses are those of `at_most` for the literals and for their negations, but with one counter for both.  A
    number that is negative or exceeds the number of literals gives the clause `unless` alone.
    """
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
    """Call `write(sink, lits, number)` and add the literals `unless` to each clause written (at no cost if there are
    none).
    """
    if unless:
        with sink.guarded(unless):
            write(sink, lits, number)
    else:
        write(sink, lits, number)
