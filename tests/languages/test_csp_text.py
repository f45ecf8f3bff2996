"""Models and answers as text: a model reads back as itself, an answer has Sugar's lines."""

import random
import re

import pytest
from support import boards
from support.oracle import encoded_solutions, solutions

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.graphs.graph import Grid
from csp2sat.languages.base.value_lines import show_values
from csp2sat.languages.csp.writer import to_text
from csp2sat.languages.sugar import read
from csp2sat.model.constraint import Relation
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, Expr, bool_var, int_var, node
from csp2sat.model.model import Answer, Constraint, Model, Objective, Soft
from csp2sat.model.ops import ANY, FORMULA, OPS, TERM
from csp2sat.puzzles.spec import PUZZLES


def assert_reads_back(model: Model) -> None:
    again = read(Source("again.csp", to_text(model)))
    assert list(again.ints.items()) == list(model.ints.items())
    assert list(again.bools) == list(model.bools)
    assert [c.formula for c in again.constraints] == [c.formula for c in model.constraints]
    assert [(weight, c.formula) for weight, c in again.soft] == [(weight, c.formula) for weight, c in model.soft]
    assert again.objective == model.objective


def test_text():
    model = Model()
    x, y = model.int("x", Domain([(-3, 5)])), model.int("y", Domain([(1, 1), (3, 7), (9, 9)]))
    p, z = model.bool("p"), model.int("z", Domain.of([2]))
    model.add(node("or", node("le", node("add", x, 1), y), node("not", p), TRUE))
    model.add(node("and"))
    model.add(node("eq", node("if", p, node("neg", x), -2), node("mul", y, z)))
    model.add(node("alldifferent", x, y, 3))
    model.add(node("alldifferent", node("add", x, 1)))
    assert to_text(model) == (
        "(int x -3 5)\n(int y (1 (3 7) 9))\n(int z 2 2)\n(bool p)\n"
        "(or (<= (+ x 1) y) (not p) true)\n(and)\n(= (if p (neg x) -2) (* y z))\n"
        "(alldifferent x y 3)\n(alldifferent ((+ x 1)))\n"
    )
    assert_reads_back(model)


def test_relations_and_wishes():
    """The variables are named as no other test's: equal nodes are one object, which has the name it was given first."""
    model = Model()
    x, p = model.int("here", Domain([(0, 5)])), model.bool("wanted")
    near = Relation(2, frozenset({(2, -1), (0, 3)}), True, "near")
    model.add(near(x, node("add", x, 1)))
    model.add(node("ite", p, Relation(2, near.tuples, False, "near")(x, 3), near(3, x)))
    model.add(node("not", Relation(1, frozenset(), False, "add")(x)))
    model.soft.append(Soft(3, Constraint(p)))
    model.soft.append(Soft(-1, Constraint(Relation(1, frozenset({(4,)}), True, "cumulative")(x))))
    model.objective = Objective("maximize", node("min", x, node("div", 7, x)))
    assert to_text(model) == (
        "(int here 0 5)\n(bool wanted)\n"
        "(relation near 2 (supports (0 3) (2 -1)))\n(relation relation1 2 (conflicts (0 3) (2 -1)))\n"
        "(relation relation2 1 (conflicts))\n(relation relation3 1 (supports (4)))\n"
        "(near here (+ here 1))\n(if wanted (relation1 here 3) (near 3 here))\n(not (relation2 here))\n"
        "(weighted 3 wanted)\n(weighted -1 (relation3 here))\n(objective maximize (min here (/ 7 here)))\n"
    )
    assert_reads_back(model)


def test_a_relation_of_no_terms():
    model = Model()
    model.add(Relation(0, frozenset({()}), True, "near far")())
    assert re.fullmatch(r"\(relation (\w+) 0 \(supports \(\)\)\)\n\(\1\)\n", to_text(model))
    assert_reads_back(model)


def test_a_constant_objective():
    model = Model(objective=Objective("minimize", 3))
    assert to_text(model) == "(objective minimize 3)\n"
    assert_reads_back(model)


def test_nested_choices_are_not_written_twice():
    model = Model()
    p, formula = model.bool("p"), model.bool("q")
    for _ in range(1000):
        formula = node("ite", p, formula, FALSE)
    model.add(formula)
    assert len(to_text(model)) < 20_000
    assert_reads_back(model)


def test_nothing():
    assert to_text(Model()) == ""


def test_names_of_both_sorts_and_of_operators():
    model = Model()
    add, x = model.int("add", Domain([(0, 3)])), model.int("x", Domain([(0, 3)]))
    model.bool("true")
    model.add(node("or", model.bool("x"), node("eq", x, add)))
    model.add(node("alldifferent", node("add", add)))
    assert_reads_back(model)


def test_deep():
    model = Model()
    formula = model.bool("p")
    for _ in range(100_000):
        formula = node("not", formula)
    model.add(formula)
    assert_reads_back(model)


