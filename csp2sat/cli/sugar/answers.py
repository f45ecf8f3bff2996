"""Answers in the order in which the command `sugar` prints them, each line as soon as it is known."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...base.numbers import decimal
from ...counting.backbones import backbone
from ...errors import LimitReached
from ...languages.csp.cspuz_keys import Keys
from ...languages.spec import Answers, answers_of
from ...model.model import Answer
from ...optimizing.optimize import DEFAULT, optimize
from ...runner.process.outcome import Outcome
from ...solving.pipeline import EncodedCnf, Pipeline
from ...solving.problem import CspProblem
from ...solving.trace import Trace
from .input import Names

BOUNDS = ("OBJECTIVE", "SEARCHING:", "FOUND:", "NOT FOUND:")


class Log:
    """Lines `c SECONDS<TAB>TEXT`.  level: 0 errors alone, 1 phases, 2 sizes and command lines too."""

    def __init__(self, level: int = 0):
        self.level = level
        self._start = time.monotonic()

    def say(self, text: str, level: int = 1) -> None:
        """One line, from that level on."""
        if self.level >= level:
            print(f"c {int(time.monotonic() - self._start)}\t{text}", flush=True)

    @contextmanager
    def cpu(self, phase: str = "") -> Iterator[None]:
        """At the end of the block, the CPU seconds that it took: all, and (user system child-user child-system)."""
        before = os.times()[:4]
        yield
        spent = [now - then for now, then in zip(os.times()[:4], before, strict=True)]
        parts = " ".join(f"{round(seconds, 2):g}" for seconds in spent)
        self.say(f"{phase} CPU {round(sum(spent), 2):g} ({parts})".lstrip())

    def error(self, text: str) -> None:
        """An error, in Sugar's form."""
        print(f"c {int(time.monotonic() - self._start)}\tERROR Exception {text}")


class LogTrace(Trace):
    """What the search tells, as lines of the log: its bounds with -v, the rest with -vv.

    last: the last answer of the solver, the last model if there is one.
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
        self._log.say(f"CMD {' '.join(outcome.command)}", 2)
        for line in outcome.log.splitlines():
            self._log.say(line, 2)
        if self.last is None or outcome.status == "sat":
            self.last = outcome


@dataclass(frozen=True)
class Printer:
    """Prints the answers of one problem.  competition: one `v` line of integers instead of `a` lines."""

    problem: CspProblem
    log: Log
    names: Names
    competition: bool

    @cached_property
    def _answers(self) -> Answers:
        return answers_of(self.problem.model.about)

    def solution(self, pipeline: Pipeline, found: EncodedCnf) -> None:
        """Any solution."""
        outcome = pipeline.run(found)
        if outcome.status == "unknown":
            raise LimitReached(outcome.reason)
        if outcome.status == "unsat":
            print(self._answers.status("UNSATISFIABLE", ""), end="", flush=True)
            return
        solution = pipeline.judged(self.problem, pipeline.decode(self.problem, found, outcome.literals))
        print(self._answers.status("SATISFIABLE", ""), end="", flush=True)
        self._values(solution)

    def optimum(self, pipeline: Pipeline) -> None:
        """Better and better ones, until there is none."""
        assert self.problem.model.objective is not None
        goal, term = self.problem.model.objective
        self.log.say(f"OBJECTIVE {goal} {term!r}")
        first = iter((self._answers.status("SATISFIABLE", ""),))

        def report(value: int, solution: Answer) -> None:
            print(next(first, "") + self._answers.objective(value), end="", flush=True)
            self._values(solution)

        result = optimize(self.problem, pipeline, DEFAULT, report)
        if result.stopped is not None:
            raise result.stopped
        if result.reason:
            raise LimitReached(result.reason)
        if result.objective is not None:
            self.log.say(f"OBJECTIVE {term!r} {decimal(result.objective)}")
        print(self._answers.status(result.status, ""), end="", flush=True)

    def shared_values(self, pipeline: Pipeline, keys: Keys) -> None:
        """`sat` and the keys that have one value in all solutions, or `unsat`."""
        shared = backbone(self.problem, pipeline, keys.names)
        known = [(name, value) for name, value in (shared or {}).items() if value is not None]
        lines = [
            "unsat" if shared is None else "sat",
            *(f"{name} {decimal(value) if type(value) is int else str(value).lower()}" for name, value in known),
        ]
        print("\n".join(lines), flush=True)

    def _values(self, solution: Answer) -> None:
        show = self._answers.row if self.competition else self._answers.values
        self.log.say(f"DECODING {self.names.out} WITH {self.names.map}")
        with self.log.cpu("DECODING"):
            print(show(self.problem.model, solution), end="", flush=True)
