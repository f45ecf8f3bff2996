"""Optimization: the best solution of a CSP with an objective, by a sequence of bounds on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from ..base.numbers import decimal
from ..base.time_limit import until
from ..decoder import ObjectiveRecord
from ..encoder.normalize.formulas import Norm
from ..errors import LimitReached, SolverError
from ..model.expr import Expr, node, show
from ..model.model import Answer, Constraint, Model
from ..runner.process.outcome import Outcome
from ..runner.runner import check_model
from ..solving.first_solution import Result
from ..solving.oracle import IncrementalOracle, oracle_of, takes_seed
from ..solving.pipeline import EncodedCnf, Pipeline, WrongAnswer
from ..solving.problem import Attempt, CspProblem
from ..solving.problem_run import ProblemRun
from ..solving.trace import Trace
from .askers import AFTER, Alone, Asker, BoundQuestion, Crew, Several
from .bound_strategies import STRATEGIES, Descent, Interval, Strategy
from .local_improvement import LocalImprovement
from .one_sided import OneSidedDefinition, one_sided, repaired
from .rewriting import Rewriting

DEFAULT = "geometric"
SHOWN = 60  # characters of the objective in the trace
ReportBetter = Callable[[int, Any], None]


@dataclass
class Optimum(Result):
    """What came out: OPTIMUM FOUND, SATISFIABLE (`solution` is the best so far), UNSATISFIABLE or UNKNOWN.

    objective: the value of the solution.  bound: where it is not proved to be the best, two values between which the
    best one is, if there is one.  stopped: an interrupt, or an error of the solver, that ended the search, to be raised
    again when the best solution has been reported.
    """

    objective: int | None = None
    bound: tuple[int, int] | None = None
    stopped: BaseException | None = None

    def in_doubt(self, doubt: str) -> Self:
        """As of any result; nothing is known of better ones."""
        found = super().in_doubt(doubt)
        return replace(found, bound=None) if doubt else found


def optimize(run: ProblemRun, strategy: str, report: ReportBetter) -> Optimum:
    """The best solution of a problem whose model has an objective.

    strategy: a name of STRATEGIES.  report: called with the value and the solution, each better than the last one.
    A limit, an interrupt, or a solver that fails leaves the best solution so far.  Raises SolverError if there is none.
    """
    search = _Search(run, STRATEGIES[strategy](), report)
    try:
        search.run()
    except LimitReached as limit:
        search.result.reason = limit.reason
    except (KeyboardInterrupt, SystemExit) as stop:
        search.result.reason, search.result.stopped = "interrupted", stop
    except SolverError as error:
        if search.result.solution is None:
            raise
        search.result.reason, search.result.stopped = "failed", error
    return search.finished()


class _Search:
    def __init__(self, run: ProblemRun, strategy: Strategy, report: ReportBetter):
        self._run, self._problem, self._pipeline = run, run.problem, run.pipeline
        self._strategy, self._report = strategy, report
        self._attempt, self._definitions = run.problem.attempts()[0], list[OneSidedDefinition]()
        if run.problem.board is None:
            model, self._definitions = one_sided(self._attempt.model())
        if self._definitions:
            self._attempt = Attempt("one-sided", "weaker", lambda: model)
        self._improve = LocalImprovement(run.problem.model)
        self._cost: ObjectiveRecord | None = None
        self._known = Interval(0, 0, False)
        self._rewriting = Rewriting()
        self._second_at = math.inf  # when another one may ask, too
        self.result = Optimum("UNKNOWN")

    def run(self) -> None:
        """Until the best solution is known.  Raises LimitReached."""
        found = self._encoded()
        self._second_at = time.monotonic() + AFTER
        while self.result.status == "UNKNOWN":
            cost = self._take(found)
            self._rewriting.written(found.written.size, self._known, cost)
            if self.result.status != "UNKNOWN":
                return
            with closing(self._crew(found, cost)) as crew:
                while self.result.status == "UNKNOWN" and not self._rewriting.pays(self._known):
                    with self._pipeline.trace.phase("solve"):
                        answer = crew.answer(partial(self._question, cost))
                    self._learn(*answer, cost)
            if self.result.status == "UNKNOWN":
                found = self._encoded_again(cost)

    def _encoded(self) -> EncodedCnf:
        """A CNF that questions may be added to."""
        if self._problem.board is None and self._pipeline.options.propagate:
            from .greedy import NAME, effort

            units = effort(model := self._attempt.model())
            if units:
                normal = self._pipeline.normalized(model)
                with until(self._pipeline.run_options.deadline):
                    self._begin(normal.norm, model, units)
                return self._run.encode(Attempt(NAME, "stronger", lambda: model), normal)
        if self._attempt.relation == "exact":
            return self._run.exact("bound")
        return self._run.encode(self._attempt)

    def _begin(self, norm: Norm, model: Model, units: int) -> None:
        """Before the CNF is written: look for solutions and a bound, so that it is for what is between."""
        from .greedy import NAME, Start

        with self._pipeline.trace.phase("greedy"):
            start = Start(norm, model, units)
            for answer in start.answers():
                solution = self._confirmed(model, answer)
                value = None if solution is None else self._improve.value(solution)
                if solution is None or value is None or value == self.result.objective:
                    break
                start.learn(value)
                self.result.bound = start.bound()
                self._pipeline.trace.say(f"FOUND: A GREEDY SOLUTION, OBJECTIVE {decimal(value)}")
                self._report_better(value, solution, NAME)
            start.narrow()

    def _confirmed(self, model: Model, answer: Answer) -> Answer | None:
        """The solution that an answer for the model of the attempt stands for, or a better one nearby; None: it is none
        by the problem's own rules."""
        if self._definitions and CspProblem(model, self._problem.digest).faults(answer):
            return None
        answer = self._repaired(answer)
        if self._problem.faults(answer) or not self._improve.is_defined(answer):
            return None
        improved = self._improve(answer)
        return answer if self._problem.faults(improved) else improved

    def _repaired(self, answer: Answer) -> Answer:
        """The solution of the problem that one of the model with definitions in one direction stands for."""
        return repaired(self._problem.model, answer, self._definitions) if self._definitions else answer

    def _take(self, found: EncodedCnf) -> ObjectiveRecord:
        """What is known, in steps of this CNF."""
        assert found.map.objective is not None
        before, cost = self._cost, found.map.objective
        if before is not None:
            low, high = (cost.steps.of(before.steps.value(step)) for step in self._known[:2])
            self._known = Interval(low, high, True)
        elif self.result.objective is not None:
            self._known = Interval(0, cost.steps.of(self.result.objective), True)
        else:
            self._known = Interval(0, cost.steps.last, False)
        self._cost = cost
        self._settle()
        return cost

    def _crew(self, found: EncodedCnf, cost: ObjectiveRecord) -> Crew:
        """Who asks: the pipeline's solver; where there are a second solver, and a core and memory for that, both."""
        pipeline, options = self._pipeline, self._pipeline.run_options
        if not two_fit(pipeline, found):
            return Alone(Asker(oracle_of(self._run, found), cost, self._strategy, options))
        silent = ProblemRun(self._problem, replace(pipeline, trace=Trace()))

        def joining() -> Asker:
            assert pipeline.second_solver is not None
            pipeline.trace.say(f"JOINED BY {pipeline.second_solver.name}")
            return Asker(IncrementalOracle(silent, found, pipeline.second_solver), cost, Descent(), options)

        first = Asker(oracle_of(silent, found), cost, self._strategy, options)
        return Several(first, joining, self._second_at, self._is_open, pipeline.trace.say)

    def _is_open(self, question: BoundQuestion) -> bool:
        """Is it not known whether there is a solution as good as that?"""
        return self._known.low <= question.step and not (self._known.found and question.step >= self._known.high)

    def _encoded_again(self, cost: ObjectiveRecord) -> EncodedCnf:
        """The CNF of the problem where the objective is within the interval."""
        low, high = cost.steps.ends(self._known.low, self._known.high)
        model = self._attempt.model()
        assert model.objective is not None
        bounds = [Constraint(node(op, model.objective.term, value)) for op, value in (("ge", low), ("le", high))]
        bounded = replace(model, constraints=[*model.constraints, *bounds])
        return self._run.encode(Attempt("bounded", "stronger", lambda: bounded))

    def _question(self, cost: ObjectiveRecord, asker: Asker) -> BoundQuestion:
        """The next question of one who asks, traced as Sugar does."""
        question = asker.question(self._known)
        name, wanted = self._wanted(cost, question.step)
        low, high = cost.steps.ends(self._known.low, self._known.high)
        self._pipeline.trace.say(f"OBJECTIVE BOUND: {decimal(low)} <= {name} <= {decimal(high)}")
        self._pipeline.trace.say(f"SEARCHING: {wanted}")
        return question

    def _wanted(self, cost: ObjectiveRecord, step: int) -> tuple[str, str]:
        """The objective, and that it is at least as good as this step, in words."""
        objective = self._problem.model.objective
        assert objective is not None
        name = show(objective.term, SHOWN) if isinstance(objective.term, Expr) else decimal(objective.term)
        return name, f"{name} {'<=' if objective.goal == 'minimize' else '>='} {decimal(cost.steps.value(step))}"

    def _learn(self, asker: Asker, question: BoundQuestion, outcome: Outcome, cost: ObjectiveRecord) -> None:
        """Learn from an answer."""
        _, wanted = self._wanted(cost, question.step)
        word = {"sat": "FOUND: ", "unsat": "NOT FOUND: "}.get(outcome.status, "GAVE UP: ")
        self._pipeline.trace.say(f"{word}{wanted}, {outcome.seconds:.2f} s by {outcome.solver}")
        self._rewriting.asked(outcome)
        if outcome.status == "unknown":
            asker.give_up(question, outcome, takes_seed(self._run.report.solver))
        elif outcome.status == "sat":
            self._better(asker, outcome, cost)
        elif not question.bound:
            self.result.status = "UNSATISFIABLE"
        else:
            self._refuted(question.step, cost)
        self._settle()

    def _refuted(self, step: int, cost: ObjectiveRecord) -> None:
        if self._known.found and self._known.high <= step:
            raise _wrong(cost.steps.value(step), cost.steps.value(self._known.high))
        self._known = self._known._replace(low=max(self._known.low, step + 1))

    def _settle(self) -> None:
        if self._known.found and self._known.low == self._known.high:
            self.result.status = "OPTIMUM FOUND"

    def _better(self, asker: Asker, outcome: Outcome, cost: ObjectiveRecord) -> None:
        """Take a solution, if it is better than the best one."""
        solution = self._solution(asker, outcome)
        value = self._improve.value(solution)
        if cost.steps.of(value) < self._known.low:
            raise _wrong(cost.steps.value(self._known.low - 1), value)
        if self._known.found and cost.steps.of(value) >= self._known.high:
            return  # found by two at once
        self._known = Interval(self._known.low, cost.steps.of(value), True)
        self._report_better(value, solution, outcome.solver if self._pipeline.incremental else "")

    def _report_better(self, value: int, solution: Answer, finder: str) -> None:
        """finder: who found it, if that was no run of a solver."""
        self.result.solution, self.result.objective = solution, value
        self._run.has_answer_of(finder)
        self._report(value, solution)

    def _solution(self, asker: Asker, outcome: Outcome) -> Answer:
        """The solution of the problem that a model means, or a better one nearby, judged by the problem's own rules.

        Only where these find a fault the model is checked on the CNF, to see whose fault it is: that takes longer than
        many a question.
        """
        found = asker.oracle.found
        answer = self._run.decode(found, outcome.literals)
        try:
            judged: Answer = self._run.judged(self._improve(self._repaired(answer)))
        except WrongAnswer:
            check_model(outcome.solver, found.cnf, outcome.literals)
            raise
        return judged

    def finished(self) -> Optimum:
        """The result, with its status and bound."""
        result = self.result
        if result.status == "UNKNOWN":
            result.status = "UNKNOWN" if result.solution is None else "SATISFIABLE"
            if result.reason == "failed":  # what its solver refuted may be wrong, too
                result.bound = None
            elif self._cost is not None:
                result.bound = self._cost.steps.ends(self._known.low, self._known.high)
        else:
            result.bound = None
        return result


def two_fit(pipeline: Pipeline, found: EncodedCnf) -> bool:
    """May two solvers keep this CNF at once?  Where the memory is limited, it is left to one."""
    if pipeline.second_solver is None or not pipeline.incremental or pipeline.run_options.memory is not None:
        return False
    from ..base.resources import cores, free_memory
    from ..solving.parallel.contest import MEGABYTE, needed

    free = free_memory()
    return cores() > 1 and (free is None or needed(found.written.size) * MEGABYTE <= free // 2)


def _wrong(refuted: int, possible: int) -> SolverError:
    return SolverError(f"the solver's UNSAT for {refuted} was wrong: {possible} is possible")
