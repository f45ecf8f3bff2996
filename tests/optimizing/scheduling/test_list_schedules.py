"""List schedules against brute force, by a meaning of the problems that is written here; and what is no schedule."""

from itertools import pairwise, product
from random import Random

import pytest
from support.pipelines import pipeline

from csp2sat.base.source import Source
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.languages.sugar import read
from csp2sat.model.model import Answer
from csp2sat.optimizing import exploration, greedy
from csp2sat.optimizing.optimize import optimize
from csp2sat.optimizing.scheduling import list_schedule
from csp2sat.optimizing.scheduling.extraction import ScheduleExtraction
from csp2sat.optimizing.scheduling.improver import EACH, PER_SECOND, VAIN, scheduler_of
from csp2sat.optimizing.scheduling.list_schedule import ListScheduler
from csp2sat.optimizing.touring import problem_size
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.trace import Trace

DIGEST = "0" * 64


def model_of(text):
    return read(Source("test.csp", text))


def searched(text, seconds=0.2):
    """The values of the best schedule by name; None if tasks are late, and the improver."""
    model = model_of(text)
    improver = scheduler_of(normalize(model).norm, model)
    assert improver is not None
    improver.improve(seconds)
    answer = improver.best()
    return (None if answer is None else answer.ints), improver


class RandomShop:
    """Tasks with windows, durations, precedences, setups, a resource, and one of three goals; and what they mean."""

    def __init__(self, seed):
        source = self._source = Random(seed)
        n = self.n = source.randint(2, 4)
        self.windows = [[t for t in range(9) if source.random() < 0.9] or [4] for _ in range(n)]
        self.sizes = [source.randint(0, 3) for _ in range(n)]
        all_ = [(i, j) for i in range(n) for j in range(i)]
        self.setups = {ij: (source.randint(0, 2), source.randint(0, 2)) for ij in all_ if source.random() < 0.5}
        self.lags = {(j, i): source.randint(-1, 4) for i, j in all_ if source.random() < 0.3}
        self.demands, self.capacity = [source.randint(0, 2) for _ in range(n)], source.randint(2, 3)
        self.dues = [source.randint(1, 8) for _ in range(n)]
        self.weights = [source.randint(1, 3) for _ in range(n)]
        self.goal = source.choice(["makespan", "tardiness", "late"])

    def text(self):
        n = range(self.n)
        lines = [f"(int s{i} ({' '.join(map(str, self.windows[i]))}))" for i in n]
        lines += [f"(int e{i} -9 99) (= e{i} (+ s{i} {self.sizes[i]}))" for i in n if i % 2]
        ends = [f"e{i}" if i % 2 else f"(+ s{i} {self.sizes[i]})" for i in n]
        for (i, j), (a, b) in self.setups.items():
            lines.append(f"(or (<= (+ {ends[i]} {a}) s{j}) (<= (+ {ends[j]} {b}) s{i}))")
        lines += [f"(<= (+ s{i} {lag}) s{j})" for (i, j), lag in self.lags.items()]
        tasks = " ".join(f"(s{i} {self.sizes[i]} nil {self.demands[i]})" for i in n)
        lines.append(f"(cumulative ({tasks}) {self.capacity})")
        lines.append(f"(objective minimize {self._goal(ends)})")
        return "\n".join(lines)

    def _goal(self, ends):
        if self.goal == "makespan":
            return f"(max {' '.join(ends)})"
        if self.goal == "tardiness":
            return f"(+ {' '.join(f'(* {w} (max 0 (- {e} {d})))' for w, e, d in self._rows(ends))})"
        return f"(+ {' '.join(f'(if (> {e} {d}) {w} 0)' for w, e, d in self._rows(ends))})"

    def _rows(self, ends):
        return zip(self.weights, ends, self.dues, strict=True)

    def cost(self, starts):
        """The goal; None if the start times are no solution."""
        ends = [s + size for s, size in zip(starts, self.sizes, strict=True)]
        if any(s not in window for s, window in zip(starts, self.windows, strict=True)):
            return None
        for (i, j), (a, b) in self.setups.items():
            if ends[i] + a > starts[j] and ends[j] + b > starts[i]:
                return None
        if any(starts[i] + lag > starts[j] for (i, j), lag in self.lags.items()):
            return None
        for t in range(12):
            if sum(d for s, e, d in zip(starts, ends, self.demands, strict=True) if s <= t < e) > self.capacity:
                return None
        if self.goal == "makespan":
            return max(ends)
        late = [(w, max(0, e - d)) for w, e, d in self._rows(ends)]
        return sum(w * (t if self.goal == "tardiness" else t > 0) for w, t in late)

    def best(self):
        costs = map(self.cost, product(*self.windows))
        return min((cost for cost in costs if cost is not None), default=None)


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(400))
def test_random_shops_against_brute_force(seed, tmp_path, monkeypatch):
    monkeypatch.setattr(problem_size, "FEW", 0)  # as if the shops were large
    monkeypatch.setattr(greedy, "FEW", 20_000 * (seed % 2))
    shop = RandomShop(seed)
    best, model = shop.best(), model_of(shop.text())
    run = ProblemRun(CspProblem(model, DIGEST), pipeline(tmp_path, "embedded"))
    result = optimize(run, "geometric", lambda value, solution: None)
    assert result.objective == best
    improver = scheduler_of(normalize(model).norm, model)
    if improver is not None:
        improver.improve(0.02)
    answer = improver and improver.best()
    if answer is not None:
        found = shop.cost([answer.ints[f"s{i}"] for i in range(shop.n)])
        assert found is not None and found >= best


