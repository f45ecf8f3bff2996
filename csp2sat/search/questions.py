"""One CNF, asked again and again under another bound: by an incremental solver, or by run after run of any solver."""

from __future__ import annotations

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

    def ask(self, literal: int | None, deadline: float) -> Outcome:
        """Is there a model in which this literal is true (None: any)?  deadline: in time.monotonic()."""

    def require(self, literal: int) -> None:
        """The literal is true from now on."""

    def close(self) -> None: ...


class Runs:
    """A run of the solver for each question.  The CNF keeps its body; the unit clauses at its end are replaced."""

    def __init__(self, engine: Engine, found: Files):
        self._engine, self.found = engine, found
        self._body, self._units = found.written, list[int]()

    def ask(self, literal: int | None, deadline: float) -> Outcome:
        units = self._units + ([] if literal is None else [literal, 0])
        self.found.written = dimacs.append(self.found.cnf, units, after=self._body)
        options = self._engine.run_options
        self._engine.run_options = replace(options, deadline=deadline)
        try:
            return self._engine.run(self.found)
        finally:
            self._engine.run_options = options

    def require(self, literal: int) -> None:
        self._units += (literal, 0)

    def close(self) -> None:
        pass


class InSession:
    """One session, which keeps what it learned; models are checked on the CNF as it was written."""

    def __init__(self, engine: Engine, found: Files):
        self._engine, self.found = engine, found
        self._session = Session(found.written.num_vars, engine.run_options.memory)
        self._session.load(found.cnf, found.written.num_vars)

    def ask(self, literal: int | None, deadline: float) -> Outcome:
        with self._engine.trace.phase("solve"):
            assumptions = [] if literal is None else [literal]
            outcome = self._session.solve(assumptions, deadline)
        self._engine.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s")
        if outcome.status == "sat" and self._engine.run_options.check:
            check_model(outcome.solver, self.found.cnf, outcome.literals)
        return outcome

    def require(self, literal: int) -> None:
        self._session.add([literal, 0])

    def close(self) -> None:
        self._session.close()
