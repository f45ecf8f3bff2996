"""Greedy solutions and bounds before the first CNF: what users try, against brute force; and that no bound is wrong."""

import time
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from support.oracle import solutions
from support.pipelines import pipeline
from support.random_csp import RandomCsp

from csp2sat.base.source import Source
from csp2sat.base.time_limit import until
from csp2sat.encoder import passes
from csp2sat.encoder.normalize.domains import Narrowing
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.propagate import disjunctive_tasks
from csp2sat.encoder.propagate.dive import Dive
from csp2sat.encoder.propagate.propagation import Propagation
from csp2sat.encoder.propagate.zero_one import Budget, Contradiction, OutOfBudget, ZeroOne
from csp2sat.errors import LimitReached
from csp2sat.languages.sugar import read
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model, Objective
from csp2sat.optimizing import greedy
from csp2sat.optimizing.greedy import Start, effort, units_for
from csp2sat.optimizing.one_sided import one_sided
from csp2sat.optimizing.optimize import optimize
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.trace import Trace

DIGEST = "0" * 64
PLENTY = 1_000_000


@pytest.fixture
def always(monkeypatch):
    """Also small problems are begun greedily."""
    monkeypatch.setattr(greedy, "FEW", 0)


def model_of(text):
    return read(Source("test.csp", text))


def best(model, folder, strategy="geometric", **others):
    """The result, the values that were reported, what the trace said, and the pipeline."""
    said, reported = [], []
    engine = pipeline(folder, "embedded", trace=Trace(tell=said.append), **others)
    run = ProblemRun(CspProblem(model, DIGEST), engine)
    result = optimize(run, strategy, lambda value, _: reported.append(value))
    return result, reported, said, run


def by_brute_force(model):
    """The best value of the objective where it is defined, or None."""
    goal, term = model.objective
    values = []
    for ints, bools in solutions(model):
        answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
        values.append(term if isinstance(term, int) else evaluate(term, answer))
    return (min if goal == "minimize" else max)((v for v in values if v is not None), default=None)


def started(model):
    """The beginning of the search for the best solution of a model."""
    found, _ = one_sided(model)
    return Start(normalize(found).norm, found, PLENTY)


