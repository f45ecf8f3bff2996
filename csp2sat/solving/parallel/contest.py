"""A contest on a question that takes long: solvers that join the first one, each in a thread of its own."""

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
from ...base.time_limit import also_cancelled
from ...errors import SolverError
from ...runner.config.config import Solvers
from ...runner.config.entry import Member, Solver
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
    """The run of the solver that started alone; the contest may set the `stop` of its options."""

    solver: Solver
    question: CnfQuestion
    folder: Path
    options: RunOptions
    trace: Trace


class Contender(NamedTuple):
    """A solver that has joined the contest; `stop` ends its process, and its thread ends soon after.

    folder: the place for files of the solver.
    """

    solver: Solver
    folder: Path
    options: RunOptions
    stop: Stop
    thread: threading.Thread


class Contest:
    """A contest between the first solver and others that join, about one question.  `close` must be called.

    solvers: the configuration, with the portfolio.  avoided: the name of a solver that must not join, '' for none.
    """

    def __init__(self, first: FirstRun, solvers: Solvers, avoided: str):
        self._first, self._solvers, self._avoided = first.solver, solvers, avoided
        self._question, self._folder, self._options, self._trace = first[1:]
        self._waiting = solvers.joining(self._question.ordered)
        self._contenders: list[Contender] = []
        self._answers: SimpleQueue[AnsweredBy] = SimpleQueue()
        self._peaks: dict[str, int] = {}  # bytes, by name, of those that are running

    def answer(self, reply: Outcome | SolverError) -> tuple[Solver, Outcome]:
        """Wait for the first outcome `sat` or `unsat`, and return its solver and the outcome.

        reply: the outcome or error of the first solver, which is returned or raised if no solver answers `sat` or
        `unsat`.
        """
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
        """Move the winner's proof to the place of the first solver's, if the winner is a solver that has joined."""
        proof = next((contender.options.proof for contender in self._contenders if contender.solver is winner), None)
        if proof is not None and self._options.proof is not None and answer.status == "unsat":
            proof.replace(self._options.proof)

    def close(self) -> None:
        """Stop all solvers that have joined, wait for their threads, and remove their folders.

        An interrupt is delayed until then, as a solver that still runs could write into a folder that is being removed.
        """
        with signals_held():
            self.halt()
            for contender in self._contenders:
                if contender.thread.ident is not None:  # an interrupt may have come before it was started
                    contender.thread.join()
                shutil.rmtree(contender.folder, ignore_errors=True)

    def halt(self) -> None:
        """Stop all solvers that have joined; any thread may call this method."""
        for contender in self._contenders:
            contender.stop.set()

    def _put(self, solver: Solver, reply: SolverReply) -> None:
        """Add a solver's reply to the answers, and stop the first solver if the reply is an answer."""
        self._answers.put((solver, reply))
        self._peaks.pop(solver.name, None)
        if _is_answer(reply) and self._options.stop is not None:
            self._options.stop.set()

    def watch(self, peak: int, seconds: float) -> None:
        """Let waiting solvers join if their time has come and a core is free; to be called while the first solver runs.

        peak: the bytes that the first solver has used.  seconds: the time for which the first solver has run.
        """
        self._used(self._first.name, peak)
        while self._waiting and seconds >= self._waiting[0].after and self._has_core():
            self._grow(self._waiting.pop(0))

    def _running(self) -> list[Contender]:
        """Return the solvers that have joined and still run."""
        return [contender for contender in self._contenders if contender.thread.is_alive()]

    def _has_core(self) -> bool:
        """Whether there is a core, and a thread by the limit of threads, for one more solver."""
        return len(self._running()) + 1 < min(cores(), self._options.threads or cores())

    def _used(self, name: str, peak: int) -> None:
        """Note that the solver called `name` has used `peak` bytes; stop the solver that joined last if memory is
        short.
        """
        self._peaks[name] = peak
        running = self._running()
        if running and not running[-1].stop.is_set and self._lacks_memory(running[-1].options.memory):
            running[-1].stop.set()

    def _lacks_memory(self, given: int | None) -> bool:
        """Whether the solvers together use more memory than the limit, or leave too little for the first solver.

        given: the MB that the solver that joined last may use, half of the free memory when it joined; None if unknown.
        """
        limit, free = self._options.memory, free_memory()
        is_beyond = limit is not None and sum([*self._peaks.values()]) > limit * MEGABYTE
        return is_beyond or (given is not None and free is not None and free < given * MEGABYTE // SCARCE)

    def _grow(self, member: Member) -> None:
        """Let the solver of a portfolio member join if there is enough memory for it."""
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
        """Whether a solver is neither in the contest nor avoided, and writes proofs in the first solver's format if a
        proof is wanted.
        """
        names = {self._first.name, self._avoided, *(contender.solver.name for contender in self._contenders)}
        is_able = self._options.proof is None or solver.proof == self._first.proof
        return solver.name not in names and is_able

    def _memory(self) -> int | None:
        """Return the MB that one more solver may use: half of the free memory, within the limit for all; None if
        unknown.
        """
        free, limit, used = free_memory(), self._options.memory, sum([*self._peaks.values()])
        rooms = [] if free is None else [free // 2]
        rooms += [] if limit is None else [max(0, limit * MEGABYTE - used)]
        return min(rooms) // MEGABYTE if rooms else None

    def _need(self) -> float:
        """Return the MB that one more solver is estimated to need."""
        return needed(self._question.cnf.stat().st_size, self._peaks.get(self._first.name, 0))

    def _start(self, solver: Solver, memory: int | None) -> None:
        """Start the thread of a solver that joins; a failure to start is only traced.

        memory: the MB that the solver may use, None for no limit.
        """
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
        """Return a contender for a solver, with `memory` MB, whose thread is not started yet."""
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
        thread = threading.Thread(target=also_cancelled(self._join), args=(solver, folder, options), daemon=True)
        return Contender(solver, folder, options, stop, thread)

    def _join(self, solver: Solver, folder: Path, options: RunOptions) -> None:
        """Run a solver on the question, and put its outcome or error into the answers; run in the solver's thread,
        nothing is raised.
        """
        reply: SolverReply
        try:
            reply = run(solver, self._question.cnf, self._question.num_vars, folder, options)
        except Exception as error:
            reply = error
        self._put(solver, reply)


def needed(size: int, peak: int = 0) -> float:
    """Return the MB that a solver is estimated to need for a CNF of `size` bytes on which another solver has used
    `peak` bytes.
    """
    return BASE + max(PER_BYTE * size, PER_PEAK * peak) / MEGABYTE


def _is_answer(reply: SolverReply) -> bool:
    """Whether a reply is an outcome `sat` or `unsat`."""
    return isinstance(reply, Outcome) and reply.status != "unknown"
