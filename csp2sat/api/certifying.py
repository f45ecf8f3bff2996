"""Answers with a proof that is checked, put beside its certificate; and certificates checked again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from ..base import files
from ..certifying import proving
from ..certifying.certificate import Certificate
from ..certifying.proving import Checking, Refutation
from ..cnf import dimacs
from ..encoder.encoder import describe
from ..encoder.files import TOOL
from ..errors import LimitReached, UsageError
from ..runner.config.entry import Solver
from ..runner.probe import version
from ..runner.process.deadline import disarm
from ..runner.process.outcome import Outcome
from ..solving.inputs import CnfInput
from ..solving.pipeline import Pipeline


@dataclass(frozen=True)
class ProofTarget:
    """Where a proof is to go, and what its certificate says of the input: its name, how it was read, what was asked."""

    path: Path
    input: str
    kind: str | None = None
    goal: str | None = None

    def check(self, solver: Solver) -> None:
        """Raises SolverError for a solver whose proofs cannot be checked, UsageError for a file in no folder."""
        proving.must_prove(solver)
        if not self.path.absolute().parent.is_dir() or self.path.is_dir():
            raise UsageError("expected a file in a folder that is there", "proof", str(self.path))

    def source(self, digest: str) -> dict[str, str | None]:
        """What the certificate says of the input.  digest: SHA-256 (hex)."""
        name = self.input if "?" in self.input else PurePath(self.input).name
        return {"name": name, "sha256": digest, "from": self.kind, "goal": self.goal}


def certify(refutation: Refutation, digest: str, pipeline: Pipeline, target: ProofTarget) -> LimitReached | None:
    """Check a proof and write all that belongs to it; the limit, if there was no time for the check.

    digest: of the input.  Raises ProofError and SolverError.
    """
    solver, checked, ended = pipeline.solver, None, None
    try:
        how = Checking(pipeline.run_options.deadline, pipeline.trace)
        checked = proving.check(refutation, solver.proof, how)
    except LimitReached as limit:
        disarm()
        ended = limit
    known = version(solver)
    certificate = Certificate(
        tool=TOOL,
        claim=refutation.claim,
        source=target.source(digest),
        encoding=describe(pipeline.options) if refutation.map else None,
        solver={"name": solver.name, **({"version": known} if known else {})},
        proof=solver.proof,
        checked=checked,
        digests={},
    )
    proving.write(refutation, target.path, certificate)
    return ended


def run_cnf(problem: CnfInput, pipeline: Pipeline, proof: bool) -> tuple[Outcome, Refutation | None]:
    """A solver's answer for a CNF, and its refutation if there is one and a proof is wanted.

    The formula that is refuted is the input itself.
    """
    found = dimacs.read(problem.data, problem.path)
    plain = pipeline.folder / "problem.cnf"
    pipeline.record.written = dimacs.write_plain(plain, found)
    path = pipeline.folder / "problem.proof" if proof else None
    outcome = pipeline.run_cnf(plain, found.num_vars, replace(pipeline.run_options, proof=path))
    if path is None or outcome.status != "unsat":
        return outcome, None
    cnf = pipeline.folder / "input.cnf"
    with files.new_file(cnf) as file:
        file.write(problem.data)
    return outcome, Refutation("unsatisfiable", cnf, path)