def test_most_random_shops_have_a_best_list_schedule():
    good = count = 0
    for seed in range(60):
        shop = RandomShop(seed)
        if (best := shop.best()) is not None:
            improver = scheduler_of(normalize(model := model_of(shop.text())).norm, model)
            if improver is not None:
                improver.improve(0.02)
                answer, count = improver.best(), count + 1
                good += answer is not None and shop.cost([answer.ints[f"s{i}"] for i in range(shop.n)]) == best
    assert count > 20 and good >= 0.95 * count, (good, count)


PAIR = "(int x 0 20) (int y 0 20) (or (<= (+ x 3) y) (<= (+ y 4) x))"

NO_SCHEDULES = {
    "no task": "(int x 0 9) (int y 0 9) (<= x y) (objective minimize y)",
    "a Boolean": PAIR + "(bool p) (objective minimize x)",
    "a goal that wants late tasks": PAIR + "(objective maximize x)",
    "a goal that wants one task late": PAIR + "(objective minimize (- x y))",
    "a distance": PAIR + "(objective minimize (abs (- x y)))",
    "a product": PAIR + "(objective minimize (* x y))",
    "a maximal lag": PAIR + "(<= (+ x 1) y) (<= y (+ x 5)) (objective minimize y)",
    "a variable duration": "(int d 1 3)" + PAIR + "(or (<= (+ x d) y) (<= (+ y 4) x)) (objective minimize x)",
    "three ways": PAIR + "(int z 0 9) (or (<= x y) (<= y z) (<= z x)) (objective minimize z)",
    "a choice of tasks": PAIR + "(int z 0 9) (or (<= (+ x 3) z) (<= (+ z 4) y)) (objective minimize z)",
    "a choice of windows": PAIR + "(or (and (<= x 3) (<= y 9)) (and (<= y 3) (<= x 9))) (objective minimize x)",
    "different values": PAIR + "(int z 0 9) (alldifferent x y z) (objective minimize z)",
    "no task that may run": PAIR + "(cumulative ((x 3 nil 4)) 3) (objective minimize x)",
    "a limit that varies": PAIR + "(int c 1 3) (cumulative ((x 3 nil 1)) c) (objective minimize c)",
}


@pytest.mark.parametrize("text", NO_SCHEDULES.values(), ids=NO_SCHEDULES)
def test_what_is_no_scheduling_problem(text):
    model = model_of(text)
    assert scheduler_of(normalize(model).norm, model) is None


def test_a_late_schedule_is_no_answer():
    values, _ = searched(PAIR.replace("20", "2") + "(objective minimize (max x y))")
    assert values is None


