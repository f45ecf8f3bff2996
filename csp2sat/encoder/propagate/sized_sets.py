"""Connected sets with a known member and a known greatest size: no other member is too far from the known one.

Clients write regions around clues in this form: (connected ACTIVE EDGES), a sum that counts the active vertices, and a
unit.  A spanning tree ignores sizes; steps from the clue exclude at once all vertices that are too far, as for
`islands`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.constraint import CARDINALITY
from ...model.expr import Expr, node
from ..normalize.formulas import ATOMS, Norm, bounds
from ..normalize.literal_runs import spread

MOST_STEPS = 20_000  # vertices times steps, up to which the constraint is written so


def bound_sets(norm: Norm) -> None:
    """Replace constraints `connected` in `norm.required` by `within`: each active vertex is reached from one that is
    certainly active, the root, in at most n - 1 steps along active vertices.

    n is the greatest number of active vertices, known from another required constraint.  A constraint stays if no root
    or no n is known, if formulas of its vertices are equal, or if n times the number of vertices exceeds MOST_STEPS.
    """
    connected = [at for at, (formula, _) in enumerate(norm.required) if formula.op == "connected"]
    if not connected:
        return
    same = dict(_equivalences(norm))
    greatest = dict(_greatest(norm, same))
    units = {formula for formula, _ in norm.required}
    for at in connected:
        formula, number = norm.required[at]
        graph, *active = formula.args
        members = [same.get(p, p) for p in active]
        size = greatest.get(frozenset(members), 0) if len(set(members)) == len(members) else 0
        sure = (v for v, p in enumerate(members) if p in units or active[v] in units or _is_true(norm, p))
        root = next(sure, None) if 0 < size * graph.size <= MOST_STEPS else None
        if root is not None:
            norm.required[at] = node("within", graph, (root, size - 1), *active), number


def _equivalences(norm: Norm) -> Iterator[tuple[Expr, Expr]]:
    """Yield pairs of a Boolean variable and a comparison that are required to be equivalent."""
    for formula, _ in norm.required:
        if formula.op == "iff":
            for one, other in (formula.args, formula.args[::-1]):
                if one.op == "bool" and other.op in ATOMS:
                    yield one, other


def _greatest(norm: Norm, same: dict[Expr, Expr]) -> Iterator[tuple[frozenset[Expr], int]]:
    """Yield sets of formulas with the greatest number of them that may be true, from required cardinalities and sums of
    `(if FORMULA 1 0)`.

    `same` maps Boolean variables to equivalent comparisons, which replace them in the sets.
    """
    for formula, _ in spread(norm.required):
        if formula.op == CARDINALITY:
            (_, most), *counted = formula.args
            yield frozenset(same.get(p, p) for p in counted), most
        elif formula.op in ATOMS:
            terms, const = formula.args[0]
            counted = [norm.conditional[x] for a, x in terms if a == 1 and x in norm.conditional]
            if len(counted) == len(terms) and all((yes, no) == (1, 0) for _, yes, no in counted):
                yield frozenset(same.get(p, p) for p, *_ in counted), -const


def _is_true(norm: Norm, formula: Expr) -> bool:
    """Whether a formula is a comparison that is true by the bounds of its variables."""
    if formula.op not in ATOMS:
        return False
    least, most = bounds(formula.args[0], norm.domains)
    return most <= 0 if formula.op == "le0" else least == most == 0
