"""The portfolio that grows: one solver starts alone, others join it on a question that takes long.

No solver is best: on formulas of one kind the same two differ eight times in favour of the one, then thirty times in
favour of the other.  Most questions are answered within a second, though, and those cost nothing more than a solver
alone: no thread, nothing of what only the others need, not even their code.
"""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import SolverError
from ...runner.config.config import Solvers
from ...runner.config.entry import Solver
from ...runner.process.outcome import Outcome, RunOptions, Stop
from ...runner.runner import run
from ..pipeline import CnfQuestion, SolverStrategy
from ..trace import Trace

if TYPE_CHECKING:
    from .contest import Contest


@dataclass(frozen=True)
class GrowingPortfolio(SolverStrategy):
    """The first answer that is accepted counts; the others are stopped then.

    solver: who starts.  solvers: the configuration, with the portfolio.  avoided: the name of one that does not join.
    What goes wrong with one that joins is written to the trace and has no consequence; its `unsat` is believed.  Where
    nobody answers, it is as if the first one were alone.
    """

    solvers: Solvers
    avoided: str = ""

    def can(self) -> list[str]:
        return [*self.solver.entry.can(), "threads"]  # so many solvers

    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        started, stop, contests = time.monotonic(), Stop(), list["Contest"]()

        def watch(peak: int) -> None:
            seconds = time.monotonic() - started
            if not contests and seconds >= self.solvers.portfolio[1].after and not stop.is_set:
                from .contest import Contest, FirstRun

                first = FirstRun(self.solver, question, folder, alone, trace)
                contests.append(Contest(first, self.solvers, self.avoided))
            for contest in contests:
                contest.watch(peak, seconds)

        def halt() -> None:
            for each in [stop.set, *(contest.halt for contest in contests)]:
                each()

        alone = replace(options, stop=stop, on_memory=watch)
        try:
            with options.stop.listening(halt) if options.stop else nullcontext():
                reply = _asked(self.solver, question, folder, alone)
                if contests:
                    return contests[0].answer(reply)
        finally:
            for contest in contests:
                contest.close()
            contests.clear()
            alone = options  # `watch` refers to it, and it referred to `watch`: a circle, which is not freed at once
        if isinstance(reply, SolverError):
            raise reply
        return self.solver, reply


def _asked(solver: Solver, question: CnfQuestion, folder: Path, options: RunOptions) -> Outcome | SolverError:
    try:
        return run(solver, question.cnf, question.num_vars, folder, options)
    except SolverError as error:
        return error
