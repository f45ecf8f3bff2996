"""Cube and conquer: one formula in parts, each a job of its own on any executor."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ...base import files
from ...base.folders import work_folder
from ...cnf import dimacs
from ...errors import SolverError
from ...executors.content_store import Parcel, Shelf
from ...executors.executors import Seam, open_seam
from ...executors.tasks import TOKEN, Reply, WorkerTask, work
from ...runner.config.entry import Solver, located
from ...runner.process.outcome import Outcome, RunOptions, Stop
from ...runner.runner import run
from ..pipeline import CnfQuestion, SolverStrategy
from ..trace import Trace
from .lookahead import Cube, Lookahead, candidates, split

CNF_NAME = "F.cnf"
COVER = "cover"  # the part of no cube: it must be unsatisfiable, and its proof says that the cubes are all there are
LONG = 1e9  # seconds: no limit


@dataclass(frozen=True)
class CubeAndConquer(SolverStrategy):
    """One solver on the parts of each formula.

    cubes: how many parts; executor: where they run, as `open_seam`.  proofs: a folder for the proof of each part, ""
    if none are wanted.
    """

    cubes: int = 2
    executor: str = "threads"
    proofs: str = ""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), compare=False)

    def ask(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        began = time.monotonic()
        name = f"question-{next(self._numbers)}"
        with trace.phase("split"):
            cubes = self._split(question)
        trace.say(f"{len(cubes)} CUBES of {self.cubes} wanted")
        parts = parts_of(cubes, cover=bool(self.proofs))
        kept = Kept(Path(self.proofs), name) if self.proofs else None
        if kept:
            kept.begin(question.cnf, parts)
        with tempfile.TemporaryDirectory(dir=folder, prefix="cubes-") as shared:
            asked = Question(self.solver, question.num_vars, options)
            outcome = conquer(asked, parts, _placed(question.cnf, Path(shared)), (self.executor, kept))
        return self.solver, replace(outcome, solver=self.solver.name, seconds=time.monotonic() - began)

    def _split(self, question: CnfQuestion) -> list[Cube]:
        found = dimacs.read(question.cnf.read_bytes(), str(question.cnf))
        formula = Lookahead(found.flat, question.num_vars)
        return split(formula, candidates(question.map, formula.occurrences), self.cubes)


class Part(NamedTuple):
    """What is added to the formula, flat clauses."""

    name: str
    flat: tuple[int, ...]


def parts_of(cubes: Sequence[Cube], cover: bool) -> list[Part]:
    """A part for each cube; cover: one more for what is in none of them."""
    parts = [Part(f"cube-{at}", tuple(word for a in cube for word in (a, 0))) for at, cube in enumerate(cubes, start=1)]
    outside = tuple(word for cube in cubes for word in (*(-a for a in cube), 0))
    return [*parts, *([Part(COVER, outside)] if cover else [])]


class Kept(NamedTuple):
    """Where proofs are kept: files `question-1.cnf`, `question-1.cube-2.clauses`, `question-1.cube-2.drat`, ..."""

    folder: Path
    name: str

    def begin(self, cnf: Path, parts: Sequence[Part]) -> None:
        """Keep the formula, and what each part adds to it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(cnf, self.folder / f"{self.name}.cnf")
        for part in parts:
            files.write_text(self.folder / f"{self.name}.{part.name}.clauses", dimacs.lines_of(list(part.flat)))

    def add(self, part: Part, proof: bytes, suffix: str) -> None:
        """Keep a part's proof."""
        with files.new_file(self.folder / f"{self.name}.{part.name}.{suffix}") as file:
            file.write(zlib.decompress(proof))


class Question(NamedTuple):
    """Who is asked, how, about a formula with that many variables."""

    solver: Solver
    num_vars: int
    options: RunOptions


class Placed(NamedTuple):
    """The formula on a shelf that workers may see."""

    shelf: Shelf
    parcel: Parcel
    token: str


def _placed(cnf: Path, folder: Path) -> Placed:
    shelf = Shelf(folder)
    with cnf.open("rb") as file:
        digest, _ = dimacs.digest_of(file)
    parcel = Parcel(digest, CNF_NAME)
    path = shelf.path(parcel)
    path.parent.mkdir()
    shutil.copyfile(cnf, path)
    token = secrets.token_hex()
    files.write_text(folder / TOKEN, token)
    return Placed(shelf, parcel, token)


