"""Enumeration: different solutions one after the other, by one incremental solver or by run after run of any."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ..errors import LimitReached
from .loop_encodings import eliminated, loops_of, refinement
from .oracle import Oracle, oracle_of, refining
from .pipeline import Pipeline
from .problem import Problem


def solutions(problem: Problem, pipeline: Pipeline, limit: int | None) -> Iterator[Any]:
    """Different solutions, all of them or `limit`.  Variables that are not part of a solution never multiply it.

    Raises LimitReached when a limit comes before the end, and at the end where the problem leaves it in doubt that it
    is; the solutions until then have been given.
    """
    count = 0
    with closing(_models(problem, pipeline)) as models:
        while count != limit:
            outcome = models.ask().known()
            if outcome.status == "unsat":
                break
            solution = pipeline.judged(problem, pipeline.decode(problem, models.found, outcome.literals))
            yield solution
            count += 1
            models.add(models.found.map.blocking_clause(problem.values(solution)))
    if problem.doubt and count != limit:
        raise LimitReached(problem.doubt)


def _models(problem: Problem, pipeline: Pipeline) -> Oracle:
    """The exact CNF; where lines are one loop, by cuts if no setting decides: with many solutions they are quicker."""
    attempt = problem.attempts()[-1]
    if pipeline.loop == "tree" or not loops_of(attempt.model()):
        return oracle_of(pipeline, pipeline.exact(problem, "all"))
    if pipeline.loop == "elim":
        return oracle_of(pipeline, pipeline.encode(problem, eliminated(attempt)))
    return refining(problem, pipeline, refinement(problem, attempt))
