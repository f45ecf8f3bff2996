"""A first solution of a large problem without an objective, found by jumps before any clause is written.

A roster of 120 people has 800,000 clauses, which take seconds to write, and more to solve; a few thousand jumps find a
solution at once, if the constraints are linear and leave some room.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...base.portable_random import RandomSource
from ...base.time_limit import until
from ...encoder.normalize.formulas import ATOMS, Norm, conjuncts
from ...errors import LimitReached
from ...model.constraint import CARDINALITY
from ...model.expr import Expr
from ...model.model import Answer, Model
from ...solving.problem import Problem
from ...solving.problem_run import ProblemRun
from ..linear.extraction import REQUIRED, Extraction
from ..linear.forms import NoLinearForm
from ..linear.jumps import Jumps
from ..linear.program import Infeasible, LinearProgram, TooLarge
from ..linear.rows import RowPropagation

NAME = "linear search"
FEWEST = 1_000  # variables of a model, below which a solver is as quick
MANY = 5  # terms of a count, at least
WORK = 20  # times all terms of the rows are examined, at most


def first_answer(run: ProblemRun) -> Answer | None:
    """Return a solution, judged by the problem's own rules, of a large problem whose constraints are all linear; None
    if none is found.

    The result is None, without any search, if only solvers may answer, if the user named a solver or gave a seed, which
    may be for another solution than the first one, or if the constraints are mostly clauses.
    """
    pipeline, problem = run.pipeline, run.problem
    is_free = pipeline.options.narrowing and pipeline.explores and pipeline.cross_check is None
    if not is_free or pipeline.kept_solvers is None or pipeline.run_options.seed is not None or not _is_large(problem):
        return None
    with suppress(LimitReached), until(pipeline.run_options.deadline):
        norm = run.normalized().norm
        with pipeline.trace.phase(NAME):
            answer = jumped(norm, problem.model) if counts_mostly(norm) else None
        if answer is not None and not problem.faults(answer):
            pipeline.trace.say(f"FOUND BY {NAME.upper()}")
            run.has_answer_of(f"{run.report.solver.name} ({NAME})")
            return answer
    return None


def jumped(norm: Norm, model: Model, seed: int = 1) -> Answer | None:
    """Return an answer that breaks no row of the model's linear program, found by jumps; None if none is found, or a
    constraint is not linear.  seed: of the random choices.
    """
    if not all(part.op in REQUIRED and part.op != "circuit" for part in _parts(norm)):
        return None
    with suppress(NoLinearForm, TooLarge, Infeasible):
        extraction = Extraction(norm, model, 1, needs_all=True)
        values = None if extraction.is_relaxation else solved(extraction.program, RandomSource(seed))
        return None if values is None else extraction.answer(values)
    return None


def solved(program: LinearProgram, random: RandomSource) -> list[int] | None:
    """Return values that break no row of a program, found by jumps; None if none are found with little work."""
    sums = [row.sum for row in program.rows]
    sums += [row.sum.times(-1) for row in program.rows if row.is_equation]
    rows = RowPropagation([each.lo for each in program.domains], [each.hi for each in program.domains], sums)
    if not rows.propagate():
        return None
    jumps = Jumps(program, rows.low, rows.high, rows.low, random)
    return jumps.values if jumps.solve(WORK * program.terms) else None


def _parts(norm: Norm) -> Iterator[Expr]:
    return (part for formula, _ in norm.required for part in conjuncts(formula))


def counts_mostly(norm: Norm) -> bool:
    """Whether most of a normal form is about counts and sums of many terms: a solver is better at clauses."""
    counted = others = 0
    for part in _parts(norm):
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
