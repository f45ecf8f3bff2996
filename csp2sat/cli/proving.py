"""`--proof` of `solve`: the proof is checked before the answer is printed, and put beside its certificate."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from .. import files
from ..encode.described import describe
from ..encode.files import TOOL
from ..errors import LimitReached, UsageError
from ..run.deadline import disarm
from ..run.entry import Solver
from ..run.outcome import Outcome
from ..run.probe import version
from ..search import proving
from ..search.certificate import Certificate
from ..search.engine import Engine
from ..search.inputs import CnfInput
from ..search.proving import Checking, Refutation
from ..search.solving import Result
from . import results
from .reporting import note, warn

if TYPE_CHECKING:
    from .asking import Job, Request


def can_prove(solver: Solver, request: Request) -> None:
    """Raises SolverError for a solver whose proofs cannot be checked, UsageError for a file in no folder."""
    proving.must_prove(solver)
    target = Path(str(request.proof))
    if not target.absolute().parent.is_dir() or target.is_dir():
        raise UsageError(f"--proof {target}: expected a file in a folder that is there")


def proved(problem: Any, job: Job) -> tuple[Result, bool]:
    """The answer, and whether all that was asked for is proved and checked."""
    result, refutation = proving.prove(problem, job.engine, job.request.unique)
    if refutation is None:
        if not result.reason:
            note("there is a (second) solution, so there is nothing to prove", job.request.quiet)
        return result, True
    return result, deliver(refutation, problem.digest, job.engine, job.request)


def deliver(refutation: Refutation, digest: str, engine: Engine, request: Request) -> bool:
    """Check a proof and write all that belongs to it; False if there was no time for the check.

    digest: of the input.
    """
    solver = engine.solver
    checked = None
    try:
        checked = proving.check(refutation, solver.entry.proof, Checking(engine.run_options.deadline, engine.trace))
    except LimitReached as limit:
        disarm()
        warn(f"{results.why(limit.reason)}: proof not checked", request.quiet)
    known = version(solver)
    certificate = Certificate(
        tool=TOOL,
        claim=refutation.claim,
        source={"name": _name(request.input), "sha256": digest, "from": request.kind, "goal": request.goal},
        encoding=describe(engine.options) if refutation.map else None,
        solver={"name": solver.name, **({"version": known} if known else {})},
        proof=solver.entry.proof,
        checked=checked,
        digests={},
    )
    proving.write(refutation, Path(str(request.proof)), certificate)
    return checked is not None


def _name(path: str) -> str:
    return path if "?" in path else PurePath(path).name


def proved_cnf(problem: CnfInput, outcome: Outcome, engine: Engine, request: Request) -> bool:
    """As `deliver`, of a CNF that was refuted; the formula that is kept is the input itself."""
    if outcome.status == "sat":
        note("there is a model, so there is nothing to prove", request.quiet)
    if outcome.status != "unsat":
        return True
    cnf = engine.folder / "input.cnf"
    with files.new_file(cnf) as file:
        file.write(problem.data)
    refutation = Refutation("unsatisfiable", cnf, engine.folder / "problem.proof")
    return deliver(refutation, problem.digest, engine, request)
