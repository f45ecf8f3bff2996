"""What somebody who schedules, routes and packs with CP-SAT, CPMpy or MiniZinc writes in the first hours.

Whole models, whose optima come from brute force below or from CP-SAT; then single calls, right or refused. A case of the
second kind is Python text, and what its last line gives, or the error that it raises with a part of its message.
"""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from build.test_first_things import Refused, run

import csp2sat
from csp2sat import ModelError, build

PLACES = [(3, 9), (12, 1), (5, 5), (0, 7), (8, 8), (2, 2)]
FAR = [[abs(a - c) + abs(b - d) for c, d in PLACES] for a, b in PLACES]
WINDOWS = [(0, 99), (5, 40), (10, 60), (0, 30), (20, 80), (30, 90)]
COSTS = [[90, 76, 75, 70], [35, 85, 55, 65], [125, 95, 90, 105], [45, 110, 95, 115], [60, 105, 80, 75]]
VALUES, WEIGHTS = [36, 8, 59, 13, 43, 67, 23, 52, 9, 12], [7, 3, 30, 22, 8, 9, 11, 21, 7, 6]
TASKS = [(3, 2, 1), (2, 1, 2), (5, 3, 1), (4, 2, 2), (2, 1, 1), (3, 2, 1)]  # duration, two demands
SPEEDS = [(3, 5), (2, 4), (6, 3), (4, 4), (5, 2)]  # of a job on either of two machines
SHOP = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]]


def tours() -> Any:
    return ((0, *rest) for rest in itertools.permutations(range(1, len(PLACES))))


def shortest_tour() -> int:
    return min(sum(FAR[a][b] for a, b in zip(tour, (*tour[1:], 0), strict=True)) for tour in tours())


def earliest_return() -> int:
    def back(tour: tuple[int, ...]) -> float:
        time = 0
        for a, b in itertools.pairwise(tour):
            time = max(time + FAR[a][b], WINDOWS[b][0])
            if time > WINDOWS[b][1]:
                return float("inf")
        return time + FAR[tour[-1]][0]

    return int(min(map(back, tours())))


def fullest() -> int:
    chosen = itertools.product((0, 1), repeat=len(VALUES))
    sums = (tuple(sum(map(int.__mul__, each, x)) for each in (VALUES, WEIGHTS)) for x in chosen)
    return max(value for value, weight in sums if weight <= 60)


def cheapest_team() -> int:
    return min(sum(COSTS[w][t] for t, w in enumerate(p)) for p in itertools.permutations(range(5), 4))


def two_machines() -> int:
    return min(
        max(sum(job[k] for job, on in zip(SPEEDS, where, strict=True) if on == k) for k in (0, 1))
        for where in itertools.product((0, 1), repeat=len(SPEEDS))
    )


def successors(m: csp2sat.Model) -> csp2sat.Array[csp2sat.Term, csp2sat.Term]:
    after = m.int_array("after", 6, 0, 5)
    m.add(build.circuit(after))
    return after


def arcs(m: csp2sat.Model) -> list[tuple[int, int, csp2sat.Formula]]:
    return [(i, j, m.bool(f"{i} to {j}")) for i in range(6) for j in range(6) if i != j]


def tour_by_element(m: csp2sat.Model) -> None:
    after = successors(m)
    m.minimize(sum(build.element(after[i], FAR[i]) for i in range(6)))


def tour_by_element_of_cpmpy(m: csp2sat.Model) -> None:
    after = successors(m)
    m.minimize(build.sum(build.element(FAR[i], after[i]) for i in range(6)))


def tour_by_a_matrix(m: csp2sat.Model) -> None:
    after, far = successors(m), csp2sat.array(FAR)
    m.minimize(sum(far[i, after[i]] for i in range(6)))


def tour_by_arcs_of_cp_sat(m: csp2sat.Model) -> None:
    edges = arcs(m)
    m.add(build.circuit(edges))
    m.minimize(sum(FAR[i][j] * here for i, j, here in edges))


def tour_in_time_windows(m: csp2sat.Model) -> None:
    time = [m.int(f"time {i}", *window) for i, window in enumerate(WINDOWS)]
    back = m.int("back", 0, 300)
    edges = arcs(m)
    m.add(build.circuit(edges), time[0] == 0)
    for i, j, here in edges:
        m.add(here.implies((time[j] if j else back) >= time[i] + FAR[i][j]))
    m.minimize(back)


