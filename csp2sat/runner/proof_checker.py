"""Proofs, checked by the first known checker that is on PATH, or else by our own.

The program gets plain copies of the formula and the proof, written from the clauses and steps that our readers found.
The program might read comments, headers, compressed or binary files in another way than our readers do; the copies have
none of these.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ..base import files
from ..base.folders import work_folder
from ..cnf import dimacs
from ..errors import LimitReached, SolverError
from ..proofs import formats
from .config.config import Solvers
from .config.entry import Solver
from .host import host
from .process.outcome import RunBounds
from .verdict import ending, tail

MOST_OUTPUT = 64 << 20  # bytes
OWN = "csp2sat"  # the name of our own checker


class ProofChecker(NamedTuple):
    """A program that checks proofs: its name, its arguments, with {cnf}, {proof} and {time} (seconds), and the line by
    which it accepts a proof, or the beginning of that line if `more` may follow.
    """

    program: str
    arguments: tuple[str, ...]
    verdict: bytes = b"s VERIFIED"
    more: bool = False

    def accepts(self, lines: Iterable[bytes]) -> bool:
        """Whether the program has printed its verdict among these lines."""
        return any(line == self.verdict or (self.more and line.startswith(self.verdict + b" ")) for line in lines)


WITH_TIME = ("{cnf}", "{proof}", "-t", "{time}")
CHECKERS = {
    "drat": (ProofChecker("drat-trim", WITH_TIME), ProofChecker("dpr-trim", WITH_TIME)),
    "drup": (ProofChecker("drat-trim", WITH_TIME),),
    "lrat": (ProofChecker("cake_lpr", ("{cnf}", "{proof}"), b"s VERIFIED UNSAT"),),
}
VERIPB = ProofChecker("veripb", ("{cnf}", "{proof}"), more=True)
ELABORATION = ProofChecker("veripb", ("--elaborate", "{proof}.kernel", "{cnf}", "{proof}"), more=True)
CAKE_PB = ProofChecker("cake_pb", ("{cnf}", "{proof}.kernel"), more=True)
UNLIMITED = 1 << 30  # seconds; drat-trim has a limit of its own otherwise


def must_prove(solver: Solver) -> None:
    """Raise SolverError if the solver writes no proofs, or proofs in a format that cannot be checked."""
    if not (kind := solver.proof):
        entries = Solvers.packaged().entries.items()
        able = [name for name, entry in entries if entry.proof in formats.FORMATS and entry.locate()]
        raise SolverError(f"{solver.name} writes no proofs; expected one of {', '.join(able)}")
    if kind not in formats.FORMATS:
        readable = ", ".join(formats.FORMATS)
        raise SolverError(f"{solver.name} writes {kind} proofs, which cannot be checked (only {readable} can)")


def find(kind: str) -> ProofChecker | None:
    """Return the first checker on PATH for proofs of this format, or None if there is none."""
    return next((checker for checker in CHECKERS.get(kind, ()) if host().locate([checker.program])), None)


class ReadProof(NamedTuple):
    """A proof: its format (one of formats.FORMATS), its bytes, and its path for messages."""

    kind: str
    data: bytes
    path: str


class Verdict(NamedTuple):
    """The result of a check that succeeded: the name of the checker, and our own checker's result in words, or '' if a
    program has checked.
    """

    checker: str
    found: str = ""


def refuted(formula: dimacs.Cnf, proof: ReadProof, deadline: float | None = None) -> Verdict:
    """Check that a proof refutes a formula, and return which checker accepted it.

    deadline: in time.monotonic(), or None. Raises ProofError or SolverError if the proof does not refute the formula,
    and LimitReached if the deadline passes.
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


def accepted(statement: bytes, proof: bytes, deadline: float | None, name: str) -> list[str]:
    """Check a pseudo-Boolean proof against its statement with veripb, and what veripb makes of the proof with cake_pb,
    if these programs are on PATH; return the names of the programs that have accepted the proof.

    deadline, name: as in `check`, which also has the errors.
    """
    if not host().locate([VERIPB.program]):
        return []
    chain = (ELABORATION, CAKE_PB) if host().locate([CAKE_PB.program]) else (VERIPB,)
    with work_folder() as folder:
        opb, steps = folder / "statement.opb", folder / "proof.pbp"
        _write(opb, [statement], deadline)
        _write(steps, [proof], deadline)
        for checker in chain:
            check(checker, opb, steps, deadline, name)
    return [checker.program for checker in chain]


def _write(path: Path, lines: Iterable[bytes], deadline: float | None) -> None:
    """Write lines to a new file.

    deadline: in time.monotonic(), or None. Raises LimitReached if the deadline passes.
    """
    with files.new_file(path) as file:
        for line in lines:
            if deadline is not None and time.monotonic() > deadline:
                raise LimitReached("time")
            file.write(line)


def check(checker: ProofChecker, cnf: Path, proof: Path, deadline: float | None = None, name: str = "") -> None:
    """Check the plain file of a proof against the plain file of a formula with a program.

    deadline: in time.monotonic(), or None. name: the proof's name in messages; '': its path. Raises SolverError if the
    checker rejects the proof or fails, and LimitReached if the deadline passes. Only the line of the verdict counts:
    drat-trim's exit code is not reliable.
    """
    left = UNLIMITED if deadline is None else max(1, math.ceil(deadline - time.monotonic()))
    values = {"cnf": str(cnf.absolute()), "proof": str(proof.absolute()), "time": str(left)}
    words = [checker.program, *(word.format(**values) for word in checker.arguments)]
    ended = host().run(words, cnf.absolute().parent, RunBounds(deadline, None, MOST_OUTPUT))
    printed_lines = set(ended.stdout.replace(b"\r", b"\n").split(b"\n"))
    if ended.end == "deadline" or b"s TIMEOUT" in printed_lines:
        raise LimitReached("time")
    if b"s NOT VERIFIED" in printed_lines:
        name = name or str(proof)
        raise SolverError(f"{checker.program} says that {name} proves nothing{tail(ended.stderr, ended.stdout)}")
    if not checker.accepts(printed_lines) or ended.end != "exit" or ended.code < 0:
        raise SolverError(f"{checker.program} {ending(ended.code)}{tail(ended.stderr, ended.stdout)}")
