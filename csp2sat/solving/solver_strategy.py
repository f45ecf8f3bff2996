"""Who answers a CNF: a strategy is one solver, several at once, or several on parts of the formula."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..decoder import VariableMap
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import run
from .trace import Trace


class CnfQuestion(NamedTuple):
    """Has this CNF file, with variables 1..num_vars, a model?  map: what its variables mean, if that is known."""

    cnf: Path
    num_vars: int
    map: VariableMap | None = None


@dataclass(frozen=True)
class SolverStrategy(ABC):
    """A way to answer questions about CNF files by external solvers.  solver: whose name and abilities stand for it."""

    solver: Solver

    @abstractmethod
    def ask(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        """Who answered, and the answer; raises SolverError where none came.  folder: for what solvers write."""


class SingleSolver(SolverStrategy):
    """One solver, a run for each question."""

    def ask(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        return self.solver, run(self.solver, question.cnf, question.num_vars, folder, options)
