"""SAT oracles: one CNF that is asked again and again while clauses are added.

An oracle keeps one incremental solver, or starts a solver for each question; or it refines: each model of a weaker CNF
that is no solution, such as two loops, gives cuts against itself until a model is a solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any, Protocol

from ..cnf.flat_clauses import Clause, flat
from ..cnf.flat_clauses import clauses as clauses_of
from ..cnf.sink import Lit
from ..encoder.clause_limit import FormulaTooLarge
from ..errors import LimitReached
from ..model.model import Answer
from ..model.refinement import NamedClause, Refinement
from ..runner.config.entry import Solver
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome, RunOptions
from ..runner.runner import check_model
from ..runner.session.session import KEPT, NAME, SolverSession
from .pipeline import EncodedCnf, Pipeline
from .problem import Attempt
from .problem_run import ProblemRun

CLAUSES = 10  # for each formula of the heavy constraints, which have about 40: the most that all others may have
EFFORT = 4 * EFFORT_PER_SECOND  # for a model without heavy constraints


class Oracle(Protocol):
    """An oracle that answers questions about one CNF.  found: the CNF with its map."""

    @property
    def found(self) -> EncodedCnf: ...

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        """Search for a model of the CNF with these clauses, which are forgotten after the question.

        options: the limits of the question; with None the pipeline's.
        """

    def add(self, *clauses: Clause) -> None:
        """Add clauses to the CNF for all later questions."""

    def interrupt(self) -> None:
        """End the question that another thread is asking, for solvers that react to `options.stop` too late."""

    def close(self) -> None: ...


class OneShotOracle:
    """An oracle that runs the pipeline's solver anew for each question, on the CNF file with the added clauses at its
    end.
    """

    def __init__(self, run: ProblemRun, found: EncodedCnf):
        self._run, self.found = run, found
        self._body, self._added = found.written, list[int]()

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        """Search for a model as `Oracle.ask` does.  Raises SolverError if the model falsifies an added clause, also if
        the option `check` is off: a search that takes the clause for kept would ask the same question for ever.
        """
        added = self._added + flat(clauses)
        if added or self.found.written != self._body:
            self.found = self.found.with_clauses(added, after=self._body)
        outcome = self._run.ask(self.found, options)
        if added and outcome.status == "sat" and any(map({*outcome.literals}.isdisjoint, clauses_of(added))):
            check_model(outcome.solver, self.found.cnf, outcome.literals)
        return outcome

    def add(self, *clauses: Clause) -> None:
        self._added += flat(clauses)

    def interrupt(self) -> None:
        pass

    def close(self) -> None:
        pass


class IncrementalOracle:
    """An oracle that keeps one incremental solver with the clauses it learned; models are checked on the CNF as
    written.

    preset: the solver to keep, which then gets no random seed; with None the solver is chosen as in `session_of`.
    Clauses of a question that are unit clauses are assumed; other clauses are added behind a new selector, which is
    assumed for the question and made false after it.
    """

    def __init__(self, run: ProblemRun, found: EncodedCnf, preset: Solver | None = None):
        self._run, self._pipeline, self.found = run, run.pipeline, found
        self._session = session_of(run.pipeline, found, preset)
        if run.problem.objective is None:  # phases would keep the search for a better solution near bad values
            self._session.phases = found.map.phases(run.problem.preferred)

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        """Search for a model as `Oracle.ask` does.  Raises SolverError if the model falsifies a clause of the CNF,
        unless the option `check` is off.
        """
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
        """Yield the literals to assume inside the block so that the clauses hold; after the block the clauses have no
        effect.
        """
        assumed = [clause[0] for clause in clauses if len(clause) == 1]
        if len(assumed) == len(clauses):
            yield assumed
            return
        selector = self._session.num_vars + 1
        self._session.add(flat([-selector, *clause] for clause in clauses if len(clause) != 1))
        yield [*assumed, selector]
        self.add([-selector])

    def add(self, *clauses: Clause) -> None:
        self._session.add(flat(clauses))

    def interrupt(self) -> None:
        self._session.interrupt()

    def close(self) -> None:
        self._session.close()


def session_of(pipeline: Pipeline, found: EncodedCnf, preset: Solver | None = None) -> SolverSession:
    """Return a session about the CNF with the pipeline's solver if the solver can be kept, else with the embedded
    solver.

    preset: the solver to keep instead, without the random seed of the options; None for no other solver.
    """
    named, options = pipeline.strategy.solver, pipeline.run_options
    kept = preset or (named if named.name in KEPT else None)
    seeded = options.seed is not None and not preset and (kept is None or takes_seed(kept))
    arguments = ["--seed", str(options.seed)] if seeded else []
    arguments += kept.preset_args() if kept else ()
    session = SolverSession(found.written.num_vars, options.memory, arguments, kept.name if kept else NAME)
    session.load(found.cnf, found.written.num_vars)
    return session


def takes_seed(solver: Solver) -> bool:
    """Whether a solver with its preset accepts a random seed."""
    return "seed" in solver.can()


def oracle_of(run: ProblemRun, found: EncodedCnf) -> Oracle:
    """Return an oracle for a CNF: an incremental one if the pipeline allows it, else one that runs the solver for each
    question.
    """
    return (IncrementalOracle if run.pipeline.keeps else OneShotOracle)(run, found)


class RefiningOracle:
    """An oracle that asks about the CNF of a weaker model as if the CNF were exact, and keeps the added cuts.

    answer: the answer of the last model that needs no cuts.  A model is checked by the refinement alone, not on the
    CNF.  known: the cuts so far, also of other oracles about the same variables, which new cuts are appended to.
    """

    def __init__(
        self, inner: Oracle, refinement: Refinement, pipeline: Pipeline, known: list[NamedClause] | None = None
    ):
        self._inner, self._refinement, self._pipeline = inner, refinement, pipeline
        self.add, self.interrupt, self.close = inner.add, inner.interrupt, inner.close
        self.answer = Answer({}, {})
        self._cuts: list[NamedClause] = [] if known is None else known
        self._cut(self._cuts)

    @property
    def found(self) -> EncodedCnf:
        return self._inner.found

    def ask(self, clauses: Sequence[Clause] = (), options: RunOptions | None = None) -> Outcome:
        """Search for a model as `Oracle.ask` does, adding cuts until a model needs none.

        The outcome is unknown, with the reason `gave up`, if the refinement cannot tell whether a model is a solution.
        """
        options = replace(options or self._pipeline.run_options, check=False)
        before = len(self._cuts)
        while (outcome := self._inner.ask(clauses, options)).status == "sat":
            self.answer = self.found.map.decode(outcome.literals)
            cuts = self._refinement.cuts(self.answer)
            if cuts is None or not self._cut(cuts):
                outcome = replace(outcome, status="unknown", literals=[], reason="gave up")
            if not cuts or outcome.status == "unknown":
                break
            self._cuts += cuts
        self._pipeline.trace.say(f"{outcome.status.upper()} WITH {len(self._cuts) - before} MORE CUTS")
        return outcome

    def _cut(self, cuts: Sequence[NamedClause]) -> bool:
        """Add cuts to the CNF, all at once; return False if a value in them has no literal there."""
        clauses = [clause for clause in map(self.found.map.clause, cuts) if clause is not None]
        self.add(*clauses)
        return len(clauses) == len(cuts)


def refining(run: ProblemRun, refinement: Refinement) -> RefiningOracle:
    """Return an oracle for the run's problem that solves the weaker model of a refinement, with its cuts."""
    found = run.encode(Attempt("cuts", "weaker", refinement.model))
    quiet = run.within(replace(run.pipeline, trace=run.pipeline.trace.quiet()))
    return RefiningOracle(oracle_of(quiet, found), refinement, run.pipeline)


