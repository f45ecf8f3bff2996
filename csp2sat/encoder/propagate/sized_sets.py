"""Connected sets of which a member and the greatest size are known: none of the others is too far from that one.

So clients write regions around clues: (connected ACTIVE EDGES), a sum that counts what is active, and a unit.  A tree
knows nothing of sizes; steps from the clue say at once what is too far, as for `islands`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.constraint import CARDINALITY
from ...model.expr import Expr, node
from ..normalize.formulas import Norm, bounds

MOST_STEPS = 20_000  # vertices times steps, up to which the constraint is written so


def bound_sets(norm: Norm) -> None:
    """Write `connected` requirements of such sets as `within`, in place."""
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
    """Boolean variables that are required to be what a comparison says, with that."""
    for formula, _ in norm.required:
        if formula.op == "iff":
            for one, other in (formula.args, formula.args[::-1]):
                if one.op == "bool" and other.op in ("le0", "eq0"):
                    yield one, other


def _greatest(norm: Norm, same: dict[Expr, Expr]) -> Iterator[tuple[frozenset[Expr], int]]:
    """Sets of formulas, with how many of them may be true at most, by counts and by sums of
    `(if FORMULA 1 0)`."""
    for formula, _ in norm.required:
        if formula.op == CARDINALITY:
            (_, most), *counted = formula.args
            yield frozenset(same.get(p, p) for p in counted), most
        elif formula.op in ("le0", "eq0"):
            terms, const = formula.args[0]
            counted = [norm.conditional[x] for a, x in terms if a == 1 and x in norm.conditional]
            if len(counted) == len(terms) and all((yes, no) == (1, 0) for _, yes, no in counted):
                yield frozenset(same.get(p, p) for p, *_ in counted), -const


def _is_true(norm: Norm, formula: Expr) -> bool:
    """Is a comparison true by the bounds of its variables?"""
    if formula.op not in ("le0", "eq0"):
        return False
    least, most = bounds(formula.args[0], norm.domains)
    return most <= 0 if formula.op == "le0" else least == most == 0