def knapsack(m: csp2sat.Model) -> None:
    taken = m.bool_array("taken", len(VALUES))
    m.add(taken @ WEIGHTS <= 60)
    m.maximize(sum(value * x for value, x in zip(VALUES, taken, strict=True)))


def knapsack_of_cp_sat(m: csp2sat.Model) -> None:
    taken = [m.bool(f"taken {i}") for i in range(len(VALUES))]
    m.add(build.weighted_sum(taken, WEIGHTS) <= 60)
    m.maximize(build.weighted_sum(taken, VALUES))


def team(m: csp2sat.Model) -> None:
    does = m.bool_array("does", (5, 4))
    m.add(does.sum(axis=0) == 1, does.sum(axis=1) <= 1)
    m.minimize((does * COSTS).sum())


def team_of_a_dict(m: csp2sat.Model) -> None:
    does = {(w, t): m.bool(f"does[{w}, {t}]") for w in range(5) for t in range(4)}
    m.add([sum(does[w, t] for t in range(4)) <= 1 for w in range(5)])
    m.add(build.exactly_one(does[w, t] for w in range(5)) for t in range(4))
    m.minimize(sum(COSTS[w][t] * here for (w, t), here in does.items()))


def team_of_integers(m: csp2sat.Model) -> None:
    who = m.int_array("who", 4, 0, 4)
    m.add(build.all_different(who))
    m.minimize(sum(csp2sat.array([row[t] for row in COSTS])[who[t]] for t in range(4)))


def project(m: csp2sat.Model, *, ends: bool = False, intervals: bool = False) -> None:
    starts = m.int_array("start", 6, 0, 19)
    durations = [duration for duration, *_ in TASKS]
    m.add(starts[a] + TASKS[a][0] <= starts[b] for a, b in ((0, 2), (1, 3), (2, 5), (3, 4)))
    for resource, capacity in ((1, 4), (2, 3)):
        demands = [task[resource] for task in TASKS]
        if intervals:
            tasks = [build.interval(starts[i], durations[i]) for i in range(6)]
            m.add(build.cumulative(tasks, demands, capacity))
        else:
            lists = (starts, durations, starts + durations) if ends else (starts, durations)
            m.add(build.cumulative(*lists, demands, capacity))
    m.minimize(build.maximum(starts + durations))


def either_machine(m: csp2sat.Model) -> None:
    most = m.int("makespan", 0, 30)
    on: list[list[Any]] = [[], []]
    for j, sizes in enumerate(SPEEDS):
        start, here = m.int(f"start {j}", 0, 30), m.bool_array(f"here {j}", 2)
        m.add(build.exactly_one(here))
        for k, size in enumerate(sizes):
            on[k].append(build.interval(start, size, presence=here[k]))
            m.add(here[k].implies(start + size <= most))
    m.add(build.no_overlap(each) for each in on)
    m.minimize(most)


def shop(m: csp2sat.Model) -> None:
    on: dict[int, list[Any]] = {}
    ends = []
    for j, job in enumerate(SHOP):
        before = None
        for machine, duration in job:
            start, end = m.int(f"start {j} {machine}", 0, 25), m.int(f"end {j} {machine}", 0, 25)
            task = build.interval(start, duration, end, name=f"{j} on {machine}")
            on.setdefault(machine, []).append(task)
            if before is not None:
                m.add(start >= before)
            before = end
        ends.append(before)
    for tasks in on.values():
        m.add(build.no_overlap(tasks))
    last = m.int("last", 0, 25)
    m.add(last >= end for end in ends)
    m.minimize(last)


def bins(m: csp2sat.Model) -> None:
    at = m.int_array("bin", 10, 0, 4)
    m.add(build.bin_packing(12, at, [4, 8, 1, 4, 2, 1, 5, 3, 6, 2]))
    m.minimize(at.max() + 1)


def bins_of_booleans(m: csp2sat.Model) -> None:
    sizes = [4, 8, 1, 4, 2, 1, 5, 3, 6, 2]
    at, used = m.bool_array("at", (10, 5)), m.bool_array("used", 5)
    m.add([row.sum() == 1 for row in at], [sizes @ at[:, j] <= 12 * used[j] for j in range(5)])
    m.minimize(used.sum())


