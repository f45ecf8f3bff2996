"""The cookbook's optima against CP-SAT, from the data of the recipes themselves; its models through MiniZinc."""

from __future__ import annotations

import contextlib
import io
import itertools
import re
import subprocess

import pytest
import readme
from support.paths import ROOT

from csp2sat.cli.fzn import install

TEXT = (ROOT / "csp2sat" / "manual" / "cookbook.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", TEXT, re.M))


FIXED = {"Sudoku variants", "Configurator"}  # whose sizes are part of what is asked


@pytest.mark.parametrize("recipe", sorted(RECIPES.keys() - FIXED))
def test_programs_take_sizes_from_their_data(recipe):
    programs = re.findall(r"^```python\n(.*?)^```$", RECIPES[recipe].partition("\n### ")[0], re.M | re.S)
    assert not re.search(r"range\((?:\d+, )?[3-9]\)|_array\(\"\w+\", \(?[3-9]", "\n".join(programs))


FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
BEST = {"python": r"# prints (-?\d+)", "minizinc": r"% prints (-?\d+)", "console": r"^o (-?\d+)$"}


def optima(recipe):
    """What each program of a recipe says is best, the last one of its lines; a text without an optimum is left out."""
    found = [re.findall(BEST[kind], text, re.M) for kind, text in FENCE.findall(RECIPES[recipe])]
    return [int(each[-1]) for each in found if each]


def data_of(recipe):
    """The names of a recipe's program after it has run; none where it is no program."""
    program, names = readme.PYTHON.search(RECIPES[recipe]), {}
    if program:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(readme.HEAD + program[0], recipe, "exec"), names)
    return names


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


def setup_with_deadlines(cp, model, names):
    """The same circuit, with bounds on the jobs and a variable for the lateness of each."""
    sizes, setup = names["sizes"], names["setup"]
    end = [model.new_int_var(0, last, "") for last in names["deadline"]]
    arcs = []
    for i, j in itertools.permutations(range(len(sizes)), 2):
        arcs.append((i, j, model.new_bool_var("")))
        if j:
            model.add(end[j] >= end[i] + setup[i][j] + sizes[j]).only_enforce_if(arcs[-1][2])
    model.add_circuit(arcs)
    late = [model.new_int_var(0, 99, "") for _ in sizes]
    for j, each in enumerate(late):
        model.add(end[j] - sizes[j] >= names["release"][j])
        model.add(each >= end[j] - names["due"][j])
    model.minimize(sum(cost * each for cost, each in zip(names["cost"], late, strict=True)))


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


def graph_colouring(cp, model, names):
    """The edges of the CSP text; colours without broken symmetry."""
    colour = {vertex: model.new_int_var(1, 4, vertex) for vertex in "abcdef"}
    for one, other in re.findall(r"\(!= (\w) (\w)\)", RECIPES["Graph colouring"]):
        model.add(colour[one] != colour[other])
    most = model.new_int_var(1, 4, "most")
    model.add_max_equality(most, colour.values())
    model.minimize(most)


def golomb_ruler(cp, model, names):
    """Five marks from 0, without broken symmetry."""
    marks = [model.new_int_var(0, 12, "") for _ in range(5)]
    model.add(marks[0] == 0)
    for one, other in itertools.pairwise(marks):
        model.add(one < other)
    model.add_all_different(other - one for one, other in itertools.combinations(marks, 2))
    model.minimize(marks[-1])


PEERS = {
    "Graph colouring": graph_colouring,
    "Golomb ruler": golomb_ruler,
    "Job shop with optional tasks": job_shop,
    "Setup times": setup_times,
    "Setup times with deadlines": setup_with_deadlines,
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
    model, solver = cp.CpModel(), cp.CpSolver()
    PEERS[recipe](cp, model, data_of(recipe))
    assert solver.solve(model) == cp.OPTIMAL
    assert set(optima(recipe)) == {round(solver.objective_value)}


def test_every_recipe_with_an_objective_has_a_peer():
    objective = re.compile(r"m\.m(in|ax)imize|(objective|solve) m(in|ax)imize")
    with_objective = {name for name, text in RECIPES.items() if objective.search(text)}
    assert with_objective - {"A puzzle of your own"} == set(PEERS), "its objective only draws a loop"
    assert all(len(set(optima(recipe))) == 1 for recipe in PEERS), "Python, CSP text and MiniZinc say the same"


MODELS = [(recipe, text) for recipe in RECIPES for kind, text in FENCE.findall(RECIPES[recipe]) if kind == "minizinc"]


@pytest.mark.needs("minizinc")
@pytest.mark.sample(1)
@pytest.mark.parametrize(("recipe", "text"), MODELS, ids=[recipe for recipe, _ in MODELS])
def test_a_model_of_minizinc_prints_what_it_says(recipe, text, tmp_path):
    (tmp_path / "model.mzn").write_text(text)
    command = ["minizinc", "--solver", str(install.install(tmp_path)), "model.mzn"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    *_, best, line, proved = ended.stdout.split() or [ended.stderr] * 3
    assert (best, line, proved) == (re.search(BEST["minizinc"], text)[1], "-" * 10, "=" * 10)
