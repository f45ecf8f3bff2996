"""Checking a certificate again, later and elsewhere: nothing in it is believed.

Its digests say that the files are those that it is about.  The proof refutes the formula; the formula without its last
clauses is that of the map; the model is a model of it; the last clauses are those that the claim asks for.  With the
source at hand: encoding it again gives the same formula and map, and the answer keeps its rules.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from .. import decoder
from ..base import files
from ..base.folders import work_folder
from ..cnf import dimacs
from ..cnf.sink import Clause, clauses, flat
from ..decoder import VariableMap
from ..encoder import files as encoded
from ..encoder.encoder import EncoderOptions, described
from ..errors import UsageError
from ..proofs import formats
from ..solving import inputs
from ..solving.inputs import CnfInput
from ..solving.problem import visible
from ..solving.trace import Trace
from . import proving
from .certificate import SUFFIX, Certificate, CertificateError, beside, digest, last_clauses, read

P_LINE = re.compile(rb"^p cnf ([0-9]{1,10}) ([0-9]{1,10})\n", re.MULTILINE)


class SourceFormula(NamedTuple):
    """A formula as the source has it: its text, its clauses, and the clauses that were added to it."""

    text: bytes
    flat: list[int]
    added: list[Clause]


def open_certificate(path: str) -> tuple[Certificate, proving.Refutation]:
    """A certificate and the files beside it, whose digests are right.

    Raises UsageError for a path that does not end with .json, InputError and CertificateError for what is not as it
    was.  The names of the files follow from the path: none is taken from the certificate.
    """
    if not path.endswith(SUFFIX):
        raise UsageError(f"{path}: {_expected(path)}")
    found = read(files.read_source(path))
    if found.proof not in formats.FORMATS:
        raise CertificateError(f"{path}: {found.proof!r} proofs cannot be checked")
    proof = Path(path.removesuffix(SUFFIX))
    parts = {"cnf": beside(proof, ".cnf"), "proof": proof, "map": beside(proof, ".map")}
    for name, known in found.digests.items():
        if name in parts and digest(parts[name]) != known:
            raise CertificateError(f"{parts[name]}: not the {name} of {path}: its SHA-256 is another one")
    map_ = parts["map"] if "map" in found.digests else None
    return found, proving.Refutation(found.claim, parts["cnf"], proof, map_, found.literals(), found.answer)


def _expected(path: str) -> str:
    """What should have been named, where that is no certificate."""
    for proof in (path, path.removesuffix(".cnf"), path.removesuffix(".map")):
        if Path(proof + SUFFIX).exists():
            return f"expected its certificate, {proof}{SUFFIX}"
    return f"expected a certificate, the file F{SUFFIX} that `csp2sat solve --proof F` has written"


def verify(found: Certificate, evidence: proving.Refutation, source: str | None, how: proving.Checking) -> bool:
    """Check all that `open_certificate` has not; True if the source was encoded again (False: by another version).

    source: the input, if it is at hand.  Raises CertificateError for what is wrong,
    ProofError or SolverError for a proof that is none, and LimitReached.
    """
    compared = False
    if evidence.map is None:
        if found.claim != "unsatisfiable" or found.digests["cnf"] != found.source["sha256"]:
            raise CertificateError(f"{evidence.cnf}: not the formula of the source")
    else:
        variables = decoder.read(files.read_source(str(evidence.map)))
        formula = _formula(evidence, variables)
        if evidence.claim != "unsatisfiable":
            _check_model(found, evidence, variables, formula)
    how.trace.say("FORMULA, MAP AND MODEL belong together")
    if source is not None:
        compared = _check_source(found, evidence, source, how.trace)
    proving.check(evidence, found.proof, how)
    return compared


def _formula(evidence: proving.Refutation, variables: VariableMap) -> SourceFormula:
    """The formula of the source; it has the digest and the number of clauses that the map says."""
    text = files.read_bytes(str(evidence.cnf))
    cnf = dimacs.read(text, str(evidence.cnf))
    formula = SourceFormula(text, cnf.flat, [])
    known = variables.header.get("clauses")
    if evidence.claim != "unsatisfiable" and isinstance(known, int) and 0 <= known < cnf.num_clauses:
        formula = _without_last(evidence.cnf, text, cnf, cnf.num_clauses - known)
    if f"sha256:{hashlib.sha256(formula.text).hexdigest()}" != variables.header["cnf"]:
        raise CertificateError(f"{evidence.cnf}: not the formula of {evidence.map}")
    return formula


def _without_last(path: Path, text: bytes, cnf: dimacs.Cnf, number: int) -> SourceFormula:
    """The formula before its last clauses, at least one, were appended, with the header that it had."""
    start = len(text)
    for _ in range(number):
        start = text.rfind(b"\n", 0, max(0, start - 1)) + 1
    header = P_LINE.search(text)
    if header is None or header.end() > start or header.end() < dimacs.HEADER:
        raise CertificateError(f"{path}: not a formula with clauses that were added to it")
    before = dimacs.header(cnf.num_vars, cnf.num_clauses - number)
    added = clauses(cnf.flat)[-number:]
    text = text[: header.end() - dimacs.HEADER] + before + text[header.end() : start]
    return SourceFormula(text, cnf.flat[: len(cnf.flat) - len(flat(added))], added)


def _check_model(
    found: Certificate, evidence: proving.Refutation, variables: VariableMap, formula: SourceFormula
) -> None:
    literals = list(evidence.literals)
    if len(literals) != variables.num_vars or set(found.model or "") - {"0", "1"}:
        raise CertificateError("the certificate's model has not one digit for each variable")
    true = set(literals)
    wrong = next((clause for clause in clauses(formula.flat) if true.isdisjoint(clause)), None)
    if wrong is not None:
        raise CertificateError(f"the certificate's model is none: it falsifies the clause {wrong} of {evidence.cnf}")
    if found.answer is None or visible(variables.decode(literals)) != found.answer:
        raise CertificateError("the certificate's answer is not what its model means")
    wanted = last_clauses(found.claim, variables, literals)
    if sorted(map(sorted, wanted)) != sorted(map(sorted, formula.added)):
        what = {"unique": "exclude the answer alone", "optimum": "ask for a better value"}[found.claim]
        raise CertificateError(f"{evidence.cnf}: its last clauses do not {what}")


def _check_source(found: Certificate, evidence: proving.Refutation, path: str, trace: Trace) -> bool:
    """Does encoding the source again give the same formula?  False if that cannot be asked of this version."""
    problem = inputs.with_goal(inputs.read(path, found.source.get("from")), found.source.get("goal"))  # type: ignore[arg-type]
    if problem.digest != found.source["sha256"]:
        raise CertificateError(f"{path}: not the source: its SHA-256 is another one")
    if isinstance(problem, CnfInput) or evidence.map is None:
        return True
    variables = decoder.read(files.read_source(str(evidence.map)))
    if evidence.answer is not None:
        faults = problem.faults(problem.solution(variables.decode(evidence.literals)))
        if faults:
            raise CertificateError(f"the certificate's answer is wrong: {faults[0]}")
    if found.tool != encoded.TOOL:
        trace.say(f"NOT ENCODED AGAIN: {found.tool} made the formula, this is {encoded.TOOL}")
        return False
    with work_folder() as folder:
        cnf, map_ = folder / "again.cnf", folder / "again.map"
        model, options = problem.model, _options(found.encoding or "")
        written = encoded.write(model, problem.digest, str(cnf), str(map_), options)
        same_map = digest(map_) == found.digests["map"]
    if f"sha256:{written.digest}" != variables.header["cnf"] or not same_map:
        raise CertificateError(f"{evidence.cnf}: not what encoding {path} gives")
    trace.say(f"ENCODING {path} again gives the same formula")
    return True


def _options(line: str) -> EncoderOptions:
    try:
        return described(line)
    except (ValueError, UsageError):
        raise CertificateError(f"the certificate's encoding {line!r} is none") from None
