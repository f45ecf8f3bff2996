"""Arithmetic beyond small models: what is too large, what propagation rescues, what costs nothing."""

import random

import pytest
from support.oracle import encoded_solutions, enumerate_answers, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.normalize import arithmetic
from csp2sat.encoder.normalize import definitions as tabled
from csp2sat.encoder.normalize.domains import Narrowing, image, preimage
from csp2sat.encoder.normalize.formulas import Linear
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.model.domain import Domain
from csp2sat.model.expr import int_var, node
from csp2sat.model.model import Model, Origin

X, Y, Z = int_var("x"), int_var("y"), int_var("z")
MILLION, HUGE = 10**6, 10**30


def over(*formulas, x=(0, 9), y=(0, 9), z=(0, 9)) -> Model:
    """The formulas over variables with these bounds."""
    model = Model()
    for name, bounds in zip("xyz", (x, y, z), strict=True):
        model.int(name, Domain([bounds]))
    for line, formula in enumerate(formulas, 1):
        model.add(formula, Origin("text", line, 1))
    return model


def size(model: Model) -> tuple[int, int]:
    """Variables and clauses."""
    sink = Sink()
    encode(model, sink)
    return sink.num_vars, sink.flat().count(0)


def values(model: Model, *names: str) -> set[tuple[int, ...]]:
    return {tuple(answer.ints[name] for name in names) for answer in enumerate_answers(model, EncoderOptions())}


RESCUED = {
    "a product": (over(node("eq", node("mul", X, Y), 77), x=(2, HUGE), y=(0, HUGE), z=(0, 0)), {7: 11, 11: 7, 77: 1}),
    "a negative product": (
        over(node("eq", node("mul", X, Y), -6), node("gt", X, 2), x=(-HUGE, HUGE), y=(-HUGE, HUGE), z=(0, 0)),
        {3: -2, 6: -1},
    ),
    "a square": (over(node("eq", node("mul", X, X), 49), node("lt", X, 99), x=(0, HUGE), y=(0, 0)), {7: 0}),
    "a quotient": (
        over(node("eq", node("div", X, 10**29), 7), node("lt", X, 7 * 10**29 + 2), x=(0, HUGE), y=(0, 0)),
        {},
    ),
    "a maximum": (over(node("eq", node("max", X, Y, 2), 3), x=(3, HUGE), y=(1, HUGE)), {3: {1, 2, 3}}),
    "a difference": (
        over(node("le", node("abs", node("sub", X, Y)), 1), node("lt", Y, 2), x=(0, HUGE), y=(1, HUGE)),
        {},
    ),
}


@pytest.mark.parametrize("model, expected", RESCUED.values(), ids=RESCUED.keys())
def test_propagation_rescues_huge_domains(model, expected):
    found = values(model, "x", "y")
    assert found
    for x, y in found:
        assert not expected or y == expected[x] or y in expected[x]


REFUSED = {
    "a product": (
        over(node("le", node("mul", X, Y), Z), x=(0, 7000), y=(0, 7000)),
        "line 1, column 1: the formula is too large: about ",
    ),
    "a product of many values": (
        over(node("ne", node("mul", X, Y), Z), x=(1, 3000), y=(1, 3000)),
        "line 1, column 1: (mul x y) has 9000000 values; the order encoding takes at most 2000000",
    ),
    "a power": (
        over(node("lt", Z, 3), node("eq", node("pow", X, Y), Z), x=(0, 10**5), y=(0, 10**5)),
        "line 2, column 1: a power such as 100000 to the 100000 is too large",
    ),
    "a sum": (
        over(node("alldifferent", node("add", X, Y), 3), x=(0, 10**4), y=(0, 10**4)),
        "line 1, column 1: the formula is too large: about 200130003 clauses, 200109997 of them for "
        "this constraint; the limit is 50000000 (--max-clauses); with --encoding compact-order about ",
    ),
    "an undeclared variable": (
        over(node("lt", X, 3), node("eq", node("max", X, int_var("w")), Z)),
        "line 2, column 1: integer variable w is not declared",
    ),
}


