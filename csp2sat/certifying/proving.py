"""Answers with a proof: no solution, a unique one, the best one.

The proof shows that one CNF has no model: the exact CNF of the problem, with one or more added clauses for a claim
about a solution.  Stages and quicker searches for a second solution are used to find solutions, never to show that none
exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ..base import files
from ..cnf import dimacs
from ..cnf.flat_clauses import flat
from ..errors import LimitReached, SolverError
from ..model.model import visible
from ..optimizing.local_improvement import LocalImprovement
from ..optimizing.objective_search import Optimum
from ..runner import proof_checker
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome
from ..runner.proof_checker import ReadProof
from ..solving.first_solution import Result, solve
from ..solving.pipeline import EncodedCnf
from ..solving.problem import Problem
from ..solving.problem_run import ProblemRun
from ..solving.trace import Trace
from .certificate import STATED, SUFFIX, SUFFIXES, Certificate, Claim, beside, digits, last_clauses, show
from .evidence import ProofPart, Refutation


def prove(run: ProblemRun, unique: bool) -> tuple[Result, Refutation | None]:
    """Return the result of solving a problem, and the refutation that proves it; None without a proof: if a solution
    (or a second one) was found, a limit came, or the problem's model may lack solutions.

    unique: whether a solution, and then a second one, is searched for, as in `solve`; if False, only the exact formula
    is solved.  A limit leads to an open result with a reason.
    """
    if run.problem.doubt:
        return solve(run, unique), None
    result = solve(run) if unique else Result("UNKNOWN")
    try:
        if result.solution is not None:
            return result, _second(run, result)
        if not (unique and result.status == "UNKNOWN"):
            return _exactly(run)
    except LimitReached as limit:
        result.reason = limit.reason
    return result, None


def _exactly(run: ProblemRun) -> tuple[Result, Refutation | None]:
    """Return the result of solving the exact formula, with its refutation if the formula is unsatisfiable; after a
    limit the status is UNKNOWN.
    """
    found = run.exact("refuted")
    outcome, refutation = _refute(run, found, "unsatisfiable")
    if outcome.status == "sat":
        return Result("SATISFIABLE", run.judged(run.decode(found, outcome.literals))), None
    return Result("UNSATISFIABLE" if refutation else "UNKNOWN", reason=outcome.reason), refutation


def prove_optimum(run: ProblemRun, optimum: Optimum) -> Refutation | None:
    """Return the refutation that proves the end of a search for the best solution; None if the search came to no end.

    Raises LimitReached, and SolverError if the solver contradicts the search.
    """
    if optimum.status == "UNSATISFIABLE":
        outcome, refutation = _refute(run, run.exact("refuted"), "unsatisfiable")
    elif optimum.status == "OPTIMUM FOUND":
        outcome, refutation = _no_other(run, optimum.solution, "optimum")
    else:
        return None
    if outcome.known().status == "sat":
        raise SolverError(f"{run.report.solver.name} contradicts the search, which found {optimum.status}")
    return refutation


def _second(run: ProblemRun, result: Result) -> Refutation | None:
    """Search for a second solution, note the outcome in `result`, and return the refutation if there is none, else
    None.

    The problem may derive a second solution from the first; otherwise the exact formula is solved, with clauses that
    exclude the first.  The outcome is in `unique` (None: unknown, with a `reason`) and `second`.
    """
    result.second = run.problem.another(result.solution)
    if result.second is not None:
        result.unique, result.second = False, run.judged(result.second)
        return None
    outcome, refutation = _no_other(run, result.solution, "unique")
    result.reason = outcome.reason
    result.unique = None if outcome.status == "unknown" else outcome.status == "unsat"
    if outcome.status == "sat":
        found = run.exact("refuted")
        result.second = run.judged(run.decode(found, outcome.literals))
    return refutation


def _no_other(run: ProblemRun, solution: Any, claim: Claim) -> tuple[Outcome, Refutation | None]:
    """Search for another solution (claim `unique`) or a better one (`optimum`) than `solution`; return the outcome, and
    its refutation if there is none, else None.
    """
    found = run.exact("refuted")
    literals = _model(run, solution)
    found = found.with_clauses(flat(last_clauses(claim, found.map, literals)))
    outcome, refutation = _refute(run, found, claim)
    if refutation is not None:
        answer = visible(found.map.decode(literals))
        refutation = replace(refutation, literals=literals, answer=answer)
    return outcome, refutation


def _model(run: ProblemRun, solution: Any) -> list[int]:
    """Return a model of the exact formula that means the solution: with its visible values, and an objective as good.

    Raises SolverError if the solver finds no such model, and LimitReached.
    """
    found = run.exact("model")
    answer = run.problem.values(solution)
    units = [unit for a in found.map.blocking_clause(answer) for unit in (-a, 0)]
    outcome = run.ask(found.with_clauses(units + _as_good(run.problem, found, solution))).known()
    if outcome.status == "unsat":
        raise SolverError(f"{run.report.solver.name} says that the exact formula excludes a solution that was found")
    return outcome.literals


def _as_good(problem: Problem, found: EncodedCnf, solution: Any) -> list[int]:
    """Return flat clauses that require an objective as good as the solution's; [] without an objective."""
    if found.map.objective is None:
        return []
    goal = found.map.objective
    return flat(goal.as_good(goal.steps.of(LocalImprovement(problem.model).value(solution))))


