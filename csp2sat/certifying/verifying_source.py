"""Checking a proof from the source again, without believing anything in its files.

The statement is that of the source, to the byte; the proof derives the claim from the statement, and each clause of the
formula; the solution keeps the source's rules.  Formula and map, whose last line included, are those of encoding the
source again, and the certificate's model satisfies this formula.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from ..base.interpreter import CollectorOff
from ..base.numbers import apart, decimal, loads
from ..base.time_limit import until
from ..cnf import dimacs
from ..decoder import VariableMap
from ..deriving.derivation import SourceDerivation
from ..deriving.recording import recorded
from ..errors import UsageError
from ..escaping import for_terminal
from ..model.meaning import evaluate
from ..model.model import Answer, Model
from ..proofs.pb_checker import checker
from ..proofs.pb_checker.reading import CheckedText
from ..proofs.pb_checker.solutions import PbVerdict
from ..solving.problem import CspProblem
from ..statement.statement import SourceStatement
from . import verifying
from .certificate import STATED, SUFFIX, TOOL, Certificate, CertificateError, Claim, NotVerified, better
from .comparing import GivenSource, compare, must_be_of, options_of
from .evidence import ProofPart, Refutation, parts_of
from .from_source import PROOF, STATEMENT, by_programs, clauses_stand, last_line
from .proving import Checking

END, SHOWN = "the end", 120  # of a text; characters of a line in a message
EXCEPT = re.compile(r"^\* except (.*)$", re.MULTILINE)


class VerifiedSource(NamedTuple):
    """The claim about the source that a valid proof shows, and the best value if the claim is an optimum, else None.

    statement: of the source, with the solution that it excludes, if any.
    """

    claim: Claim
    best_value: int | None
    statement: SourceStatement


def verify(path: str, known: Certificate | None, source: GivenSource | None, how: Checking) -> VerifiedSource:
    """Check a proof from the source, and all files beside it, without believing anything in them.

    path: of the proof or of its certificate.  known: the certificate; None if there is none, so that no digests and no
    model are compared.  Raises UsageError without a source, CertificateError, NotVerified, NotStated and NotAccepted.
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
    found = shown(parts, model, source.name, how)
    if known is not None:
        _agree(known, found, model)
    _belong(parts, known, found, source, how)
    return found


def shown(parts: Mapping[str, ProofPart], model: Model, name: str, how: Checking) -> VerifiedSource:
    """Return what statement and proof show about a model, and that each clause of the formula is in the proof.

    parts: the files by their suffixes.  name: of the source in messages.  Raises CertificateError, NotStated and
    NotAccepted.
    """
    text = parts[STATEMENT].source.text
    answer = _excepted(text)
    with how.trace.phase("encode"), until(how.deadline), CollectorOff():
        statement = SourceStatement(model, answer)
    if statement.text != text:
        line, own, other = _difference(statement.text, text)
        what = f"not the statement of {name}: {other}; expected {own}"
        raise CertificateError(f"{parts[STATEMENT].path}:{line}: {what}")
    how.trace.say(f"STATING {name} again gives the same statement")
    if answer is not None and (fault := _fault(model, answer)):
        raise CertificateError(f"{parts[STATEMENT].path}: the solution is wrong: {fault}")
    with how.trace.phase("proof"):
        proof = parts[PROOF].source.text
        verdict = checker.check(
            CheckedText(parts[STATEMENT].path, text), CheckedText(parts[PROOF].path, proof), how.deadline
        )
        clauses_stand(parts[".cnf"], parts[".map"], verdict)
    found = _claimed(statement, verdict)
    by_programs(text, proof, how, parts[PROOF].path)
    return found


def _belong(
    parts: Mapping[str, ProofPart],
    known: Certificate | None,
    found: VerifiedSource,
    source: GivenSource,
    how: Checking,
) -> None:
    """Raise CertificateError or NotVerified unless formula and map are what encoding the source again gives, the last
    clauses are those of the claim, and the certificate's model satisfies the formula.

    parts: the files by their suffixes.  found: what the proof shows.
    """
    text, _, last = parts[".map"].data.rstrip(b"\n").rpartition(b"\n")
    map_ = ProofPart(parts[".map"].path, text + b"\n")
    variables = verifying.read_map(map_)
    certificate = known or _stated_by(variables, found.claim)
    literals, answer = (known.literals(), known.answer) if known else ([], None)
    evidence = Refutation(found.claim, parts[".cnf"], parts[PROOF], map_, literals, answer)
    formula = verifying.formula_of(evidence, map_, variables, dimacs.read(evidence.cnf.data, evidence.cnf.path))
    if known is not None:
        verifying.check_model(known, evidence, variables, formula, whole=True)
    compare(certificate, evidence, formula.cnf, source, how)
    with how.trace.phase("encode"), until(how.deadline), CollectorOff():
        derivation = SourceDerivation(found.statement, recorded(found.statement.model, options_of(certificate)))
    if last + b"\n" != last_line(derivation.finished()):
        raise CertificateError(f"{map_.path}: the last line is not that of encoding {source.name} again")
    verifying.check_added(found.claim, _last(found, variables), evidence.cnf.path, formula)
    how.trace.say("FORMULA, MAP AND MODEL belong together")


