"""The local search for tours against brute force, by a meaning of the problems that is written here."""

from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from support.pipelines import pipeline

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.base.source import Source
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.languages.sugar import read
from csp2sat.model.model import Answer
from csp2sat.optimizing import exploration
from csp2sat.optimizing.one_sided import one_sided
from csp2sat.optimizing.optimize import optimize
from csp2sat.optimizing.touring.capacity import Overfull
from csp2sat.optimizing.touring.improver import tours_of
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.trace import Trace

FORMS = ("successors", "arcs", "elements")
GOALS = ("length", "last", "missed", "prizes", "late", "longest")
WAYS = ("none", "loads", "windows", "no waiting")


class RandomTour:
    """Places 0 .. n - 1, of which the first ones are copies of a depot; what is required, and what it means."""

    def __init__(self, seed):
        source = self.source = Random(seed)
        self.form, self.goal, self.way = FORMS[seed % 3], source.choice(GOALS), source.choice(WAYS)
        self.depots = source.randint(1, 2)
        n = self.n = self.depots + source.randint(3, 4)
        self.far = [[source.randint(1, 9) for _ in range(n)] for _ in range(n)]
        if source.random() < 0.5:
            self.far = [[self.far[min(v, w)][max(v, w)] for w in range(n)] for v in range(n)]
        self.has_optional = self.goal in ("missed", "prizes")
        self.demand = [0] * self.depots + [source.randint(1, 4) for _ in range(n - self.depots)]
        self.capacity = source.randint(max(self.demand), sum(self.demand))
        self.windows = [(0, 0)] * self.depots
        for _ in range(self.depots, n):
            low = source.randint(0, 8)
            self.windows.append((low if self.way == "windows" else 0, low + source.randint(8, 25)))
        self.prizes = [source.randint(1, 12) for _ in range(n)]
        self.budget, self.due = source.randint(12, 30), source.randint(5, 15)
        self.before = None
        if self.has_times and not self.has_optional and source.random() < 0.5:
            self.before = tuple(source.sample(range(self.depots, n), 2))

    @property
    def has_times(self):
        return self.way in ("windows", "no waiting")

    def model(self):
        m, n = csp2sat.Model(), self.n
        pairs = [(v, w) for v in range(n) for w in range(n) if v != w or (self.has_optional and v >= self.depots)]
        if self.form == "arcs":
            arcs = [(v, w, m.bool(f"arc {v} {w}")) for v, w in pairs]
            m.add(build.circuit(arcs))
        else:
            after = m.int_array("after", n, 0, n - 1)
            m.add(build.subcircuit(after), (after[v] != v for v in range(n) if (v, v) not in pairs))
            arcs = [(v, w, after[v] == w) for v, w in pairs]
        used = {(v, w): taken for v, w, taken in arcs}
        if self.form == "arcs":
            length = build.total(self.far[v][w] * taken for (v, w), taken in used.items() if v != w)
        else:
            rows = [[0 if v == w else each for w, each in enumerate(row)] for v, row in enumerate(self.far)]
            length = sum(csp2sat.array(row)[after[v]] for v, row in enumerate(rows))
        moves = [(v, w, taken) for (v, w), taken in used.items() if v != w and w >= self.depots]
        if self.way == "loads":
            load = [m.int(f"load {v}", self.demand[v], self.capacity) for v in range(n)]
            m.add(t.implies(load[w] >= load[v] + self.demand[w]) for v, w, t in moves if v >= self.depots)
        at = [m.int(f"at {v}", *window) for v, window in enumerate(self.windows)] if self.has_times else None
        if at is not None and self.form == "elements" and not self.has_optional and self.depots == 1:
            for v in range(n):
                arrives = at[v] + csp2sat.array(self.far[v])[after[v]]
                following = csp2sat.array(at)[after[v]]
                m.add((after[v] != 0).implies(following >= arrives if self.way == "windows" else following == arrives))
        elif at is not None:
            for v, w, taken in moves:
                arrives = at[v] + self.far[v][w]
                m.add(taken.implies(at[w] >= arrives if self.way == "windows" else at[w] == arrives))
        if self.before:
            m.add(at[self.before[0]] < at[self.before[1]])
        self._add_goal(m, length, used, at)
        return m

    def _add_goal(self, m, length, used, at):
        n = self.n
        if self.goal == "prizes":
            m.add(length <= self.budget)
            m.maximize(build.total(self.prizes[v] * ~used[v, v] for v in range(self.depots, n)))
        elif self.goal == "missed":
            m.minimize(length + build.total(self.prizes[v] * used[v, v] for v in range(self.depots, n)))
        elif self.goal == "last" and at is not None:
            m.minimize(build.maximum(at))
        elif self.goal == "late" and at is not None:
            m.minimize(length + build.total(self.prizes[v] * (at[v] > self.due) for v in range(n)))
        elif self.goal == "longest":
            m.maximize(length)
        else:
            m.minimize(length)

    def best(self):
        """The best value of the goal, None without a solution."""
        customers, found = range(self.depots, self.n), list[int]()
        for left_out in range(len(customers) + 1 if self.has_optional else 1):
            for out in combinations(customers, left_out):
                rest = [v for v in range(1, self.n) if v not in out]
                found += (self._cost([0, *order], out) for order in permutations(rest) if rest)
        able = [cost for cost in found if cost is not None]
        return (max if self.goal in ("prizes", "longest") else min)(able, default=None)

    def _cost(self, tour, out):
        arcs = [*pairwise(tour), (tour[-1], tour[0])]
        length = sum(self.far[v][w] for v, w in arcs)
        at = [low for low, _ in self.windows]
        if self.way == "loads":
            load = 0
            for v in tour:
                load = self.demand[v] + (load if v >= self.depots else 0)
                if load > self.capacity:
                    return None
        if self.has_times:
            for _ in range(self.n):
                for v, w in arcs:
                    if w >= self.depots:
                        at[w] = max(at[w], at[v] + self.far[v][w])
                if self.before:
                    at[self.before[1]] = max(at[self.before[1]], at[self.before[0]] + 1)
            late = any(at[v] > high for v, (_, high) in enumerate(self.windows))
            waits = any(at[w] != at[v] + self.far[v][w] for v, w in arcs if w >= self.depots)
            if late or (waits and self.way == "no waiting"):
                return None
        if self.goal == "prizes":
            return sum(self.prizes[v] for v in tour if v >= self.depots) if length <= self.budget else None
        if self.goal == "last" and self.has_times:
            return max(at)
        if self.goal == "late" and self.has_times:
            return length + sum(prize for prize, time in zip(self.prizes, at, strict=True) if time > self.due)
        return length + (sum(self.prizes[v] for v in out) if self.goal == "missed" else 0)


