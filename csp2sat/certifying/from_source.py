"""Proofs that begin at the source: its statement, a proof that derives each clause of the CNF and each lemma of the
solver from the statement, and their check.

Beside the files of every proof F stand F.opb, the statement, and F.pbp, the proof; F.map has one more line, with the
literal of statement or proof for each variable of the CNF.  The encoder, its passes and the solver need not be
believed: what the check believes is the reader of the source, the statement and the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from .. import decoder
from ..base.gc_pause import no_collector
from ..base.numbers import cut, dumps, loads, short
from ..base.time_limit import until
from ..cnf import dimacs
from ..cnf.flat_clauses import clauses, flat
from ..deriving.derivation import DerivedProof, SourceDerivation
from ..deriving.proof import without_deletions
from ..deriving.recording import options_of, recorded
from ..encoder.options import EncoderOptions
from ..errors import UsageError
from ..ints.spec import DEFAULT, ENCODINGS, IN_DIGITS
from ..model.meaning import evaluate
from ..model.model import Answer, Model
from ..proofs import drat
from ..proofs.pb_checker import checker
from ..proofs.pb_checker.reading import CheckedText, NotAccepted
from ..proofs.pb_checker.solutions import PbVerdict
from ..runner.proof_checker import accepted
from ..solving.pipeline import Pipeline
from ..solving.problem import CspProblem
from ..solving.problem_run import ProblemRun
from ..statement.formulas import NotStated
from ..statement.statement import SourceStatement
from .certificate import STATED, SUFFIX, Certificate, CertificateError, NotVerified, last_clauses
from .certificate import Claim as Claimed
from .comparing import GivenSource, must_be_of
from .evidence import ProofPart, Refutation, parts_of
from .proving import Checking

STATEMENT, PROOF = STATED["opb"], STATED["pbp"]
EXCEPT = re.compile(r"^\* except (.*)$", re.MULTILINE)
LEMMAS = ("drat", "drup")
ALWAYS, NEVER = -2, -1  # literals that are constant, each the other's negation


class StatedRun(ProblemRun):
    """A session whose formula has only clauses that can be derived.  statement: that of the source."""

    def __init__(self, earlier: ProblemRun, pipeline: Pipeline, statement: SourceStatement):
        super().__init__(earlier.problem, pipeline)
        self.share(earlier)
        self.statement = statement


def prepared(run: ProblemRun) -> StatedRun:
    """Return a session whose formula has only clauses that can be derived.

    Raises NotStated for constraints that have no rule, and UsageError for options that cannot be honoured, with the
    constraints, too, if there are both.
    """
    pipeline = run.pipeline
    given = pipeline.options
    refused = list(_refused(pipeline))
    try:
        statement = SourceStatement(run.model_of(run.problem.exact_attempt()))
    except NotStated as error:
        if not refused:
            raise
        refused.append(str(error))
    if refused:
        raise UsageError("; and ".join(refused))
    options = options_of(DEFAULT if ENCODINGS[given.encoding].choose else given.encoding, given.encode)
    return StatedRun(run, replace(pipeline, options=options), statement)


def _refused(pipeline: Pipeline) -> Iterator[str]:
    """Yield the reasons, in words, to refuse the options of a pipeline; nothing if there is none."""
    given = pipeline.options
    if given.described() != EncoderOptions(given.encoding, given.encode).described():
        yield "only --encoding and --encode go with --from-source"
    names = dict.fromkeys((given.encoding, *(name for _, name in given.encode)))
    if digits := [name for name in names if ENCODINGS[name].addition == IN_DIGITS]:
        yield f"--from-source takes no encoding {' or '.join(digits)} yet; expected order, direct, log or auto"
    if pipeline.solver.proof and pipeline.solver.proof not in LEMMAS:
        yield f"--from-source takes proofs of the format drat, which {pipeline.solver.name} does not write"


class SourceProof(NamedTuple):
    """The statement, the proof, and the map with its additional line."""

    statement: str
    derived: DerivedProof
    map: bytes

    def files(self) -> dict[str, bytes]:
        """Return the bytes of the further files by their suffixes."""
        return {STATEMENT: self.statement.encode(), PROOF: self.derived.proof.encode()}


def proved(run: StatedRun, refutation: Refutation, how: Checking) -> SourceProof:
    """Return the proof from the source for a refutation of its formula, checked.

    Most clauses follow by unit propagation, and are written untried; only if the check fails, more are tried, and then
    each.  Raises NotStated.
    """
    for care in (0, 1):
        with suppress(NotStated):
            return _checked(_derived(run, refutation, care), refutation, how)
    return _checked(_derived(run, refutation, 2), refutation, how)


def _derived(run: StatedRun, refutation: Refutation, care: int) -> SourceProof:
    """Return the proof from the source; care: as in SourceDerivation."""
    pipeline = run.pipeline
    with pipeline.trace.phase("derive"), until(pipeline.run_options.deadline), no_collector():
        statement, answer = run.statement, whole(refutation)
        assert refutation.map is not None
        if refutation.claim == "unique" and answer is not None:
            statement = statement.excluding(answer)
        found = recorded(statement.model, pipeline.options)
        best = answer if refutation.claim == "optimum" else None
        derivation = SourceDerivation(statement, found, best, care)
        derivation.clauses(found.flat)
        if refutation.claim != "unsatisfiable":
            map_ = decoder.read(refutation.map.source)
            derivation.clauses(flat(last_clauses(refutation.claim, map_, list(refutation.literals))))
        proof = drat.read(refutation.proof.data, refutation.proof.path)
        derivation.lemmas(zip(proof.clauses, map(bool, proof.deletes), strict=True))
        derived = derivation.finished()
    line = dumps({"pb": [[v, literal] for v, literal in derived.literals.items()]})
    return SourceProof(statement.text, derived, refutation.map.data + line.encode() + b"\n")


def whole(refutation: Refutation) -> Answer | None:
    """Return the values of all variables in the model of a refutation, hidden ones too; None without a model."""
    if not refutation.literals or refutation.map is None:
        return None
    return decoder.read(refutation.map.source).decode(list(refutation.literals))


def _checked(found: SourceProof, refutation: Refutation, how: Checking) -> SourceProof:
    """Return a proof from the source after its check, and that of each clause of the formula, which is to be in it; the
    deletions are left out that a checker which keeps nothing would miss.

    Raises NotStated if a step does not follow.
    """
    files = {suffix: data.decode() for suffix, data in found.files().items()}
    with how.trace.phase("proof"), no_collector():
        stated, proof = CheckedText("statement", files[STATEMENT]), CheckedText("proof", files[PROOF])
        try:
            verdict = checker.check(stated, proof, how.deadline)
        except NotAccepted as error:
            where = f"line {error.place.line} of the proof: {error.message}"
            why = f"csp2sat found no derivation of a clause or lemma ({where}); --proof alone proves the CNF"
            raise NotStated(why) from error
        _clauses_stand(refutation.cnf, ProofPart("the map", found.map), verdict)
    proof_ = without_deletions(found.derived.proof, verdict.needed)
    _by_programs(found.statement, proof_, how, "the proof from the source")
    return found._replace(derived=found.derived._replace(proof=proof_))


def _by_programs(statement: str, proof: str, how: Checking, name: str) -> None:
    """Check a proof once more by the programs on PATH that read such proofs; raise SolverError if one refuses it.

    statement: the text that the proof is about.  name: of the proof in messages.
    """
    with how.trace.phase("proof"):
        for program in accepted(statement.encode(), proof.encode(), how.deadline, name):
            how.trace.say(f"PROOF from the source verified by {program}")


class VerifiedSource(NamedTuple):
    """The claim about the source that a valid proof shows, and the best value if the claim is an optimum, else None."""

    claim: Claimed
    best_value: int | None


def verify(path: str, known: Certificate | None, source: GivenSource | None, how: Checking) -> VerifiedSource:
    """Check a proof from the source without believing anything in its files.

    path: of the proof or of its certificate.  known: the certificate; None if there is none, so that no digests are
    compared.  Raises UsageError without a source, CertificateError, NotVerified, NotStated and NotAccepted.
    """
    proof = Path(path.removesuffix(SUFFIX))
    if source is None or source.input.is_cnf:
        raise UsageError(f"expected the source, too: csp2sat verify {path} SOURCE")
    parts = parts_of(proof, {suffix: suffix for suffix in (STATEMENT, PROOF, ".cnf", ".map")})
    if known is not None:
        must_be_of(known, source)
        _digests(known, proof, parts)
    problem = source.input.as_problem()
    if problem.doubt:
        raise NotVerified(f"{problem.doubt}: it is not certain that no (better) solution exists")
    model = problem.exact_attempt().model()
    text = parts[STATEMENT].source.text
    answer = _excepted(text)
    with how.trace.phase("encode"), until(how.deadline), no_collector():
        statement = SourceStatement(model, answer)
    if statement.text != text:
        place = f"{parts[STATEMENT].path}:{_line(statement.text, text)}"
        raise CertificateError(f"{place}: not the statement of {source.name}")
    how.trace.say(f"STATING {source.name} again gives the same statement")
    if answer is not None and (fault := _fault(model, answer)):
        raise CertificateError(f"{parts[STATEMENT].path}: the solution is wrong: {fault}")
    with how.trace.phase("proof"):
        verdict = checker.check(
            CheckedText(parts[STATEMENT].path, text),
            CheckedText(parts[PROOF].path, parts[PROOF].source.text),
            how.deadline,
        )
        _clauses_stand(parts[".cnf"], parts[".map"], verdict)
    found = _claimed(statement, verdict)
    _by_programs(text, parts[PROOF].source.text, how, parts[PROOF].path)
    if known is not None:
        _agree(known, found, answer, model)
    return found


def _digests(known: Certificate, proof: Path, parts: dict[str, ProofPart]) -> None:
    """Raise CertificateError if a file has another digest than the certificate.  parts: the files by their suffixes.

    The proof of the solver, which nothing here depends on, may be missing.
    """
    given = {suffix.removeprefix("."): part for suffix, part in parts.items()}
    given |= {"proof": ProofPart.read(proof)} if proof.exists() else {}
    for name in given:
        if known.digests.get(name) != given[name].digest:
            raise CertificateError(f"{given[name].path}: not the {name} of {proof}.json: the SHA-256 differs")


def _excepted(text: str) -> Answer | None:
    """Return the solution that a statement excludes, None for none.  Raises CertificateError for a malformed one."""
    found = EXCEPT.findall(text)
    if not found:
        return None
    try:
        content = loads(found[-1])
        ints, bools = dict(content["ints"]), dict(content["bools"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CertificateError("the statement excludes a solution that is malformed") from None
    if not all(type(v) is int for v in ints.values()) or not all(type(v) is bool for v in bools.values()):
        raise CertificateError("the statement excludes a solution that is malformed")
    return Answer(ints, bools)


def _line(one: str, other: str) -> int:
    """Return the number of the first line in which two texts differ."""
    pairs = zip(one.split("\n"), other.split("\n"), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 1)


def _fault(model: Model, answer: Answer) -> str:
    """Return why values of all variables are no solution of the source, '' if they are one."""
    if answer.ints.keys() != model.ints.keys() or answer.bools.keys() != model.bools.keys():
        return "the variables are not those of the source"
    return next(iter(CspProblem(model, "").faults(answer)), "")


def _clauses_stand(cnf: ProofPart, map_: ProofPart, verdict: PbVerdict) -> None:
    """Raise CertificateError unless each clause of a formula is in the proof, by the last line of the map `map_`."""
    known = _literals(map_, verdict)
    for number, clause in enumerate(clauses(dimacs.read(cnf.data, cnf.path).flat), 1):
        if any(lit not in known for lit in clause):
            raise CertificateError(f"{map_.path}: no literal for a variable of clause {number} of {cnf.path}")
        literals = {known[lit] for lit in clause} - {NEVER}
        if ALWAYS in literals or any(a ^ 1 in literals for a in literals):
            continue
        if frozenset(literals) not in verdict.keys:
            raise CertificateError(f"{cnf.path}: clause {number} is not in the proof")


def _literals(map_: ProofPart, verdict: PbVerdict) -> dict[int, int]:
    """Return the literal of the proof for each literal of the formula, by its map; ALWAYS and NEVER are the constants.

    A variable of the formula that stands only in clauses which are always true may be none of the proof.
    """
    constants = {"1": ALWAYS, "0": NEVER}
    known: dict[int, int] = {}
    for v, word in _words(map_).items():
        try:
            known[v] = constants[word] if word in constants else verdict.names[word]
        except ValueError:
            raise CertificateError(f"{map_.path}: {short(word)} is no literal") from None
        known[-v] = known[v] ^ 1
    return known


def _words(map_: ProofPart) -> dict[int, str]:
    """Return the literals of the variables by the last line of a map.  Raises CertificateError for another line."""
    try:
        content: Any = loads(map_.data.rstrip(b"\n").rpartition(b"\n")[2])
        return {v: literal for v, literal in content["pb"] if type(v) is int and isinstance(literal, str)}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CertificateError(
            f'{map_.path}: expected a last line {{"pb": ...}} with the literals of the proof'
        ) from None


def _claimed(statement: SourceStatement, verdict: PbVerdict) -> VerifiedSource:
    """Return what a checked proof shows about the source.  Raises CertificateError if it shows nothing."""
    if verdict.claim == "UNSAT" or (verdict.claim, verdict.low, verdict.high) == ("BOUNDS", None, None):
        return VerifiedSource("unsatisfiable" if statement.answer is None else "unique", None)
    if statement.answer is not None:
        raise CertificateError("the statement excludes a solution, so the proof shows no optimum")
    if verdict.claim == "BOUNDS" and verdict.low is not None and verdict.low == verdict.high:
        assert statement.objective is not None
        _, sign, const = statement.objective
        return VerifiedSource("optimum", const + sign * verdict.low)
    raise CertificateError(f"the proof concludes {verdict.claim}, which shows no claim")


def _agree(known: Certificate, found: VerifiedSource, answer: Answer | None, model: Model) -> None:
    """Raise CertificateError unless a certificate has the claim that was shown, and the solution that was judged."""
    if known.claim != found.claim:
        raise CertificateError(f"the certificate claims {known.claim}, and the proof shows {found.claim}")
    if found.claim == "unsatisfiable":
        if known.answer is not None:
            raise CertificateError("the claim is that no solution exists, but the certificate has a solution")
        return
    if known.answer is None:
        raise CertificateError("the certificate has no solution")
    if answer is not None:
        if known.answer != answer:
            raise CertificateError("the certificate's solution is not that of the statement")
        return
    if fault := _fault(model, known.answer):
        raise CertificateError(f"the certificate's solution is wrong: {fault}")
    assert model.objective is not None
    if (value := evaluate(model.objective.term, known.answer)) != found.best_value:
        raise CertificateError(f"the certificate's solution has the objective {cut(value)}")
