"""What a global or graph constraint is: a name, a meaning, an encoder, a formula; and relations given by their tuples.

Languages know how they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ..base.plugins import Parts
from ..errors import ModelError
from .expr import Expr, node


def by_formula(sink: Any, *args: Any) -> None:
    """The `encode` of a constraint that has none: it is its formula wherever it stands."""
    raise AssertionError("the formula is to be encoded instead")


@dataclass(frozen=True)
class GlobalConstraint:
    """A constraint in a file of its own, as the constant CONSTRAINT: under `constraints/globals/` or
    `constraints/graphs/`, or under `puzzles/constraints/` if one puzzle alone uses it and no language writes it.

    name: the operator of its expressions; the file has this name (with `_` for `-`).
    holds: the meaning, on plain values: an int for each term, a bool for each formula, data (a graph) as it is.
    encode: `encode(sink, *args)` writes clauses that allow exactly what `holds` allows; it gets an IntCode for each
        term, a literal for each formula, data as it is.  `by_formula`: there is nothing better than the formula.
    formula: the same as an ordinary formula of its arguments, used wherever the constraint is not simply required
        (under `not`, in a disjunction); None when there is none, then only a required one can be encoded.
    also: a formula that is required along with `encode`, which may rely on it: together they allow exactly what `holds`
        allows, and bounds of variables are tightened by the formula.

    An argument that is data must be hashable and no integer (that would be a term); numbers are put in a tuple.
    """

    name: str
    holds: Callable[..., bool]
    encode: Callable[..., None]
    formula: Callable[..., Expr] | None = None
    also: Callable[..., Expr] | None = None


FOLDERS = "csp2sat.constraints.globals", "csp2sat.constraints.graphs", "csp2sat.puzzles.constraints"
CONSTRAINTS: Parts[GlobalConstraint] = Parts("constraint", "CONSTRAINT", *FOLDERS)
"""Global constraints, one file each: meaning beside encoder."""


CARDINALITY = "cardinality"  # the operator; its first argument is Bounds, the others are formulas
Bounds = tuple[int, int]  # at least and at most so many


def cardinality(least: int, most: int, formulas: Iterable[Expr]) -> Expr:
    """At least, and at most, so many of the formulas are true."""
    return node(CARDINALITY, (least, most), *formulas)


RELATION = "relation"  # the operator; its first argument is the Relation, the others are terms


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of `arity` integers: the tuples that it has (`supports`), or those that it has not.

    Called with terms it is a formula.  Relations are equal when they say the same; `name` is only for showing.
    """

    arity: int
    tuples: frozenset[tuple[int, ...]]
    supports: bool = True
    name: str = field(default="", compare=False)

    def holds(self, *values: int) -> bool:
        """The meaning."""
        return (values in self.tuples) == self.supports

    def __call__(self, *terms: Expr | int) -> Expr:
        """The formula that the terms' values are in the relation.  Raises ModelError for another number of terms."""
        if len(terms) != self.arity:
            raise ModelError(f"relation {self.name} has arity {self.arity}; there are {len(terms)} terms")
        return node(RELATION, self, *terms)

    def __str__(self) -> str:
        return self.name or f"<{len(self.tuples)} tuples>"
