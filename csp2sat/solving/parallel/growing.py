"""The portfolio that grows: one solver starts alone, others join it on a question that takes long.

No solver is best: on formulas of one kind the same two differ eight times in favour of the one, then thirty times in
favour of the other.  Most questions are answered within a second, though, and of those the first solver alone is asked,
in this thread, with nothing looked at that only the others need.
"""

from __future__ import annotations

import shutil
import threading
import time
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from ...errors import SolverError
from ...runner.config.config import Member, Solvers
from ...runner.config.entry import Solver
from ...runner.process.outcome import Outcome, RunOptions, Stop
from ...runner.process.resources import cores, free_memory
from ...runner.runner import run
from ..pipeline import CnfQuestion, SolverStrategy
from ..trace import Trace

MEGABYTE = 1 << 20
BASE = 64  # MB that a solver may need for itself, ...
PER_BYTE = 8  # ... for each byte of the formula, ...
PER_PEAK = 2  # ... or for each byte of what the first one uses
Answer = tuple[Solver, Outcome | Exception]


@dataclass(frozen=True)
class GrowingPortfolio(SolverStrategy):
    """The first answer that is accepted counts; the others are stopped then.

    solver: who starts.  solvers: the configuration, with the portfolio.  avoided: the name of one that does not join.
    What is wrong with one that joins is said in the trace and has no consequence.
    """

    solvers: Solvers
    avoided: str = ""

    def ask(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        contest = _Contest(self, question, folder, options, trace)
        try:
            return contest.answer()
        finally:
            contest.close()


class _Rival(NamedTuple):
    """A solver that has joined: its process is ended by `stop`, its thread ends soon after."""

    solver: Solver
    options: RunOptions
    stop: Stop
    thread: threading.Thread


class _Contest:
    """One question.  `close` must be called."""

    def __init__(
        self, portfolio: GrowingPortfolio, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace
    ):
        self._portfolio, self._question, self._folder, self._trace = portfolio, question, folder, trace
        self._options = replace(options, stop=Stop(), look=self._look)  # of the first one
        self._outside = options.stop
        self._started = time.monotonic()
        self._waiting = list(portfolio.solvers.portfolio[1:])
        self._rivals: list[_Rival] = []
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._peaks: dict[str, int] = {}  # bytes, by name, of those that are running

    def answer(self) -> tuple[Solver, Outcome]:
        """Who answered, and what.  Where nobody did, it is what the first one said, or its SolverError."""
        with self._outside.listening(self._halt) if self._outside else nullcontext():
            self._run(self._portfolio.solver, self._folder, self._options)
            said = [self._answers.get()]
            while not _is_answer(said[-1][1]) and len(said) <= len(self._rivals):
                said.append(self._answers.get())
        self._tell(said)
        return self._best(said)

    def close(self) -> None:
        """No solver is running then, and what those that have joined wrote is gone."""
        self._halt()
        for number, rival in enumerate(self._rivals):
            rival.thread.join()
            shutil.rmtree(self._place(number), ignore_errors=True)

    def _place(self, number: int) -> Path:
        """The folder for what one that has joined writes."""
        return self._folder / f"portfolio-{number + 1}"

    def _halt(self) -> None:
        for stop in [self._options.stop, *(rival.stop for rival in self._rivals)]:
            if stop is not None:
                stop.set()

    def _run(self, solver: Solver, folder: Path, options: RunOptions) -> None:
        """Ask a solver; what it says, or fails by, is put to the answers.  One that counts stops the first solver."""
        said: Outcome | Exception
        try:
            said = run(solver, self._question.cnf, self._question.num_vars, folder, options)
        except SolverError as error:
            said = error
        self._put(solver, said)

    def _put(self, solver: Solver, said: Outcome | Exception) -> None:
        self._answers.put((solver, said))
        self._peaks.pop(solver.name, None)
        if _is_answer(said) and self._options.stop is not None:
            self._options.stop.set()

    def _tell(self, said: list[Answer]) -> None:
        for solver, answer in said if self._rivals else ():
            why = (answer.reason or answer.status.upper()) if isinstance(answer, Outcome) else answer
            self._trace.say(f"{solver.name}: {why}")

    def _best(self, said: list[Answer]) -> tuple[Solver, Outcome]:
        winner, answer = said[-1]
        if not _is_answer(answer):
            winner, answer = next(each for each in said if each[0] is self._portfolio.solver)
        if isinstance(answer, Exception):
            raise answer
        proof = next((rival.options.proof for rival in self._rivals if rival.solver is winner), None)
        if proof is not None and self._options.proof is not None and answer.status == "unsat":
            proof.replace(self._options.proof)
        return winner, answer

    def _look(self, peak: int) -> None:
        """Called in this thread while the first one runs; peak: bytes that it has used."""
        self._used(self._portfolio.solver.name, peak)
        while self._waiting and time.monotonic() - self._started >= self._waiting[0].after:
            self._grow(self._waiting.pop(0))

    def _used(self, name: str, peak: int) -> None:
        """Note the memory of one; what is allowed is for all, so the last one goes where that is passed."""
        self._peaks[name] = peak
        limit = self._options.memory
        if limit is not None and sum([*self._peaks.values()]) > limit * MEGABYTE:
            running = [rival for rival in self._rivals if not rival.stop.is_set]
            if running:
                running[-1].stop.set()

    def _grow(self, member: Member) -> None:
        """Let one join, if a core and the memory for it are there."""
        if len(self._rivals) + 1 >= min(cores(), self._options.threads or cores()):
            return
        solver = self._portfolio.solvers.first(member, self._suits)
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
        names = {self._portfolio.solver.name, self._portfolio.avoided, *(rival.solver.name for rival in self._rivals)}
        is_able = self._options.proof is None or solver.proof == self._portfolio.solver.proof
        return solver.name not in names and is_able

    def _memory(self) -> int | None:
        """The MB that one more may use: half of what is free, and no more than is left; None: not known."""
        free, limit, used = free_memory(), self._options.memory, sum([*self._peaks.values()])
        rooms = [] if free is None else [free // 2]
        rooms += [] if limit is None else [max(0, limit * MEGABYTE - used)]
        return min(rooms) // MEGABYTE if rooms else None

    def _need(self) -> float:
        """The MB that one more may well need."""
        first = self._peaks.get(self._portfolio.solver.name, 0)
        return BASE + max(PER_BYTE * self._question.cnf.stat().st_size, PER_PEAK * first) / MEGABYTE

    def _start(self, solver: Solver, memory: int | None) -> None:
        folder, stop = self._place(len(self._rivals)), Stop()
        options = replace(
            self._options,
            memory=memory,
            threads=None,
            extra=(),
            proof=folder / "proof" if self._options.proof else None,
            stop=stop,
            look=partial(self._used, solver.name),
        )
        thread = threading.Thread(target=self._join, args=(solver, folder, options))
        self._rivals.append(_Rival(solver, options, stop, thread))
        thread.start()

    def _join(self, solver: Solver, folder: Path, options: RunOptions) -> None:
        """As `_run`, in a thread of its own, from which nothing is raised."""
        try:
            folder.mkdir(exist_ok=True)
            self._run(solver, folder, options)
        except Exception as error:
            self._put(solver, error)


def _is_answer(said: Outcome | Exception) -> bool:
    return isinstance(said, Outcome) and said.status != "unknown"
