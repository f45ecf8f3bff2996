"""Relations by their tuples: exact in every position and size, pruned before they are written."""

from itertools import product
from random import Random

import pytest
from support.oracle import OPTIONS, encoded_solutions, enumerate_answers, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.normalize import relations
from csp2sat.encoder.normalize.pair_tables import pairs_of, write_pairs
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.ints import order
from csp2sat.model.constraint import Relation
from csp2sat.model.domain import Domain
from csp2sat.model.expr import bool_var, int_var, node
from csp2sat.model.model import Model

X, Y, Z, P = int_var("x"), int_var("y"), int_var("z"), bool_var("p")
EVEN_SUM = [t for t in product(range(-2, 5), repeat=3) if sum(t) % 2 == 0]
FEW = [(0, 1, 2), (1, 1, 1), (2, -1, 0), (3, 3, 3), (99, 0, 0)]
PAIRS = [(0, 1), (1, 3), (2, -1), (-2, 0), (2, 0), (7, 7)]
LESS = [(a, b) for a in range(-2, 4) for b in range(a + 1, 4)]
TERMS = {
    "one": (X,),
    "one term": (node("sub", 1, node("mul", 2, X)),),
    "two": (X, Y),
    "twice": (X, X),
    "terms of one variable": (X, node("add", X, 1)),
    "a constant": (1, Y),
    "only constants": (2, -1),
    "a sum": (node("add", X, Y), Z),
    "undefined": (node("div", Z, X), Y),
    "three": (X, Y, Z),
    "three with a constant": (Z, 1, X),
    "three of two": (X, Y, X),
    "three of terms": (node("max", X, Y), node("neg", Z), node("if", P, 1, Z)),
}
TUPLES = {
    1: ([], [(0,)], [(-1,), (1,), (3,), (5,)], [(v,) for v in range(-9, 9)]),
    2: ([], PAIRS, LESS, list(product(range(-9, 9), repeat=2))),
    3: ([], FEW, EVEN_SUM),
}
CASES = {
    f"{name} {len(tuples)} {'supports' if supports else 'conflicts'}": Relation(
        len(terms), frozenset(tuples), supports
    )(*terms)
    for name, terms in TERMS.items()
    for tuples in TUPLES[len(terms)]
    for supports in (True, False)
}


def small(formula, *variables) -> Model:
    model = Model()
    model.int("x", Domain([(-2, 2)]))
    model.int("y", Domain.of([-1, 0, 3]))
    model.int("z", Domain([(0, 3)]))
    model.bool("p")
    model.add(formula)
    return model


@pytest.mark.sample(4)
@pytest.mark.parametrize("formula", CASES.values(), ids=CASES.keys())
def test_each_relation(formula):
    for inside in (formula, node("not", formula), node("iff", P, formula), node("or", node("lt", X, Y), formula)):
        model = small(inside)
        expected = solutions(model)
        for name, options in OPTIONS.items():
            assert encoded_solutions(model, options) == expected, f"{inside!r}, {name}"


def test_four_columns():
    random = Random(1)
    for _ in range(10):
        model = Model()
        xs = [model.int(f"x{i}", Domain([(0, 3)])) for i in range(4)]
        tuples = {tuple(random.randrange(5) for _ in xs) for _ in range(random.choice([5, 60, 400]))}
        model.add(Relation(4, frozenset(tuples), random.random() < 0.5)(*xs))
        assert encoded_solutions(model, EncoderOptions()) == solutions(model)


def test_supports_prune_domains():
    model = Model()
    x, y = model.int("x", Domain([(0, 10**9)])), model.int("y", Domain([(0, 10**9)]))
    model.add(Relation(2, frozenset({(5, 10**8), (7, 3), (9, -1)}))(x, y))
    model.add(node("gt", x, 5))
    assert [answer.ints for answer in enumerate_answers(model, EncoderOptions())] == [{"x": 7, "y": 3}]


def test_many_tuples_take_a_few_clauses_each():
    random = Random(2)
    tuples = frozenset(tuple(random.randrange(100) for _ in range(3)) for _ in range(10_000))
    for supports, most in ((True, 60_000), (False, 12_000)):
        model = Model()
        relation = Relation(3, tuples, supports)
        model.add(relation(*(model.int(name, Domain([(0, 99)])) for name in "xyz")))
        sink = Sink()
        encode(model, sink)
        assert sink.flat().count(0) < most


def test_what_is_dense_is_written_by_what_is_missing():
    missing = {(3, 4, 5), (7, 7, 7)}
    tuples = frozenset(product(range(20), repeat=3)) - missing
    model = Model()
    model.add(Relation(3, tuples)(*(model.int(name, Domain([(0, 19)])) for name in "xyz")))
    sink = Sink()
    encode(model, sink)
    axioms = 1 + 3 * 18 + 3 * 3 * 3  # the constant, the order of 3 variables, and at most 6 direct literals
    assert sink.flat().count(0) <= axioms + len(missing)


def test_the_number_of_terms_is_checked():
    with pytest.raises(ModelError, match="relation r has arity 2; there are 1 terms"):
        Relation(2, frozenset(), True, "r")(X)


def test_equal_relations_make_one_expression():
    some, other = (Relation(1, frozenset({(17,), (23,)}), True, name) for name in ("r", "s"))
    assert some(X) is other(X)
    assert some(X) is not Relation(1, some.tuples, False)(X)
    assert repr(some(X)) == "(relation r x)"


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5])
def test_pairs_as_bits_are_the_rows(density):
    """The clauses of two order-encoded integers by the bits of their partners are those by the rows themselves."""
    r, written = Random(f"{density}"), 0
    for _ in range(40):
        tuples = frozenset(t for t in product(range(-3, 8), repeat=2) if r.random() < density) | {(0, 0)}
        ends = [sorted(r.sample(range(-5, 10), 2)) for _ in "xy"]
        domains = [Domain([(low, high)]) for low, high in ends]
        values = pairs_of(tuples).inside(*domains)
        rows = [t for t in tuples if t[0] in domains[0] and t[1] in domains[1]]
        assert values == [Domain.of(t[at] for t in rows) for at in (0, 1)]
        found = []
        for write in (write_pairs, None):
            sink = Sink()
            codes = [order.code(sink, domain.values()) for domain in domains]
            assert all(code.eqs() for code in codes)  # numbered in the same order
            if write:
                is_written = write(sink, tuples, codes, (99,))
            else:
                relations._write(sink, tuples, [relations.Column(x, c, 1, 0) for x, c in enumerate(codes)], True, (99,))
            found.append(sink.flat())
        written += is_written
        assert not is_written or found[0] == found[1]
    assert written or density > 0.3
