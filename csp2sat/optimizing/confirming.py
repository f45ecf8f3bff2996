"""The end of a search for the best solution, confirmed by a second solver.

The search itself is the usual one, with cores, exploration and solvers that are kept.  A second solver has to confirm
the search's end alone: that no solution is better, or that no solution exists.
"""

from __future__ import annotations

from dataclasses import replace

from ..model.expr import FALSE, Expr, node
from ..model.model import Constraint, Model
from ..runner.process.outcome import Outcome
from ..solving.pipeline import EncodedCnf
from ..solving.problem import Attempt
from ..solving.problem_run import ProblemRun
from .objective_search import Optimum, noting_end


def confirmed(run: ProblemRun, found: Optimum) -> Optimum:
    """Return `found`, the result of a search, if the second solver of the run's pipeline confirms that no better
    solution exists; else the best solution without a bound, and with the reason why no better one is excluded.

    The second solver has to refute the formula `a solution that is better`, or `a solution` if none was found.  If the
    search itself asked the second solver, the pipeline's own solver has to refute this formula, too.  A
    second solver that finds a model of the formula contradicts the first one: the error is in `stopped` of the result
    if `found` has a solution, else the SolverError is raised.
    """
    unknown = replace(found, status="UNKNOWN" if found.objective is None else "SATISFIABLE", bound=None)
    if unknown.status == found.status:
        return unknown
    outcomes: list[Outcome] = []
    noting_end(lambda: outcomes.append(_refuted(run, _better_ones(run, found))), lambda: unknown)
    if outcomes and outcomes[0].status == "unsat":
        return found
    return replace(unknown, reason=outcomes[0].reason) if outcomes else unknown


def _better_ones(run: ProblemRun, found: Optimum) -> EncodedCnf:
    """Write the CNF of the solutions that are better than the best one, or of all if there is none, and return it."""
    exact, value = run.problem.exact_attempt(), found.objective
    if value is None:
        return run.exact("refuted")
    return run.encode(Attempt("better", "stronger", lambda: better_only(exact.model(), value)))


def better_only(model: Model, value: int) -> Model:
    """Return a model without an objective whose solutions are those with a better value of the model's objective."""
    assert model.objective is not None
    term, op = model.objective.term, "lt" if model.objective.goal == "minimize" else "gt"
    better = node(op, term, value) if isinstance(term, Expr) else FALSE
    return replace(model, constraints=[*model.constraints, Constraint(better)], objective=None)


def _refuted(run: ProblemRun, better: EncodedCnf) -> Outcome:
    """Return the second solver's answer for a CNF without a model; that of both solvers if the search keeps the second
    one.  No solver is asked if the encoder refuted the model.
    """
    pipeline = run.pipeline
    kept = pipeline.kept_solvers() if pipeline.kept_solvers is not None else ()
    if better.map.contradiction or pipeline.cross_check in kept:
        return run.ask(better)
    return run.confirm(Outcome("unsat", solver=run.report.answered), better, [])
