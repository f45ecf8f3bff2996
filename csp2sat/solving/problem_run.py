"""A session of one problem: its CNFs are written, solvers asked, answers decoded and judged, and a report is kept.

Nothing else changes while a problem is solved: pipelines and problems are values, and an encoded CNF is a handle of a
file, of which only the end may change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from .. import decoder
from ..base import files
from ..base.time_limit import until
from ..cnf import dimacs
from ..encoder.files import write as write_formula
from ..encoder.passes import Normalized
from ..errors import SolverError
from ..model.model import Model
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from .pipeline import CnfQuestion, EncodedCnf, Pipeline, SingleSolver, WrongAnswer
from .problem import Attempt, Problem


class RunReport(NamedTuple):
    """What happened so far.

    solver: who answered last by a process, before the first answer the one that the strategy stands for.  written:
    sizes of the first CNF.  kept: the name of the solver in this process, or in a child that is kept, if that one
    answered last.  contradiction: why there is no solution, if no solver was needed to see it.  unconfirmed: the
    last answer, in words, if the second solver did not confirm it.
    """

    solver: Solver
    written: dimacs.Written | None = None
    kept: str = ""
    contradiction: str = ""
    unconfirmed: str = ""

    @property
    def answered(self) -> str:
        """The name of who answered last, be it a process or a solver that is kept."""
        return self.kept or self.solver.name


@dataclass
class _Memory:
    """What a session changes.  exact: the CNF of the exact model, once there is one."""

    report: RunReport
    exact: EncodedCnf | None = None


class SolverRuns:
    """A session of CNF files: a pipeline's solvers answer one after the other, and a report is kept."""

    def __init__(self, pipeline: Pipeline):
        self.pipeline = pipeline
        self._memory = _Memory(RunReport(pipeline.solver))

    @property
    def report(self) -> RunReport:
        """What happened so far."""
        return self._memory.report

    def has_written(self, written: dimacs.Written) -> None:
        """Report these sizes in place of others."""
        self._memory.report = self.report._replace(written=written)

    def has_answer_of(self, kept: str) -> None:
        """Report who answered last.  kept: the name of a solver that is kept, '' for a process."""
        self._memory.report = self.report._replace(kept=kept)

    def has_contradiction(self, contradiction: str) -> None:
        """Report why there is no solution.  contradiction: in words, '' if nothing is known without a solver."""
        self._memory.report = self.report._replace(contradiction=contradiction)

    def ask_cnf(self, cnf: Path, num_vars: int, options: RunOptions) -> Outcome:
        """Return the answer for a CNF of which nothing is known but its number of variables."""
        question = CnfQuestion(cnf, num_vars)
        outcome = self._ask(question, options)
        self._say(outcome)
        return self._confirmed(outcome, question, options)

    def _ask(self, question: CnfQuestion, options: RunOptions) -> Outcome:
        pipeline = self.pipeline
        self.has_answer_of("")
        solver, outcome = pipeline.strategy.run(question, pipeline.folder, options, pipeline.trace)
        self._memory.report = self.report._replace(solver=solver)
        return outcome

    def _say(self, outcome: Outcome) -> None:
        cpu = "" if outcome.cpu_seconds is None else f", CPU {outcome.cpu_seconds:.2f} s"
        self.pipeline.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s{cpu}")

    def _confirmed(self, first: Outcome, question: CnfQuestion, options: RunOptions) -> Outcome:
        """Return the outcome of a run; `unsat` only if the second solver, if there is one, confirms it.

        The outcome is `unknown` with the second solver's reason if that one reaches a limit or gives up.  Raises
        SolverError when the second one finds a model, which is checked.
        """
        self._memory.report = self.report._replace(unconfirmed="")
        second_solver, trace = self.pipeline.cross_check, self.pipeline.trace
        if first.status != "unsat" or second_solver is None:
            return first
        name = second_solver.name
        trace.say(f"CROSS-CHECKING WITH {name}")
        limits = replace(options, proof=None, extra=(), seed=None, threads=None, check=True)
        with trace.phase("cross-check"):
            _, second = SingleSolver(second_solver).run(question, question.cnf.absolute().parent, limits, trace)
        if second.status == "sat":
            found = f"{name} found a model, which was checked"
            raise SolverError(f"{first.solver} gave a wrong answer: it says UNSATISFIABLE, but {found}")
        if second.status == "unknown":
            unconfirmed = f"{first.solver} says UNSATISFIABLE, {name} has not confirmed it"
            self._memory.report = self.report._replace(unconfirmed=unconfirmed)
        trace.say(self.report.unconfirmed or "CONFIRMED")
        return first if second.status == "unsat" else replace(first, status="unknown", core=[], reason=second.reason)