TRIED = {
    "a variable alone": ("(int x 0 9) (objective minimize x)", 0),
    "a variable alone, large": ("(int x 0 9) (objective maximize x)", 9),
    "a constant": ("(int x 0 9) (objective minimize 7) (> x 3)", 7),
    "infeasible": ("(int x 0 9) (int y 0 9) (objective minimize x) (< x y) (< y x)", None),
    "infeasible by a false constraint": ("(int x 0 9) (objective minimize x) false", None),
    "infeasible by pigeons": (
        "(int x 0 2) (int y 0 2) (int z 0 2) (int w 0 2) (objective minimize x) (alldifferent x y z w)",
        None,
    ),
    "undefined everywhere": ("(int x 0 0) (objective minimize (/ 1 x))", None),
    "undefined where it would be best": ("(int x 0 3) (objective maximize (/ 6 x))", 6),
    "a sum": ("(int x 0 9) (int y 0 9) (objective minimize (+ x y)) (>= (+ (* 2 x) y) 7)", 4),
    "negative coefficients": ("(int x 0 9) (int y 0 9) (objective minimize (- (* -3 x) (* 2 y))) (<= (+ x y) 11)", -31),
    "a difference": ("(int x 0 9) (int y 0 9) (objective maximize (- x y)) (<= x (+ y 2)) (> y 3)", 2),
    "a maximum": ("(int x 0 9) (int y 0 9) (objective minimize (max x y)) (= (+ x y) 9)", 5),
    "a minimum, large": ("(int x 0 9) (int y 0 9) (objective maximize (min x y)) (<= (+ x y) 9)", 4),
    "an absolute value": ("(int x -9 9) (objective minimize (abs (- x 5))) (< x 3)", 3),
    "a product": ("(int x 1 9) (int y 1 9) (objective minimize (* x y)) (= (+ x y) 9)", 8),
    "a remainder": ("(int x 1 30) (objective maximize (mod x 7)) (> x 20) (< x 27)", 5),
    "a Boolean decides": ("(bool p) (int x 0 9) (objective minimize (+ x (if p 0 4))) (=> p (> x 5))", 4),
    "Booleans alone": (
        "(bool p) (bool q) (bool r) (objective maximize (+ (if p 3 0) (if q 2 0) (if r 2 0))) "
        "(or (not p) (not q)) (or (not p) (not r))",
        4,
    ),
    "a count of Booleans": (
        "(bool p) (bool q) (bool r) (bool s) (objective maximize (+ (if p 3 0) (if q 2 0) (if r 2 0) (if s 1 0))) "
        "(<= (+ (if p 1 0) (if q 1 0) (if r 1 0) (if s 1 0)) 2) (>= (+ (if (not p) 1 0) (if q 1 0) (if s 1 0)) 2)",
        4,
    ),
    "knapsack": (
        "(int a 0 1) (int b 0 1) (int c 0 1) (objective maximize (+ (* 6 a) (* 5 b) (* 4 c))) "
        "(<= (+ (* 5 a) (* 3 b) (* 2 c)) 6)",
        9,
    ),
    "negative domains": ("(int x -20 -3) (int y -20 -3) (objective maximize (+ x y)) (alldifferent x y)", -7),
    "holes": ("(int x (2 5 11)) (int y (3 7)) (objective minimize (+ x y)) (> x y)", 8),
    "a hole at the bound": ("(int x (0 3 8 20)) (objective minimize x) (!= x 0) (> x 3)", 8),
    "a huge domain": (
        "(int x 0 1000000000) (int y 0 1000000000) (objective minimize (+ x y)) (>= x (+ y 12345))",
        12345,
    ),
    "equations": ("(int x 0 9) (int y 0 9) (int z 0 99) (objective minimize z) (= z (+ (* 3 x) y)) (= (+ x y) 7)", 7),
    "a table": (
        "(int x 0 5) (int y 0 5) (relation r 2 (supports (1 4) (3 2) (5 0))) (objective minimize (+ x (* 2 y))) "
        "(r x y) (< x 4)",
        7,
    ),
    "forbidden tuples": (
        "(int x 0 2) (int y 0 2) (relation r 2 (conflicts (0 0) (0 1) (1 0))) (objective minimize (+ x y)) (r x y)",
        2,
    ),
    "equivalences": ("(bool p) (bool q) (int x 0 9) (objective minimize x) (iff p (> x 3)) (xor p q) (not q)", 4),
    "an element": ("(int i 1 4) (int v 0 9) (objective minimize v) (element i (7 3 5 2) v) (!= i 4)", 3),
    "a count": (
        "(int x 0 2) (int y 0 2) (int z 0 2) (int n 0 3) (objective maximize n) (count 2 (x y z) eq n) "
        "(alldifferent x y)",
        2,
    ),
    "tasks on a machine": (
        "(int s 0 99) (int t 0 99) (int u 0 99) (int end 0 99) (objective minimize end) "
        "(disjunctive ((s 3) (t 4) (u 5))) (<= (+ s 3) end) (<= (+ t 4) end) (<= (+ u 5) end) "
        "(>= t 2)",
        12,
    ),
    "tasks that share": (
        "(int s 0 99) (int t 0 99) (int end 0 99) (objective minimize end) "
        "(cumulative ((s 3 nil 2) (t 4 nil 2)) 3) (<= (+ s 3) end) (<= (+ t 4) end)",
        7,
    ),
    "a ruler": (
        "(int a 0 50) (int b 0 50) (int c 0 50) (objective minimize c) (< 0 a) (< a b) (< b c) "
        "(alldifferent a b c (- b a) (- c a) (- c b))",
        6,
    ),
    "a colouring": (
        "(int a 1 5) (int b 1 5) (int c 1 5) (int d 1 5) (int k 1 5) (objective minimize k) (!= a b) "
        "(!= b c) (!= c d) (!= d a) (!= a c) (<= a k) (<= b k) (<= c k) (<= d k)",
        3,
    ),
}


