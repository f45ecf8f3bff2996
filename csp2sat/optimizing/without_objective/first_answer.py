"""A first solution of a large problem without an objective, found by jumps before any clause is written.

A roster of 120 people has 800,000 clauses, which take seconds to write, and more to solve; a few thousand jumps find a
solution at once, if the constraints are linear and leave some room.
"""

from __future__ import annotations

from contextlib import suppress

from ...base.time_limit import until
from ...encoder.normalize.formulas import ATOMS, Norm
from ...errors import LimitReached
from ...model.constraint import CARDINALITY
from ...model.model import Answer, Model
from ...solving.problem import Problem
from ...solving.problem_run import ProblemRun

NAME = "linear search"
FEWEST = 1_000  # variables of a model, below which a solver is as quick
MANY = 5  # terms of a count, at least


def first_answer(run: ProblemRun) -> Answer | None:
    """Return a solution, judged by the problem's own rules, of a large problem whose constraints are all linear; None
    if none is found.

    The result is None, without any search, if only solvers may answer, if the user named a solver or gave a seed, which
    may be for another solution than the first one, or if the constraints are mostly clauses.
    """
    pipeline, problem = run.pipeline, run.problem
    if not pipeline.may_do_without or pipeline.run_options.seed is not None or not _is_large(problem):
        return None
    with suppress(LimitReached), until(pipeline.run_options.deadline):
        norm = run.normalized().norm
        with pipeline.trace.phase(NAME):
            answer = _of_counts(norm, problem.model)
        if answer is not None and not problem.faults(answer):
            pipeline.trace.say(f"FOUND BY {NAME.upper()}")
            run.has_answer_of(f"{run.report.solver.name} ({NAME})")
            return answer
    return None


def _of_counts(norm: Norm, model: Model) -> Answer | None:
    """Return a solution that jumps find of a CSP that is mostly about counts; None if none is found, or for any other
    CSP.
    """
    if not counts_mostly(norm):
        return None
    from .jumped import jumped  # only for counts

    return jumped(norm, model)


def counts_mostly(norm: Norm) -> bool:
    """Whether most of a normal form is about counts and sums of many terms: a solver is better at clauses."""
    counted = others = 0
    for part in norm.parts():
        inner = part.args[0] if part.op == "not" else part
        terms = len(inner.args[0].terms) if inner.op in ATOMS else len(inner.args)
        if terms >= MANY and inner.op in (*ATOMS, CARDINALITY, "count"):
            counted += terms
        else:
            others += terms
    return counted > others


def _is_large(problem: Problem) -> bool:
    """Whether a problem is a CSP with many variables that has neither an objective, nor preferred values, nor a way of
    its own to be solved.
    """
    if problem.board is not None or problem.objective is not None or problem.is_cnf:
        return False
    model = problem.model
    if len(model.ints) + len(model.bools) < FEWEST:
        return False
    return not (problem.preferred or problem.relaxed or problem.refinement or problem.lightened)
