"""One CNF, asked again and again with more clauses: by an incremental solver, or by run after run of any solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from ..cnf import dimacs
from ..run.outcome import Outcome
from ..run.runner import check_model
from ..run.session import Session
from .engine import Engine, Files


class Questions(Protocol):
    """found: the CNF with its map."""

    found: Files

    def ask(self, literal: int | None = None, deadline: float | None = None) -> Outcome:
        """Is there a model in which this literal is true (None: any)?

        deadline: in time.monotonic(); None: the engine's.
        """

    def add(self, clause: Sequence[int]) -> None:
        """The clause holds from now on."""

    def close(self) -> None: ...


class Runs:
    """A run of the solver for each question.  The CNF keeps its body; what was appended to it is replaced."""

    def __init__(self, engine: Engine, found: Files):
        self._engine, self.found = engine, found
        self._body, self._added = found.written, list[int]()

    def ask(self, literal: int | None = None, deadline: float | None = None) -> Outcome:
        added = self._added + ([] if literal is None else [literal, 0])
        self.found.written = dimacs.append(self.found.cnf, added, after=self._body)
        options = self._engine.run_options
        if deadline is not None:
            self._engine.run_options = replace(options, deadline=deadline)
        try:
            return self._engine.run(self.found)
        finally:
            self._engine.run_options = options

    def add(self, clause: Sequence[int]) -> None:
        self._added += (*clause, 0)

    def close(self) -> None:
        pass


class InSession:
    """One session, which keeps what it learned; models are checked on the CNF as it was written."""

    def __init__(self, engine: Engine, found: Files):
        self._engine, self.found = engine, found
        self._session = Session(found.written.num_vars, engine.run_options.memory)
        self._session.load(found.cnf, found.written.num_vars)

    def ask(self, literal: int | None = None, deadline: float | None = None) -> Outcome:
        deadline = self._engine.run_options.deadline if deadline is None else deadline
        with self._engine.trace.phase("solve"):
            assumptions = [] if literal is None else [literal]
            outcome = self._session.solve(assumptions, deadline)
        self._engine.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s")
        if outcome.status == "sat" and self._engine.run_options.check:
            check_model(outcome.solver, self.found.cnf, outcome.literals)
        return outcome

    def add(self, clause: Sequence[int]) -> None:
        self._session.add([*clause, 0])

    def close(self) -> None:
        self._session.close()
