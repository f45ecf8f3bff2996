"""Linear problems as users state them: their best values, first answers within the time limit, and what is reported."""

import time
from random import Random

import pytest
from support.pipelines import pipeline

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.base.source import Source
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.sugar import read
from csp2sat.model.model import Answer
from csp2sat.optimizing.linear.improver import improver_of
from csp2sat.optimizing.linear.search import LinearSearch
from csp2sat.optimizing.one_sided import one_sided
from csp2sat.optimizing.optimize import optimize
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.trace import Trace

DIGEST = "0" * 64


def best(text, folder, strategy="geometric", **others):
    """The result, the values that were reported, what the trace said, and the run."""
    said, reported = [], []
    engine = pipeline(folder, "embedded", trace=Trace(tell=said.append), **others)
    run = ProblemRun(CspProblem(read(Source("test.csp", text)), DIGEST), engine)
    result = optimize(run, strategy, lambda value, _: reported.append(value))
    assert result.solution is None or run.problem.faults(result.solution) == []
    return result, reported, said, run


def bools(count):
    return "".join(f"(bool p{i})" for i in range(count))


def total(weights, word="p"):
    """The sum of the weights of what is chosen."""
    return "(+ " + " ".join(f"(if {word}{i} {weight} 0)" for i, weight in enumerate(weights)) + ")"


ITEMS = [(12, 4), (2, 2), (1, 1), (4, 10), (1, 2)]
CARRIED = bools(5) + f"(<= {total(weight for weight, _ in ITEMS)} 15)"
PROFIT = total(profit for _, profit in ITEMS)

TRIED = {
    "a knapsack": (CARRIED + f"(objective maximize {PROFIT})", 15),
    "a knapsack, minimized": (CARRIED + f"(objective minimize {PROFIT})", 0),
    "a knapsack, the opposite minimized": (CARRIED + f"(objective minimize (- 0 {PROFIT}))", -15),
    "a knapsack with a constant": (CARRIED + f"(objective maximize (+ 100 {PROFIT}))", 115),
    "a variable for the profit": (CARRIED + f"(int z 0 99) (= z {PROFIT}) (objective maximize z)", 15),
    "a small variable for the profit": (CARRIED + f"(int z 0 9) (= z {PROFIT}) (objective maximize z)", 8),
    "a profit that is at most": (CARRIED + f"(int z 0 99) (<= z {PROFIT}) (objective maximize z)", 15),
    "nothing fits": ("(bool p0) (<= (if p0 5 0) 4) (objective maximize (if p0 3 0))", 0),
    "all fits": (bools(3) + f"(<= {total((1, 2, 3))} 99) (objective maximize {total((5, 6, 7))})", 18),
    "integers 0 and 1": ("(int a 0 1) (int b 0 1) (<= (+ (* 5 a) (* 3 b)) 7) (objective maximize (+ (* 6 a) b))", 6),
    "numbers of copies": (
        "(int a 0 9) (int b 0 9) (<= (+ (* 7 a) (* 5 b)) 31) (objective maximize (+ (* 9 a) (* 6 b)))",
        39,
    ),
    "copies below zero": ("(int a -9 -2) (int b -9 9) (>= (+ a b) 0) (objective minimize (+ (* 3 b) a))", 4),
    "copies with holes": ("(int a (0 3 8)) (int b (1 5)) (<= (+ a b) 9) (objective maximize (+ a (* 2 b)))", 13),
    "incompatible": (bools(3) + f"(or (not p0) (not p1)) (objective maximize {total((5, 4, 3))})", 8),
    "one needs the other": (bools(2) + "(=> p0 p1) (objective maximize (- (if p0 7 0) (if p1 4 0)))", 3),
    "a cover": (
        bools(4) + f"(or p0 p1) (or p1 p2) (or p2 p3) (or p3 p0) (objective minimize {total((3, 2, 3, 2))})",
        4,
    ),
    "a cover that is impossible": (bools(1) + "(or p0) (not p0) (objective minimize (if p0 1 0))", None),
    "weights that cannot be": (bools(2) + f"(= {total((2, 4))} 3) (objective minimize {total((1, 1))})", None),
    "an exact weight": (bools(4) + f"(= {total((3, 5, 6, 7))} 12) (objective minimize {total((4, 1, 9, 1))})", 2),
    "a matching": (
        "(int a 1 3) (int b 1 3) (int c 1 3) (alldifferent a b c) (int x 0 9) (int y 0 9) (int z 0 9)"
        "(element a (1 5 9) x) (element b (1 9 9) y) (element c (2 3 8) z) (objective minimize (+ x y z))",
        13,
    ),
    "loads of agents": (
        "(int a 0 1) (int b 0 1) (int c 0 1) (<= (+ (if (= a 0) 3 0) (if (= b 0) 4 0) (if (= c 0) 5 0)) 7)"
        "(<= (+ (if (= a 1) 3 0) (if (= b 1) 4 0) (if (= c 1) 5 0)) 8)"
        "(objective minimize (+ (if (= a 0) 1 6) (if (= b 0) 2 3) (if (= c 0) 9 1)))",
        4,
    ),
    "a table of costs": (
        "(int a 0 2) (int c 0 9) (relation r 2 (supports (0 4) (1 2) (2 7))) (r a c) (!= a 1) (objective minimize c)",
        4,
    ),
    "the largest load": ("(int a 0 9) (int b 0 9) (= (+ a b) 9) (objective minimize (max (* 2 a) b))", 6),
    "a distance": (bools(5) + f"(objective minimize (abs (- {total((70, 45, 38, 91, 12))} 100)))", 3),
    "a distance, maximized": (bools(5) + f"(objective maximize (abs (- {total((70, 45, 38, 91, 12))} 100)))", 156),
    "a count": (bools(4) + "(<= (+ (if p0 1 0) (if p1 1 0) (if p2 1 0)) 2) (objective maximize "
                + total((1, 2, 3, -1)) + ")", 5),
    "a product is left out": ("(int a 0 5) (int b 0 5) (<= (* a b) 6) (objective maximize (+ a b))", 6),
    "no constraint": (bools(3) + f"(objective maximize {total((4, -5, 6))})", 10),
    "no choice": ("(int a 3 3) (objective minimize (* 2 a))", 6),
    "a disequality": ("(int a 0 2) (int b 0 2) (!= a b) (objective minimize (+ a b))", 1),
    "a reified sum": (
        bools(4) + f"(iff p3 (<= {total((1, 1, 1))} 1)) (objective maximize {total((2, 2, 1, 4))})",
        6,
    ),
    "a huge weight": (bools(2) + f"(<= {total((10**30, 1))} 5) (objective maximize {total((9, 2))})", 2),
}  # fmt: skip


