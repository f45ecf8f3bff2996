"""The exact question of a problem, asked in several ways that take turns.

Which way to say that lines are one loop is quick depends on the board, and cannot be seen beforehand: trees where the
clues decide much, cuts where many sets of loops keep them.  So each has its time, and what was learned is kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

from ..run.outcome import Outcome
from .cutting import cutting
from .engine import Engine, Files
from .loops import How, eliminated, loops_of
from .problem import Problem
from .questions import InSession, Questions, Runs

Way = Literal["exact", "elim", "cuts"]
TURNS: dict[How, Sequence[tuple[Way, float | None]]] = {  # seconds, None: until the end
    "auto": (("exact", 3), ("cuts", 20), ("exact", 60), ("cuts", None)),
    "tree": (("exact", None),),
    "elim": (("elim", None),),
    "cuts": (("cuts", None),),
}


class Turns:
    """The ways to ask a problem: all of them if its model requires loops, else the model as it is.

    `close` must be called.
    """

    def __init__(self, problem: Problem, engine: Engine):
        self._problem, self._engine = problem, engine
        self._attempt = problem.attempts()[-1]
        self._ways: dict[Way, Questions] = {}
        self._blocked: list[Any] = []
        self._quick: Way | None = None  # the one that gave the last answer

    def ask(self) -> tuple[Outcome, Files]:
        """Is there a solution that is not blocked?  The CNF is the one that the outcome's model belongs to."""
        for way, seconds in self._order():
            questions = self._ways[way] = self._ways.get(way) or self._new(way)
            outcome = questions.ask(deadline=None if seconds is None else self._until(seconds))
            if outcome.status != "unknown":
                self._quick = way
            if outcome.reason != "time" or self._over() or seconds is None:
                break
            self._engine.trace.say(f"NO ANSWER by {way} in {seconds} s")
        return outcome, questions.found

    @cached_property
    def _turns(self) -> Sequence[tuple[Way, float | None]]:
        """Those of the board; its exact model is looked at when the question comes to it."""
        has_loops = self._engine.loop != "tree" and loops_of(self._attempt.model())
        return TURNS[self._engine.loop if has_loops else "tree"]

    def _order(self) -> Sequence[tuple[Way, float | None]]:
        """The turns, from the first one of the way that gave the last answer on."""
        ways = [way for way, _ in self._turns]
        return self._turns[ways.index(self._quick) if self._quick else 0 :]

    def block(self, solution: Any) -> None:
        """The solution is none from now on."""
        self._blocked.append(solution)
        for way in ("exact", "elim"):  # their files stay as they are
            self._ways.pop(way, None)
        if "cuts" in self._ways:
            self._forbid(self._ways["cuts"], solution)

    def close(self) -> None:
        for questions in self._ways.values():
            questions.close()

    def _until(self, seconds: float) -> float:
        end, limit = time.monotonic() + seconds, self._engine.run_options.deadline
        return end if limit is None else min(end, limit)

    def _over(self) -> bool:
        limit = self._engine.run_options.deadline
        return limit is not None and limit <= time.monotonic()

    def _new(self, way: Way) -> Questions:
        questions = self._cut() if way == "cuts" else Runs(self._engine, self._file(way))
        for solution in self._blocked:
            self._forbid(questions, solution)
        return questions

    def _file(self, way: Way) -> Files:
        if way == "elim":
            found = self._engine.encode(self._problem, eliminated(self._attempt))
        else:
            found = self._engine.exactly(self._problem, self._attempt)
        return self._engine.copy(found, "second" if way == "exact" else "elim-second") if self._blocked else found

    def _cut(self) -> Questions:
        return cutting(self._problem, self._engine, self._attempt, InSession if self._engine.incremental else Runs)

    def _forbid(self, questions: Questions, solution: Any) -> None:
        questions.add(questions.found.map.blocking_clause(self._problem.values(solution)))
