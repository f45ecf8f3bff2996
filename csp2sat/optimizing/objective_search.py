"""The knowledge about an objective while its value is improved, by whatever questions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, TypeGuard

from ..errors import NEAR, LimitReached, SolverError
from ..ints.ranges import Steps
from ..model.model import Answer, Model
from ..model.ranges import WIDE_RANGES, range_of
from ..solving.first_solution import Result
from ..solving.pipeline import WrongAnswer
from .bound_strategies import StepInterval, Strategy
from .effort_budget import EffortBudget

ValueBound = tuple[int, int]
ReportBetter = Callable[[int, Any], None]
ReportBounded = Callable[[int, Any, ValueBound | None], object]


@dataclass
class Optimum(Result):
    """The result of an optimization: OPTIMUM FOUND, SATISFIABLE (`solution` is the best so far), UNSATISFIABLE or
    UNKNOWN.

    objective: the value of the solution, None without one.  bound: two values between which the best value is, if there
    is a solution; None if the optimum is proved or nothing is known.  stopped: the interrupt, or error of the solver,
    that ended the search, to be raised again after the best solution has been reported.
    """

    objective: int | None = None
    bound: tuple[int, int] | None = None
    stopped: BaseException | None = None

    def in_doubt(self, doubt: str) -> Self:
        """Return this result without the conclusions that `doubt` forbids, as for any result, and without the bound;
        unchanged if `doubt` is ''.
        """
        found = super().in_doubt(doubt)
        return replace(found, bound=None) if doubt else found


class Improver(Protocol):
    """A search for better answers of a model, in parts; see `LinearImprover`."""

    def improve(self, seconds: float) -> Answer | None: ...

    def rests(self, patience: int = 1) -> bool: ...

    def learn(self, answer: Answer, value: int) -> None: ...

    def give_up(self) -> None: ...


class EarlyImprover(Improver, Protocol):
    """An improver that searches before the CNF is written; see `ScheduleImprover`."""

    @property
    def worth(self) -> float: ...

    def best(self) -> Answer | None: ...

    def has_worked(self, seconds: float) -> bool: ...


class ObjectiveSearch:
    """The state of a search for the best value of an objective: the interval of its steps, and the best solution.

    known: the interval.  result: the best solution so far, and the status, which is UNKNOWN until the search is
    settled.  report: called with the value, the solution and its finder, for each solution that is better than the last
    one.  ideal: a value that no solution is better than, as `ideal_of` returns it; None if none is known.  closer:
    called with each better bound of the best value while the best solution stays.  gap: the relative gap between the
    best solution and its bound at which LimitReached ends the search; None if only a proof does.
    """

    def __init__(
        self,
        report: Callable[[int, Answer, str], object],
        ideal: int | None = None,
        closer: Callable[[tuple[int, int]], None] = lambda bound: None,
        gap: float | None = None,
    ):
        self._report, self._ideal, self._closer, self._gap = report, ideal, closer, gap
        self._stated: tuple[int, int] | None = None  # the bound that was reported last
        self._steps: Steps | None = None
        self.known = StepInterval(0, 0, False)
        self.result = Optimum("UNKNOWN")
        self.begun: tuple[int, int] | None = None  # two values between which an earlier search knows the best one

    def begin(self, begun: Optimum) -> None:
        """Take the solution and the bound of an earlier search, which has reported the solution."""
        self.result.solution, self.result.objective = begun.solution, begun.objective
        self.result.bound = self.begun = self._stated = begun.bound

    @property
    def steps(self) -> Steps:
        """The steps that the interval counts."""
        assert self._steps is not None
        return self._steps

    @property
    def goes_on(self) -> bool:
        """Whether the search is not settled: neither is an optimum proved, nor the existence of a solution refuted."""
        return self.result.status == "UNKNOWN"

    def count_in(self, steps: Steps) -> None:
        """Count the interval in these steps from now on."""
        if self._steps is not None:
            low, high = sorted(map(steps.of, self.ends()))
            self.known = StepInterval(low, high, True)
        elif self.result.objective is not None:
            low = min(map(steps.of, self.begun)) if self.begun else 0
            self.known = StepInterval(low, steps.of(self.result.objective), True)
        else:
            self.known = StepInterval(0, steps.last, False)
        self._steps = steps
        self._settle()

    def ends(self) -> tuple[int, int]:
        """Return the two values between which the best value is, the smaller one first."""
        if self.result.objective is None:
            return self.steps.ends(self.known.low, self.known.high)
        low, high = sorted((self.steps.value(self.known.low), self.result.objective))
        return low, high

    @property
    def bound(self) -> tuple[int, int] | None:
        """The two values between which the best value is, the smaller one first; None if nothing is known."""
        if self._steps is not None:
            return self.ends()
        return self.result.bound or from_ideal(self._ideal, self.result.objective)

    def open_ends(self) -> tuple[int, int]:
        """Return the two values between which any better solution is, the smaller one first.  The search must not be
        settled.
        """
        return self.steps.ends(self.known.low, self.known.high - self.known.found)

    def is_open(self, step: int) -> bool:
        """Whether a solution as good as this step is neither known nor refuted."""
        return self.known.low <= step and not (self.known.found and step >= self.known.high)

    def better(self, value: int, solution: Answer, finder: str = "") -> None:
        """Take and report a solution unless the best one is as good.  Raises SolverError if its value was refuted.

        finder: the name of the solver or method that found the solution, '' for a run of a solver.
        """
        if self._steps is not None:
            step = self._steps.of(value)
            if step < self.known.low:
                raise wrong(self._steps.value(self.known.low - 1), value)
            if self.known.found and step >= self.known.high:
                return  # found by two at once
            self.known = StepInterval(self.known.low, step, True)
        self.result.solution, self.result.objective = solution, value
        self._stated = self.bound
        self._report(value, solution, finder)
        self._settle()

    def bounded(self, low: int, high: int) -> None:
        """Note that the best value lies between two values, before the interval has steps."""
        self.result.bound = low, high
        self._settle()

    def teach(self, improver: Improver) -> None:
        """Let another search learn the best solution, if there is one."""
        if self.result.solution is not None and self.result.objective is not None:
            improver.learn(self.result.solution, self.result.objective)

    def refuted(self, step: int) -> None:
        """Note that no solution is as good as this step.  Raises SolverError if such a solution is known."""
        if self.known.found and self.known.high <= step:
            assert self.result.objective is not None
            raise wrong(self.steps.value(step), self.result.objective)
        self.known = self.known._replace(low=max(self.known.low, step + 1))
        self._settle()

    def proved(self) -> None:
        """Note that no solution is better than the best one."""
        self.result.status = "OPTIMUM FOUND"

    def impossible(self) -> None:
        """Note that no solution exists."""
        self.result.status = "UNSATISFIABLE"

    def _settle(self) -> None:
        """Note what the interval decides, or else report the bound if it is better than the last one."""
        if self.known.found and self.known.low == self.known.high:
            self.proved()
        elif not self.known.found and self.known.low > self.known.high:
            self.impossible()
        elif self.result.solution is not None:
            if _is_closer(bound := self.bound, self._stated):
                self._stated = bound
                self._closer(bound)
            end_if_near(self._gap, bound, self.result.objective)

    def finished(self, search: Callable[[], None]) -> Optimum:
        """Call `search`, and return the result with its final status and, by `noting_end`, why `search` ended.

        The result has a bound if the search is not settled, unless a solver failed or an answer was wrong.
        """
        result = self.result
        noting_end(search, lambda: result)
        if not self.goes_on:
            result.bound = None
            return result
        result.status = "UNKNOWN" if result.solution is None else "SATISFIABLE"
        if not isinstance(result.stopped, SolverError):
            result.bound = self.bound
        return result


def _is_closer(bound: tuple[int, int] | None, earlier: tuple[int, int] | None) -> TypeGuard[tuple[int, int]]:
    """Whether two values between which the best one lies are closer than two earlier ones; None: nothing is known."""
    return bound is not None and (earlier is None or bound[1] - bound[0] < earlier[1] - earlier[0])


def gap_of(bound: ValueBound | None, value: int) -> float | None:
    """Return the relative gap of a value to its bound: the width of the bound divided by the absolute value, or by 1 if
    that is less; inf above all floats; None if the value is no end of the bound.
    """
    if bound is None or value not in bound:
        return None
    try:
        return (bound[1] - bound[0]) / max(1, abs(value))
    except OverflowError:
        return math.inf


def end_if_near(gap: float | None, bound: ValueBound | None, value: int | None) -> None:
    """Raise LimitReached with the reason NEAR if a value is not proved to be the best one, but its relative gap to its
    bound is at most `gap`; None: no gap is enough.
    """
    if gap is None or value is None or bound == (value, value):
        return
    found = gap_of(bound, value)
    if found is not None and found <= gap:
        raise LimitReached(NEAR)


def ideal_of(model: Model) -> int | None:
    """Return a value of the objective that no solution is better than, by the domains of the variables alone; None if
    the objective has an operator of which bounds are not known so quickly.
    """
    assert model.objective is not None
    found = range_of(model.objective.term, model.ints, WIDE_RANGES)
    return None if found is None else found[model.objective.goal == "maximize"]


def from_ideal(ideal: int | None, value: int | None) -> tuple[int, int] | None:
    """Return the ideal and the value of the best solution, the smaller one first; None if one is not known."""
    return None if ideal is None or value is None else (min(ideal, value), max(ideal, value))


def noting_end(search: Callable[[], None], found: Callable[[], Optimum]) -> None:
    """Call `search`, and note in the result of the call `found()` why the search ended: a limit, an interrupt, or an
    error of the solver.

    After an error the result has no bound, since what the solver refuted, or what the clauses forbid, may be wrong,
    too.  Raises the SolverError, and notes nothing, if no solution is known.
    """
    try:
        search()
    except LimitReached as limit:
        found().reason = limit.reason
    except (KeyboardInterrupt, SystemExit) as stop:
        found().reason, found().stopped = "interrupted", stop
    except SolverError as error:
        result = found()
        if result.solution is None:
            raise
        reason = "wrong answer" if isinstance(error, WrongAnswer) else "failed"
        result.reason, result.stopped, result.bound = reason, error, None


class StepChoice:
    """The choice of the steps that one solver is asked for, by a strategy, with the effort that each question may take.

    end: the end of the whole search, by time.monotonic(); None if there is none.  open_first: whether the questions
    have no bound until a solution is found, so that the solution has the preferred values.
    """

    def __init__(self, strategy: Strategy, end: float | None, open_first: bool = False):
        self._strategy, self._budget, self._open_first = strategy, EffortBudget(end), open_first

    def next(self, known: StepInterval) -> tuple[int, int | None]:
        """Return the step to ask for, and the effort; None for all the effort that is left."""
        promising = self._budget.promising(known)
        is_open = not known.found and (self._open_first or promising.low == known.high)
        step = known.high if is_open else self._strategy(promising)
        return step, self._budget.effort(step, known)

    def refuted(self, effort: int) -> None:
        """Note that a solver that is kept warm refuted a step with this effort."""
        self._budget.refuted(effort)

    def give_up(self, step: int | None, reason: str) -> None:
        """Put off a step that took too long; None if the question was not about all solutions.  Raises LimitReached if
        the reason, such as `memory`, ends the whole search.
        """
        if reason != "time" or self._budget.is_over():
            raise LimitReached(reason)
        if step is not None:
            self._budget.give_up(step)


def wrong(refuted: int, possible: int) -> SolverError:
    """Return the error that a solver refuted the value `refuted`, or a worse one, though `possible` is possible."""
    return SolverError(f"the solver's UNSAT for {refuted} was wrong: {possible} is possible")