def searched(m, seconds=0.05):
    """The improver of a model, and the answer that it finds, which is judged; Overfull if no loads or times fit."""
    model, _ = one_sided(problem_of(m).model)
    try:
        improver = tours_of(normalize(model).norm, model)
    except Overfull:
        return Overfull, None
    if improver is None:
        return None, None
    improver.improve(seconds)
    answer = improver.best()
    return improver, answer and (answer, CspProblem(model, "").faults(answer))


def value_of(improver):
    return improver._sign * (improver._search.value + improver._extraction.shift)


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(300))
def test_random_tours_against_brute_force(seed, tmp_path, monkeypatch):
    monkeypatch.setattr(exploration, "is_small", lambda *_: False)
    tour = RandomTour(seed)
    result = optimize(
        ProblemRun(problem_of(tour.model()), pipeline(tmp_path, "embedded")), "geometric", lambda *_: None
    )
    assert result.objective == tour.best()


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 600), marks=pytest.mark.long)], ids=len)
def test_the_search_finds_the_best_of_random_tours(seeds):
    """Every answer of the search is right; nearly all are the best."""
    good = count = 0
    for seed in seeds:
        tour = RandomTour(seed)
        best = tour.best()
        improver, found = searched(tour.model())
        assert improver is not None, seed
        if found is not None:
            assert found[1] == [], (seed, tour.form, tour.goal, tour.way)
        if best is not None:
            count += 1
            good += found is not None and value_of(improver) == best
        else:
            assert found is None
    assert count > 0.6 * len(seeds)
    assert good >= 0.97 * count, (good, count)


PLACES = "".join(f"(int s{v} 0 4)" for v in range(5))
TOUR = PLACES + "(circuit s0 s1 s2 s3 s4)" + "".join(f"(!= s{v} {v})" for v in range(5))

NO_TOURS = {
    "no circuit": "(int x 0 9) (int y 0 9) (<= x y) (objective minimize y)",
    "a second circuit": TOUR
    + "(int t 0 2) (int u 0 2) (int v 0 2) (circuit t u v) (!= t 0) (!= u 1) (objective minimize (+ s0 (* 2 s1)))",
    "successors that are sums": PLACES + "(circuit (+ s0 s1) s2 s3 s4) (objective minimize s2)",
    "one place decided twice": PLACES + "(circuit s0 s1 s2 s3 s3) (objective minimize s2)",
    "values beyond floating-point numbers": TOUR + f"(objective minimize (* {10**61} s0))",
    "a circle of sums": TOUR
    + "(int a 0 99) (int b 0 99) (>= (* 2 a) (+ b s0 s1)) (>= (* 2 b) (+ a s2 s3)) (objective minimize (+ a b))",
}