def squares(m: csp2sat.Model) -> None:
    sizes, high = [4, 3, 2, 2, 1], m.int("high", 1, 12)
    xs, ys = ([m.int(f"{axis} {i}", 0, 12 - size) for i, size in enumerate(sizes)] for axis in "xy")
    m.add([x + size <= 5 for x, size in zip(xs, sizes, strict=True)])
    m.add([y + size <= high for y, size in zip(ys, sizes, strict=True)])
    m.add(build.diffn(xs, ys, sizes, sizes))
    m.minimize(high)


def stock(m: csp2sat.Model) -> None:
    cut, used = m.int_array("cut", (5, 3), 0, 3), m.bool_array("used", 5)
    m.add(cut @ [3, 4, 5] <= 10 * used, cut.sum(axis=0) >= [4, 3, 2], used[:-1] >= used[1:])
    m.minimize(used.sum())


def near(m: csp2sat.Model) -> None:
    xs = m.int_array("x", 4, 0, 10)
    m.add(xs.sum() == 18)
    m.minimize(sum(abs(x - wish) for x, wish in zip(xs, [1, 5, 9, 2], strict=True)))


OPTIMA: dict[Callable[[csp2sat.Model], None], Callable[[], int] | int] = {
    tour_by_element: shortest_tour,
    tour_by_element_of_cpmpy: shortest_tour,
    tour_by_a_matrix: shortest_tour,
    tour_by_arcs_of_cp_sat: shortest_tour,
    tour_in_time_windows: earliest_return,
    knapsack: fullest,
    knapsack_of_cp_sat: fullest,
    team: cheapest_team,
    team_of_a_dict: cheapest_team,
    team_of_integers: cheapest_team,
    project: 14,  # by CP-SAT, as all numbers here
    lambda m: project(m, ends=True): 14,
    lambda m: project(m, intervals=True): 14,
    either_machine: two_machines,
    shop: 11,
    bins: 3,
    bins_of_booleans: 3,
    squares: 8,
    stock: 4,
    near: 1,
}


@pytest.mark.parametrize("make", OPTIMA, ids=lambda make: make.__name__)
def test_optimum(make: Callable[[csp2sat.Model], None]) -> None:
    m = csp2sat.Model()
    make(m)
    best, r = OPTIMA[make], csp2sat.solve(m)
    assert (r.status, r.objective) == ("OPTIMUM FOUND", best if isinstance(best, int) else best())


FRAME = "import pandas\ndf = pandas.DataFrame([[x, y], [z, x]])\n"
ROW = "xs = m.int_array('xs', 3, 0, 2)\n"
PAIRS = "pairs = [(x, y), (z, x)]\n"