@pytest.mark.parametrize("case", TRIED)
def test_what_users_try(case, tmp_path):
    text, expected = TRIED[case]
    result, reported, _, _ = best(text, tmp_path)
    assert (result.status, result.objective) == ("UNSATISFIABLE" if expected is None else "OPTIMUM FOUND", expected)
    assert reported == sorted(set(reported), reverse="minimize" in text)


def test_most_of_them_need_no_solver(tmp_path):
    found = {case for case, (text, _) in TRIED.items() if best(text, tmp_path)[3].report.written is None}
    assert {"a knapsack", "a matching", "loads of agents", "a cover", "a table of costs"} <= found


def knapsack(size, seed=1):
    """A knapsack that took the solver alone long, with its best profit by dynamic programming."""
    random, m = Random(seed), csp2sat.Model()
    weights = [random.randint(10, 100) for _ in range(size)]
    profits = [weight + random.randint(1, 30) for weight in weights]
    x = [m.bool(f"x{i}") for i in range(size)]
    capacity = sum(weights) // 2
    m.add(sum(weight * each for weight, each in zip(weights, x, strict=True)) <= capacity)
    m.maximize(sum(profit * each for profit, each in zip(profits, x, strict=True)))
    most = [0] * (capacity + 1)
    for weight, profit in zip(weights, profits, strict=True):
        for room in range(capacity, weight - 1, -1):
            most[room] = max(most[room], most[room - weight] + profit)
    return m, most[-1]


@pytest.mark.parametrize("size", [20, 60, 150])
def test_knapsacks_are_settled(size):
    model, most = knapsack(size)
    result = csp2sat.solve(model, timeout=60)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", most)


