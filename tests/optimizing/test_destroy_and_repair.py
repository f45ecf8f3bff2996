"""Questions near the best solution: which variables decide, and the best value against brute force."""

from functools import reduce
from itertools import pairwise, permutations
from operator import add
from random import Random
from types import SimpleNamespace

import pytest
from test_optimize import assert_best, best, model_of, random_model

import csp2sat
from csp2sat.api.problems import problem_of
from csp2sat.decoder import ObjectiveRecord
from csp2sat.decoder.map_file import VariableMap
from csp2sat.ints.order import OrderReader
from csp2sat.model.domain import Domain
from csp2sat.model.model import Answer
from csp2sat.optimizing import optimize
from csp2sat.optimizing.askers import Asker, BoundQuestion
from csp2sat.optimizing.bound_strategies import Geometric, StepInterval
from csp2sat.optimizing.deciding_variables import DecidingVariables
from csp2sat.optimizing.destroy_and_repair import COST, MOST, PER_EFFORT, DestroyAndRepair
from csp2sat.optimizing.rewriting import SMALL, Rewriting
from csp2sat.runner.process.outcome import Outcome, RunOptions, Stop

OPEN = StepInterval(0, 99, True)
PLACES = """(int x 0 2) (int y 0 2) (int z 0 2) (alldifferent x y z)
(relation far 3 (supports (0 1 4) (0 2 7) (1 2 9) (1 0 4) (2 0 7) (2 1 9)))
(int d 0 9) (far x y d) (int e 0 9) (far y z e) (int s 0 36) (= s (+ d (* 3 e))) (objective minimize s)"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (PLACES, ["x", "y", "z"]),
        ("(int x 0 9) (int y 0 9) (int z 0 9) (= x (+ y z))", ["x", "y"]),  # the last one is determined
        ("(int x 0 9) (int y 0 9) (= (* x y) 6)", ["x", "y"]),
        ("(int x 0 9) (int y 0 9) (= (* 2 x) (+ y y))", ["y"]),  # y is there twice
        ("(int x 0 9) (int m 0 9) (and (= m (max x 3)) (<= x 8) (!= x 1))", ["x"]),  # in a conjunction
        ("(int s 0 81) (int d 0 9) (int m 0 9) (int x 0 9) (= d (abs (- x 4))) (= m (max d 3)) (= s (* m m))", ["x"]),
        ("(int m 0 9) (int x 0 9) (<= m 8) (!= m 3) (= m (max x 2))", ["x"]),  # only a maximum is determined
        ("(int x 1 3) (int y 0 9) (element x (4 5 6) y)", ["x"]),
        ("(bool p) (int x 0 9) (iff p (< x 5))", ["x"]),
        ("(relation r 2 (supports (0 1) (0 2))) (int x 0 3) (int y 0 3) (r x y)", ["x", "y"]),
        ("(relation r 2 (conflicts (0 1))) (int x 0 3) (int y 0 3) (r x y)", ["x", "y"]),
        ("(int x 0 9) (int y 0 9) (int z 0 9) (= x y) (= y z) (= x z)", ["x"]),  # not each by another one
        ("(int x 0 9) (int y 0 9) (objective minimize y) (< x 5)", ["x", "y"]),  # none names y
        ("(int x 0 9)", []),
        ("(int x 0 9) (int y 0 9) (int z 0 9) (and (or (not (= x 0)) (= y z)) (or (= x 0) (= y x)))", ["x", "z"]),
        ("(bool p) (bool q) (bool r) (and (or (not p) (iff q r)) (or p (iff q p)))", ["p", "r"]),
        (
            "(bool p) (bool q) (int x 0 9) (int y 0 9)"
            "(and (or (not p) (= y 3)) (or p (not q) (= y (* 2 x))) (or p q (= y x)))",
            ["x", "p", "q"],
        ),
        ("(int x 0 9) (int y 0 9) (bool p) (and (or (not p) (= y x)) (or p (= x 3)))", ["y", "p"]),  # x, in both cases
        ("(int x 0 9) (int y 0 9) (bool p) (and (or (not p) (= y x)) (or p (= y (+ y x))))", ["x", "y", "p"]),
        ("(int x 0 9) (int y 0 9) (int z 0 9) (and (or (!= y 2) (= y x)) (or (= y 2) (= y z)))", ["x", "y", "z"]),
        ("(int x 0 9) (int y 0 9) (bool p) (bool q) (and (or (not p) (= y x)) (or q (= y 3)))", ["x", "y", "p", "q"]),
    ],
)
def test_variables_that_others_determine_do_not_decide(text, names):
    assert DecidingVariables(model_of(text)).names == names


def test_choices_are_no_tables():
    choice = "(and (or (not p) (= {0} x)) (or p (= {0} 3)))"
    chosen = model_of(f"(bool p) (int x 0 9) (int y 0 9) (int z 0 9) {choice.format('y')} {choice.format('z')}")
    assert DecidingVariables(chosen).names == ["x", "p"]
    assert not DecidingVariables(chosen).by_tables and DecidingVariables(model_of(PLACES)).by_tables


def test_a_permutation_determines_its_inverse():
    m = csp2sat.Model()
    at, place = m.int_array("at", 3, 0, 2), m.int_array("place", 3, 0, 2)
    m.add(csp2sat.build.all_different(at), [at[place[item]] == item for item in range(3)])
    assert DecidingVariables(problem_of(m).model).names == ["at_0", "at_1", "at_2"]
    m.add(at[place[1]] == place[2])  # determines neither: the item is no constant
    assert len(DecidingVariables(problem_of(m).model).names) == 3


def test_constraints_connect_the_variables_that_decide():
    assert DecidingVariables(model_of(PLACES)).groups == [[0, 1, 2], [0, 1], [1, 2], [0, 1, 2]]


def test_the_length_of_a_sum_does_not_matter():
    m = csp2sat.Model()
    xs, y = m.int_array("x", 1500, 0, 1), m.int("y", 0, 9)
    m.add(reduce(add, xs) == y, [x != y for x in xs[1:]])  # the first one is the innermost
    assert DecidingVariables(problem_of(m).model).names == [*(f"x_{at}" for at in range(1, 1500)), "y"]


def answer_and_map(count):
    names = [f"x{at}" for at in range(count)]
    codes = {name: OrderReader(Domain.of(range(4)), 2 + 3 * at) for at, name in enumerate(names)}
    model = model_of(" ".join(f"(int {name} 0 3)" for name in names) + f"(alldifferent {' '.join(names)})")
    return model, Answer(dict.fromkeys(names, 0), {}), VariableMap({"variables": 3 * count + 1}, codes)


def test_some_variables_are_free_and_more_after_refutations():
    model, answer, found = answer_and_map(12)
    repair = DestroyAndRepair(model, 1)
    assert repair.kept(answer, found) is None  # nothing was given up yet
    repair.grant(16000, OPEN, False)
    sizes = []
    while (kept := repair.kept(answer, found)) is not None:
        assert all(clause in [[2 + 3 * at] for at in range(12)] for clause in kept)
        sizes.append(12 - len(kept))
        repair.learn(Outcome("unsat", effort=5))
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1], repair.is_vain) == (3, 11, True)
    repair.better(Outcome("sat", effort=5), is_near=False)
    assert repair.kept(answer, found) is None, "the questions about all solutions go on"
    assert not repair.is_vain


def test_only_questions_that_close_a_part_of_the_open_steps_get_as_much_effort_again():
    model, answer, found = answer_and_map(12)
    repair, long = DestroyAndRepair(model, 1), 8 * MOST
    asked = []
    for known in (OPEN, OPEN, OPEN._replace(high=98), OPEN._replace(high=80), OPEN._replace(high=80)):
        repair.grant(long, known, False)
        asked.append(0)
        while repair.kept(answer, found) is not None:
            repair.better(Outcome("sat", effort=MOST // 40), is_near=True)
            asked[-1] += 1
    first, *others = asked
    assert [round(each / first, 1) for each in others] == [0.2, 0.2, 8.0, 0.2]


def test_steps_grow_while_questions_near_the_best_solution_find_better_ones():
    repair = DestroyAndRepair(answer_and_map(12)[0], 1)
    found = []
    for outcome in ("sat", "sat", "sat", "unsat", "sat"):
        found.append(OPEN.high - repair.step(OPEN))
        if outcome == "sat":
            repair.better(Outcome("sat", effort=5), is_near=True)
        else:
            repair.learn(Outcome("unsat", effort=5))
    assert found == [1, 2, 4, 8, 1]
    assert repair.step(StepInterval(10, 11, True)) == 10


def test_a_proof_is_begun_when_the_question_for_any_better_solution_was_given_up_after_others_in_vain():
    model, answer, found = answer_and_map(12)
    repair = DestroyAndRepair(model, 1)
    hard = []
    for is_last in (True, False, True):
        repair.grant(4000, OPEN, is_last)
        hard.append(repair.is_hard)
        while repair.kept(answer, found) is not None:
            repair.learn(Outcome("unknown", reason="time", effort=900))
    assert hard == [False, False, True]


def test_questions_end_with_the_effort_that_was_granted():
    model, answer, found = answer_and_map(12)
    repair = DestroyAndRepair(model, 1)
    asked = {}
    for is_useful in (False, True):
        repair.grant(16 * 900, OPEN._replace(high=90 - 20 * is_useful), False)  # fruitful, the second time
        asked[is_useful] = 0
        while repair.kept(answer, found) is not None:
            asked[is_useful] += 1
            if is_useful and asked[is_useful] % 2:
                repair.better(Outcome("sat", effort=900 - COST), is_near=True)
            else:
                repair.learn(Outcome("unknown", reason="time", effort=900 - COST))
    assert asked == {False: 4, True: 16}, "a part in vain since the last better solution"
    assert repair.is_vain


def test_questions_about_a_large_cnf_cost_more():
    model, answer, found = answer_and_map(12)
    asked = []
    for effort in (0, 900):
        repair = DestroyAndRepair(model, 1)
        repair.grant(4000, OPEN, False)
        asked.append(0)
        while repair.kept(answer, found, effort * PER_EFFORT) is not None:
            repair.better(Outcome("sat", effort=0), is_near=True)
            asked[-1] += 1
    assert asked == [40, 4]


class Mute:
    """An oracle of a CNF that nobody asks."""

    def __init__(self, found):
        self.found = SimpleNamespace(map=found, written=SimpleNamespace(size=0))


def test_questions_near_the_best_solution_that_are_given_up_count_too():
    model, answer, found = answer_and_map(12)
    cost = ObjectiveRecord("minimize", OrderReader(Domain.of(range(100)), 40))
    asker = Asker(Mute(found), cost, Geometric(), RunOptions(), repair=DestroyAndRepair(model, 1))
    known, long = StepInterval(0, 99, True), Outcome("unknown", reason="time", effort=3600)
    near = []
    for _ in range(12):
        question = asker.question(known, answer)
        near.append(question.is_near)
        asker.give_up(question, long, can_seed=False)
    assert near == [False, True, False, True, False, True, False, True, False, True, False, True]
    assert question.step == 98


def test_one_variable_has_no_neighbours():
    model, answer, found = answer_and_map(1)
    repair = DestroyAndRepair(model, 1)
    repair.grant(4000, OPEN, False)
    assert repair.kept(answer, found) is None


def test_a_value_that_the_cnf_lacks_is_not_kept():
    model, answer, found = answer_and_map(3)
    repair = DestroyAndRepair(model, 1)
    repair.grant(4000, OPEN, False)
    assert repair.kept(Answer(dict.fromkeys(answer.ints, 7), {}), found) == []


@pytest.fixture
def near(monkeypatch):
    """Of the questions about all solutions, half are given up; the outcomes of those near the best one are noted."""
    random, ask, outcomes = Random(1), Asker.ask, []

    def answered(self, question):
        if not question.is_near and random.random() < 0.5:
            return Outcome("unknown", reason="time", effort=5 * COST)
        outcome = ask(self, question)
        if question.is_near:
            outcomes.append(outcome.status)
        return outcome

    monkeypatch.setattr(Asker, "ask", answered)
    monkeypatch.setattr("csp2sat.optimizing.optimize.two_fit", lambda *_: False)
    monkeypatch.setattr("csp2sat.optimizing.optimize.Exploration.begin", lambda *_: False)
    return outcomes


def test_random_models(tmp_path, near):
    for seed in range(12):
        model = random_model(seed)
        assert_best(model, *best(model, tmp_path))
    assert near


def places(random, count):
    """A tour through places in the best order, and its length."""
    far = [[random.randrange(10, 99) for _ in range(count)] for _ in range(count)]
    rows = " ".join(f"({x} {y} {far[x][y]})" for x, y in permutations(range(count), 2))
    text = f"(relation far 3 (supports {rows}))" + " ".join(f"(int x{at} 0 {count - 1})" for at in range(count))
    text += f"(alldifferent {' '.join(f'x{at}' for at in range(count))})"
    text += " ".join(f"(int d{at} 10 98) (far x{at} x{at + 1} d{at})" for at in range(count - 1))
    text += f"(objective minimize (+ {' '.join(f'd{at}' for at in range(count - 1))}))"
    return text, min(sum(far[x][y] for x, y in pairwise(order)) for order in permutations(range(count)))


def test_tours_through_places(tmp_path, near, monkeypatch):
    proving = []  # whether the CNF for better solutions alone replaced the one for all
    monkeypatch.setattr(Rewriting, "may_replace", lambda *_: proving.append(len(proving) % 2 == 0) or proving[-1])
    for seed in range(4):
        text, length = places(Random(seed), 5)
        result, _ = best(model_of(text), tmp_path)
        assert (result.status, result.objective) == ("OPTIMUM FOUND", length)
    assert {*near} == {"sat", "unsat"}
    assert {*proving} == {True, False}


def test_a_cnf_for_a_proof_is_written_when_the_interval_is_halved_and_not_again():
    decision, known = Rewriting(), StepInterval(0, 100, True)
    cost = ObjectiveRecord("minimize", OrderReader(Domain.of(range(101)), 2))
    decision.written(4 * SMALL, known, cost)
    asked = [decision.may_prove(known._replace(high=high)) for high in (60, 49, 40, 24, 12)]
    assert asked == [False, True, False, True, False]
    assert not decision.may_replace(2 * SMALL), "half of the steps are left"
    assert decision.may_prove(known._replace(high=5))
    assert (decision.may_replace(3 * SMALL - 1), decision.may_replace(3 * SMALL)) == (True, False)
    assert not decision.may_prove(known._replace(high=1)), "the next one would be as large, too"


def test_a_tiny_cnf_is_written_anew_for_each_better_solution_and_may_become_small():
    decision, known = Rewriting(), StepInterval(0, 100, True)
    decision.written(1000, known, ObjectiveRecord("minimize", OrderReader(Domain.of(range(101)), 2)))
    asked = [decision.may_prove(known._replace(high=high)) for high in (100, 99, 99, 90)]
    assert asked == [False, True, False, True] and not decision.may_replace(900)
    assert decision.may_prove(known._replace(high=49)) and decision.may_replace(900), "half of the first steps"
    assert decision.may_prove(known._replace(high=40)) and not decision.may_replace(SMALL + 1)
    assert not decision.may_prove(known._replace(high=39)), "large once, large again"
    assert [decision.may_replace(size) for size in (900, 1500, 1501, SMALL, SMALL + 1)] == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_whoever_names_a_strategy_gets_its_questions_alone(tmp_path, near):
    result, _ = best(model_of(PLACES), tmp_path, strategy="bisect")
    assert (result.status, result.objective, near) == ("OPTIMUM FOUND", 19, [])


class Undecided:
    """A rewriting that counts how often it is asked."""

    def __init__(self):
        self.asked, self.is_large = 0, False

    def pays(self, known):
        return False

    def may_prove(self, known):
        self.asked += 1
        return False


@pytest.mark.parametrize(("is_hard", "goes_on"), [(False, True), (True, False), (True, True)])
def test_a_proof_is_only_considered_when_the_question_for_any_better_solution_is_hard(is_hard, goes_on):
    """That questions near the best solution were in vain is not enough."""
    search = object.__new__(optimize._Search)
    search._repair = SimpleNamespace(is_vain=True, is_hard=is_hard)
    search.state = SimpleNamespace(goes_on=goes_on, known=OPEN)
    search._rewriting = Undecided()
    assert search._anew() is None
    assert search._rewriting.asked == (is_hard and goes_on)


def test_a_question_near_the_best_solution_refutes_nothing_in_words_either():
    said, search = [], object.__new__(optimize._Search)
    search._pipeline = SimpleNamespace(trace=SimpleNamespace(say=said.append))
    search._rewriting = SimpleNamespace(asked=lambda outcome: None)
    search._wanted = lambda step: ("x", f"x <= {step}")
    asker = SimpleNamespace(nothing_near=lambda outcome: None)
    search._learn(asker, BoundQuestion(3, [], None, Stop(), is_near=True), Outcome("unsat"))
    assert said[0].startswith("NOT FOUND NEARBY: x <= 3, ")


def test_each_better_solution_restarts_the_search_near_it(tmp_path, near, monkeypatch):
    told, better = [], DestroyAndRepair.better
    monkeypatch.setattr(DestroyAndRepair, "better", lambda self, *given: told.append(given) or better(self, *given))
    result, _ = best(model_of(places(Random(1), 5)[0]), tmp_path)
    assert result.status == "OPTIMUM FOUND"
    assert [outcome.status for outcome, _ in told] == ["sat"] * len(told)
    assert sum(is_near for _, is_near in told) == near.count("sat") > 0
    assert len(told) > near.count("sat"), "the first solution is near none"


def test_whether_any_better_solution_was_asked_for(monkeypatch):
    """The last argument of `grant`: a solution is known, and one step better was asked for."""
    said = []
    monkeypatch.setattr(DestroyAndRepair, "grant", lambda self, effort, known, is_last: said.append(is_last))
    model, answer, found = answer_and_map(12)
    cost = ObjectiveRecord("minimize", OrderReader(Domain.of(range(100)), 40))
    asker = Asker(Mute(found), cost, Geometric(), RunOptions(), repair=DestroyAndRepair(model, 1))
    long = Outcome("unknown", reason="time", effort=3600)
    for known, best_one in ((StepInterval(0, 99, False), None), (OPEN, answer)):
        question = asker.question(known, best_one)
        for step in (98, 97):
            asker.give_up(question._replace(step=step, is_near=False), long, can_seed=False)
    assert said == [False, False, True, False]
