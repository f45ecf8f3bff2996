"""The best value of a term, by questions under assumed bounds, none of which stays."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from ..base.numbers import decimal
from ..base.time_limit import end_after, is_over
from ..cnf.sink import Lit
from ..encoder.normalize.formulas import conjuncts
from ..encoder.passes import normalized
from ..errors import LimitReached
from ..ints.ranges import Steps
from ..model.counting import is_partial
from ..model.expr import Expr, node
from ..model.model import Answer, Constraint, Model, Objective
from ..optimizing.bound_strategies import Strategy
from ..optimizing.exploration import PART, Exploration
from ..optimizing.local_improvement import LocalImprovement
from ..optimizing.objective_search import ObjectiveSearch, Optimum, ReportBounded, StepChoice
from ..optimizing.touring.problem_size import has_tour
from ..solving.pipeline import wrong_answer
from ..solving.problem import CspProblem
from ..solving.trace import Trace
from .growing_model import GrowingModel

EARLY = 0.3  # seconds that a solver that is kept has, before linear programs are explored
LINEAR = 2.0  # seconds of CPU for a linear program, at most
MEANWHILE = 1.0  # seconds of exploration between two questions, at most


class BoundSearch:
    """A search for the best value of an objective under assumed formulas.

    deadline: by time.monotonic(), None for no limit.  core: the assumed formulas that the cores of refuted questions
    contain.  always: the formulas that are assumed besides, so that the term is defined.
    """

    def __init__(self, model: GrowingModel, objective: Objective, assumed: Sequence[Expr], deadline: float | None):
        goal, term = objective
        self._model = model
        self._code = model.code(term)
        self._steps = Steps(self._code.values, goal == "minimize")
        self.always = defined(term)
        self._assumed = [*assumed, *self.always]
        constraints = [*model.model.constraints, *map(Constraint, self._assumed)]
        self._whole = replace(model.model, constraints=constraints, objective=objective, preferred=model.preferred)
        self._problem, self._improve = CspProblem(self._whole, ""), LocalImprovement(self._whole)
        self._exploration: Exploration | None = None
        self._asked = 0.0  # seconds of the last question
        self._deadline = deadline
        self._named: set[Expr] = set()

    @property
    def core(self) -> list[Expr]:
        return [formula for formula in self._assumed if formula in self._named]

    def run(self, strategy: Strategy, report: ReportBounded, gap: float | None = None) -> Optimum:
        """Return the best value with its answer; after a limit or an interrupt, and at the relative gap `gap`, the best
        one so far.
        """
        state = ObjectiveSearch(lambda value, solution, _: report(value, solution, state.bound), gap=gap)
        state.count_in(self._steps)
        choice = StepChoice(strategy, self._deadline, bool(self._model.preferred))
        formulas = (part for each in self._whole.constraints for part in conjuncts(each.formula))
        is_soon = gap is not None or has_tour(formulas)  # questions alone bound a knapsack after seconds
        explored = time.monotonic() if is_soon else end_after(EARLY)

        def search() -> None:
            nonlocal explored
            self._begin_preferred(state)
            while state.goes_on:
                if (is_soon or state.known.found) and is_over(explored):
                    explored = inf
                    self._explore(state)
                else:
                    self._ask(state, choice)
                    self._go_on(state)

        return state.finished(search)

    def _begin_preferred(self, state: ObjectiveSearch) -> None:
        """Take the preferred answer as the first one, if it is a solution."""
        answer = self._problem.preferred_answer
        if answer is not None and not self._problem.faults(answer):
            state.better(self._improve.value(answer), answer)

    def _explore(self, state: ObjectiveSearch) -> None:
        """Search for answers and a bound without the solver, as before a CNF is written, in a part of the time that is
        left.

        A SAT solver may find no answer of a knapsack in these seconds, and the bounds of a SAT solver begin at the best
        value that the domains allow.
        """
        left = inf if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        end = end_after(min(left, LINEAR * PART))
        exploration = Exploration(Trace(), end, state, self._confirmed, self._improve.value, is_linear_too=True)
        norm = normalized(self._whole, self._model.options).norm
        is_found = state.known.found
        try:
            exploration.begin(norm, self._whole, preferred=self._problem.preferred)
        except LimitReached as limit:
            if limit.reason != "time":
                raise
        if not (state.goes_on or is_found):
            self._named.update(self._assumed)  # no solver says which of them were needed
        self._exploration = exploration
        self._take_bound(state)

    def _go_on(self, state: ObjectiveSearch) -> None:
        """Search on without the solver for as long as the last question took, at most."""
        if state.goes_on and self._exploration is not None and self._exploration.go_on(min(self._asked, MEANWHILE)):
            self._take_bound(state)

    def _take_bound(self, state: ObjectiveSearch) -> None:
        """Note the steps that the exploration refutes."""
        if state.goes_on and self._exploration is not None and (low := self._steps.of(self._exploration.bound())):
            state.refuted(low - 1)

    def _ask(self, state: ObjectiveSearch, choice: StepChoice) -> None:
        """Ask for the next step or a better one, and learn from the answer."""
        known = state.known
        step, effort = choice.next(known)
        literal = self._as_good(step)
        refuted = [-self._as_good(known.low - 1)] if known.low else []
        start = time.monotonic()
        outcome = self._model.ask(self._assumed, [literal, *refuted], self._deadline, effort)
        self._asked = time.monotonic() - start
        if outcome.status == "unknown":
            choice.give_up(step, outcome.reason)
        elif outcome.status == "sat":
            self._better(state, step)
        else:
            self._named.update(self._model.core(outcome, self._assumed))
            if not known.found and (literal not in outcome.core or step == known.high):
                state.impossible()
            else:
                state.refuted(step)

    def _confirmed(self, model: Model, answer: Answer) -> Answer | None:
        """Return an answer of the exploration, or a better one nearby; None if the answer is wrong."""
        if self._problem.faults(answer):
            return None
        improved = self._improve(answer)
        return answer if self._problem.faults(improved) else improved

    def _as_good(self, step: int) -> Lit:
        """Return the literal which states that the term is at least as good as this step."""
        value = self._steps.value(step)
        return self._code.le(value) if self._steps.minimize else -self._code.le(value - 1)

    def _better(self, state: ObjectiveSearch, step: int) -> None:
        """Take the model's answer to the question about `step`, improved.  Raises WrongAnswer if its value is worse
        than this step, or was refuted.
        """
        solution = self._improved(self._model.answer(self._assumed))
        value = self._improve.value(solution)
        if not state.known.low <= self._steps.of(value) <= step:
            raise wrong_answer(f"the objective is {decimal(value)}, not the value of the solver")
        state.better(value, solution)
        if self._exploration is not None:
            self._exploration.learn(solution, value)

    def _improved(self, found: Answer) -> Answer:
        """Return the answer, or a better one nearby.  Raises WrongAnswer if the better one is no solution."""
        solution = self._improve(found)
        if solution is not found and self._model.check and self._problem.faults(solution):
            raise wrong_answer("a solution was made wrong")
        return solution


def defined(term: Expr | int) -> list[Expr]:
    """Return formulas that hold iff the term is defined; [] if the term is defined whatever the values are."""
    return [node("le", term, term)] if isinstance(term, Expr) and is_partial(term) else []
