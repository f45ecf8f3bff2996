"""A SAT oracle: one CNF that is asked again and again while clauses are added.

By one incremental solver, or run after run; and by refinement: each model of a weaker CNF that is no solution, such as
two loops, gives cuts against it, until one is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from ..cnf.flat_clauses import Clause, flat
from ..cnf.sink import Lit
from ..model.model import Answer
from ..model.refinement import Refinement
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import check_model
from ..runner.session.session import KEPT, NAME, SolverSession
from .pipeline import EncodedCnf, Pipeline
from .problem import Attempt
from .problem_run import ProblemRun


class Oracle(Protocol):
    """What answers questions about one CNF.  found: the CNF with its map."""

    @property
    def found(self) -> EncodedCnf: ...

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        """Is there a model of these clauses, too?  They are forgotten then.  options: limits; None: the pipeline's."""

    def add(self, *clauses: Clause) -> None:
        """The clauses hold from now on."""

    def interrupt(self) -> None:
        """End the question that another thread asks, if `options.stop` alone would do so too late."""

    def close(self) -> None: ...


class OneShotOracle:
    """A run of the pipeline's solver for each question.  The CNF keeps its body; what was appended is replaced."""

    def __init__(self, run: ProblemRun, found: EncodedCnf):
        self._run, self.found = run, found
        self._body, self._added = found.written, list[int]()

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        added = self._added + flat(clauses)
        if added or self.found.written != self._body:
            self.found = self.found.with_clauses(added, after=self._body)
        return self._run.ask(self.found, options)

    def add(self, *clauses: Clause) -> None:
        self._added += flat(clauses)

    def interrupt(self) -> None:
        pass

    def close(self) -> None:
        pass


class IncrementalOracle:
    """One incremental solver, which keeps what it learned; models are checked on the CNF as it was written.

    preset: of the solver that is kept, if it is not to be the pipeline's; it gets no seed.
    Of what is asked, one literal is assumed; clauses hold where a selector is true, a new variable, which is assumed.
    """

    def __init__(self, run: ProblemRun, found: EncodedCnf, preset: Solver | None = None):
        self._run, self._pipeline, self.found = run, run.pipeline, found
        self._session = session_of(run.pipeline, found, preset)
        self._session.phases = found.map.phases(run.problem.preferred)

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        options = options or self._pipeline.run_options
        with self._selected(clauses) as assumed, self._pipeline.trace.phase("solve"):
            outcome = self._session.solve(assumed, options.deadline, options.budget, options.stop)
        self._run.has_answer_of(outcome.solver)
        self._pipeline.trace.say(f"{outcome.status.upper()} after {outcome.seconds:.2f} s by {outcome.solver}")
        outcome = replace(outcome, literals=outcome.literals[: self.found.map.num_vars])
        if outcome.status == "sat" and options.check:
            check_model(outcome.solver, self.found.cnf, outcome.literals)
        return outcome

    @contextmanager
    def _selected(self, clauses: Sequence[Clause]) -> Iterator[list[Lit]]:
        """What is assumed inside the block, so that the clauses hold."""
        if all(len(clause) == 1 for clause in clauses):
            yield [lit for clause in clauses for lit in clause]
            return
        selector = self._session.num_vars + 1
        self._session.add(flat([-selector, *clause] for clause in clauses))
        yield [selector]
        self.add([-selector])

    def add(self, *clauses: Clause) -> None:
        self._session.add(flat(clauses))

    def interrupt(self) -> None:
        self._session.interrupt()

    def close(self) -> None:
        self._session.close()


def session_of(pipeline: Pipeline, found: EncodedCnf, preset: Solver | None = None) -> SolverSession:
    """A session about the CNF with the pipeline's solver, where that can be kept, or else with the best one that can.

    preset: as for IncrementalOracle.
    """
    named, options = pipeline.strategy.solver, pipeline.run_options
    kept = preset or (named if named.name in KEPT else None)
    arguments = [] if options.seed is None or preset else ["--seed", str(options.seed)]
    arguments += kept.preset_args() if kept else ()
    session = SolverSession(found.written.num_vars, options.memory, arguments, kept.name if kept else NAME)
    session.load(found.cnf, found.written.num_vars)
    return session


def takes_seed(solver: Solver) -> bool:
    """Can it be given one?  Presets of the embedded solver, which are other solvers, take none."""
    return "seed" in solver.entry.can() and not (solver.preset and solver.entry.name == NAME)


def oracle_of(run: ProblemRun, found: EncodedCnf) -> Oracle:
    """The oracle that the pipeline allows: an incremental solver, else run after run."""
    return (IncrementalOracle if run.pipeline.incremental else OneShotOracle)(run, found)


class RefiningOracle:
    """The CNF of a weaker model, asked as if it were exact; cuts are kept.

    answer: the last one that needs no cuts.  Models are checked by that alone: what a cut says is right anyway.
    """

    def __init__(self, inner: Oracle, refinement: Refinement, pipeline: Pipeline):
        self._inner, self._refinement, self._pipeline = inner, refinement, pipeline
        self.add, self.interrupt, self.close = inner.add, inner.interrupt, inner.close
        self.answer = Answer({}, {})
        self._cuts = 0

    @property
    def found(self) -> EncodedCnf:
        return self._inner.found

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        """As `Oracle.ask`; unknown, as the solver "gave up", where the refinement cannot tell."""
        options = replace(options or self._pipeline.run_options, check=False)
        before = self._cuts
        while (outcome := self._inner.ask(clauses, options)).status == "sat":
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


def refining(run: ProblemRun, refinement: Refinement) -> RefiningOracle:
    """Return an oracle for a problem by refinement."""
    found = run.encode(Attempt("cuts", "weaker", refinement.model))
    quiet = run.within(replace(run.pipeline, trace=run.pipeline.trace.quiet()))
    return RefiningOracle(oracle_of(quiet, found), refinement, run.pipeline)
