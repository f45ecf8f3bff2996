"""Predicates of MiniZinc about tasks, bins and boxes, as formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ....model.expr import Expr, all_of, any_of, node
from ..arguments import together
from .counting_globals import among

Term = Expr | int
Terms = Sequence[Term]


def cumulative(starts: Terms, durations: Terms, heights: Terms, limit: Term) -> Expr:
    """At no time more than the limit is used."""
    tasks = [each for task in together(starts, durations, heights) for each in task]
    return node("cumulative", (2,) * len(starts), limit, *tasks)


def disjunctive(starts: Terms, durations: Terms) -> Expr:
    """No two tasks overlap; one without duration lies anywhere."""
    tasks = [each for task in together(starts, durations) for each in task]
    return all_of((*_not_negative(durations), node("disjunctive", *tasks)))


def disjunctive_strict(starts: Terms, durations: Terms) -> Expr:
    """No two tasks overlap; one without duration lies in no other."""
    return all_of((*_not_negative(durations), diffn((starts,), (durations,))))


def _not_negative(durations: Terms) -> list[Expr]:
    return [node("le", 0, each) for each in durations if not (isinstance(each, int) and each >= 0)]


def diffn(starts: Sequence[Terms], sizes: Sequence[Terms], strict: bool = True) -> Expr:
    """No two boxes overlap; starts, sizes: for each dimension those of all boxes.

    strict: a box of size 0 in some dimension may not lie inside another one.
    """
    return all_of(any_of(_apart(starts, sizes, i, j, strict)) for i, j in combinations(range(len(starts[0])), 2))


def _apart(starts: Sequence[Terms], sizes: Sequence[Terms], i: int, j: int, strict: bool) -> Iterator[Expr]:
    for start, size in zip(starts, sizes, strict=True):
        yield node("le", node("add", start[i], size[i]), start[j])
        yield node("le", node("add", start[j], size[j]), start[i])
        if not strict:
            yield from (node("eq", size[each], 0) for each in (i, j))


def rectangles(xs: Terms, ys: Terms, widths: Terms, heights: Terms, strict: bool = True) -> Expr:
    """The same in the plane."""
    return diffn((xs, ys), (widths, heights), strict)


def boxes(starts: Terms, sizes: Terms, dimensions: int, strict: bool = True) -> Expr:
    """The same with any number of dimensions; starts and sizes box after box."""
    if not dimensions or not starts:
        return any_of(()) if dimensions == 0 and len(starts) > 1 else all_of(())
    places, extents = ([values[at::dimensions] for at in range(dimensions)] for values in (starts, sizes))
    return diffn(places, extents, strict)


def bin_packing_load(loads: Terms, bins: Terms, weights: Sequence[int], first: int) -> Expr:
    """The weights in each bin are its load; bins count from `first`, and there is one for each load."""
    total = node("eq", node("add", *loads), sum(weights))
    parts = (node("eq", load, _load(at, bins, weights)) for at, load in enumerate(loads, first))
    return all_of((*_in_bins(bins, first, len(loads)), total, *parts))


def bin_packing_capa(capacities: Sequence[int], bins: Terms, weights: Sequence[int], first: int) -> Expr:
    """The weights in each bin are at most its capacity."""
    parts = (node("le", _load(at, bins, weights), capacity) for at, capacity in enumerate(capacities, first))
    return all_of((*_in_bins(bins, first, len(capacities)), *parts))


def _in_bins(bins: Terms, first: int, count: int) -> list[Expr]:
    return [among(each, range(first, first + count)) for each in bins]


def _load(at: int, bins: Terms, weights: Sequence[int]) -> Expr:
    chosen = (node("if", node("eq", each, at), 1, 0) for each in bins)
    return node("add", *(node("mul", w, one) for w, one in together(weights, chosen)))
