"""Clauses and counts of Boolean variables that a model keeps as numbers, and that stay numbers up to the CNF.

A normal formula `(literals RUN)`, of a LiteralRun, is the conjunction of constraints that follow one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...cnf.counts import are_few
from ...model.expr import Expr, node
from ...model.literal_constraints import CountedLiterals, LiteralConstraints
from ...model.model import Constraint, Model
from ...tuples import NamedTuple

LITERALS = "literals"  # the operator
LONGEST = 1024  # constraints of a run; the time limit is examined after each run


class LiteralRun(NamedTuple):
    """Constraints that follow one another, by their numbers."""

    constraints: LiteralConstraints
    numbers: range

    def __iter__(self) -> Iterator[CountedLiterals]:  # type: ignore[override]
        return self.constraints.counts(self.numbers)


def numbered(model: Model) -> Iterable[tuple[int, Constraint]]:
    """Return the constraints of a model, each with its number.

    Constraints that the model keeps as numbers come in formulas LITERALS, each with the number of its first constraint,
    if all of these constraints are their own normal forms and the model has no integers.
    """
    stated = model.constraints
    if not isinstance(stated, LiteralConstraints) or model.ints or model.objective:
        return enumerate(stated)
    if not all(are_few(size, most) and are_few(size, size - least) for size, least, most in stated.shapes):
        return enumerate(stated)
    return _in_runs(stated)


def _in_runs(stated: LiteralConstraints) -> Iterator[tuple[int, Constraint]]:
    for number, found in stated.runs():
        if isinstance(found, Constraint):
            yield number, found
            continue
        for first in found[::LONGEST]:
            run = LiteralRun(stated, range(first, min(first + LONGEST, found.stop)))
            yield first, Constraint(node(LITERALS, run))


def spread(required: Iterable[tuple[Expr, int]]) -> Iterator[tuple[Expr, int]]:
    """Yield pairs of a required formula and the number of its constraint in the model; a formula LITERALS, which stands
    for several constraints, is replaced by a pair for each of these.
    """
    for formula, number in required:
        if formula.op == LITERALS:
            (run,) = formula.args
            yield from zip(map(run.constraints.formula, run), run.numbers, strict=True)
        else:
            yield formula, number
