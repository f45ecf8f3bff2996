"""The solvers that join another one on a question that takes long, each in a thread of its own."""

from __future__ import annotations

import shutil
import tempfile
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from ...base.resources import cores, free_memory
from ...base.signals import signals_held
from ...errors import SolverError
from ...runner.config.config import Member, Solvers
from ...runner.config.entry import Solver
from ...runner.process.outcome import Outcome, RunOptions, Stop
from ...runner.runner import run
from ..pipeline import CnfQuestion
from ..trace import Trace

MEGABYTE = 1 << 20
BASE = 64  # MB that a solver may need for itself, ...
PER_BYTE = 8  # ... for each byte of the formula, ...
PER_PEAK = 2  # ... or for each byte of what the first one uses
SCARCE = 4  # what is free is scarce when it is less than this part of what the last one that joined may use
SolverReply = Outcome | SolverError | Exception
AnsweredBy = tuple[Solver, SolverReply]


class FirstRun(NamedTuple):
    """The solver that started alone, and its run; the `stop` of its options is ours to set."""

    solver: Solver
    question: CnfQuestion
    folder: Path
    options: RunOptions
    trace: Trace


class Contender(NamedTuple):
    """A solver that has joined: its process is ended by `stop`, its thread ends soon after.  folder: for what it
    writes."""

    solver: Solver
    folder: Path
    options: RunOptions
    stop: Stop
    thread: threading.Thread


