"""The state of an optimization by itself, against brute force: every small interval, each place of the optimum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from csp2sat.errors import LimitReached, SolverError
from csp2sat.ints.ranges import Steps
from csp2sat.optimizing.bound_strategies import STRATEGIES, Descent, Strategy
from csp2sat.optimizing.objective_search import ObjectiveSearch, Optimum, StepChoice

SIZE = 8  # values
WAYS: dict[str, Callable[[], Strategy]] = {**STRATEGIES, "descent": Descent}
FINDERS: dict[str, Callable[[int, int], int]] = {
    "the step asked for": lambda best, asked: asked,
    "the best step": lambda best, asked: best,
    "one in the middle": lambda best, asked: (best + asked) // 2,
}


class Asked:
    """A search whose questions are answered by a set of possible values.

    possible: those.  found: the step of the solution between the best one and the one asked for.  patience: after so
    many questions that were given up at once, every question is answered; then a limit comes after `limit` questions.
    """

    def __init__(self, steps: Steps, possible: set[int], way: str, found: str, given_up: int = 0, limit: int = 999):
        self.reported: list[int] = []
        self.state = ObjectiveSearch(self._report)
        self._steps, self._possible, self._finder = steps, possible, FINDERS[found]
        self._choice = StepChoice(WAYS[way](), None)
        self._given_up, self._limit, self.asked = given_up, limit, 0
        self.state.count_in(steps)

    def _report(self, value: int, solution: object, finder: str) -> None:
        assert solution == {"x": value} and finder == "solver"
        self.reported.append(value)

    def run(self) -> Optimum:
        return self.state.finished(self._search)

    def _search(self) -> None:
        while self.state.goes_on:
            if self.asked == self._limit:
                raise LimitReached("time")
            self.asked += 1
            self._ask()

    def _ask(self) -> None:
        known = self.state.known
        step, effort = self._choice.next(known)
        assert known.low <= step <= known.high - known.found and effort
        assert self.state.is_open(step)
        if self.asked <= self._given_up:
            return self._choice.give_up(step, "time")
        good = sorted(at for at in map(self._steps.of, self._possible) if at <= step)
        if good:
            at = max(other for other in good if other <= max(self._finder(good[0], step), good[0]))
            self.state.better(self._steps.value(at), {"x": self._steps.value(at)}, "solver")
        elif step == self._steps.last:
            self.state.impossible()
        else:
            self.state.refuted(step)
        return None


def intervals() -> Iterator[Steps]:
    """Yield every interval of at most 8 values, and values with holes, for both goals."""
    for size, minimize in product(range(1, SIZE + 1), (True, False)):
        yield Steps(range(-3, size - 3), minimize)
        yield Steps([at * at - 5 for at in range(size)], minimize)


def cases() -> Iterator[tuple[Steps, set[int]]]:
    """Yield intervals with values that are possible: none, and each optimum with all or none of the worse ones."""
    for steps in intervals():
        yield steps, set()
        for best in range(steps.last + 1):
            yield steps, {steps.value(best)}
            yield steps, {steps.value(step) for step in range(best, steps.last + 1)}


def best_of(steps: Steps, possible: set[int]) -> int | None:
    return None if not possible else min(possible) if steps.minimize else max(possible)


@pytest.mark.parametrize("found", FINDERS)
@pytest.mark.parametrize("way", WAYS)
def test_every_small_interval_is_settled_by_each_strategy(way, found):
    for (steps, possible), given_up in product(cases(), (0, 1, 3)):
        search = Asked(steps, possible, way, found, given_up)
        result = search.run()
        best = best_of(steps, possible)
        assert result.status == ("OPTIMUM FOUND" if possible else "UNSATISFIABLE")
        assert (result.objective, result.bound) == (best, None)
        assert result.solution == (None if best is None else {"x": best})
        assert search.asked <= given_up + 2 * SIZE
        improving = [steps.of(value) for value in search.reported]
        assert improving == sorted(set(improving), reverse=True)


@pytest.mark.parametrize("way", WAYS)
def test_a_limit_leaves_the_best_solution_and_a_bound_that_holds(way):
    for (steps, possible), limit in product(cases(), range(4)):
        search = Asked(steps, possible, way, "the step asked for", limit=limit)
        result = search.run()
        if search.state.known.found:
            assert result.objective == search.reported[-1]
        if result.reason == "time":
            assert result.status == ("SATISFIABLE" if search.reported else "UNKNOWN") and result.bound
            best = best_of(steps, possible)
            assert best is None or result.bound[0] <= best <= result.bound[1]


def test_what_is_known_is_kept_when_steps_are_counted_anew():
    for steps, possible in cases():
        if steps.last < 2 or not possible:
            continue
        search = Asked(steps, possible, "bisect", "the step asked for", limit=1)
        search.run()
        if not (search.state.known.found and search.state.goes_on):
            continue
        low, high = before = search.state.ends()
        search.state.count_in(Steps([v for v in steps.values if low <= v <= high], steps.minimize))
        assert search.state.ends() == before and search.state.known.low == 0


def test_a_solution_before_the_steps_are_known_ends_the_interval():
    for steps in intervals():
        for step in range(steps.last + 1):
            state = ObjectiveSearch(lambda *_: None)
            state.better(steps.value(step), {"x": steps.value(step)})
            assert state.goes_on
            state.count_in(steps)
            assert state.known == (0, step, True)
            assert state.result.status == ("UNKNOWN" if step else "OPTIMUM FOUND")


def test_each_closer_bound_is_told_once_while_the_solution_stays():
    told = []
    state = ObjectiveSearch(lambda value, *_: told.append(value), 0, told.append)
    state.better(9, {"x": 9})
    state.bounded(1, 9)
    state.bounded(1, 9)
    state.count_in(Steps(range(10), True))
    state.refuted(3)
    state.refuted(2)
    state.better(6, {"x": 6})
    state.refuted(4)
    state.refuted(5)
    assert told == [9, (1, 9), (4, 9), 6, (5, 6)]
    assert state.result.status == "OPTIMUM FOUND"


def test_answers_that_contradict_each_other_are_the_solvers_fault():
    state = ObjectiveSearch(lambda *_: None)
    state.count_in(Steps(range(8), True))
    state.refuted(3)
    with pytest.raises(SolverError, match="UNSAT for 3 was wrong: 2 is possible"):
        state.better(2, {"x": 2})
    state.better(5, {"x": 5})
    state.better(6, {"x": 6})
    assert state.result.objective == 5
    with pytest.raises(SolverError, match="UNSAT for 5 was wrong: 5 is possible"):
        state.refuted(5)


def test_without_a_step_that_is_not_refuted_there_is_no_solution():
    for steps in intervals():
        state = ObjectiveSearch(lambda *_: None)
        state.count_in(steps)
        state.refuted(steps.last)
        assert state.result.status == "UNSATISFIABLE"
