"""Values that csp2sat and OR-tools CP-SAT reach in a given time on linear problems, in one run, with the same cores.

    python scripts/bench_linear.py [--limit 10] [--only WORD ...]

Six families of five sizes, made by a seed: knapsacks with one weight and with several, items to be assigned to agents
with capacities, rows to be matched with columns (an integer for each row, all different, costs by `element`), sets that
cover all elements, and facilities that serve customers.  The gap is the part of CP-SAT's value by which ours is worse,
negative if ours is better; the bounds are what both know of the best value.  The last line counts the gaps of at most
3 % and 1 %.  Needs the extra `csp2sat[bench]`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from bench_frame import Table, arguments, is_wanted

LEAST, EQUAL, MOST = ">=", "==", "<="


class Problem(NamedTuple):
    """A linear problem over Booleans, numbered from 0.

    rows: (weights by Boolean, relation, number).  goal: weights by Boolean; negated if the sum is to be maximized.
    choices: the Booleans that are the values of an integer each, if the integers have different values.
    """

    size: int
    rows: list[tuple[dict[int, int], str, int]]
    goal: dict[int, int]
    is_maximized: bool = False
    choices: Sequence[list[int]] = ()


class Reached(NamedTuple):
    """What a package reached.  value: of the best solution, None without one."""

    value: int | None
    bound: int | None
    seconds: float


def knapsack(size: int, sides: int = 1) -> Problem:
    """Return a knapsack of `size` items with weights in several ways, to which the profits are close."""
    source = random.Random(size + sides)
    weights = [[source.randint(10, 100) for _ in range(size)] for _ in range(sides)]
    profits = [sum(row[at] for row in weights) // sides + source.randint(1, 25) for at in range(size)]
    rows = [(dict(enumerate(row)), MOST, sum(row) // 2) for row in weights]
    return Problem(size, rows, dict(enumerate(profits)), is_maximized=True)


def agents(count: int, tasks: int) -> Problem:
    """Return tasks of which each is given to one of `count` agents with capacities: those of type C by Beasley."""
    source = random.Random(count * tasks)
    load = [[source.randint(5, 25) for _ in range(tasks)] for _ in range(count)]
    cost = {at: source.randint(10, 50) for at in range(count * tasks)}
    capacity = [8 * sum(row) // (10 * count) for row in load]
    rows = [({i * tasks + j: load[i][j] for j in range(tasks)}, MOST, capacity[i]) for i in range(count)]
    rows += [({i * tasks + j: 1 for i in range(count)}, EQUAL, 1) for j in range(tasks)]
    return Problem(count * tasks, rows, cost)


def matching(size: int) -> Problem:
    """Return rows and as many columns, to be matched at the least cost."""
    source = random.Random(size)
    choices = [[i * size + j for j in range(size)] for i in range(size)]
    return Problem(size * size, [], {at: source.randint(1, 100) for at in range(size * size)}, choices=choices)


def covering(elements: int, sets: int) -> Problem:
    """Return sets with costs, of which some are to cover all elements."""
    source = random.Random(elements)
    members: list[dict[int, int]] = [{} for _ in range(elements)]
    cost = {}
    for at in range(sets):
        size = source.randint(2, max(3, elements // 12))
        cost[at] = 5 * size + source.randint(1, 20)
        for element in source.sample(range(elements), size):
            members[element][at] = 1
    for element in members:
        element.update(dict.fromkeys(source.sample(range(sets), 2), 1))
    return Problem(sets, [(element, LEAST, 1) for element in members], cost)


def facilities(places: int, customers: int) -> Problem:
    """Return places, each with a cost and a capacity, of which some serve all customers, each from one place."""
    source = random.Random(places + customers)
    spots = [(source.randint(0, 100), source.randint(0, 100)) for _ in range(places + customers)]
    demand = [source.randint(5, 30) for _ in range(customers)]
    capacity = [source.randint(3, 5) * sum(demand) // places for _ in range(places)]
    goal, rows = {}, list[tuple[dict[int, int], str, int]]()
    served = [[places + i * customers + j for j in range(customers)] for i in range(places)]
    for i, (a, b) in enumerate(spots[:places]):
        goal[i] = source.randint(150, 350)
        rows.append(({i: -capacity[i], **{served[i][j]: demand[j] for j in range(customers)}}, MOST, 0))
        for j, (c, d) in enumerate(spots[places:]):
            goal[served[i][j]] = abs(a - c) + abs(b - d)
            rows.append(({served[i][j]: 1, i: -1}, MOST, 0))
    rows += [({served[i][j]: 1 for i in range(places)}, EQUAL, 1) for j in range(customers)]
    return Problem(places * (customers + 1), rows, goal)


CASES: dict[str, Callable[[], Problem]] = {
    **{f"knapsack-{n}": partial(knapsack, n) for n in (30, 60, 100, 200, 400)},
    **{f"knapsack-{n}-{k}": partial(knapsack, n, k) for n, k in ((30, 5), (60, 5), (100, 5), (100, 10), (250, 10))},
    **{f"agents-{m}-{n}": partial(agents, m, n) for m, n in ((5, 20), (5, 50), (10, 60), (10, 100), (20, 100))},
    **{f"matching-{n}": partial(matching, n) for n in (8, 12, 20, 30, 40)},
    **{
        f"covering-{m}-{n}": partial(covering, m, n)
        for m, n in ((30, 60), (60, 150), (100, 300), (150, 600), (200, 1000))
    },
    **{f"facilities-{m}-{n}": partial(facilities, m, n) for m, n in ((5, 15), (8, 25), (10, 40), (15, 60), (20, 80))},
}


def ours(problem: Problem, limit: float) -> Reached:
    """Return what csp2sat reaches."""
    import csp2sat
    from csp2sat import build

    start, m = time.perf_counter(), csp2sat.Model()
    if problem.choices:
        chosen = [m.int(f"x{i}", 0, len(row) - 1) for i, row in enumerate(problem.choices)]
        m.add(build.all_different(chosen))
        costs = [[problem.goal[at] for at in row] for row in problem.choices]
        goal = sum(build.element(row, x) for row, x in zip(costs, chosen, strict=True))
    else:
        x = [m.bool(f"x{i}") for i in range(problem.size)]
        m.add(_rows(problem, x))
        goal = sum(a * x[i] for i, a in problem.goal.items())
    (m.maximize if problem.is_maximized else m.minimize)(goal)
    result = csp2sat.solve(m, timeout=limit)
    bound = result.bound and result.bound[problem.is_maximized]
    return Reached(result.objective, bound, time.perf_counter() - start)


def theirs(problem: Problem, limit: float) -> Reached:
    """Return what CP-SAT reaches."""
    from ortools.sat.python import cp_model

    start, m = time.perf_counter(), cp_model.CpModel()
    if problem.choices:
        chosen = [m.new_int_var(0, len(row) - 1, "") for row in problem.choices]
        m.add_all_different(chosen)
        costs = [m.new_int_var(0, 100, "") for _ in chosen]
        for x, cost, row in zip(chosen, costs, problem.choices, strict=True):
            m.add_element(x, [problem.goal[at] for at in row], cost)
        goal = sum(costs)
    else:
        x = [m.new_bool_var("") for _ in range(problem.size)]
        for row in _rows(problem, x):
            m.add(row)
        goal = sum(a * x[i] for i, a in problem.goal.items())
    (m.maximize if problem.is_maximized else m.minimize)(goal)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    has_solution = solver.solve(m) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    value = int(solver.objective_value) if has_solution else None
    return Reached(value, round(solver.best_objective_bound), time.perf_counter() - start)


def _rows(problem: Problem, x: list[Any]) -> Iterator[Any]:
    """Yield the rows as constraints over the Booleans of a package."""
    for weights, relation, number in problem.rows:
        total = sum(a * x[i] for i, a in weights.items())
        yield total <= number if relation == MOST else total >= number if relation == LEAST else total == number


def gap(problem: Problem, mine: Reached, peer: Reached) -> float:
    """Return the part of the peer's value by which ours is worse; infinity without a solution."""
    if mine.value is None or peer.value is None:
        return float("inf") if mine.value is None else 0.0
    worse = peer.value - mine.value if problem.is_maximized else mine.value - peer.value
    return worse / max(1, abs(peer.value))


def main() -> int:
    """Print a line for each problem, and the number of small gaps."""
    options = arguments(__doc__, limit=10, only=True).parse_args()
    columns = {
        "ours": ">10",
        "bound": ">10",
        "s": "8.2f",
        "CP-SAT": ">10",
        "bound ": ">10",
        "s ": "8.2f",
        "gap": "9.2%",
    }
    table, gaps = Table("problem", 18, columns), list[float]()
    for name, make in CASES.items():
        if is_wanted(name, options.only):
            problem = make()
            mine, peer = ours(problem, options.limit), theirs(problem, options.limit)
            gaps.append(gap(problem, mine, peer))
            table.line(name, (*map(_shown, (*mine, *peer)), gaps[-1]))
    few, least = (sum(each <= most for each in gaps) for most in (0.03, 0.01))
    print(f"{len(gaps)} problems: gap at most 3 % in {few}, at most 1 % in {least}")
    return 0


def _shown(value: float | None) -> float | str:
    return "-" if value is None else value


if __name__ == "__main__":
    sys.exit(main())
