"""A SAT oracle: one CNF that is asked again and again while clauses are added, by one warm solver or run after run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import check_model
from ..runner.session.session import Session
from .pipeline import EncodedCnf, Pipeline


class Oracle(Protocol):
    """What answers questions about one CNF.  found: the CNF with its map."""

    @property
    def found(self) -> EncodedCnf: ...

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        """Is there a model in which this literal is true (None: any)?  options: limits; None: the pipeline's."""

    def add(self, clause: Sequence[int]) -> None:
        """The clause holds from now on."""

    def close(self) -> None: ...


class OneShotOracle:
    """A run of the pipeline's solver for each question.  The CNF keeps its body; what was appended is replaced."""

    def __init__(self, pipeline: Pipeline, found: EncodedCnf):
        self._pipeline, self.found = pipeline, found
        self._body, self._added = found.written, list[int]()

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        added = self._added + ([] if literal is None else [literal, 0])
        self.found = self.found.with_clauses(added, after=self._body)
        return self._pipeline.run(self.found, options)

    def add(self, clause: Sequence[int]) -> None:
        self._added += (*clause, 0)

    def close(self) -> None:
        pass


class IncrementalOracle:
    """One incremental solver, which keeps what it learned; models are checked on the CNF as it was written."""

    def __init__(self, pipeline: Pipeline, found: EncodedCnf):
        self._pipeline, self.found = pipeline, found
        self._session = Session(found.written.num_vars, pipeline.run_options.memory)
        self._session.load(found.cnf, found.written.num_vars)

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        options = options or self._pipeline.run_options
        with self._pipeline.trace.phase("solve"):
            outcome = self._session.solve([] if literal is None else [literal], options.deadline)
        self._pipeline.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s")
        if outcome.status == "sat" and options.check:
            check_model(outcome.solver, self.found.cnf, outcome.literals)
        return outcome

    def add(self, clause: Sequence[int]) -> None:
        self._session.add([*clause, 0])

    def close(self) -> None:
        self._session.close()


def oracle_of(pipeline: Pipeline, found: EncodedCnf) -> Oracle:
    """The oracle that the pipeline allows: an incremental solver, else run after run."""
    return (IncrementalOracle if pipeline.incremental else OneShotOracle)(pipeline, found)
