"""Checkers of proofs that are installed: the first one on PATH is asked."""

from __future__ import annotations

import math
import shutil
import time
from pathlib import Path
from typing import NamedTuple

from ..errors import LimitReached, SolverError
from .process.outcome import Bounds
from .process.process import run_limited
from .process.verdict import ending, tail

MOST_OUTPUT = 64 << 20  # bytes


class ProofChecker(NamedTuple):
    """A program and its arguments, with {cnf}, {proof} and {time} (seconds)."""

    program: str
    arguments: tuple[str, ...]


WITH_TIME = ("{cnf}", "{proof}", "-t", "{time}")
CHECKERS = {
    "drat": (ProofChecker("drat-trim", WITH_TIME), ProofChecker("dpr-trim", WITH_TIME)),
    "drup": (ProofChecker("drat-trim", WITH_TIME),),
    "lrat": (ProofChecker("cake_lpr", ("{cnf}", "{proof}")),),
}
UNLIMITED = 1 << 30  # seconds; drat-trim has a limit of its own otherwise


def find(kind: str) -> ProofChecker | None:
    """The first checker for proofs of this format that is on PATH."""
    return next((checker for checker in CHECKERS.get(kind, ()) if shutil.which(checker.program)), None)


def check(checker: ProofChecker, cnf: Path, proof: Path, deadline: float | None = None) -> None:
    """Have a proof checked.

    Raises SolverError when the checker says that it is none, or fails, and LimitReached.  Only the text `s VERIFIED`
    counts: drat-trim's exit code says little.
    """
    left = UNLIMITED if deadline is None else max(1, math.ceil(deadline - time.monotonic()))
    values = {"cnf": str(cnf.absolute()), "proof": str(proof.absolute()), "time": str(left)}
    words = [checker.program, *(word.format(**values) for word in checker.arguments)]
    ended = run_limited(words, cnf.absolute().parent, Bounds(deadline, None, MOST_OUTPUT))
    said = {line.strip() for line in ended.stdout.replace(b"\r", b"\n").split(b"\n")}
    if ended.end == "deadline" or b"s TIMEOUT" in said:
        raise LimitReached("time")
    if b"s NOT VERIFIED" in said:
        raise SolverError(f"{checker.program} says that {proof} proves nothing{tail(ended.stderr, ended.stdout)}")
    if not said & {b"s VERIFIED", b"s VERIFIED UNSAT"} or ended.code < 0:
        raise SolverError(f"{checker.program} {ending(ended.code)}{tail(ended.stderr, ended.stdout)}")
