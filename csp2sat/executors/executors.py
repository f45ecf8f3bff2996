"""Executors of jobs: a `concurrent.futures.Executor` of workers, for `local:8`, `dask:...` or a factory of the
user's.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from ..base.resources import can_start_threads, cores
from ..errors import Csp2SatError, UsageError
from . import worker
from .tasks import stop_all

T = TypeVar("T")
KNOWN = "local:N, threads:N, dask:local, dask://HOST:PORT, or MODULE:FACTORY"
START = "spawn"  # how a process of this machine is started: without the threads and locks of this one
UNKNOWN_SIZE = 8  # jobs that a foreign executor gets at a time
DASK_SECONDS = 10  # to reach the scheduler
AHEAD = 2  # jobs for each worker of a cluster at a time, so that none waits for the network
RETRIES = 3  # of a job whose worker on a cluster was lost
PATIENCE = 2.0  # seconds until a worker process that was asked to end is killed


class Workers:
    """An executor, made by `make`, that can be renewed and closed.

    workers: the number of jobs to submit at a time; None: the executor's own number of workers, else UNKNOWN_SIZE.
    pinned: whether each job has its own cores.  lost: the errors that a job raises if its worker has died.
    """

    pinned = False
    lost: tuple[type[Exception], ...] = (BrokenExecutor,)

    def __init__(self, make: Callable[[], Executor], workers: int | None = None):
        self._make, self._executor = make, make()
        self._workers = workers or getattr(self._executor, "_max_workers", None) or UNKNOWN_SIZE

    @property
    def workers(self) -> int:
        """The number of jobs to submit at a time."""
        return self._workers

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Give a call to the executor, and return its future, as `Executor.submit` does."""
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Start a new executor after BrokenExecutor."""
        self._executor = self._make()

    def close(self, now: bool) -> None:
        """Close the executor, and cancel the jobs that have not begun.

        now: whether running jobs are stopped, too, if the class can stop them; those of a foreign executor (this class)
        run on until their own time limits, and the call does not wait for them.  False waits until they end, except in
        worker processes and threads, where the jobs end later.
        """
        self._executor.shutdown(wait=not now, cancel_futures=True)


class ProcessWorkers(Workers):
    """Worker processes on this machine, each on its own cores if there are enough.  threads: the threads of each
    solver.
    """

    def __init__(self, workers: int, threads: int = 1):
        self._cores = worker.shares(workers, threads)
        self.pinned = bool(self._cores)
        super().__init__(partial(self._start, workers), workers)

    def _start(self, workers: int) -> ProcessPoolExecutor:
        """Return an executor of new processes, each of which begins by `worker.begin`."""
        import multiprocessing

        context = multiprocessing.get_context(START)
        started = (context.Value("i", 0), self._cores)
        return ProcessPoolExecutor(workers, context, worker.begin, started)

    def renew(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        super().renew()

    def close(self, now: bool) -> None:
        import multiprocessing

        if now:
            running = multiprocessing.active_children()
            for process in running:
                process.terminate()
            for process in running:  # one may wait for ever for a lock that another had when it was ended
                process.join(PATIENCE)
                process.kill()
        super().close(now=False)


class ThreadWorkers(Workers):
    """Threads of this process: quick to start, good for jobs that do nothing but run solvers."""

    lost = ()

    def __init__(self, workers: int):
        super().__init__(partial(ThreadPoolExecutor, workers), workers)

    def close(self, now: bool) -> None:
        if now:
            stop_all()
        super().close(now=False)


class DaskWorkers(Workers):
    """Workers of a Dask cluster: `dask:local` for a try, `dask://host:8786` for a cluster.

    address: `local` or `//HOST:PORT`.  spec: the argument of `--executor`, for messages.  The jobs of a lost worker run
    elsewhere; the scheduler sees to that.  Raises UsageError if Dask is not installed or the address has another form,
    Csp2SatError if no scheduler answers.
    """

    def __init__(self, address: str, spec: str):
        try:
            from distributed import Client, KilledWorker, LocalCluster
        except ImportError:
            raise UsageError("Dask is not installed; to install: pip install distributed", "executor", spec) from None
        self.lost = (KilledWorker,)
        if address != "local" and not address.startswith("//"):
            raise UsageError("expected dask:local or dask://HOST:PORT", "executor", spec)
        self._cluster = LocalCluster(threads_per_worker=1, dashboard_address=None) if address == "local" else None
        try:
            self._client = Client(self._cluster or f"tcp:{address}", timeout=DASK_SECONDS)
        except OSError as error:
            raise Csp2SatError(f"no Dask scheduler answers at {address.lstrip('/')}: {error}") from error
        super().__init__(lambda: self._client.get_executor(pure=False, retries=RETRIES), 1)

    @property
    def workers(self) -> int:
        """The number of jobs to submit at a time, which changes as workers come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return AHEAD * max(1, sum(threads.values()))

    def renew(self) -> None:
        """Leave lost workers to the scheduler, which replaces them: there is nothing to renew."""

    def close(self, now: bool) -> None:
        self._executor.shutdown(wait=not now)  # first: no worker is to begin another job
        if now:
            with suppress(OSError, TimeoutError):
                self._client.run(stop_all, on_error="ignore")
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def open_workers(spec: str, threads: int = 1) -> Workers:
    """Return the workers that `spec`, the argument of `--executor`, names.  threads: the threads of each solver, for
    `local`.

    Raises UsageError if `spec` names no executor, no worker, or a Dask that is not installed, and Csp2SatError if no
    Dask scheduler answers.
    """
    if not can_start_threads():
        raise UsageError("solvers run in this process, where there is one thread; expected none", "executor", spec)
    kind, _, rest = spec.partition(":")
    if kind in ("local", "threads") and (not rest or rest.isdigit()):
        workers = int(rest or cores())
        if not workers:
            raise UsageError("expected at least one worker", "executor", spec)
        return ProcessWorkers(workers, threads) if kind == "local" else ThreadWorkers(workers)
    if kind == "dask":
        return DaskWorkers(rest, spec)
    return Workers(_factory(spec))


def _factory(spec: str) -> Callable[[], Executor]:
    """Return the function MODULE:NAME that makes an executor. Raises UsageError if the module or name is not found."""
    module, _, name = spec.partition(":")
    try:
        found: Callable[[], Executor] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"{error}; expected {KNOWN}", "executor", spec) from error
    return found
