"""The run of a benchmark: inputs are encoded when first needed, workers kept busy, rows stored as they come."""

from __future__ import annotations

import json
import shutil
import zlib
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from ..base import files
from ..errors import Csp2SatError, UsageError, warn
from ..executors.executors import Workers
from ..executors.tasks import Reply, SharedStore, StoredFile, work
from .encoding import Encoded, encode
from .job import about, solve
from .plan import EncodeJob, SolveJob
from .sources import BenchInput
from .store import RESULTS, ResultRow, Store

TRIES = 3  # of a job whose worker dies
STORE, ENCODED, BOARDS = "shelf", "encoded", "boards"


def own_folders(folder: Path) -> list[Path]:
    """Return the folders in the folder of a benchmark that the benchmark makes, and removes or overwrites.

    Raises UsageError if the folder of the store or of the records of encodings exists, but no results of a benchmark
    are in `folder`.
    """
    found = [folder / name for name in (STORE, ENCODED, BOARDS)]
    foreign = next((path for path in found[:2] if path.exists()), None)
    if foreign is not None and not (folder / RESULTS).exists():
        raise UsageError(f"-o {folder}: {foreign} in this folder was not made by a benchmark; expected another folder")
    return found


class Watcher(Protocol):
    """An observer of a benchmark's progress."""

    def started(self, title: str) -> None:
        """Note that a worker was given the job called `title`."""

    def ended(self, title: str, row: ResultRow | None) -> None:
        """Note that the job called `title` has ended; row: the result of a run of a solver, None for an encoding."""


@dataclass
class Work:
    """A job in the queue.

    title: the name of the job.  do: the function that a worker calls.  needs: the files that `do` reads.  then: what to
    call with the result.  lost: what to call if the worker died TRIES times.  sent: files to be sent to the worker.
    tries: how often a worker has died of the job.
    """

    title: str
    do: Callable[..., Any]
    needs: tuple[StoredFile, ...]
    then: Callable[[Any], ResultRow | None]
    lost: Callable[[], ResultRow | None]
    sent: tuple[StoredFile, ...] = ()
    tries: int = 0


