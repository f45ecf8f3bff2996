"""A weaker CNF with cuts: each model with more than one loop gives clauses against it, until one has a single loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..run.outcome import Outcome
from .engine import Engine, Files
from .loops import Clause, Loop, broken_cuts, loops_of, weakened
from .problem import Attempt, Problem
from .questions import Questions
from .trace import Trace


def cutting(problem: Problem, engine: Engine, attempt: Attempt, ask: Callable[[Engine, Files], Questions]) -> Cutting:
    """Questions about an attempt whose model requires loops.  ask: how its weaker CNF is asked."""
    found = engine.encode(problem, weakened(attempt))
    return Cutting(ask(engine, found), loops_of(attempt.model()), engine.trace)


class Cutting:
    """Questions about the CNF of `loops.weakened`, answered as if it were exact; cuts are kept."""

    def __init__(self, inner: Questions, loops: Sequence[Loop], trace: Trace):
        self._inner, self._loops, self._trace = inner, loops, trace
        self.found = inner.found

    def ask(self, literal: int | None = None, deadline: float | None = None) -> Outcome:
        outcome = self._inner.ask(literal, deadline)
        while outcome.status == "sat":
            cuts = broken_cuts(self._loops, self.found.map.decode(outcome.literals))
            if not cuts:
                break
            self._trace.say(f"CUTS {len(cuts)}")
            for cut in cuts:
                self._inner.add(self._literals(cut))
            outcome = self._inner.ask(literal, deadline)
        return outcome

    def _literals(self, clause: Clause) -> list[int]:
        literal = self.found.map.bools
        return [literal[name] if on else -literal[name] for name, on in clause]

    def add(self, clause: Sequence[int]) -> None:
        self._inner.add(clause)

    def close(self) -> None:
        self._inner.close()
