"""A circuit as rows of a linear program: each place is entered once, and positions grow along the tour.

Positions exclude every solution with two tours, but say little about shares of arcs; `_violated` finds rows that do: of
the arcs inside a set of places fewer are used than there are places.  Sources: C. E. Miller, A. W. Tucker,
R. A. Zemlin, Integer programming formulation of traveling salesman problems, Journal of the ACM 7, 1960; G. Dantzig,
R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem, Operations Research 2, 1954.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...encoder.normalize.formulas import Linear
from .forms import LinearForms, NoLinearForm
from .path_guide import PathGuide
from .program import ZERO, LinearProgram, LinearRow, weighted

ArcLiterals = dict[tuple[int, int], Linear]
"""The literal of each arc (tail, head); the arc from a place to itself leaves the place out."""
PER_ARC = 5  # terms of the rows for positions, about
SMALL = 0.02  # shares of arcs that join nothing, and excess of a row that is no violation


def circuit(forms: LinearForms, *after: Linear) -> None:
    """Require that term v is the place after place v, counted from 0, on one tour.

    Raises NoLinearForm after rows without positions if each place may be left out, or there are too many arcs.
    """
    size = len(after)
    arcs: ArcLiterals = {}
    for v, term in enumerate(after):
        cases = forms.cases_within(term, range(size)).items()
        arcs.update({(v, w): literal for w, literal in cases if forms.program.ends(literal)[1] > 0})
    for w in range(size):
        forms.program.equal_zero(weighted([(1, arcs[v, w]) for v in range(size) if (v, w) in arcs], -1))
    always = [v for v in range(size) if (v, v) not in arcs]
    forms.program.cuts.append(partial(_violated, arcs, size))
    if not always or PER_ARC * len(arcs) > forms.program.most - forms.program.terms:
        raise NoLinearForm
    _positions(forms.program, arcs, size, always[0])
    forms.program.places += [
        {x for arc, each in arcs.items() if v in arc for _, x in each.terms if arc != (v, v)} for v in range(size)
    ]
    forms.program.guides.append(PathGuide(arcs, size, always[0]).next)


def _positions(program: LinearProgram, arcs: ArcLiterals, size: int, root: int) -> None:
    """Require positions from 1 to `size - 1`, which grow by 1 along arcs, for all places but the root, where the tour
    begins.
    """
    position = [ZERO if v == root else program.counter(1, size - 1) for v in range(size)]
    last = size - 1
    for (v, w), arc in arcs.items():
        if v != w and root not in (v, w):
            parts = [(1, position[v]), (-1, position[w]), (last, arc), (last - 2, arcs.get((w, v), ZERO))]
            program.at_most_zero(weighted(parts, 1 - last))


def _violated(arcs: ArcLiterals, size: int, shares: Sequence[float]) -> Iterator[LinearRow]:
    """Yield rows that all tours satisfy and shares of the program's variables violate.

    Each row is about a set of the places 0 to `size - 1` that arcs with a large share join.
    """
    share = {arc: each.const + sum([a * shares[x] for a, x in each.terms]) for arc, each in arcs.items()}
    for places in _sets_of_places(share, size):
        if all((v, v) in arcs for v in range(size) if v not in places):
            continue  # the tour may be in the set as a whole
        first = min(places, key=lambda v: share.get((v, v), 0.0))
        inside = [arc for arc in arcs if places.issuperset(arc) and arc != (first, first)]
        if sum([share[arc] for arc in inside]) > len(places) - 1 + SMALL:
            yield LinearRow(weighted([(1, arcs[arc]) for arc in inside], 1 - len(places)), False)


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