@pytest.mark.sample(7)
@pytest.mark.parametrize("case", TRIED)
def test_what_users_try(case, always, tmp_path):
    text, expected = TRIED[case]
    model = model_of(text)
    result, reported, _, _ = best(model, tmp_path)
    assert (result.status, result.objective) == ("UNSATISFIABLE" if expected is None else "OPTIMUM FOUND", expected)
    assert reported == sorted(set(reported), reverse=model.objective.goal == "minimize")
    assert result.solution is None or CspProblem(model, DIGEST).faults(result.solution) == []


def test_most_of_them_have_a_greedy_solution():
    found = {case for case, (text, _) in TRIED.items() if next(started(model_of(text)).answers(), None) is not None}
    assert len(found) >= 22 and {"tasks on a machine", "tasks that share", "a ruler", "a colouring"} <= found
    assert not {case for case in found if "infeasible" in case}


@pytest.mark.parametrize("strategy", ["bisect", "down", "up"])
def test_every_strategy(strategy, always, tmp_path):
    for case in ("tasks on a machine", "a ruler", "knapsack", "infeasible"):
        text, expected = TRIED[case]
        assert best(model_of(text), tmp_path, strategy)[0].objective == expected


# bounds against brute force


def check(model):
    """That a bound is none of a better value than the best one, and greedy solutions are solutions; the distance of the
    two, and whether there was a solution."""
    start, expected, sign = started(model), by_brute_force(model), 1 if model.objective.goal == "minimize" else -1
    found = None
    for answer in start.answers():
        named = Answer({name: answer.ints[name] for name in model.ints}, answer.bools)
        if CspProblem(model, DIGEST).faults(named) or (value := evaluate(model.objective.term, named)) is None:
            break
        found = value
        start.learn(value)
    assert expected is not None or found is None
    assert expected is None or start._best <= sign * expected <= start._known
    return found is not None and found == expected


def test_random_models():
    exact = 0
    for seed in range(250):
        maker = RandomCsp(seed)
        model = replace(maker.model(), objective=maker.objective())
        exact += isinstance(model.objective.term, int) or check(model)
    assert exact > 60


def random_schedule(seed):
    """Tasks on two machines, some before others: lengths from 0, starts from below 0, perhaps with no schedule."""
    random = Random(seed)
    count, first = random.randint(2, 4), random.randint(-3, 1)
    last = first + random.choice((2, 4, 6))
    lengths = [random.choice((0, 1, 2, 2, 3)) for _ in range(count)]
    text = f"(int end {first} {last + 3}) (objective minimize end)"
    text += "".join(f"(int s{i} {first} {last}) (<= (+ s{i} {lengths[i]}) end)" for i in range(count))
    for i, j in product(range(count), repeat=2):
        if i < j and random.random() < 0.8:
            text += f"(or (<= (+ s{i} {lengths[i]}) s{j}) (<= (+ s{j} {lengths[j]}) s{i}))"
        elif i < j and random.random() < 0.3:
            text += f"(<= (+ s{i} {lengths[i]}) s{j})"
        elif i == j and random.random() < 0.3:
            text += f"(>= s{i} {first + random.randint(0, 2)})"
    return model_of(text)


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", range(0, 120, 10))
def test_random_schedules(first):
    models = list(map(random_schedule, range(first, first + 10)))
    assert sum(map(check, models)) > 2


def random_colouring(seed):
    random = Random(seed)
    count, colours = random.randint(2, 5), random.randint(1, 4)
    text = f"(int k 1 {colours}) (objective minimize k)"
    text += "".join(f"(int v{i} 1 {colours}) (<= v{i} k)" for i in range(count))
    edges = [(i, j) for i in range(count) for j in range(i) if random.random() < 0.6]
    return model_of(text + "".join(f"(!= v{i} v{j})" for i, j in edges))


