"""Predicates of MiniZinc about tasks, bins and boxes, as formulas."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from ....constraints.globals.diffn import Space, formula
from ....model.expr import TRUE, Expr, all_of, any_of, node
from ...base.wrong import Wrong
from ..arguments import Least, compare, together, unknown
from ..builtins.integer_builtins import member

TermNode = Expr | int
TermNodes = Sequence[TermNode]


def cumulative(
    starts: TermNodes, durations: TermNodes, heights: TermNodes, limit: TermNode, least: Least = unknown
) -> Expr:
    """Return the formula that the sum of the heights of the tasks that run at the same time never exceeds the limit.

    If the limit is 1 and no height can be negative, this is a clause for each pair of tasks. least: a term -> a number
    that its value is never below. Raises Wrong if the three lists differ in length.
    """
    tasks = together(starts, durations, heights)
    if limit == 1 and not all(isinstance(height, int) for height in heights) and min(map(least, heights)) >= 0:
        return _one_at_a_time(tasks)
    return node("cumulative", (2,) * len(starts), limit, *(each for task in tasks for each in task))


def _one_at_a_time(tasks: Sequence[tuple[TermNode, TermNode, TermNode]]) -> Expr:
    """Return the formula that the sum of the heights of the tasks (start, duration, height) that run at the same time
    never exceeds 1, if no height is negative.

    For n tasks there is one clause for each pair, of comparisons that all resources of the same tasks share.
    """
    parts = [any_of((compare("le", h, 1), compare("le", d, 0))) for _, d, h in tasks]
    for (s, d, h), (t, e, g) in combinations(tasks, 2):
        parts.append(any_of((*(compare("le", x, 0) for x in (h, g, d, e)), _before(s, d, t), _before(t, e, s))))
    return all_of(parts)


def _before(start: TermNode, duration: TermNode, other: TermNode) -> Expr:
    end = start + duration if isinstance(start, int) and isinstance(duration, int) else node("add", start, duration)
    return compare("le", end, other)


def disjunctive(starts: TermNodes, durations: TermNodes) -> Expr:
    """Return the formula that no two tasks overlap, and that no duration is negative; a task without duration may lie
    anywhere.
    """
    return all_of((*_not_negative(durations), _apart(Space(1, False), together(starts, durations))))


def disjunctive_strict(starts: TermNodes, durations: TermNodes) -> Expr:
    """Return the formula that no two tasks overlap, and that no duration is negative; a task without duration may not
    lie inside another task.
    """
    return all_of((*_not_negative(durations), _apart(Space(1, True), together(starts, durations))))


def _not_negative(durations: TermNodes) -> list[Expr]:
    return [node("le", 0, each) for each in durations if not (isinstance(each, int) and each >= 0)]


def rectangles(xs: TermNodes, ys: TermNodes, widths: TermNodes, heights: TermNodes, strict: bool = True) -> Expr:
    """Return the formula that no two rectangles with the corners `xs`, `ys` overlap. strict: whether a rectangle of
    size 0 may not lie inside another.
    """
    return _apart(Space(2, strict), together(xs, widths, ys, heights))


def boxes(starts: TermNodes, sizes: TermNodes, dimensions: int, strict: bool = True) -> Expr:
    """Return the formula that no two boxes overlap, in any number of dimensions. starts, sizes: box after box. strict:
    whether a box of size 0 may not lie inside another. Raises Wrong if the last box is not complete, or if `starts` and
    `sizes` differ in length.
    """
    if len(starts) % dimensions if dimensions > 0 else starts:
        raise Wrong(None, f"expected boxes of {dimensions} dimensions; there are {len(starts)} numbers")
    rows = together(starts, sizes)
    return _apart(Space(dimensions, strict), rows) if rows else TRUE


def _apart(space: Space, rows: Sequence[tuple[TermNode, ...]]) -> Expr:
    """Return the formula that boxes do not overlap: the constraint `diffn` if a size is variable, else the formula of
    its parts, which other constraints can share.

    rows: start and size in turn; one after the other, they are the starts and sizes of each box in each dimension.
    """
    values = [each for row in rows for each in row]
    return node("diffn", space, *values) if any(isinstance(d, Expr) for d in values[1::2]) else formula(space, *values)


def bin_packing_load(loads: TermNodes, bins: TermNodes, weights: Sequence[int], first: int) -> Expr:
    """Return the formula that the weights in each bin add up to the load of the bin, and that each of `bins`, the
    bin of each weight, is one of these bins; there is one bin for each load, and bins count from `first`.
    """
    total = node("eq", node("add", *loads), sum(weights))
    parts = (node("eq", load, _load(at, bins, weights)) for at, load in enumerate(loads, first))
    return all_of((*_in_bins(bins, first, len(loads)), total, *parts))


def bin_packing_capa(capacities: TermNodes, bins: TermNodes, weights: Sequence[int], first: int) -> Expr:
    """Return the formula that the weights in each bin add up to at most the capacity of the bin, and that each of
    `bins`, the bin of each weight, is one of these bins; there is one bin for each capacity, and bins count
    from `first`.
    """
    parts = (node("le", _load(at, bins, weights), capacity) for at, capacity in enumerate(capacities, first))
    return all_of((*_in_bins(bins, first, len(capacities)), *parts, *used_bins(capacities, bins, weights, first)))


def used_bins(capacities: TermNodes, bins: TermNodes, weights: Sequence[int], first: int) -> list[Expr]:
    """Return what `bin_packing_capa` implies about the bins that are used: their least number, and that items go beyond
    the first bins if these cannot take all weights; [] if the capacities are variable or a number is negative.

    A search for the fewest bins ends 7 times as fast with both on 25 items in 10 bins.
    """
    limits = [each for each in capacities if isinstance(each, int)]
    if not weights or len(limits) < len(capacities) or min(*weights, *limits, 0) < 0:
        return []
    needed = cache(lambda capacity: bins_needed(capacity, weights))  # often all bins have one capacity

    def may_fit(capacities: Sequence[int]) -> bool:
        """Whether the items may fit into bins of these capacities, as far as sums and `bins_needed` tell."""
        return sum(weights) <= sum(capacities) and needed(max(capacities, default=0)) <= len(capacities)

    largest = sorted(limits, reverse=True)
    least = next((n for n in range(len(limits)) if may_fit(largest[:n])), len(limits))
    beyond = next((n for n in range(len(limits), 0, -1) if not may_fit(limits[:n])), 0)
    found = []
    if least > 1:
        used = (any_of(compare("eq", each, at) for each in bins) for at in range(first, first + len(limits)))
        found.append(node("ge", node("add", *(node("if", each, 1, 0) for each in used)), least))
    if beyond:
        found.append(any_of(compare("ge", each, first + beyond) for each in bins))
    return found


def bins_needed(capacity: int, weights: Sequence[int]) -> int:
    """Return a number of bins of one capacity that items of these weights need at least.  No number may be negative.

    Items above half of the capacity need a bin each.  For each threshold, the lighter items that reach the threshold
    fill what these bins leave, unless that is below the threshold.
    Source: the bound L2 in S. Martello, P. Toth, Lower bounds and reduction procedures for the bin packing problem,
    Discrete Applied Mathematics 28, 1990.
    """
    large = [weight for weight in weights if 2 * weight > capacity]
    small = [weight for weight in weights if 2 * weight <= capacity]
    most = 0
    for least in {0, *small}:
        room = sum(capacity - weight for weight in large if weight <= capacity - least)
        rest = sum(weight for weight in small if weight >= least) - room
        most = max(most, -(-rest // capacity) if rest > 0 else 0)
    return len(large) + most


def _in_bins(bins: TermNodes, first: int, count: int) -> list[Expr]:
    return [member(each, range(first, first + count)) for each in bins]


def _load(at: int, bins: TermNodes, weights: Sequence[int]) -> Expr:
    chosen = (node("if", node("eq", each, at), 1, 0) for each in bins)
    return node("add", *(node("mul", w, one) for w, one in together(weights, chosen)))
