"""The refutation, without a SAT solver, of a problem without an objective: loads along tours that cannot fit, or sums
that cannot hold together, as of a roster with more shifts than people.

How the sums are found is in `false_sums`.
"""

from __future__ import annotations

from contextlib import suppress

from ...base.time_limit import until
from ...encoder.normalize.formulas import conjuncts
from ...solving.problem_run import ProblemRun
from .first_answer import NAME, counts_mostly

FEWEST = 64  # variables of a model, below which a solver is as quick


def is_refuted(run: ProblemRun) -> bool:
    """Whether it is known, without a solver, that no tour of a problem without an objective has loads and times that
    fit.

    Return False if only solvers may answer, as where the user named one.  Raises LimitReached.
    """
    pipeline, problem = run.pipeline, run.problem
    if not _is_asked(run):
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


def has_false_sum(run: ProblemRun) -> bool:
    """Whether it is known, without a solver, that no solution of a problem without an objective exists, as the
    constraints, each times a price, add up to a sum that cannot hold.

    Return False without a search for prices if the problem is small or most of its constraints are clauses, and in the
    cases in which `is_refuted` does.  Raises LimitReached.
    """
    model, pipeline = run.problem.model, run.pipeline
    if not _is_asked(run) or run.problem.is_cnf or len(model.ints) + len(model.bools) < FEWEST:
        return False
    norm = run.normalized().norm
    with until(pipeline.run_options.deadline), pipeline.trace.phase(NAME):
        if not counts_mostly(norm):
            return False
        from .false_sums import has_false_sum_of_rows  # only for counts

        is_refuted = has_false_sum_of_rows(norm, model)
    if is_refuted:
        pipeline.trace.say("UNSAT WITHOUT SOLVER: BY A SUM OF CONSTRAINTS")
        run.has_answer_of(f"{run.report.solver.name} ({NAME})")
    return is_refuted


def _is_asked(run: ProblemRun) -> bool:
    """Whether a problem is a CSP without an objective that may be answered without any solver."""
    return run.problem.board is None and run.problem.objective is None and run.pipeline.may_do_without
