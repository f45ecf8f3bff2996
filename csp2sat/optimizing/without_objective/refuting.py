"""The refutation, without a SAT solver, of a problem without an objective whose loads along tours cannot fit."""

from __future__ import annotations

from contextlib import suppress

from ...base.time_limit import until
from ...encoder.normalize.formulas import conjuncts
from ...solving.problem_run import ProblemRun


def is_refuted(run: ProblemRun) -> bool:
    """Whether it is known, without a solver, that no tour of a problem without an objective has loads and times that
    fit.

    Return False if a second solver has to confirm answers, or if only solvers may answer.  Raises LimitReached.
    """
    pipeline, problem = run.pipeline, run.problem
    is_asked = pipeline.options.narrowing and pipeline.explores and pipeline.cross_check is None
    if problem.board is not None or problem.objective is not None or not is_asked:
        return False
    parts = (part for each in problem.model.constraints for part in conjuncts(each.formula))
    if not any(part.op == "circuit" for part in parts):
        return False
    with until(pipeline.run_options.deadline):
        return _are_overfull(run)


def _are_overfull(run: ProblemRun) -> bool:
    """Whether the loads or times along the tours of a problem are known not to fit."""
    from ..touring.capacity import Overfull  # only for tours
    from ..touring.extraction import TourExtraction
    from ..touring.ways_out import NoTour

    try:
        with suppress(NoTour):
            TourExtraction(run.normalized().norm, run.problem.model)
    except Overfull:
        return True
    return False
