"""The statement of a CSP: its text to the letter, and its meaning by brute force, each section for itself."""

from itertools import product

import pytest
from constraints.test_globals_random import random_model
from support.constraint_cases import CASES
from support.oracle import assignments
from support.random_stated import RandomStated

from csp2sat.constraints.globals.diffn import Space
from csp2sat.graphs.automata import Automaton
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.model.constraint import Relation, cardinality
from csp2sat.model.domain import Domain
from csp2sat.model.expr import Expr, all_of, any_of, bool_var, int_var, negation, node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Model, Origin
from csp2sat.statement.definitions import PbLine
from csp2sat.statement.formulas import RULES, NotStated
from csp2sat.statement.statement import SourceStatement

X, Y, Z, P, Q = int_var("x"), int_var("y"), int_var("z"), bool_var("p"), bool_var("q")
TRIANGLE = Graph(3, [(0, 1), (1, 2), (2, 0)])
ROWS = ((0, 2), (2, None), (5, 3))
FORMULAS: dict[str, Expr] = {
    "less": X < Y,
    "sum": node("le", node("add", X, node("mul", 2, Y), node("neg", Z)), 4),
    "equation": node("eq", node("add", X, Y), Z),
    "disequation": node("ne", node("add", X, Y), Z),
    "no solution by divisor": node("eq", node("mul", 2, X), node("add", node("mul", 2, Y), 1)),
    "a multiple": node("le", node("mul", -2, X), -3),
    "conditions": node("ge", node("add", node("if", P, 2, 0), node("if", X < Y, 0, 3), Z), 5),
    "clause": any_of((P, negation(Q), node("eq", X, 2))),
    "implication": node("imp", node("eq", X, Y), P),
    "equivalence": node("iff", X < Y, Q),
    "exclusive or": node("xor", P, Q, node("eq", X, Z)),
    "choice": node("ite", P, X < Y, Z < X),
    "conjunction": all_of((P, X < Y)),
    "negation": negation(all_of((P, X < Y))),
    "not equal": negation(node("eq", X, Y)),
    "alldifferent": node("alldifferent", X, Y, node("add", Z, 1)),
    "alldifferent of sums": node("alldifferent", node("add", X, Y), Z, 3),
    "a permutation": node("alldifferent", Z, node("if", P, 1, 3), node("if", Q, 2, 1)),
    "three terms of two values": node(
        "alldifferent", node("if", P, 1, 2), node("if", Q, 1, 2), node("if", X < Y, 1, 2)
    ),
    "alldifferent of none": node("alldifferent"),
    "element": node("element", "eq", X, Y, 3, Z, 1),
    "element less": node("element", "lt", X, Z, Y, 2),
    "element not equal": node("element", "ne", Y, Z, X, X),
    "supports": Relation(2, frozenset({(0, 1), (2, 2), (5, 0)}))(X, Y),
    "conflicts": Relation(2, frozenset({(0, 1), (2, 2)}), supports=False)(X, Y),
    "no tuples": Relation(1, frozenset())(X),
    "table": node("extension-supports", ROWS, X, Y),
    "count": node("count", "eq", 2, Z, X, Y, 2),
    "count of a variable": node("count", "le", X, 1, Y, Z),
    "cardinality": cardinality(1, 2, (P, Q, X < Y)),
    "weighted sum": node("weightedsum", "ge", (2, -1), Z, X, Y),
    "global cardinality": node("global_cardinality", (2,), X, Y, 2, 1, 0, node("sub", Z, 1)),
    "value sets": node("value-sets", (frozenset({0, 1}), frozenset({2, 1}), frozenset({5, 1, 3})), X, Y, Z),
    "one value set": node("value-sets", (frozenset({2, 1}),), X, Y, Z),
    "no value sets": node("value-sets", (), X),
    "greatest": node("eq", node("max", X, node("add", Y, 1), 2), Z),
    "least": node("le", node("min", X, node("sub", Y, Z)), node("mul", 2, Z)),
    "absolute value": node("eq", node("abs", node("sub", X, Y)), Z),
    "absolute value of one": node("ge", node("add", node("abs", node("sub", Y, 2)), Z), 3),
    "product": node("eq", node("mul", X, node("sub", Y, 1)), node("mul", Z, Z)),
    "product of negated": node("le", node("mul", node("neg", X), Y, Z), -4),
    "quotient": node("eq", node("div", X, node("sub", Y, 2)), node("sub", Z, 3)),
    "quotient by a number": node("eq", node("div", node("add", X, Y), 3), node("sub", Z, 1)),
    "remainder": node("eq", node("mod", X, Y), 1),
    "remainder by a number": node("lt", node("mod", node("add", X, Y), 3), Z),
    "power": node("le", node("pow", X, node("sub", Y, 1)), node("mul", 8, Z)),
    "not the quotient": negation(node("eq", node("div", X, Y), Z)),
    "choice of terms": node("eq", node("if", P, X, node("add", Y, Z)), 2),
    "choice of quotients": node("ne", node("if", P, node("div", X, Y), Z), 2),
    "item": node("eq", node("item-at", Y, X, Z, 1), 2),
    "a different remainder": node("alldifferent", node("mod", X, node("sub", Z, 1)), Y, Z),
    "lexicographically less": node("lex_less", X, Y, Y, Z),
    "lexicographically at most": node("lex_lesseq", X, Z, Y, 2),
    "inverse": node("inverse", X, Y, node("sub", Z, 1), 0),
    "number of values": node("nvalue", node("sub", Z, 1), X, Y, Z, 2),
    "alldifferent but 2": node("alldifferent_except", Domain([(2, 2)]), X, Y, Z),
    "no two tasks at once": node("disjunctive", X, 2, Y, Z, 3, 1),
    "blocks": node("blocks", (2, 1), P, Q, X < Y, Y < Z, node("eq", X, 2), node("eq", Y, 1)),
    "no blocks": node("blocks", (), P, X < Y),
    "cumulative": node("cumulative", (2, 2, 1), 2, X, 2, 1, Y, Z, 2, 2, 4, node("if", P, 1, 0)),
    "cumulative with negative heights": node("cumulative", (4, 0), Z, X, Z, Y, -1, Z, Y, node("sub", Y, 1)),
    "one cycle of successors": node("circuit", X, Y, node("sub", Z, 1)),
    "connected cells": node("connected", Grid(2, 2), P, Q, X < Y, node("eq", Z, 2)),
    "numbers of edges": node("degrees", TRIANGLE, (frozenset((0, 2)), frozenset((1,)), frozenset((1, 2))), P, Q, X < Y),
    "one loop": node("single-loop", Grid(2, 2), P, Q, X < Y, node("le", Z, 2)),
    "no two boxes overlap": node("diffn", Space(2, False), X, 1, Y, Z, 2, 2, Z, Y),
    "no two boxes overlap, strictly": node("diffn", Space(1, True), X, 2, Y, node("sub", Z, 1)),
    "a word": node("regular", Automaton(0, ((0, 2, 1), (0, 5, 0), (1, 0, 1), (1, 2, 0)), frozenset((1,))), X, Y, Z),
    "counts with costs": node("global_cardinality_with_costs", (2,), ((1, 1), (2, 1)), 3, Y, 2, X, Z, 2, 1),
    "true": node("true"),
    "false": node("false"),
}


