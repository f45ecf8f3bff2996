"""A schedule of time slices: several ways in turn to answer the exact question of a problem.

Which way is quick depends on the board, and cannot be seen beforehand.  A single loop is quickest by trees if the clues
decide much, by cuts if many sets of loops satisfy the clues; regions are quickest by cuts, unless there are very many
of them.  So each way has its time slice, and learned clauses are kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from ..encoder.clause_limit import FormulaTooLarge
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
BUSY = 10  # times as much wall time as CPU time that a slice may take, where other processes use the cores
REFINED: Slices = (("cuts", 20), ("exact", 60), ("cuts", None))


class Schedule:
    """The oracles of a problem: one for each way if the model requires loops or the problem has a refinement, else one
    for the exact model.

    refines: whether the problem has a refinement that has not given up; False without an incremental solver.  `close`
    must be called.
    """

    def __init__(self, run: ProblemRun):
        self._run, self._problem, self._pipeline = run, run.problem, run.pipeline
        self._attempt = run.problem.exact_attempt()
        self._own = run.problem.refinement if run.pipeline.keeps else None
        self._ways: dict[Way, Oracle] = {}
        self._blocked: list[Any] = []
        self._quick: Way | None = None  # the one that gave the last answer
        self._slices: Slices = ()  # before the first question

    @property
    def refines(self) -> bool:
        return self._own is not None

    def next_solution(self) -> tuple[Outcome, Any]:
        """Search for a solution that is not blocked; return the outcome, and the solution, which is not judged, or
        None.

        The search begins with the first time slice of the way that gave the last answer.
        """
        self._slices = self._slices or self._planned()
        ways = [way for way, _ in self._slices]
        limit = self._pipeline.run_options.deadline
        for way, seconds in self._slices[ways.index(self._quick) if self._quick else 0 :]:
            try:
                oracle = self._ways[way] = self._ways.get(way) or self._new(way)
            except FormulaTooLarge:
                if seconds is None:
                    raise
                continue  # another way has a smaller formula
            outcome = oracle.ask(options=None if seconds is None else self._slice(way, seconds))
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
        """Close the oracle of the refinement, and go on without it."""
        self._ways.pop("cuts").close()
        self._own, self._quick, self._slices = None, None, ()

    def _solution(self, oracle: Oracle, outcome: Outcome) -> Any:
        if isinstance(oracle, RefiningOracle):
            return self._refinement.solution(oracle.answer)
        return self._run.decode(oracle.found, outcome.literals)

    def _planned(self) -> Slices:
        """Return the time slices of the ways to ask in turn.

        The slices are for the ways of a refinement if the problem has one; else the ways of the setting `loop` if the
        exact model, which is built for this, requires loops; else the exact way alone.
        """
        if self.refines:
            return REFINED
        has_loops = self._pipeline.loop != "tree" and loops_of(self._run.model_of(self._attempt))
        return SCHEDULES[self._pipeline.loop if has_loops else "tree"]

    @property
    def _refinement(self) -> Refinement:
        return self._own or refinement(self._problem, self._attempt)

    def block(self, solution: Any) -> None:
        """Exclude a solution from all later questions."""
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

    def _slice(self, way: Way, seconds: float) -> RunOptions:
        """Return the options for a question that may take `seconds`, and no longer than the pipeline's deadline.

        The seconds are CPU time if a solver is started for the question, so that the same way answers on a busy
        computer; they are wall time for a solver that is kept, or if CPU time cannot be limited.
        """
        options = self._pipeline.run_options
        if way != "cuts" and options.limits_cpu and self._pipeline.strategy.limits_cpu:
            options = replace(options, cpu=seconds)
            seconds *= BUSY
        end = time.monotonic() + seconds
        return replace(options, deadline=end if options.deadline is None else min(end, options.deadline))

    def _new(self, way: Way) -> Oracle:
        """Return a new oracle for a way of the schedule, with all blocked solutions excluded."""
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