RIGHT = {
    "a name that comes last, as CP-SAT": ("v = m.int(0, 9, 'v')\n(v.name, csp2sat.count(m, project=[v]).number)", ("v", 10)),
    "a name by name, as CPMpy": ("m.int(0, 9, name='v').name", "v"),
    "values, then a name": ("v = m.int([1, 5], 'v')\ncsp2sat.count(m, project=['v']).number", 2),
    "an array as CPMpy": ("v = m.int_array(0, 9, shape=(2, 3), name='v')\n(v.shape, v[0, 0].name)", ((2, 3), "v_0_0")),
    "Booleans, then a name": ("m.bool_array(2, 'v')[0].name", "v_0"),
    "count in either order": (ROW + "m.add(xs == [1, 1, 2])\nr = csp2sat.solve(m)\n(r[build.count(xs, 1)], r[build.count(1, xs)])", (2, 2)),
    "element in either order": ("values(build.element([5, 7], x), x == 1) + values(build.element(x, [5, 7]), x == 1)", [7, 7]),
    "element of a NumPy array": ("import numpy\nvalues(build.element(numpy.array([5, 7]), x), x == 1)", [7]),
    "one duration for all": (ROW + "m.add(build.cumulative(xs, 2, 1, 1))\ncsp2sat.count(m, project=xs).number", 0),
    "one duration for two": ("values(y, build.no_overlap([x, y], 2), x == 0)", [2, 3]),
    "arcs with loops are optional": ("m.add(build.circuit([(0, 1, p), (1, 0, p), (0, 0, ~p), (1, 1, ~p)]))\nvalues(p)", [False, True]),
    "arcs in lists": ("m.add(build.circuit([[0, 1, p], [1, 0, True]]))\nvalues(p)", [True]),
    "the values of a dict": ("m.add(x == 1, y == 2)\ncsp2sat.solve(m).value({'a': x, 'b': [y, y]})", {"a": 1, "b": [2, 2]}),
    "r[dict]": ("m.add(x == 1)\ncsp2sat.solve(m)[{(0, 1): x}]", {(0, 1): 1}),
    "prefer by names": ("m.prefer({'x': 2, 'p': True})\nr = csp2sat.solve(m)\n(r[x], r[p])", (2, True)),
    "prefer a result": ("m.add(x == 2)\nr = csp2sat.solve(m)\nm.prefer(r)\nm.preferred['x']", 2),
    "prefer a solution's dict": ("m.add(x == 2)\nm.prefer(csp2sat.solve(m).as_dict())\nm.preferred['x']", 2),
    "a column of a table of text": ("f'{x:>4}|{x + 1:<8}|'", "   x|(add x 1)|"),
    "a result is printed": ("m.add(x == 2)\nm.maximize(x)\nstr(csp2sat.solve(m)).split(':')[0]", "OPTIMUM FOUND, objective 2"),
    "no result is printed": ("m.add(x > 9)\nstr(csp2sat.solve(m))", "UNSATISFIABLE"),
    "more for a shallow copy": ("import copy\nn = copy.copy(m)\nn.add(x == 1, [y == 2])\n(csp2sat.solve(n)[x + y], len(m.constraints))", (3, 0)),
    "a goal of a copy": ("import copy\nn = copy.deepcopy(m)\nn.maximize(x)\ncsp2sat.solve(n)[x]", 3),
    "the values of a frame": (FRAME + "m.add(build.all_different(df.to_numpy()[0]), x == 1)\ncsp2sat.solve(m)[y] != 1", True),
    "a list of lists": ("values(z, build.all_different([[x, y], [z]]), x == 0, y == 1)", [2, 3]),
    "a tuple alone": ("values(z, build.all_different((x, y, z)), x == 0, y == 1)", [2, 3]),
    "two lists": ("values(z, build.all_different([x, y], [z]), x == 0, y == 1)", [2, 3]),
    "channels": ("b = m.bool_array('b', 4)\nm.add([(x == i) == b[i] for i in range(4)], b[3])\nvalues(x)", [3]),
    "half-reified lists": ("m.add(p.implies([x > 0, x < 2]), p)\nvalues(x)", [1]),
    "big M": ("m.add(x <= 3 * p, x >= 1)\nvalues(p)", [True]),
    "a product with a Boolean": ("m.add(p * x == 2)\nvalues(p)", [True]),
    "negative domains": ("v = m.int('v', -10, -3)\nm.maximize(v)\ncsp2sat.solve(m).objective", -3),
    "huge domains": ("a, b = m.int('a', 0, 10**9), m.int('b', 0, 10**9)\nm.add(a + b == 1234567890, a - b == 10)\ncsp2sat.solve(m)[a]", 617283950),
    "a loop of no-goods": (ROW + "m.add(build.all_different(xs))\nn = 0\nwhile r := csp2sat.solve(m):\n    n += 1\n    m.add(build.any_(xs != r.value(xs)))\nn", 6),
    "assumptions": ("m.add(p.implies(~q))\nwith csp2sat.session(m) as s:\n    bool(s.solve(assumptions=[p, q]))\n    found = s.core()\nfound", "[p, q]"),
    "a callback of two": ("seen = []\nm.maximize(x)\ncsp2sat.solve(m, on_better=lambda value, s: seen.append((value, s[x])))\nseen[-1]", (3, 3)),
    "a callback of any": ("m.maximize(x)\ncsp2sat.solve(m, on_better=lambda *any: None).objective", 3),
    "a callback of print": ("m.maximize(x)\ncsp2sat.solve(m, on_better=print).objective", 3),
    "the last is the objective": ("m.maximize(x)\nm.minimize(y)\ncsp2sat.solve(m).objective", 0),
    "sum of a map": (ROW + "m.add(sum(map(lambda v: 2 * v, xs)) == 12)\ncsp2sat.solve(m).value(xs)", [2, 2, 2]),
    "an IntEnum": ("import enum\nC = enum.IntEnum('C', ['RED', 'BLUE'])\nvalues(x, x == C.BLUE)", [2]),
}  # fmt: skip

