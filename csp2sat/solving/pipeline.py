"""How problems are solved: by which solvers, within which limits, in which folder; and a CNF with its map.

Who answers a CNF is a strategy: one solver, several at once, or several on parts of the formula.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from ..base.gc_pause import no_collector
from ..base.time_limit import until
from ..cnf import dimacs
from ..decoder import VariableMap
from ..encoder.options import EncoderOptions
from ..encoder.passes import Normalized, normalized
from ..errors import Csp2SatError
from ..model.model import Model
from ..model.refinement import NamedClause
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import run
from ..settings import LoopWay, SettingFields
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
    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        """Return who answered, and the answer.  Raises SolverError where none came.  folder: for what solvers write."""


class SingleSolver(SolverStrategy):
    """One solver, a run for each question."""

    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        return self.solver, run(self.solver, question.cnf, question.num_vars, folder, options)


@dataclass(frozen=True)
class Pipeline:
    """How questions about a problem are answered; a `ProblemRun` answers them, and reports what happened.

    strategy: who answers a CNF.  run_options: limits and hints for each run; with `check`, solutions are judged by the
    problem's own rules too.  folder: where the files go, named `stem`[-attempt].  options: how to encode.
    loop: how to say that lines are one loop.  incremental: may one embedded solver be kept warm from question to
    question, in the strategy's place?  cross_check: a second solver that is to confirm that there is no model
    (`incremental` should be False then).  second_solver: a preset of the embedded one that may be kept warm beside it,
    so that two questions are asked at once.
    kept_solvers: returns the solver that is kept for an objective, and the second one beside it or None; None if the
    user named a solver.
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
    kept_solvers: Callable[[], tuple[Solver, Solver | None]] | None = None

    @property
    def solver(self) -> Solver:
        """The solver that the strategy stands for, whose name and abilities are known before the first answer."""
        return self.strategy.solver

    def apart(self, stem: str, folder: Path | None = None, options: EncoderOptions | None = None) -> Pipeline:
        """A plain pipeline for another problem, with the same solver, limits and trace and files of its own."""
        single, options = SingleSolver(self.solver), options or self.options
        return Pipeline(single, self.run_options, folder or self.folder, stem, options, self.trace)

    def for_objective(self) -> Pipeline:
        """Return the pipeline for an objective: its solvers are kept from question to question where settings allow."""
        if not self.incremental or self.kept_solvers is None:
            return self
        first, second = self.kept_solvers()
        return replace(self, strategy=SingleSolver(first), second_solver=second)

    def normalized(self, model: Model) -> Normalized:
        """Return the normal form of a model, for a search that narrows domains before `encode`."""
        with self.trace.phase("encode"), until(self.run_options.deadline), no_collector():
            return normalized(model, self.options)
