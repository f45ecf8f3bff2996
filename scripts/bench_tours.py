"""Values and bounds of tours and routes that csp2sat and OR-tools CP-SAT reach in given times, in one run.

    python scripts/bench_tours.py [--limits 5,20] [--only WORD ...]

Eight instances, made by a seed and stated as the manual's recipes are: tours by successors with costs by `element`,
tours by arcs, routes of several vehicles (a copy of the depot for each) with loads, with time windows, and with both.
The line of an instance has the best value, the bound, and the seconds until the first solution of csp2sat, then value
and bound of CP-SAT.  Needs the extra `csp2sat[bench]`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from bench_frame import Table, arguments, is_wanted

WIDTH, HORIZON = 60, 220  # of a time window, and of all
Matrix = list[list[int]]


class Routing(NamedTuple):
    """Places, of which the first `vehicles` are copies of the depot.

    far: distances.  windows, loads: whether times and loads matter.  by_successors: whether the model has an integer
    for each place, not a Boolean for each arc.
    """

    far: Matrix
    vehicles: int
    demand: list[int]
    capacity: int
    ready: list[int]
    windows: bool = False
    loads: bool = False
    by_successors: bool = False


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
    "tour-15": lambda: routing(14, 1, 6),
    "tour-12-successors": lambda: routing(11, 1, 4)._replace(by_successors=True),
    "tour-25-successors": lambda: routing(24, 1, 5)._replace(by_successors=True),
}


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
        arcs = [(v, w, m.bool(f"arc_{v}_{w}")) for v in range(size) for w in range(size) if v != w]
        m.add(build.circuit(arcs))
        at = [m.int(f"at_{v}", problem.ready[v], _latest(problem, v)) for v in range(size)]
        load = [m.int(f"load_{v}", problem.demand[v], problem.capacity) for v in range(size)]
        m.add(taken.implies(at[w] >= at[v] + problem.far[v][w]) for v, w, taken in _timed(problem, arcs))
        m.add(taken.implies(load[w] >= load[v] + problem.demand[w]) for v, w, taken in _loaded(problem, arcs))
        m.minimize(build.total(problem.far[v][w] * taken for v, w, taken in arcs))
    found = csp2sat.solve(m, timeout=limit, on_better=lambda *_: first.append(time.perf_counter() - start))
    return found.objective, found.bound and found.bound[0], first[0] if first else None


def theirs(problem: Routing, limit: float) -> tuple[int | None, int | None]:
    """Return the value and the bound that CP-SAT reaches."""
    from ortools.sat.python import cp_model

    m, size = cp_model.CpModel(), len(problem.far)
    arcs = [(v, w, m.new_bool_var("")) for v in range(size) for w in range(size) if v != w]
    m.add_circuit(arcs)
    at = [m.new_int_var(problem.ready[v], _latest(problem, v), "") for v in range(size)]
    load = [m.new_int_var(problem.demand[v], problem.capacity, "") for v in range(size)]
    for v, w, taken in _timed(problem, arcs):
        m.add(at[w] >= at[v] + problem.far[v][w]).only_enforce_if(taken)
    for v, w, taken in _loaded(problem, arcs):
        m.add(load[w] >= load[v] + problem.demand[w]).only_enforce_if(taken)
    m.minimize(sum(problem.far[v][w] * taken for v, w, taken in arcs))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    has_solution = solver.solve(m) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return int(solver.objective_value) if has_solution else None, round(solver.best_objective_bound)


def _latest(problem: Routing, v: int) -> int:
    return problem.ready[v] + (WIDTH if v >= problem.vehicles else 0)


def _timed(problem: Routing, arcs: list[Any]) -> list[Any]:
    """Return the arcs along which time passes; none where times do not matter."""
    return [arc for arc in arcs if arc[1] >= problem.vehicles] if problem.windows else []


def _loaded(problem: Routing, arcs: list[Any]) -> list[Any]:
    """Return the arcs along which loads grow; none where loads do not matter."""
    return [arc for arc in arcs if min(arc[:2]) >= problem.vehicles] if problem.loads else []


def main() -> int:
    """Print a line for each instance and time."""
    parser = arguments(__doc__, only=True)
    parser.add_argument("--limits", type=lambda text: [*map(float, text.split(","))], default=[5.0, 20.0])
    options = parser.parse_args()
    columns = {"limit": "7.0f", "ours": ">8", "bound": ">8", "first s": ">9", "CP-SAT": ">8", "bound ": ">8"}
    table = Table("instance", 20, columns)
    for name, make in CASES.items():
        for limit in options.limits if is_wanted(name, options.only) else []:
            mine, peer = ours(make(), limit), theirs(make(), limit)
            first = "-" if mine[2] is None else f"{mine[2]:.1f}"
            table.line(name, (limit, *("-" if each is None else each for each in (*mine[:2], first, *peer))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
