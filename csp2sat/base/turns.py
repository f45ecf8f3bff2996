"""Turns: an object whose state is for one thread at a time is asked by one thread at a time, and another thread may end
the question; and work that takes turns with those who take its reports.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from queue import SimpleQueue
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from ..errors import UsageError
from .time_limit import cancelled_by, check_time

P = ParamSpec("P")
T = TypeVar("T")


class Turn:
    """The turn of one thread to ask an object.  kind: the kind of object in messages."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._asking = threading.RLock()  # entered again by the same thread, such as by a callback of the question
        self._changing = threading.RLock()  # the handler of a signal, too, may end a question
        self._ends: threading.Event | None = None  # of the question at work

    def __reduce__(self) -> tuple[type[Turn], tuple[str]]:
        return Turn, (self._kind,)  # nobody asks a copy yet

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Run the block, a question, as the only thread that asks; `end` ends the question, as an event of
        `cancelled_by` does.

        Raise UsageError if another thread is asking.  The call does not wait for that thread, since a clause that one
        thread adds would silently take solutions from the other.
        """
        if not self._asking.acquire(blocking=False):
            kind = self._kind
            raise UsageError(f"this {kind} is answering another thread; expected a {kind} for each thread, or a lock")
        before = self._ends
        try:
            ends = self._ends = before or threading.Event()
            with cancelled_by(ends.is_set):
                yield
        finally:
            with self._changing:
                self._ends = before
            self._asking.release()

    def end(self, quickly: Callable[[], None]) -> None:
        """End the current question, if any, and no later question.

        quickly: called then, to wake a thread that waits for a solver and checks the event twice a second.
        """
        with self._changing:
            if self._ends is not None:
                self._ends.set()
                quickly()


class _HasTurn(Protocol):
    _turn: Turn


WithTurn = TypeVar("WithTurn", bound=_HasTurn)


def in_turn(method: Callable[Concatenate[WithTurn, P], T]) -> Callable[Concatenate[WithTurn, P], T]:
    """Return the method, so wrapped that one thread at a time runs such methods of an object, which has a `_turn`."""

    @functools.wraps(method)
    def call(self: WithTurn, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._turn.taken():
            return method(self, *args, **kwargs)

    return call


def each_reported(work: Callable[[Callable[[T], None]], T]) -> Generator[T, None, None]:
    """Call `work` with a function for its reports, and yield each reported value, and at last the value that `work`
    returns; raise the error that `work` raises.

    The call is made in another thread, in which a report returns once the value after it is asked for.  The work is
    cancelled, as by an event of `cancelled_by`, if the generator is closed or an interrupt is raised in it.
    """
    reported, turn, left = SimpleQueue[list[T]](), threading.Semaphore(0), threading.Event()
    errors = list[BaseException]()

    def report(value: T) -> None:
        reported.put([value])
        turn.acquire()
        check_time()

    def run() -> None:
        try:
            with cancelled_by(left.is_set):
                reported.put([work(report)])
        except BaseException as error:
            errors.append(error)
        reported.put([])

    thread = threading.Thread(target=copy_context().run, args=(run,), daemon=True)
    thread.start()
    try:
        while values := reported.get():
            yield from values
            turn.release()
    finally:
        left.set()
        turn.release()
        thread.join()
    for error in errors:
        raise error