def model_of(*formulas: Expr) -> Model:
    model = Model()
    model.int("x", [0, 2, 5])
    model.int("y", 0, 3)
    model.int("z", 1, 3)
    model.bool("p")
    model.bool("q")
    for number, formula in enumerate(formulas, 1):
        model.add(formula, Origin("text", number, 1))
    return model


def holds(found: PbLine, true: set[str]) -> bool:
    return sum(c for a, c in found.terms.items() if (a[0] == "~") != (a.removeprefix("~") in true)) >= found.degree


def assert_states(model: Model) -> None:
    """All lines hold for exactly the solutions, with the values of the auxiliaries, which have no others."""
    statement = SourceStatement(model)
    definitions = {id(each): each for aux in statement.auxiliaries for each in aux.lines()}
    keys = {each.key for each in definitions.values()}
    for _, answer in assignments(model):
        true = statement.true_variables(answer)
        fits = all(holds(each, true) for each in statement.lines)
        assert fits == all(evaluate(c.formula, answer) for c in model.constraints), answer
        assert all(holds(each, true) for each in statement.lines if each.key in keys)
        for aux in statement.auxiliaries:
            assert not all(holds(each, true ^ {aux.name}) for each in aux.lines())


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", FORMULAS)
def test_required(name):
    assert_states(model_of(FORMULAS[name]))


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", FORMULAS)
def test_inside_formulas(name):
    assert_states(model_of(any_of((negation(FORMULAS[name]), P))))
    assert_states(model_of(node("iff", FORMULAS[name], Q)))


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(100))
def test_random(seed):
    assert_states(RandomStated(seed).model())


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("name", [name for name in CASES if name in RULES])
def test_random_constraints(name, seed):
    assert_states(random_model(name, seed))


def test_each_rule_is_tried():
    used = {each.op for formula in FORMULAS.values() for each in [formula]}
    assert {name.replace("-", "_") for name in RULES} <= {op.replace("-", "_") for op in used}


