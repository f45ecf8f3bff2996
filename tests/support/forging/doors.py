"""The doors through which a certificate is verified, each a function from paths to what it answered."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pysat.solvers import Solver

import csp2sat
from support.command_server import completed

VERIFIED = re.compile(r"verified: (\w+)(?: \(the formula; the source was not given\))?\n")
STAND_IN = Path(__file__).with_name("loose_checker.py")


@dataclass(frozen=True)
class ReadSolution:
    """What a door answered: the claim that it calls verified, None if it refused; all that it printed; what is wrong
    with how it answered, '' if nothing is.  refutable: whether the formula has no model, None if that was not asked."""

    claim: str | None
    said: str
    fault: str = ""
    refutable: bool | None = None


Door = Callable[[Path, Path, str | None], ReadSolution]  # of a certificate, a source, and its goal


def by_python(certificate: Path, source: Path, goal: str | None) -> ReadSolution:
    """Verify by the function of the package."""
    try:
        claim = csp2sat.verify(certificate, source, goal=goal)
    except csp2sat.Csp2SatError as error:
        return ReadSolution(None, str(error))
    except Exception as error:
        return ReadSolution(None, repr(error), f"{type(error).__name__}: {error}")
    return ReadSolution(str(claim), str(claim))


def by_command(certificate: Path, source: Path, goal: str | None) -> ReadSolution:
    """Verify by the command."""
    return _command([certificate, source, *_options(goal)], None)


def by_loose_checker(certificate: Path, source: Path, goal: str | None) -> ReadSolution:
    """Verify by the command, which finds a checker on PATH that reads formulas as loosely as drat-trim."""
    path = f"{_folder_with_checker()}:{os.environ['PATH']}"
    return _command([certificate, source, *_options(goal)], {**os.environ, "PATH": path})


def alone(certificate: Path, source: Path, goal: str | None) -> ReadSolution:
    """Verify by the command without a source: what is shown is that the formula has no model."""
    found = _command([certificate], None)
    if found.claim is None:
        return found
    return ReadSolution(found.claim, found.said, refutable=_refutable(certificate.with_suffix(".cnf").read_bytes()))


def _options(goal: str | None) -> list[str]:
    return [f"--{goal}"] if goal else []


def _command(words: list[Path | str], env: dict[str, str] | None) -> ReadSolution:
    done = completed(["verify", *words], env=env)
    out, err = done.stdout.decode(), done.stderr.decode()
    found = VERIFIED.fullmatch(out)
    fault = ""
    if "Traceback" in err:
        fault = err
    elif (
        done.returncode not in (0, 1, 2, 3) or (done.returncode == 0) != (found is not None) or (out and found is None)
    ):
        fault = f"exit code {done.returncode}: {out}{err}"
    return ReadSolution(found[1] if found else None, out + err, fault)


@cache
def _folder_with_checker() -> str:
    folder = Path(tempfile.mkdtemp(prefix="loose-checker-"))
    program = folder / "drat-trim"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {STAND_IN} "$@"\n')
    program.chmod(0o755)
    return str(folder)


def _refutable(data: bytes) -> bool:
    """Whether the formula, as text of DIMACS after unpacking, has no model."""
    for magic, unpack in ((b"\x1f\x8b", gzip.decompress), (b"BZh", bz2.decompress), (b"\xfd7z", lzma.decompress)):
        if data.startswith(magic):
            data = unpack(data)
    words = [
        int(word)
        for line in data.decode("latin-1").splitlines()
        if not line.startswith(("c", "p"))
        for word in line.split()
    ]
    with Solver("minisat22") as solver:
        clause: list[int] = []
        for word in words:
            if word:
                clause.append(word)
            else:
                if not clause:
                    return True
                solver.add_clause(clause)
                clause = []
        return not solver.solve()


DOORS: dict[str, Door] = {
    "python": by_python,
    "command": by_command,
    "drat-trim": by_loose_checker,
    "alone": alone,
}
