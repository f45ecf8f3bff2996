"""The cookbook's optima and counts against CP-SAT, from the data of the recipes themselves."""

from __future__ import annotations

import contextlib
import io
import itertools
import re

import pytest
import readme
from support.paths import ROOT

TEXT = (ROOT / "csp2sat" / "manual" / "cookbook.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", TEXT, re.M))


def ran(recipe):
    """The names of a recipe's program after it has run, and the first number that it prints."""
    program, names = readme.PYTHON.search(RECIPES[recipe])[0], {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(readme.HEAD + program, recipe, "exec"), names)
    return names, out.getvalue().split()[0]


def job_shop(cp, model, names):
    """Tasks with an optional interval for each machine."""
    ends, on = [], {}
    for job in names["jobs"]:
        done = 0
        for options in job:
            start, end = model.new_int_var(0, 99, ""), model.new_int_var(0, 99, "")
            chosen = []
            for at, time in options.items():
                chosen.append(model.new_bool_var(""))
                on.setdefault(at, []).append(model.new_optional_interval_var(start, time, end, chosen[-1], ""))
            model.add_exactly_one(chosen)
            model.add(start >= done)
            done = end
        ends.append(done)
    for intervals in on.values():
        model.add_no_overlap(intervals)
    last = model.new_int_var(0, 99, "")
    model.add_max_equality(last, ends)
    model.minimize(last)


def setup_times(cp, model, names):
    """A circuit whose arcs say when the next job begins."""
    sizes, setup = names["sizes"], names["setup"]
    start, arcs = [model.new_int_var(0, 99, "") for _ in sizes], []
    model.add(start[0] == 0)
    for i, j in itertools.permutations(range(len(sizes)), 2):
        arcs.append((i, j, model.new_bool_var("")))
        if j:
            model.add(start[j] >= start[i] + sizes[i] + setup[i][j]).only_enforce_if(arcs[-1][2])
    model.add_circuit(arcs)
    last = model.new_int_var(0, 99, "")
    model.add_max_equality(last, [begin + size for begin, size in zip(start, sizes, strict=True)])
    model.minimize(last)


def travelling_salesman(cp, model, names):
    """Arcs with their lengths."""
    far = names["far"]
    arcs = [(v, w, model.new_bool_var("")) for v, w in itertools.permutations(range(len(far)), 2)]
    model.add_circuit(arcs)
    model.minimize(sum(far[v][w] * taken for v, w, taken in arcs))


def vehicle_routing(cp, model, names):
    """Several circuits through the depot, place 0, at most as many as there are vehicles."""
    far, demand, capacity = names["far"], names["demand"], names["capacity"]
    places = [0, *range(2, len(far))]
    arcs = [(v, w, model.new_bool_var("")) for v, w in itertools.permutations(places, 2)]
    for v in places[1:]:
        model.add_exactly_one(taken for a, _, taken in arcs if a == v)
        model.add_exactly_one(taken for _, b, taken in arcs if b == v)
    model.add(sum(taken for v, _, taken in arcs if v == 0) <= 2)
    load = {v: model.new_int_var(demand[v], capacity, "") for v in places}
    for v, w, taken in arcs:
        if v and w:
            model.add(load[w] >= load[v] + demand[w]).only_enforce_if(taken)
    model.minimize(sum(far[v][w] * taken for v, w, taken in arcs))


def rostering(cp, model, names):
    """Booleans, and a Boolean for each wish that is not granted."""
    nurses, days, shifts = range(names["nurses"]), range(names["days"]), range(names["shifts"])
    works = {each: model.new_bool_var("") for each in itertools.product(nurses, days, shifts)}
    day = {(n, d): sum(works[n, d, s] for s in shifts) for n in nurses for d in days}
    for d, s in itertools.product(days, shifts):
        model.add_exactly_one(works[n, d, s] for n in nurses)
    for n in nurses:
        for d in days:
            model.add(day[n, d] <= 1)
            if d + 1 in days:
                model.add(works[n, d, 1] + works[n, d + 1, 0] <= 1)
            if d + 2 in days:
                model.add(day[n, d] + day[n, d + 1] + day[n, d + 2] <= 2)
        model.add_linear_constraint(sum(day[n, d] for d in days), 3, 4)
    model.minimize(sum(weight * day[at] for at, weight in names["wishes"].items()))