WRONG = {
    "pairs that differ": (PAIRS + "build.all_different(pairs)", Refused("all_different", "(x, y)", "tuple", "write one term", "write a list")),
    "pairs in a list of lists": ("build.all_different([[(x, y)], [z]])", Refused("all_different", "(x, y)", "tuple")),
    "pairs of zip": ("build.all_different(zip([x, y], [y, z]))", Refused("(x, y)", "tuple")),
    "pairs as arguments": ("build.all_different((x, y), (z, x))", Refused("(x, y)", "tuple")),
    "pairs that differ but 0": (PAIRS + "build.all_different_except_0(pairs)", Refused("(x, y)", "tuple")),
    "pairs that differ but 3": (PAIRS + "build.all_different_except(pairs, 3)", Refused("(x, y)", "tuple")),
    "equal pairs": (PAIRS + "build.all_equal(pairs)", Refused("(x, y)", "tuple")),
    "how many pairs": (PAIRS + "build.n_values(pairs)", Refused("(x, y)", "tuple")),
    "arcs of a subcircuit": ("build.subcircuit([(0, 1, p), (1, 0, q)])", Refused("(0, 1, p)", "tuple")),
    "arcs of two": ("build.circuit([(0, 1), (1, 0)])", Refused("(0, 1)", "arc")),
    "rows of a circuit": ("build.circuit([[x, y], [z, x]])", Refused("arc")),
    "a frame that differs": (FRAME + "build.all_different(df)", Refused("DataFrame", "to_numpy")),
    "a frame's sum": (FRAME + "build.sum(df)", Refused("DataFrame", "to_numpy")),
    "an array of a frame": (FRAME + "csp2sat.array(df)", Refused("DataFrame", "to_numpy")),
    "constraints in a frame": (FRAME + "m.add(df)", Refused("DataFrame", "to_numpy")),
    "a table in a frame": ("import pandas\nbuild.table([x, y], pandas.DataFrame({'a': [1], 'b': [2]}))", Refused("DataFrame", "to_numpy")),
    "the values of a frame": (FRAME + "csp2sat.solve(m).value(df)", Refused("DataFrame", "to_numpy")),
    "a NumPy array is compared": ("import numpy\nnumpy.array([x, y]) >= 3", Refused("csp2sat.array")),
    "a Series is compared": ("import pandas\npandas.Series([x, y]) >= 3", Refused("csp2sat.array")),
    "a model of constraints": ("csp2sat.Model(x > 1)", Refused("no arguments", "m.add")),
    "a model with a goal": ("csp2sat.Model(minimize=x)", Refused("no arguments", "m.minimize")),
    "min and max": ("m.int('v', min=0, max=9)", Refused("max= and min=", "lb=0, ub=9")),
    "four arguments": ("m.int('v', 0, 9, 3)", Refused("3 arguments", "m.int('x', 0, 9)")),
    "a listener of one": ("seen = []\ncsp2sat.solve(m, on_better=seen.append)", Refused("on_better", "objective", "solution", error=csp2sat.UsageError)),
    "a callback object of CP-SAT": ("csp2sat.solve(m, on_better=object())", Refused("on_better", error=csp2sat.UsageError)),
    "progress to nothing": ("csp2sat.solve(m, on_progress=True)", Refused("on_progress", error=csp2sat.UsageError)),
    "a listener of a session": ("with csp2sat.session(m) as s:\n    s.minimize(x, on_better=7)", Refused("on_better", error=csp2sat.UsageError)),
    "prefer a name that is none": ("m.prefer({'w': 1})", Refused("'w'", "no variable")),
    "a copy lacks the variable": ("import copy\nn = copy.copy(m)\nv = m.int('v', 0, 9)\nn.add(v > 1)", Refused("another model")),
    "a copy has another one": ("import copy\nn = copy.copy(m)\nv = m.int('v', 0, 9)\nn.int('v', 0, 5)\nn.minimize(v)", Refused("another model")),
    "a number's format": ("f'{x:d}'", Refused("r[x]")),
    "order of intervals": ("build.interval(x, 2) < build.interval(y, 2)", Refused("build.before")),
    "negated": ("p.negated()", Refused("~p", error=AttributeError)),
    "Not": ("p.Not()", Refused("~p", error=AttributeError)),
    "x.lb": ("x.lb", Refused("m.ints", error=AttributeError)),
    "with_name": ("m.add(x > 1).with_name('c')", Refused("an AddedConstraints", "name='...'", error=AttributeError)),
    "AddBoolOr": ("m.AddBoolOr([p, q])", Refused("build.any_", error=AttributeError)),
    "add_implication": ("m.add_implication(p, q)", Refused("p.implies", error=AttributeError)),
    "add_allowed_assignments": ("m.add_allowed_assignments", Refused("build.table", error=AttributeError)),
    "add_multiplication_equality": ("m.add_multiplication_equality", Refused("x * x == value", error=AttributeError)),
    "add_reservoir_constraint": ("m.add_reservoir_constraint", Refused("build.reservoir", error=AttributeError)),
    "clone": ("m.clone()", Refused("copy.copy(m)", error=AttributeError)),
    "new_constant": ("m.new_constant(3)", Refused("m.int(name, value, value)", error=AttributeError)),
    "r.Value(x)": ("csp2sat.solve(m).Value(x)", Refused("r[x]", error=AttributeError)),
    "r.objective_value": ("csp2sat.solve(m).objective_value", Refused("r.objective", error=AttributeError)),
    "r.best_objective_bound": ("csp2sat.solve(m).best_objective_bound", Refused("r.bound, two values between", error=AttributeError)),
    "r.x": ("csp2sat.solve(m).x", Refused("r['x']", error=AttributeError)),
    "max_time_in_seconds": ("csp2sat.solve(m, max_time_in_seconds=5)", Refused("timeout", error=TypeError)),
    "num_workers": ("csp2sat.solve(m, num_workers=8)", Refused("threads", error=TypeError)),
    "log_search_progress": ("csp2sat.solve(m, log_search_progress=True)", Refused("on_progress", error=TypeError)),
    "assumptions of solve": ("csp2sat.solve(m, assumptions=[p])", Refused("session", error=TypeError)),
}  # fmt: skip
CONTAINERS = {
    "(x, y) == (1, 2)": "csp2sat.array",
    "[x, y] == [1, 2]": "csp2sat.array",
    "[x] < [2]": "csp2sat.array",
    "1 if x == 2 else 0": "build.if_",
    "1 if x else 0": "build.if_",
}


