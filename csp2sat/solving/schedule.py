"""The exact question of a problem, in several ways in turn: a schedule of time slices.

Which way is quick depends on the board, and cannot be seen beforehand.  Of a single loop: trees where the clues decide
much, cuts where many sets of loops keep them.  Of regions: cuts, but where there are very many of them.  So each has
its time slice, and what was learned is kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from ..model.refinement import Refinement
from ..runner.process.outcome import Outcome, RunOptions
from ..settings import LoopWay
from .loop_encodings import eliminated, loops_of, refinement
from .oracle import OneShotOracle, Oracle, RefiningOracle, refining
from .problem_run import ProblemRun

Way = Literal["exact", "elim", "cuts"]
Slices = Sequence[tuple[Way, float | None]]  # seconds, None: until the end
SCHEDULES: dict[LoopWay, Slices] = {
    "auto": (("exact", 1), ("cuts", 20), ("exact", 60), ("cuts", None)),
    "tree": (("exact", None),),
    "elim": (("elim", None),),
    "cuts": (("cuts", None),),
}
REFINED: Slices = (("cuts", 20), ("exact", 60), ("cuts", None))


class Schedule:
    """The oracles for a problem: of each way if its model requires loops or it has a refinement, else of the model as
    it is.

    refines: does it have one that is quick and has not given up?  Only with an incremental solver.
    `close` must be called.
    """

    def __init__(self, run: ProblemRun):
        self._run, self._problem, self._pipeline = run, run.problem, run.pipeline
        self._attempt = run.problem.exact_attempt()
        self._own = run.problem.refinement if run.pipeline.incremental else None
        self._ways: dict[Way, Oracle] = {}
        self._blocked: list[Any] = []
        self._quick: Way | None = None  # the one that gave the last answer
        self._slices: Slices = ()  # before the first question

    @property
    def refines(self) -> bool:
        return self._own is not None

    def next_solution(self) -> tuple[Outcome, Any]:
        """Is there a solution that is not blocked?  The solution, if there is one, is not judged.

        The time slices begin with the first one of the way that gave the last answer.
        """
        self._slices = self._slices or self._planned()
        ways = [way for way, _ in self._slices]
        limit = self._pipeline.run_options.deadline
        for way, seconds in self._slices[ways.index(self._quick) if self._quick else 0 :]:
            oracle = self._ways[way] = self._ways.get(way) or self._new(way)
            outcome = oracle.ask(options=None if seconds is None else self._slice(seconds))
            if outcome.status != "unknown":
                self._quick = way
            is_over = limit is not None and limit <= time.monotonic()
            if outcome.reason != "time" or is_over or seconds is None:
                break
            self._pipeline.trace.say(f"NO ANSWER by {way} in {seconds} s")
        if self.refines and outcome.reason == "gave up":
            self._give_up()
        return outcome, self._solution(oracle, outcome) if outcome.status == "sat" else None

    def _give_up(self) -> None:
        """Go on without the refinement."""
        self._ways.pop("cuts").close()
        self._own, self._quick, self._slices = None, None, ()

    def _solution(self, oracle: Oracle, outcome: Outcome) -> Any:
        if isinstance(oracle, RefiningOracle):
            return self._refinement.solution(oracle.answer)
        return self._run.decode(oracle.found, outcome.literals)

    def _planned(self) -> Slices:
        """Return the ways that are asked in turn; whether the exact model requires loops decides, so it is built."""
        if self.refines:
            return REFINED
        has_loops = self._pipeline.loop != "tree" and loops_of(self._run.model_of(self._attempt))
        return SCHEDULES[self._pipeline.loop if has_loops else "tree"]

    @property
    def _refinement(self) -> Refinement:
        return self._own or refinement(self._problem, self._attempt)

    def block(self, solution: Any) -> None:
        """The solution is none from now on."""
        if solution in self._blocked:
            return
        self._blocked.append(solution)
        for way in ("exact", "elim"):  # their files stay as they are
            self._ways.pop(way, None)
        if "cuts" in self._ways:
            self._forbid("cuts", self._ways["cuts"], solution)

    def close(self) -> None:
        for oracle in self._ways.values():
            oracle.close()

    def _slice(self, seconds: float) -> RunOptions:
        """The limits of a question that may take so long."""
        end, limit = time.monotonic() + seconds, self._pipeline.run_options.deadline
        return replace(self._pipeline.run_options, deadline=end if limit is None else min(end, limit))

    def _new(self, way: Way) -> Oracle:
        oracle: Oracle
        if way == "cuts":
            oracle = refining(self._run, self._refinement)
        else:
            found = self._run.encode(self._attempt if way == "exact" else eliminated(self._attempt))
            name = "second" if way == "exact" else "elim-second"
            oracle = OneShotOracle(self._run, self._run.copy(found, name) if self._blocked else found)
        for solution in self._blocked:
            self._forbid(way, oracle, solution)
        return oracle

    def _forbid(self, way: Way, oracle: Oracle, solution: Any) -> None:
        values = (self._refinement if way == "cuts" else self._problem).values(solution)
        oracle.add(oracle.found.map.blocking_clause(values))
