"""A lower bound of the costs of a tour: each place has another place next to it, and no two places have the same one.

For any prices of the heads the cheapest arcs give a lower bound, and for the best prices the least costs of such an
assignment, so that a search for the best prices may end at any time.  Source: R. Jonker, A. Volgenant, A shortest
augmenting path algorithm for dense and sparse linear assignment problems, Computing 38, 1987.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ...base.time_limit import check_time
from .problem import Matrix

MOST = 1_000_000  # arcs that are examined, about: half a second


def least_assignment(heads: Sequence[Sequence[int]], costs: Matrix, most: int = MOST) -> int | None:
    """Return a lower bound of the sum of costs of arcs, one from each place, no two of them to the same place; None if
    there are no such arcs.

    heads: for each place the places that may follow.  costs: of arcs, by tail and head.  most: how many arcs are
    examined, about, after which the bound may be less than the least sum.
    """
    if not all(heads):
        return None
    rows: list[list[float]] = [[inf] * len(heads) for _ in heads]
    for v, allowed in enumerate(heads):
        for w in allowed:
            rows[v][w] = costs[v][w]
    prices = [0] * len(rows)
    tails: list[int | None] = [None] * len(rows)
    for v in range(len(rows)):
        check_time()
        if most <= 0:
            break
        examined = _assign(v, rows, prices, tails)
        if not examined:
            return None
        most -= examined
    return sum(prices) + sum(min([costs[v][w] - prices[w] for w in allowed]) for v, allowed in enumerate(heads))


def _assign(v: int, rows: Sequence[Sequence[float]], prices: list[int], tails: list[int | None]) -> int:
    """Assign a head to the place v, along the cheapest way on which other places change theirs; change the prices of
    heads so that each assigned arc is one of the cheapest from its tail.

    Return the number of arcs that were examined; 0 if there is no such way.  rows: the costs of arcs, by tail and head.
    prices, tails: of each head, changed in place.
    """
    size = len(rows)
    least, before, done = [inf] * size, [v] * size, list[int]()
    opened, tail, length, examined = set(range(size)), v, 0.0, 0
    while True:
        base = length if tail == v else length - (rows[tail][done[-1]] - prices[done[-1]])
        row = rows[tail]
        for w in opened:
            if (new := base + row[w] - prices[w]) < least[w]:
                least[w], before[w] = new, tail
        examined += len(opened)
        head = min(opened, key=least.__getitem__)
        length = least[head]
        if length == inf:
            return 0
        opened.remove(head)
        owner = tails[head]
        if owner is None:
            break
        done.append(head)
        tail = owner
    for w in done:
        prices[w] += int(least[w] - length)
    while True:
        tail = before[head]
        previous = next((w for w in done if tails[w] == tail), None)
        tails[head] = tail
        if previous is None:
            return examined
        head = previous
