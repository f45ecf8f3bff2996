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
from typing import Concatenate, Generic, ParamSpec, Protocol, TypeVar
from weakref import finalize

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
    cancelled, as by an event of `cancelled_by`, and has ended before the program goes on, if the iterator is closed, is
    not referenced any more or is left when the program ends, or if an interrupt is raised in the iterator.  Each
    further report of the work raises LimitReached then, and waits for nobody.
    """
    aside = _Aside(work)
    values = aside.values()
    finalize(values, aside.end)
    return values


class _Aside(Generic[T]):
    """Work in another thread that takes turns with those who take its reports."""

    def __init__(self, work: Callable[[Callable[[T], None]], T]):
        self._work, self._errors = work, list[BaseException]()
        self._reported, self._turn, self._left = SimpleQueue[list[T]](), threading.Semaphore(0), threading.Event()
        self._thread: threading.Thread | None = None

    def values(self) -> Generator[T, None, None]:
        """Begin the work, and yield its reports and its result; see `each_reported`."""
        self._thread = threading.Thread(target=copy_context().run, args=(self._run,), daemon=True)
        self._thread.start()
        try:
            while values := self._reported.get():
                yield from values
                self._turn.release()
        finally:
            self.end()
        for error in self._errors:
            raise error

    def end(self) -> None:
        """Cancel the work, and wait until it has ended; do nothing if it has ended or has not begun."""
        self._left.set()
        self._turn.release()
        if self._thread is not None:
            self._thread.join()

    def _report(self, value: T) -> None:
        """Give a value to who takes the values, and wait until the value after it is asked for.  Raises LimitReached if
        the work was left.
        """
        if not self._left.is_set():
            self._reported.put([value])
            self._turn.acquire()
        check_time()

    def _run(self) -> None:
        try:
            with cancelled_by(self._left.is_set):
                self._reported.put([self._work(self._report)])
        except BaseException as error:
            self._errors.append(error)
        self._reported.put([])
