"""All solutions, one after the other: by one incremental solver, or by run after run of any solver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ..errors import LimitReached
from .cutting import cutting
from .engine import Engine
from .loops import eliminated, loops_of
from .problem import Problem
from .questions import InSession, Questions, Runs


def solutions(problem: Problem, engine: Engine, limit: int | None, incremental: bool) -> Iterator[Any]:
    """Different solutions, all of them or `limit`.  Variables that are not part of a solution never multiply it.

    incremental: by the embedded solver, which keeps what it learned; else each is a run of the engine's solver.
    Raises LimitReached when a limit comes before the end; the solutions until then have been given.
    """
    count = 0
    with closing(_models(problem, engine, incremental)) as models:
        while count != limit:
            outcome = models.ask()
            if outcome.status == "unknown":
                raise LimitReached(outcome.reason)
            if outcome.status == "unsat":
                return
            solution = engine.judged(problem, engine.decode(problem, models.found, outcome.literals))
            yield solution
            count += 1
            models.add(models.found.map.blocking_clause(problem.values(solution)))


def _models(problem: Problem, engine: Engine, incremental: bool) -> Questions:
    """The exact CNF; where lines are one loop, by cuts if not said otherwise: with many solutions they are quicker."""
    ask = InSession if incremental else Runs
    attempt = problem.attempts()[-1]
    if engine.loop == "tree" or not loops_of(attempt.model()):
        return ask(engine, engine.exact(problem, "all"))
    if engine.loop == "elim":
        return ask(engine, engine.encode(problem, eliminated(attempt)))
    return cutting(problem, engine, attempt, ask)
