"""The refutation, without a SAT solver, of a problem without an objective: loads along tours that cannot fit, or sums
that cannot hold together, as of a roster with more shifts than people.

Sums that are at most 0, each times a price, add up to a sum that is at most 0; no solution exists if the domains show
that this sum is greater.  A solver has to find that by cases.  Source: J. Farkas, Theorie der einfachen Ungleichungen,
Journal für die reine und angewandte Mathematik 124, 1902.
"""

from __future__ import annotations

from contextlib import suppress

from ...base.portable_random import RandomSource
from ...base.time_limit import until
from ...encoder.normalize.formulas import Linear, conjuncts, linear
from ...solving.problem_run import ProblemRun
from ..linear.extraction import Extraction
from ..linear.forms import NoLinearForm
from ..linear.lagrangian import Prices
from ..linear.program import Infeasible, TooLarge
from ..touring.capacity import Overfull
from ..touring.extraction import TourExtraction
from ..touring.ways_out import NoTour
from .first_answer import NAME, counts_mostly

FEWEST = 64  # variables of a model, below which a solver is as quick
WORK, MOST = 300, 3_000_000  # times that all terms of the rows are examined, and terms, at most
COST, SPREAD = 900, 200  # of a variable in a sum of no meaning


def is_refuted(run: ProblemRun) -> bool:
    """Whether it is known, without a solver, that no tour of a problem without an objective has loads and times that
    fit.

    Return False if a second solver has to confirm answers, or if only solvers may answer.  Raises LimitReached.
    """
    pipeline, problem = run.pipeline, run.problem
    if not _is_asked(run):
        return False
    parts = (part for each in problem.model.constraints for part in conjuncts(each.formula))
    if any(part.op == "circuit" for part in parts):
        try:
            with until(pipeline.run_options.deadline), suppress(NoTour):
                TourExtraction(run.normalized().norm, problem.model)
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
    with until(pipeline.run_options.deadline), suppress(NoLinearForm, TooLarge), pipeline.trace.phase(NAME):
        if not counts_mostly(norm):
            return False
        try:
            program = Extraction(norm, model, 1).program
        except Infeasible:
            return True
        program.aim_at(_any_goal(len(program.domains)))
        prices = Prices(program)
        prices.optimize(min(WORK * program.terms, MOST))
        if prices.bound()[0] > program.ends(program.goal)[1]:
            pipeline.trace.say("INFEASIBLE BY A SUM OF CONSTRAINTS")
            return True
    return False


def _any_goal(variables: int) -> Linear:
    """Return a sum of variables with different coefficients: with it fewer prices are as good as others, so that the
    best ones, which a goal has only if solutions exist, are found in fewer steps.
    """
    random = RandomSource(1)
    return linear({x: COST + random.below(SPREAD) for x in range(variables)}, 0)


def _is_asked(run: ProblemRun) -> bool:
    """Whether a problem has no objective, and something else than a solver may answer it alone."""
    pipeline, problem = run.pipeline, run.problem
    is_asked = pipeline.options.narrowing and pipeline.explores and pipeline.cross_check is None
    return problem.board is None and problem.objective is None and is_asked
