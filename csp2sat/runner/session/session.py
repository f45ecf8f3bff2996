"""Incremental solving: one child process that keeps its clauses and is asked repeatedly, under assumptions."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Empty

from ...base.signals import signals_held
from ...base.time_limit import is_cancelled
from ...cnf import dimacs
from ...cnf.flat_clauses import clauses, pieces
from ...errors import SolverError
from ..host import PYTHON, Peer, host
from ..process.outcome import Outcome, Stop, UnknownReason, run_end
from ..verdict import OUT_OF_MEMORY, ending, tail

COMMAND = (PYTHON, "-P", "-m", "csp2sat.runner.session.embedded", "--session")
TICK = 0.5  # seconds until the clock is read again; an answer wakes us at once
NAME = "embedded"
SECOND = "embedded:minisat"  # of another character, so that where one of them is slow the other one often is not
KEPT = (NAME, SECOND, "embedded:glucose")  # can be asked again and again; other presets are started for each question
SHORT = 1 << 16  # bytes of a line that waits for the question
GRACE = 10.0  # seconds until a child that should have ended a question by itself is ended
TRUE = ord("1")


_spare: dict[tuple[object, ...], Peer] | None = None  # idle children by their commands and limits, if they are kept
_sparing = threading.Lock()


@contextlib.contextmanager
def children_kept() -> Iterator[None]:
    """Keep a child of a session that is closed within the block for the next session of the kind, since to start a
    child takes longer than many a `solve`; end the children with the block.
    """
    global _spare
    with _sparing:
        before, _spare = _spare, {}
    try:
        yield
    finally:
        with _sparing:
            kept, _spare = _spare or {}, before
        for peer in kept.values():
            peer.close()


def _kept(kind: tuple[object, ...]) -> Peer | None:
    """Return an idle child, which is no longer kept; None if there is none of this kind, or if it has ended."""
    with _sparing:
        peer = _spare.pop(kind, None) if _spare else None
    if peer is not None and not peer.replies.empty():
        peer.close()
        return None
    return peer


def _keep(kind: tuple[object, ...], peer: Peer) -> bool:
    """Keep an idle child, without its clauses and its budget, and return whether it is kept: not if a child of this
    kind is kept already, nor outside of `children_kept`.
    """
    with _sparing:
        if _spare is None or kind in _spare:
            return False
        _spare[kind] = peer
    for line in (b"restart", b"budget 0"):
        peer.send(line)
    return True


class _Stopped(Exception):
    """The error for a child that was ended before it answered, with the reason."""

    def __init__(self, reason: UnknownReason):
        super().__init__(reason)
        self.reason = reason


class SolverSession:
    """A formula that grows, and a solver that keeps its knowledge of the formula between questions.

    num_vars: the variables so far; `add` and `load` raise the number. memory: the limit in MB. arguments: further
    arguments for the child (`--solver NAME`, `--seed N`); name: the solver's name with these arguments. parts: the
    formula, flat clauses or paths of DIMACS files; the formula is kept here, too, so after `interrupt` or a limit the
    session goes on with a new child. A session is for one thread at a time, except for `interrupt`.

    shown: the ranges of variables that a model is requested for, to which ranges may be appended; None: all variables.
    digits: with `shown`, the last model: for each of these variables, in that order, `1` if it is true, else `0`.
    phases: literals that the solver is to try first, if it takes such hints.
    """

    def __init__(self, num_vars: int = 0, memory: int | None = None, arguments: Sequence[str] = (), name: str = NAME):
        self.num_vars, self.name = num_vars, name
        self.parts: list[array[int] | Path] = []
        self.shown: list[range] | None = None
        self.digits = b""
        self.phases: list[int] = []
        self._memory, self._arguments = memory, arguments
        self._peer: Peer | None = None
        self._sent = self._shown_sent = 0  # parts of the formula, and of what is shown, that the child has
        self._preferred: list[int] = []  # the phases that it has
        self._budget: int | None = None  # the one that it knows
        self._lock = threading.RLock()  # the handler of a signal may interrupt, too
        self._solving = self._interrupted = self._unwanted = False
        self._stopping = threading.Lock()
        self._question = 0  # the number of the one that is asked: a stop that comes too late concerns no other one

    def add(self, flat: Sequence[int]) -> None:
        """Add clauses, given as one flat sequence in which each clause is ended by 0. Raises ValueError if the last one
        is not.
        """
        if flat and flat[-1] != 0:
            raise ValueError("the last clause is not ended by 0")
        if flat:
            self.num_vars = max(self.num_vars, max(flat), -min(flat))
            self.parts.append(array("i", flat))

    def restart(self) -> None:
        """Start anew with an empty formula, with all variables shown and no phases. The child stays, for to start
        another takes longer than many a `solve`.
        """
        self.num_vars, self.parts, self.shown, self.phases = 0, [], None, []
        self._sent = self._shown_sent = 0
        self._preferred = []
        if self._peer is not None:
            self._peer.send(b"restart")

    def load(self, cnf: Path, num_vars: int) -> None:
        """Add the clauses of a DIMACS file with `num_vars` variables. The child itself reads the file, which must not
        change as long as the session lasts.
        """
        self.num_vars = max(self.num_vars, num_vars)
        self.parts.append(cnf.absolute())

    def falsified(self, literals: Sequence[int]) -> str | None:
        """Return the first clause of the formula, and its place, that the true `literals` do not satisfy, or None if
        they satisfy all. `solve` itself does not check its models, for that takes longer than many a `solve`.
        """
        true = set(literals)
        return next(filter(None, (_falsified(part, true) for part in self.parts)), None)

    def solve(
        self,
        assumptions: Sequence[int] = (),
        deadline: float | None = None,
        budget: int | None = None,
        stop: Stop | None = None,
    ) -> Outcome:
        """Solve the formula under assumptions.

        deadline: in time.monotonic(), or None. budget: the effort (EFFORT_PER_SECOND) after which the child, if it
        counts its effort, gives up but keeps all that it has learned; None: no limit. stop: a flag with the same effect
        from another thread, if there is a budget. The outcome has: with `sat`, literals of all variables, or `digits`
        of the session; with `unsat`, a part of the assumptions as `core`; with `unknown`, the reason `time` (for a
        budget, too), `memory` or `interrupted`. Raises SolverError if the child fails.
        """
        started = time.monotonic()
        self.num_vars = max(self.num_vars, *map(abs, assumptions), 0)
        self._interrupted, self._solving, self._unwanted = False, True, False
        try:
            with stop.listening(partial(self._stop, self._question)) if stop else contextlib.nullcontext():
                found = self._ask(assumptions, run_end(deadline, budget, GRACE), budget)
        except _Stopped as stopped:
            self._end()
            found = Outcome("unknown", reason=stopped.reason)
        except BaseException:
            self._end()
            raise
        finally:
            self._settle()
        return replace(found, solver=self.name, seconds=time.monotonic() - started)

    def interrupt(self) -> None:
        """Stop the `solve` that is running in another thread, if there is one, by killing the child."""
        with self._lock:
            if self._solving:
                self._interrupted = True
                if self._peer is not None:
                    self._peer.kill()

    def _stop(self, question: int) -> None:
        """Tell the child to give up this question, if it is still the current one; called by another thread."""
        with self._stopping:
            if question == self._question:
                self._unwanted, peer = True, self._peer
                if peer is not None:
                    peer.send(b"stop")

    def _settle(self) -> None:
        """Note that no `solve` runs any more, so that a late stop has no effect; end the child if it was killed."""
        with self._lock:
            self._solving = False
        with self._stopping:
            self._question += 1
        if self._interrupted:  # maybe too late for this answer, but the child is gone
            self._end()

    def close(self) -> None:
        """Give up the child, which ends unless children are kept. A later `solve` starts another."""
        self._end(self._keep_idle)

    def _end(self, keeps: Callable[[Peer], bool] = lambda peer: False) -> None:
        """End the child, if there is one, unless `keeps` returns True for it."""
        with self._lock:
            peer, self._peer, self._sent, self._shown_sent, self._preferred = self._peer, None, 0, 0, []
            self._budget = None
        if peer is not None and not keeps(peer):
            peer.close()

    def _keep_idle(self, peer: Peer) -> bool:
        return not self._solving and not self._interrupted and _keep(self._kind, peer)

    @property
    def _kind(self) -> tuple[object, ...]:
        """The command and the limit of the child; children of one kind can replace each other."""
        return (*COMMAND, *self._arguments, self._memory)

    def __enter__(self) -> SolverSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, assumptions: Sequence[int], deadline: float | None, budget: int | None) -> Outcome:
        """Send the unsent lines and the question to the child, which is started if there is none, and return the
        outcome.

        The question is the formula under `assumptions`, with `budget` as for `solve`. Raises _Stopped if the deadline
        passes, `interrupt` is called, or the child runs out of memory under a limit, and SolverError if the child fails
        otherwise.
        """
        with self._lock:
            self._check_peer(deadline)
            with signals_held():  # an alarm between its start and here would leave it at work
                peer = self._peer = (
                    self._peer or _kept(self._kind) or host().peer([*COMMAND, *self._arguments], self._memory)
                )
        lines = list[bytes]()  # short ones go with the question: two at once take half the time of two
        for line in self._unsent():
            self._check_peer(deadline)
            lines.append(line)
            if len(line) > SHORT:
                peer.send(*lines)
                lines.clear()
        if budget != self._budget:
            lines.append(b"budget %d" % (budget or 0))
            self._budget = budget
        with peer.sending:
            asks = not self._unwanted
            peer.send(*lines, *([b"solve " + _words(assumptions)] if asks else []))
        if not asks:
            return Outcome("unknown", reason="interrupted")
        while True:
            left = TICK if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                return self._understand(peer, peer.replies.get(timeout=min(TICK, left)))
            except Empty:
                self._check_peer(deadline)

    def _check_peer(self, deadline: float | None) -> None:
        """Raise _Stopped if `interrupt` was called, the event of `cancelled_by` is set, or the deadline has passed."""
        if self._interrupted or is_cancelled():
            raise _Stopped("interrupted")
        if deadline is not None and time.monotonic() >= deadline:
            raise _Stopped("time")

    def _unsent(self) -> Iterator[bytes]:
        """Yield the lines for what the child lacks of the formula, the shown variables and the phases; each part counts
        as sent when the next line is asked for.
        """
        for part in self.parts[self._sent :]:
            if isinstance(part, Path):
                yield b"file " + os.fsencode(part).hex().encode()
            else:
                yield from (b"add " + _words(piece) for piece in pieces(part))
            self._sent += 1
        if self.shown is not None and self._shown_sent < len(self.shown):
            yield b"show " + _words(end for part in self.shown[self._shown_sent :] for end in (part.start, part.stop))
            self._shown_sent = len(self.shown)
        if self.phases != self._preferred:
            yield b"phases " + _words(self.phases)
            self._preferred = list(self.phases)

    def _understand(self, peer: Peer, reply: bytes | None) -> Outcome:
        """Return the outcome that a reply of the child means, with its effort.

        reply: None after the child's last reply. Raises the error of `_failure` for None, and for a reply that is no
        answer.
        """
        word, _, rest = (reply or b"").partition(b" ")
        if word not in (b"sat", b"unsat", b"unknown"):
            raise self._failure(peer, rest)
        effort, _, literals = rest.partition(b" ")
        return replace(self._answer(word, literals), effort=int(effort))

    def _answer(self, status: bytes, literals: bytes) -> Outcome:
        """Return the outcome that a reply of the child means.

        status: `sat`, `unsat` or `unknown`. literals: with `unsat`, the core as numbers; with `sat`, a digit 0 or 1 for
        each variable, or for each shown one, which become `digits`; variables without a digit are false.
        """
        if status == b"unknown":
            return Outcome("unknown", reason="interrupted" if self._unwanted else "time")
        if status == b"unsat":
            return Outcome("unsat", core=list(map(int, literals.split())))
        if self.shown:
            self.digits = literals
            return Outcome("sat")
        digits = literals.ljust(self.num_vars, b"0")
        return Outcome("sat", [v if digit == TRUE else -v for v, digit in enumerate(digits, start=1)])

    def _failure(self, peer: Peer, message: bytes) -> Exception:
        """Return the error for a child that printed `error MESSAGE` or ended without an answer: SolverError, or
        _Stopped if the child was interrupted, or ran out of memory under a limit.
        """
        code, stderr = peer.close()
        if self._interrupted:
            return _Stopped("interrupted")
        if self._memory is not None and OUT_OF_MEMORY.search(message + stderr):
            return _Stopped("memory")
        text = message.decode("utf-8", "replace")
        return SolverError(f"{self.name}: {text}" if text else f"{self.name} {ending(code)}{tail(stderr)}")


def _falsified(part: array[int] | Path, true: set[int]) -> str | None:
    """Return the first clause of a part of a formula, and its place, that has no true literal, or None if there is
    none.
    """
    if isinstance(part, Path):
        wrong = dimacs.falsified(part, true)
        return wrong and f"{part}, {wrong}"
    false = next((clause for clause in clauses(part.tolist()) if true.isdisjoint(clause)), None)
    return None if false is None else "added clause " + " ".join(map(str, [*false, 0]))


def _words(numbers: Iterable[int]) -> bytes:
    return " ".join(map(str, numbers)).encode()
