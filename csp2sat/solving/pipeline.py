"""The settings by which problems are solved: solvers, limits, folder; and a CNF with its map.

A strategy answers the questions about a CNF: one solver, several at once, or several on parts of the formula.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path
from typing import ClassVar

from ..base.interpreter import CollectorOff
from ..base.time_limit import until
from ..cnf import dimacs
from ..decoder import VariableMap
from ..encoder.options import EncoderOptions
from ..encoder.passes import Normalized, normalized
from ..errors import SolverError, defect
from ..frozen import dataclass
from ..model.model import Model
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import run
from ..settings import LoopWay, SettingFields
from ..tuples import NamedTuple
from .trace import Trace


class WrongAnswer(SolverError):
    """A decoded answer that breaks the problem's own rules: a defect of csp2sat or of a user's part, not of the
    input.
    """


def wrong_answer(fault: str) -> WrongAnswer:
    """Return the error for a fault of an answer."""
    return WrongAnswer(defect(fault))


@dataclass(frozen=True)
class EncodedCnf:
    """A CNF file with its map, the sizes of the file as written, and the SHA-256 (hex) of the map's file.

    ordered: whether the variables are in an order to decide by.
    """

    cnf: Path
    map: VariableMap
    written: dimacs.Written
    map_digest: str = ""
    ordered: bool = False

    def with_clauses(self, flat: list[int], after: dimacs.Written | None = None) -> EncodedCnf:
        """Append clauses, as `flat` integers with 0 after each clause, to the file, and return the file with its new
        sizes.

        after: an earlier state of the file, whose end the clauses are appended to, so that everything written later is
        lost; None for the present end.
        """
        return replace(self, written=dimacs.append(self.cnf, flat, after=after))

    def is_as_written(self) -> bool:
        """Whether the file still has the digest that it had when it was written."""
        with contextlib.suppress(FileNotFoundError), self.cnf.open("rb") as file:
            return dimacs.digest_of(file)[0] == self.written.digest
        return False


class CnfQuestion(NamedTuple):
    """A question whether a CNF file with the variables 1..num_vars has a model.  map: the meaning of the variables,
    None if it is unknown.  ordered: whether the variables are in an order to decide by.
    """

    cnf: Path
    num_vars: int
    map: VariableMap | None = None
    ordered: bool = False


@dataclass(frozen=True)
class SolverStrategy(ABC):
    """A way to answer questions about CNF files by external solvers.

    solver: the solver whose name and abilities represent the strategy before the first answer.  limits_cpu: whether the
    option `cpu` limits what a question takes, which it does not where each solver runs many times.
    """

    solver: Solver
    limits_cpu: ClassVar[bool] = True

    def can(self) -> list[str]:
        """Return the abilities of the strategy, in words, as `Solver.can` does."""
        return self.solver.can()

    @property
    def proves(self) -> bool:
        """Whether every answer `unsat` must come with a proof written by a solver."""
        return False

    @abstractmethod
    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        """Return the solver that answered, and its answer.  Raises SolverError if no solver answered.

        folder: the folder for files of solvers.
        """


class SingleSolver(SolverStrategy):
    """A strategy that runs one solver once for each question."""

    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        return self.solver, run(self.solver, question.cnf, question.num_vars, folder, options)


@dataclass(frozen=True)
class Pipeline:
    """The settings for questions about a problem; a `ProblemRun` answers the questions and reports what happened.

    strategy: the way to answer questions about a CNF.  run_options: limits and hints for each run; with `check`,
    solutions are also judged by the problem's own rules.  folder: the place of the files, which are named
    `stem`[-attempt].  options: settings of the encoder.  loop: the encoding of the constraint that lines are one loop.
    break_symmetry: whether a formula may have fewer solutions where one is asked for.
    explores: whether best values may be searched for without clauses, too, so that the strategy may have no question.
    incremental: whether one embedded solver may be kept warm from question to question, in the strategy's place.
    cross_check: a second solver that has to confirm each answer `unsat`; no solver is kept then.
    second_solver: a preset of the embedded solver that may be kept warm beside it, so that two questions are asked at
    once.  kept_solvers: returns the solver that is kept for an objective, and a second solver beside it or None; None
    if the user named a solver.  gap: the relative gap at which a search for the best value may end; None if only a
    proof ends it.
    """

    strategy: SolverStrategy
    run_options: RunOptions
    folder: Path
    stem: str = "problem"
    options: EncoderOptions = field(default_factory=EncoderOptions)
    trace: Trace = field(default_factory=Trace)
    loop: LoopWay = SettingFields.loop
    break_symmetry: bool = SettingFields.break_symmetry
    explores: bool = True
    incremental: bool = True
    cross_check: Solver | None = None
    second_solver: Solver | None = None
    kept_solvers: Callable[[], tuple[Solver, Solver | None]] | None = None
    gap: float | None = None

    @property
    def solver(self) -> Solver:
        """The solver that represents the strategy, whose name and abilities are known before the first answer."""
        return self.strategy.solver

    @property
    def keeps(self) -> bool:
        """Whether one embedded solver is kept warm from question to question: its answers have no second solver."""
        return self.incremental and self.cross_check is None

    @property
    def may_do_without(self) -> bool:
        """Whether a question without an objective may be answered without any solver: the user named none, and no
        second solver has to confirm the answer.
        """
        return self.options.narrowing and self.explores and self.cross_check is None and self.kept_solvers is not None

    def apart(self, stem: str, folder: Path | None = None, options: EncoderOptions | None = None) -> Pipeline:
        """Return a pipeline for another problem, with the same solver, limits and trace, its own files, and otherwise
        defaults.

        stem: the beginning of the names of its files.  folder, options: this pipeline's folder and options if None.
        """
        single, options = SingleSolver(self.solver), options or self.options
        return Pipeline(single, self.run_options, folder or self.folder, stem, options, self.trace)

    def for_objective(self) -> Pipeline:
        """Return the pipeline for an objective: with the solvers that `kept_solvers` returns, which are kept from
        question to question. The result is this pipeline if it keeps no solver, or if the user named a solver.
        """
        if not self.keeps or self.kept_solvers is None:
            return self
        first, second = self.kept_solvers()
        return replace(self, strategy=SingleSolver(first), second_solver=second)

    def normalized(self, model: Model) -> Normalized:
        """Return the normal form of a model, for a search that narrows domains before `encode`."""
        with self.trace.phase("encode"), until(self.run_options.deadline), CollectorOff():
            return normalized(model, self.options)
