"""Counts by evaluation against brute force over all assignments."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from support import oracle, random_csp
from support.constraint_cases import CASES
from support.pipelines import pipeline
from support.random_constraints import RandomArguments

from csp2sat.base.source import Source
from csp2sat.base.time_limit import end_after
from csp2sat.counting import counting
from csp2sat.counting.by_evaluation import number_by_evaluation
from csp2sat.counting.counting import Count, count
from csp2sat.counting.projection import Projection
from csp2sat.errors import LimitReached
from csp2sat.languages.spec import LANGUAGES
from csp2sat.model.constraint import CONSTRAINTS, cardinality
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model
from csp2sat.solving.problem import CspProblem

ENOUGH = 10**7  # values


def csp(text: str) -> Model:
    return LANGUAGES["sugar"].read(Source("x.csp", text))


def number(model: Model, names: list[str] | None = None, most: int = ENOUGH) -> int | None:
    return number_by_evaluation(model, Projection(model, names), most, None)


def assert_counted(model: Model, random: Random) -> None:
    """The numbers are those of brute force, on all variables and on some."""
    solutions = [(*ints, *bools) for ints, bools in oracle.solutions(model)]
    declared = [*model.ints, *model.bools]
    for names in (declared, random.sample(declared, random.randint(1, len(declared)))):
        chosen = {tuple(v for name, v in zip(declared, each, strict=True) if name in names) for each in solutions}
        assert number(model, names) == len(chosen), names


@pytest.mark.sample(80)
@pytest.mark.parametrize("seed", range(1000))
def test_random_models(seed):
    random = Random(seed)
    model = random_csp.RandomCsp(seed).model()
    if random.random() < 0.5:
        literals = [node("bool", name) for name in model.bools] + [node("lt", node("int", "x0"), 1)]
        most = random.randint(0, 3)
        few = cardinality(random.randint(0, most), most, random.choices(literals, k=random.randint(0, 5)))
        model.add(few if random.random() < 0.5 else node("or", few, literals[0]))
    assert_counted(model, random)


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", CASES)
def test_each_constraint(name, seed):
    """Global constraints required, and under a disjunction where they have a formula."""
    random = RandomArguments(seed)
    formula = node(name, *random.of(name))
    random.model.add(formula if seed % 2 or CONSTRAINTS[name].formula is None else node("or", random.bools[0], formula))
    assert_counted(random.model, random.random)


def test_an_equation_gives_the_value_of_a_variable():
    """A thousand values of y and z are not tried; also if the variable has no such value, or the term none at all."""
    text = "(int x 0 9) (int y 0 999999) (int z 3 999999) (bool p) (= y (* x x)) (= (/ 8 x) z) (iff p (> y 3))"
    assert number(csp(text), most=200) == 2
    assert number(csp("(int x 0 9) (int y 0 999999) (= y (* x x x))"), ["y"], most=60) is None  # all y first
    assert number(csp("(int x 0 9) (int y 0 999999) (= y (* x x x))"), ["x"], most=60) == 10


def test_sums_count_by_their_values():
    """Of 2 ** 40 assignments few values are tried, since what is added later depends on the sum alone."""
    names = [f"b{k}" for k in range(40)]
    model, few = Model(), Model()
    for each in (model, few):
        literals = [each.bool(name) for name in names]
    few.add(cardinality(0, 2, literals))
    model.add(node("le", node("add", *(node("if", each, 1, 0) for each in literals)), 2))
    assert number(few, most=8000) == number(model, most=8000) == 1 + 40 + 40 * 39 // 2


def test_different_values_are_found_early():
    queens = range(1, 8)
    diagonals = [[f"({op} q{k} {k})" for k in queens] for op in "+-"]
    text = "".join(f"(int q{k} 1 7)" for k in queens)
    for terms in ([f"q{k}" for k in queens], *diagonals):
        text += f"(alldifferent {' '.join(terms)})"
    assert number(csp(text), most=20_000) == 40


SLOW = """
(int x 0 7)(int y (1 3 (5 9)))(int z -20 45)(int w 0 99)(bool p)(alldifferent x y (+ z 1))
(<= (+ x (* 2 y) (* -1 z)) 6)(imp p (= (* x y) w))(or p (> w 50))
"""


def test_a_count_without_a_formula(tmp_path):
    expected = sum(
        (w > 50) + (x * y == w)
        for x, y, z in product(range(8), (1, 3, 5, 6, 7, 8, 9), range(-20, 46))
        if len({x, y, z + 1}) == 3 and x + 2 * y - z <= 6
        for w in range(100)
    )
    found = count(CspProblem(csp(SLOW), ""), pipeline(tmp_path))
    assert (found, found.by) == (Count(expected, True), ("assignments",))
    assert not [*tmp_path.iterdir()]


def test_a_count_that_begins_by_the_formula(tmp_path, monkeypatch):
    """What takes too long at first is tried again, for longer, when some solutions have been found."""
    monkeypatch.setattr(counting, "TRIED", 10)
    monkeypatch.setattr(counting, "TRIED_LATER", {2: 20, 5: 10**6})
    text = "".join(f"(int x{k} 0 9)" for k in range(4)) + "(< x0 x1) (< x1 x2) (< x2 x3) (int y 0 9) (!= y 3)"
    found = count(CspProblem(csp(text), ""), pipeline(tmp_path))
    assert (found, set(found.by)) == (Count(210 * 9, True), {"assignments", "formula"})
    limited = count(CspProblem(csp(text), ""), pipeline(tmp_path), None, 30)
    assert not limited.complete and 30 <= limited.number < 210 * 9


def test_what_ends_a_count(tmp_path):
    assert number(csp(SLOW), most=100) is None
    assert number(csp("(int x 2 9) (int y 9999998 9999999) (> (pow x y) 0)")) is None  # a number that is too large
    model = csp("(int x 0 9999) (int y 0 9999) (!= (* x y) 7)")
    with pytest.raises(LimitReached):
        number_by_evaluation(model, Projection(model, None), 10**9, end_after(0))
    assert number(csp("(int x 0 3) false")) == number(csp("(int x 0 3) (alldifferent 1 1)")) == 0


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(300))
def test_hidden_variables_that_equations_give_one_value(seed):
    """As of FlatZinc: chains of sums, with factors, and counts; judged on all variables and on some."""
    random = Random(seed)
    model = Model()
    names = [model.int(name, Domain([(random.randint(-2, 0), random.randint(0, 2))])) for name in "vwxyz"]
    for _ in range(random.randint(1, 3)):
        terms = [node("mul", random.choice((-2, -1, 1, 1)), each) for each in random.choices(names, k=3)]
        left = node("sub", node("add", *terms[:2], random.randint(-1, 1)), node("neg", terms[2]))
        model.add(node("eq", left, random.choice([0, 1, *names, node("mul", *names[:2])])))
    counted = node("count", "eq", random.choice([0, names[0]]), names[1], *names[2:])
    model.add(random.choice([counted, node("global_cardinality", (3,), *names[:3], 0, names[3], 1, names[4])]))
    assert_counted(model, random)


def test_a_value_that_is_computed_may_come_before_the_rest_of_the_projection():
    """Fifteen prices of chosen things and their sum: each price was tried after all things were chosen."""
    text = "".join(f"(int t{k} 0 4) (int p{k} 0 30) (= p{k} (* t{k} t{k}))" for k in range(15))
    total = " ".join(f"p{k}" for k in range(15))
    model = csp(f"{text} (int s 0 900) (= (+ {total} (- s)) 0) (<= s 30)")
    found = number(model, [*(f"t{k}" for k in range(15)), "s"], most=50_000)
    sums = {0: 1}
    for _ in range(15):
        after: dict[int, int] = {}
        for value, ways in sums.items():
            for t in range(5):
                after[value + t * t] = after.get(value + t * t, 0) + ways
        sums = after
    assert found == sum(ways for value, ways in sums.items() if value <= 30)