def ask_light(run: ProblemRun) -> tuple[bool, Any]:
    """Ask about the light model of the run's problem, with little effort; return whether no solution exists, and the
    solution that the answer means, which breaks no rule, or None.

    Nothing is asked, and the result is (False, None), if there is no light model, if a second solver has to confirm
    answers, or if all answers have to come from the whole formula.  Raises LimitReached at the pipeline's limits.
    """
    pipeline, problem = run.pipeline, run.problem
    is_free = pipeline.options.narrowing and pipeline.explores and not pipeline.strategy.proves
    light = problem.lightened if is_free and pipeline.cross_check is None else None
    if light is None:
        return False, None
    options = replace(pipeline.options, max_clauses=min(pipeline.options.max_clauses, CLAUSES * light.lacks))
    apart = ProblemRun(problem, replace(pipeline, options=options))  # whose sizes are reported if they decide
    try:
        found = apart.encode(Attempt("light", "weaker", lambda: light.model))
    except FormulaTooLarge:
        return False, None
    with closing(oracle_of(apart, found)) as kept:
        outcome = kept.ask((), replace(pipeline.run_options, budget=EFFORT, check=False))
    if outcome.status == "unknown" and outcome.reason != "time":
        raise LimitReached(outcome.reason)
    solution = apart.decode(found, outcome.literals) if outcome.status == "sat" else None
    is_solved = solution is not None and not problem.faults(solution)
    if is_solved or outcome.status == "unsat":
        run.has_written(found.written)
        run.has_answer_of(apart.report.kept)
        run.has_contradiction(found.map.contradiction)
    return outcome.status == "unsat", solution if is_solved else None
