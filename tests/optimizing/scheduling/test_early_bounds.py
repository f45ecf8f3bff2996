"""Bounds of schedules that are there with the first solution, against brute force over all orders on the machines."""

from itertools import pairwise, permutations, product
from random import Random

import pytest
from support.pipelines import pipeline

from csp2sat.base.source import Source
from csp2sat.encoder.normalize.domains import Narrowing
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.encoder.propagate import disjunctive_tasks
from csp2sat.errors import LimitReached
from csp2sat.languages.sugar import read
from csp2sat.model.domain import Domain
from csp2sat.optimizing.greedy import Start
from csp2sat.optimizing.optimize import optimize
from csp2sat.optimizing.scheduling.improver import ScheduleImprover
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun

PLENTY = 1_000_000


def job_shop(seed, jobs, machines):
    """The lengths of random jobs by machine, and the route of each job."""
    random = Random(seed)
    lengths = [[random.randint(0, 5) for _ in range(machines)] for _ in range(jobs)]
    return lengths, [random.sample(range(machines), machines) for _ in range(jobs)]


def model_of(lengths, routes, horizon):
    """The model of a job shop whose last end is to be early."""
    text = f"(int end 0 {horizon}) (objective minimize end)"
    for j, route in enumerate(routes):
        text += "".join(f"(int s{j}_{k} 0 {horizon})" for k in route)
        text += "".join(f"(<= (+ s{j}_{k} {lengths[j][k]}) s{j}_{then})" for k, then in pairwise(route))
        text += f"(<= (+ s{j}_{route[-1]} {lengths[j][route[-1]]}) end)"
    for k, (i, j) in product(range(len(routes[0])), permutations(range(len(routes)), 2)):
        if i < j:
            text += f"(or (<= (+ s{i}_{k} {lengths[i][k]}) s{j}_{k}) (<= (+ s{j}_{k} {lengths[j][k]}) s{i}_{k}))"
    return read(Source("test.csp", text))


def shortest(lengths, routes):
    """The earliest end over all orders of the jobs on each machine."""
    jobs, machines = range(len(routes)), range(len(routes[0]))
    return min(_end(lengths, routes, orders) for orders in product(permutations(jobs), repeat=len(machines)))


def _end(lengths, routes, orders):
    """The end when each machine takes its jobs in the given order; a large number if orders wait for each other."""
    at, free, done, end = [0] * len(routes), [0] * len(orders), [0] * len(routes), 0
    heads, moved = [list(order) for order in orders], True
    while moved:
        moved = False
        for j, route in enumerate(routes):
            while at[j] < len(route) and heads[route[at[j]]][0] == j:
                k = route[at[j]]
                heads[k].pop(0)
                done[j] = free[k] = max(done[j], free[k]) + lengths[j][k]
                at[j], moved, end = at[j] + 1, True, max(end, done[j])
    return end if all(map(len(orders).__eq__, at)) else 10**6


def test_quick_bounds_of_random_job_shops():
    best = 0
    for seed in range(40):
        lengths, routes = job_shop(seed, 3, 2)
        model = model_of(lengths, routes, 60)
        expected, least = shortest(lengths, routes), max(map(sum, zip(*lengths, strict=True)))
        start = Start(normalize(model).norm, model, PLENTY)
        start.refute(is_quick=True)
        assert least <= start.bound()[0] <= expected
        best += start.bound()[0] == expected
        start.learn(expected)
        start.refute()
        assert start.bound()[0] <= expected
    assert best > 20


def test_room_is_missing_only_where_no_order_fits():
    random, missing = Random(3), 0

    class Noted(Narrowing):
        is_empty = False

        def emptied(self):
            self.is_empty = True

    for _ in range(300):
        lengths = [random.randint(0, 3) for _ in range(3)]
        domains = [Domain([(low := random.randint(-2, 3), low + random.randint(0, 4))]) for _ in lengths]
        narrowing = Noted([*domains])
        disjunctive_tasks.require_room(narrowing, dict(enumerate(lengths)))
        if narrowing.is_empty:
            missing += 1
            assert not any(
                all(
                    s + a <= t or t + b <= s
                    for i, (s, a) in enumerate(zip(starts, lengths, strict=True))
                    for t, b in list(zip(starts, lengths, strict=True))[:i]
                )
                for starts in product(*domains)
            )
    assert missing > 20


@pytest.mark.parametrize("horizon", [5000, 100])
def test_a_limit_after_the_first_schedule_leaves_a_bound(horizon, tmp_path, monkeypatch):
    def late(self, seconds):
        raise LimitReached("time")

    monkeypatch.setattr(ScheduleImprover, "improve", late)
    monkeypatch.setattr(Start, "answers", lambda self: iter(()))  # a dive would find a best schedule
    lengths, routes = job_shop(7, 6, 5)
    run = ProblemRun(CspProblem(model_of(lengths, routes, horizon), "0" * 64), pipeline(tmp_path, "embedded"))
    result = optimize(run, "geometric", lambda value, solution: None)
    assert (result.status, result.reason) == ("SATISFIABLE", "time")
    least = max(map(sum, lengths)) if horizon == 100 else max(map(sum, zip(*lengths, strict=True)))
    assert least <= result.bound[0] < result.bound[1] == result.objective
