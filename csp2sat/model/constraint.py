"""Global and graph constraints (a name, a meaning, an encoder, a formula), and relations given by their tuples.

The languages know how constraints are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.plugins import Parts
from ..errors import ModelError
from .expr import Expr, all_of, any_of, negation, node


def by_formula(sink: Any, *args: Any) -> None:
    """Raise AssertionError: a constraint with this `encode` has no encoder of its own, and its formula is encoded
    instead.
    """
    raise AssertionError("this constraint has no encoder of its own; expected its formula")


@dataclass(frozen=True)
class GlobalConstraint:
    """A constraint in a file of its own, as the constant CONSTRAINT: under `constraints/globals/` or
    `constraints/graphs/`, or under `puzzles/constraints/` if one puzzle alone uses it and no language writes it.

    name: the operator of its expressions; the file has this name (with `_` for `-`).
    holds: the meaning, on plain values: an int for each term, a bool for each formula, data (a graph) as it is.
    encode: `encode(sink, *args)` writes clauses that allow exactly what `holds` allows, given an IntCode for each
        term, a literal for each formula, data as it is.  `by_formula`: nothing is better than the formula.
    formula: the same as an ordinary formula of its arguments, used wherever the constraint is not simply required
        (under `not`, in a disjunction); None if no formula exists: then the constraint can only be required.
    also: a formula that is required along with `encode`, which may rely on it: together they allow exactly what `holds`
        allows, and bounds of variables are tightened by the formula.
    as_formula: `as_formula(bounds)`, whether `formula` is better than `encode` for a required constraint; bounds: the
        least and the greatest value of each argument, all of them terms.  None: it never is.
    pattern: how CSP text writes the arguments of a constraint that a user adds (`languages/csp/constraints.py` has the
        patterns of the others); '' if no text writes it.

    An argument that is data must be hashable and no integer (that would be a term); numbers are put in a tuple.
    """

    name: str
    holds: Callable[..., bool]
    encode: Callable[..., None]
    formula: Callable[..., Expr] | None = None
    also: Callable[..., Expr] | None = None
    as_formula: Callable[[Sequence[tuple[int, int]]], bool] | None = None
    pattern: str = ""


FOLDERS = "csp2sat.constraints.globals", "csp2sat.constraints.graphs", "csp2sat.puzzles.constraints"
CONSTRAINTS: Parts[GlobalConstraint] = Parts("constraint", "CONSTRAINT", *FOLDERS)
"""Global constraints, one file each: meaning beside encoder."""


CARDINALITY = "cardinality"  # the operator; its first argument is Bounds, the others are formulas
Bounds = tuple[int, int]  # the least and the greatest number of true ones


def cardinality(least: int, most: int, formulas: Iterable[Expr]) -> Expr:
    """Return the formula that at least `least` and at most `most` of the formulas are true."""
    return node(CARDINALITY, (least, most), *formulas)


RELATION = "relation"  # the operator; its first argument is the Relation, the others are terms


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of `arity` integers, given by its tuples if `supports` is true, else by the tuples that it excludes.

    Calling a relation with terms gives a formula.  Relations are equal if their arity, tuples and `supports` are;
    `name` is only for showing.
    """

    arity: int
    tuples: frozenset[tuple[int, ...]]
    supports: bool = True
    name: str = field(default="", compare=False)

    def holds(self, *values: int) -> bool:
        """Whether the values are in the relation."""
        return (values in self.tuples) == self.supports

    def __call__(self, *terms: Expr | int) -> Expr:
        """Return the formula that the terms' values are in the relation.  Raises ModelError for another number of
        terms.
        """
        if len(terms) != self.arity:
            raise ModelError(f"relation {self.name} has arity {self.arity}; there are {len(terms)} terms")
        return node(RELATION, self, *terms)

    def __str__(self) -> str:
        return self.name or f"<{len(self.tuples)} tuples>"


def listed(relation: Relation, *terms: Expr | int) -> Expr:
    """Return a formula of comparisons that the terms' values, if all have one, are in the relation."""
    rows = sorted(relation.tuples)
    found = any_of(all_of(node("eq", x, value) for x, value in zip(terms, row, strict=True)) for row in rows)
    return found if relation.supports else negation(found)