def _refute(run: ProblemRun, found: EncodedCnf, claim: Claim) -> tuple[Outcome, Refutation | None]:
    """Run the solver on a formula with a proof, even if the domains alone refute the formula.

    Return the outcome, and a refutation if the outcome is `unsat`, else None.  Raises SolverError if the solver has
    changed the formula or the map.
    """
    pipeline = run.pipeline
    proof = pipeline.folder / f"{pipeline.stem}.proof"
    run.has_contradiction(found.map.contradiction)
    believed = replace(found, map=replace(found.map, contradiction=""))
    outcome = run.ask(believed, replace(pipeline.run_options, proof=proof))
    if outcome.status != "unsat":
        return outcome, None
    cnf = unchanged(found.cnf, found.written.digest, run.report.solver)
    map_ = unchanged(pipeline.folder / f"{pipeline.stem}.map", found.map_digest, run.report.solver)
    return outcome, Refutation(claim, cnf, proof_of(run.report.solver, proof), map_)


def proof_of(solver: Solver, path: Path) -> ProofPart:
    """Return the proof that a solver has written to a temporary file, with a name for messages that names the solver.

    Raises FileError if the file cannot be read.
    """
    return ProofPart(f"the proof of {solver.name}", ProofPart.read(path).data)


def unchanged(path: Path, digest: str, solver: Solver) -> ProofPart:
    """Return the file at a path with this SHA-256 `digest`.  Raises SolverError, blaming the solver, if the file has
    another one.
    """
    found = ProofPart.read(path)
    if found.digest != digest:
        raise SolverError(f"{solver.name} has changed its input {path}")
    return found


class Checking(NamedTuple):
    """The settings for checking a proof: a deadline by time.monotonic(), None for no limit, and a trace of the
    progress.
    """

    deadline: float | None
    trace: Trace


def check(formula: dimacs.Cnf, proof: ProofPart, kind: str, how: Checking) -> str:
    """Check that a proof refutes a formula, and return the name of the checker.  kind: one of formats.FORMATS.

    Raises ProofError or SolverError if the proof does not refute the formula, and LimitReached.
    """
    trace = how.trace
    with trace.phase("proof"):
        external = proof_checker.find(kind)
        trace.say(f"CHECKING {proof.path}{f' WITH {external.program}' if external else ''}")
        verdict = proof_checker.refuted(formula, ReadProof(kind, proof.data, proof.path), how.deadline)
        trace.say(f"PROOF verified{': ' if verdict.found else ' by '}{verdict.found or verdict.checker}")
    return verdict.checker


def write(
    refutation: Refutation, target: Path, certificate: Certificate, further: Mapping[str, bytes] | None = None
) -> None:
    """Write the proof to `target`, and the formula, the map and the certificate to files beside it.

    The certificate is completed with its digests, its claim, and the answer.  All files are written under other names
    before the first one gets its own name; the certificate gets its name last, and a certificate of an earlier proof is
    removed before.  further: the bytes of more files, by the suffixes that their names have after the target's.
    Raises FileError.
    """
    more = further or {}
    if refutation.answer is not None:
        certificate = replace(certificate, model=digits(refutation.literals), answer=refutation.answer)
    digests = {name: part.digest for name, part in refutation.parts.items()}
    digests |= {suffix.removeprefix("."): sha256(data).hexdigest() for suffix, data in more.items()}
    text = show(replace(certificate, claim=refutation.claim, digests=digests))
    last = beside(target, SUFFIX)
    wanted = {beside(target, SUFFIXES[name]): part.data for name, part in refutation.parts.items()}
    wanted |= {beside(target, suffix): data for suffix, data in more.items()}
    with files.all_or_nothing():
        for path, data in (wanted | {last: text.encode()}).items():
            with files.new_file(path) as file:
                file.write(data)
        for stale in (last, *(beside(target, suffix) for suffix in STATED.values() if suffix not in more)):
            stale.unlink(missing_ok=True)
