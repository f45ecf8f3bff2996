"""What the arguments of a FlatZinc constraint are once its names are resolved."""

from __future__ import annotations

from typing import TypeAlias

from ...model.expr import Expr

Scalar: TypeAlias = int | bool | Expr  # an integer or a term; a bool or a formula
IntSet: TypeAlias = range | tuple[int, ...]  # ascending
Argument: TypeAlias = Scalar | list[Scalar] | IntSet | list[IntSet]
"""A value or a variable; a list of them for an array, row after row; a set: a range, or a tuple that ascends."""