def test_domains_alone():
    model = model_of()
    model.add(node("or", node("eq", X, 2), P))
    statement = SourceStatement(model)
    domains = statement.text.split("* domains\n")[1].split("* ")[0].splitlines()
    assert domains == [
        "1 i0[ge2] 1 ~i0[ge5] >= 1 ;",
        "1 i0[ge2] -1 i0[ge5] -1 i0[eq2] = 0 ;",
        "1 i1[ge1] 1 ~i1[ge2] >= 1 ;",
        "1 i1[ge2] 1 ~i1[ge3] >= 1 ;",
        "1 i2[ge2] 1 ~i2[ge3] >= 1 ;",
    ]
    names = ["i0[ge2]", "i0[ge5]", "i0[eq2]"]
    lines = [each for each in statement.lines if all(a.removeprefix("~") in names for a in each.terms)]
    codes = [set(true) for true in subsets(names) if all(holds(each, set(true)) for each in lines)]
    assert sorted(map(sorted, codes)) == [[], ["i0[eq2]", "i0[ge2]"], ["i0[ge2]", "i0[ge5]"]]


def subsets(names: list[str]):
    for bits in product((0, 1), repeat=len(names)):
        yield [name for name, bit in zip(names, bits, strict=True) if bit]


def test_the_text():
    model = model_of(any_of((P, X < Y)), node("le", node("add", Y, Z), 3))
    model.maximize(node("sub", Y, node("mul", 2, Z)))
    assert SourceStatement(model).text == (
        "* #variable= 9 #constraint= 8\n"
        "* csp2sat statement 1\n"
        "* int 0 order 0,2,5 x\n"
        "* int 1 order 0..3 y\n"
        "* int 2 order 1..3 z\n"
        "* bool 0 p\n"
        "* bool 1 q\n"
        "* objective maximize K = 1 - f\n"
        "min: 1 ~i1[ge1] 1 ~i1[ge2] 1 ~i1[ge3] 2 i2[ge2] 2 i2[ge3] ;\n"
        "* domains\n"
        "1 i0[ge2] 1 ~i0[ge5] >= 1 ;\n"
        "1 i1[ge1] 1 ~i1[ge2] >= 1 ;\n"
        "1 i1[ge2] 1 ~i1[ge3] >= 1 ;\n"
        "1 i2[ge2] 1 ~i2[ge3] >= 1 ;\n"
        "* definition a0\n"
        "2 ~i0[ge2] 3 ~i0[ge5] 1 i1[ge1] 1 i1[ge2] 1 i1[ge3] 6 ~a0 >= 6 ;\n"
        "2 i0[ge2] 3 i0[ge5] 1 ~i1[ge1] 1 ~i1[ge2] 1 ~i1[ge3] 3 a0 >= 3 ;\n"
        "* constraint 0 (or p (lt x y))\n"
        "1 p0 1 a0 >= 1 ;\n"
        "* constraint 1 (le (add y z) 3)\n"
        "1 ~i1[ge1] 1 ~i1[ge2] 1 ~i1[ge3] 1 ~i2[ge2] 1 ~i2[ge3] >= 3 ;\n"
    )


def test_solutions_excluded_one_after_the_other():
    """Each statement is as if it was made with the solution, and the first one stays as it was."""
    model = model_of(node("alldifferent", X, Y, Z), any_of((P, X < Y)))
    statement, solutions = SourceStatement(model), [each for _, each in assignments(model)][:3]
    for answer in (*solutions, solutions[0]):
        assert statement.excluding(answer).text == SourceStatement(model, answer).text
    assert statement.text == SourceStatement(model).text


LARGE = Grid(4, 4)
TOO_LARGE = "are too large: expected at most 500 vertices times arcs"
NOT_STATED = {
    "acyclic (line 1, column 1)": node("acyclic", TRIANGLE, P, Q, X < Y),
    f"connections of 16 vertices by 48 arcs {TOO_LARGE} (line 1, column 1)": node("connected", LARGE, *[P, Q] * 8),
}


@pytest.mark.parametrize("what", NOT_STATED)
def test_what_has_no_rule_is_refused_by_name(what):
    with pytest.raises(NotStated) as error:
        SourceStatement(model_of(NOT_STATED[what]))
    assert (
        str(error.value)
        == f"cannot be proved from the source yet: {what}; without --from-source a proof begins at the CNF"
    )


def test_a_large_domain_is_refused():
    model = Model()
    model.int("x", 0, 10_000)
    with pytest.raises(NotStated, match="x has more than 5000 values"):
        SourceStatement(model)


@pytest.mark.parametrize("op", ["max", "alldifferent_except"])
def test_a_sum_with_too_many_values_is_refused(op):
    model, far = model_of(), node("add", node("mul", 10_000_000, X), Y)
    model.add(node("le", node(op, far, Z), 3) if op == "max" else node(op, Domain([(0, 0)]), far, Z))
    with pytest.raises(NotStated, match="a sum with more than 10,000 values"):
        SourceStatement(model)
