"""A session of one problem: CNFs are written, solvers asked, answers decoded and judged, and a report is kept.

Nothing else changes while a problem is solved: pipelines and problems are values, and an encoded CNF is a handle of a
file whose end alone may change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .. import decoder
from ..base import files
from ..base.time_limit import until
from ..cnf import dimacs
from ..encoder.files import write as write_formula
from ..encoder.passes import Normalized, extended
from ..errors import SolverError
from ..model.model import Model
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..tuples import NamedTuple
from .pipeline import CnfQuestion, EncodedCnf, Pipeline, SingleSolver, wrong_answer
from .problem import Attempt, Problem


class RunReport(NamedTuple):
    """A report of what happened so far.

    solver: the solver whose process answered last; before the first answer, the solver that represents the strategy.
    written: the sizes of the first CNF; None before.  kept: the name of the solver in this process, or in a child that
    is kept, if it answered last; else ''.  contradiction: why no solution exists, if no solver was needed to prove it;
    else ''.  unconfirmed: the last answer, in words, if the second solver did not confirm it; else ''.  confirmed_by:
    the name of the second solver if it confirmed the last answer; else ''.  counted: the counts of the solver's runs so
    far, such as conflicts.  bound: two values between which the best value was when the last better solution was found;
    None if nothing was known.
    """

    solver: Solver
    written: dimacs.Written | None = None
    kept: str = ""
    contradiction: str = ""
    unconfirmed: str = ""
    confirmed_by: str = ""
    counted: Mapping[str, int] = MappingProxyType({})
    bound: tuple[int, int] | None = None

    @property
    def answered(self) -> str:
        """The name of the solver that answered last, a process or a solver that is kept."""
        return self.kept or self.solver.name

    @property
    def statistics(self) -> dict[str, int]:
        """The counts of the solver in all its runs, such as conflicts; {} if a solver that is kept answered last."""
        return dict(self.counted) if self.answered == self.solver.name else {}


@dataclass
class _Memory:
    """The changing part of a session.  exact: the CNF of the exact model; None before it is written.  normal: the
    normal form of this model, until the CNF is written; None if the normal form is not made yet.  hears: called with a
    new bound of the best value.
    """

    report: RunReport
    exact: EncodedCnf | None = None
    normal: Normalized | None = None
    hears: Callable[[tuple[int, int]], None] = lambda bound: None


class SolverRuns:
    """A session of CNF files: a pipeline's solvers answer one question after another, and a report is kept."""

    def __init__(self, pipeline: Pipeline):
        self.pipeline = pipeline
        self._memory = _Memory(RunReport(pipeline.solver))

    @property
    def report(self) -> RunReport:
        """The report of what happened so far."""
        return self._memory.report

    def has_written(self, written: dimacs.Written) -> None:
        """Report the sizes of a CNF in place of earlier ones."""
        self._memory.report = self.report._replace(written=written)

    def has_answer_of(self, kept: str) -> None:
        """Report the solver that answered last.  kept: the name of a solver that is kept, '' for a process."""
        self._memory.report = self.report._replace(kept=kept)

    def has_bound(self, bound: tuple[int, int] | None) -> None:
        """Report two values between which the best value is; None if nothing is known."""
        self._memory.report = self.report._replace(bound=bound)

    def has_closer_bound(self, bound: tuple[int, int]) -> None:
        """Report a new bound of the best value, as `has_bound` does, and tell the listener of `hear_bounds`."""
        self.has_bound(bound)
        self._memory.hears(bound)

    def hear_bounds(self, hears: Callable[[tuple[int, int]], None]) -> None:
        """Set the function that is called with each bound that is better while the best solution stays."""
        self._memory.hears = hears

    def has_contradiction(self, contradiction: str) -> None:
        """Report why no solution exists.  contradiction: the reason in words, '' if none is known without a solver."""
        self._memory.report = self.report._replace(contradiction=contradiction)

    def ask_cnf(self, cnf: Path, num_vars: int, options: RunOptions) -> Outcome:
        """Return the answer for a CNF file with `num_vars` variables and no map, confirmed by the second solver if
        there is one.
        """
        return self._answered(CnfQuestion(cnf, num_vars), options)

    def _answered(self, question: CnfQuestion, options: RunOptions) -> Outcome:
        """Ask the pipeline's strategy a question, report the solver that answered, and return the confirmed outcome.

        Raises SolverError if no solver answered, or the second solver contradicts.
        """
        pipeline, trace = self.pipeline, self.pipeline.trace
        self.has_answer_of("")
        with trace.phase("solve"):
            solver, outcome = pipeline.strategy.run(question, pipeline.folder, options, trace)
        counted = Counter(self.report.counted if self.report.solver.name == solver.name else {})
        counted.update(outcome.statistics)
        self._memory.report = self.report._replace(solver=solver, counted=counted)
        cpu = "" if outcome.cpu_seconds is None else f", CPU {outcome.cpu_seconds:.2f} s"
        trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s{cpu}")
        return self._confirmed(outcome, question, options)

    def confirm(self, first: Outcome, found: EncodedCnf, flat: list[int]) -> Outcome:
        """Return the outcome of a kept solver for a CNF with further clauses, `flat` with a 0 after each, as
        `_confirmed` does.
        """
        cnf = found.cnf.with_suffix(".confirm.cnf")
        files.copy_file(found.cnf, cnf)
        more = replace(found, cnf=cnf).with_clauses(flat)
        options = self.pipeline.run_options
        return self._confirmed(first, CnfQuestion(cnf, more.written.num_vars, more.map, more.ordered), options)

    def _confirmed(self, first: Outcome, question: CnfQuestion, options: RunOptions) -> Outcome:
        """Return the outcome of a run; an outcome `unsat` only if the pipeline's second solver, if there is one,
        confirms it.

        The outcome is `unknown` with the second solver's reason if that solver reaches a limit or gives up.  Raises
        SolverError if the second solver finds a model, which is checked.
        """
        self._memory.report = self.report._replace(unconfirmed="", confirmed_by="")
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
        if second.status == "unsat":
            self._memory.report = self.report._replace(confirmed_by=name)
        trace.say(self.report.unconfirmed or "CONFIRMED")
        return first if second.status == "unsat" else replace(first, status="unknown", core=[], reason=second.reason)


