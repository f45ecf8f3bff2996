"""Checking a certificate again, later and elsewhere, without believing anything in it.

The files have the digests of the certificate.  The proof refutes the formula; the formula without its last clauses is
the formula of the map; the model satisfies this formula; the last clauses are as the claim requires.  If the source is
given: encoding the source again gives the same clauses and the same map, and the answer keeps the source's rules.

Which checks are made depends on nothing in the certificate: a given source is compared, or an error is raised.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from .. import decoder
from ..cnf import dimacs
from ..cnf.flat_clauses import Clause, clauses, flat
from ..decoder import VariableMap
from ..errors import InputError, UsageError
from ..model.model import visible
from ..proofs import formats
from . import proving
from .certificate import (
    STATED,
    SUFFIX,
    SUFFIXES,
    Certificate,
    CertificateError,
    Claim,
    NotVerified,
    beside,
    last_clauses,
    read,
)
from .comparing import GivenSource, compare, must_be_of, must_not_believe
from .evidence import ProofPart, Refutation, parts_of

P_LINE = re.compile(rb"^p cnf ([0-9]{1,10}) ([0-9]{1,10})\n", re.MULTILINE)


class SourceFormula(NamedTuple):
    """A formula as encoding the source writes it: its text, its clauses, and the clauses that were added afterwards."""

    text: bytes
    cnf: dimacs.Cnf
    added: list[Clause]


def certificate_at(path: str) -> Certificate | None:
    """Return the certificate at a path, which is that of the certificate or of its proof; None for a proof without a
    certificate beside which there are the statement of a source and its proof.

    Raises UsageError for another proof without a certificate, FileError if the file cannot be read, and InputError for
    a file that is no certificate.
    """
    named = path if path.endswith(SUFFIX) else path + SUFFIX
    if not path.endswith(SUFFIX) and not Path(named).exists():
        if Path(path).name and all(beside(Path(path), suffix).exists() for suffix in STATED.values()):
            return None
        raise UsageError(f"{path}: {_expected(path)}")
    if not Path(named).exists() and all(
        beside(Path(named.removesuffix(SUFFIX)), each).exists() for each in STATED.values()
    ):
        proof = named.removesuffix(SUFFIX)
        raise UsageError(
            f"{named}: does not exist; to check the proof from the source without it: verify {proof} SOURCE"
        )
    try:
        return read(ProofPart.read(Path(named)).source)
    except InputError:
        if beside(Path(named), SUFFIX).exists():  # of a proof that is itself named so
            raise UsageError(f"{path}: expected the certificate {named}{SUFFIX}") from None
        raise


def opened(path: str, found: Certificate) -> Refutation:
    """Read the files beside a certificate, each once, and check their digests.

    path: the path of the certificate, or of the proof, which lacks the suffix.  The names of the files follow from the
    path: none is taken from the certificate.  Raises FileError if a file cannot be read, InputError or CertificateError
    if a file has been changed.
    """
    path = path.removesuffix(SUFFIX) + SUFFIX
    if found.proof not in formats.FORMATS:
        raise CertificateError(f"{path}: {found.proof!r:.40} proofs cannot be checked")
    proof = Path(path.removesuffix(SUFFIX))
    parts = parts_of(proof, {name: SUFFIXES[name] for name in found.digests})
    changed = {name: part for name, part in parts.items() if part.digest != found.digests[name]}
    if len(changed) > 1 and len(changed) == len(parts):
        names = ", ".join(Path(part.path).name for part in parts.values())
        raise CertificateError(f"{path}: of another proof than {names} beside it: the SHA-256 of each differs")
    for name, part in changed.items():
        why = "the file was changed, or is of another proof"
        raise CertificateError(f"{part.path}: not the {name} of {path}: the SHA-256 differs; {why}")
    return Refutation(found.claim, **parts, literals=found.literals(), answer=found.answer)


def _expected(path: str) -> str:
    """Return advice which path to give instead of one that is no certificate."""
    for proof in (path.removesuffix(suffix) for suffix in (".cnf", ".map", *STATED.values())):
        if Path(proof + SUFFIX).exists():
            return f"expected the certificate {proof}{SUFFIX}"
    return f"expected a certificate, the file F{SUFFIX} that `csp2sat solve --proof F` has written"


def verify(found: Certificate, evidence: Refutation, source: GivenSource | None, how: proving.Checking) -> None:
    """Check everything that `certificate_at` and `opened` has not checked.

    source: the input that the certificate must be of; with None nothing is shown about any input, only about the
    formula. how: the deadline and the trace.  Raises CertificateError if something is wrong, NotVerified if the claim
    is not shown, UsageError if the source is read with other options than the certificate says, ProofError or
    SolverError if the proof does not refute the formula, and LimitReached.
    """
    if source is not None:
        must_be_of(found, source)
        must_not_believe(found, source)
    cnf = dimacs.read(evidence.cnf.data, evidence.cnf.path)
    if evidence.map is None:
        _check_plain(found, evidence, source)
    else:
        variables = read_map(evidence.map)
        formula = formula_of(evidence, evidence.map, variables, cnf)
        if source is not None:
            compare(found, evidence, formula.cnf, source, how)
        check_model(found, evidence, variables, formula)
        how.trace.say("FORMULA, MAP AND MODEL belong together")
    proving.check(cnf, evidence.proof, found.proof, how)


def read_map(part: ProofPart) -> VariableMap:
    """Return the map in a file.  Raises InputError or CertificateError unless the text is what `decoder.write` writes,
    to the byte.
    """
    found = decoder.read(part.source)
    if not decoder.is_written(part.data.decode()):  # a byte order mark is one of the text
        raise CertificateError(f"{part.path}: the map has been altered: csp2sat writes another form")
    return found


def _check_plain(found: Certificate, evidence: Refutation, source: GivenSource | None) -> None:
    """Raise CertificateError unless the formula is the source itself, a CNF, and the certificate claims only
    `unsatisfiable`.
    """
    if source is not None and not source.input.is_cnf:
        raise CertificateError("the certificate is for a CNF; expected a CNF as the source")
    is_bare = found.model is None and found.answer is None and found.encoding is None
    if found.claim != "unsatisfiable" or not is_bare or evidence.cnf.digest != found.source["sha256"]:
        raise CertificateError(f"{evidence.cnf.path}: not the formula of the source")


def formula_of(evidence: Refutation, map_: ProofPart, variables: VariableMap, cnf: dimacs.Cnf) -> SourceFormula:
    """Return the formula of the source, without the clauses that the claim has added.

    Raises CertificateError unless the formula has the digest and the sizes that the map `variables` states, NotVerified
    if the map says that the formula excludes solutions.  cnf: the formula with all clauses.
    """
    formula = SourceFormula(evidence.cnf.data, cnf, [])
    known = variables.header.get("clauses")
    if evidence.claim != "unsatisfiable" and type(known) is int and 0 <= known < cnf.num_clauses:
        formula = _without_last(evidence.cnf, cnf, cnf.num_clauses - known)
    digest = hashlib.sha256(formula.text).hexdigest()
    sizes = variables.num_vars, known
    if digest != variables.digest or sizes != (formula.cnf.num_vars, formula.cnf.num_clauses):
        raise CertificateError(f"{evidence.cnf.path}: not the formula of {map_.path}")
    for about in (variables.header, variables.about):
        if about.get("assume") or about.get("doubt"):
            raise NotVerified(f"the map says that the formula excludes solutions: {_shown(about)}")
    return formula


def _shown(about: dict[str, object]) -> str:
    return ascii(about.get("doubt") or f"the assumption is {about['assume']}")[:200]


def _without_last(part: ProofPart, cnf: dimacs.Cnf, number: int) -> SourceFormula:
    """Return the formula before its last `number` clauses (at least one) were appended, with its earlier header, and
    these clauses.

    Raises CertificateError if the header is missing, too short or not before these lines.  Whether the text is the
    earlier formula is for the caller to check, by its digest.
    """
    text = part.data
    start = len(text)
    for _ in range(number):
        start = text.rfind(b"\n", 0, max(0, start - 1)) + 1
    header = P_LINE.search(text)
    if header is None or header.end() > start or header.end() < dimacs.HEADER:
        raise CertificateError(f"{part.path}: not a formula with clauses that were added to it")
    before = dimacs.header(cnf.num_vars, cnf.num_clauses - number)
    added = clauses(cnf.flat)[-number:]
    text = text[: header.end() - dimacs.HEADER] + before + text[header.end() : start]
    kept = cnf.flat[: len(cnf.flat) - len(flat(added))]
    return SourceFormula(text, dimacs.Cnf(cnf.num_vars, cnf.num_clauses - number, kept), added)


def check_model(
    found: Certificate, evidence: Refutation, variables: VariableMap, formula: SourceFormula, whole: bool = False
) -> None:
    """Raise CertificateError unless the certificate's model satisfies the formula of the source, its answer is the
    meaning of the model, and the added clauses are those of the claim; with `unsatisfiable` there must be none of
    these.

    variables: the map.  formula: the formula of the source, with the clauses that the claim added.  whole: whether the
    answer has the hidden variables, too.
    """
    if found.claim == "unsatisfiable":
        if found.model is not None or found.answer is not None:
            raise CertificateError("the claim is that no solution exists, but the certificate has a solution")
        return
    if found.claim == "unique" and variables.objective is not None:
        raise CertificateError("the claim is a unique solution, but the map has an objective")
    literals = list(evidence.literals)
    if len(literals) != variables.num_vars or set(found.model or "") - {"0", "1"}:
        raise CertificateError("the certificate's model is malformed; expected one digit for each variable")
    true = set(literals)
    wrong = next((clause for clause in clauses(formula.cnf.flat) if true.isdisjoint(clause)), None)
    if wrong is not None:
        raise CertificateError(
            f"the certificate's model is wrong: it falsifies the clause {wrong} of {evidence.cnf.path}"
        )
    meaning = variables.decode(literals)
    if found.answer is None or (meaning if whole else visible(meaning)) != found.answer:
        raise CertificateError("the certificate's answer is not what its model means")
    check_added(found.claim, last_clauses(found.claim, variables, literals), evidence.cnf.path, formula)


def check_added(claim: Claim, wanted: list[Clause], path: str, formula: SourceFormula) -> None:
    """Raise CertificateError unless the clauses that were added to a formula are those of the claim.

    path: of the formula.
    """
    if sorted(map(sorted, wanted)) != sorted(map(sorted, formula.added)):
        what = {"unique": "exclude the answer alone", "optimum": "ask for a better value"}[claim]
        raise CertificateError(f"{path}: the clauses after those of the source do not {what}")


def best_value(evidence: Refutation) -> int | None:
    """Return the value of the map's objective in the model of evidence that `verify` has accepted; None if the claim is
    no optimum, or without a map.
    """
    if evidence.claim != "optimum" or evidence.map is None:
        return None
    return decoder.read(evidence.map.source).cost(list(evidence.literals))