@dataclass
class Bench:
    """A benchmark in a folder.

    store: the rows, stored as they come.  workers: the executor that runs jobs.  watcher: the observer.  dropped: by
    input, the parts that its CNF leaves out.  warned: the warnings of readers, each of which is given once.
    """

    folder: Path
    store: Store
    workers: Workers
    watcher: Watcher
    dropped: dict[str, str] = field(default_factory=dict)
    warned: set[str] = field(default_factory=set)
    _ready: deque[Work] = field(default_factory=deque)
    _left: dict[str, int] = field(default_factory=dict)
    _uses: Counter[StoredFile] = field(default_factory=Counter)
    _running: dict[Future[Reply], Work] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (STORE, ENCODED, BOARDS):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self._store = SharedStore(self.folder / STORE)

    def run(self, plan: Sequence[tuple[EncodeJob, Sequence[SolveJob]]], sources: Sequence[BenchInput]) -> None:
        """Run all jobs of a plan, each after its encoding, and store their rows; remove the folders of formulas after
        the last job.

        An exception, KeyboardInterrupt included, ends the running jobs and leaves the folders.  sources: the inputs,
        whose bytes go to the store.  Raises Csp2SatError if the executor gives up.
        """
        data = {source.content: source.data for source in sources}
        waiting = deque(plan)
        done = False
        try:
            while waiting or self._ready or self._running:
                if not self._ready and waiting:
                    self._open(*waiting.popleft(), data)
                elif self._has_room():
                    self._submit(self._ready.popleft())
                else:
                    self._collect()
            done = True
        except CancelledError:
            raise Csp2SatError("the executor has given up; the rows so far are kept") from None
        finally:
            self.workers.close(now=not done)
        for name in (STORE, ENCODED):
            shutil.rmtree(self.folder / name)

    def _has_room(self) -> bool:
        """Whether the first job of the queue may start now: a worker is free, and the job need not wait to run alone.

        A job whose worker died runs alone, lest other jobs suffer.
        """
        if not self._ready or len(self._running) >= self.workers.workers:
            return False
        suspects = any(job.tries for job in (self._ready[0], *self._running.values()))
        return not (suspects and self._running)

    def _open(self, encoding: EncodeJob, jobs: Sequence[SolveJob], data: dict[StoredFile, bytes]) -> None:
        """Put an encoding into the queue, or, if an earlier run has encoded it, its jobs.

        data: the bytes of each input, by its stored file.
        """
        self._store.put(encoding.content, data[encoding.content])
        self._left[encoding.key] = len(jobs)
        known = self._known(encoding)
        if known is not None:
            self._encoded(encoding, jobs, known)
            return
        title = f"encode {Path(encoding.name).name} {encoding.description}"
        then = partial(self._encoded, encoding, jobs)
        lost = Encoded(encoding.key, "-", "", status="error", why="the worker died while it encoded this")
        self._ready.append(Work(title, partial(encode, encoding), (encoding.content,), then, partial(then, lost)))

    def _known(self, encoding: EncodeJob) -> Encoded | None:
        """Return the result of an encoding that an earlier run has left; None if the record or one of the files is
        missing.
        """
        path = self._record(encoding)
        if not path.exists():
            return None
        fields = json.loads(path.read_text())
        found = Encoded(**fields | {name: StoredFile(*fields[name]) for name in ("cnf", "map") if fields[name]})
        return None if self._store.lacking(_contents(found)) else found

    def _record(self, encoding: EncodeJob) -> Path:
        return self.folder / ENCODED / f"{encoding.key}.json"

    def _encoded(self, encoding: EncodeJob, jobs: Sequence[SolveJob], encoded: Encoded) -> None:
        """Record the result of an encoding, with its drawing if there is one, and put the jobs that solve the CNF into
        the queue; a failed encoding is not recorded, and its jobs become rows with the error.  Give its warnings.
        """
        for text in encoded.warnings:
            if text not in self.warned:
                self.warned.add(text)
                warn(text)
        if encoded.drawing:
            files.write_text(self.folder / BOARDS / f"{encoding.content.digest[:16]}.svg", encoded.drawing)
        if encoded.cnf:
            files.write_text(self._record(encoding), json.dumps(asdict(encoded)))
        if encoded.dropped:
            self.dropped[encoding.name] = encoded.dropped
        needs = (encoding.content, *_contents(encoded))
        self._uses.update(_contents(encoded))
        for job in jobs:
            then = partial(self._solved, job, encoded)
            lost = partial(self._lost, job, encoded)
            self._ready.append(Work(job.title, partial(solve, job, encoded), needs, then, lost))

    def _solved(self, job: SolveJob, encoded: Encoded, row: ResultRow) -> ResultRow:
        """Store the row of a job that has ended, and return it; after the last job of an encoding, remove the
        encoding's files.
        """
        self.store.add(row)
        self._left[job.encoding.key] -= 1
        if not self._left[job.encoding.key]:
            self._forget(job.encoding, encoded)
        return row

    def _lost(self, job: SolveJob, encoded: Encoded) -> ResultRow:
        why = f"the worker died {TRIES} times while it did this"
        return self._solved(job, encoded, about(job, encoded) | {"status": "error", "why": why, "wall": {}, "cpu": {}})

    def _forget(self, encoding: EncodeJob, encoded: Encoded) -> None:
        """Remove the record of an encoding, and those of its files that no other encoding uses.

        The input stays: it is small, and may have other encodings.
        """
        self._record(encoding).unlink(missing_ok=True)
        self._uses.subtract(_contents(encoded))
        for content in _contents(encoded):
            if not self._uses[content]:
                self._store.drop(content)

    def _submit(self, job: Work) -> None:
        """Start a job in a worker, with new workers if the old ones are broken."""
        task = self._store.task(job.do, job.needs, job.sent)
        try:
            future = self.workers.submit(work, task)
        except BrokenExecutor:
            self.workers.renew()
            future = self.workers.submit(work, task)
        self._running[future] = job
        self.watcher.started(job.title)

    def _collect(self) -> None:
        """Wait until at least one job has ended, and handle the result of each ended job."""
        ended, _ = wait(self._running, return_when=FIRST_COMPLETED)
        for future in ended:
            job = self._running.pop(future)
            try:
                self._take(job, future.result())
            except self.workers.lost:
                self._again(job)

    def _take(self, job: Work, reply: Reply) -> None:
        """Handle the reply of a worker: put a job for which the worker lacked files back into the queue, to be sent
        with the files; else store the files that were made, and go on with the result.
        """
        if reply.lacks:
            job.sent = reply.lacks
            self._ready.appendleft(job)
            self.watcher.ended(job.title, None)
            return
        for content, data in reply.made.items():
            self._store.put(content, zlib.decompress(data))
        self.watcher.ended(job.title, job.then(reply.result))

    def _again(self, job: Work) -> None:
        """Put a job whose worker has died back into the queue; after TRIES deaths give the job up, and store an error
        for it.
        """
        job.tries += 1
        row = None
        if job.tries < TRIES:
            self._ready.appendleft(job)
        else:
            row = job.lost()
        self.watcher.ended(job.title, row)


def _contents(encoded: Encoded) -> tuple[StoredFile, ...]:
    return tuple(content for content in (encoded.cnf, encoded.map) if content)
