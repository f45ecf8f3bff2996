"""Optimization: the best solution of a CSP with an objective, by a sequence of bounds on the objective."""

from __future__ import annotations

import math
import time
from contextlib import closing
from dataclasses import replace
from functools import cache

from ..base.numbers import decimal
from ..decoder import ObjectiveRecord
from ..encoder.passes import Normalized
from ..model.expr import Expr, node
from ..model.model import Answer, Constraint, Model
from ..model.refinement import NamedClause, Refinement
from ..runner.config.entry import Solver
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome
from ..runner.runner import check_model
from ..solving.oracle import IncrementalOracle, Oracle, RefiningOracle, ask_light, oracle_of, takes_seed
from ..solving.pipeline import EncodedCnf, Pipeline, WrongAnswer
from ..solving.problem import Attempt, CspProblem
from ..solving.problem_run import ProblemRun
from ..solving.refining.circuits import refinement
from ..solving.trace import Trace
from .askers import AFTER, Alone, Asker, BoundQuestion, Crew, Several
from .bound_strategies import STRATEGIES, Descent, Strategy
from .destroy_and_repair import DestroyAndRepair
from .exploration import LINEAR, SCHEDULES, TOURS, Exploration
from .greedy import NAME as GREEDY
from .greedy import PREFERRED
from .local_improvement import LocalImprovement
from .moves.turns import NAME as MOVES
from .near_best import NearBest, narrowed
from .objective_search import ObjectiveSearch, Optimum, ReportBetter, ideal_of
from .one_sided import OneSidedDefinition, one_sided, repaired
from .rewriting import Rewriting

DEFAULT = "geometric"
BRIEF = 0.02  # seconds of exploration beside a question of unknown effort
HUGE = 1 << 25  # bytes of a CNF that is asked for any solution first: a bound was given up on all of six such CNFs


def optimize(run: ProblemRun, strategy: str, report: ReportBetter, begun: Optimum | None = None) -> Optimum:
    """Return the best solution of a problem whose model has an objective.

    strategy: a name of STRATEGIES.  report: called with the value and the solution, each better than the last one.
    begun: the result of an earlier search, with its best solution and bound, if there was one.  A limit, an interrupt,
    or a solver that fails leaves the best solution so far.  Raises SolverError if a solver fails before any solution.
    """
    search = _Search(run, STRATEGIES[strategy](), report, is_free=strategy == DEFAULT)
    if begun is not None:
        search.state.begin(begun)
    return search.state.finished(search.run)


