"""Definitions in one direction: which are found, and what their solutions are repaired into, by brute force."""

from random import Random

import pytest
from support.oracle import assignments, best_by_cnf, solutions

from csp2sat.base.source import Source
from csp2sat.languages.sugar import read
from csp2sat.model.domain import Domain
from csp2sat.model.expr import all_of, any_of, bool_var, negation, node, show
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Model, Objective
from csp2sat.optimizing.one_sided import one_sided, repaired

TWO = "(int x 0 2) (int y 0 2) "
FOUND = {
    "a sum": ("(int z 0 4) (= z (+ x y)) (objective minimize z)", ["(ge z (add x y))"]),
    "the other side": ("(int z 0 4) (= (+ x y) z) (objective maximize z)", ["(le z (add x y))"]),
    "a part of a sum": ("(int z -1 3) (= (+ x y (* -1 z)) 1) (objective minimize z)", ["(ge z (add x y -1))"]),
    "with the opposite sign": (
        "(int z -4 0) (= (+ x y z) 0) (objective minimize z)",
        ["(ge z (add (mul -1 x) (mul -1 y) 0))"],
    ),
    "the greatest": ("(int z 0 2) (= z (max x y)) (objective minimize z)", ["(ge z (max x y))"]),
    "one in another": (
        "(int z 0 2) (int v -4 0) (= z (max x y)) (= v (* -2 z)) (objective maximize v)",
        ["(le v (mul -2 z))", "(ge z (max x y))"],
    ),
    "the objective is a term": (
        "(int z 0 4) (= z (+ x y)) (objective maximize (+ x (* -3 z)))",
        ["(le _objective (add x (mul -3 z)))", "(ge z (add x y))"],
    ),
    "a term and a name that is taken": (
        "(int _objective 0 1) (objective minimize (+ x y _objective))",
        ["(ge _objective_ (add x y _objective))"],
    ),
    "a choice": (
        "(int z 0 2) (bool p) (and (or (not p) (= z x)) (or p (= z y))) (objective maximize z)",
        ["(and (or (not p) (le z x)) (or p (le z y)))"],
    ),
    "its domain says more": (
        "(int z 1 4) (= z (+ x y)) (objective minimize z)",
        ["(and (ge z (add x y)) (ge (add x y) 1))"],
    ),
    "on the side that is needed": ("(int z 0 3) (= z (+ x y)) (objective minimize z)", ["(ge z (add x y))"]),
    "holes": ("(int z (0 2 4)) (= z (+ x y)) (objective minimize z)", []),
    "named twice": ("(int z 0 4) (= z (+ x y)) (!= z 3) (objective minimize z)", []),
    "two definitions": ("(int z 0 4) (= z (+ x x)) (= z (+ y y)) (objective minimize z)", []),
    "itself": ("(int z 0 4) (= z (+ x (* 2 z))) (objective minimize z)", []),
    "twice": ("(int z 0 4) (= (+ z z x) 4) (objective minimize z)", []),
    "both directions": (
        "(int z 0 4) (= z (+ x y)) (objective minimize (max z (* -1 z)))",
        ["(ge _objective (max z (mul -1 z)))"],
    ),
    "not monotone": ("(int z 0 4) (= z (+ x y)) (objective minimize (mod z 3))", []),
    "in the condition": (
        "(int z 0 4) (= z (+ x y)) (objective minimize (if (> z 1) z 3))",
        ["(and (or (not (gt z 1)) (ge _objective z)) (or (gt z 1) (ge _objective 3)))"],
    ),
    "a product of two": ("(int z 0 4) (= z (* x y)) (objective minimize z)", []),
    "no definition": ("(int z 0 4) (<= z (+ x y)) (objective maximize z)", []),
    "under a condition": ("(int z 0 4) (bool p) (or p (= z (+ x y))) (objective minimize z)", []),
    "two conditions": ("(int z 0 4) (bool p) (bool q) (and (or q (= z x)) (or p (= z y))) (objective minimize z)", []),
    "a constant": ("(int z 0 4) (= z 3) (objective minimize z)", []),
    "no variable": ("(objective minimize 3)", []),
}


