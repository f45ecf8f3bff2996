"""One attempt on the way from a problem to a solution: encode, run, decode, each through the files."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .. import files, mapfile
from ..cnf import dimacs
from ..encode import files as encoded
from ..encode.encoder import Options
from ..errors import Csp2SatError
from ..mapfile import VariableMap
from ..run.entry import Solver
from ..run.outcome import Options as RunOptions
from ..run.outcome import Outcome
from ..run.runner import run
from .crosscheck import confirmed
from .loops import How
from .problem import Attempt, Problem
from .trace import Trace


class WrongAnswer(Csp2SatError):
    """A decoded answer that breaks the problem's own rules: a defect of csp2sat, not of the input."""


@dataclass
class Files:
    """A CNF with its map, as written."""

    cnf: Path
    map: VariableMap
    written: dimacs.Written

    def block(self, clause: list[int]) -> None:
        """Append a clause to the CNF."""
        self.written = dimacs.append(self.cnf, [*clause, 0])


@dataclass
class Engine:
    """How attempts are made.

    solver, run_options: what runs; options: how to encode; folder: where the files go, named `stem`[-attempt].
    loop: how to say that lines are one loop; incremental: may the embedded solver be asked in the solver's place?
    cross_check: a second solver, which is to confirm that there is no model (`incremental` should be False then).
    unconfirmed: what the last run said and the second solver did not confirm, in words.
    With `run_options.check`, solutions are judged by the problem's own rules too.
    written: size of the first CNF, for reports.  contradiction: why there is no solution, if no solver was needed.
    """

    solver: Solver
    run_options: RunOptions
    folder: Path
    stem: str = "problem"
    options: Options = field(default_factory=Options)
    trace: Trace = field(default_factory=Trace)
    written: dimacs.Written | None = None
    contradiction: str = ""
    loop: How = "auto"
    incremental: bool = True
    cross_check: Solver | None = None
    unconfirmed: str = ""
    _exact: Files | None = None

    def encode(self, problem: Problem, attempt: Attempt) -> Files:
        """Write the CNF and map of an attempt, and read the map back."""
        exact = attempt.name == "exact"
        cnf, map_ = (self._path("" if exact else attempt.name, suffix) for suffix in (".cnf", ".map"))
        self.trace.say(f"ENCODING ({attempt.name}: {attempt.relation}) TO {cnf}")
        with self.trace.phase("encode"):
            written = encoded.write(attempt.model(), problem.digest, str(cnf), str(map_), self.options)
        size = f"{written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes"
        self.trace.say(f"SAT : {size}")
        with self.trace.phase("decode"):
            found = Files(cnf, mapfile.read(files.read_source(str(map_))), written)
        self.written = self.written or written
        if exact:
            self._exact = found
        return found

    def exact(self, problem: Problem, name: str) -> Files:
        """A copy, to be added to, of the CNF whose models are the solutions."""
        return self.copy(self.exactly(problem, problem.attempts()[-1]), name)

    def exactly(self, problem: Problem, attempt: Attempt) -> Files:
        """The CNF of the exact attempt, which is written once."""
        return self._exact or self.encode(problem, attempt)

    def copy(self, found: Files, name: str) -> Files:
        """A copy of a CNF."""
        copy = self._path(name, ".cnf")
        shutil.copyfile(found.cnf, copy)
        return Files(copy, found.map, found.written)

    def _path(self, name: str, suffix: str) -> Path:
        return self.folder / f"{self.stem}{name and '-' + name}{suffix}"

    def run(self, found: Files) -> Outcome:
        """Run the solver on a CNF; one that is known to be unsatisfiable needs none."""
        if found.map.contradiction:
            self.contradiction = found.map.contradiction
            self.trace.say(f"UNSAT WITHOUT SOLVER: {self.contradiction} IS FALSE BY BOUNDS")
            return Outcome("unsat", solver=self.solver.name)
        self.trace.say(f"SOLVING {found.cnf} WITH {self.solver.name}")
        with self.trace.phase("solve"):
            outcome = self.ask(found.cnf, found.written.num_vars, found.map)
        cpu = "" if outcome.cpu_seconds is None else f", CPU {outcome.cpu_seconds:.2f} s"
        self.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s{cpu}")
        return self.confirmed(outcome, found.cnf, found.written.num_vars)

    def confirmed(self, outcome: Outcome, cnf: Path, num_vars: int) -> Outcome:
        """The outcome of a run; `unsat` only if the second solver, if there is one, says so too."""
        self.unconfirmed = ""
        if outcome.status != "unsat" or self.cross_check is None:
            return outcome
        self.trace.say(f"CROSS-CHECKING WITH {self.cross_check.name}")
        with self.trace.phase("cross-check"):
            judged = confirmed(outcome, self.cross_check, cnf, num_vars, self.run_options)
        if judged.status == "unknown":
            self.unconfirmed = f"{outcome.solver} says UNSATISFIABLE, {self.cross_check.name} has not confirmed it"
        self.trace.say(self.unconfirmed or "CONFIRMED")
        return judged

    def reseed(self) -> None:
        """Another random seed from now on, if the solver takes one: asked again, it would do what it did before."""
        if "seed" in self.solver.entry.can():
            self.run_options = replace(self.run_options, seed=(self.run_options.seed or 0) + 1)

    def ask(self, cnf: Path, num_vars: int, map_: VariableMap | None = None) -> Outcome:
        """The answer for a CNF file; map_: what its variables mean, if anything."""
        return run(self.solver, cnf, num_vars, self.folder, self.run_options)

    def decode(self, problem: Problem, found: Files, literals: list[int]) -> Any:
        """The solution that a model of the CNF means."""
        self.trace.say(f"DECODING WITH {found.map.num_vars} variables")
        with self.trace.phase("decode"):
            return problem.solution(found.map.decode(literals))

    def faults(self, problem: Problem, solution: Any) -> list[str]:
        """What is wrong with a solution by the problem's own rules; [] if answers are not to be checked."""
        if not self.run_options.check:
            return []
        with self.trace.phase("check"):
            return problem.faults(solution)

    def judged(self, problem: Problem, solution: Any) -> Any:
        """The solution; WrongAnswer if it is none."""
        faults = self.faults(problem, solution)
        if faults:
            raise WrongAnswer(f"the answer is wrong, please report this as a defect of csp2sat: {faults[0]}")
        return solution