class _Search:
    """A search for the best solution of the run's problem.  report: called with the value and the solution, each better
    than the last one.  is_free: whether nobody chose the strategy: then linear programs are explored without clauses,
    and small ranges of the best values are asked about first.
    """

    def __init__(self, run: ProblemRun, strategy: Strategy, report: ReportBetter, is_free: bool):
        self._run, self._problem, self._pipeline = run, run.problem, run.pipeline
        self._strategy, self._report, self._is_free = strategy, report, is_free
        attempt = run.attempts()[0]
        self._attempt, self._definitions = attempt, list[OneSidedDefinition]()
        self._preferred = run.problem.preferred  # values to begin with; none once a solution has them
        self._refinement, self._cuts = None, list[NamedClause]()
        if run.problem.board is None:
            whole, self._definitions = one_sided(attempt.model())
            self._refinement = _refinement(run.pipeline, whole)
            if self._definitions:
                self._attempt = Attempt("one-sided", "weaker", lambda: whole)
        self._whole = self._attempt
        if self._refinement:
            self._attempt = Attempt("cuts", "weaker", cache(self._refinement.model))
        self._improve = LocalImprovement(run.problem.model)
        self._rewriting = Rewriting()
        is_kept = is_free and run.pipeline.keeps
        self._repair = DestroyAndRepair(run.problem.model, run.pipeline.run_options.seed or 0) if is_kept else None
        self._count = 0  # of CNFs that were written while another one was kept
        self._is_near = False  # whether the last question was near the best solution, which takes less time than others
        self._asked = 0.0  # seconds, about, of the last question, or of the one that is asked and not answered yet
        self._second_at = math.inf  # when another one may ask, too
        ideal = ideal_of(run.problem.model)
        self.state = ObjectiveSearch(self._report_better, ideal, run.has_closer_bound, run.pipeline.gap)
        self._traced: list[str] = []
        self._exploration = Exploration(
            run.pipeline.trace,
            run.pipeline.run_options.deadline,
            self.state,
            self._confirmed,
            self._improve.value,
            is_free,
        )

    def run(self) -> None:
        """Ask for better and better solutions until the search is settled, and write the CNF anew whenever that pays.

        Raises LimitReached, and SolverError if a solver fails.
        """
        self._begin_with(self._problem.preferred_answer)
        if ask_light(self._run)[0]:
            self.state.impossible()
            return
        found = self._encoded()
        if found is None:
            return
        self._second_at = time.monotonic() + AFTER
        while self.state.goes_on:
            assert found.map.objective is not None
            cost = found.map.objective
            self.state.count_in(cost.steps)
            self._rewriting.written(found.written.size, self.state.known, cost)
            if not self.state.goes_on:
                return
            anew: EncodedCnf | None = None
            with closing(self._crew(found, cost)) as crew:
                while self.state.goes_on and not (anew or self._is_too_large()):
                    explores = not self._is_near and self._exploration.go_on(min(crew.meanwhile, self._asked))
                    if not self.state.goes_on:
                        return
                    with self._pipeline.trace.phase("solve"):
                        answer = crew.answer(self._question, not explores, self._exploration.is_idle)
                    if answer is None:
                        self._asked = crew.meanwhile
                    else:
                        self._learn(*answer)
                        anew = self._anew()
            if self.state.goes_on:
                found = anew or self._encoded_within(*self.state.open_ends())

    def _is_too_large(self) -> bool:
        """Whether the CNF is to be written anew, and the present one is too large to be kept meanwhile."""
        return self._rewriting.is_large and self._rewriting.pays(self.state.known)

    def _anew(self) -> EncodedCnf | None:
        """Write a CNF for better solutions alone if that may pay, or if questions near the best one were in vain, and
        return the CNF if it is to replace the present one; else None.
        """
        known, rewriting = self.state.known, self._rewriting
        if not self.state.goes_on or rewriting.is_large:
            return None
        pays = rewriting.pays(known)
        if not pays and not (self._repair and self._repair.is_hard and rewriting.may_prove(known)):
            return None
        self._count += 1  # the solver may read the present CNF again, so that no file is written twice
        found = self._encoded_within(*self.state.open_ends(), f"bounded-{self._count}")
        size = found.written.size
        return found if (rewriting.saves(size, known) if pays else rewriting.may_replace(size)) else None

    def _encoded(self) -> EncodedCnf | None:
        """Return a CNF that clauses may be added to, narrowed by what can be found without one; None if the search is
        settled before.
        """
        pipeline = self._pipeline
        is_plain = not (pipeline.options.narrowing and pipeline.explores)
        if self._problem.board is not None or is_plain:
            return self._run.exact("bound") if self._attempt.relation == "exact" else self._run.encode(self._attempt)
        model = self._whole.model()
        normal = pipeline.normalized(model)
        near = NearBest(self._run, self.state, self._encoded_within, self._solved)
        is_begun = narrowed(normal, self.state.begun)
        has_near = self._is_free and not self._refinement and near.promises(normal)
        is_short = has_near or (self._repair is not None and self._repair.deciding.by_tables)
        is_narrowed = self._exploration.begin(normal.norm, model, is_short, self._preferred) or is_begun
        if has_near and self.state.goes_on:
            is_narrowed = near.search(normal) or is_narrowed
        if not self.state.goes_on:
            return None
        if self._refinement:
            normal = self._weakened(normal)
        if is_narrowed:
            return self._run.encode(Attempt("narrowed", "stronger", self._attempt.model), normal)
        found = self._run.encode(self._attempt, normal)
        return self._run.copy(found, "bound") if self._attempt.relation == "exact" else found

    def _weakened(self, normal: Normalized) -> Normalized:
        """Return the normal form of the weaker model of the refinement, with the objective as narrow as in the normal
        form of the whole model.
        """
        found = self._pipeline.normalized(self._attempt.model())
        assert found.norm.objective is not None and normal.norm.objective is not None
        found.norm.domains[found.norm.objective] &= normal.norm.domains[normal.norm.objective]
        return found

    def _solved(self, found: EncodedCnf, outcome: Outcome) -> tuple[int, Answer]:
        """Return the objective and the solution that an outcome means; see `_solution`."""
        solution = self._solution(found, outcome)
        return self._improve.value(solution), solution

    def _begin_with(self, answer: Answer | None) -> None:
        """Take an answer as the first solution, and then a better solution nearby, if the answer is a solution."""
        is_first = answer is not None and self.state.result.solution is None
        if answer and is_first and not self._problem.faults(answer) and self._improve.is_defined(answer):
            self._preferred = {}
            self.state.better(value := self._improve.value(answer), answer, PREFERRED)
            improved = self._improve(answer)
            if self._improve.value(improved) != value and not self._problem.faults(improved):
                self.state.better(self._improve.value(improved), improved, PREFERRED)

    def _confirmed(self, model: Model, answer: Answer) -> Answer | None:
        """Return the solution for an answer of the attempt's model, or a better one nearby; None if the answer is wrong
        by the problem's own rules, or leaves the objective undefined.
        """
        if self._definitions and CspProblem(model, self._problem.digest).faults(answer):
            return None
        answer = self._repaired(answer)
        if self._problem.faults(answer) or not self._improve.is_defined(answer):
            return None
        improved = self._improve(answer)
        return answer if self._problem.faults(improved) else improved

    def _repaired(self, answer: Answer) -> Answer:
        """Return the solution of the problem for an answer of the model with one-sided definitions."""
        return repaired(self._problem.model, answer, self._definitions) if self._definitions else answer

    def _crew(self, found: EncodedCnf, cost: ObjectiveRecord) -> Crew:
        """Return the askers about a CNF: the pipeline's solver alone, or with the second solver if there is one that
        fits.
        """
        pipeline, options = self._pipeline, self._pipeline.run_options
        if not two_fit(pipeline, found):
            return Alone(self._asker(self._oracle(self._run, found), cost))
        silent = ProblemRun(self._problem, replace(pipeline, trace=Trace()))

        def joining() -> Asker:
            assert pipeline.second_solver is not None
            pipeline.trace.say(f"JOINED BY {pipeline.second_solver.name}")
            return Asker(self._oracle(silent, found, pipeline.second_solver), cost, Descent(), options)

        first = self._asker(self._oracle(silent, found), cost)
        return Several(
            first, joining, self._second_at, lambda asked: self.state.is_open(asked.step), pipeline.trace.say
        )

    def _oracle(self, run: ProblemRun, found: EncodedCnf, preset: Solver | None = None) -> Oracle:
        """Return an oracle about a CNF.

        The oracle adds the known cuts, and further cuts that models of the CNF need, if the problem's model was
        weakened.  run: the session that asks.  preset: the solver that an incremental oracle keeps; None: `oracle_of`
        chooses the oracle.
        """
        oracle = oracle_of(run, found) if preset is None else IncrementalOracle(run, found, preset)
        return RefiningOracle(oracle, self._refinement, run.pipeline, self._cuts) if self._refinement else oracle

    def _asker(self, oracle: Oracle, cost: ObjectiveRecord) -> Asker:
        """Return an asker for the pipeline's solver, with the strategy of the search."""
        options = self._pipeline.run_options
        opens = self._is_free and oracle.found.written.size > HUGE
        warm, self._preferred = oracle.found.map.phases(self._preferred), {}
        return Asker(oracle, cost, self._strategy, options, opens, self._repair, warm)

    def _encoded_within(self, low: int, high: int, name: str = "bounded") -> EncodedCnf:
        """Write the CNF for better solutions, whose objective is at least `low` and at most `high`, to a file of the
        run's folder, and return the encoded CNF.

        No solution is beyond the better end, so a sum is not required to keep to it: on 16 places with precedences the
        CNF is a sixth as large.  name: the name of the file, without its suffix.
        """
        model = self._attempt.model()
        assert model.objective is not None
        term, ends = model.objective.term, [("ge", low), ("le", high)]
        if isinstance(term, Expr) and term.op != "int":
            del ends[model.objective.goal == "maximize"]
        bounds = [Constraint(node(op, term, value)) for op, value in ends]
        bounded = replace(model, constraints=[*model.constraints, *bounds])
        return self._run.encode(Attempt(name, "stronger", lambda: bounded))

    def _question(self, asker: Asker) -> BoundQuestion:
        """Return the next question of an asker, and trace the question as Sugar does, but no line twice in a row."""
        question = asker.question(self.state.known, self.state.result.solution)
        name, wanted = self._wanted(question.step)
        low, high = self.state.ends()
        lines = [f"OBJECTIVE BOUND: {decimal(low)} <= {name} <= {decimal(high)}", f"SEARCHING: {wanted}"]
        for line in lines:
            if line not in self._traced:
                self._pipeline.trace.say(line)
        self._traced = lines
        return question

    def _wanted(self, step: int) -> tuple[str, str]:
        """Return the objective, and the condition that its value is at least as good as this step, both in words."""
        objective = self._problem.model.objective
        assert objective is not None
        term = objective.term
        name = str(term.args[0]) if isinstance(term, Expr) and term.op == "int" else "objective"
        return name, f"{name} {'<=' if objective.goal == 'minimize' else '>='} {decimal(self.state.steps.value(step))}"

    def _learn(self, asker: Asker, question: BoundQuestion, outcome: Outcome) -> None:
        """Update the search by the outcome of an asker's question."""
        self._is_near = question.is_near
        self._asked = BRIEF if outcome.effort is None else outcome.effort / EFFORT_PER_SECOND
        _, wanted = self._wanted(question.step)
        refuted = "NOT FOUND NEARBY: " if question.is_near else "NOT FOUND: "
        word = {"sat": "FOUND: ", "unsat": refuted}.get(outcome.status, "GAVE UP: ")
        self._pipeline.trace.say(f"{word}{wanted}, {outcome.seconds:.2f} s by {outcome.solver}")
        self._rewriting.asked(outcome)
        if outcome.status == "unknown":
            asker.give_up(question, outcome, takes_seed(self._run.report.solver))
        elif outcome.status == "sat":
            self._better(asker, question, outcome)
        elif question.is_near:
            asker.nothing_near(outcome)
        elif not question.bound and not self.state.known.found:
            self.state.impossible()
        else:
            self.state.refuted(question.step)

    def _better(self, asker: Asker, question: BoundQuestion, outcome: Outcome) -> None:
        """Take the solution of an outcome, if it is better than the best one."""
        value, solution = self._solved(asker.oracle.found, outcome)
        self.state.better(value, solution, outcome.solver if self._pipeline.keeps else "")
        if self._repair is not None:
            self._repair.better(outcome, question.is_near)
        self._exploration.learn(solution, value)

    def _report_better(self, value: int, solution: Answer, finder: str) -> None:
        """Report a better solution with its value.  finder: the name of the solver or method that found it, '' for a
        run of a solver.
        """
        is_method = finder in (LINEAR, MOVES, SCHEDULES, TOURS, GREEDY, PREFERRED)
        self._run.has_answer_of(f"{self._run.report.solver.name} ({finder})" if is_method else finder)
        self._run.has_bound(self.state.bound)
        self._report(value, solution)

    def _solution(self, found: EncodedCnf, outcome: Outcome) -> Answer:
        """Return the solution that the model in an outcome means, or a better one nearby, judged by the problem's own
        rules.  found: the CNF that was asked.

        Raises WrongAnswer if the rules find a fault.  Only then the model is checked on the CNF, which takes longer
        than many a question: a wrong model raises the error of the check, which blames the solver.
        """
        answer = self._run.decode(found, outcome.literals)
        try:
            judged: Answer = self._run.judged(self._improve(self._repaired(answer)))
        except WrongAnswer:
            check_model(outcome.solver, found.cnf, outcome.literals)
            raise
        return judged


def _refinement(pipeline: Pipeline, model: Model) -> Refinement | None:
    """Return the refinement of a model; None if there is none, if no solver may be kept, or if the user chose
    encodings, which may have no literals for cuts.
    """
    return refinement(model) if pipeline.keeps and not pipeline.options.encode else None


def two_fit(pipeline: Pipeline, found: EncodedCnf) -> bool:
    """Whether two solvers may keep this CNF at once: there are a second solver, a second core, and enough free memory,
    without a limit on memory.
    """
    if pipeline.second_solver is None or not pipeline.keeps or pipeline.run_options.memory is not None:
        return False
    from ..base.resources import cores, free_memory
    from ..solving.parallel.contest import MEGABYTE, needed

    free = free_memory()
    return cores() > 1 and (free is None or needed(found.written.size) * MEGABYTE <= free // 2)
