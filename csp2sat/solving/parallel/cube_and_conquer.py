"""Cube and conquer: one formula in parts, each a job of its own on any executor."""

from __future__ import annotations

import tempfile
import time
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import field, replace
from itertools import count
from pathlib import Path
from typing import ClassVar, NamedTuple

from ...base import file_guard, files
from ...base.folders import work_folder
from ...base.time_limit import is_cancelled
from ...cnf import dimacs
from ...errors import Csp2SatError, LimitReached, SolverError
from ...executors.executors import Workers, open_workers
from ...executors.tasks import FileStore, Reply, SharedStore, StoredFile, work
from ...frozen import dataclass
from ...runner.config.entry import Solver, located
from ...runner.process.outcome import Outcome, RunOptions, Stop
from ...runner.proof_checker import ReadProof, must_prove, refuted
from ...runner.runner import run
from ..pipeline import CnfQuestion, SolverStrategy
from ..trace import Trace
from .lookahead import Cube, Lookahead, candidates, split

CNF_NAME = "F.cnf"
COVER = "cover"  # the part of no cube: it must be unsatisfiable, and its proof says that the cubes are all there are
LONG, POLL = 1e9, 0.5  # seconds: no limit; between two tests of the event that ends the question


@dataclass(frozen=True)
class CubeAndConquer(SolverStrategy):
    """A strategy that splits each formula into parts, which one solver answers.

    cubes: the number of parts.  executor: the place where the parts run, as in `open_workers`.  proofs: the folder for
    the proof of each part, '' if no proofs are wanted.
    """

    limits_cpu: ClassVar[bool] = False
    cubes: int = 2
    executor: str = "threads"
    proofs: str = ""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), compare=False)

    @property
    def proves(self) -> bool:
        return bool(self.proofs)

    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        """Split the question's formula into cubes, solve a part for each, and return the solver with the outcome of
        `conquer`.

        folder: the folder for the files that workers share.  Raises SolverError if proofs are wanted and the solver
        writes proofs that cannot be checked, or if a part fails and none is satisfiable.
        """
        began = time.monotonic()
        if self.proves:
            must_prove(self.solver)
        with trace.phase("split"):
            found = dimacs.read(question.cnf.read_bytes(), str(question.cnf))
            lookahead = Lookahead(found.flat, question.num_vars)
            cubes = split(lookahead, candidates(question.map, lookahead.occurrences), self.cubes)
        trace.say(f"{len(cubes)} CUBES of {self.cubes} wanted")
        parts = parts_of(cubes, cover=bool(self.proofs))
        name = f"question-{next(self._numbers)}"
        kept = Kept(Path(self.proofs), name, self.solver.proof) if self.proofs else None
        if kept:
            kept.begin(question.cnf, parts)
        with tempfile.TemporaryDirectory(dir=folder, prefix="cubes-") as shared:
            store = SharedStore(Path(shared))
            formula = _placed(question.cnf, store)
            asked = (self.solver, question.num_vars, options, formula)
            jobs = [PartJob(*asked, part, proof=kept is not None) for part in parts]
            outcome = conquer(jobs, store, self.executor, kept)
        return self.solver, replace(outcome, solver=self.solver.name, seconds=time.monotonic() - began)


class Part(NamedTuple):
    """A part of a formula: its name, and the flat clauses that are added to the formula."""

    name: str
    flat: tuple[int, ...]


def parts_of(cubes: Sequence[Cube], cover: bool) -> list[Part]:
    """Return a part for each cube, and with `cover` one more part for the assignments outside all cubes."""
    parts = [Part(f"cube-{at}", tuple(word for a in cube for word in (a, 0))) for at, cube in enumerate(cubes, start=1)]
    outside = tuple(word for cube in cubes for word in (*(-a for a in cube), 0))
    return [*parts, *([Part(COVER, outside)] if cover else [])]