@pytest.mark.parametrize("ints", [{"x": 4, "y": 0, "m": 4}, {"x": 4, "y": 0}], ids=["all", "without the goal"])
def test_a_schedule_goes_on_from_an_answer_that_is_better(ints):
    model = model_of(PAIR + "(int m 0 200) (<= (+ x (* 5 y)) m) (objective minimize (+ m 100))")
    improver = scheduler_of(normalize(model).norm, model)
    assert improver.best().ints == {"x": 0, "y": 3, "m": 15}
    improver.learn(Answer(ints, {}), 104)
    assert improver.best().ints == {"x": 4, "y": 0, "m": 4}


def test_after_an_answer_from_elsewhere_little_vain_work_is_worth_its_time():
    model = model_of(PAIR + "(int m 0 200) (<= (+ x (* 5 y)) m) (objective minimize m)")
    improver = scheduler_of(normalize(model).norm, model)
    search = improver._search
    search.moves = VAIN + EACH * 2
    assert not improver.rests()
    search.moves += 1
    assert improver.rests() and not improver.rests(2)
    improver.learn(Answer({"x": 4, "y": 0, "m": 4}, {}), 4)
    search.moves += VAIN
    assert not improver.rests()
    search.moves += 1
    assert improver.rests()


def test_dives_go_on_from_the_first_list_schedule(tmp_path, monkeypatch):
    """An open shop of four jobs, where no list schedule is made after the first ones and a dive is better."""
    monkeypatch.setattr(problem_size, "FEW", 0)
    monkeypatch.setattr(greedy, "FEW", 0)
    monkeypatch.setattr("csp2sat.optimizing.scheduling.improver.CLAUSES", 10**12)
    random, jobs = Random(1), range(4)
    text = "(int end 0 400) (objective minimize end)"
    length = {(j, k): random.randint(1, 40) for j in jobs for k in jobs}
    text += "".join(f"(int s{j}_{k} 0 400) (<= (+ s{j}_{k} {size}) end)" for (j, k), size in length.items())
    for (x, a), (y, b) in product(length.items(), repeat=2):
        if x < y and (x[0] == y[0] or x[1] == y[1]):
            one, two = f"s{x[0]}_{x[1]}", f"s{y[0]}_{y[1]}"
            text += f"(or (<= (+ {one} {a}) {two}) (<= (+ {two} {b}) {one}))"
    said = []
    run = ProblemRun(CspProblem(model_of(text), DIGEST), pipeline(tmp_path, "embedded", trace=Trace(tell=said.append)))
    result = optimize(run, "geometric", lambda value, solution: None)
    loads = [sum(length[j, k] for k in jobs) for j in jobs] + [sum(length[j, k] for j in jobs) for k in jobs]
    assert result.objective >= max(loads)
    finders = [line.split("FOUND BY ")[1].split(":")[0] for line in said if "FOUND BY" in line]
    assert finders[:2] == ["LIST SCHEDULES", "GREEDY"]


def test_a_choice_that_no_task_changes():
    text = PAIR + "(int e 0 99) (= e (+ x 3)) (objective minimize (+ y (if (> (- e x) 2) 5 0) (if (> (- e x) 3) 7 0)))"
    values, _ = searched(text)
    assert values == {"x": 4, "y": 0, "e": 7}


def test_equal_problems_are_searched_equally():
    shop = RandomShop(4)
    assert searched(shop.text())[0] == searched(shop.text())[0]


def test_schedules_come_before_the_first_cnf(tmp_path):
    tasks = range(12)
    text = "".join(f"(int s{i} 0 5000)" for i in tasks)
    text += "".join(f"(or (<= (+ s{i} {i + 1}) s{j}) (<= (+ s{j} {j + 1}) s{i}))" for i in tasks for j in range(i))
    text += f"(objective minimize (max {' '.join(f'(+ s{i} {i + 1})' for i in tasks)}))"
    said, reported = [], []
    run = ProblemRun(CspProblem(model_of(text), DIGEST), pipeline(tmp_path, "embedded", trace=Trace(tell=said.append)))
    result = optimize(run, "geometric", lambda value, solution: reported.append(value))
    best = sum(i + 1 for i in tasks)
    assert result.objective == best == reported[-1]
    assert any(f"FOUND BY LIST SCHEDULES: OBJECTIVE {best}" in line for line in said)
    assert sorted(reported, reverse=True) == reported


