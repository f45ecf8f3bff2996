"""Relations given by their tuples, and the formula that some terms are in one."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import ModelError
from .expr import Expr, node

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
