"""Enumeration: different solutions one after the other, by one incremental solver or by run after run of any."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ..errors import LimitReached
from .loop_encodings import eliminated, loops_of, refinement
from .oracle import Oracle, oracle_of, refining
from .problem_run import ProblemRun


def solutions(run: ProblemRun, limit: int | None) -> Iterator[Any]:
    """Different solutions, all of them or `limit`.  Variables that are not part of a solution never multiply it.

    Raises LimitReached when a limit comes before the end, and at the end where the problem leaves it in doubt that it
    is; the solutions until then have been given.
    """
    count = 0
    with closing(_models(run)) as models:
        while count != limit:
            outcome = models.ask().known()
            if outcome.status == "unsat":
                break
            solution = run.judged(run.decode(models.found, outcome.literals))
            yield solution
            count += 1
            models.add(models.found.map.blocking_clause(run.problem.values(solution)))
    if run.problem.doubt and count != limit:
        raise LimitReached(run.problem.doubt)


def _models(run: ProblemRun) -> Oracle:
    """The exact CNF; where lines are one loop, by cuts if no setting decides: with many solutions they are quicker."""
    attempt, loop = run.problem.exact_attempt(), run.pipeline.loop
    if loop == "tree" or not loops_of(attempt.model()):
        return oracle_of(run, run.exact("all"))
    if loop == "elim":
        return oracle_of(run, run.encode(eliminated(attempt)))
    return refining(run, refinement(run.problem, attempt))
