"""Exploration: solutions and bounds that are found without clauses, before the CNF is written and between questions.

Scheduling problems are explored by list schedules, tours by a local search, linear problems as linear programs, other
problems by greedy dives.
Solutions are judged as those of a solver are.  Work is counted, not timed, so that equal problems are explored equally
on slower machines, too.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from ..base.numbers import decimal
from ..base.time_limit import check_time, until
from ..encoder.normalize.formulas import Norm
from ..encoder.propagate.bounds import tighten
from ..model.domain import Domain
from ..model.model import Answer, Model
from ..solving.trace import Trace
from .greedy import BASE, PREFERRED, Start, effort, units_for
from .greedy import NAME as GREEDY
from .linear.improver import LinearImprover, improver_of
from .linear.program import Infeasible
from .moves.turns import SLICE, Turns
from .objective_search import EarlyImprover, Improver, ObjectiveSearch
from .scheduling.improver import ScheduleImprover, scheduler_of
from .touring.capacity import Overfull
from .touring.improver import TourImprover, tours_of
from .touring.problem_size import is_small

LINEAR, SCHEDULES, TOURS = "linear search", "list schedules", "tour search"  # phases, and finders of solutions
PART = 4  # of the time that is left is explored before the CNF is written, at most
MOST = 16.0  # seconds of CPU, about, that this takes at most
FIRST, SECOND = 0.4, 0.7  # of this time, when prices for a first solution, and for the bound, are good enough at latest
SHORT = 8  # times as little time has a linear search beside small ranges of the best values, or where all dives fail
BRIEF = 1 / 16  # of the time for tours may pass before a bound is searched for, which often proves a tour to be best

Confirmed = Callable[[Model, Answer], Answer | None]


class Exploration:
    """An exploration of one problem, whose solutions go to `state`.

    deadline: of the whole search, by time.monotonic(), None for no limit.
    confirmed: returns the solution of the problem for an answer of a model, or a better one nearby; None if the answer
    is wrong.  value: returns the objective of a solution.  is_linear_too: whether linear programs are explored.
    is_idle: whether the last call of `go_on` had nothing to search for yet.
    """

    def __init__(
        self,
        trace: Trace,
        deadline: float | None,
        state: ObjectiveSearch,
        confirmed: Confirmed,
        value: Callable[[Answer], int],
        is_linear_too: bool,
    ):
        self._trace, self._deadline = trace, deadline
        self._state, self._confirmed, self._value = state, confirmed, value
        self._is_linear_too, self.is_idle = is_linear_too, True
        self._linear: LinearImprover | None = None
        self._turns = Turns(trace, deadline, state, self._take)
        self._early = dict[str, EarlyImprover]()
        self._start: Start | None = None  # the propagation of a scheduling problem that has a solution
        self._is_bounded = False  # whether the bound was improved once a solution was known

    def begin(
        self, norm: Norm, model: Model, is_short: bool = False, preferred: Mapping[str, int] | None = None
    ) -> bool:
        """Search for solutions without a SAT solver, before the CNF is written; return whether a search was made, so
        that the domain of the objective in `norm` may be smaller than before.

        If no solution is known, the first one has as many of the `preferred` values as propagation allows. All searches
        learn a known solution, and are made as without it.
        Searches are tried in this order, each on models of its own kind: of schedules, of tours, of linear programs,
        and greedy ones.  Each solution is reported to the `state` of the exploration.
        norm: the normalized formula, whose domains are made smaller in place.  model: the model of which `norm` was
        made.  is_short: whether the search of linear programs gets a part of its time only.
        Raises LimitReached at a limit of time or memory; solutions that were reported before count.
        """
        is_narrowed = False
        assert model.objective is not None
        self._model, self._is_minimized = model, model.objective.goal == "minimize"
        self._norm, self._good, self._preferred = norm, self._better_end(norm), preferred or {}
        with until(self._deadline):
            check_time()
            schedules = tours = None
            if is_explored := self._is_linear_too and not is_small(norm, model):
                with self._trace.phase(SCHEDULES):
                    schedules = scheduler_of(norm, model)
                if schedules is None:
                    with self._trace.phase(TOURS):
                        tours = self._tours(norm, model)
            if self._is_linear_too and schedules is None and tours is None:
                self._turns.allow_moves(norm, model)
            if tours is not None:
                self._begin_near(TOURS, tours.near)
            if schedules is not None or not is_explored:
                self._begin_near(GREEDY, self._dived_near)
            given = self._state.result.objective
            if is_explored:
                if schedules is not None:
                    is_short = self._search_early(SCHEDULES, schedules) or is_short
                else:
                    for part in (BRIEF, 0.0):  # a known tour leaves fewer labels
                        if tours is None or not self._state.goes_on:
                            break
                        with self._trace.phase(TOURS):
                            self._raise_good(tours.bound())
                        self._search_early(TOURS, tours, part)
                if not self._state.goes_on:
                    return True
                with self._trace.phase(LINEAR):
                    self._begin_linearly(norm, model, self._seconds() / (SHORT if is_short else 1))
                if TOURS in self._early and self._state.goes_on:
                    self._search_early(TOURS, self._early[TOURS])
                if self._start is not None and self._state.goes_on:
                    self._refute_values(self._start)
                is_narrowed = self._narrow(norm)
                if self._state.result.objective != given or not self._state.goes_on:
                    return True
            units = effort(model)
            if units:
                with self._trace.phase(GREEDY):
                    self._begin_greedily(Start(norm, model, units), model)
            return is_narrowed or units > 0

    def go_on(self, seconds: float) -> bool:
        """Search for about `seconds` of CPU; return whether more work is worth its time."""
        is_early = self._turns.begin_later(seconds)
        self.is_idle = not self._turns.turn(self._improvers(), seconds)
        if self.is_idle and not is_early:
            return False
        if self._state.goes_on and self._is_proved():
            self._state.proved()
        elif self._linear is not None and self._linear.is_refuted and self._state.result.objective is None:
            self._state.impossible()
        return self._state.goes_on

    def learn(self, solution: Answer, value: int) -> None:
        """Take a solution that a solver found."""
        for _, each in self._improvers():
            each.learn(solution, value)

    def _improvers(self) -> list[tuple[str, Improver]]:
        """Return the searches for better answers with their names, those to be preferred first."""
        linear = [] if self._linear is None else [(LINEAR, self._linear)]
        return [*self._early.items(), *linear, *self._turns.searches()]

    def _tours(self, norm: Norm, model: Model) -> TourImprover | None:
        """Return the search for tours; None if there is none, or no tour has loads and times that fit."""
        try:
            return tours_of(norm, model)
        except Overfull:
            self._state.impossible()
            return None

    def _search_early(self, name: str, improver: EarlyImprover, part: float = 1.0) -> bool:
        """Search by an improver of that name, for a part of the time that it is worth, with its search before; return
        whether there is a solution.
        """
        self._early = {name: improver}
        most = part * min(improver.worth, self._seconds() / 2)
        with self._trace.phase(name):
            self._state.teach(improver)
            self._take(name, improver, improver.best())
            self._bound_once()
            while not (self._is_proved() or improver.rests() or improver.has_worked(most)):
                self._take(name, improver, improver.improve(min(SLICE, most)))
        if self._is_proved():
            self._state.proved()
        return self._state.result.objective is not None

    def _begin_near(self, name: str, near: Callable[[Mapping[str, int]], Answer | None]) -> None:
        """Report a first solution near the preferred values, if there are any and no solution is known.  name: of the
        phase.  near: returns an answer for the values, None if it finds none.
        """
        if self._preferred and self._state.result.objective is None:
            with self._trace.phase(name):
                answer = near(self._preferred)
                solution = None if answer is None else self._confirmed(self._model, answer)
            if solution is not None:
                self._state.better(self._value(solution), solution, PREFERRED)

    def _dived_near(self, preferred: Mapping[str, int]) -> Answer | None:
        """Return the answer of a dive that gives variables their preferred values in turn, where propagation allows
        them; None if there is none.
        """
        return Start(replace(self._norm, domains=[*self._norm.domains]), self._model, BASE).near(preferred)

    def _bound_once(self) -> None:
        """Improve the bound when the first solution is known: by propagation, and for schedules by quick refutations of
        values that are too good; do nothing for linear programs, whose search finds a bound.
        """
        if self._is_bounded or self._linear is not None or self._state.result.objective is None:
            return
        self._is_bounded = True
        root = replace(self._norm, domains=[*self._norm.domains])
        tighten(root)
        self._raise_good(self._better_end(root))
        schedules = self._early.get(SCHEDULES)
        if isinstance(schedules, ScheduleImprover) and (units := units_for(schedules.clauses)):
            with self._trace.phase(GREEDY):
                self._start = Start(root, self._model, units)
            self._refute_values(self._start, is_quick=True)
            if self._state.goes_on:
                self._dive(schedules, self._start)
        self._note_bound()

    def _refute_values(self, start: Start, is_quick: bool = False) -> None:
        """Improve the bound by refuting values of the objective that are too good for any solution."""
        assert self._state.result.objective is not None
        with self._trace.phase(GREEDY):
            start.learn(self._state.result.objective)
            start.refute(is_quick)
            self._raise_good(start.bound()[not self._is_minimized])
        self._note_bound()
        if self._is_proved():
            self._state.proved()

    def _dive(self, schedules: Improver, start: Start) -> None:
        """Search for better schedules by dives, whose propagation sees what a task means for tasks that are not placed:
        on open shops dives are better than orders of tasks.
        """
        with self._trace.phase(GREEDY):
            for answer in start.answers():
                self._take(GREEDY, schedules, answer)
                assert self._state.result.objective is not None
                start.learn(self._state.result.objective)
        self._good = max(self._good, start.bound()[0])

    def _begin_linearly(self, norm: Norm, model: Model, most: float) -> None:
        """Search for solutions of a linear program, unless one of a tour is known, and for a bound, for about `most`
        seconds of CPU.
        """
        try:
            linear = self._linear = improver_of(norm, model)
        except Infeasible:
            self._state.impossible()
            return
        if linear is not None:
            self._begin_near(LINEAR, linear.near)
        self._begin_near(GREEDY, self._dived_near)
        if linear is None:
            return
        result = self._state.result
        is_known = TOURS in self._early and result.objective is not None
        if is_known:
            self._state.teach(linear)
        for answer in linear.begin(FIRST * most):
            self._take(LINEAR, linear, answer)
        if linear.is_large:
            self._turns.find()
        self._state.teach(linear)
        if linear.is_refuted and not is_known:
            self._state.impossible()
            return
        if linear.is_hard:
            most /= SHORT
        if not linear.rests():
            linear.improve_bound(SECOND * most)
            self._note_bound()
        if not (linear.rests() or is_known or result.objective is None):
            self._refute_values(Start(replace(norm, domains=[*norm.domains]), model, BASE))
            if abs(result.objective - linear.bound()) >= 2 * abs(result.objective - self.bound()):
                most /= SHORT  # the relaxation says little of this problem
        if not (is_known or linear.rests()):
            self._turns.alternate(linear, self._improvers, most, self._seconds() / 2, self._is_proved)
        if self._is_proved():
            self._state.proved()

    def _narrow(self, norm: Norm) -> bool:
        """Narrow the objective in a normal form to values that the best solution may have; return True if this took
        values away, found a solution, or excluded all solutions, False if nothing was learnt.
        """
        if not self._state.goes_on:
            return True
        best, x = self._state.result.objective, _objective(norm)
        worst = norm.domains[x].hi if self._is_minimized else norm.domains[x].lo
        low, high = sorted((self.bound(), worst if best is None else best))
        kept = norm.domains[x] & Domain([(low, high)])
        if not kept:
            return best is not None
        before, norm.domains[x] = norm.domains[x], kept
        return kept.size() < before.size() or best is not None

    def _is_proved(self) -> bool:
        """Whether the bound proves that no better solution exists."""
        return self.bound() == self._state.result.objective

    def _seconds(self) -> float:
        """Return how many seconds of CPU a search before the CNF may take, a power of 2 so that milliseconds do not
        count.
        """
        end = self._deadline
        left = math.inf if end is None else max(0.1, end - time.monotonic())
        return 2.0 ** int(math.log2(min(left / PART, MOST)))

    def _take(self, name: str, improver: Improver, answer: Answer | None) -> None:
        """Report a better solution, found by the search of that name; if the solution is wrong, as the search leaves
        out a constraint, this search ends.
        """
        if answer is None:
            return
        solution = self._confirmed(self._model, answer)
        if solution is None:
            improver.give_up()
            return
        value, best = self._value(solution), self._state.result.objective
        if best is not None and (value >= best if self._is_minimized else value <= best):
            return
        self._trace.say(f"FOUND BY {name.upper()}: OBJECTIVE {decimal(value)}")
        self._note_bound(value)
        self._state.better(value, solution, name)
        (self if self._turns.searches() else improver).learn(solution, value)
        self._bound_once()

    def _note_bound(self, best: int | None = None) -> None:
        """Take the bound for the result, until the search counts in steps.  best: the value of a solution that is to be
        the best one; None for the best one so far.
        """
        value = self._state.result.objective if best is None else best
        if value is not None:
            low, high = sorted((self.bound(), value))
            self._state.result.bound = low, high

    def _raise_good(self, bound: int | None) -> None:
        """Take a value that no solution is better than, if there is one."""
        if bound is not None:
            self._good = (max if self._is_minimized else min)(self._good, bound)

    def bound(self) -> int:
        """Return the value that no solution is better than: that of propagation, or of the linear program."""
        if self._linear is None:
            return self._good
        return (max if self._is_minimized else min)(self._good, self._linear.bound())

    def _better_end(self, norm: Norm) -> int:
        """Return the best value that the domains of a normal form leave to the objective."""
        ends = norm.domains[_objective(norm)]
        return ends.lo if self._is_minimized else ends.hi

    def _begin_greedily(self, start: Start, model: Model) -> None:
        """Search greedily for solutions and a bound, and narrow the objective in the normal form."""
        if self._state.result.objective is not None:
            start.learn(self._state.result.objective)
        for answer in start.answers():
            solution = self._confirmed(model, answer)
            value = None if solution is None else self._value(solution)
            if solution is None or value is None or value == self._state.result.objective:
                break
            start.learn(value)
            self._state.result.bound = start.bound()
            self._trace.say(f"FOUND: A GREEDY SOLUTION, OBJECTIVE {decimal(value)}")
            self._state.better(value, solution, GREEDY)
        start.narrow()


def _objective(norm: Norm) -> int:
    assert norm.objective is not None
    return norm.objective