class ProblemRun(SolverRuns):
    """A session of one problem: the CNF of its exact model is written once, and a report is kept."""

    def __init__(self, problem: Problem, pipeline: Pipeline):
        super().__init__(pipeline)
        self.problem = problem

    def within(self, pipeline: Pipeline) -> ProblemRun:
        """Return the same session with another pipeline, which has the same folder and stem."""
        other = ProblemRun(self.problem, pipeline)
        if pipeline.strategy is not self.pipeline.strategy:
            self._memory.report = self.report._replace(solver=pipeline.solver)
        other._memory = self._memory
        return other

    def model_of(self, attempt: Attempt) -> Model:
        """Return the model of an attempt; the time that it takes is the encoder's."""
        with self.pipeline.trace.phase("encode"), until(self.pipeline.run_options.deadline):
            return attempt.model()

    def encode(self, attempt: Attempt, normal: Normalized | None = None) -> EncodedCnf:
        """Write the CNF and map of an attempt, and read the map back; those of the exact attempt once.

        normal: the normal form of the attempt's model, None: it is made.
        """
        exact = attempt.name == "exact"
        if exact and self._memory.exact is not None:
            return self._memory.exact
        pipeline, trace = self.pipeline, self.pipeline.trace
        stem = pipeline.stem if exact else f"{pipeline.stem}-{attempt.name}"
        cnf, map_ = pipeline.folder / f"{stem}.cnf", pipeline.folder / f"{stem}.map"
        what = "" if exact else f" ({attempt.name}: {attempt.relation})"
        trace.say(f"ENCODING{what} TO {cnf}")
        with trace.phase("encode"), until(pipeline.run_options.deadline):
            model, digest = self.model_of(attempt), self.problem.digest
            written = write_formula(model, digest, str(cnf), str(map_), pipeline.options, normal=normal)
        size = f"{written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes"
        trace.say(f"SAT : {size}")
        with trace.phase("decode"):
            text = files.read_source(str(map_))
            found = EncodedCnf(cnf, decoder.read(text), written, sha256(text.text.encode()).hexdigest())
        self.has_written(self.report.written or written)
        if exact:
            self._memory.exact = found
        return found

    def exact(self, name: str) -> EncodedCnf:
        """Return a copy, to be added to, of the CNF whose models are the solutions."""
        return self.copy(self.encode(self.problem.exact_attempt()), name)

    def copy(self, found: EncodedCnf, name: str) -> EncodedCnf:
        """Return a copy of a CNF.  Raises SolverError where a solver has changed the CNF since it was written."""
        copy = self.pipeline.folder / f"{self.pipeline.stem}-{name}.cnf"
        if not found.is_as_written():
            raise SolverError(f"{self.report.solver.name} has changed {found.cnf}, which it was to read only")
        files.copy_file(found.cnf, copy)
        return replace(found, cnf=copy)

    def ask(self, found: EncodedCnf, options: RunOptions | None = None) -> Outcome:
        """Return the answer for a CNF; one that is known to be unsatisfiable needs no solver.

        options: limits and hints for this run alone; None: those of the pipeline.
        """
        self.pipeline.trace.running(found.cnf)
        outcome = self._refuted(found) or self._solved(found, options or self.pipeline.run_options)
        self.pipeline.trace.ran(outcome)
        return outcome

    def _refuted(self, found: EncodedCnf) -> Outcome | None:
        """Return the answer without a solver; None if the map has no contradiction."""
        if not found.map.contradiction or self.pipeline.strategy.proves:
            return None
        self.has_contradiction(found.map.contradiction)
        self.pipeline.trace.say("UNSAT WITHOUT SOLVER: BY BOUNDS")
        return Outcome("unsat", solver=self.report.solver.name)

    def _solved(self, found: EncodedCnf, options: RunOptions) -> Outcome:
        question = CnfQuestion(found.cnf, found.written.num_vars, found.map)
        self.pipeline.trace.say(f"SOLVING {found.cnf} WITH {self.pipeline.solver.name}")
        with self.pipeline.trace.phase("solve"):
            outcome = self._ask(question, options)
        self._say(outcome)
        return self._confirmed(outcome, question, options)

    def decode(self, found: EncodedCnf, literals: list[int]) -> Any:
        """Return the solution that a model of the CNF means."""
        self.pipeline.trace.say(f"DECODING WITH {found.map.num_vars} variables")
        with self.pipeline.trace.phase("decode"):
            return self.problem.solution(found.map.decode(literals))

    def judged(self, solution: Any) -> Any:
        """Return the solution.  Raises WrongAnswer if it breaks the problem's own rules, and answers are checked."""
        if not self.pipeline.run_options.check:
            return solution
        with self.pipeline.trace.phase("check"):
            faults = self.problem.faults(solution)
        if faults:
            raise WrongAnswer(f"the answer is wrong, please report this as a defect of csp2sat: {faults[0]}")
        return solution
