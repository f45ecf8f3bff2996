"""A portfolio: several solvers on one formula at once; the first answer counts, the others are stopped."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

from ...base.signals import signals_held
from ...base.time_limit import also_cancelled
from ...errors import SolverError
from ...frozen import dataclass
from ...runner.config.entry import Solver
from ...runner.process.outcome import Outcome, RunOptions, Stop
from ...runner.runner import run
from ..pipeline import CnfQuestion, SolverStrategy
from ..trace import Trace


@dataclass(frozen=True)
class Portfolio(SolverStrategy):
    """A strategy that asks all its solvers each question.  solver: the solver that represents the strategy before the
    first answer.
    """

    contenders: tuple[Solver, ...]

    def can(self) -> list[str]:
        return [word for contender in self.contenders for word in contender.can()]

    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        winner, outcome = race(self.contenders, (question.cnf, question.num_vars), folder, options)
        trace.say(f"WON BY {winner.name}" if outcome.status != "unknown" else "NOBODY WON")
        return winner, outcome


def race(
    contenders: Sequence[Solver], formula: tuple[Path, int], folder: Path, options: RunOptions
) -> tuple[Solver, Outcome]:
    """Run all contenders on a formula at once, and return the first to answer `sat` or `unsat`, with its outcome.

    formula: a CNF file and its number of variables.  contenders: the solvers, all of which have stopped on return.  If
    none answers so, the result is a solver with its outcome `unknown`.  Raises SolverError, with the faults of all, if
    all solvers failed.
    """
    stop = Stop()
    answers: SimpleQueue[tuple[Solver, Outcome | BaseException]] = SimpleQueue()
    threads = []
    try:
        for number, solver in enumerate(contenders):
            place = folder / f"race-{number}-{re.sub(r'[^A-Za-z0-9]', '-', solver.name)}"
            place.mkdir(exist_ok=True)
            work = (solver, formula, place, replace(options, stop=stop), answers)
            threads.append(threading.Thread(target=also_cancelled(_run), args=work, daemon=True))
            threads[-1].start()
        return _first(answers, len(threads))
    finally:
        with signals_held():  # what is being ended still writes into the folder
            stop.set()
            for thread in threads:
                if thread.ident is not None:  # an interrupt may have come before it was started
                    thread.join()


def _run(
    solver: Solver,
    formula: tuple[Path, int],
    folder: Path,
    options: RunOptions,
    to: SimpleQueue[tuple[Solver, Outcome | BaseException]],
) -> None:
    """Run a solver on a formula, and put the solver with its outcome, or with the error that was raised, into the queue
    `to`.
    """
    try:
        to.put((solver, run(solver, *formula, folder, options)))
    except BaseException as error:
        to.put((solver, error))


def _first(answers: SimpleQueue[tuple[Solver, Outcome | BaseException]], number: int) -> tuple[Solver, Outcome]:
    """Return the first answer `sat` or `unsat` among `number` answers of the queue, with its solver; else the first
    `unknown`.

    Raises SolverError, with the faults in the order in which they came, if all solvers failed (a single fault as it
    is), and at once any other error that a solver raised.
    """
    open_: tuple[Solver, Outcome] | None = None
    failed = list[SolverError]()
    for _ in range(number):
        solver, answer = answers.get()
        if isinstance(answer, Outcome):
            if answer.status != "unknown":
                return solver, answer
            open_ = open_ or (solver, answer)
        elif isinstance(answer, SolverError):
            failed.append(answer)
        else:
            raise answer
    if open_ is None:
        raise failed[0] if len(failed) == 1 else SolverError("; ".join(map(str, failed))) from failed[0]
    return open_
