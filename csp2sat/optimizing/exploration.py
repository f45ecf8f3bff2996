"""Exploration: solutions and bounds that are found without clauses, before the CNF is written and between questions.

Linear problems are explored as linear programs, other problems by greedy dives.  Solutions are judged as those of a
solver are.  Work is counted, not timed, so that equal problems are explored equally on slower machines, too.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from ..base.numbers import decimal
from ..base.time_limit import check_time, until
from ..encoder.normalize.formulas import Norm
from ..model.model import Answer, Model
from ..solving.pipeline import Pipeline
from .greedy import NAME as GREEDY
from .greedy import Start, effort
from .linear.improver import LinearImprover, improver_of
from .linear.program import Infeasible
from .objective_search import ObjectiveSearch

LINEAR = "linear search"  # a phase, and the finder of its solutions
PART = 4  # of the time that is left is explored before the CNF is written, at most
MOST = 16.0  # seconds of CPU, about, that this takes at most
FEW, FEW_BITS = 25, 64  # variables, and bits of their values, of a problem that a solver answers at once, at most
FEW_PLACES = 8  # of a tour that a solver finds at once, at most
FIRST, SECOND = 0.4, 0.7  # of this time, when prices for a first solution, and for the bound, are good enough at latest
SLICE = 0.1  # seconds, about, between two reports
SHORT = 8  # times as little time has a linear search beside small ranges of the best values, or where all dives fail
LASTING = 8  # times as much vain work is worth its time while a solver works

Confirmed = Callable[[Model, Answer], Answer | None]


class Exploration:
    """An exploration of one problem, whose solutions go to `state`.

    confirmed: returns the solution of the problem for an answer of a model, or a better one nearby; None if the answer
    is wrong.  value: returns the objective of a solution.  is_linear_too: whether linear programs are explored.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        state: ObjectiveSearch,
        confirmed: Confirmed,
        value: Callable[[Answer], int],
        is_linear_too: bool,
    ):
        self._pipeline, self._state, self._confirmed, self._value = pipeline, state, confirmed, value
        self._is_linear_too = is_linear_too
        self._linear: LinearImprover | None = None

    def begin(self, norm: Norm, model: Model, is_short: bool = False) -> bool:
        """Search for solutions before the CNF is written, and report each to the `state` of the exploration; return
        whether there was a search that narrowed the domain of the objective in `norm`.

        norm: as normalizing left the formula, changed in place.  model: what `norm` was made of.  is_short: whether a
        linear search has little time, as other questions promise more.  A linear search needs linear constraints, a
        greedy one a model whose dives are cheap.
        Raises LimitReached at a limit of time or memory; solutions that were reported before count.
        """
        is_narrowed = False
        with until(self._pipeline.run_options.deadline):
            check_time()
            if self._is_linear_too and not _is_small(norm, model):
                with self._pipeline.trace.phase(LINEAR):
                    is_narrowed = self._begin_linearly(norm, model, self._seconds() / (SHORT if is_short else 1))
                if self._state.result.objective is not None or not self._state.goes_on:
                    return True
            units = effort(model)
            if units:
                with self._pipeline.trace.phase(GREEDY):
                    self._begin_greedily(Start(norm, model, units), model)
            return is_narrowed or units > 0

    def go_on(self, seconds: float) -> bool:
        """Search for about `seconds` of CPU; return whether more work is worth its time."""
        linear = self._linear
        if linear is None or linear.rests(LASTING):
            return False
        with until(self._pipeline.run_options.deadline), self._pipeline.trace.phase(LINEAR):
            self._improve(linear, seconds)
        if self._state.goes_on and self._is_proved(linear):
            self._state.proved()
        return self._state.goes_on

    def learn(self, solution: Answer, value: int) -> None:
        """Take a solution that a solver found."""
        if self._linear is not None:
            self._linear.learn(solution, value)

    def _begin_linearly(self, norm: Norm, model: Model, most: float) -> bool:
        """Search for solutions of a linear program, and a bound, for about `most` seconds of CPU, narrow the objective
        by them, and return whether that was possible, or there can be no solution.
        """
        try:
            linear = self._linear = improver_of(norm, model)
        except Infeasible:
            return self._refute()
        if linear is None:
            return False
        self._model = model
        for answer in linear.begin(FIRST * most):
            self._take(linear, answer)
        if linear.is_refuted:
            return self._refute()
        if linear.is_hard:
            most /= SHORT
        if not linear.rests():
            linear.improve_bound(SECOND * most)
            self._note_bound(linear)
        while not (linear.rests() or linear.has_worked(most)):
            self._improve(linear, SLICE)
        if self._is_proved(linear):
            self._state.proved()
        return self._narrow(norm, linear)

    def _narrow(self, norm: Norm, linear: LinearImprover) -> bool:
        """Narrow the objective in a normal form to values that the best solution may have, unless a second solver has
        to confirm the bound; return whether there are fewer values then, or a solution.
        """
        result, x = self._state.result, _objective(norm)
        kept = linear.open_values(norm.domains[x], result.objective)
        if not kept or self._pipeline.cross_check is not None:
            return result.objective is not None
        is_narrower = kept.size() < norm.domains[x].size()
        norm.domains[x] = kept
        return is_narrower or result.objective is not None

    def _refute(self) -> bool:
        """Note that no solution exists, unless a second solver has to confirm that; return whether this is noted."""
        if self._pipeline.cross_check is None:
            self._state.impossible()
        return self._pipeline.cross_check is None

    def _is_proved(self, linear: LinearImprover) -> bool:
        """Whether the bound proves that no better solution exists; never if a second solver has to confirm that."""
        return linear.bound() == self._state.result.objective and self._pipeline.cross_check is None

    def _seconds(self) -> float:
        """Return how many seconds of CPU a search before the CNF may take, a power of 2 so that milliseconds do not
        count.
        """
        end = self._pipeline.run_options.deadline
        left = math.inf if end is None else max(0.1, end - time.monotonic())
        return 2.0 ** int(math.log2(min(left / PART, MOST)))

    def _improve(self, linear: LinearImprover, seconds: float) -> None:
        """Search linearly for about `seconds` of CPU, and take a better solution."""
        self._take(linear, linear.improve(seconds))

    def _take(self, linear: LinearImprover, answer: Answer | None) -> None:
        """Report a better solution; if it is wrong, as some constraint is not linear, search linearly no more."""
        if answer is None:
            return
        solution = self._confirmed(self._model, answer)
        if solution is None:
            linear.give_up()
            return
        value = self._value(solution)
        self._pipeline.trace.say(f"FOUND BY {LINEAR.upper()}: OBJECTIVE {decimal(value)}")
        self._state.better(value, solution, LINEAR)
        linear.learn(solution, value)
        self._note_bound(linear)

    def _note_bound(self, linear: LinearImprover) -> None:
        """Take the bound for the result, until the search counts in steps, unless a second solver has to confirm it."""
        result = self._state.result
        if result.objective is not None and self._pipeline.cross_check is None:
            low, high = sorted((linear.bound(), result.objective))
            result.bound = low, high

    def _begin_greedily(self, start: Start, model: Model) -> None:
        """Search greedily for solutions and a bound, and narrow the objective in the normal form."""
        for answer in start.answers():
            solution = self._confirmed(model, answer)
            value = None if solution is None else self._value(solution)
            if solution is None or value is None or value == self._state.result.objective:
                break
            start.learn(value)
            self._state.result.bound = start.bound()
            self._pipeline.trace.say(f"FOUND: A GREEDY SOLUTION, OBJECTIVE {decimal(value)}")
            self._state.better(value, solution, GREEDY)
        start.narrow()


def _is_small(norm: Norm, model: Model) -> bool:
    """Whether a model has so few variables and values that a linear search is not worth its time."""
    if any(formula.op == "circuit" and len(formula.args) > FEW_PLACES for formula, _ in norm.required):
        return False
    bits = len(model.bools) + sum([(domain.size() - 1).bit_length() for domain in model.ints.values()])
    return len(model.ints) + len(model.bools) < FEW and bits < FEW_BITS


def _objective(norm: Norm) -> int:
    assert norm.objective is not None
    return norm.objective
