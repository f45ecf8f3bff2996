"""The best value of a term, by questions under assumed bounds, none of which stays."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from math import inf

from ..base.numbers import decimal
from ..base.time_limit import end_after, is_over, until
from ..cnf.sink import Lit
from ..encoder.passes import normalized
from ..errors import LimitReached
from ..ints.ranges import Steps
from ..model.counting import is_partial
from ..model.expr import Expr, node
from ..model.model import Answer, Constraint, Objective
from ..optimizing.bound_strategies import Strategy
from ..optimizing.exploration import FIRST, SECOND, SLICE
from ..optimizing.linear.improver import LinearImprover, improver_of
from ..optimizing.linear.program import Infeasible
from ..optimizing.local_improvement import LocalImprovement
from ..optimizing.objective_search import ObjectiveSearch, Optimum, ReportBetter, StepChoice
from ..solving.pipeline import wrong_answer
from ..solving.problem import CspProblem
from .growing_model import GrowingModel

EARLY = 0.3  # seconds that a solver that is kept has, before linear programs are explored
LINEAR, PART = 2.0, 4  # seconds of CPU for a linear program, and the part of the time that is left, at most


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
        self._whole = replace(model.model, constraints=constraints, objective=objective)
        self._improve = LocalImprovement(self._whole)
        self._deadline = deadline
        self._named: set[Expr] = set()

    @property
    def core(self) -> list[Expr]:
        return [formula for formula in self._assumed if formula in self._named]

    def run(self, strategy: Strategy, report: ReportBetter) -> Optimum:
        """Return the best value with its answer; after a limit or an interrupt the best one so far."""
        state = ObjectiveSearch(lambda value, solution, _: report(value, solution))
        state.count_in(self._steps)
        choice = StepChoice(strategy, self._deadline, self._model.prefers)
        explored = end_after(EARLY)

        def search() -> None:
            nonlocal explored
            while state.goes_on:
                self._ask(state, choice)
                if state.goes_on and state.known.found and is_over(explored):
                    explored = inf
                    self._explore_once(state)

        return state.finished(search)

    def _explore_once(self, state: ObjectiveSearch) -> None:
        """Search the linear program of a search that has a solution, in a part of the time that is left."""
        left = inf if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        try:
            with until(end_after(left / PART)):
                for _ in takewhile(lambda _: state.goes_on, self._explore(state)):
                    pass
        except LimitReached as limit:
            if limit.reason != "time":
                raise

    def _ask(self, state: ObjectiveSearch, choice: StepChoice) -> None:
        """Ask for the next step or a better one, and learn from the answer."""
        known = state.known
        step, effort = choice.next(known)
        literal = self._as_good(step)
        refuted = [-self._as_good(known.low - 1)] if known.low else []
        outcome = self._model.ask(self._assumed, [literal, *refuted], self._deadline, effort)
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

    def _explore(self, state: ObjectiveSearch) -> Iterator[bool]:
        """Give the search the answers and the bound that a search for linear programs finds within LINEAR seconds, and
        yield True after each; do nothing for a model without a linear form.

        A SAT solver may find no answer of a knapsack in these seconds, and the bounds of a SAT solver begin at the best
        value that the domains allow.
        """
        left = inf if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        seconds = min(LINEAR, left / PART)
        try:
            linear = improver_of(normalized(self._whole, self._model.options).norm, self._whole)
        except Infeasible:
            state.impossible()
            return
        if linear is not None:
            if state.result.solution is not None and state.result.objective is not None:
                linear.learn(state.result.solution, state.result.objective)
            for answer in _answers(linear, seconds):
                if low := self._steps.of(linear.bound()):
                    state.refuted(low - 1)
                if answer is not None:
                    self._judge(state, linear, answer)
                yield True

    def _judge(self, state: ObjectiveSearch, linear: LinearImprover, answer: Answer) -> None:
        """Take an answer of a linear program; end the linear search if it is wrong: a constraint is not linear."""
        if CspProblem(self._whole, "").faults(answer):
            linear.give_up()
        else:
            state.better(self._improve.value(answer), answer)

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

    def _improved(self, found: Answer) -> Answer:
        """Return the answer, or a better one nearby.  Raises WrongAnswer if the better one is no solution."""
        solution = self._improve(found)
        if solution is not found and self._model.check and CspProblem(self._whole, "").faults(solution):
            raise wrong_answer("a solution was made wrong")
        return solution


def defined(term: Expr | int) -> list[Expr]:
    """Return formulas that hold iff the term is defined; [] if the term is defined whatever the values are."""
    return [node("le", term, term)] if isinstance(term, Expr) and is_partial(term) else []


def _answers(linear: LinearImprover, seconds: float) -> Iterator[Answer | None]:
    """Yield answers of a linear program, each better than the last one, in about `seconds` of CPU; None for a better
    bound alone.
    """
    begun = [*linear.begin(FIRST * seconds)]
    yield begun[-1] if begun else None
    linear.improve_bound(SECOND * seconds)
    yield None
    while not (linear.rests() or linear.has_worked(seconds)):
        yield linear.improve(SLICE)
