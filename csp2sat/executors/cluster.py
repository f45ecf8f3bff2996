"""Dask's scheduler as an executor: `dask:local` for a try, `dask://host:8786` for a cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from ..errors import Csp2SatError, UsageError
from .tasks import stop_all

T = TypeVar("T")
SECONDS = 10  # to reach the scheduler
AHEAD = 2  # jobs for each worker at a time, so that none waits for the network
RETRIES = 3  # of a job whose worker was lost


class DaskSeam:
    """Workers of a Dask cluster.  A lost worker's jobs run elsewhere; the scheduler sees to that."""

    pinned = False

    def __init__(self, address: str, spec: str):
        try:
            from distributed import Client, KilledWorker, LocalCluster
        except ImportError:
            raise UsageError(f"--executor {spec}: Dask is not installed; pip install 'csp2sat[cluster]'") from None
        self.lost: tuple[type[Exception], ...] = (KilledWorker,)
        if address != "local" and not address.startswith("//"):
            raise UsageError(f"--executor {spec}: expected dask:local or dask://HOST:PORT")
        self._cluster = LocalCluster(threads_per_worker=1, dashboard_address=None) if address == "local" else None
        try:
            self._client = Client(self._cluster or f"tcp:{address}", timeout=SECONDS)
        except OSError as error:
            raise Csp2SatError(f"no Dask scheduler answers at {address.lstrip('/')}: {error}") from error
        self._executor: Executor = self._client.get_executor(pure=False, retries=RETRIES)

    @property
    def workers(self) -> int:
        """Changes as workers come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return AHEAD * max(1, sum(threads.values()))

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """The scheduler does that."""

    def close(self, now: bool) -> None:
        self._executor.shutdown(wait=not now)  # first: no worker is to begin another job
        if now:
            with suppress(OSError, TimeoutError):
                self._client.run(stop_all, on_error="ignore")
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
