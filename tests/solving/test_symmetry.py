"""Values that may take each other's place: what is fixed costs neither the last solution nor the best one."""

from pathlib import Path
from random import Random

import pytest
from support.oracle import solutions
from support.pipelines import pipeline

from csp2sat.base.source import Source
from csp2sat.languages.sugar import read
from csp2sat.model.expr import postorder
from csp2sat.optimizing.optimize import optimize
from csp2sat.solving import symmetry
from csp2sat.solving.first_solution import solve, solve_unique
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun

COLOURS = "(int a 1 4)(int b 1 4)(int c 1 4)(int d 1 4)"
TRIANGLE = COLOURS + "(!= a b)(!= b c)(!= a c)(!= c d)"


def model_of(text):
    return read(Source("test.csp", text))


def fixed(text):
    """What is added to a model."""
    model = model_of(text)
    smaller = symmetry.broken(model)
    return [] if smaller is None else [str(c.formula) for c in smaller.constraints[len(model.constraints) :]]


def test_a_clique_gets_the_smallest_values():
    assert fixed(TRIANGLE) == ["(eq c 1)", "(eq a 2)", "(eq b 3)"]
    assert fixed("(int a 1 2)(int b 1 2)(!= a b)") == ["(eq a 1)", "(eq b 2)"]
    assert fixed("(domain d (2 5 7))(int a d)(int b d)(int c d)(alldifferent a b c)") == [
        "(eq a 2)",
        "(eq b 5)",
        "(eq c 7)",
    ]
    assert fixed(TRIANGLE + "(int most 1 4)(<= a most)(>= most b)(<= c most)(<= d most)(objective minimize most)")


OTHER = {  # what is said besides, so that values are not alike
    "a value": "(!= d 2)",
    "a bound": "(<= a 3)",
    "a bound of some": "(int most 1 4)(<= a most)(objective minimize most)",
    "two bounds": "(int m 1 4)(int n 1 4)(<= a m)(<= b m)(<= c n)(<= d n)",
    "an order": "(< a d)",
    "a sum": "(= (+ a d) 5)",
    "a choice": "(bool p)(or p (= a d))",
    "an objective": "(objective maximize d)",
    "a relation": "(relation r 2 (conflicts (1 2)))(r a d)",
    "a constant among others": "(alldifferent a d 3)",
    "a variable twice": "(alldifferent a d a)",
    "a weighted constraint": "(weighted 1 (= a 1))",
}


@pytest.mark.parametrize("more", OTHER.values(), ids=OTHER.keys())
def test_not_where_values_matter(more):
    assert fixed(TRIANGLE + more) == []


def test_not_with_different_domains():
    assert fixed("(int a 1 3)(int b 1 3)(int c 1 4)(alldifferent a b c)") == []


def test_parts_of_a_model_are_looked_at_one_by_one():
    assert fixed(TRIANGLE + "(int e 1 4)(int f 1 4)(int g 1 4)(alldifferent e f g)(= g 4)") == [
        "(eq c 1)",
        "(eq a 2)",
        "(eq b 3)",
    ]


def random_text(random):
    names = [f"x{at}" for at in range(random.randint(3, 5))]
    text = "".join(f"(int {name} 0 {random.choice((2, 2, 3))})" for name in names)
    if random.random() < 0.7:
        text = "".join(f"(int {name} 0 2)" for name in names)
    for _ in range(random.randint(2, 8)):
        some = random.sample(names, random.choice((2, 2, 3)))
        forms = ("(alldifferent {})",) if len(some) == 3 else ("(!= {})", "(not (= {}))", "(and (!= {}) (!= {}))")
        text += random.choice(forms).format(*[" ".join(some)] * 2)
    if random.random() < 0.5:
        bounded = names if random.random() < 0.7 else random.sample(names, 2)
        text += "(int most 0 3)" + "".join(f"(<= {name} most)" for name in bounded) + "(objective minimize most)"
    return text + random.choice(("", "", "(!= x0 1)", "(< x0 x1)"))


def best(model, found):
    return min((ints[-1] for ints, _ in found), default=None) if model.objective else bool(found)


def test_parts_that_formulas_share_are_visited_once(monkeypatch):
    visited = []
    monkeypatch.setattr(symmetry, "postorder", lambda *roots: [visited.append(e) or e for e in postorder(*roots)])
    shared = " ".join(f"(< (+ e f) {at})" for at in range(100))
    assert fixed(
        TRIANGLE
        + "(int e 0 9)(int f 0 9)(bool p)(bool q)(bool r)"
        + "".join(f"(or {p} (and {shared}))" for p in ("p", "q", "r", "(not p)", "(not q)", "(not r)"))
    )
    assert 100 < len(visited) < 400


def test_random_models():
    kinds = set()
    for seed in range(200):
        model = model_of(random_text(Random(seed)))
        smaller = symmetry.broken(model)
        if smaller is not None:
            whole, part = solutions(model), solutions(smaller)
            assert part <= whole
            assert best(model, part) == best(model, whole), f"seed {seed}"
            kinds.add((bool(whole), model.objective is not None, part < whole))
    assert kinds >= {(True, False, True), (True, True, True), (False, False, False), (False, True, False)}


def engine(folder):
    return pipeline(folder, "embedded")


def test_solving_and_the_question_of_a_second_solution(tmp_path: Path):
    problem = CspProblem(model_of(TRIANGLE), "0" * 64)
    assert solve(ProblemRun(problem, engine(tmp_path))).solution.ints["c"] == 1
    assert not (tmp_path / "problem.cnf").exists()
    result = solve_unique(ProblemRun(problem, engine(tmp_path)))
    assert (result.status, result.unique) == ("SATISFIABLE", False)
    none = CspProblem(model_of("(int a 1 2)(int b 1 2)(int c 1 2)(alldifferent a b)(!= b c)(!= a c)"), "0" * 64)
    assert solve(ProblemRun(none, engine(tmp_path))).status == "UNSATISFIABLE"


def test_the_best_value(tmp_path: Path):
    text = TRIANGLE + "(int most 1 4)(<= a most)(<= b most)(<= c most)(<= d most)(objective minimize most)"
    result = optimize(ProblemRun(CspProblem(model_of(text), "0" * 64), engine(tmp_path)), "geometric", lambda *_: None)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 3)
    assert (tmp_path / "problem-symmetry.cnf").exists()