def test_a_short_limit_leaves_a_good_answer_and_a_bound():
    random, m = Random(2), csp2sat.Model()
    x = [m.bool(f"x{i}") for i in range(150)]
    for _ in range(8):
        weights = [random.randint(10, 100) for _ in x]
        m.add(build.weighted_sum(weights, x) <= sum(weights) // 2)
    profits = [random.randint(10, 100) for _ in x]
    m.maximize(build.weighted_sum(profits, x))
    start = time.perf_counter()
    result = csp2sat.solve(m, timeout=3)
    assert time.perf_counter() - start < 30
    assert result.status == "SATISFIABLE" and result.bound[0] == result.objective
    assert result.objective > 0.95 * result.bound[1]


def loads(tasks, machines, spare):
    """Tasks to be given to machines, whose capacities together exceed all weights by `spare`."""
    m, random = csp2sat.Model(), Random(tasks)
    x, weights = m.bool_array("x", (tasks, machines)), [random.randint(10, 50) for _ in range(tasks)]
    m.add([row.sum() == 1 for row in x])
    room = sum(weights) + spare
    m.add([build.weighted_sum(weights, x[:, j]) <= (room + j) // machines for j in range(machines)])
    m.minimize(build.weighted_sum([random.randint(1, 9) for _ in x.flat], [*x.flat]))
    return m


@pytest.mark.parametrize("spare", [-1, -20])
def test_too_little_room_in_all_is_no_question_for_a_solver(spare):
    """A solver of clauses would have to try all ways to fill the machines."""
    result = csp2sat.solve(loads(24, 5, spare), timeout=30)
    assert result.status == "UNSATISFIABLE" and result.statistics.clauses is None


def test_exactly_enough_room_is_enough():
    assert csp2sat.solve(loads(24, 5, 40), timeout=30).objective is not None


def test_a_first_answer_needs_no_prices():
    """Products of an assignment follow from it, so a dive that begins with them would fail."""
    random, m, size = Random(5), csp2sat.Model(), 7
    x = m.bool_array("x", (size, size))
    m.add([row.sum() == 1 for row in (*x, *x.T)])
    pairs = [(x[i, a] & x[j, b], random.randint(1, 9)) for i in range(size) for j in range(i) for a in range(size)
             for b in range(size) if a != b]  # fmt: skip
    m.minimize(build.weighted_sum([cost for _, cost in pairs], [pair for pair, _ in pairs]))
    model, _ = one_sided(problem_of(m).model)
    improver = improver_of(normalize(model).norm, model)
    assert next(improver.begin()) is not None and not improver.is_hard and not improver.has_worked(0.1)


def test_the_depth_of_a_formula_does_not_matter():
    m = csp2sat.Model()
    formula, *others = m.bool_array("p", 1200)
    for at, each in enumerate(others):
        formula = each & ~formula if at % 2 else each | formula
    m.add(formula | m.bool("q"))
    m.minimize(build.weighted_sum([2, 1, -1], [others[0], others[1], m["q"]]))
    model = problem_of(m).model
    assert improver_of(normalize(model).norm, model) is not None


def test_a_named_strategy_is_followed(tmp_path):
    for strategy in ("bisect", "down", "up"):
        result, _, said, run = best(TRIED["a knapsack"][0], tmp_path, strategy)
        assert result.objective == 15 and run.report.written is not None
        assert not any("LINEAR" in line for line in said)


def test_without_propagation_nothing_is_explored(tmp_path):
    result, _, said, _ = best(TRIED["a knapsack"][0], tmp_path, options=EncoderOptions(narrowing=False))
    assert result.objective == 15 and not any("LINEAR" in line for line in said)


def test_a_wrong_answer_is_neither_reported_nor_believed(tmp_path, monkeypatch):
    begin = LinearSearch.begin

    def wrong(self, most):
        found = begin(self, most)
        self.best = [domain.hi for domain in self._program.domains]
        return found

    monkeypatch.setattr(LinearSearch, "begin", wrong)
    result, reported, _, _ = best(TRIED["a knapsack"][0], tmp_path)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 15) and 17 not in reported


def test_equal_problems_are_explored_equally(tmp_path):
    text = CARRIED + f"(objective maximize {PROFIT})"
    assert best(text, tmp_path)[1] == best(text, tmp_path)[1]


def test_a_solution_of_the_solver_is_taken_and_made_better():
    model = read(Source("test.csp", TRIED["a knapsack"][0]))
    improver = improver_of(normalize(model).norm, model)
    improver.learn(Answer({}, {"p0": False, "p1": False, "p2": True, "p3": False, "p4": True}), 3)
    assert improver.rests() and improver.bound() == 15


ROTA = {
    "an equation of sums": lambda night, early, late, next_night: night.implies(
        early + late + next_night == next_night
    ),
    "nothing of two": lambda night, early, late, _: night.implies(early + late == 0),
    "a sum at most another": lambda night, early, late, next_night: night.implies(
        early + late + next_night <= next_night
    ),
    "a formula that says so": lambda night, early, late, _: (early + late >= 1).implies(~night),
    "not all of two": lambda night, early, late, _: ~(night & ((~early) + (~late) <= 1)),
}


def rota(words, more=0, has_days=False):
    """A rota of seven people, seven days, three shifts, with wishes for 28 shifts, each of which counts `more`.

    has_days: whether Booleans of days, which have one shift or none, say that there is at most one.
    """
    random, model = Random(3), csp2sat.Model()
    wishes = [[[random.randint(0, 5) + more for _ in range(3)] for _ in range(7)] for _ in range(7)]
    works = model.bool_array("works", (7, 7, 3))
    model.add(row == [2, 1, 1] for row in works.sum(axis=0))
    if has_days:
        at_work = model.bool_array("at_work", (7, 7))
        for day, count in zip(at_work.flat, works.sum(axis=2).flat, strict=True):
            model.add(day.implies(count == 1), (~day).implies(count == 0))
    else:
        model.add(works.sum(axis=2) <= 1)
    for person in range(7):
        for day in range(6):
            early, late, night = (works[person, day + 1, shift] for shift in range(3))
            model.add(ROTA[words](works[person, day, 2], early, late, night))
    days = works.sum(axis=2).sum(axis=1)
    model.add(days >= 3, days <= 5)
    model.maximize((works * wishes).sum())
    return model


@pytest.mark.parametrize("words", ROTA)
def test_a_rota_whose_rules_are_sums_behind_implications(words):
    result = csp2sat.solve(rota(words), timeout=30)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 119)


def test_one_shift_at_work_and_none_else_are_at_most_one():
    result = csp2sat.solve(rota("nothing of two", has_days=True), timeout=30)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 119)