def test_there_is_little_search_beside_questions_that_take_little(tmp_path, monkeypatch):
    monkeypatch.setattr(problem_size, "FEW", 0)
    asked, go_on = [], exploration.Exploration.go_on
    monkeypatch.setattr(exploration.Exploration, "go_on", lambda *args: asked.append(args[1]) or go_on(*args))
    run = ProblemRun(CspProblem(model_of(RandomShop(8).text()), DIGEST), pipeline(tmp_path, "embedded"))
    optimize(run, "geometric", lambda value, solution: None)
    assert asked and asked[0] == 0.0 and max(asked) < 0.02


def test_the_work_for_resources_is_what_is_examined_of_them():
    tasks = range(40)
    text = (
        "".join(f"(int s{i} {3 * i} 999)" for i in tasks)
        + f"(cumulative ({' '.join(f'(s{i} 2 nil 1)' for i in tasks)}) 1)"
    )
    _, improver = searched(text + f"(objective minimize (max {' '.join(f's{i}' for i in tasks)}))", 0)
    # in the first 3 schedules no task waits, and where the first that can begin is next, each is looked at 3 times
    assert not improver.has_worked((3 + 3) * len(tasks) * 25 / PER_SECOND)


def test_the_task_that_can_begin_first_is_next():
    """The order by hand: all can begin at 0, and b and c exclude tasks of 6 units of time, a and d of 4."""
    text = "(int a 0 20)(int b 0 20)(int c 0 20)(int d 0 20)"
    sizes = {"a": 3, "b": 2, "c": 2, "d": 3}
    for x, y in ("ab", "cd", "ac", "bd"):  # two jobs, two machines
        text += f"(or (<= (+ {x} {sizes[x]}) {y}) (<= (+ {y} {sizes[y]}) {x}))"
    text += f"(objective minimize (max {' '.join(f'(+ {x} {size})' for x, size in sizes.items())}))"
    model = model_of(text)
    extraction = ScheduleExtraction(normalize(model).norm, model)
    found = ListScheduler(extraction.problem).dispatched()
    assert extraction.answer(found.values).ints == {"a": 2, "b": 0, "c": 0, "d": 2}


def test_many_tasks_of_one_machine_are_not_ranked_again_and_again(monkeypatch):
    """Each task that is placed makes all others later: to rank them all anew each time would take cubic time."""
    tasks = range(40)
    text = "".join(f"(int s{i} 0 999)" for i in tasks)
    text += "".join(
        f"(or (<= (+ s{i} {1 + i % 3}) s{j}) (<= (+ s{j} {1 + j % 3}) s{i}))" for i in tasks for j in range(i)
    )
    model = model_of(f"{text}(objective minimize (max {' '.join(f's{i}' for i in tasks)}))")
    problem = ScheduleExtraction(normalize(model).norm, model).problem
    exact, short = ListScheduler(problem), ListScheduler(problem)
    exact.dispatched()
    monkeypatch.setattr(list_schedule, "EXACT", 5000)
    values = short.dispatched().values
    assert short.work < 10_000 < exact.work
    ends = sorted((values[x], values[x] + next(iter(problem.pairs[x].values()))[0]) for x in problem.tasks)
    assert all(end <= begin for (_, end), (begin, _) in pairwise(ends)) and len(ends) == 40


def test_a_search_that_is_given_much_time_ends_where_it_rests():
    """Two tasks have few orders: seconds of search would be lost."""
    model = model_of(PAIR + "(int m 0 200) (<= (+ x (* 5 y)) m) (<= (+ 9 y) m) (objective minimize m)")
    improver = scheduler_of(normalize(model).norm, model)
    assert improver.improve(3.0).ints["m"] == 9
    for patience in (1, 2):
        assert improver.improve(3.0) is None
        assert improver.rests(patience) and not improver.rests(patience + 1)
