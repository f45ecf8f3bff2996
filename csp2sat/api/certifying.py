"""Answers with a checked proof and its certificate, and certificates that are checked again."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import NamedTuple, cast

from ..base import file_guard, files
from ..base.deadline import disarm
from ..base.folders import work_folder
from ..base.numbers import shortened
from ..certifying import bundle, proving, verifying
from ..certifying.bundle import opened as opened
from ..certifying.certificate import STATED, SUFFIX, SUFFIXES, Certificate, Claim, beside, proof_at, read
from ..certifying.comparing import GivenSource
from ..certifying.evidence import ProofPart, Refutation
from ..certifying.proving import Checking
from ..cnf import dimacs, dimacs_file
from ..encoder.files import TOOL
from ..errors import Csp2SatError, LimitReached, UsageError
from ..escaping import for_shell
from ..puzzles.formats.spec import FORMATS
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome
from ..runner.proof_checker import must_prove
from ..solving import inputs
from ..solving.inputs import CnfInput
from ..solving.problem_run import SolverRuns
from ..solving.trace import Trace
from .solvers import version
from .writing.proof_sources import GIVEN, as_written

CHECKERS = {"drat": "drat-trim", "drup": "drat-trim", "lrat": "lrat-check"}  # programs of others, by formats
SOURCE = {"-": "SOURCE"}  # what stands for stdin


@dataclass(frozen=True)
class ProofTarget:
    """The place for a proof, and facts about the input for the certificate: its name, how it was read, the goal.

    path: of the proof; or of its certificate, such as F.json, for a proof in the file F.  from_source: whether the
    proof is to begin at the source.  by_certificate: whether the path was that of the certificate.
    """

    path: Path
    input: str
    kind: str | None = None
    goal: str | None = None
    from_source: bool = False
    by_certificate: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        proof = proof_at(self.path)
        object.__setattr__(self, "by_certificate", proof != self.path)
        object.__setattr__(self, "path", proof)

    @property
    def is_archive(self) -> bool:
        """Whether the proof, the files beside it and the source are to be in a zip archive."""
        return self.path.suffix.lower() == bundle.ARCHIVE

    def check(self, solver: Solver) -> None:
        """Raise SolverError for a solver whose proofs cannot be checked, UsageError for a path that is no file in an
        existing folder; a proof has files beside it, so it does not go to stdout.
        """
        must_prove(solver)
        if not self.path.absolute().parent.is_dir() or self.path.is_dir() or str(self.path) == "-":
            raise UsageError("expected a file in an existing folder", "proof", str(self.path))
        is_file = Path(self.input).is_file()
        if self.is_archive and not (inputs.is_written(self.input) or is_file):
            raise UsageError("an archive has the source, too; expected one that is a file", "proof", str(self.path))
        for name in [self.path.stem, *([Path(self.input).name] if is_file else [])] if self.is_archive else []:
            if not bundle.is_plain(name):
                expected = f"{name!r} cannot be a name in an archive; expected another, without : and \\"
                raise UsageError(expected, "proof", str(self.path))

    def name_files(self) -> None:
        """Register all files of the proof as outputs, before any work; raise UsageError if one of them is an input, or
        if the proof, whose name nobody has given, would overwrite a file that has no certificate.
        """
        if self.is_archive:
            file_guard.names("proof", self.path)
            return
        file_guard.names("proof", self.path, self._beside())
        if self.by_certificate and self.path.exists() and not self.certificate.exists():
            expected = f"the proof would overwrite {self.path}; expected another name"
            raise UsageError(expected, "proof", str(self.certificate))

    def replaces(self) -> str:
        """Return the note that a proof will replace that of another input, whose certificate is at this place; '' if
        there is no such certificate.
        """
        with suppress(OSError, Csp2SatError):  # read without an entry in `file_guard`, since it is an output
            found = read(files.as_source(str(self.certificate), self.certificate.read_bytes()))
            if (name := str(found.source["name"])) != self.source("")["name"]:
                return f"{self.certificate} is the certificate of {shortened(name)}; a proof will replace it"
        return ""

    def _beside(self) -> list[Path]:
        suffixes = (*SUFFIXES.values(), SUFFIX, *(STATED.values() if self.from_source else ()))
        return [beside(self.path, each) for each in suffixes]

    def loose(self, folder: Path) -> ProofTarget:
        """Return the place in a folder of the files that an archive is to have; none has the name of the source."""
        found = replace(self, path=folder / self.path.stem)
        is_taken = folder / Path(self.input).name in found._beside()
        return replace(found, path=beside(found.path, ".proof")) if is_taken else found

    @property
    def certificate(self) -> Path:
        """The path of the certificate, beside the proof."""
        return beside(self.path, SUFFIX)

    def sent(self) -> list[str]:
        """Return the paths of the files that another person needs, the certificate first and the source last: of a
        proof from the source all but the solver's own proof.
        """
        if self.is_archive:
            return [str(self.path)]
        found = verifying.certificate_at(str(self.certificate))
        assert found is not None
        names = [name for name in found.digests if name != "proof" or not self.from_source]
        files = [self.certificate, *(beside(self.path, (SUFFIXES | STATED)[name]) for name in names)]
        return [*map(str, files), *([] if inputs.is_written(self.input) else [SOURCE.get(self.input, self.input)])]

    def command(self, is_here: bool) -> str:
        """Return the command that checks the proof again: where the files are if `is_here`, else in one folder."""
        if self.is_archive:
            return f"csp2sat verify {for_shell(str(self.path) if is_here else self.path.name)}"
        certificate, source = str(self.certificate), SOURCE.get(self.input, self.input)
        if not is_here:
            certificate, source = self.certificate.name, source if inputs.is_written(source) else PurePath(source).name
        kind = f" --from {self.kind}" if self.kind else ""
        goal = f" --{self.goal}" if self.goal else ""
        return f"csp2sat verify {for_shell(certificate)} {for_shell(source)}{kind}{goal}"

    def checker(self) -> str | None:
        """Return the command of a checker of others, which takes the formula and the proof: the checker of the proof's
        format; None for an archive, and for a format that this formula is not enough for.
        """
        found = None if self.is_archive else verifying.certificate_at(str(self.certificate))
        program = None if found is None else CHECKERS.get(found.proof)
        if program is None:
            return None
        return f"{program} {for_shell(str(beside(self.path, SUFFIXES['cnf'])))} {for_shell(str(self.path))}"

    def source(self, digest: str) -> dict[str, str | None]:
        """Return the facts about the input for the certificate, by the keys `name`, `sha256` (the digest, in hex),
        `from` and `goal`.

        The name is the last part of a path; a board that is itself the path, such as a URL, is kept whole.
        """
        name = self.input if inputs.is_written(self.input) else PurePath(self.input).name
        return {"name": name, "sha256": digest, "from": self.kind, "goal": self.goal}


def certify(refutation: Refutation, digest: str, runs: SolverRuns, target: ProofTarget) -> LimitReached | None:
    """Check the proof of a refutation, and write the proof, its formula, its map and the certificate to the place
    `target`.

    All is written after a limit, too, which ends the check and is returned (None for a complete check); the certificate
    then names no checker.  Nothing is written after a limit if the proof is to begin at the source.  digest: SHA-256 of
    the input, in hex.  runs: the runs of the solver that wrote the proof.  Raise ProofError or SolverError, with
    nothing written, for a proof that does not refute the formula, and FileError if a file cannot be written.
    """
    if target.is_archive:
        return _archived(refutation, digest, runs, target)
    solver, pipeline, checked, ended = runs.report.solver, runs.pipeline, None, None
    try:
        how = Checking(pipeline.run_options.deadline, pipeline.trace)
        formula = dimacs.read(refutation.cnf.data, refutation.cnf.path)
        checked = proving.check(formula, refutation.proof, solver.proof, how)
        refutation, further = _from_source(refutation, runs) if target.from_source else (refutation, {})
    except LimitReached as limit:
        disarm()
        if target.from_source:  # its formula is not what `encode` writes, so that its own proof shows nothing
            return limit
        ended, further = limit, {}
    known = version(solver)
    certificate = Certificate(
        tool=TOOL,
        claim=refutation.claim,
        source=target.source(digest),
        encoding=json.loads(refutation.map.data.partition(b"\n")[0])["encoding"] if refutation.map else None,
        solver={"name": solver.name, **({"version": known} if known else {})},
        proof=solver.proof,
        checked=checked,
        digests={},
    )
    proving.write(refutation, target.path, certificate, further)
    return ended


def _archived(refutation: Refutation, digest: str, runs: SolverRuns, target: ProofTarget) -> LimitReached | None:
    """Write the files of `certify`, with its parameters, into an archive at the place `target`, and return the
    limit that `certify` returns.

    refutation, digest, runs: as in `certify`.
    """
    with work_folder() as folder:
        loose = target.loose(folder)
        ended = certify(refutation, digest, runs, loose)
        if loose.certificate.exists():
            parts = [Path(each) for each in loose.sent() if not inputs.is_written(each)]
            shown = shown_board(target.input, target.kind)
            about = f"checks the claim {refutation.claim} about {shown}" if shown else ""
            bundle.write(target.path, parts, f"{target.command(False)}\n{about}")
        return ended


def shown_board(path: str, kind: str | None) -> str:
    """Return a board that is given in place of a path, such as a URL, and on the lines below its kind and its rows; ''
    for the path of a file.  kind: as after `--from`.
    """
    if not inputs.is_written(path):
        return ""
    board = inputs.read(path, kind).as_problem().board
    return f"{path}\n{FORMATS['text'].write(board)}" if board else ""


def _from_source(refutation: Refutation, runs: SolverRuns) -> tuple[Refutation, dict[str, bytes]]:
    """Derive and check the proof from the source; return the refutation with its map and whole answer, and the bytes of
    the further files by their suffixes.
    """
    from ..certifying import from_source

    assert refutation.map is not None
    pipeline = runs.pipeline
    how = Checking(pipeline.run_options.deadline, pipeline.trace)
    found = from_source.proved(cast(from_source.StatedRun, runs), refutation, how)
    with_map = replace(refutation, map=ProofPart(refutation.map.path, found.map), answer=from_source.whole(refutation))
    return with_map, found.files()


def run_cnf(problem: CnfInput, runs: SolverRuns, proof: bool) -> tuple[Outcome, Refutation | None]:
    """Return a solver's answer to a CNF, and its refutation, or None if the CNF is not refuted or `proof` is False.

    The refuted formula is the input itself.
    """
    pipeline, found = runs.pipeline, dimacs.read(problem.data, problem.path)
    plain = pipeline.folder / "problem.cnf"
    written = dimacs_file.write_plain(plain, found)
    runs.has_written(written)
    path = pipeline.folder / "problem.proof" if proof else None
    outcome = runs.ask_cnf(plain, found.num_vars, replace(pipeline.run_options, proof=path))
    if path is None or outcome.status != "unsat":
        return outcome, None
    proving.unchanged(plain, written.digest, runs.report.solver)
    return outcome, Refutation(
        "unsatisfiable", ProofPart(problem.path, problem.data), proving.proof_of(runs.report.solver, path)
    )


def must_be_certificate(path: str) -> None:
    """Raise an error unless a path is that of a certificate, or of a proof with its certificate beside: UsageError for
    another file, FileError if the file cannot be read, InputError if a certificate is damaged.
    """
    verifying.certificate_at(path)


class Verified(NamedTuple):
    """A valid certificate: its claim, and the best value if the certificate is of an optimum, else None.

    from_source: whether the proof begins at the source.
    """

    claim: Claim
    best_value: int | None
    from_source: bool = False


def verified(certificate: str, given: GivenSource | None, deadline: float | None, trace: Trace) -> Verified:
    """Return the claim of a certificate, after checking all of it, and the best value (None without `given` or an
    optimum).

    certificate: the path of F.json.  given: the source of the certificate; None: the claim is about the formula beside
    the certificate alone.  deadline: on the monotonic clock.  Raise CertificateError, NotVerified, ProofError,
    LimitReached, and UsageError if the certificate is of the source read with another kind or goal.
    """
    found = verifying.certificate_at(certificate)
    if found is not None and given is not None and given.name == GIVEN:
        given = as_written(found, given)
    if found is None or found.digests.keys() >= STATED.keys():
        from ..certifying import verifying_source

        shown = verifying_source.verify(certificate, found, given, Checking(deadline, trace))
        return Verified(shown.claim, shown.best_value, True)
    evidence = verifying.opened(certificate, found)
    verifying.verify(found, evidence, given, Checking(deadline, trace))
    return Verified(found.claim, None if given is None else verifying.best_value(evidence))
