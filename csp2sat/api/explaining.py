"""Why a problem has no solution: of a CSP sets of constraints, of a board sets of clues and rules."""

from __future__ import annotations

from ..search import board_reasons, explaining
from ..search.board_reasons import BoardExplanation
from ..search.explaining import Explanation
from ..search.pipeline import Pipeline
from ..search.problem import BoardProblem, CspProblem, Problem


def reasons(problem: Problem, pipeline: Pipeline, most: int | None) -> Explanation | BoardExplanation:
    """Reasons of a problem that is known to have no solution, at most so many of them."""
    if isinstance(problem, BoardProblem):
        return board_reasons.explain(problem, pipeline, most)
    assert isinstance(problem, CspProblem)
    return explaining.explain(problem, pipeline, most)
