"""Answers in the order in which the command `sugar` prints them, each line as soon as it is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ..encode.encoder import Options
from ..errors import LimitReached
from ..langs.answer_keys import Keys
from ..langs.spec import Answers, answers_of
from ..model.model import Answer
from ..run.outcome import Outcome
from ..search.backbone import backbone
from ..search.engine import Engine, Files
from ..search.optimize import DEFAULT, optimize
from ..search.problem import CspProblem
from ..search.trace import Trace
from .sugar_input import Names
from .sugar_log import Log

BOUNDS = ("OBJECTIVE", "SEARCHING:", "FOUND:", "NOT FOUND:")


class LogTrace(Trace):
    """What the search tells, as lines of the log: its bounds with -v, the rest with -vv."""

    def __init__(self, log: Log):
        super().__init__()
        self._log = log

    def say(self, text: str) -> None:
        self._log.say(text, 1 if text.startswith(BOUNDS) else 2)


@dataclass
class SugarEngine(Engine):
    """An engine that says what it runs, and keeps the last answer of its solver, the last model if there is one."""

    options: Options = field(default_factory=lambda: Options(merge=False))
    log: Log = field(default_factory=Log)
    last: Outcome | None = None

    def run(self, found: Files) -> Outcome:
        self.log.say(f"SAT SOLVING {found.cnf}")
        outcome = super().run(found)
        self.log.say(f"CMD {' '.join(outcome.command)}", 2)
        for line in outcome.log.splitlines():
            self.log.say(line, 2)
        if self.last is None or outcome.status == "sat":
            self.last = outcome
        return outcome


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

    def solution(self, engine: SugarEngine, found: Files) -> None:
        """Any solution."""
        outcome = engine.run(found)
        if outcome.status == "unknown":
            raise LimitReached(outcome.reason)
        if outcome.status == "unsat":
            print(self._answers.status("UNSATISFIABLE", ""), end="", flush=True)
            return
        solution = engine.judged(self.problem, engine.decode(self.problem, found, outcome.literals))
        print(self._answers.status("SATISFIABLE", ""), end="", flush=True)
        self._values(solution)

    def optimum(self, engine: SugarEngine, incremental: bool) -> None:
        """Better and better ones, until there is none.  incremental: by the embedded solver."""
        assert self.problem.model.objective is not None
        goal, term = self.problem.model.objective
        self.log.say(f"OBJECTIVE {goal} {term!r}")
        first = iter((self._answers.status("SATISFIABLE", ""),))

        def report(value: int, solution: Answer) -> None:
            print(next(first, "") + self._answers.objective(value), end="", flush=True)
            self._values(solution)

        result = optimize(self.problem, engine, DEFAULT, report, incremental)
        if result.stopped is not None:
            raise result.stopped
        if result.reason:
            raise LimitReached(result.reason)
        if result.objective is not None:
            self.log.say(f"OBJECTIVE {term!r} {result.objective}")
        print(self._answers.status(result.status, ""), end="", flush=True)

    def shared_values(self, engine: SugarEngine, keys: Keys) -> None:
        """`sat` and the keys that have one value in all solutions, or `unsat`."""
        shared = backbone(self.problem, engine, keys.names)
        known = [(name, value) for name, value in (shared or {}).items() if value is not None]
        lines = ["unsat" if shared is None else "sat", *(f"{name} {str(value).lower()}" for name, value in known)]
        print("\n".join(lines), flush=True)

    def _values(self, solution: Answer) -> None:
        show = self._answers.row if self.competition else self._answers.values
        self.log.say(f"DECODING {self.names.out} WITH {self.names.map}")
        with self.log.cpu("DECODING"):
            print(show(self.problem.model, solution), end="", flush=True)
