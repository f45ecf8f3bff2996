"""The run of a batch: a function is called with one task after the other, or in several processes, and the results come
in the order of the tasks.
"""

from __future__ import annotations

import atexit
import gc
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from functools import cache
from itertools import count
from typing import TypeVar

from ...base.time_limit import MOST, count_from_now, since
from ...executors.executors import Workers, open_workers
from ...model.expr import forget_unused
from ...runner.session.session import children_kept

CYCLES_AFTER = 50  # tasks: the collector of a command runs seldom, and cycles would add up
T = TypeVar("T")
R = TypeVar("R")


class TimeLimits:
    """The time limits of a batch: seconds for the `whole` run and for `each` task, None for no limit.

    The limits can be sent to another process of this machine.
    """

    def __init__(self, whole: float | None, each: float | None):
        self._end = None if whole is None else since() + min(whole, MOST)
        self._each = each

    def left(self) -> float | None:
        """Return the seconds for a task that begins now; None for no limit, 0.0 if the time of the run is over."""
        whole = None if self._end is None else max(0.0, self._end - time.monotonic())
        return min((each for each in (whole, self._each) if each is not None), default=None)

    @property
    def over(self) -> bool:
        """Whether the time of the whole run is over."""
        return self._end is not None and time.monotonic() >= self._end


def results(do: Callable[[T], R], tasks: Sequence[T], jobs: int, lost: Callable[[T], R]) -> Generator[R]:
    """Yield the result of `do` for each task, in the order of the tasks.

    jobs: the number of processes; 1: all tasks run in this process.  With more, `do`, tasks and results must be
    picklable.  lost: returns the result of a task of which a process has died.  When the iterator is closed, running
    processes are ended.
    """
    count_from_now()
    if jobs > 1 and len(tasks) > 1:
        yield from _in_processes(do, tasks, min(jobs, len(tasks)), lost)
        return
    with children_kept():
        for number, task in enumerate(tasks):
            yield do(task)
            _tidy(number)


@cache
def _keep_children() -> None:
    """Let the solvers of this worker stay from task to task, to the end of the worker."""
    stack = ExitStack()
    stack.enter_context(children_kept())
    atexit.register(stack.close)


_numbers = count()  # of the tasks of this worker


def _alone(do: Callable[[T], R], task: T) -> R:
    """Return the result of a task in a worker, which then tidies up after the task."""
    _keep_children()
    try:
        return do(task)
    finally:
        _tidy(next(_numbers))


def _tidy(number: int) -> None:
    """Forget the nodes of a task that has ended, and free cycles after every CYCLES_AFTER tasks; number: that of the
    task, from 0.
    """
    forget_unused()
    if number % CYCLES_AFTER == CYCLES_AFTER - 1:
        gc.collect()


def _in_processes(do: Callable[[T], R], tasks: Sequence[T], jobs: int, lost: Callable[[T], R]) -> Iterator[R]:
    workers, done = open_workers(f"local:{jobs}"), False
    running: deque[tuple[T, Future[R]]] = deque((task, workers.submit(_alone, do, task)) for task in tasks)
    try:
        while running:
            task, future = running.popleft()
            try:
                found = future.result()
            except workers.lost:
                running.appendleft((task, future))
                yield from _after_loss(do, workers, running, jobs, lost)
            else:
                yield found
        done = True
    finally:
        workers.close(now=not done)


def _after_loss(
    do: Callable[[T], R], workers: Workers, running: deque[tuple[T, Future[R]]], jobs: int, lost: Callable[[T], R]
) -> Iterator[R]:
    """Yield the results of the tasks that ran when a worker died, and submit the tasks after these again.

    The tasks that ran are the first `jobs` ones without a result, since tasks begin in their order.  Each runs once
    more, alone, so that only the task of which the worker dies is lost.  do, workers, lost: as of `results`.  running:
    the tasks whose results have not come yet, which changes.
    """
    again = 0
    while running and again < jobs:
        task, future = running.popleft()
        if not _is_lost(future, workers):
            yield future.result()
            continue
        again += 1
        workers.renew()
        try:
            yield workers.submit(_alone, do, task).result()
        except workers.lost:
            yield lost(task)
    workers.renew()
    for number, (task, future) in enumerate(running):
        if _is_lost(future, workers):
            running[number] = (task, workers.submit(_alone, do, task))


def _is_lost(future: Future[R], workers: Workers) -> bool:
    return future.cancelled() or isinstance(future.exception(), workers.lost)
