"""A SAT oracle: one CNF that is asked again and again while clauses are added.

By one incremental solver, or run after run; and by refinement: each model of a weaker CNF that is no solution, such as
two loops, gives cuts against it, until one is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from ..model.model import Answer
from ..model.refinement import Refinement
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import check_model
from ..runner.session.session import SolverSession
from .pipeline import EncodedCnf, Pipeline
from .problem import Attempt, Problem


class Oracle(Protocol):
    """What answers questions about one CNF.  found: the CNF with its map."""

    @property
    def found(self) -> EncodedCnf: ...

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        """Is there a model in which this literal is true (None: any)?  options: limits; None: the pipeline's."""

    def add(self, *clauses: Sequence[int]) -> None:
        """The clauses hold from now on."""

    def close(self) -> None: ...


def flat(clauses: Iterable[Sequence[int]]) -> list[int]:
    """The clauses, each ended by 0."""
    return [lit for clause in clauses for lit in (*clause, 0)]


class OneShotOracle:
    """A run of the pipeline's solver for each question.  The CNF keeps its body; what was appended is replaced."""

    def __init__(self, pipeline: Pipeline, found: EncodedCnf):
        self._pipeline, self.found = pipeline, found
        self._body, self._added = found.written, list[int]()

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        added = self._added + ([] if literal is None else [literal, 0])
        self.found = self.found.with_clauses(added, after=self._body)
        return self._pipeline.run(self.found, options)

    def add(self, *clauses: Sequence[int]) -> None:
        self._added += flat(clauses)

    def close(self) -> None:
        pass


class IncrementalOracle:
    """One incremental solver, which keeps what it learned; models are checked on the CNF as it was written."""

    def __init__(self, pipeline: Pipeline, found: EncodedCnf):
        self._pipeline, self.found = pipeline, found
        self._session = SolverSession(found.written.num_vars, pipeline.run_options.memory)
        self._session.load(found.cnf, found.written.num_vars)
        self._session.phases = found.map.phases(pipeline.preferred)

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        options = options or self._pipeline.run_options
        with self._pipeline.trace.phase("solve"):
            outcome = self._session.solve([] if literal is None else [literal], options.deadline)
        self._pipeline.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s")
        if outcome.status == "sat" and options.check:
            check_model(outcome.solver, self.found.cnf, outcome.literals)
        return outcome

    def add(self, *clauses: Sequence[int]) -> None:
        self._session.add(flat(clauses))

    def close(self) -> None:
        self._session.close()


def oracle_of(pipeline: Pipeline, found: EncodedCnf) -> Oracle:
    """The oracle that the pipeline allows: an incremental solver, else run after run."""
    return (IncrementalOracle if pipeline.incremental else OneShotOracle)(pipeline, found)


class RefiningOracle:
    """The CNF of a weaker model, asked as if it were exact; cuts are kept.

    answer: the last one that needs no cuts.  Models are checked by that alone: what a cut says is right anyway.
    """

    def __init__(self, inner: Oracle, refinement: Refinement, pipeline: Pipeline):
        self._inner, self._refinement, self._pipeline = inner, refinement, pipeline
        self.add, self.close = inner.add, inner.close
        self.answer = Answer({}, {})
        self._cuts = 0

    @property
    def found(self) -> EncodedCnf:
        return self._inner.found

    def ask(self, literal: int | None = None, options: RunOptions | None = None) -> Outcome:
        """As `Oracle.ask`; unknown, as the solver "gave up", where the refinement cannot tell."""
        options = replace(options or self._pipeline.run_options, check=False)
        before = self._cuts
        while (outcome := self._inner.ask(literal, options)).status == "sat":
            self.answer = self.found.map.decode(outcome.literals)
            cuts = self._refinement.cuts(self.answer)
            if cuts is None:
                outcome = replace(outcome, status="unknown", literals=[], reason="gave up")
            if not cuts:
                break
            self.add(*map(self.found.literals, cuts))
            self._cuts += len(cuts)
        self._pipeline.trace.say(f"{outcome.status.upper()} WITH {self._cuts - before} MORE CUTS")
        return outcome


def refining(problem: Problem, pipeline: Pipeline, refinement: Refinement) -> RefiningOracle:
    """An oracle for a problem by refinement."""
    found = pipeline.encode(problem, Attempt("cuts", "weaker", refinement.model))
    quiet = replace(pipeline, trace=pipeline.trace.quiet())
    return RefiningOracle(oracle_of(quiet, found), refinement, pipeline)
