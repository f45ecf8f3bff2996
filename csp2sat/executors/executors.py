"""Where jobs run: one seam, `concurrent.futures.Executor`, behind `local:8`, `dask:...` or a factory of the user's."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from ..errors import UsageError
from . import worker
from .tasks import stop_all

T = TypeVar("T")
Lost = tuple[type[Exception], ...]
KNOWN = "local:N, threads:N, dask:local, dask://HOST:PORT, or MODULE:FACTORY"
UNKNOWN_SIZE = 8  # jobs that a foreign executor gets at a time


class Seam(Protocol):
    """An executor that can be ended at once.

    pinned: has each job its own cores?  lost: what a job raises whose worker has died.
    """

    pinned: bool
    lost: Lost

    @property
    def workers(self) -> int:
        """Jobs to give it at a time."""

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """As of an Executor."""

    def renew(self) -> None:
        """Start again after BrokenExecutor."""

    def close(self, now: bool) -> None:
        """The end.  now: stop what runs; else all of it is done already."""


class LocalSeam:
    """Worker processes on this machine, each on its own cores where they suffice.  threads: of each solver."""

    lost: Lost = (BrokenExecutor,)

    def __init__(self, workers: int, threads: int = 1):
        self.workers = workers
        self._cores = worker.shares(workers, threads)
        self.pinned = bool(self._cores)
        self._executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        started = (context.Value("i", 0), self._cores)
        return ProcessPoolExecutor(self.workers, context, worker.begin, started)

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._start()

    def close(self, now: bool) -> None:
        import multiprocessing

        if now:
            for process in multiprocessing.active_children():
                process.terminate()
        self._executor.shutdown(wait=True, cancel_futures=True)


class ThreadSeam:
    """Threads of this process: quick to start, good for jobs that do nothing but run solvers."""

    pinned = False
    lost: Lost = ()

    def __init__(self, workers: int):
        self.workers = workers
        self._executor = ThreadPoolExecutor(workers)

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Threads do not break."""

    def close(self, now: bool) -> None:
        if now:
            stop_all()
        self._executor.shutdown(wait=True, cancel_futures=True)


class ForeignSeam:
    """Any Executor.  What is running when it is closed goes on to its own time limit."""

    pinned = False
    lost: Lost = (BrokenExecutor,)

    def __init__(self, make: Callable[[], Executor]):
        self._make = make
        self._executor = make()
        self.workers = getattr(self._executor, "_max_workers", None) or UNKNOWN_SIZE

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        self._executor = self._make()

    def close(self, now: bool) -> None:
        self._executor.shutdown(wait=not now, cancel_futures=True)


def open_seam(spec: str, threads: int = 1) -> Seam:
    """What `--executor` names.  threads: of each solver.  UsageError for anything else, with what there is."""
    kind, _, rest = spec.partition(":")
    if kind in ("local", "threads") and (not rest or rest.isdigit()):
        workers = int(rest or os.cpu_count() or 1)
        if not workers:
            raise UsageError(f"--executor {spec}: expected at least one worker")
        return LocalSeam(workers, threads) if kind == "local" else ThreadSeam(workers)
    if kind == "dask":
        from .cluster import DaskSeam

        return DaskSeam(rest, spec)
    return ForeignSeam(_factory(spec))


def _factory(spec: str) -> Callable[[], Executor]:
    module, _, name = spec.partition(":")
    try:
        found: Callable[[], Executor] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"--executor {spec}: {error}; expected {KNOWN}") from error
    return found
