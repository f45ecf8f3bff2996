"""Proofs that begin at the source: its statement, and a proof that derives each clause of the CNF and each lemma of the
solver from the statement; `verifying_source` checks them again.

Beside the files of every proof F stand F.opb, the statement, and F.pbp, the proof; F.map has one more line, with the
literal of statement or proof for each variable of the CNF.  The encoder, its passes and the solver need not be
believed: what the check believes is the reader of the source, the statement and the checker.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from .. import decoder
from ..base.interpreter import CollectorOff
from ..base.numbers import counted, dumps, loads, short
from ..base.time_limit import until
from ..cnf import dimacs
from ..cnf.flat_clauses import clauses, flat
from ..cnf.sink import Sink
from ..deriving.derivation import DerivedProof, SourceDerivation
from ..deriving.proof import without_deletions
from ..deriving.recording import options_of, recorded
from ..encoder.encoder import encode
from ..encoder.observe.clause_origins import ClauseOrigins
from ..encoder.options import EncoderOptions
from ..errors import UsageError
from ..ints.spec import DEFAULT, ENCODINGS, IN_DIGITS
from ..model.model import Answer, Model, Origin
from ..proofs import drat
from ..proofs.pb_checker import checker
from ..proofs.pb_checker.reading import CheckedText, NotAccepted
from ..proofs.pb_checker.solutions import PbVerdict
from ..runner.proof_checker import accepted
from ..solving.pipeline import Pipeline
from ..solving.problem_run import ProblemRun
from ..solving.trace import Trace
from ..statement.formulas import NotStated
from ..statement.statement import SourceStatement
from .certificate import STATED, CertificateError, last_clauses
from .evidence import ProofPart, Refutation
from .proving import Checking

STATEMENT, PROOF = STATED["opb"], STATED["pbp"]
LEMMAS = ("drat", "drup")
PAUSE = 5.0  # seconds between two lines of progress
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
    if given.described() != EncoderOptions(given.encoding, given.encode, narrowing=given.narrowing).described():
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
        how.trace.say(f"DERIVING once more, {'all' if care else 'more'} clauses by cases")
    return _checked(_derived(run, refutation, 2), refutation, how)


def _derived(run: StatedRun, refutation: Refutation, care: int) -> SourceProof:
    """Return the proof from the source; care: as in SourceDerivation."""
    pipeline = run.pipeline
    with pipeline.trace.phase("derive"), until(pipeline.run_options.deadline), CollectorOff():
        statement, answer = run.statement, whole(refutation)
        assert refutation.map is not None
        if refutation.claim == "unique" and answer is not None:
            statement = statement.excluding(answer)
        found = recorded(statement.model, pipeline.options)
        best = answer if refutation.claim == "optimum" else None
        derivation = SourceDerivation(statement, found, best, care)
        so_far = _SoFar(found.flat.count(0), pipeline.trace)
        try:
            derivation.clauses(found.flat, so_far)
        except NotStated as error:
            if care < 2:  # tried again
                raise
            raise NotStated(error.args[0] + _of_clause(so_far.done + 1, statement.model, pipeline.options)) from None
        if refutation.claim != "unsatisfiable":
            map_ = decoder.read(refutation.map.source)
            derivation.clauses(flat(last_clauses(refutation.claim, map_, list(refutation.literals))))
        proof = drat.read(refutation.proof.data, refutation.proof.path)
        derivation.lemmas(zip(proof.clauses, map(bool, proof.deletes), strict=True))
        derived = derivation.finished()
    return SourceProof(statement.text, derived, refutation.map.data + last_line(derived))


class _SoFar:
    """Tells a trace how many clauses are derived, once in a while; `done`: how many are.  many: how many there are."""

    def __init__(self, many: int, trace: Trace):
        self.done, self._many, self._trace, self._last = 0, many, trace, time.monotonic()

    def __call__(self, done: int) -> None:
        self.done = done
        if time.monotonic() < self._last + PAUSE:
            return
        self._last = time.monotonic()
        words = f"{done:,} of {counted(self._many, 'clause')}"
        self._trace.say(f"DERIVED {words}")
        self._trace.reached(words)


def _of_clause(number: int, model: Model, options: EncoderOptions) -> str:
    """Return the place of the constraint from which the clause with a number comes, for a message, and the encoding
    that needs fewest cases if the options have another one; the model is encoded once more.
    """
    records = encode(model, Sink(), replace(options, watches=(ClauseOrigins(),)))
    spans = ((*each["clauses"], Origin(*each["origin"])) for each in records if "clauses" in each)
    place = "".join(f" ({origin})" for first, last, origin in spans if first <= number <= last)
    is_order = {options.encoding, *(name for _, name in options.encode)} == {DEFAULT}
    return place if is_order else f"{place}, perhaps not with --encoding {DEFAULT}"


def last_line(derived: DerivedProof) -> bytes:
    """Return the last line of a map: the literal of statement or proof for each variable of the CNF."""
    return dumps({"pb": [[v, literal] for v, literal in derived.literals.items()]}).encode() + b"\n"


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
    with how.trace.phase("proof"), CollectorOff():
        stated, proof = CheckedText("statement", files[STATEMENT]), CheckedText("proof", files[PROOF])
        try:
            verdict = checker.check(stated, proof, how.deadline)
        except NotAccepted as error:
            where = f"line {error.place.line} of the proof: {error.message}"
            why = f"csp2sat found no derivation of a clause or lemma ({where}); --proof alone proves the CNF"
            raise NotStated(why) from error
        clauses_stand(refutation.cnf, ProofPart("the map", found.map), verdict)
    proof_ = without_deletions(found.derived.proof, verdict.needed)
    by_programs(found.statement, proof_, how, "the proof from the source")
    return found._replace(derived=found.derived._replace(proof=proof_))


def by_programs(statement: str, proof: str, how: Checking, name: str) -> None:
    """Check a proof once more by the programs on PATH that read such proofs; raise SolverError if one refuses it.

    statement: the text that the proof is about.  name: of the proof in messages.
    """
    with how.trace.phase("proof"):
        for program in accepted(statement.encode(), proof.encode(), how.deadline, name):
            how.trace.say(f"PROOF from the source verified by {program}")


def clauses_stand(cnf: ProofPart, map_: ProofPart, verdict: PbVerdict) -> None:
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