def timetable(cp, model, names):
    """A Boolean for each lesson and slot."""
    lessons, slots = names["lessons"], range(1, names["slots"] + 1)
    at = {(i, s): model.new_bool_var("") for i in range(len(lessons)) for s in slots}
    for i in range(len(lessons)):
        model.add_exactly_one(at[i, s] for s in slots)
    for (i, one), (j, other) in itertools.combinations(enumerate(lessons), 2):
        if one[1] == other[1] or one[2] == other[2]:
            for s in slots:
                model.add(at[i, s] + at[j, s] <= 1)
    for s in slots:
        model.add(sum(at[i, s] for i in range(len(lessons))) <= names["rooms"])
    model.add(at[2, 1] == 0)
    last = model.new_int_var(0, 99, "")
    for (_, s), taken in at.items():
        model.add(last >= s * taken)
    model.minimize(last)


def crews(cp, model, names):
    """A partition of the flights."""
    chosen = [model.new_bool_var("") for _ in names["pairings"]]
    for f in names["flights"]:
        model.add_exactly_one(each for each, (mine, _) in zip(chosen, names["pairings"], strict=True) if f in mine)
    model.minimize(sum(cost * each for each, (_, cost) in zip(chosen, names["pairings"], strict=True)))


def bin_packing(cp, model, names):
    """A Boolean for each item and bin, without broken symmetry."""
    weights = names["weights"]
    bins = range(len(weights))
    at = {(i, b): model.new_bool_var("") for i in range(len(weights)) for b in bins}
    used = [model.new_bool_var("") for _ in bins]
    for i in range(len(weights)):
        model.add_exactly_one(at[i, b] for b in bins)
    for b in bins:
        model.add(sum(weight * at[i, b] for i, weight in enumerate(weights)) <= names["capacity"] * used[b])
    model.minimize(sum(used))


def knapsack(cp, model, names):
    """Integers, and a Boolean that says which of the two is taken."""
    count = [model.new_int_var(0, 2, "") for _ in names["weights"]]
    model.add(sum(weight * each for weight, each in zip(names["weights"], count, strict=True)) <= names["most"])
    third = model.new_bool_var("")
    model.add(count[4] == 0).only_enforce_if(third)
    model.add(count[2] == 0).only_enforce_if(~third)
    model.maximize(sum(profit * each for profit, each in zip(names["profits"], count, strict=True)))


def cutting_stock(cp, model, names):
    """Integers for each rod and length, without broken symmetry."""
    lengths, rods = names["lengths"], range(names["most"])
    cut = {(r, k): model.new_int_var(0, 9, "") for r in rods for k in range(len(lengths))}
    used = [model.new_bool_var("") for _ in rods]
    for r in rods:
        model.add(sum(length * cut[r, k] for k, length in enumerate(lengths)) <= names["rod"] * used[r])
    for k, wanted in enumerate(names["wanted"]):
        model.add(sum(cut[r, k] for r in rods) >= wanted)
    model.minimize(sum(used))


PEERS = {
    "Job shop with optional tasks": job_shop,
    "Setup times": setup_times,
    "Travelling salesman": travelling_salesman,
    "Vehicle routing": vehicle_routing,
    "Rostering": rostering,
    "Timetable": timetable,
    "Crews": crews,
    "Bin packing": bin_packing,
    "Knapsack": knapsack,
    "Cutting stock": cutting_stock,
}


@pytest.mark.long
@pytest.mark.parametrize("recipe", PEERS)
def test_the_optimum_is_that_of_cp_sat(recipe):
    cp = pytest.importorskip("ortools.sat.python.cp_model")
    names, printed = ran(recipe)
    model, solver = cp.CpModel(), cp.CpSolver()
    PEERS[recipe](cp, model, names)
    assert solver.solve(model) == cp.OPTIMAL
    assert printed == str(round(solver.objective_value))
