"""All solutions, one after the other: by one incremental solver, or by run after run of any solver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ..errors import LimitReached
from .engine import Engine
from .problem import Problem
from .questions import InSession, Runs


def solutions(problem: Problem, engine: Engine, limit: int | None, incremental: bool) -> Iterator[Any]:
    """Different solutions, all of them or `limit`.  Variables that are not part of a solution never multiply it.

    incremental: by the embedded solver, which keeps what it learned; else each is a run of the engine's solver.
    Raises LimitReached when a limit comes before the end; the solutions until then have been given.
    """
    found = engine.exact(problem, "all")
    count = 0
    with closing((InSession if incremental else Runs)(engine, found)) as models:
        while count != limit:
            outcome = models.ask()
            if outcome.status == "unknown":
                raise LimitReached(outcome.reason)
            if outcome.status == "unsat":
                return
            solution = engine.judged(problem, engine.decode(problem, found, outcome.literals))
            yield solution
            count += 1
            models.add(found.map.blocking_clause(problem.values(solution)))
