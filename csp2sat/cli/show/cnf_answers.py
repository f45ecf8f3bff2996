"""The work of `solve` on a CNF: a solver's answer in one dialect, whatever the solver's own, or as JSON."""

from __future__ import annotations

from typing import IO, Any

from ...api import door
from ...api.certifying import run_cnf
from ...api.writing.answer_texts import answer_text, status_of
from ...base.deadline import disarm
from ...errors import UsageError
from ...runner.process.outcome import Outcome
from ...solving.inputs import CnfInput
from ...solving.problem_run import SolverRuns
from ..json_lines import json_line
from ..reporting import note, warn
from ..suffixes import check_format
from . import results
from .request import Request

FORMATS = ("v", "json")


def answer(problem: CnfInput, runs: SolverRuns, request: Request, out: IO[str]) -> int:
    """Run a solver on a CNF, print its answer to `out`, and return the exit code.

    A proof, if the request asks for one, is checked and kept.  The JSON object has the digest of the CNF.  Raises
    UsageError for a format other than FORMATS, and SolverError.
    """
    form = request.form
    if target := form.drawing:
        raise UsageError(f"--to {target.to}: a CNF has no board; decode its answer with the map")
    check_format(form.to, form.output, FORMATS)
    with runs.pipeline.trace.phase("solve"):
        outcome, refutation = run_cnf(problem, runs, request.proof is not None)
    checked = refutation is None or request.certified(refutation, problem.digest, runs)
    if request.proof is not None and outcome.status == "sat":
        note("there is a model, so there is nothing to prove", form.quiet)
    status = status_of(outcome) if checked else "UNKNOWN"
    if (kept := door.to_keep.get()) is not None:
        kept.append(door.KeptAnswer(None, door.AnswerReport(status, number=int(outcome.status == "sat"))))
    if request.input:  # no other input follows
        disarm()
    as_json = form.json or form.to == "json"
    out.write(_json(problem, outcome, runs) if as_json else answer_text(problem, outcome))
    if outcome.reason:
        warn(results.why(outcome.reason), form.quiet)
    return request.ended(results.KnownAnswer(outcome.status if checked else "unknown"))


def _json(problem: CnfInput, outcome: Outcome, runs: SolverRuns) -> str:
    """Return an answer as one JSON object on one line: status, model or reason, digest of the CNF, solver, size and
    seconds.
    """
    fields: dict[str, Any] = {"status": status_of(outcome)}
    fields |= {"model": outcome.literals} if outcome.status == "sat" else {}
    fields |= {"reason": outcome.reason} if outcome.reason else {}
    about = results.about(runs.pipeline, runs.report)
    del about["encoding"]
    return json_line(fields | {"sha256": problem.digest} | about)
