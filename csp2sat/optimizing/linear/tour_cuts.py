"""Cuts for tours: rows that all tours satisfy and a solution of the relaxed program violates, each about a set of
places. A share is the value of an arc in such a solution, from 0 to 1.

Fewer arcs inside a set are used than the set has places.  If an item, such as a load, grows along each arc inside the
set and is limited, a route takes a part of what all places of the set add; so there are at least as many routes as
capacities that these places need.  Sources: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale
traveling-salesman problem, Operations Research 2, 1954; G. Laporte, Y. Nobert, M. Desrochers, Optimal routing under
capacity and distance restrictions, Operations Research 33, 1985.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from ...encoder.normalize.formulas import Linear
from .program import LinearProgram, LinearRow, weighted

SMALL = 0.02  # shares of arcs that join nothing, and excess of a row that is no violation


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
        served: dict[frozenset[int], int] = {}  # for each set of places the number of routes that it needs
        for gains, most in self._loads:
            share = {arc: _share(self._arcs[arc], shares) for arc in self._arcs if gains.keys() >= {*arc}}
            for places in _sets_of_places(share, self._size):
                needed = -(-sum([gains.get(v, 0) for v in places]) // most)
                if needed > served.get(frozenset(places), 1):
                    inside = [arc for arc in share if places.issuperset(arc)]
                    if sum([share[arc] for arc in inside]) > len(places) - needed + SMALL:
                        served[frozenset(places)] = needed
                        yield LinearRow(weighted([(1, self._arcs[arc]) for arc in inside], needed - len(places)), False)

    @cached_property
    def _loads(self) -> list[tuple[dict[int, int], int]]:
        """The items that grow along arcs: the least growth of each item at each place, and its greatest growth along a
        route.
        """
        found = list[tuple[dict[int, int], int]]()
        for items, grown in self._families():
            domains = {v: self._program.domains[x] for v, x in items.items()}
            ends = {v: (domain.lo, domain.hi) for v, domain in domains.items()}
            found += self._gains(grown, {*self._arcs}, ends)
            back = {(w, v): a for (v, w), a in grown.items()}
            found += self._gains(back, {arc[::-1] for arc in self._arcs}, {v: (-b, -a) for v, (a, b) in ends.items()})
        return found

    def _gains(
        self, grown: Mapping[tuple[int, int], int], arcs: set[tuple[int, int]], ends: Mapping[int, tuple[int, int]]
    ) -> Iterator[tuple[dict[int, int], int]]:
        """Yield the least growth of an item at each place, and its greatest growth along a route, from its least value
        on; nothing if no route is limited by them.

        grown: by how much the item grows along arcs at least.  arcs: all of them.  ends: the values at each place.
        """
        inner = {w for w in ends if (w, w) not in arcs}
        inner -= {w for v, w in arcs if {v, w} <= inner and (v, w) not in grown}
        inside, outside = dict[int, int](), dict[int, int]()  # what comes along arcs, and the least values at first
        for v, w in arcs:
            if w in inner and v in inner:
                inside[w] = min(grown[v, w], inside.get(w, grown[v, w]))
            elif w in inner:
                low = max(ends[w][0], grown[v, w] + ends[v][0]) if (v, w) in grown else ends[w][0]
                outside[w] = min(low, outside.get(w, low))
        bottom, top = min([low for low, _ in ends.values()]), max([high for _, high in ends.values()])
        found = list[tuple[float, int, dict[int, int]]]()
        for least in {min(bottom, outside[w] - inside[w]) for w in outside.keys() & inside.keys()}:
            gains = {w: min(a, outside.get(w, ends[w][0]) - least) for w, a in inside.items()}
            if top > least and min(gains.values()) >= 0:
                found.append((sum(gains.values()) / (top - least), top - least, gains))
        if found:
            _, most, gains = max(found, key=lambda each: each[0])
            yield gains, most

    def _families(self) -> Iterator[tuple[dict[int, int], dict[tuple[int, int], int]]]:
        """Yield the items, each as a variable for each of some places and as its least growth along each arc between
        these; the lower bounds that hold if an arc is used join the variables.
        """
        bounds = list(self._bounds())
        ends: dict[int, set[int]] = {}
        for arc, (y, x, _) in bounds:
            for item in (x, y):
                ends[item] = ends.get(item, {*arc}) & {*arc}
        place = {x: min(each) for x, each in ends.items() if len(each) == 1}
        for items in items_by_place(((x, y) for _, (y, x, _) in bounds), place):
            yield items, {(v, w): a for (v, w), (y, x, a) in bounds if items.get(w) == y and items.get(v) == x}

    def _bounds(self) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
        """Yield for each row of the program that says "if the arc from v to w is used, y >= x + a" the pair (v, w)
        and (y, x, a); x and y are numbers of variables.
        """
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


def items_by_place(pairs: Iterable[tuple[int, int]], place: Mapping[int, int]) -> list[dict[int, int]]:
    """Return the items, such as loads, whose variables pairs join: for each item its variables by their places.  An
    item is left out if several of its variables belong to one place, or if a variable has no place.

    pairs: of numbers of variables, which belong to one item.  place: of variables, by their numbers.
    """
    item: dict[int, set[int]] = {}
    for pair in pairs:
        mine, other = (item.setdefault(each, {each}) for each in pair)
        if mine is not other:
            mine |= other
            item.update(dict.fromkeys(other, mine))
    items = {id(each): each for each in item.values()}.values()
    found = [({place[x]: x for x in each if x in place}, len(each)) for each in items]
    return [variables for variables, count in found if len(variables) == count]


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
