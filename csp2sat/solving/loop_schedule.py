"""The exact question of a problem, by several encodings of its loops in turn: a schedule of time slices.

Which encoding of a single loop is quick depends on the board, and cannot be seen beforehand: trees where the clues
decide much, cuts where many sets of loops keep them.  So each has its time slice, and what was learned is kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

from ..runner.process.outcome import Outcome, RunOptions
from .loop_encodings import How, eliminated, loops_of
from .oracle import OneShotOracle, Oracle, refining
from .pipeline import EncodedCnf, Pipeline
from .problem import Problem

LoopEncoding = Literal["exact", "elim", "cuts"]
SCHEDULES: dict[How, Sequence[tuple[LoopEncoding, float | None]]] = {  # seconds, None: until the end
    "auto": (("exact", 3), ("cuts", 20), ("exact", 60), ("cuts", None)),
    "tree": (("exact", None),),
    "elim": (("elim", None),),
    "cuts": (("cuts", None),),
}


class LoopSchedule:
    """The oracles for a problem: of each way if its model requires loops, else of the model as it is.

    `close` must be called.
    """

    def __init__(self, problem: Problem, pipeline: Pipeline):
        self._problem, self._pipeline = problem, pipeline
        self._attempt = problem.attempts()[-1]
        self._ways: dict[LoopEncoding, Oracle] = {}
        self._blocked: list[Any] = []
        self._quick: LoopEncoding | None = None  # the one that gave the last answer

    def ask(self) -> tuple[Outcome, EncodedCnf]:
        """Is there a solution that is not blocked?  The CNF is the one that the outcome's model belongs to.

        The time slices begin with the first one of the way that gave the last answer.
        """
        ways = [way for way, _ in self._schedule]
        limit = self._pipeline.run_options.deadline
        for way, seconds in self._schedule[ways.index(self._quick) if self._quick else 0 :]:
            oracle = self._ways[way] = self._ways.get(way) or self._new(way)
            outcome = oracle.ask(options=None if seconds is None else self._slice(seconds))
            if outcome.status != "unknown":
                self._quick = way
            is_over = limit is not None and limit <= time.monotonic()
            if outcome.reason != "time" or is_over or seconds is None:
                break
            self._pipeline.trace.say(f"NO ANSWER by {way} in {seconds} s")
        return outcome, oracle.found

    @cached_property
    def _schedule(self) -> Sequence[tuple[LoopEncoding, float | None]]:
        """The one of the problem; its exact model is looked at when the question comes to it."""
        has_loops = self._pipeline.loop != "tree" and loops_of(self._attempt.model())
        return SCHEDULES[self._pipeline.loop if has_loops else "tree"]

    def block(self, solution: Any) -> None:
        """The solution is none from now on."""
        self._blocked.append(solution)
        for way in ("exact", "elim"):  # their files stay as they are
            self._ways.pop(way, None)
        if "cuts" in self._ways:
            self._forbid(self._ways["cuts"], solution)

    def close(self) -> None:
        for oracle in self._ways.values():
            oracle.close()

    def _slice(self, seconds: float) -> RunOptions:
        """The limits of a question that may take so long."""
        end, limit = time.monotonic() + seconds, self._pipeline.run_options.deadline
        return replace(self._pipeline.run_options, deadline=end if limit is None else min(end, limit))

    def _new(self, way: LoopEncoding) -> Oracle:
        oracle: Oracle
        if way == "cuts":
            oracle = refining(self._problem, self._pipeline, self._attempt)
        else:
            found = self._pipeline.encode(self._problem, self._attempt if way == "exact" else eliminated(self._attempt))
            name = "second" if way == "exact" else "elim-second"
            oracle = OneShotOracle(self._pipeline, self._pipeline.copy(found, name) if self._blocked else found)
        for solution in self._blocked:
            self._forbid(oracle, solution)
        return oracle

    def _forbid(self, oracle: Oracle, solution: Any) -> None:
        oracle.add(oracle.found.map.blocking_clause(self._problem.values(solution)))
