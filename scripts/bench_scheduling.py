"""Schedules proved optimal by csp2sat and by OR-tools CP-SAT, in one run: seconds of wall time, and their ratio.

    python scripts/bench_scheduling.py [--runs 1] [--limit 60] [--only WORD ...]

Job shops (ft06 by Fisher and Thompson, la01 to la05 by Lawrence; tests/data/job_shops.json), project schedules with
limited resources and flexible job shops (made by a seed), each modelled with intervals in both packages, with as many
cores as there are.  An optimum that differs ends the benchmark.  Needs the extra `csp2sat[bench]`.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from bench_frame import ROOT, arguments, in_turn, is_wanted

SHOPS = ROOT / "tests" / "data" / "job_shops.json"


class Task(NamedTuple):
    """A task: the ways to do it, of which one is taken, each (machine, duration); the tasks that come before."""

    ways: list[tuple[int, int]]
    before: list[int]
    demands: list[int]


class Schedule(NamedTuple):
    """Tasks; capacities: of the resources that tasks demand while they run; horizon: an end that is late enough."""

    tasks: list[Task]
    capacities: list[int]

    @property
    def horizon(self) -> int:
        return sum(max(duration for _, duration in task.ways) for task in self.tasks)


def job_shop(jobs: list[list[list[int]]]) -> Schedule:
    """Return a job shop.  jobs: for each job its tasks in order, (machine, duration)."""
    tasks: list[Task] = []
    for job in jobs:
        for at, (machine, duration) in enumerate(job):
            tasks.append(Task([(machine, duration)], [len(tasks) - 1] if at else [], []))
    return Schedule(tasks, [])


def flexible(seed: int, jobs: int = 6, length: int = 5, machines: int = 4) -> Schedule:
    """Return a random job shop in which each task may go to one of up to three machines."""
    source, tasks = random.Random(seed), list[Task]()
    for _ in range(jobs):
        for at in range(length):
            on = source.sample(range(machines), source.randint(1, 3))
            ways = [(machine, source.randint(2, 12)) for machine in on]
            tasks.append(Task(ways, [len(tasks) - 1] if at else [], []))
    return Schedule(tasks, [])


def project(seed: int, size: int = 20, resources: int = 3) -> Schedule:
    """Return a random project: tasks with precedences, which share resources of a limited capacity."""
    source, tasks = random.Random(seed), list[Task]()
    capacities = [source.randint(6, 10) for _ in range(resources)]
    for at in range(size):
        before = source.sample(range(at), min(at, source.choice([0, 1, 1, 2])))
        demands = [source.choice([0, source.randint(1, 5)]) for _ in capacities]
        tasks.append(Task([(-1, source.randint(1, 9))], before, demands))
    return Schedule(tasks, capacities)


def ours(schedule: Schedule, limit: float) -> int | None:
    """Return the least end of a schedule by csp2sat; None if that is not proved in time."""
    import csp2sat
    from csp2sat import build

    m, horizon = csp2sat.Model(), schedule.horizon
    machines: dict[int, list[Any]] = {}
    tasks = []
    for at, task in enumerate(schedule.tasks):
        start = m.int(f"s{at}", 0, horizon)
        if len(task.ways) == 1:
            main = build.interval(start, task.ways[0][1])
            machines.setdefault(task.ways[0][0], []).append(main)
        else:
            main = build.interval(start, m.int(f"d{at}", sorted({d for _, d in task.ways})))
            options = [build.interval(start, d, presence=m.bool(f"p{at}_{k}")) for k, (_, d) in enumerate(task.ways)]
            m.add(build.alternative(main, options))
            for (machine, _), option in zip(task.ways, options, strict=True):
                machines.setdefault(machine, []).append(option)
        m.add(build.before(tasks[earlier], main) for earlier in task.before)
        tasks.append(main)
    m.add(build.no_overlap(given) for machine, given in machines.items() if machine >= 0)
    for resource, capacity in enumerate(schedule.capacities):
        m.add(build.cumulative(tasks, [task.demands[resource] for task in schedule.tasks], capacity))
    end = m.int("end", 0, horizon)
    m.add(task.end <= end for task in tasks)
    m.minimize(end)
    result = csp2sat.solve(m, timeout=limit)
    return result.objective if result.status == "OPTIMUM FOUND" else None


def theirs(schedule: Schedule, limit: float) -> int | None:
    """Return the least end of a schedule by CP-SAT; None if that is not proved in time."""
    from ortools.sat.python import cp_model

    m, horizon = cp_model.CpModel(), schedule.horizon
    machines: dict[int, list[Any]] = {}
    tasks = []
    for at, task in enumerate(schedule.tasks):
        start, end = m.new_int_var(0, horizon, f"s{at}"), m.new_int_var(0, horizon, f"e{at}")
        if len(task.ways) == 1:
            main = m.new_interval_var(start, task.ways[0][1], end, f"i{at}")
            machines.setdefault(task.ways[0][0], []).append(main)
        else:
            size = m.new_int_var(min(d for _, d in task.ways), max(d for _, d in task.ways), f"d{at}")
            main = m.new_interval_var(start, size, end, f"i{at}")
            taken = [m.new_bool_var(f"p{at}_{k}") for k in range(len(task.ways))]
            m.add_exactly_one(taken)
            for (machine, d), p in zip(task.ways, taken, strict=True):
                option = m.new_optional_interval_var(start, d, end, p, "")
                machines.setdefault(machine, []).append(option)
        for earlier in task.before:
            m.add(tasks[earlier].end_expr() <= start)
        tasks.append(main)
    for machine, given in machines.items():
        if machine >= 0:
            m.add_no_overlap(given)
    for resource, capacity in enumerate(schedule.capacities):
        m.add_cumulative(tasks, [task.demands[resource] for task in schedule.tasks], capacity)
    last = m.new_int_var(0, horizon, "end")
    m.add_max_equality(last, [task.end_expr() for task in tasks])
    m.minimize(last)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    return int(solver.objective_value) if solver.solve(m) == cp_model.OPTIMAL else None


def cases() -> dict[str, Callable[[], Schedule]]:
    """Return the schedules by their names."""
    shops = json.loads(SHOPS.read_text())
    return (
        {name: partial(job_shop, shop["jobs"]) for name, shop in shops.items()}
        | {f"project-{seed}": partial(project, seed) for seed in range(1, 4)}
        | {f"flexible-{seed}": partial(flexible, seed) for seed in range(1, 4)}
    )


def timed(work: Callable[[Schedule, float], int | None], schedule: Schedule, limit: float) -> tuple[float, int | None]:
    """Return the seconds that a package takes, and the optimum."""
    start = time.perf_counter()
    found = work(schedule, limit)
    return time.perf_counter() - start, found


def main() -> int:
    """Print a line for each schedule."""
    options = arguments(__doc__, runs=1, limit=60, only=True).parse_args()
    print(f"{'schedule':14}{'optimum':>9}{'csp2sat':>10}{'CP-SAT':>10}{'ratio':>8}", flush=True)
    for name, make in cases().items():
        if not is_wanted(name, options.only):
            continue
        schedule = make()
        works = [partial(timed, package, schedule, options.limit) for package in (ours, theirs)]
        runs = in_turn(works, options.runs)
        optima = {optimum for found in runs for _, optimum in found if optimum is not None}
        if len(optima) > 1:
            sys.exit(f"{name}: different optima: {sorted(optima)}")
        mine, peer = (statistics.median(seconds for seconds, _ in found) for found in runs)
        proved = all(optimum is not None for _, optimum in runs[0])
        word = str(next(iter(optima), "-")) + ("" if proved else " (?)")
        print(f"{name:14}{word:>9}{mine:>9.2f}s{peer:>9.2f}s{mine / peer:>8.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