@pytest.mark.parametrize("text", NO_TOURS.values(), ids=NO_TOURS)
def test_what_says_too_little_about_tours(text):
    model = read(Source("test.csp", text))
    assert tours_of(normalize(model).norm, model) is None


@pytest.mark.parametrize("size", [2, 3, 6])
def test_any_place_may_be_left_out(size):
    """Arcs earn what a random matrix says; tours of few places have few moves."""
    random, m = Random(size), csp2sat.Model()
    after = m.int_array("after", size, 0, size - 1)
    m.add(build.subcircuit(after))
    gains = [[random.randint(1, 9) if v != w else 3 for w in range(size)] for v in range(size)]
    m.maximize(sum(csp2sat.array(row)[x] for row, x in zip(gains, after, strict=True)))
    tours = (tour for count in range(2, size + 1) for tour in permutations(range(size), count))
    best = max(sum(gains[v][w] for v, w in pairwise([*tour, tour[0]])) + 3 * (size - len(tour)) for tour in tours)
    improver, found = searched(m)
    assert found[1] == [] and value_of(improver) == best


def test_arcs_that_do_not_exist_are_not_taken_where_no_arc_costs_anything():
    n, m = 6, csp2sat.Model()
    after = m.int_array("after", n, 0, n - 1)
    m.add(build.subcircuit(after), after[4] != 4, after[5] != 5, after[5] != 4, after[0] != 2)
    m.minimize(build.total(v * (after[v] == v) for v in range(n)))
    improver, found = searched(m)
    assert found[1] == [] and value_of(improver) == 0


BEFORES = "".join(f"(int p{v} 0 4)" for v in range(5))
BEFORE = BEFORES + "(inverse (s0 s1 s2 s3 s4) (p0 p1 p2 p3 p4))"
SIDES = {
    "a product": "(<= (* s0 s1) 6)",
    "one of two arcs": "(or (= s0 2) (= s1 3))",
    "no value of another place": "(!= s2 (+ s3 1))",
    "a table": "(relation R 2 (supports (1 3) (2 0) (3 2))) (R s0 s1)",
    "a number of arcs": "(= (+ (if (= s0 1) 1 0) (if (= s1 2) 1 0) (if (= s2 3) 1 0)) 2)",
    "a derived cost": "(int c 0 9) (= c (abs (- s0 s1))) (>= c 2)",
    "places before": BEFORE + "(<= (+ p1 (* 2 p3)) 4)",
    "places after before those before": BEFORES + "(inverse (p0 p1 p2 p3 p4) (s0 s1 s2 s3 s4)) (!= p0 4)",
    "a known place before": BEFORES + "(inverse (s0 s1 s2 s3 s4) (p0 p1 4 p3 p4)) (!= p0 1)",
    "the tour the other way round": BEFORE + "(circuit p0 p1 p2 p3 p4) (>= p2 3)",
    "an item at a place": "(int k 0 9) (element (+ s4 1) (3 1 4 1 5) k) (<= (+ k s0) 5)",
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("side", SIDES.values(), ids=SIDES)
def test_tours_keep_to_other_constraints(side):
    goal = "(objective maximize (+ (* 3 s0) (* 5 s1) s2 (* 4 s3) (* 2 s4)))"
    model = read(Source("test.csp", TOUR + side + goal))
    improver = tours_of(normalize(model).norm, model)
    best = csp2sat.solve(csp2sat.loads(TOUR + side + goal)).objective
    improver.improve(0.1)
    assert CspProblem(model, "").faults(improver.best()) == []
    assert value_of(improver) == best


def test_vehicles_of_a_tour_with_places_before_and_after():
    """The form with two circuits: two vehicles, each with a start and an end, and a limited load for each."""
    customers, room = 5, 9
    random, m = Random(3), csp2sat.Model()
    size = customers + 4
    demand = [random.randint(1, 5) for _ in range(customers)]
    after, before = (m.int_array(name, size, 0, size - 1) for name in ("after", "before"))
    vehicle = m.int_array("vehicle", size, 0, 1)
    m.add(build.circuit(after), build.circuit(before), build.inverse(after, before))
    m.add(vehicle[customers + k] == k % 2 for k in range(4))
    m.add(after[size - 2] == customers + 1, after[size - 1] == customers)
    m.add(vehicle[after[v]] == vehicle[v] for v in range(customers + 2))
    m.add(vehicle[before[v]] == vehicle[v] for v in range(customers))
    m.add(build.total(d * (vehicle[v] == k) for v, d in enumerate(demand)) <= room for k in range(2))
    far = [[random.randint(1, 30) for _ in range(size)] for _ in range(size)]
    m.minimize(sum(csp2sat.array(row)[x] for row, x in zip(far, after, strict=True)))
    improver, found = searched(m, 0.3)
    assert improver is not None and found is not None and found[1] == []
    assert value_of(improver) == csp2sat.solve(m, search="bisect").objective


def long_tour(size=14):
    random, m = Random(5), csp2sat.Model()
    place = [(random.randint(0, 60), random.randint(0, 60)) for _ in range(size)]
    far = [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in place] for a, b in place]
    after = m.int_array("after", size, 0, size - 1)
    m.add(build.circuit(after))
    m.minimize(sum(csp2sat.array(row)[x] for row, x in zip(far, after, strict=True)))
    return m


