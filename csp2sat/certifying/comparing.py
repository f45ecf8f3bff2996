"""The comparison of a certificate with a source: whether the formula is what encoding the source gives.

The clauses are compared, and the whole map, whatever the certificate states about the tool that made them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from .. import decoder
from ..base.folders import work_folder
from ..base.numbers import apart, decimal, dumps, loads
from ..base.resources import UNLIMITED
from ..base.time_limit import until
from ..cnf import dimacs
from ..deriving.recording import options_of as derivable
from ..encoder import files as encoded
from ..encoder.options import EncoderOptions, believed_parts
from ..errors import Csp2SatError, UsageError
from ..escaping import for_shell
from ..model.meaning import evaluate
from ..solving.inputs import Input, is_written
from ..solving.maxcsp import Mode
from ..solving.problem import Problem
from . import proving
from .certificate import STATED, Certificate, CertificateError, NotVerified
from .evidence import ProofPart, Refutation

NAME = re.compile(r"[ -~]{1,60}")  # of a kind of input, to be shown
ADDRESS = re.compile(r"[!-~]{1,400}")  # of a board that is itself its source, to be shown
MADE_ANEW = ("tool", "cnf")  # what a map's header says of the program, and of a text with the program's name in it


class GivenSource(NamedTuple):
    """A source as its user reads it: its name in messages, the input, and the kind and the goal that the user gave, or
    None.
    """

    name: str
    input: Input
    kind: str | None = None
    goal: Mode | None = None

    def otherwise(self, found: Certificate) -> str:
        """Return the options that the certificate says the source was read with, and that the user did not give, in
        words; '' if there are none.
        """
        kind, goal = found.source["from"], found.source["goal"]
        words = [f"--from {kind}"] if kind and kind != self.kind and NAME.fullmatch(kind) else []
        words += [f"--{goal}"] if goal in ("max", "weighted") and goal != self.goal else []
        return " and ".join(words)


def must_be_of(found: Certificate, source: GivenSource) -> None:
    """Raise CertificateError if the certificate is of another source, NotVerified if the source's model may lack
    solutions.
    """
    if source.input.digest != found.source["sha256"]:
        raise CertificateError(f"{source.name}: not the source: the SHA-256 differs; {_why(found, source.name)}")
    if not source.input.is_cnf and (doubt := source.input.as_problem().doubt):
        raise NotVerified(f"{doubt}: it is not certain that no (better) solution exists")


def must_not_believe(found: Certificate, source: GivenSource) -> None:
    """Raise NotVerified if the formula of a source is made by parts of the user's, and CertificateError for an unknown
    encoding.
    """
    if not source.input.is_cnf and (words := believed_parts(source.input.as_problem().model, options_of(found))):
        test = for_shell("csp2sat", "count", "--compare", source.name)
        raise NotVerified(f"{words}, and the proof is of the formula that it makes; to test this, run: {test}")


def _why(found: Certificate, given: str) -> str:
    """Return the reason, in words, why a source is not that of a certificate.

    given: the path of the source.
    """
    name = str(found.source["name"])
    if ADDRESS.fullmatch(name) and is_written(name):
        return f"the certificate is of {for_shell(name)}, not of a text of the same board; expected this address"
    if not NAME.fullmatch(name):
        return "the certificate is of another one"
    if PurePath(given).name == name:
        return "the file was changed after the proof, or the proof is of another file of this name"
    return f"the certificate is of {name}"


def compare(
    found: Certificate, evidence: Refutation, formula: dimacs.Cnf, source: GivenSource, how: proving.Checking
) -> None:
    """Encode the source again, and raise an error unless the formula and the map are the same; entries of the map that
    name the program and the CNF are not compared.

    found: the certificate.  evidence: the certificate's files and answer.  formula: the certificate's formula, without
    the clauses that the claim has added.  how: the deadline and the trace.

    If formula or map differ, raise UsageError if the certificate names options that the user did not give, else
    NotVerified if another version of csp2sat made the formula, else CertificateError.  Raise CertificateError, too, for
    an unknown encoding, for an answer that is no solution of the source, and for an objective of the answer with
    another value than the map has; raise LimitReached at the deadline.
    """
    problem = source.input.as_problem()
    with how.trace.phase("encode"), until(how.deadline), work_folder() as folder:
        cnf, map_ = folder / "again.cnf", folder / "again.map"
        encoded.write(problem.model, problem.digest, str(cnf), str(map_), options_of(found))
        again = dimacs.read(ProofPart.read(cnf).data, str(cnf))
        wrong = None if again == formula else evidence.cnf
        if wrong is None and _content(ProofPart.read(map_)) != _content(evidence.map):
            wrong = evidence.map
    if wrong is not None:
        raise _otherwise(found, wrong, source)
    how.trace.say(f"ENCODING {source.name} again gives the same formula")
    if evidence.answer is not None:
        _judge(evidence, problem)


def _content(map_: ProofPart | None) -> tuple[str, bytes]:
    """Return the header and the records of a map, without the entries that name the program that wrote the map."""
    first, _, rest = (map_.data if map_ else b"{}").partition(b"\n")
    header = loads(first)
    return dumps({name: value for name, value in header.items() if name not in MADE_ANEW}), rest


def options_of(found: Certificate) -> EncoderOptions:
    """Return the encoder's options that the text `found.encoding` of a certificate stands for, with unlimited memory.

    A limit could make the encoder choose another encoding than that of the certificate, whose CNF has other bytes.  The
    options of a proof from the source are those with which each clause can be derived.
    Raises CertificateError if the text is not how csp2sat describes options.
    """
    line = found.encoding or ""
    with suppress(ValueError, UsageError):
        read = options = EncoderOptions.parsed(line)
        if STATED.keys() <= found.digests.keys():
            options = derivable(read.encoding, read.encode)
        if replace(options, narrowing=read.narrowing).described() == line:  # earlier versions did not write it
            return replace(options, memory=UNLIMITED)
    raise CertificateError(f"the certificate's encoding {line!r:.60} does not exist")


def _otherwise(found: Certificate, part: ProofPart, source: GivenSource) -> Csp2SatError:
    """Return the error for a formula or a map, `part`, that differs from what encoding the source gives.

    UsageError if the certificate names options that were not given, NotVerified if another version of csp2sat made the
    formula, else CertificateError.
    """
    wrong = f"{part.path}: not what encoding {source.name} gives"
    if options := source.otherwise(found):
        return UsageError(f"{wrong}; expected the certificate's options {options}")
    if found.tool != encoded.TOOL:
        return NotVerified(f"{found.tool} made the formula, and {encoded.TOOL} encodes {source.name} differently")
    return CertificateError(wrong)


def _judge(evidence: Refutation, problem: Problem) -> None:
    """Raise CertificateError if the answer breaks a rule, or if its objective has another value than the map says."""
    assert evidence.map is not None
    variables = decoder.read(evidence.map.source)
    literals = list(evidence.literals)
    solution = problem.solution(variables.decode(literals))
    faults = problem.faults(solution)
    if not faults and problem.objective is not None and variables.objective is not None:
        value, claimed = evaluate(problem.objective.term, solution), variables.objective.value(literals)
        own, wrong = apart(decimal(value), decimal(claimed))
        faults = [] if value == claimed else [f"the objective is {own}, not {wrong}"]
    if faults:
        raise CertificateError(f"the certificate's answer is wrong: {faults[0]}")