class Kept(NamedTuple):
    """A place for proofs: the files `question-1.cnf`, `question-1.cube-2.clauses`, `question-1.cube-2.drat`, ... of a
    folder.

    name: the beginning of the file names, `question-1`.  suffix: the format of the proofs.
    """

    folder: Path
    name: str
    suffix: str

    def begin(self, cnf: Path, parts: Sequence[Part]) -> None:
        """Write the formula, and the clauses that each part adds to it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        files.copy_file(cnf, self.folder / f"{self.name}.cnf")
        for part in parts:
            file_guard.writes(self._proof(part))
            files.write_text(self.folder / f"{self.name}.{part.name}.clauses", dimacs.lines_of(list(part.flat)))

    def add(self, part: Part, proof: bytes) -> None:
        """Write the proof of a part; `proof` is compressed by zlib."""
        with files.new_file(self._proof(part)) as file:
            file.write(zlib.decompress(proof))

    def _proof(self, part: Part) -> Path:
        return self.folder / f"{self.name}.{part.name}.{self.suffix}"


def _placed(cnf: Path, store: FileStore) -> StoredFile:
    """Copy a formula to a store that workers may see, and return its stored file."""
    with cnf.open("rb") as file:
        digest, _ = dimacs.digest_of(file)
    content = StoredFile(digest, CNF_NAME)
    path = store.path(content)
    path.parent.mkdir()
    files.copy_file(cnf, path)
    return content


class PartReply(NamedTuple):
    """The reply about a part: an outcome with its compressed proof (b"" if there is none), or an error in words."""

    answer: Outcome | str
    proof: bytes = b""


class PartJob(NamedTuple):
    """A part to be solved: the solver, its options, the formula with `num_vars` variables, and the part's clauses.

    proof: whether a proof is wanted.  seconds: the time for the part if the options have no deadline.
    """

    solver: Solver
    num_vars: int
    options: RunOptions
    formula: StoredFile
    part: Part
    proof: bool
    seconds: float = LONG

    def portable(self) -> PartJob:
        """Return the job for another machine with a clock of its own: with its deadline as seconds from now on, and
        without the object that stops the run.
        """
        end = self.options.deadline
        seconds = LONG if end is None else max(0.0, end - time.monotonic())
        return self._replace(options=replace(self.options, deadline=None, stop=None), seconds=seconds)

    def solve(self, store: FileStore, stop: Stop) -> PartReply:
        """Solve the part on the machine of the worker, and return the reply; an error is returned as its words."""
        solver = located(self.solver.entry, self.solver.preset)
        if isinstance(solver, str):
            return PartReply(solver)
        with work_folder() as folder:
            path, wanted = folder / CNF_NAME, folder / "proof" if self.proof else None
            files.copy_file(store.path(self.formula), path)
            dimacs.append(path, list(self.part.flat))
            asked = path.read_bytes() if wanted else b""
            options = replace(self.options, deadline=time.monotonic() + self.seconds, stop=stop, proof=wanted)
            try:
                outcome = run(solver, path, self.num_vars, folder, options)
                if wanted is None or outcome.status != "unsat":
                    return PartReply(outcome)
                formula = dimacs.read(asked, self.part.name)
                return self._checked(outcome, formula, files.read_bytes(str(wanted)), options.deadline)
            except Csp2SatError as error:
                return PartReply(str(error))

    def _checked(self, outcome: Outcome, formula: dimacs.Cnf, proof: bytes, end: float | None) -> PartReply:
        """Return the outcome `unsat` with its compressed proof after the proof was checked to refute the formula.

        end: the time, by time.monotonic(), at which checking is given up, with the outcome `unknown`.  Raises
        ProofError or SolverError if the proof is no proof of the formula.
        """
        try:
            refuted(formula, ReadProof(self.solver.proof, proof, f"the proof of {self.part.name}"), end)
        except LimitReached:
            outcome = replace(outcome, status="unknown", reason="time")
        return PartReply(outcome, zlib.compress(proof, 1))


def conquer(jobs: Sequence[PartJob], store: SharedStore, executor: str, kept: Kept | None) -> Outcome:
    """Return the outcome for the whole formula: `sat` if a part is, `unsat` if all parts are, else `unknown`.

    executor: the place where the parts run, as in `open_workers`.  kept: the place for proofs, None if no proofs are
    wanted.  All jobs have ended when the function returns or raises.  Raises SolverError if a part fails and none is
    satisfiable.
    """
    if not jobs:
        return Outcome("unsat")
    workers = open_workers(executor, jobs[0].options.threads or 1)
    ended = False
    try:
        outcome = _conquer(jobs, store, workers, kept)
        ended = outcome.status == "unsat"
        return outcome
    finally:
        workers.close(now=not ended)


def _conquer(jobs: Sequence[PartJob], store: SharedStore, workers: Workers, kept: Kept | None) -> Outcome:
    """Return the outcome as `conquer` does, by jobs on these workers, at most `workers.workers` at a time.

    A job is submitted again, with the formula sent along, if its worker lacks the formula.  Other jobs may still run
    when the outcome is `sat`.
    """
    waiting: deque[tuple[PartJob, tuple[StoredFile, ...]]] = deque((job, ()) for job in jobs)
    running: dict[Future[Reply], PartJob] = {}
    worst: Outcome | str = Outcome("unsat", cpu_seconds=0.0)
    while waiting or running:
        while waiting and len(running) < workers.workers:
            job, sent = waiting.popleft()
            running[workers.submit(work, store.task(job.portable().solve, (job.formula,), sent))] = job
        if is_cancelled():
            raise LimitReached("interrupted")
        for future in wait(running, timeout=POLL, return_when=FIRST_COMPLETED).done:
            job, reply = running.pop(future), future.result()
            if reply.lacks:
                waiting.appendleft((job, reply.lacks))
                continue
            found: PartReply = reply.result
            if isinstance(found.answer, Outcome) and found.answer.status == "sat":
                return found.answer
            if kept and found.proof:
                kept.add(job.part, found.proof)
            worst = _worse(worst, found.answer)
    if isinstance(worst, str):
        raise SolverError(worst)
    return worst


def _worse(one: Outcome | str, other: Outcome | str) -> Outcome | str:
    """Return the worse of two replies without a model, with the sum of their CPU times: an error is worst, then
    `unknown`.
    """
    if isinstance(one, str) or isinstance(other, str):
        return one if isinstance(one, str) else other
    known = one if other.status == "unsat" else other
    return replace(known, cpu_seconds=(one.cpu_seconds or 0.0) + (other.cpu_seconds or 0.0))
