"""A circuit as rows of a linear program: each place is entered once, and positions grow along the tour.

Positions exclude every solution with two tours, but say little about shares of arcs; the cuts of `tour_cuts` do:
of the arcs inside a set of places fewer are used than there are places.

A dive finds a tour by its path: what follows the last place that is reached from the root is chosen first.  Times and
loads, which grow along the path, are known up to its last place, so that arcs which come too late, or carry too much,
are excluded before they are chosen.

Sources: C. E. Miller, A. W. Tucker,
R. A. Zemlin, Integer programming formulation of traveling salesman problems, Journal of the ACM 7, 1960; G. Dantzig,
R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem, Operations Research 2, 1954.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ...encoder.normalize.formulas import Linear
from .forms import LinearForms, NoLinearForm
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


class PathGuide:
    """A path that grows from a root.

    arcs: the literal of each arc (tail, head).  size: the number of places.
    """

    def __init__(self, arcs: Mapping[tuple[int, int], Linear], size: int, root: int):
        self._root = root
        self._leaving: list[list[tuple[int, Linear]]] = [[] for _ in range(size)]
        self._entering: list[list[int]] = [[] for _ in range(size)]
        for (v, w), literal in arcs.items():
            self._leaving[v].append((w, literal))
            self._entering[w] += [x for _, x in literal.terms]

    def next(
        self, low: Sequence[int], high: Sequence[int], ranks: Sequence[float], hurry: float
    ) -> tuple[int, int] | None:
        """Return a variable of an arc from the last place of the path, and the value that uses the arc; None if the
        tour is closed.  The arc back to the root is returned only if no other arc is left.

        low, high: the bounds of the program's variables.  ranks: a number for each variable; the arc with the least
        rank is chosen.  hurry: this is added to an arc's rank for each way that is open into the arc's next place, so
        that places with few ways left come first.
        """
        at = self._root
        for _ in self._leaving:
            following = self._used(at, low, high)
            if following is None:
                able = [
                    (
                        w == self._root,
                        a * ranks[x] + hurry * self._ways_into(w, low, high),
                        x,
                        high[x] if a > 0 else low[x],
                    )
                    for w, literal in self._leaving[at]
                    for a, x in literal.terms
                    if low[x] < high[x]
                ]
                return min(able)[2:] if able else None
            at = following
            if at == self._root:
                return None
        return None

    def _used(self, v: int, low: Sequence[int], high: Sequence[int]) -> int | None:
        """Return the place after the place v, by the bounds `low` and `high`; None if that is open."""
        for w, literal in self._leaving[v]:
            if literal.const + sum([a * (low[x] if a > 0 else high[x]) for a, x in literal.terms]) > 0:
                return w
        return None

    def _ways_into(self, w: int, low: Sequence[int], high: Sequence[int]) -> int:
        """Return the number of arcs to the place w that the bounds `low` and `high` leave open."""
        return sum([low[x] < high[x] for x in self._entering[w]])