@pytest.mark.parametrize("case", FOUND)
def test_which_are_found(case):
    text, expected = FOUND[case]
    model = read(Source("test.csp", TWO + text))
    weaker, definitions = one_sided(model)
    assert [show(each.formula, 99) for each in definitions] == expected
    assert [c.formula for c in weaker.constraints if c not in model.constraints] == [
        each.formula for each in sorted(definitions, key=lambda each: each.number)
    ]
    check(model)


@pytest.mark.parametrize("factor", [1, 3000])
def test_a_long_sum_in_bits_remains_an_equation(factor):
    added = " ".join(f"(* {factor} x{at})" for at in range(7))
    parts = "".join(f"(int x{at} 0 2) (= x{at} (max x y)) " for at in range(7))
    model = read(Source("test.csp", f"{TWO}{parts}(int z 0 {14 * factor}) (= z (+ {added})) (objective minimize z)"))
    assert len(one_sided(model)[1]) == (8 if factor == 1 else 0)
    model.objective = Objective("minimize", model.constraints.pop().formula.args[1])
    assert len(one_sided(model)[1]) == (8 if factor == 1 else 0)


@pytest.mark.parametrize("most", [19, 190])
def test_a_sum_of_too_many_order_literals_remains_an_equation(most):
    """A lot sizing: the costs of changes, and of the time that each order waits, are added in bits."""
    costs = "".join(f"(int c{at} 0 {most}) (= c{at} (max x (* {most - 2} y))) " for at in range(20))
    waits = "".join(f"(int w{at} 0 19) (= w{at} (max x y)) " for at in range(20))
    added = " ".join(f"c{at} (* {most // 19} w{at})" for at in range(20))
    model = read(Source("test.csp", f"{TWO}{costs}{waits}(objective minimize (+ {added}))"))
    assert len(one_sided(model)[1]) == (41 if most == 19 else 0)


def check(model):
    """Solutions stay, and those that come are repaired into solutions that are at least as good."""
    weaker, definitions = one_sided(model)
    assert model.objective is not None
    goal, term = model.objective
    sign = 1 if goal == "minimize" else -1
    before, count = solutions(model), 0
    for _, answer in assignments(weaker):
        if all(evaluate(c.formula, answer) for c in weaker.constraints):
            count += 1
            fixed = repaired(model, answer, definitions)
            assert (tuple(fixed.ints.values()), tuple(fixed.bools.values())) in before
            assert sign * value(term, fixed) <= sign * value(term, answer)
    assert count >= len(before)
    return definitions


def value(term, answer):
    return term if isinstance(term, int) else evaluate(term, answer)


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", [0, 50, 100])
def test_random_trees_of_definitions(first):
    counts = []
    for seed in range(first, first + 50):
        model = random_tree(Random(seed))
        counts.append(len(check(model)))
        weaker, _ = one_sided(model)
        if seed < first + 13:
            assert best_by_cnf(weaker) == best_by_cnf(model)
    assert counts.count(0) in range(3, 30) and counts.count(2) > 5 and counts.count(3) > 0


def random_tree(random):
    """At most three integers that are free, and three that are defined, each of which is used for the next."""
    model = Model()
    known = [model.int(f"x{i}", Domain([(lo := random.randint(-2, 1), lo + random.randint(0, 2))])) for i in range(2)]
    p, last = model.bool("p"), known[0]
    model.add(node("le", node("add", *known), random.randint(-1, 3)))
    for number in range(random.randint(1, 3)):
        lo = random.randint(-4, 0)
        z = model.int(f"z{number}", Domain([(lo, lo + random.randint(2, 6))]))
        model.add(definition(random, z, last, random.choice(known), p))
        if random.random() < 0.15:
            model.add(node("ne", z, random.randint(-1, 1)))
        last = z
    model.objective = Objective(random.choice(["minimize", "maximize"]), last)
    return model


def definition(random, z, last, other, p):
    factor = random.choice([-2, -1, 1, 2])
    kind = random.choice(["sum", "equation", "max", "min", "if", "choice"])
    if kind == "sum":
        return node("eq", node("add", node("mul", factor, last), other, 1), z)
    if kind == "equation":
        return node("eq", node("add", other, node("mul", random.choice([-1, 1]), z), node("mul", factor, last)), factor)
    if kind == "choice":
        parts = any_of((negation(p), node("eq", z, last))), any_of((p, node("eq", other, z)))
        return all_of(parts)
    return node("eq", z, node("if", bool_var("p"), last, 1) if kind == "if" else node(kind, last, other))