@pytest.mark.parametrize("more", [-20, 20])
def test_a_constant_in_each_wish_makes_nothing_harder(more):
    """The first prices take the constant away."""
    result = csp2sat.solve(rota("nothing of two", more), timeout=30)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 119 + 28 * more)


def test_few_integers_of_many_values_are_explored():
    random, model = Random(20), csp2sat.Model()
    chosen = [model.int(f"x{i}", 0, 19) for i in range(20)]
    model.add(build.all_different(chosen))
    costs = [[random.randint(1, 99) for _ in range(20)] for _ in range(20)]
    model.minimize(sum(build.element(row, x) for row, x in zip(costs, chosen, strict=True)))
    result = csp2sat.solve(model, timeout=30)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 142)


def test_a_bound_of_bins_is_known_before_a_solver_is_asked(tmp_path):
    """The relaxation of a largest bin is far below the least number of bins: values from 6 of 9 were asked for."""
    weights = [50, 50, 48, 48, 47, 47, 45, 45, 44, 44, 40, 40, 40, 40, 35, 33, 26, 25, 24, 24, 22, 19, 18, 14, 10]
    m, said = csp2sat.Model(), list[str]()
    bins = [m.int(f"b{at}", 0, min(at, 9)) for at in range(len(weights))]
    m.add(build.bin_packing(100, bins, weights))
    m.minimize(build.maximum(bins) + 1)
    run = ProblemRun(problem_of(m), pipeline(tmp_path, "embedded", trace=Trace(tell=said.append)))
    assert optimize(run, "geometric", lambda *_: None).objective == 9
    assert [
        each for each in said if each.startswith("OBJECTIVE BOUND") and not each.startswith("OBJECTIVE BOUND: 9")
    ] == []
