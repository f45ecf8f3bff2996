"""Optimization: the best solution of a CSP with an objective, by a sequence of bounds on it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Self

from ..decoder import ObjectiveRecord
from ..errors import LimitReached, SolverError
from ..model.expr import Expr, node, show
from ..model.model import Answer, Constraint
from ..solving.first_solution import Result
from ..solving.oracle import Oracle, oracle_of
from ..solving.pipeline import EncodedCnf, Pipeline
from ..solving.problem import Attempt, Problem
from .bound_strategies import STRATEGIES, Interval, Strategy
from .local_improvement import Sharpening
from .one_sided import Definition, one_sided, repaired

DEFAULT = "geometric"
SHOWN = 60  # characters of the objective in the trace
LARGE = 1 << 26  # bytes of a CNF that is written anew when the interval has shrunk to less than a half
SECONDS = 1.0  # of CPU for a question at first, and at most a part of the time that there is
PART = 80
GROWTH = 2  # when every question has been put off
ReportBetter = Callable[[int, Any], None]


@dataclass
class Optimum(Result):
    """What came out: OPTIMUM FOUND, SATISFIABLE (`solution` is the best so far), UNSATISFIABLE or UNKNOWN.

    objective: the value of the solution.  bound: where it is not proved to be the best, two values between which the
    best one is, if there is one.  stopped: an interrupt that ended the search, to be raised again.
    """

    objective: int | None = None
    bound: tuple[int, int] | None = None
    stopped: BaseException | None = None

    def in_doubt(self, doubt: str) -> Self:
        """As of any result; nothing is known of better ones."""
        found = super().in_doubt(doubt)
        return replace(found, bound=None) if doubt else found


def optimize(problem: Problem, pipeline: Pipeline, strategy: str, report: ReportBetter) -> Optimum:
    """The best solution of a problem whose model has an objective.

    strategy: a name of STRATEGIES.  report: called with the value and the solution, each better than the last one.
    A limit or an interrupt leaves the best solution so far.
    """
    search = _Search(problem, pipeline, STRATEGIES[strategy](), report)
    try:
        search.run()
    except LimitReached as limit:
        search.result.reason = limit.reason
    except (KeyboardInterrupt, SystemExit) as stop:
        search.result.reason, search.result.stopped = "interrupted", stop
    return search.finished()


class Patience:
    """How long one question may take, so that a hard one is put off and an easier one brings a solution: without any
    solution, that is the question for any at all, which has all the time that is left.

    The question for a solution that is only just better than the best one is the easiest to answer by a solution, and
    the one whose refusal ends the search: it gets as much as all the others that were put off together.

    end: of the whole search, in time.monotonic().
    """

    def __init__(self, end: float | None):
        self._end = end
        self._seconds = SECONDS if end is None else min(SECONDS, max(0.0, end - time.monotonic()) / PART)
        self._given_up = -1
        self._spent = 0.0  # on questions that were put off since all were asked anew

    def budget(self, step: int, known: Interval) -> float | None:
        """Seconds of CPU for a question about this step that is asked now; None: all that there is."""
        if self._end is not None and step == known.high and not known.found:
            return None
        is_last = known.found and step == known.high - 1
        return max(self._seconds, self._spent) if is_last else self._seconds

    def is_over(self) -> bool:
        """Is it the end of the whole search that has come?"""
        return self._end is not None and time.monotonic() >= self._end

    def give_up(self, step: int) -> None:
        """This step took too long: only worse ones are promising."""
        self._given_up = max(self._given_up, step)
        self._spent += self._seconds

    def promising(self, known: Interval) -> Interval:
        """The part of the interval to ask about; all of it again, and for longer, when nothing is left."""
        if self._given_up >= known.low and not known.found:
            self._seconds *= GROWTH if self._given_up == known.high else 1
            return known._replace(low=known.high)
        low = max(known.low, self._given_up + 1)
        if low < known.high or not known.found:
            return known._replace(low=low)
        if known.low <= self._given_up < known.high:
            self._seconds *= GROWTH
        self._given_up, self._spent = -1, 0.0
        return known


class _Search:
    def __init__(self, problem: Problem, pipeline: Pipeline, strategy: Strategy, report: ReportBetter):
        self._problem, self._pipeline, self._strategy, self._report = problem, pipeline, strategy, report
        self._attempt, self._definitions = problem.attempts()[0], list[Definition]()
        if problem.board is None:
            model, self._definitions = one_sided(self._attempt.model())
        if self._definitions:
            self._attempt = Attempt("one-sided", "weaker", lambda: model)
        self._sharpen = Sharpening(problem.model)
        self._cost: ObjectiveRecord | None = None
        self._known = Interval(0, 0, False)
        self._options = pipeline.run_options
        self._patience = Patience(self._options.deadline)
        self.result = Optimum("UNKNOWN")

    def run(self) -> None:
        """Until the best solution is known.  Raises LimitReached."""
        found = self._encoded()
        while self.result.status == "UNKNOWN":
            cost = self._take(found)
            width = self._known.high - self._known.low
            with closing(oracle_of(self._pipeline, found)) as oracle:
                while self.result.status == "UNKNOWN" and not self._is_much_too_large(found, width):
                    self._ask(oracle, cost)
            if self.result.status == "UNKNOWN":
                found = self._encoded_again(cost)

    def _encoded(self) -> EncodedCnf:
        """A CNF that questions may be added to."""
        if self._attempt.relation == "exact":
            return self._pipeline.exact(self._problem, "bound")
        return self._pipeline.encode(self._problem, self._attempt)

    def _take(self, found: EncodedCnf) -> ObjectiveRecord:
        """What is known, in steps of this CNF."""
        assert found.map.objective is not None
        before, self._cost = self._cost, found.map.objective
        if before is None:
            self._known = Interval(0, self._cost.steps.last, False)
        else:
            low, high = (self._cost.steps.of(before.steps.value(step)) for step in self._known[:2])
            self._known = Interval(low, high, True)
            self._settle()
        return self._cost

    def _is_much_too_large(self, found: EncodedCnf, width: int) -> bool:
        """Would a new CNF, for what is still possible, be worth its time?"""
        return self._known.found and found.written.size > LARGE and 2 * (self._known.high - self._known.low) < width

    def _encoded_again(self, cost: ObjectiveRecord) -> EncodedCnf:
        """The CNF of the problem where the objective is within the interval."""
        low, high = cost.steps.ends(self._known.low, self._known.high)
        model = self._attempt.model()
        assert model.objective is not None
        bounds = [Constraint(node(op, model.objective.term, value)) for op, value in (("ge", low), ("le", high))]
        bounded = replace(model, constraints=[*model.constraints, *bounds])
        return self._pipeline.encode(self._problem, Attempt("bounded", "stronger", lambda: bounded))

    def _ask(self, oracle: Oracle, cost: ObjectiveRecord) -> None:
        """Ask once, and learn from the answer."""
        step = self._strategy(self._patience.promising(self._known))
        bound = cost.as_good(step)
        wanted = self._say_bound(cost, step)
        outcome = oracle.ask(bound, replace(self._options, budget=self._patience.budget(step, self._known)))
        self._pipeline.trace.say({"sat": "FOUND: ", "unsat": "NOT FOUND: "}.get(outcome.status, "GAVE UP: ") + wanted)
        if outcome.status == "unknown":
            if outcome.reason != "time" or self._patience.is_over():
                raise LimitReached(outcome.reason)
            self._patience.give_up(step)
            self._reseed()
            return
        if outcome.status == "sat":
            solution = self._pipeline.decode(self._problem, oracle.found, outcome.literals)
            self._better(repaired(solution, self._definitions), cost)
            if self._problem.board is None:
                oracle.prefer(self.result.solution)
            bound = cost.as_good(self._known.high)
        elif not bound:
            self.result.status = "UNSATISFIABLE"
            return
        else:
            self._known = self._known._replace(low=step + 1)
            bound = cost.worse(step)
        for clause in bound:
            oracle.add(clause)
        self._settle()

    def _reseed(self) -> None:
        """Another random seed from now on, if the solver takes one: asked again, it would do what it did before."""
        if "seed" in self._pipeline.solver.entry.can():
            self._options = replace(self._options, seed=(self._options.seed or 0) + 1)

    def _say_bound(self, cost: ObjectiveRecord, step: int) -> str:
        """Trace what is known and asked for, as Sugar does; the latter."""
        objective = self._problem.model.objective
        assert objective is not None
        name = show(objective.term, SHOWN) if isinstance(objective.term, Expr) else str(objective.term)
        low, high = cost.steps.ends(self._known.low, self._known.high)
        self._pipeline.trace.say(f"OBJECTIVE BOUND: {low} <= {name} <= {high}")
        wanted = f"{name} {'<=' if objective.goal == 'minimize' else '>='} {cost.steps.value(step)}"
        self._pipeline.trace.say(f"SEARCHING: {wanted}")
        return wanted

    def _settle(self) -> None:
        if self._known.found and self._known.low == self._known.high:
            self.result.status = "OPTIMUM FOUND"

    def _better(self, solution: Answer, cost: ObjectiveRecord) -> None:
        solution = self._pipeline.judged(self._problem, self._sharpen(solution))
        value = self._sharpen.value(solution)
        if cost.steps.of(value) < self._known.low:
            refuted = cost.steps.value(self._known.low - 1)
            raise SolverError(f"the solver's UNSAT for {refuted} was wrong: {value} is possible")
        self._known = Interval(self._known.low, cost.steps.of(value), True)
        self.result.solution, self.result.objective = solution, value
        self._report(value, solution)

    def finished(self) -> Optimum:
        """The result, with its status and bound."""
        result = self.result
        if result.status == "UNKNOWN":
            result.status = "SATISFIABLE" if self._known.found else "UNKNOWN"
            if self._cost is not None:
                result.bound = self._cost.steps.ends(self._known.low, self._known.high)
        return result