def test_random_colourings():
    assert sum(check(random_colouring(seed)) for seed in range(60)) > 30


def test_edge_finding_keeps_all_schedules_and_finds_heads():
    random, cut = Random(5), 0
    for _ in range(400):
        lengths = [random.choice((0, 0, 1, 2, 3)) for _ in range(random.randint(2, 4))]
        domains = [Domain([(low := random.randint(-3, 4), low + random.randint(0, 5))]) for _ in lengths]
        kept = [starts for starts in product(*domains) if apart(starts, lengths)]
        narrowing = _Noted([*domains])
        disjunctive_tasks.narrow(narrowing, dict(enumerate(lengths)))
        assert not (kept and narrowing.is_empty)
        for starts in kept:
            assert all(s in domain for s, domain in zip(starts, narrowing.domains, strict=True))
        cut += narrowing.is_empty or narrowing.domains != domains
    assert cut > 60


class _Noted(Narrowing):
    is_empty = False

    def emptied(self):
        self.is_empty = True


def apart(starts, lengths):
    """Is of each two tasks one before the other?"""
    tasks = list(zip(starts, lengths, strict=True))
    return all(s + d <= t or t + e <= s for i, (s, d) in enumerate(tasks) for t, e in tasks[:i])


def test_the_bound_of_one_machine():
    """Least head + work + least tail: 2 + (3 + 4 + 5 + 2) + 1."""
    tasks = {"a": 3, "b": 4, "c": 5, "d": 2}
    text = "(int end 0 99) (objective minimize end)"
    text += "".join(f"(int {name} 2 99) (<= (+ {name} {length + 1}) end)" for name, length in tasks.items())
    pairs = [(x, y) for x in tasks for y in tasks if x < y]
    text += "".join(f"(or (<= (+ {x} {tasks[x]}) {y}) (<= (+ {y} {tasks[y]}) {x}))" for x, y in pairs)
    start = started(model_of(text))
    answer = next(start.answers())
    assert start._best == 17 and answer.ints["end"] == 17
    assert [sorted(machine.values()) for machine in disjunctive_tasks.machines(start._norm)] == [[2, 3, 4, 5]]


def test_two_clauses_about_the_same_tasks():
    """Of two that start at once each clause is true by another order, so that neither need wait for the other one."""
    model = model_of(
        "(int end 0 12) (objective minimize end) (int x 0 7) (int y 0 7) (int z 0 7)"
        "(<= (+ x 5) end) (<= (+ y 5) end) (<= (+ z 1) end)"
        "(or (<= (+ x 5) y) (<= y x)) (or (<= x y) (<= (+ y 5) x))"
        "(or (<= (+ x 5) z) (<= (+ z 1) x)) (or (<= (+ y 5) z) (<= (+ z 1) y))"
    )
    assert by_brute_force(model) == 6
    check(model)


# how it is used

LOOSE = "(int end 0 9999) (objective minimize end)" + "".join(
    f"(int s{i} 0 9999) (<= (+ s{i} {i + 1}) end)" for i in range(6)
)
LOOSE += "".join(
    f"(or (<= (+ s{i} {i + 1}) s{j}) (<= (+ s{j} {j + 1}) s{i}))" for i in range(6) for j in range(6) if i < j
)


def test_a_sloppy_horizon_is_cut_before_the_first_cnf(tmp_path):
    result, reported, said, run = best(model_of(LOOSE), tmp_path)
    assert (result.status, result.objective, reported, result.bound) == ("OPTIMUM FOUND", 21, [21], None)
    assert any("FOUND BY LIST SCHEDULES: OBJECTIVE 21" in line for line in said)
    assert run.report.written is None, "the tasks add up to the best value"
    assert run.report.answered == "embedded (list schedules)"
    assert not any(line.startswith("SEARCHING") for line in said)


def test_small_problems_are_encoded_at_once(tmp_path):
    _, _, said, _ = best(model_of(TRIED["a ruler"][0]), tmp_path)
    assert not any("GREEDY" in line for line in said)


