"""Loops by refinement: each model of a weaker CNF with more than one loop gives cuts against it, until one is right."""

from __future__ import annotations

from collections.abc import Sequence

from ..runner.process.outcome import Outcome, RunOptions
from .loop_encodings import NamedClause, PlaneLoop, broken_cuts, loops_of, weakened
from .oracle import Oracle, oracle_of
from .pipeline import EncodedCnf, Pipeline
from .problem import Attempt, Problem
from .trace import Trace


def refining(problem: Problem, pipeline: Pipeline, attempt: Attempt) -> RefiningOracle:
    """An oracle for an attempt whose model requires loops, by its weaker CNF."""
    found = pipeline.encode(problem, weakened(attempt))
    return RefiningOracle(oracle_of(pipeline, found), loops_of(attempt.model()), pipeline.trace)


class RefiningOracle:
    """The CNF of `loops.weakened`, asked as if it were exact; cuts are kept."""

    def __init__(self, inner: Oracle, loops: Sequence[PlaneLoop], trace: Trace):
        self._inner, self._loops, self._trace = inner, loops, trace

    @property
    def found(self) -> EncodedCnf:
        return self._inner.found

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        outcome = self._inner.ask(literal, options)
        while outcome.status == "sat":
            cuts = broken_cuts(self._loops, self.found.map.decode(outcome.literals))
            if not cuts:
                break
            self._trace.say(f"CUTS {len(cuts)}")
            for cut in cuts:
                self._inner.add(self._literals(cut))
            outcome = self._inner.ask(literal, options)
        return outcome

    def _literals(self, clause: NamedClause) -> list[int]:
        literal = self.found.map.bools
        return [literal[name] if on else -literal[name] for name, on in clause]

    def add(self, clause: Sequence[int]) -> None:
        self._inner.add(clause)

    def close(self) -> None:
        self._inner.close()
