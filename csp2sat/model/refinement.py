"""Refinement: a weaker model, to which clauses are added against each answer that is no solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .model import Answer, Model

NamedClause = list[tuple[str, bool]]  # Boolean variables and the values that they should have; one of them has


class Refinement(NamedTuple):
    """What is needed to solve a problem so.  Only the Booleans of answers count.

    model: the weaker one, of which every solution has an answer.
    cuts: clauses that the answers of all solutions keep and this one does not; [] if it is that of one solution alone;
        None if that is not known, and the problem has to be solved in another way.
    solution: what an answer without cuts means.  values: the answer that means a solution.
    """

    model: Callable[[], Model]
    cuts: Callable[[Answer], list[NamedClause] | None]
    solution: Callable[[Answer], Any]
    values: Callable[[Any], Answer]
