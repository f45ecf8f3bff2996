"""A true certificate with its source, a source of which the same claim is false, and what forgers make of both."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pysat.solvers import Solver

from support.command_server import completed

from .forgers import AFTER_SEALING, FORGERS
from .parts import Parts, clauses_of, num_vars, read_parts, with_clauses
from .sources import Values, Written, otherwise_read, pair, undecided

OPTIONS = {"unsatisfiable": (), "unique": ("--unique",), "optimum": ()}
ENCODINGS = ("auto", "order", "direct", "log")


@dataclass(frozen=True)
class Source:
    """A source in a file, and the truth about it."""

    path: Path
    written: Written

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the command line with which the source is read."""
        return (f"--{self.written.goal}",) if self.written.goal else ()

    def is_true(self, claim: str, values: Values | None) -> bool:
        """Whether the claim holds; values: those of the answer, None if the certificate shows none."""
        return self.written.judge(claim, values)


@dataclass(frozen=True)
class Scene:
    """The files of one true certificate; `instead` is the source of which its claim is false.

    genuine: the parts of the certificate.  basis: parts that a forger made of the encoding of `instead`: the formula is
    refutable by clauses that were appended; None for a CNF, which has no encoding.
    """

    folder: Path
    claim: str
    kind: str
    source: Source
    instead: Source
    genuine: Parts
    basis: Parts | None

    def forged(self, field: str, random: Random) -> tuple[Parts, Source]:
        """Return a forged certificate, with the digest of the source that it is to be believed about."""
        from_encoding = self.basis is not None and random.random() < 0.5
        parts = (self.basis if from_encoding and self.basis is not None else self.genuine).copied()
        target = self.source if not from_encoding and random.random() < 0.3 else self.instead
        others = [name for name in FORGERS if name not in AFTER_SEALING]
        chosen = [field, *random.sample(others, random.choice((0, 0, 0, 1, 2)))]
        parts.forged = chosen
        parts.about["source"]["sha256"] = _digest(target.path)
        for name in [name for name in chosen if name not in AFTER_SEALING]:
            FORGERS[name](parts, random)
        if random.random() < 0.9:
            parts.reseal()
        if field in AFTER_SEALING:
            FORGERS[field](parts, random)
        return parts, target


def made(folder: Path, claim: str, kind: str, random: Random) -> Scene:
    """Write two sources into a folder, have csp2sat prove the claim about the first, and return the scene."""
    true, false = pair(random, claim, kind)
    how = () if kind == "cnf" else ("--encoding", random.choice(ENCODINGS))
    if kind == "flatzinc" and random.random() < 0.2:
        false, how = undecided(claim), ("--encoding", "log")
    if kind == "soft" and random.random() < 0.3:
        false = otherwise_read(true)
    source, instead = _put(folder, "true", true), _put(folder, "false", false)
    _run(folder, "solve", source.path.name, "--proof", "F", "-q", *how, *source.options, *OPTIONS[claim])
    genuine = read_parts(folder)
    assert genuine.about["claim"] == claim, f"{source.path.read_text()}: the claim is {genuine.about['claim']}"
    basis = None if kind == "cnf" else _basis(folder, instead, genuine, (*how, *instead.options))
    return Scene(folder, claim, kind, source, instead, genuine, basis)


def _put(folder: Path, stem: str, written: Written) -> Source:
    path = folder / f"{stem}{written.suffix}"
    path.write_text(written.text)
    return Source(path, written)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(folder: Path, *words: str) -> str:
    done = completed(words, cwd=folder)
    assert done.returncode == 0, f"{words}: {done.stderr.decode()}"
    return done.stdout.decode()


def _basis(folder: Path, source: Source, genuine: Parts, encoding: tuple[str, ...]) -> Parts:
    """Encode a source, and append clauses that contradict each other; the model, if there is one, is of the formula."""
    _run(folder, "encode", source.path.name, "-o", "B.cnf", "-m", "B.map", "-q", *encoding)
    parts = genuine.copied()
    parts.cnf, parts.map_, parts.proof = (folder / "B.cnf").read_bytes(), (folder / "B.map").read_bytes(), b"0\n"
    last = num_vars(parts.cnf)
    with Solver("minisat22", bootstrap_with=clauses_of(parts.cnf)) as solver:
        solver.add_clause([last, -last])
        if solver.solve() and "model" in genuine.about:
            literals = solver.get_model()[:last]
            parts.about["model"] = "".join("1" if a > 0 else "0" for a in literals)
            parts.about["answer"] = _decoded(folder, literals)
    parts.cnf = with_clauses(parts.cnf, [[last], [-last]])
    parts.reseal()
    return parts


def _decoded(folder: Path, literals: list[int]) -> dict[str, object]:
    """Return what `decode` says that the literals mean."""
    (folder / "B.out").write_text(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")
    done = completed(["decode", "B.out", "-m", "B.map", "--to", "json"], cwd=folder)
    shown = json.loads(done.stdout or b"{}")
    return {name: shown.get(name, {}) for name in ("ints", "bools")}


def values_of(parts: Parts, source: Source) -> Values | None:
    """Return the values that the certificate's answer gives the variables of the source; None if it lacks some."""
    answer, problem = parts.about.get("answer"), source.written.problem
    if parts.raw is not None or not isinstance(answer, dict) or problem is None:
        return None
    found = {**(answer.get("ints") or {}), **(answer.get("bools") or {})}
    if not all(isinstance(found.get(name), int) for name in problem.domains):
        return None
    return {name: int(found[name]) for name in problem.domains}
