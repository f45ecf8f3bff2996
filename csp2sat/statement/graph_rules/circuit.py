"""circuit: term i is the vertex after vertex i; the vertices that are not their own successor make one cycle."""

from __future__ import annotations

from itertools import permutations

from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..rules import alldifferent
from ..sums import PbSum, number
from .reaching import linked


def require(formulas: StatedFormulas, *after: PbSum) -> None:
    """State: each term is a vertex, from 0 on; no two are equal; each vertex that is not its own successor is reached
    from the first such vertex.
    """
    for each in _facts(formulas, after):
        formulas.clause((each,))
    alldifferent.require(formulas, *after)


def literal(formulas: StatedFormulas, *after: PbSum) -> Literal:
    """Return the literal that all this holds."""
    return formulas.definitions.all_of((*_facts(formulas, after), alldifferent.literal(formulas, *after)))


def _facts(formulas: StatedFormulas, after: tuple[PbSum, ...]) -> list[Literal]:
    n = len(after)
    inside = [(formulas.reached(each, 0), opposite(formulas.reached(each, n))) for each in after]
    used = [opposite(formulas.equal(each, number(v))) for v, each in enumerate(after)]
    arcs = [(v, w, formulas.equal(after[v], number(w))) for v, w in permutations(range(n), 2)]
    return [*(a for pair in inside for a in pair), *linked(formulas, used, arcs)]


RULE = StatementRule(require, literal)
