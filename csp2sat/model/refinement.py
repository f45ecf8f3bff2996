"""Refinement: solving by a weaker model, to which clauses are added against each answer that is no solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..tuples import NamedTuple
from .model import Answer, Model

NamedClause = Sequence[tuple[str, int]]  # variables and the values that they should have; one of them has


class Refinement(NamedTuple):
    """A way to solve a problem by refinement; on boards only the Booleans of answers count.

    model: makes the weaker model, in which every solution has an answer.
    cuts: gives the clauses that the answers of all solutions keep and a given answer breaks; [] if the answer is that
    of exactly one solution; None if no clauses are known, and the problem has to be solved in another way.
    solution: gives the solution of an answer without cuts.
    values: gives the answer of a solution.
    """

    model: Callable[[], Model]
    cuts: Callable[[Answer], list[NamedClause] | None]
    solution: Callable[[Answer], Any]
    values: Callable[[Any], Answer]
