"""A portfolio that grows: one solver starts alone, others join it on a question that takes long.

No solver is best: on formulas of one kind the first of two is eight times quicker, on formulas of another kind the
second is thirty times quicker.  Most questions are answered within a second, though, and cost nothing more than with
one solver: no thread, and no import of the code for the others.
"""

from __future__ import annotations

import math
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import SolverError
from ...frozen import dataclass
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
    """A strategy that starts one solver and lets others join; the first accepted answer counts, the other solvers are
    stopped.

    solver: the solver that starts.  solvers: the configuration, with the portfolio.  avoided: the name of a solver that
    must not join, '' for none.  The failure of a solver that joins is only traced; its answer `unsat` is believed.  If
    no solver answers, the result is that of the first solver.
    """

    solvers: Solvers
    avoided: str = ""

    def can(self) -> list[str]:
        return [*self.solver.can(), "threads"]  # one for each solver

    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        """Return the first outcome `sat` or `unsat` of the solvers, with its solver; else the first solver with its
        outcome.

        The first solver runs in this thread; a contest of others begins when the time of the first member that may join
        this question has come, unless the options limit CPU time to less than that.  folder: the place for files of
        solvers.  Raises SolverError if the first solver fails and no other answers.
        """
        started, stop, contests = time.monotonic(), Stop(), list["Contest"]()
        after = min((member.after for member in self.solvers.joining(question.ordered)), default=math.inf)
        joined = options.cpu is None or options.cpu > after

        def watch(peak: int) -> None:
            seconds = time.monotonic() - started
            if not contests and joined and seconds >= after and not stop.is_set:
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
    """Return the outcome of the first solver, or the SolverError that was raised."""
    try:
        return run(solver, question.cnf, question.num_vars, folder, options)
    except SolverError as error:
        return error