def test_tours_come_before_the_first_cnf_and_can_be_proved_best(tmp_path):
    said, reported = list[str](), list[int]()
    run = ProblemRun(problem_of(long_tour()), pipeline(tmp_path, "embedded", trace=Trace(tell=said.append)))
    result = optimize(run, "geometric", lambda value, _: reported.append(value))
    assert result.status == "OPTIMUM FOUND"
    assert any(f"FOUND BY TOUR SEARCH: OBJECTIVE {result.objective}" in line for line in said)
    assert sorted(reported, reverse=True) == reported


def test_a_search_goes_on_from_an_answer_that_is_better():
    model, _ = one_sided(problem_of(long_tour()).model)
    norm = normalize(model).norm
    first, other = tours_of(norm, model), tours_of(norm, model)
    first.improve(0.2)
    other.learn(first.best(), value_of(first))
    assert value_of(other) == value_of(first)
    worse = Answer({**first.best().ints, "after_0": 0}, {})
    other.learn(worse, 0)
    assert value_of(other) == value_of(first)


def test_equal_problems_are_searched_equally():
    values = []
    for _ in range(2):
        improver, found = searched(long_tour())
        values.append((found[0].ints, improver._search.work))
    assert values[0] == values[1]


def test_a_search_rests_after_vain_work():
    improver, _ = searched(long_tour(), 0.01)
    for _ in range(100):
        if improver.rests():
            break
        improver.improve(0.1)
    assert improver.rests() and not improver.rests(1000)
    improver.give_up()
    assert improver.rests(1000)


def test_a_search_without_a_tour_rests_if_its_first_cycle_takes_too_long():
    improver, _ = searched(long_tour(), 0.01)
    search = improver._search
    search._work_of_walk *= 1000
    assert not improver.rests(1000), "a tour is known"
    search.best = None
    assert improver.rests(1000)
    search._work_of_walk /= 1000
    assert not improver.rests(1000)


def test_formulas_that_arcs_are_to_keep_are_work():
    goal = "(objective minimize s0)"
    works = []
    for side in ("", "(or (= s0 1) (= k 3) (= k 5) (= k 7))"):
        model = read(Source("test.csp", TOUR + "(int k 0 9)" + side + goal))
        search = tours_of(normalize(model).norm, model)._search
        works.append((search._walk.work_of_walk, sum(map(len, search._problem.guards.values()))))
    (plain, none), (guarded, some) = works
    assert none == 0 and some > 0 and guarded > plain


@pytest.mark.parametrize("seed", range(3))
def test_arcs_that_cost_nothing_or_the_same_are_still_not_to_be_had_where_they_are_excluded(seed):
    random, n = Random(seed), 10
    places = random.sample(range(n), n)
    m = csp2sat.Model()
    after = []
    for v in range(n):
        right = places[(places.index(v) + 1) % n]
        after.append(m.int(f"after{v}", sorted({right, random.choice([w for w in range(n) if w != v])})))
    m.add(build.circuit(after))
    m.minimize(build.total(csp2sat.array([3] * n)[x] for x in after))
    assert csp2sat.solve(m).objective == 3 * n


@pytest.mark.parametrize("values", [[0], [0, 1], [1, 2, 3]])
def test_a_tour_of_one_place_is_nothing_to_search_for(values):
    m = csp2sat.Model()
    after, others = m.int("after", values), m.int_array("other", 30, 0, 9)
    m.add(build.subcircuit(after), others[0] + others[1] >= 3)
    m.minimize(build.total(others))
    assert csp2sat.solve(m).objective == (3 if 0 in values else None)
