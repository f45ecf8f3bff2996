"""Values and bounds of tours and routes that csp2sat and OR-tools CP-SAT reach in given times, in one run.

    python scripts/bench_tours.py [--limits 5,20] [--workers N] [--only WORD ...]

Instances made by a seed and stated as the manual's recipes are: tours by successors with costs by `element`, tours by
arcs, routes of several vehicles (a copy of the depot for each) with loads, with time windows, and with both, tours with
time windows, and tours of limited length that visit what they can.  The line of an instance has the best value, the
bound, and the seconds until the first solution of csp2sat, then value and bound of CP-SAT, and the part of CP-SAT's
value by which ours is worse, negative if ours is better.  --workers: how many threads CP-SAT has, all cores without it.
Needs the extra `csp2sat[bench]`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from bench_frame import Table, arguments, is_wanted

WIDTH, HORIZON = 60, 220  # of a time window, and of all
Matrix = list[list[int]]


class Routing(NamedTuple):
    """Places, of which the first `vehicles` are copies of the depot.

    far: distances.  windows, loads: whether times and loads matter.  by_successors: whether the model has an integer
    for each place, not a Boolean for each arc.  longest: if not 0, the length of a tour that visits as many demands as
    it can.
    """

    far: Matrix
    vehicles: int
    demand: list[int]
    capacity: int
    ready: list[int]
    windows: bool = False
    loads: bool = False
    by_successors: bool = False
    longest: int = 0


def routing(customers: int, vehicles: int, seed: int, **about: bool) -> Routing:
    """Return customers around a depot, at random places."""
    source = random.Random(seed)
    side = 50 if about else 100
    place = [(side // 2, side // 2)] * vehicles + [
        (source.randint(0, side), source.randint(0, side)) for _ in range(customers)
    ]
    far = [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in place] for a, b in place]
    demand = [0] * vehicles + [source.randint(1, 5) for _ in range(customers)]
    ready = [source.randint(far[0][v], HORIZON - far[0][v] - WIDTH) if v >= vehicles else 0 for v in range(len(far))]
    return Routing(far, vehicles, demand, -(-sum(demand) * 12 // (10 * vehicles)), ready, **about)


CASES: dict[str, Callable[[], Routing]] = {
    "routes-12-3": lambda: routing(12, 3, 1, windows=True, loads=True),
    "routes-12-3-b": lambda: routing(12, 3, 7, windows=True, loads=True),
    "routes-20-4": lambda: routing(20, 4, 3, windows=True, loads=True),
    "loads-10-3": lambda: routing(10, 3, 2, loads=True),
    "windows-10-2": lambda: routing(10, 2, 8, windows=True),
    "loads-12-3": lambda: routing(12, 3, 1, loads=True),
    "loads-12-4": lambda: routing(12, 4, 5, loads=True),
    "loads-20-3": lambda: routing(20, 3, 7, loads=True),
    "loads-20-4": lambda: routing(20, 4, 2, loads=True),
    "loads-30-4": lambda: routing(30, 4, 3, loads=True),
    "windows-20-1": lambda: _with_windows(routing(20, 1, 3, windows=True)),
    "visits-20": lambda: routing(19, 1, 2, loads=True)._replace(loads=False, longest=120),
    "tour-15": lambda: routing(14, 1, 6),
    "tour-12-successors": lambda: routing(11, 1, 4)._replace(by_successors=True),
    "tour-25-successors": lambda: routing(24, 1, 5)._replace(by_successors=True),
    "tour-30-successors": lambda: routing(29, 1, 8)._replace(by_successors=True),
    "tour-60-successors": lambda: routing(59, 1, 9)._replace(by_successors=True),
    "tour-60": lambda: routing(59, 1, 10),
}


def _with_windows(problem: Routing) -> Routing:
    """Return a tour with windows in which a random order of the places is in time."""
    order, ready, at = random.Random(1).sample(range(1, len(problem.far)), len(problem.far) - 1), [*problem.ready], 0
    for v, w in pairwise([0, *order]):
        at += problem.far[v][w]
        ready[w] = max(0, at - WIDTH // 2)
    return problem._replace(ready=ready)


def ours(problem: Routing, limit: float) -> tuple[int | None, int | None, float | None]:
    """Return the value and the bound that csp2sat reaches, and the seconds until its first solution."""
    import csp2sat
    from csp2sat import build

    start, first = time.perf_counter(), list[float]()
    m, size = csp2sat.Model(), len(problem.far)
    if problem.by_successors:
        after = m.int_array("after", size, 0, size - 1)
        m.add(build.circuit(after))
        m.minimize(sum(csp2sat.array(row)[x] for row, x in zip(problem.far, after, strict=True)))
    else:
        arcs = [(v, w, m.bool(f"arc_{v}_{w}")) for v, w in _pairs(problem)]
        m.add(build.circuit(arcs))
        at = [m.int(f"at_{v}", problem.ready[v], _latest(problem, v)) for v in range(size)]
        load = [m.int(f"load_{v}", problem.demand[v], problem.capacity) for v in range(size)]
        m.add(taken.implies(at[w] >= at[v] + problem.far[v][w]) for v, w, taken in _timed(problem, arcs))
        m.add(taken.implies(load[w] >= load[v] + problem.demand[w]) for v, w, taken in _loaded(problem, arcs))
        length = build.total(problem.far[v][w] * taken for v, w, taken in arcs)
        if problem.longest:
            m.add(length <= problem.longest)
            m.maximize(build.total(problem.demand[v] * ~taken for v, w, taken in arcs if v == w))
        else:
            m.minimize(length)
    found = csp2sat.solve(m, timeout=limit, on_better=lambda *_: first.append(time.perf_counter() - start))
    return found.objective, found.bound and found.bound[problem.longest > 0], first[0] if first else None


def theirs(problem: Routing, limit: float, workers: int) -> tuple[int | None, int | None]:
    """Return the value and the bound that CP-SAT reaches.  workers: the number of its threads; 0 for all cores."""
    from ortools.sat.python import cp_model

    m, size = cp_model.CpModel(), len(problem.far)
    arcs = [(v, w, m.new_bool_var("")) for v, w in _pairs(problem)]
    m.add_circuit(arcs)
    at = [m.new_int_var(problem.ready[v], _latest(problem, v), "") for v in range(size)]
    load = [m.new_int_var(problem.demand[v], problem.capacity, "") for v in range(size)]
    for v, w, taken in _timed(problem, arcs):
        m.add(at[w] >= at[v] + problem.far[v][w]).only_enforce_if(taken)
    for v, w, taken in _loaded(problem, arcs):
        m.add(load[w] >= load[v] + problem.demand[w]).only_enforce_if(taken)
    length = sum(problem.far[v][w] * taken for v, w, taken in arcs)
    if problem.longest:
        m.add(length <= problem.longest)
        m.maximize(sum(problem.demand[v] * (1 - taken) for v, w, taken in arcs if v == w))
    else:
        m.minimize(length)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = limit, workers
    has_solution = solver.solve(m) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return int(solver.objective_value) if has_solution else None, round(solver.best_objective_bound)


def _pairs(problem: Routing) -> list[tuple[int, int]]:
    """Return the arcs; those from a place to itself only if places may be left out."""
    size = range(len(problem.far))
    return [(v, w) for v in size for w in size if v != w or (problem.longest and v >= problem.vehicles)]


def _latest(problem: Routing, v: int) -> int:
    return problem.ready[v] + (WIDTH if v >= problem.vehicles else 0)


def _timed(problem: Routing, arcs: list[Any]) -> list[Any]:
    """Return the arcs along which time passes; none where times do not matter."""
    return [arc for arc in arcs if arc[1] >= problem.vehicles] if problem.windows else []


def _loaded(problem: Routing, arcs: list[Any]) -> list[Any]:
    """Return the arcs along which loads grow; none where loads do not matter."""
    return [arc for arc in arcs if min(arc[:2]) >= problem.vehicles] if problem.loads else []


def _gap(mine: int | None, peer: int | None, sign: int) -> str | None:
    """Return by which part of the peer's value ours is worse; None without both.  sign: -1 for large values."""
    return None if mine is None or not peer else f"{sign * (mine - peer) / peer:.1%}"


def main() -> int:
    """Print a line for each instance and time."""
    parser = arguments(__doc__, only=True)
    parser.add_argument("--limits", type=lambda text: [*map(float, text.split(","))], default=[5.0, 20.0])
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    columns = {
        "limit": "7.0f",
        "ours": ">8",
        "bound": ">8",
        "first s": ">9",
        "CP-SAT": ">8",
        "bound ": ">8",
        "gap": ">9",
    }
    table = Table("instance", 20, columns)
    for name, make in CASES.items():
        for limit in options.limits if is_wanted(name, options.only) else []:
            mine, peer = ours(make(), limit), theirs(make(), limit, options.workers)
            first = None if mine[2] is None else f"{mine[2]:.1f}"
            gap = _gap(mine[0], peer[0], -1 if make().longest else 1)
            table.line(name, (limit, *("-" if each is None else each for each in (*mine[:2], first, *peer, gap))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
