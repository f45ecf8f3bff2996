"""Proofs, checked by a program that is installed, the first one on PATH, or else by our own checker.

A program gets plain copies that are written from the clauses and the steps as they were read here.  It may read
comments, headers, compressed or binary files otherwise than the readers here do; these copies have none of them.
"""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ..base import files
from ..base.folders import work_folder
from ..cnf import dimacs
from ..errors import LimitReached, SolverError
from ..proofs import formats
from .config.entry import Solver
from .process.outcome import RunBounds
from .process.process import run_limited
from .process.verdict import ending, tail

MOST_OUTPUT = 64 << 20  # bytes
OWN = "csp2sat"  # the name of our own checker


class ProofChecker(NamedTuple):
    """A program, its arguments, with {cnf}, {proof} and {time} (seconds), and the line by which it accepts a proof."""

    program: str
    arguments: tuple[str, ...]
    verdict: bytes = b"s VERIFIED"


WITH_TIME = ("{cnf}", "{proof}", "-t", "{time}")
CHECKERS = {
    "drat": (ProofChecker("drat-trim", WITH_TIME), ProofChecker("dpr-trim", WITH_TIME)),
    "drup": (ProofChecker("drat-trim", WITH_TIME),),
    "lrat": (ProofChecker("cake_lpr", ("{cnf}", "{proof}"), b"s VERIFIED UNSAT"),),
}
UNLIMITED = 1 << 30  # seconds; drat-trim has a limit of its own otherwise


def must_prove(solver: Solver) -> None:
    """Raise SolverError for a solver whose proofs cannot be checked."""
    kind = solver.proof
    if kind and kind not in formats.FORMATS:
        readable = ", ".join(formats.FORMATS)
        raise SolverError(f"{solver.name} writes {kind} proofs, which cannot be checked (only {readable} can)")


def find(kind: str) -> ProofChecker | None:
    """The first checker for proofs of this format that is on PATH."""
    return next((checker for checker in CHECKERS.get(kind, ()) if shutil.which(checker.program)), None)


class ReadProof(NamedTuple):
    """A proof: its format, one of formats.FORMATS, its bytes, and its path for messages."""

    kind: str
    data: bytes
    path: str


class Verdict(NamedTuple):
    """Who has checked a proof, and in words what was found; '' where a program has checked."""

    checker: str
    found: str = ""


def refuted(formula: dimacs.Cnf, proof: ReadProof, deadline: float | None = None) -> Verdict:
    """Check that a proof refutes a formula.

    deadline: in time.monotonic().  Raises ProofError or SolverError for a proof that does not, and LimitReached.
    """
    external = find(proof.kind)
    if external is None:
        return Verdict(OWN, str(formats.check(proof.kind, formula.flat, proof.data, proof.path, deadline)))
    with work_folder() as folder:
        cnf, steps = folder / "formula.cnf", folder / "proof"
        header = b"p cnf %d %d\n" % (formula.num_vars, formula.num_clauses)
        _write(cnf, [header, dimacs.lines_of(formula.flat).encode()], deadline)
        _write(steps, formats.plain(*proof), deadline)
        check(external, cnf, steps, deadline, proof.path)
    return Verdict(external.program)


def _write(path: Path, lines: Iterable[bytes], deadline: float | None) -> None:
    with files.new_file(path) as file:
        for line in lines:
            if deadline is not None and time.monotonic() > deadline:
                raise LimitReached("time")
            file.write(line)


def check(checker: ProofChecker, cnf: Path, proof: Path, deadline: float | None = None, name: str = "") -> None:
    """Have plain files of a formula and a proof checked.  name: what messages call the proof; '': its path.

    Raises SolverError when the checker says that the proof is none, or fails, and LimitReached.  Only the line of the
    verdict counts: drat-trim's exit code says little.
    """
    left = UNLIMITED if deadline is None else max(1, math.ceil(deadline - time.monotonic()))
    values = {"cnf": str(cnf.absolute()), "proof": str(proof.absolute()), "time": str(left)}
    words = [checker.program, *(word.format(**values) for word in checker.arguments)]
    ended = run_limited(words, cnf.absolute().parent, RunBounds(deadline, None, MOST_OUTPUT))
    printed_lines = set(ended.stdout.replace(b"\r", b"\n").split(b"\n"))
    if ended.end == "deadline" or b"s TIMEOUT" in printed_lines:
        raise LimitReached("time")
    if b"s NOT VERIFIED" in printed_lines:
        name = name or str(proof)
        raise SolverError(f"{checker.program} says that {name} proves nothing{tail(ended.stderr, ended.stdout)}")
    if checker.verdict not in printed_lines or ended.end != "exit" or ended.code < 0:
        raise SolverError(f"{checker.program} {ending(ended.code)}{tail(ended.stderr, ended.stdout)}")
