"""The pipeline from a problem to a solution: encode, run a solver, decode, judge, each step through files.

Who answers a CNF is a strategy: one solver, several at once, or several on parts of the formula.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from .. import decoder
from ..base import files
from ..base.gc_pause import no_collector
from ..base.time_limit import until
from ..cnf import dimacs
from ..decoder import VariableMap
from ..encoder import files as encoded
from ..encoder.options import EncoderOptions
from ..encoder.passes import Normalized, normalized
from ..errors import Csp2SatError, SolverError
from ..model.model import Model
from ..model.refinement import NamedClause
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import run
from ..settings import LoopWay, SettingFields
from .problem import Attempt, Problem
from .trace import Trace


class WrongAnswer(Csp2SatError):
    """A decoded answer that breaks the problem's own rules: a defect of csp2sat, not of the input."""


@dataclass(frozen=True)
class EncodedCnf:
    """A CNF file with its map, the sizes with which it was written, and the SHA-256 (hex) of the map's file."""

    cnf: Path
    map: VariableMap
    written: dimacs.Written
    map_digest: str = ""

    def literals(self, clause: NamedClause) -> list[int]:
        """A clause over Boolean variables of the model as literals of the CNF."""
        return [self.map.bools[name] if value else -self.map.bools[name] for name, value in clause]

    def with_clauses(self, flat: list[int], after: dimacs.Written | None = None) -> EncodedCnf:
        """The same file with flat clauses appended; after: to the file as it was then, what came later is dropped."""
        return replace(self, written=dimacs.append(self.cnf, flat, after=after))

    def is_as_written(self) -> bool:
        """Whether the file has still the digest with which it was written."""
        with contextlib.suppress(FileNotFoundError), self.cnf.open("rb") as file:
            return dimacs.digest_of(file)[0] == self.written.digest
        return False


class CnfQuestion(NamedTuple):
    """Has this CNF file, with variables 1..num_vars, a model?  map: what its variables mean, if that is known."""

    cnf: Path
    num_vars: int
    map: VariableMap | None = None