class ProblemRun(SolverRuns):
    """A session of one problem: the CNF of its exact model is written once, and a report is kept."""

    def __init__(self, problem: Problem, pipeline: Pipeline):
        super().__init__(pipeline)
        self.problem = problem

    def within(self, pipeline: Pipeline) -> ProblemRun:
        """Return a session with another pipeline, which must have the same folder and stem; both sessions share the
        report and the CNF of the exact model. If the pipeline has another strategy, the shared report names its solver
        from now on.
        """
        other = ProblemRun(self.problem, pipeline)
        other.share(self)
        return other

    def share(self, earlier: ProblemRun) -> None:
        """Share the report and the CNF of an earlier session, as `within` says."""
        if self.pipeline.strategy is not earlier.pipeline.strategy:
            earlier._memory.report = earlier.report._replace(solver=self.pipeline.solver)
        self._memory = earlier._memory

    def attempts(self) -> Sequence[Attempt]:
        """Return the problem's attempts.

        If a second solver has to confirm answers, or symmetries are not to be broken, attempts with fewer solutions
        than the exact model are left out, so that solvers get the formula of `csp2sat encode`.
        """
        found = self.problem.attempts()
        exact = self.pipeline.cross_check is not None or not self.pipeline.break_symmetry
        return [each for each in found if not exact or each.relation != "equisatisfiable"]

    def model_of(self, attempt: Attempt) -> Model:
        """Return the model of an attempt; the time is counted as the encoder's."""
        with self.pipeline.trace.phase("encode"), until(self.pipeline.run_options.deadline):
            return attempt.model()

    def normalized(self) -> Normalized:
        """Return the normal form of the exact model, kept until `encode` writes this model or an extension of it."""
        if self._memory.normal is None:
            self._memory.normal = self.pipeline.normalized(self.problem.model)
        return self._memory.normal

    def encode(self, attempt: Attempt, normal: Normalized | None = None) -> EncodedCnf:
        """Write the CNF and the map of an attempt to the pipeline's folder, and return both with their sizes.

        The attempt `exact` is written by the first call only; later calls return its result.  normal: the normal form
        of the attempt's model, if it is known already; None: the encoder makes it.  Raises LimitReached at the
        pipeline's deadline.
        """
        exact = attempt.name == "exact"
        if exact and self._memory.exact is not None:
            return self._memory.exact
        if normal is None and (exact or self.pipeline.options.share):
            normal, self._memory.normal = self._memory.normal, None
        pipeline, trace = self.pipeline, self.pipeline.trace
        stem = pipeline.stem if exact else f"{pipeline.stem}-{attempt.name}"
        cnf, map_ = pipeline.folder / f"{stem}.cnf", pipeline.folder / f"{stem}.map"
        what = "" if exact else f" ({attempt.name}: {attempt.relation})"
        trace.say(f"ENCODING{what} TO {cnf}")
        with trace.phase("encode"), until(pipeline.run_options.deadline):
            model, digest = self.model_of(attempt), self.problem.digest
            normal = extended(normal, model) if normal and not exact else normal
            written = write_formula(model, digest, str(cnf), str(map_), pipeline.options, normal=normal)
        size = f"{written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes"
        trace.say(f"SAT : {size}")
        with trace.phase("decode"):
            text = files.read_source(str(map_))
            digest = sha256(text.text.encode()).hexdigest()
            found = EncodedCnf(cnf, decoder.read(text), written, digest, attempt.ordered)
        self.has_written(self.report.written or written)
        if exact:
            self._memory.exact = found
        return found

    def exact(self, name: str) -> EncodedCnf:
        """Return a copy, named by `name`, of the CNF of the exact model; clauses may be added to the copy."""
        return self.copy(self.encode(self.problem.exact_attempt()), name)

    def copy(self, found: EncodedCnf, name: str) -> EncodedCnf:
        """Return a copy of a CNF, in a file named by `name`.  Raises SolverError if a solver has changed the CNF since
        it was written.
        """
        copy = self.pipeline.folder / f"{self.pipeline.stem}-{name}.cnf"
        if not found.is_as_written():
            raise SolverError(f"{self.report.solver.name} has changed its input {found.cnf}")
        files.copy_file(found.cnf, copy)
        return replace(found, cnf=copy)

    def ask(self, found: EncodedCnf, options: RunOptions | None = None) -> Outcome:
        """Return the answer for a CNF; no solver is asked if the map already has a contradiction and the strategy need
        not prove.

        options: limits and hints for this run alone; None: those of the pipeline.
        """
        pipeline, trace = self.pipeline, self.pipeline.trace
        trace.running(found.cnf)
        if found.map.contradiction and not pipeline.strategy.proves:
            self.has_contradiction(found.map.contradiction)
            trace.say("UNSAT WITHOUT SOLVER: BY BOUNDS")
            outcome = Outcome("unsat", solver=self.report.solver.name)
        else:
            trace.say(f"SOLVING {found.cnf} WITH {pipeline.solver.name}")
            question = CnfQuestion(found.cnf, found.written.num_vars, found.map, found.ordered)
            outcome = self._answered(question, options or pipeline.run_options)
        trace.ran(outcome)
        return outcome

    def decode(self, found: EncodedCnf, literals: list[int]) -> Any:
        """Return the solution that `literals`, a model of the CNF, means."""
        self.pipeline.trace.say(f"DECODING WITH {found.map.num_vars} variables")
        with self.pipeline.trace.phase("decode"):
            return self.problem.solution(found.map.decode(literals))

    def judged(self, solution: Any) -> Any:
        """Return the solution.  Raises WrongAnswer if the solution breaks the problem's own rules, unless the option
        `check` is off.
        """
        if not self.pipeline.run_options.check:
            return solution
        with self.pipeline.trace.phase("check"):
            faults = self.problem.faults(solution)
        if faults:
            raise wrong_answer(f"the answer is wrong ({faults[0]})")
        return solution