@pytest.mark.parametrize("model, message", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_too_large_is_refused_with_its_place(model, message):
    with pytest.raises(ModelError) as info:
        encode(model, Sink())
    assert str(info.value).startswith(message)


def test_signs_of_a_product_take_no_table():
    for op in ("le", "gt", "eq", "ne"):
        model = over(node(op, node("mul", X, Y), 0), x=(-MILLION, MILLION // 2), y=(-MILLION, MILLION // 2))
        model.ints["x"] = model.ints["y"] = Domain([(-50_000, 50_000)])
        assert size(model)[1] < 2 * 100_000 + 20


def test_a_product_takes_one_table_for_both_sides():
    variables, clauses = size(over(node("eq", node("mul", X, Y), Z), x=(1, 30), y=(1, 30), z=(1, 900)))
    assert variables < 1 + 2 * 29 + 900  # the product is z itself
    assert clauses < 2 * 30 * 30 + 1000


def test_equal_products_are_one():
    product = node("mul", node("mul", 2, X), node("neg", Y))
    one = size(over(node("lt", product, Z)))
    two = size(over(node("lt", product, Z), node("ne", node("mul", Y, X), 7)))
    assert two[1] - one[1] < 5


def test_division_by_a_constant_takes_no_table():
    assert size(over(node("eq", node("div", X, 7), Y), x=(0, 7000), y=(0, 1000)))[1] < 8000 + 2 * 1000 + 10


def test_a_remainder_leaves_holes():
    variables, _ = size(over(node("eq", node("mod", X, 10), 3), x=(0, 9999), y=(0, 0), z=(0, 0)))
    assert variables < 1 + 1000


@pytest.mark.parametrize("op", ["mul", "div", "mod", "pow"])
def test_large_domains_narrow_by_bounds_only(op, monkeypatch):
    monkeypatch.setattr(tabled, "SUPPORTS", 0)
    monkeypatch.setattr(tabled, "UNARY", 0)
    monkeypatch.setattr(arithmetic, "EXACT", 0)
    monkeypatch.setattr(arithmetic, "FEW", 0)
    arithmetic.results.cache_clear()
    for x, y, z in [((-4, 3), (-3, 2), (-9, 4)), ((1, 6), (1, 3), (2, 4)), ((-6, -1), (-2, 3), (1, 7))]:
        for term in (node(op, X, Y), node(op, X, 3), node(op, -5, Y), node(op, X, -2)):
            model = over(node("eq", term, Z), x=x, y=y, z=z)
            assert encoded_solutions(model, EncoderOptions()) == solutions(model), f"{term!r}"
    arithmetic.results.cache_clear()


def test_equations_of_two_variables_share_literals():
    chain = over(node("eq", X, node("sub", Y, 3)), node("eq", node("add", Z, X), 9), x=(-5, 20), y=(0, 11), z=(0, 30))
    assert encoded_solutions(chain, EncoderOptions()) == solutions(chain) != set()
    alone = over(x=(-5, 20), y=(0, 11), z=(0, 30))
    assert size(chain)[0] < size(alone)[0]


@pytest.mark.parametrize("encoding", ["order", "log"])
def test_an_absolute_value_of_a_known_sign_shares_literals(encoding):
    apart = node("abs", node("sub", X, Y))
    model = over(node("ne", apart, Z), node("ge", apart, 2), x=(0, 6), y=(6, 9), z=(0, 3))
    assert encoded_solutions(model, EncoderOptions(encoding)) == solutions(model) != set()
    wide = over(node("ne", apart, Z), x=(0, 499), y=(499, 999), z=(0, 499))
    sink = Sink()
    encode(wide, sink, EncoderOptions("log"))
    assert sink.flat().count(0) < 400


def test_holes_are_carried_over():
    model = over(node("eq", X, node("add", Y, 2)), node("or", node("eq", Y, 1), node("eq", Y, 5), node("eq", Y, 9)))
    assert values(model, "x", "y") == {(3, 1), (7, 5)}
    assert size(model)[0] == 1 + 1 + 9  # the constant, one literal for x and y together, those of z


def test_images():
    domain = Domain([(-3, -1), (2, 2), (5, 9)])
    for a in (-3, -1, 1, 2):
        assert list(image(domain, a, 4)) == sorted(a * v + 4 for v in domain)
        assert list(preimage(domain, a, 4)) == [v for v in range(-20, 20) if a * v + 4 in domain]
    assert image(Domain([(0, MILLION)]), 3, 0).ranges == ((0, 3 * MILLION),)


def test_an_absolute_value_narrows_as_all_pairs_of_values_do():
    rng = random.Random(7)
    for _ in range(300):
        start = [Domain.of(rng.sample(range(low, high), rng.randint(1, 6))) for low, high in ((-3, 12), (-8, 9))]
        z, x = (Linear(((rng.choice((1, -1, 2)), at),), rng.randint(-2, 2)) for at in (0, 1))
        z = z if rng.random() < 0.9 else Linear((), rng.randint(-1, 5))
        quick, slow = Narrowing([*start]), Narrowing([*start])
        tabled._narrow_absolute(quick, z, x)
        tabled._supported(slow, (z, x, Linear((), 0)), lambda a, _: abs(a))
        assert quick.domains == slow.domains, (start, z, x)


FAR = Domain.of((-MILLION, -999_997, -1, 999_983))
OTHER = Domain.of((-70_003, 2, 500_009))
FAR_TERMS = [
    node("mod", X, 5),  # took a million clauses
    node("div", X, 7),
    node("mod", X, Y),
    node("mul", X, Y),
    node("abs", X),
    node("max", node("add", X, Y), Y),
    node("mod", node("add", X, node("mul", 3, Y)), 10),
    node("div", node("sub", node("mul", 2, X), Y), 11),
]


@pytest.mark.parametrize("encoding", ["direct", "order", "log"])
def test_few_values_far_from_each_other_take_few_clauses(encoding):
    for term in FAR_TERMS:
        model = Model()
        model.int("x", FAR)
        model.int("y", OTHER)
        model.add(node("le", term, 5))
        sink = Sink()
        encode(model, sink, EncoderOptions(encoding))
        assert encoding == "log" or sink.num_vars < 100 > sink.flat().count(0) // 20, (encoding, term)
        assert encoded_solutions(model, EncoderOptions(encoding)) == solutions(model)


def test_many_combinations_far_from_each_other_are_worked_out():
    model = Model()
    model.int("x", Domain((v, v) for v in range(-MILLION, MILLION, 100_003)))
    model.int("y", Domain((v, v) for v in range(-MILLION, MILLION, 130_007)))
    model.add(node("le", node("mod", node("add", X, Y), 7), 1))  # of 320 sums, the range was taken
    sink = Sink()
    encode(model, sink, EncoderOptions("direct"))
    assert sink.num_vars < 2000