@dataclass(frozen=True)
class SolverStrategy(ABC):
    """A way to answer questions about CNF files by external solvers.  solver: whose name and abilities stand for it."""

    solver: Solver

    def can(self) -> list[str]:
        """What can be asked of it, in words, as of `Entry.can`."""
        return self.solver.entry.can()

    @property
    def proves(self) -> bool:
        """Whether all answers that there is no model are to come with a proof, which a solver has to write."""
        return False

    @abstractmethod
    def ask(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        """Who answered, and the answer; raises SolverError where none came.  folder: for what solvers write."""


class SingleSolver(SolverStrategy):
    """One solver, a run for each question."""

    def ask(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        return self.solver, run(self.solver, question.cnf, question.num_vars, folder, options)


@dataclass
class Record:
    """What happened on the way, for reports.

    problem: whose CNFs are written, one problem for each pipeline.  written: sizes of the first CNF.  exact: the CNF of
    the exact model, once there is one.  solver: who answered last by a run.  warm: the name of the solver in this
    process, or in a child that is kept, if that one answered last.  contradiction: why there is no solution, if no
    solver was needed to see it.  unconfirmed: the last answer, in words, if the second solver did not confirm it.
    """

    problem: Problem | None = None
    written: dimacs.Written | None = None
    exact: EncodedCnf | None = None
    solver: Solver | None = None
    warm: str = ""
    contradiction: str = ""
    unconfirmed: str = ""


@dataclass(frozen=True)
class Pipeline:
    """How attempts at a problem are made; it never changes, but its record does.

    strategy: who answers a CNF.  run_options: limits and hints for each run; with `check`, solutions are judged by the
    problem's own rules too.  folder: where the files go, named `stem`[-attempt].  options: how to encode.
    loop: how to say that lines are one loop.  incremental: may one embedded solver be kept warm from question to
    question, in the strategy's place?  cross_check: a second solver that is to confirm that there is no model
    (`incremental` should be False then).  second_solver: a preset of the embedded one that may be kept warm beside it,
    so that two questions are asked at once.  preferred: values of variables that the warm solver is to try first.
    """

    strategy: SolverStrategy
    run_options: RunOptions
    folder: Path
    stem: str = "problem"
    options: EncoderOptions = field(default_factory=EncoderOptions)
    trace: Trace = field(default_factory=Trace)
    loop: LoopWay = SettingFields.loop
    incremental: bool = True
    cross_check: Solver | None = None
    second_solver: Solver | None = None
    preferred: Mapping[str, int] = field(default_factory=dict)
    record: Record = field(default_factory=Record)

    @property
    def solver(self) -> Solver:
        """Who answered last; before the first answer the one that the strategy stands for."""
        return self.record.solver or self.strategy.solver

    @property
    def answered(self) -> str:
        """The name of who answered last, be it a run of a solver or one that is kept."""
        return self.record.warm or self.solver.name

    def apart(self, stem: str, folder: Path | None = None, options: EncoderOptions | None = None) -> Pipeline:
        """A plain pipeline for another problem, with the same solver, limits and trace and files of its own."""
        single, options = SingleSolver(self.solver), options or self.options
        return Pipeline(single, self.run_options, folder or self.folder, stem, options, self.trace)

    def normalized(self, model: Model) -> Normalized:
        """Return the normal form of a model, for a search that narrows domains before `encode`."""
        with self.trace.phase("encode"), until(self.run_options.deadline), no_collector():
            return normalized(model, self.options)

    def encode(self, problem: Problem, attempt: Attempt, normal: Normalized | None = None) -> EncodedCnf:
        """Write the CNF and map of an attempt, and read the map back; those of the exact attempt once.

        normal: the normal form of the attempt's model, None: it is made.

        Raises ValueError for another problem than before: the same files would be read as if they were its own.
        """
        self.record.problem = self.record.problem or problem
        if self.record.problem is not problem:
            raise ValueError("a pipeline writes the files of one problem; expected another one, see Pipeline.apart")
        exact = attempt.name == "exact"
        if exact and self.record.exact is not None:
            return self.record.exact
        stem = self.stem if exact else f"{self.stem}-{attempt.name}"
        cnf, map_ = self.folder / f"{stem}.cnf", self.folder / f"{stem}.map"
        what = "" if exact else f" ({attempt.name}: {attempt.relation})"
        self.trace.say(f"ENCODING{what} TO {cnf}")
        with self.trace.phase("encode"), until(self.run_options.deadline):
            written = encoded.write(attempt.model(), problem.digest, str(cnf), str(map_), self.options, normal=normal)
        size = f"{written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes"
        self.trace.say(f"SAT : {size}")
        with self.trace.phase("decode"):
            text = files.read_source(str(map_))
            found = EncodedCnf(cnf, decoder.read(text), written, sha256(text.text.encode()).hexdigest())
        self.record.written = self.record.written or written
        if exact:
            self.record.exact = found
        return found

    def exact(self, problem: Problem, name: str) -> EncodedCnf:
        """A copy, to be added to, of the CNF whose models are the solutions."""
        return self.copy(self.encode(problem, problem.attempts()[-1]), name)

    def copy(self, found: EncodedCnf, name: str) -> EncodedCnf:
        """Return a copy of a CNF.  Raises SolverError where a solver has changed the CNF since it was written."""
        copy = self.folder / f"{self.stem}-{name}.cnf"
        if not found.is_as_written():
            raise SolverError(f"{self.solver.name} has changed {found.cnf}, which it was to read only")
        files.copy_file(found.cnf, copy)
        return replace(found, cnf=copy)

    def run(self, found: EncodedCnf, options: RunOptions | None = None) -> Outcome:
        """The answer for a CNF; one that is known to be unsatisfiable needs no solver.  options: for this run alone."""
        self.trace.running(found.cnf)
        outcome = self._refuted(found) or self._run(found, options or self.run_options)
        self.trace.ran(outcome)
        return outcome

    def _refuted(self, found: EncodedCnf) -> Outcome | None:
        """The answer without a solver, if the map tells it."""
        if not found.map.contradiction or self.strategy.proves:
            return None
        self.record.contradiction = found.map.contradiction
        self.trace.say("UNSAT WITHOUT SOLVER: BY BOUNDS")
        return Outcome("unsat", solver=self.solver.name)

    def _run(self, found: EncodedCnf, options: RunOptions) -> Outcome:
        question = CnfQuestion(found.cnf, found.written.num_vars, found.map)
        self.trace.say(f"SOLVING {found.cnf} WITH {self.strategy.solver.name}")
        with self.trace.phase("solve"):
            outcome = self._ask(question, options)
        self._say(outcome)
        return self._confirmed(outcome, question, options)

    def _say(self, outcome: Outcome) -> None:
        cpu = "" if outcome.cpu_seconds is None else f", CPU {outcome.cpu_seconds:.2f} s"
        self.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s{cpu}")

    def run_cnf(self, cnf: Path, num_vars: int, options: RunOptions) -> Outcome:
        """The answer for a CNF of which nothing is known but its number of variables."""
        question = CnfQuestion(cnf, num_vars)
        outcome = self._ask(question, options)
        self._say(outcome)
        return self._confirmed(outcome, question, options)

    def _ask(self, question: CnfQuestion, options: RunOptions) -> Outcome:
        self.record.warm = ""
        self.record.solver, outcome = self.strategy.ask(question, self.folder, options, self.trace)
        return outcome

    def _confirmed(self, first: Outcome, question: CnfQuestion, options: RunOptions) -> Outcome:
        """The outcome of a run; `unsat` only if the second solver, if there is one, says so too.

        Where the second reaches a limit or gives up, it is `unknown` with its reason.  Raises SolverError when the
        second finds a model, which is checked.
        """
        self.record.unconfirmed = ""
        if first.status != "unsat" or self.cross_check is None:
            return first
        name = self.cross_check.name
        self.trace.say(f"CROSS-CHECKING WITH {name}")
        limits = replace(options, proof=None, extra=(), seed=None, threads=None, check=True)
        with self.trace.phase("cross-check"):
            folder = question.cnf.absolute().parent
            _, second = SingleSolver(self.cross_check).ask(question, folder, limits, self.trace)
        if second.status == "sat":
            found = f"{name} found a model, which was checked"
            raise SolverError(f"{first.solver} gave a wrong answer: it says UNSATISFIABLE, but {found}")
        if second.status == "unknown":
            self.record.unconfirmed = f"{first.solver} says UNSATISFIABLE, {name} has not confirmed it"
        self.trace.say(self.record.unconfirmed or "CONFIRMED")
        return first if second.status == "unsat" else replace(first, status="unknown", core=[], reason=second.reason)

    def decode(self, problem: Problem, found: EncodedCnf, literals: list[int]) -> Any:
        """The solution that a model of the CNF means."""
        self.trace.say(f"DECODING WITH {found.map.num_vars} variables")
        with self.trace.phase("decode"):
            return problem.solution(found.map.decode(literals))

    def judged(self, problem: Problem, solution: Any) -> Any:
        """The solution; WrongAnswer if it is none by the problem's own rules, where answers are to be checked."""
        if not self.run_options.check:
            return solution
        with self.trace.phase("check"):
            faults = problem.faults(solution)
        if faults:
            raise WrongAnswer(f"the answer is wrong, please report this as a defect of csp2sat: {faults[0]}")
        return solution
