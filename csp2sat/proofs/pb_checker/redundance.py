"""The rule of redundance: a constraint that does not follow, but that a witness repairs in every solution.

The witness maps variables to truth values or literals.  A solution of all constraints so far that violates C must stay
a solution, and satisfy C, after the variables are changed as the witness says, with an objective that is no worse.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from .inequality import Inequality, normal
from .propagation import PbPropagation

Witness = dict[int, int | bool]  # of both literals of each variable that changes


def witness(pairs: Iterable[tuple[int, int | bool]]) -> Witness:
    """Return the witness that maps each literal to its literal or truth value, and the negations accordingly; raise
    ValueError if a variable stands twice.
    """
    found: Witness = {}
    for a, to in pairs:
        if a in found:
            raise ValueError("a variable stands twice in the witness")
        found[a], found[a ^ 1] = to, (not to) if isinstance(to, bool) else to ^ 1
    return found


class KnownConstraints(NamedTuple):
    """All constraints so far.

    keys: those of the constraints.  objective: its coefficients, or None.  engine: propagates the constraints.
    """

    keys: Container[object]
    objective: dict[int, int] | None
    engine: PbPropagation


class _Negated(NamedTuple):
    """A claim negated: as it is, and after the literals that are then true, which `values` maps to their values."""

    whole: Inequality
    rest: Inequality
    values: Witness


def is_redundant(claim: Inequality, change: Witness, touched: Iterable[Inequality], known: KnownConstraints) -> bool:
    """Whether a claim is redundant by the witness `change`.

    touched: all constraints so far that have a variable of the witness.
    """
    against = claim.negated()
    true = known.engine.implied(against)
    if true is None:
        return True
    values: Witness = {}
    for a in true:
        values[a], values[a ^ 1] = True, False
    negated = _Negated(against, against.mapped(values), values)
    objective = known.objective
    touches = objective is not None and any(a in change for a in objective)
    if touches and not _follows(_no_worse(objective or {}, change), None, negated, known):
        return False
    if not _follows(claim.mapped(change), None, negated, known):
        return False
    return all(_follows(each.mapped(change), each, negated, known) for each in touched)


def _no_worse(objective: dict[int, int], change: Witness) -> Inequality:
    """Return the inequality that the objective after the change is at most the objective before."""
    pairs, degree = [(c, a) for a, c in objective.items()], 0
    for a, c in objective.items():
        to = change.get(a, a)
        if to is True:
            degree += c
        elif to is not False:
            pairs.append((-c, to))
    return normal(pairs, degree)


def _follows(goal: Inequality, before: Inequality | None, negated: _Negated, known: KnownConstraints) -> bool:
    """Whether a goal is trivial, is known, follows by weakening from the constraint `before` or from the negated claim,
    or by propagation.
    """
    if goal.degree <= 0 or goal.key in known.keys or (before is not None and before.implies(goal)):
        return True
    if negated.whole.implies(goal) or negated.rest.implies(goal.mapped(negated.values)):
        return True
    return known.engine.refutes(negated.whole, goal.negated())