@pytest.mark.parametrize(("text", "expected"), RIGHT.values(), ids=RIGHT)
def test_right(text: str, expected: Any) -> None:
    found = run(text)
    assert (repr(found) if isinstance(expected, str) and not isinstance(found, str) else found) == expected


@pytest.mark.parametrize(("text", "refused"), WRONG.values(), ids=WRONG)
def test_refused(text: str, refused: Refused) -> None:
    with pytest.raises(refused.error) as caught:
        run(text)
    assert all(word in str(caught.value) for word in refused.words), caught.value


@pytest.mark.parametrize("text", CONTAINERS)
def test_what_asks_for_a_truth(text: str, tmp_path: Any) -> None:
    """From a file, since the advice depends on the source."""
    path = tmp_path / "asked.py"
    path.write_text(text)
    m = csp2sat.Model()
    names = {"x": m.int("x", 0, 3), "y": m.int("y", 0, 3)}
    with pytest.raises(ModelError, match=CONTAINERS[text]):
        eval(compile(path.read_text(), str(path), "eval"), names)


def test_threads() -> None:
    def asked(value: int) -> int:
        m = csp2sat.Model()
        x = m.int("x", 0, 9)
        m.add(x == value)
        return csp2sat.solve(m)[x]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(asked, range(4))) == [0, 1, 2, 3]


def test_copies_of_copies_take_the_same_handles() -> None:
    m = csp2sat.Model()
    x, p = m.int("x", 0, 9), m.bool("p")
    m.add(x >= 2)
    for made in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m)), copy.copy(copy.deepcopy(m))):
        made.add(p == (x < 4), p)
        made.maximize(x)
        made.soft(x == 0)
        r = csp2sat.solve(made)
        assert (r[x], r[p], len(m.constraints)) == (3, True, 1)
    stranger = csp2sat.Model()
    stranger.int("x", 0, 9)
    with pytest.raises(ModelError, match="another model"):
        stranger.add(x == 1)
