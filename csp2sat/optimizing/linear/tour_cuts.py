"""Cuts of tours: rows that all tours satisfy and some shares of arcs violate, about sets of places which these join.

Fewer arcs inside a set are used than the set has places.  If an item, such as a load, grows along each arc inside the
set and is limited, a route takes a part of what all places of the set add; so there are at least as many routes as
capacities that these places need.  Sources: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale
traveling-salesman problem, Operations Research 2, 1954; G. Laporte, Y. Nobert, M. Desrochers, Optimal routing under
capacity and distance restrictions, Operations Research 33, 1985.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ...encoder.normalize.formulas import Linear
from .program import LinearProgram, LinearRow, weighted

SMALL = 0.02  # shares of arcs that join nothing, and excess of a row that is no violation

ArcBounds = dict[tuple[int, int], tuple[int, int, int]]
"""For some arcs (tail, head) a lower bound (y, x, a): the variable x plus a is at most the variable y."""


def violated_subtours(
    arcs: Mapping[tuple[int, int], Linear], size: int, shares: Sequence[float]
) -> Iterator[LinearRow]:
    """Yield rows that all tours satisfy and shares of the program's variables violate.

    Each row is about a set of the places 0 to `size - 1` that arcs with a large share join.
    """
    share = {arc: _share(each, shares) for arc, each in arcs.items()}
    for places in _sets_of_places(share, size):
        if all((v, v) in arcs for v in range(size) if v not in places):
            continue  # the tour may be in the set as a whole
        first = min(places, key=lambda v: share.get((v, v), 0.0))
        inside = [arc for arc in arcs if places.issuperset(arc) and arc != (first, first)]
        if sum([share[arc] for arc in inside]) > len(places) - 1 + SMALL:
            yield LinearRow(weighted([(1, arcs[arc]) for arc in inside], 1 - len(places)), False)


class LoadCuts:
    """The cuts of one tour.  arcs: the literal of each arc (tail, head).  program: with the rows of all constraints by
    the time of the first cut.
    """

    def __init__(self, program: LinearProgram, arcs: Mapping[tuple[int, int], Linear], size: int):
        self._program, self._arcs, self._size = program, arcs, size

    def __call__(self, shares: Sequence[float]) -> Iterator[LinearRow]:
        """Yield rows that all tours satisfy and shares of the program's variables violate."""
        for gains, most in self._loads:
            share = {arc: _share(self._arcs[arc], shares) for arc in self._arcs if gains.keys() >= {*arc}}
            for places in _sets_of_places(share, self._size):
                least = -(-sum([gains[v] for v in places]) // most) if places <= gains.keys() else 0
                inside = [arc for arc in share if places.issuperset(arc)]
                if least > 1 and sum([share[arc] for arc in inside]) > len(places) - least + SMALL:
                    yield LinearRow(weighted([(1, self._arcs[arc]) for arc in inside], least - len(places)), False)

    @cached_property
    def _loads(self) -> list[tuple[dict[int, int], int]]:
        """The items that grow along arcs, each as what the item grows by at least at each place, and its greatest
        value.
        """
        found = list[tuple[dict[int, int], int]]()
        for items, bounds in self._families():
            domains = {v: self._program.domains[x] for v, x in items.items()}
            most = max([domain.hi for domain in domains.values()])
            inner = {w for w in items if (w, w) not in self._arcs}
            inner -= {w for v, w in self._arcs if {v, w} <= inner and (v, w) not in bounds}
            gains = dict[int, int]()
            for v, w in self._arcs:
                if w in inner:
                    low = domains[w].lo
                    if (v, w) in bounds:
                        a = bounds[v, w][2]
                        low = a if v in inner else max(low, a + domains[v].lo)
                    gains[w] = min(low, gains.get(w, low))
            least = min([domain.lo for domain in domains.values()])
            if most > 0 and len(gains) > 1 and min(least, *gains.values()) >= 0:
                found.append((gains, most))
        return found

    def _families(self) -> Iterator[tuple[dict[int, int], ArcBounds]]:
        """Yield the variables that bounds under arcs join, one for each of some places, with these bounds."""
        bounds = list(self._bounds())
        ends: dict[int, set[int]] = {}
        group: dict[int, set[int]] = {}
        for arc, (y, x, _) in bounds:
            for item in (x, y):
                ends[item] = ends.get(item, {*arc}) & {*arc}
            mine, other = (group.setdefault(item, {item}) for item in (x, y))
            if mine is not other:
                mine |= other
                group.update(dict.fromkeys(other, mine))
        for members in {id(each): each for each in group.values()}.values():
            items = {min(ends[x]): x for x in members if len(ends[x]) == 1}
            if len(items) == len(members):
                yield items, {(v, w): row for (v, w), row in bounds if (items.get(w), items.get(v)) == row[:2]}

    def _bounds(self) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
        """Yield the lower bounds under arcs that rows of the program say."""
        arc_of = {each.terms[0]: (arc, each.const) for arc, each in self._arcs.items() if len(each.terms) == 1}
        of = {x: (arc, a, const) for (a, x), (arc, const) in arc_of.items()}
        for row in self._program.rows:
            if len(row.sum.terms) != 3 or row.is_equation:
                continue
            arcs = [(a, x) for a, x in row.sum.terms if x in of]
            others = {a: x for a, x in row.sum.terms if x not in of}
            if len(arcs) == 1 and others.keys() == {1, -1}:
                ((a, x),) = arcs
                arc, factor, const = of[x]
                yield arc, (others[-1], others[1], row.sum.const + a * ((1 - const) // factor))


def _share(literal: Linear, shares: Sequence[float]) -> float:
    """Return the share of a literal.  shares: of the program's variables."""
    return literal.const + sum([a * shares[x] for a, x in literal.terms])


def _sets_of_places(share: dict[tuple[int, int], float], size: int) -> list[set[int]]:
    """Return the sets of places that grow together, as edges join them in the order of their shares."""
    edges: dict[tuple[int, int], float] = {}
    for arc, each in share.items():
        edge = min(arc), max(arc)
        edges[edge] = edges.get(edge, 0.0) + each
    group, found = [{v} for v in range(size)], list[set[int]]()
    for v, w in sorted((edge for edge, each in edges.items() if each > SMALL), key=lambda edge: -edges[edge]):
        if group[v] is not group[w]:
            joined = group[v] | group[w]
            found.append(joined)
            for x in joined:
                group[x] = joined
    return found
