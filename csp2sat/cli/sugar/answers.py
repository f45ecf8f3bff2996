"""The answers of the command `sugar`: in its order, each line as soon as it is known."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...api.counting import backbone, values_by_name
from ...api.door import AnswerEvent, BetterSolution, FoundSolution, Question, answer
from ...api.writing.answer_texts import Answers, answers_of
from ...base.numbers import decimal
from ...errors import LimitReached
from ...languages.csp.cspuz_keys import Keys
from ...model.model import Answer
from ...runner.process.outcome import Outcome
from ...solving.first_solution import Conclusion
from ...solving.problem import CspProblem
from ...solving.problem_run import ProblemRun
from ...solving.trace import Trace
from .input import FileNames

BOUNDS = ("OBJECTIVE", "SEARCHING:", "FOUND:", "NOT FOUND:")


class Log:
    """A log of lines `c SECONDS<TAB>TEXT`.

    level: 0 for errors alone, 1 for phases, 2 for sizes and command lines, too.
    """

    def __init__(self, level: int = 0):
        self.level = level
        self._start = time.monotonic()

    def say(self, text: str, level: int = 1) -> None:
        """Print one line if the log has at least this level."""
        if self.level >= level:
            print(f"c {int(time.monotonic() - self._start)}\t{text}", flush=True)

    @contextmanager
    def cpu(self, phase: str = "") -> Iterator[None]:
        """Run the block of a `with`, and log the CPU seconds that it took: the sum, and (user system child-user
        child-system).
        """
        before = os.times()[:4]
        yield
        spent = [now - then for now, then in zip(os.times()[:4], before, strict=True)]
        parts = " ".join(f"{round(seconds, 2):g}" for seconds in spent)
        self.say(f"{phase} CPU {round(sum(spent), 2):g} ({parts})".lstrip())

    def error(self, text: str) -> None:
        """Print an error in Sugar's form, at any level."""
        print(f"c {int(time.monotonic() - self._start)}\tERROR Exception {text}")


class LogTrace(Trace):
    """A trace that writes its messages as lines of a log: bounds of the search, and the CNF that is solved, from level
    1 on, everything else from level 2 on.

    last: the outcome of the last run of the solver that found a model; of its first run if none did; None before a run.
    """

    def __init__(self, log: Log):
        super().__init__()
        self._log = log
        self.last: Outcome | None = None

    def say(self, text: str) -> None:
        self._log.say(text, 1 if text.startswith(BOUNDS) else 2)

    def running(self, cnf: Path) -> None:
        self._log.say(f"SAT SOLVING {cnf}")

    def ran(self, outcome: Outcome) -> None:
        """Log the solver's command and output at level 2, and keep the outcome if no earlier one is kept or if it has a
        model.
        """
        self._log.say(f"CMD {' '.join(outcome.command)}", 2)
        for line in outcome.log.splitlines():
            self._log.say(line, 2)
        if self.last is None or outcome.status == "sat":
            self.last = outcome


@dataclass(frozen=True)
class Printer:
    """A printer of the answers to one problem.

    names: the files that log lines mention.  competition: whether solutions are one `v` line of integers instead of `a`
    lines.
    """

    problem: CspProblem
    log: Log
    names: FileNames
    competition: bool

    @cached_property
    def _answers(self) -> Answers:
        return answers_of(self.problem.model.about)

    def answer(self, run: ProblemRun) -> None:
        """Print a solution, or better and better ones up to the best if there is an objective, and the status.

        SATISFIABLE is printed before the first solution, another status at the end.  Raises LimitReached if a limit
        ends the search, and the interrupt or SolverError that stopped a search for the best solution.
        """
        objective = self.problem.model.objective
        if objective is not None:
            self.log.say(f"OBJECTIVE {objective.goal} {objective.term!r}")
        question = Question("one") if objective is None else Question("best", search="geometric")
        printed: list[str] = []

        def take(event: AnswerEvent) -> None:
            """Print the solution of an event, before the first one also the status, and for a better one the value of
            its objective; ignore other events.
            """
            if not isinstance(event, BetterSolution | FoundSolution):
                return
            if not printed:
                printed.append(self._say_status("SATISFIABLE"))
            if isinstance(event, BetterSolution):
                print(self._answers.objective(event.objective), end="", flush=True)
            self._values(event.solution)

        report = answer(run, question, take)
        if report.stopped is not None:
            raise report.stopped
        if report.reason:
            raise LimitReached(report.reason)
        if objective is not None and report.objective is not None:
            self.log.say(f"OBJECTIVE {objective.term!r} {decimal(report.objective)}")
        if report.status != "SATISFIABLE":
            self._say_status(report.status)

    def _say_status(self, status: Conclusion) -> str:
        """Print the line of a status, and return the line."""
        line = self._answers.status(status, "")
        print(line, end="", flush=True)
        return line

    def shared_values(self, run: ProblemRun, keys: Keys) -> None:
        """Print `sat` and a line `NAME VALUE` for each key that has the same value in all solutions, or `unsat` if
        there is no solution.  Raises LimitReached if a limit ends the search.
        """
        shared = values_by_name(backbone(run, keys.names))
        known = [(name, value) for name, value in (shared or {}).items() if value is not None]
        lines = [
            "unsat" if shared is None else "sat",
            *(f"{name} {decimal(value) if type(value) is int else str(value).lower()}" for name, value in known),
        ]
        print("\n".join(lines), flush=True)

    def _values(self, solution: Answer) -> None:
        """Print the values of a solution, as `a` lines or, for a competition, as one `v` line, with log lines about the
        decoding.
        """
        show = self._answers.row if self.competition else self._answers.values
        self.log.say(f"DECODING {self.names.out} WITH {self.names.map}")
        with self.log.cpu("DECODING"):
            print(show(self.problem.model, solution), end="", flush=True)