def _stated_by(variables: VariableMap, claim: Claim) -> Certificate:
    """Return a certificate with what the header of a map says about the encoding, in place of one that is missing."""
    tool, encoding = (str(variables.header.get(name)) for name in ("tool", "encoding"))
    tool = tool if TOOL.fullmatch(tool) else "another program"
    source = {"name": "", "sha256": "", "from": None, "goal": None}
    return Certificate(tool, claim, source, encoding, {}, "", None, dict.fromkeys(STATED, ""))


def _last(found: VerifiedSource, variables: VariableMap) -> list[list[int]]:
    """Return the clauses that the claim adds to the formula of the source."""
    if found.claim == "unsatisfiable":
        return []
    if found.best_value is not None:
        return better(variables, found.best_value)
    assert found.statement.answer is not None
    return [variables.blocking_clause(found.statement.answer)]


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


def _difference(one: str, other: str) -> tuple[int, str, str]:
    """Return the number in `other` of the first line in which two different OPB texts differ, and that line of each of
    the texts, cut, or `the end`.  Comments, such as the head with the numbers, count only if all else is equal.
    """
    texts = [[*enumerate(text.removesuffix("\n").split("\n"), 1)] for text in (one, other)]
    bare = [[each for each in lines if not each[1].startswith("*")] for lines in texts]
    if [line for _, line in bare[0]] != [line for _, line in bare[1]]:
        texts = bare
    pairs = zip_longest(*texts, fillvalue=(len(other.splitlines()) + 1, END))
    number, *sides = next((there[0], own[1], there[1]) for own, there in pairs if own[1] != there[1])
    own, there = (side if side == END else f"`{for_terminal(side)}`" for side in apart(sides[0], sides[1], SHOWN))
    return number, own, there


def _fault(model: Model, answer: Answer) -> str:
    """Return why values of all variables are no solution of the source, '' if they are one."""
    if answer.ints.keys() != model.ints.keys() or answer.bools.keys() != model.bools.keys():
        return "the variables are not those of the source"
    return next(iter(CspProblem(model, "").faults(answer)), "")


def _claimed(statement: SourceStatement, verdict: PbVerdict) -> VerifiedSource:
    """Return what a checked proof shows about the source.  Raises CertificateError if it shows nothing."""
    if verdict.claim == "UNSAT" or (verdict.claim, verdict.low, verdict.high) == ("BOUNDS", None, None):
        return VerifiedSource("unsatisfiable" if statement.answer is None else "unique", None, statement)
    if statement.answer is not None:
        raise CertificateError("the statement excludes a solution, so the proof shows no optimum")
    if verdict.claim == "BOUNDS" and verdict.low is not None and verdict.low == verdict.high:
        assert statement.objective is not None
        _, sign, const = statement.objective
        return VerifiedSource("optimum", const + sign * verdict.low, statement)
    raise CertificateError(f"the proof concludes {verdict.claim}, which shows no claim")


def _agree(known: Certificate, found: VerifiedSource, model: Model) -> None:
    """Raise CertificateError unless a certificate has the claim that was shown, and the solution that was judged."""
    if known.claim != found.claim:
        raise CertificateError(f"the certificate claims {known.claim}, and the proof shows {found.claim}")
    if found.claim == "unsatisfiable":
        if known.answer is not None:
            raise CertificateError("the claim is that no solution exists, but the certificate has a solution")
        return
    if known.answer is None:
        raise CertificateError(f"the certificate has no solution, which its claim {known.claim} needs")
    if found.statement.answer is not None:
        if known.answer != found.statement.answer:
            raise CertificateError("the certificate's solution is not that of the statement")
        return
    if fault := _fault(model, known.answer):
        raise CertificateError(f"the certificate's solution is wrong: {fault}")
    assert model.objective is not None and found.best_value is not None  # of a claim that is an optimum
    if (value := evaluate(model.objective.term, known.answer)) != found.best_value:
        own, best = apart(decimal(value), decimal(found.best_value))
        shown = f"{own}, and the proof shows that {best} is the best value"
        raise CertificateError(f"the certificate's solution has the objective {shown}")
