"""Clauses that an integer has one of some values, alone or beside each value of another integer (supports)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from ..cnf.sink import Lit, Sink, write_clause
from .spec import IntCode, Unless

LONG = 4  # values of the runs, on average, that are written instead of single values


def among(out: list[Lit], unless: Unless, x: IntCode, values: Collection[int]) -> None:
    """Write to `out` the clauses that `x` has one of the values, unless a literal of `unless` is true."""
    at_places(out, unless, x, [place for place, v in enumerate(x.values) if v in values])


def at_places(out: list[Lit], unless: Unless, x: IntCode, places: Sequence[int]) -> None:
    """Write to `out` the clauses that `x` has one of its values at the places, unless a literal of `unless` is true.

    The clauses are one of all these values, or one for each gap between them, whichever is shorter; always the former
    if x is encoded by value.  places: ascending.
    """
    values, size = x.values, len(x.values)
    if len(places) == size:
        return
    if not x.by_value:
        gaps = [(before + 1, at - 1) for before, at in pairwise((-1, *places, size)) if at > before + 1]
        if 2 * len(gaps) <= len(places):
            for low, high in gaps:
                write_clause(out, (*unless, x.le(values[low] - 1), -x.le(values[high])))
            return
    write_clause(out, (*unless, *x.equals([values[place] for place in places])))


def supports(sink: Sink, x: IntCode, partners: Sequence[list[int]], y: IntCode, unless: Unless) -> None:
    """Require that y has a partner of the value of x, unless a literal of `unless` is true.

    There are clauses for each value of x, or for each run of neighbouring values with the same partners if the runs are
    few.  partners: for each value of x, their places among the values of y, ascending.
    """
    values = x.values
    ends = [at for at, (places, after) in enumerate(pairwise(partners)) if places != after]
    ends.append(len(values) - 1)
    if LONG * len(ends) > len(values) or x.by_value:
        ends = [*range(len(values))]
    for first, last in pairwise((-1, *ends)):
        low, high = values[first + 1], values[last]
        outside = (-x.eq(low),) if low == high else (x.le(low - 1), -x.le(high))
        at_places(sink.out, (*unless, *outside), y, partners[last])
        sink.spill()
