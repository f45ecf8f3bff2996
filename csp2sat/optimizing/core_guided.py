"""The least cost of soft constraints, from below: a MaxSAT solver that is guided by unsatisfiable cores.

Measured on random weighted CSPs: 0.03-0.1 s, while the search for ever better values of the cost takes from 0.5 s to
more than 15 s, because the MaxSAT solver needs no clauses for a sum of weights.  The MaxSAT solver prints a first
solution, better ones as it finds them, and a lower bound of the cost of all solutions.  If a limit stops it, the search
for better values begins with the best of these solutions and with the bound.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property

from ..base.files import read_source
from ..base.numbers import decimal
from ..base.time_limit import until
from ..decoder import VariableMap, read
from ..encoder import wcnf
from ..encoder.costs import costs_of
from ..errors import LimitReached, ModelError, SolverError
from ..model.model import Answer
from ..runner.host import PYTHON, host
from ..runner.process import output
from ..runner.process.outcome import FinishedRun, RunBounds
from ..runner.runner import most_output
from ..runner.verdict import OUT_OF_MEMORY, ending, tail
from ..solving.pipeline import Pipeline
from ..solving.problem_run import ProblemRun
from .greedy import PREFERRED
from .local_improvement import LocalImprovement
from .objective_search import Optimum, ReportBetter, end_if_near, from_ideal, ideal_of, noting_end

COMMAND = (PYTHON, "-P", "-m", "csp2sat.runner.session.maxsat")
NAME = "embedded (RC2)"
LONGEST = 60.0  # seconds, and at most a quarter of those that are left
EARLY = 0.3  # seconds in which many runs end; until then no model is decoded but the last one
FOUND, UNSATISFIABLE = 30, 20  # exit codes
BOUND = b"c bound "  # begins the line that states it
MODELS = 100  # that a run prints, at most


def least_cost(run: ProblemRun, report: ReportBetter) -> Optimum:
    """Return the solution of least cost of a problem with soft constraints, as OPTIMUM FOUND, or UNSATISFIABLE; call
    `report` with the cost and the solution, and before that with others, each better than the last one.

    The result is the best solution so far with its bound, SATISFIABLE or, if there is none, UNKNOWN, if the time
    (LONGEST seconds, or a quarter of the time left if less) or memory ends, and at an interrupt, which the result
    has as `stopped`; it is UNKNOWN at once if the weights are too large for a WCNF.  Raises SolverError if the MaxSAT
    solver fails or gives a wrong cost before any solution.
    """
    try:
        wcnf.check_weights(soft.weight for soft in (run.problem.relaxed or run.problem.model).soft)
    except ModelError:
        return Optimum("UNKNOWN", reason="weights")
    search = _CoreGuidedSearch(run, report)
    noting_end(search.run, lambda: search.result)
    return search.result


class _CoreGuidedSearch:
    """A run of the MaxSAT solver for a problem.

    report: called with the cost and the solution, each better than the last one.
    result: the best solution so far, with its bound.
    """

    def __init__(self, run: ProblemRun, report: ReportBetter):
        self._run, self._report, self._pipeline = run, report, run.pipeline
        self._improve = LocalImprovement(run.problem.model)
        folder, stem = run.pipeline.folder, run.pipeline.stem
        self._formula, self._map = folder / f"{stem}.wcnf", folder / f"{stem}.wcnf.map"
        self._printed, self._bound = b"", 0
        self.result = Optimum("UNKNOWN")

    def run(self) -> None:
        """Take the preferred solution, if there is one, write the WCNF, run the MaxSAT solver on the formula, and take
        each better solution that the solver prints.

        Raises LimitReached if a limit ends the run, and SolverError if the solver fails or states a wrong cost.
        """
        problem, pipeline, trace = self._run.problem, self._pipeline, self._pipeline.trace
        preferred = problem.preferred_answer
        if preferred is not None and not problem.faults(preferred):
            self._take(preferred, PREFERRED)
        trace.say(f"ENCODING TO {self._formula}")
        with trace.phase("encode"), until(pipeline.run_options.deadline):
            model, files = problem.relaxed or problem.model, (str(self._formula), str(self._map))
            written = wcnf.write(model, problem.digest, *files, pipeline.options)
        self._run.has_written(written)
        trace.say(f"SOLVING {self._formula} WITH {NAME}")
        memory, most = pipeline.run_options.memory, MODELS * most_output(written.num_vars)
        self._early = time.monotonic() + EARLY
        with trace.phase("solve"):
            bounds = RunBounds(_deadline(pipeline), memory, most, on_output=self._heard)
            ended = host().run([*COMMAND, str(self._formula)], pipeline.folder, bounds)
        trace.say(f"ended after {ended.seconds:.2f} s")
        if ended.end != "exit" or ended.code not in (FOUND, UNSATISFIABLE):
            self._early, self._printed = 0.0, b""
            self._heard(ended.stdout)
        answer = _answer(ended, pipeline, written.num_vars)
        self._run.has_answer_of(NAME)
        if answer.status == "unsat":
            self.result = Optimum("UNSATISFIABLE")
        else:
            self._better(answer)
            self.result.status, self.result.bound = "OPTIMUM FOUND", None

    def _heard(self, text: bytes) -> None:
        """Take a further part of the solver's output: its last whole model, and its lower bound."""
        self._printed += text
        if time.monotonic() < self._early:
            return
        best, bound = self.result.objective, self._bound
        whole, end, rest = self._printed.rpartition(b" 0\n")
        answer = output.parse(whole + end)
        for line in self._printed.splitlines(keepends=True):
            if line.startswith(BOUND) and line.endswith(b"\n"):
                self._bound = int(line.removeprefix(BOUND))
        if answer.literals and answer.status is None:
            self._better(answer)
        self._printed = rest
        value = self.result.objective
        if value is not None and (value, self._bound) != (best, bound):
            low = min(value, self._bound + costs_of(self._variables).shift())
            self.result.status, self.result.bound = "SATISFIABLE", (low, value)
            self._pipeline.trace.say(f"OBJECTIVE BOUND: {decimal(low)} <= objective <= {decimal(value)}")
            self._run.has_closer_bound((low, value))
            end_if_near(self._pipeline.gap, self.result.bound, value)

    def _better(self, answer: output.SolverAnswer) -> None:
        """Take and report the solution that an answer of the solver means, unless the best one is as good.

        Raises SolverError if the answer states a wrong cost.
        """
        with self._pipeline.trace.phase("decode"):
            literals = output.complete(answer.literals, self._variables.num_vars)
            if answer.cost not in (None, cost := wcnf.cost(self._variables, literals)):
                raise SolverError(f"{NAME} gave a wrong answer: the cost of its model is {cost}, not {answer.cost}")
            solution = self._run.problem.solution(self._variables.decode(literals))
        self._take(self._run.judged(solution), NAME)

    def _take(self, solution: Answer, finder: str) -> None:
        """Take and report a solution unless the best one is as good.  finder: the name of what found the solution."""
        value = self._improve.value(solution)
        if self.result.objective is None or value < self.result.objective:
            low = self.result.bound[0] if self.result.bound else ideal_of(self._run.problem.model)
            bound = from_ideal(low, value)
            self.result = replace(self.result, solution=solution, objective=value, bound=bound)
            self._run.has_answer_of(finder)
            self._run.has_bound(bound)
            self._report(value, solution)
            end_if_near(self._pipeline.gap, bound, value)

    @cached_property
    def _variables(self) -> VariableMap:
        return read(read_source(str(self._map)))


def _deadline(pipeline: Pipeline) -> float:
    """Return the time, by time.monotonic(), at which the MaxSAT solver is stopped: after LONGEST seconds, or a quarter
    of the time left if that is less, since the search that follows improves a poor first solution sooner.
    """
    now, end = time.monotonic(), pipeline.run_options.deadline
    return now + (LONGEST if end is None else max(0.0, min(LONGEST, (end - now) / 4)))


def _answer(ended: FinishedRun, pipeline: Pipeline, num_vars: int) -> output.SolverAnswer:
    """Return the answer of the MaxSAT solver's run, about a formula with `num_vars` variables.

    Raises LimitReached if a limit ended the run, SolverError if the run failed.
    """
    if ended.end in ("deadline", "stopped"):
        raise LimitReached("time" if ended.end == "deadline" else "interrupted")
    answer = output.parse(ended.stdout, num_vars)
    if answer.status == "unsat" or answer.optimum:
        return answer
    if pipeline.run_options.memory is not None and OUT_OF_MEMORY.search(ended.stderr):
        raise LimitReached("memory")
    raise SolverError(f"{NAME} {ending(ended.code)}{tail(ended.stderr)}")