class Said(NamedTuple):
    """What came of a part: an answer with a compressed proof, or what went wrong."""

    answer: Outcome | str
    proof: bytes = b""


def conquer(question: Question, parts: Sequence[Part], placed: Placed, how: tuple[str, Kept | None]) -> Outcome:
    """The answer for the whole formula: sat if a part is, unsat if all parts are.

    how: the executor, and where proofs are kept.  All jobs have ended when this returns, or raises.  Raises SolverError
    when a part fails and none is satisfiable.
    """
    if not parts:
        return Outcome("unsat")
    seam = open_seam(how[0], question.options.threads or 1)
    ended = False
    try:
        outcome = _conquer(question, parts, placed, (seam, how[1]))
        ended = outcome.status == "unsat"
        return outcome
    finally:
        seam.close(now=not ended)


def _conquer(question: Question, parts: Sequence[Part], placed: Placed, how: tuple[Seam, Kept | None]) -> Outcome:
    seam, kept = how
    waiting: deque[tuple[Part, tuple[Parcel, ...]]] = deque((part, ()) for part in parts)
    running: dict[Future[Reply], Part] = {}
    worst: Outcome | str = Outcome("unsat", cpu_seconds=0.0)
    while waiting or running:
        while waiting and len(running) < seam.workers:
            part, sent = waiting.popleft()
            running[seam.submit(work, _task(question, part, placed, (sent, kept is not None)))] = part
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            part, reply = running.pop(future), future.result()
            if reply.lacks:
                waiting.appendleft((part, reply.lacks))
                continue
            said: Said = reply.result
            if isinstance(said.answer, Outcome) and said.answer.status == "sat":
                return said.answer
            if kept and said.proof:
                kept.add(part, said.proof, question.solver.entry.proof)
            worst = _worse(worst, said.answer)
    if isinstance(worst, str):
        raise SolverError(worst)
    return worst


def _worse(one: Outcome | str, other: Outcome | str) -> Outcome | str:
    """What two parts without a model mean together: an error is worst, then not knowing.  CPU times are added."""
    if isinstance(one, str) or isinstance(other, str):
        return one if isinstance(one, str) else other
    known = one if other.status == "unsat" else other
    return replace(known, cpu_seconds=(one.cpu_seconds or 0.0) + (other.cpu_seconds or 0.0))


def _task(question: Question, part: Part, placed: Placed, how: tuple[tuple[Parcel, ...], bool]) -> WorkerTask:
    """how: the parcels to be sent along, and whether a proof is wanted."""
    sent, proof = how
    end = question.options.deadline
    seconds = LONG if end is None else max(0.0, end - time.monotonic())
    portable = question._replace(options=replace(question.options, deadline=None, stop=None))
    do = partial(solve_part, (portable, part, placed.parcel), seconds, proof)
    data = {parcel: zlib.compress(placed.shelf.get(parcel), 1) for parcel in sent}
    return WorkerTask(do, str(placed.shelf.folder), placed.token, (placed.parcel,), data)


def solve_part(what: tuple[Question, Part, Parcel], seconds: float, proof: bool, shelf: Shelf, stop: Stop) -> Said:
    """One part, on whatever machine: the formula with the part's clauses, within so many seconds."""
    question, part, formula = what
    solver = located(question.solver.entry, question.solver.preset)
    if isinstance(solver, str):
        return Said(solver)
    with work_folder() as folder:
        path, wanted = folder / CNF_NAME, folder / "proof" if proof else None
        shutil.copyfile(shelf.path(formula), path)
        dimacs.append(path, list(part.flat))
        options = replace(question.options, deadline=time.monotonic() + seconds, stop=stop, proof=wanted)
        try:
            outcome = run(solver, path, question.num_vars, folder, options)
        except SolverError as error:
            return Said(str(error))
        refuted = wanted is not None and outcome.status == "unsat"
        return Said(outcome, zlib.compress(wanted.read_bytes(), 1) if wanted and refuted else b"")
