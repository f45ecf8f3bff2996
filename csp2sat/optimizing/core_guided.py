"""The least cost of soft constraints, from below: a MaxSAT solver that is guided by unsatisfiable cores.

Measured on random weighted CSPs: 0.03-0.1 s, while the search for ever better values of the cost takes from 0.5 s to
more than 15 s, because the MaxSAT solver needs no clauses for a sum of weights.  The method shows no solution before
its end, though.
"""

from __future__ import annotations

import time

from ..base.files import read_source
from ..decoder import read
from ..encoder import wcnf
from ..errors import LimitReached, ModelError, SolverError
from ..runner.host import PYTHON, host
from ..runner.process import output
from ..runner.process.outcome import FinishedRun, RunBounds
from ..runner.runner import most_output
from ..runner.verdict import OUT_OF_MEMORY, ending, tail
from ..solving.pipeline import Pipeline
from ..solving.problem_run import ProblemRun
from .local_improvement import LocalImprovement
from .objective_search import Optimum, ReportBetter

COMMAND = (PYTHON, "-P", "-m", "csp2sat.runner.session.maxsat")
NAME = "embedded (RC2)"
LONGEST = 60.0  # seconds, and at most half of those that are left


def least_cost(run: ProblemRun, report: ReportBetter) -> Optimum:
    """Return the solution of least cost of a problem with soft constraints, as OPTIMUM FOUND, or UNSATISFIABLE; call
    `report` once with the cost and the solution, if there is one.

    The result is UNKNOWN, without a solution, if the time (LONGEST seconds, or half of the time left if that is less)
    or memory ends, at an interrupt, which the result has as `stopped`, and at once if the weights are too large for a
    WCNF.  Raises SolverError if the MaxSAT solver fails or gives a wrong cost.
    """
    try:
        wcnf.check_weights(soft.weight for soft in (run.problem.relaxed or run.problem.model).soft)
    except ModelError:
        return Optimum("UNKNOWN", reason="weights")
    try:
        return _solve(run, report)
    except LimitReached as limit:
        return Optimum("UNKNOWN", reason=limit.reason)
    except (KeyboardInterrupt, SystemExit) as stop:
        return Optimum("UNKNOWN", reason="interrupted", stopped=stop)


def _solve(run: ProblemRun, report: ReportBetter) -> Optimum:
    """Write the WCNF of a problem, run the MaxSAT solver on the formula, and return its optimum: OPTIMUM FOUND with the
    solution and its cost, or UNSATISFIABLE.

    The solution is judged, and `report` is called with its cost and the solution.  Raises LimitReached if a limit ends
    the run, and SolverError if the solver fails or states a wrong cost.
    """
    problem, pipeline = run.problem, run.pipeline
    formula, map_ = (pipeline.folder / f"{pipeline.stem}{suffix}" for suffix in (".wcnf", ".wcnf.map"))
    pipeline.trace.say(f"ENCODING TO {formula}")
    with pipeline.trace.phase("encode"):
        written = wcnf.write(
            problem.relaxed or problem.model, problem.digest, str(formula), str(map_), pipeline.options
        )
    run.has_written(written)
    pipeline.trace.say(f"SOLVING {formula} WITH {NAME}")
    with pipeline.trace.phase("solve"):
        bounds = RunBounds(_deadline(pipeline), pipeline.run_options.memory, most_output(written.num_vars))
        ended = host().run([*COMMAND, str(formula)], pipeline.folder, bounds)
    answer = _answer(ended, pipeline, written.num_vars)
    run.has_answer_of(NAME)
    if answer.status == "unsat":
        return Optimum("UNSATISFIABLE")
    with pipeline.trace.phase("decode"):
        variables = read(read_source(str(map_)))
        literals = output.complete(answer.literals, variables.num_vars)
        if answer.cost not in (None, cost := wcnf.cost(variables, literals)):
            raise SolverError(f"{NAME} gave a wrong answer: the cost of its model is {cost}, not {answer.cost}")
        solution = problem.solution(variables.decode(literals))
    value = LocalImprovement(problem.model).value(run.judged(solution))
    report(value, solution)
    return Optimum("OPTIMUM FOUND", solution, objective=value)


def _deadline(pipeline: Pipeline) -> float:
    """Return the time, by time.monotonic(), at which the MaxSAT solver is stopped: after LONGEST seconds, or half of
    the time left if that is less.
    """
    now, end = time.monotonic(), pipeline.run_options.deadline
    return now + (LONGEST if end is None else max(0.0, min(LONGEST, (end - now) / 2)))


def _answer(ended: FinishedRun, pipeline: Pipeline, num_vars: int) -> output.SolverAnswer:
    """Return the answer of the MaxSAT solver's run, about a formula with `num_vars` variables.

    Raises LimitReached if a limit ended the run, SolverError if the run failed.
    """
    pipeline.trace.say(f"ended after {ended.seconds:.2f} s")
    if ended.end in ("deadline", "stopped"):
        raise LimitReached("time" if ended.end == "deadline" else "interrupted")
    answer = output.parse(ended.stdout, num_vars)
    if answer.status == "unsat" or answer.optimum:
        return answer
    if pipeline.run_options.memory is not None and OUT_OF_MEMORY.search(ended.stderr):
        raise LimitReached("memory")
    raise SolverError(f"{NAME} {ending(ended.code)}{tail(ended.stderr)}")