def test_without_propagation_there_is_none(always, tmp_path):
    result, _, said, _ = best(model_of(LOOSE.replace("9999", "29")), tmp_path, options=EncoderOptions(narrowing=False))
    assert result.objective == 21 and not any("GREEDY" in line for line in said)


def test_a_wrong_answer_is_neither_reported_nor_believed(always, tmp_path, monkeypatch):
    monkeypatch.setattr(Dive, "values", lambda self: [domain.lo for domain in self._whole.domains])
    model = model_of(TRIED["a ruler"][0])
    result, reported, said, _ = best(model, tmp_path)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 6) and min(reported) == 6
    assert not any("GREEDY" in line for line in said)


@pytest.mark.sample(1)
@pytest.mark.parametrize("units", [0, 10, 100, 1000, 10_000])
def test_a_budget_that_ends_anywhere(units, tmp_path, monkeypatch):
    monkeypatch.setattr(greedy, "effort", lambda model: units)
    for case in ("tasks on a machine", "a ruler", "infeasible", "a table"):
        text, expected = TRIED[case]
        assert best(model_of(text), tmp_path)[0].objective == expected


def test_what_is_spent_is_what_is_granted():
    norm = normalize(model_of(LOOSE)).norm
    with pytest.raises(OutOfBudget):
        Propagation(norm, Budget(20))
    with pytest.raises(Contradiction):
        Propagation(normalize(model_of(TRIED["infeasible by a false constraint"][0])).norm, Budget(PLENTY))


def test_a_limit_while_encoding_leaves_the_greedy_solution(tmp_path, monkeypatch):
    def late(*_):
        raise LimitReached("time")

    monkeypatch.setattr(passes, "tighten", late)
    monkeypatch.setattr(Start, "refute", lambda *_: None)
    result, reported, _, _ = best(model_of(LOOSE), tmp_path)
    assert (result.status, result.objective, result.reason, reported) == ("SATISFIABLE", 21, "time", [21])
    assert result.bound == (6, 21)
    assert CspProblem(model_of(LOOSE), DIGEST).faults(result.solution) == []


def test_effort():
    assert greedy.effort(model_of(TRIED["a ruler"][0])) == 0
    assert greedy.effort(model_of("(int x 0 99999) (objective minimize 3)")) == 0
    pairs = " ".join(f"(or (<= (+ x{a} 9) x{b}) (<= (+ x{b} 9) x{a}))" for a in range(100) for b in range(a))
    starts = " ".join(f"(int x{a} 0 10000)" for a in range(100))
    assert greedy.effort(model_of(f"{starts} (and {pairs}) (objective minimize x0)")) > 5 * greedy.MOST
    assert greedy.BASE < greedy.effort(model_of(LOOSE)) <= greedy.MOST


def test_the_rewriting_for_dives_ends_at_the_time_limit():
    text = "(int x 0 9) (int y 0 9) (or (< x y) (> x 5)) (<= (+ x y) 12) (objective minimize x)"
    norm = normalize(read(Source("test.csp", text))).norm
    with until(time.monotonic()), pytest.raises(LimitReached):
        ZeroOne(norm, Budget(10**9))


def test_constraints_on_booleans_have_no_share_in_the_values_of_integers():
    """A puzzle with 56,000 clauses on Booleans and one integer, its objective, was searched greedily for seconds."""
    model = Model()
    xs = [model.bool(f"x{i}") for i in range(300)]
    for x, y in combinations(xs, 2):
        model.add(~x | ~y)
    total = model.int("total", 0, 1000)
    model.add(node("eq", total, node("add", *xs)))
    model.objective = Objective("maximize", total)
    least, two = effort(model), 2 * len(model.constraints)
    assert least <= units_for(two + len(xs) * 1000)
    model.add(node("le", total, model.int("other", 0, 1000)))
    assert least <= effort(model) <= units_for(two + 2 * len(xs) * 1000)