class RandomModel:
    """Random expressions over all operators; `(- x)` is read as neg, and constants only as formulas."""

    def __init__(self, seed: int):
        self.rng, self.model = random.Random(seed), Model()
        for i in range(3):
            ends = [self.rng.randrange(-9, 10) for _ in range(self.rng.randrange(2, 7, 2))]
            self.model.int(f"x{i}", Domain((min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)))
            self.model.bool(f"p{i}")
        for _ in range(5):
            self.model.add(self.expression(FORMULA, 4))

    def expression(self, sort: str, depth: int) -> Expr | int:
        if depth == 0 or self.rng.random() < 0.2:
            return self.atom(sort)
        name, op = self.rng.choice([(n, op) for n, op in OPS.items() if op.result == sort and op.most])
        arity = self.rng.randint(op.least, min(op.most, 4) if op.most == ANY else op.most)
        sorts = [op.args[min(i, len(op.args) - 1)] for i in range(arity)]
        return node(name, *(self.expression(each, depth - 1) for each in sorts))

    def atom(self, sort: str) -> Expr | int:
        i = self.rng.randrange(3)
        if sort == TERM:
            return self.rng.choice([int_var(f"x{i}"), self.rng.randrange(-99, 100)])
        terms = [self.expression(TERM, 1) for _ in range(i)]
        tuples = {tuple(self.rng.randrange(3) for _ in terms) for _ in range(self.rng.randrange(3))}
        relation = Relation(i, frozenset(tuples), self.rng.random() < 0.5, self.rng.choice("rs"))
        return self.rng.choice([bool_var(f"p{i}"), TRUE, FALSE, node("alldifferent", *terms), relation(*terms)])


@pytest.mark.sample(74)
@pytest.mark.parametrize("seed", range(200))
def test_random_models_read_back(seed):
    assert_reads_back(RandomModel(seed).model)


NO_TEXT = {
    "a blank": ("a b", "the name 'a b' cannot be written in CSP text"),
    "a comma": ("a,b", "the name 'a,b' cannot be written in CSP text"),
    "a full-width blank": (
        "a\u3000b",
        "the name 'a\u3000b' cannot be written in CSP text".replace("\u3000", "\\u3000"),
    ),
    "a comment": ("a;b", "the name 'a;b' cannot be written in CSP text"),
    "a number": ("7", "the name '7' cannot be written in CSP text"),
    "an alias": ("+", "the name '+' cannot be written in CSP text"),
    "nothing": ("", "the name '' cannot be written in CSP text"),
}


@pytest.mark.parametrize("name, message", NO_TEXT.values(), ids=NO_TEXT.keys())
def test_names_without_a_text(name, message):
    model = Model()
    model.int(name, Domain([(0, 1)]))
    with pytest.raises(ModelError) as info:
        to_text(model)
    assert str(info.value) == message


GRID = Grid(2, 2)
EDGES = [bool_var(name) for name in "pqrs"]
BITS = [bool_var(name) for name in "abcd"]
BY_FORMULA = {
    "labels": node("labels", GRID, *EDGES, *BITS),
    "degrees": node("degrees", GRID, (frozenset({1}), frozenset({0, 2}), frozenset(), frozenset({1, 2}))[:4], *EDGES),
    "degrees that can be": node("degrees", GRID, (frozenset({1}), frozenset({0, 2})) * 2, *EDGES),
    "induced": node("induced", GRID, frozenset({1}), *EDGES, *BITS),
}


@pytest.mark.parametrize("formula", BY_FORMULA.values(), ids=BY_FORMULA.keys())
def test_constraints_that_are_written_as_formulas(formula):
    model = Model()
    for name in "pqrsabcd":
        model.bool(name)
    model.add(formula)
    assert solutions(read(Source("again.csp", to_text(model)))) == solutions(model)


def test_a_graph_with_candidates_reads_back():
    model = Model()
    edges = [model.bool(f"e{e}") for e in range(7)]
    model.add(node("single-loop", Grid(2, 3, (5, 0)), *edges))
    text = to_text(model)
    assert "(single-loop 6 (at 5 0) (0 1 e0)" in text
    again = read(Source("again.csp", text))
    assert again.constraints[0].formula.args[0].candidates == (5, 0)
    assert to_text(again) == text


@pytest.mark.parametrize("name", ["masyu-6x6-48448349", "slitherlink-5x5-0505b3ed", "sudoku-4x4-3c5d0f53"])
def test_boards_as_text_have_the_same_solutions(name):
    board = boards.board_of(boards.neutral(name))
    model = PUZZLES[board.puzzle].stages[-1].model(board)
    again = read(Source("again.csp", to_text(model)))
    found = [encoded_solutions(each, EncoderOptions()) for each in (model, again)]
    assert found[0] == found[1] != set()


def test_a_variable_that_is_named_as_a_constant():
    model = Model()
    model.add(model.bool("false"))
    with pytest.raises(ModelError, match="a Boolean variable has the name false, a constant in CSP text; expected"):
        to_text(model)


def test_values():
    model = read(Source("", "(bool q) (int y 0 3) (int _hidden 1 2) (int x -5 3) (bool p) (bool _r) (bool x)"))
    answer = Answer({"x": -4, "y": 3, "_hidden": 1}, {"p": True, "q": False, "_r": True, "x": True})
    assert show_values(model, answer) == "a y\t3\na x\t-4\na q\tfalse\na p\ttrue\na x\ttrue\na\n"


def test_no_values():
    assert show_values(Model(), Answer({}, {})) == "a\n"
