"""A circuit as rows of a linear program: each place is entered once, and positions grow along the tour.

Positions exclude every solution with two tours, but say little about shares of arcs; the cuts of `tour_cuts` do:
of the arcs inside a set of places fewer are used than there are places.  Sources: C. E. Miller, A. W. Tucker,
R. A. Zemlin, Integer programming formulation of traveling salesman problems, Journal of the ACM 7, 1960; G. Dantzig,
R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem, Operations Research 2, 1954.
"""

from __future__ import annotations

from functools import partial

from ...encoder.normalize.formulas import Linear
from .forms import LinearForms, NoLinearForm
from .path_guide import PathGuide
from .program import ZERO, LinearProgram, weighted
from .tour_cuts import LoadCuts, violated_subtours

ArcLiterals = dict[tuple[int, int], Linear]
"""The literal of each arc (tail, head); the arc from a place to itself leaves the place out."""
PER_ARC = 5  # terms of the rows for positions, about


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
    forms.program.cuts += [partial(violated_subtours, arcs, size), LoadCuts(forms.program, arcs, size)]
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