class Contest:
    """What a question that takes long is answered by, besides the first solver.  `close` must be called.

    solvers: the configuration, with the portfolio.  avoided: the name of one that does not join.
    """

    def __init__(self, first: FirstRun, solvers: Solvers, avoided: str):
        self._first, self._solvers, self._avoided = first.solver, solvers, avoided
        self._question, self._folder, self._options, self._trace = first[1:]
        self._waiting = list(solvers.portfolio[1:])
        self._contenders: list[Contender] = []
        self._answers: SimpleQueue[AnsweredBy] = SimpleQueue()
        self._peaks: dict[str, int] = {}  # bytes, by name, of those that are running

    def answer(self, reply: Outcome | SolverError) -> tuple[Solver, Outcome]:
        """Who answered, and what.  reply: by the first one; where nobody answered it is that, or raised."""
        self._put(self._first, reply)
        answers = [self._answers.get()]
        while not _is_answer(answers[-1][1]) and len(answers) <= len(self._contenders):
            answers.append(self._answers.get())
        for solver, answer in answers if self._contenders else ():
            why = (answer.reason or answer.status.upper()) if isinstance(answer, Outcome) else answer
            self._trace.say(f"{solver.name}: {why}")
        winner, best = answers[-1] if _is_answer(answers[-1][1]) else (self._first, reply)
        if isinstance(best, Exception):
            raise best
        self._keep_proof(winner, best)
        return winner, best

    def _keep_proof(self, winner: Solver, answer: Outcome) -> None:
        """The proof of one that has joined, and won, takes the place of the first one's."""
        proof = next((contender.options.proof for contender in self._contenders if contender.solver is winner), None)
        if proof is not None and self._options.proof is not None and answer.status == "unsat":
            proof.replace(self._options.proof)

    def close(self) -> None:
        """No solver is running then, and what those that have joined wrote is gone.  An interrupt waits for that: a
        solver that is still there could write into a folder that is being removed."""
        with signals_held():
            self.halt()
            for contender in self._contenders:
                if contender.thread.ident is not None:  # an interrupt may have come before it was started
                    contender.thread.join()
                shutil.rmtree(contender.folder, ignore_errors=True)

    def halt(self) -> None:
        """End those that have joined; any thread may call it."""
        for contender in self._contenders:
            contender.stop.set()

    def _put(self, solver: Solver, reply: SolverReply) -> None:
        """Add a solver's reply to the answers, and stop the first solver if the reply is an answer."""
        self._answers.put((solver, reply))
        self._peaks.pop(solver.name, None)
        if _is_answer(reply) and self._options.stop is not None:
            self._options.stop.set()

    def watch(self, peak: int, seconds: float) -> None:
        """To be called while the first one runs; peak: bytes that it has used; seconds: for which it has run."""
        self._used(self._first.name, peak)
        while self._waiting and seconds >= self._waiting[0].after and self._has_core():
            self._grow(self._waiting.pop(0))

    def _running(self) -> list[Contender]:
        """Those that have joined, and have neither answered nor failed."""
        return [contender for contender in self._contenders if contender.thread.is_alive()]

    def _has_core(self) -> bool:
        """Is there one for one more?"""
        return len(self._running()) + 1 < min(cores(), self._options.threads or cores())

    def _used(self, name: str, peak: int) -> None:
        """Note the memory of one.  Where all take too much the last one that has joined goes, then the one before."""
        self._peaks[name] = peak
        running = self._running()
        if running and not running[-1].stop.is_set and self._lacks_memory(running[-1].options.memory):
            running[-1].stop.set()

    def _lacks_memory(self, given: int | None) -> bool:
        """Is more used than is allowed for all, or so little left that the first one may get none?  given: the MB that
        the last one may use, half of what was free when it joined; None: not known."""
        limit, free = self._options.memory, free_memory()
        is_beyond = limit is not None and sum([*self._peaks.values()]) > limit * MEGABYTE
        return is_beyond or (given is not None and free is not None and free < given * MEGABYTE // SCARCE)

    def _grow(self, member: Member) -> None:
        """Let one join, if the memory for it is there."""
        solver = self._solvers.first(member, self._suits)
        if solver is None:
            return
        memory = self._memory()
        if memory is not None and memory < self._need():
            self._trace.say(f"NOT JOINED BY {solver.name}: {memory} MB may not be enough")
            return
        self._trace.say(f"JOINED BY {solver.name}")
        self._start(solver, memory)

    def _suits(self, solver: Solver) -> bool:
        """It is none of those that are there; where a proof is wanted, it writes one as the first solver does."""
        names = {self._first.name, self._avoided, *(contender.solver.name for contender in self._contenders)}
        is_able = self._options.proof is None or solver.proof == self._first.proof
        return solver.name not in names and is_able

    def _memory(self) -> int | None:
        """The MB that one more may use: half of what is free, and no more than is left; None: not known."""
        free, limit, used = free_memory(), self._options.memory, sum([*self._peaks.values()])
        rooms = [] if free is None else [free // 2]
        rooms += [] if limit is None else [max(0, limit * MEGABYTE - used)]
        return min(rooms) // MEGABYTE if rooms else None

    def _need(self) -> float:
        """The MB that one more may well need."""
        return needed(self._question.cnf.stat().st_size, self._peaks.get(self._first.name, 0))

    def _start(self, solver: Solver, memory: int | None) -> None:
        try:
            folder = Path(tempfile.mkdtemp(prefix="portfolio-", dir=self._folder))
            self._contenders.append(self._contender(solver, folder, memory))
            if self._options.stop is not None and self._options.stop.is_set:  # by a thread that did not see this one
                self.halt()
            self._contenders[-1].thread.start()
        except OSError as error:  # no folder
            self._trace.say(f"{solver.name}: {error.strerror}")
        except RuntimeError as error:  # no more threads are allowed
            shutil.rmtree(self._contenders.pop().folder, ignore_errors=True)
            self._trace.say(f"{solver.name}: {error}")

    def _contender(self, solver: Solver, folder: Path, memory: int | None) -> Contender:
        """One that joins, and waits to be started."""
        stop = Stop()
        options = replace(
            self._options,
            memory=memory,
            threads=None,
            extra=(),
            proof=folder / "proof" if self._options.proof else None,
            stop=stop,
            on_memory=partial(self._used, solver.name),
        )
        thread = threading.Thread(target=self._join, args=(solver, folder, options), daemon=True)
        return Contender(solver, folder, options, stop, thread)

    def _join(self, solver: Solver, folder: Path, options: RunOptions) -> None:
        """Ask one that joins, in a thread of its own, from which nothing is raised."""
        reply: SolverReply
        try:
            reply = run(solver, self._question.cnf, self._question.num_vars, folder, options)
        except Exception as error:
            reply = error
        self._put(solver, reply)


def needed(size: int, peak: int = 0) -> float:
    """The MB that a solver may well need for a CNF of so many bytes, of which another one takes `peak` bytes."""
    return BASE + max(PER_BYTE * size, PER_PEAK * peak) / MEGABYTE


def _is_answer(reply: SolverReply) -> bool:
    return isinstance(reply, Outcome) and reply.status != "unknown"
