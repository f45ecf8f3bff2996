"""Every encoding of integers against brute force: each operator and constraint, random models, domains of any size."""

from __future__ import annotations

from random import Random

import pytest
from support.all_cases import FORMULAS_OF_ALL, solutions_of, solutions_of_equivalence
from support.mixed_encodings import OTHERS, chosen, low_thresholds, mixed
from support.operator_cases import FORMULAS, operator_model
from support.oracle import best_by_cnf, encoded_solutions, enumerate_answers, solutions
from support.random_constraints import RandomArguments
from support.random_csp import RandomCsp

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.sums import order_sums as sums
from csp2sat.errors import ModelError, UsageError
from csp2sat.ints import auto, compact_order, direct, log
from csp2sat.ints.spec import ENCODINGS, Use
from csp2sat.languages import sugar
from csp2sat.model.domain import Domain
from csp2sat.model.expr import bool_var, node
from csp2sat.model.model import Model, Objective


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("encoding", OTHERS)
def test_every_operator_and_constraint(encoding, part):
    for name, (model_for, formula) in list(FORMULAS_OF_ALL.items())[part::3]:
        model = model_for(formula)
        with low_thresholds():
            for how in (EncoderOptions(encoding), EncoderOptions(encoding, narrowing=False, share=False)):
                assert encoded_solutions(model, how) == solutions_of(name), f"{name}, {how}"


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("encoding", OTHERS)
def test_every_operator_as_an_equivalence(encoding, part):
    for name, formula in list(FORMULAS.items())[part::3]:
        model = operator_model(node("iff", bool_var("r"), formula))
        with low_thresholds():
            assert encoded_solutions(model, EncoderOptions(encoding)) == solutions_of_equivalence(name), name


def ways(random: Random) -> dict:
    return random.choice([{}, {"narrowing": False, "share": False}])


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", range(0, 600, 100))
def test_random_models_with_an_encoding_for_each_variable(start, seeds):
    for seed in seeds(range(start, start + 100)):
        random, model = Random(seed), RandomCsp(seed).model()
        options = mixed(model, random, **ways(random))
        with low_thresholds(random):
            assert encoded_solutions(model, options) == solutions(model), f"seed {seed}, {options}"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["alldifferent", "count", "nvalue", "element", "cumulative", "extension-supports"])
def test_random_constraints_with_an_encoding_for_each_variable(name, seeds):
    for seed in seeds(range(60)):
        random, arguments = Random(seed), RandomArguments(seed)
        model = arguments.model
        model.add(node(name, *arguments.of(name)))
        options = mixed(model, random, **ways(random))
        with low_thresholds(random):
            assert encoded_solutions(model, options) == solutions(model), f"seed {seed}, {options}"


def test_activation_literals_with_an_encoding_for_each_variable(seeds):
    for seed in seeds(range(40)):
        random, model = Random(seed), RandomCsp(seed).model()
        how = mixed(model, random, narrowing=False, share=False, activate=True)
        for number, constraint in enumerate(model.constraints):
            alone = Model(model.ints, model.bools, [constraint])
            with low_thresholds(random):
                assert encoded_solutions(model, how, [number]) == solutions(alone), f"seed {seed}, {how}"


@pytest.mark.parametrize("encoding", OTHERS)
def test_the_best_value(encoding, seeds):
    for seed in seeds(range(30)):
        random = RandomCsp(seed)
        model = random.model()
        model.objective = random.objective()
        with low_thresholds():
            assert best_by_cnf(model, EncoderOptions(encoding)) == best_by_cnf(model), f"seed {seed}"


HUGE = "(int x 0 1000000000)(int y 0 1000000000)"
LARGE = {  # text, all solutions
    "product": (
        "(int x 2 1000000)(int y 2 1000000)(int z 1 1000000)(= (* x y) z)(= z 994009)(<= x y)",
        {(997, 997, 994009)},
    ),
    "sum": (HUGE + "(= (+ x y) 1999999999)", {(10**9, 10**9 - 1), (10**9 - 1, 10**9)}),
    "difference": (HUGE + "(>= (- x y) 999999999)(!= y 0)", {(10**9, 1)}),
    "alldifferent": (HUGE + "(alldifferent x y 1)(<= (+ x y) 2)", {(0, 2), (2, 0)}),
    "quotient": (HUGE + "(= (/ x y) 500000000)(> y 1)", {(10**9, 2)}),
    "remainder": (
        "(int x -1000000000 1000000000)(= (% x 1000007) 7)(and (< -3000000 x) (< x 0))",
        {(-1000000,), (-2000007,)},
    ),
    "remainder by a variable": (
        HUGE + "(= (% x y) 7)(>= y 999999990)(>= x 999999997)",
        {(x, x - 7) for x in range(999999997, 10**9 + 1)},
    ),
    "power": ("(int x -1000 1000)(int y 0 3)(= (pow x y) 970299)", {(99, 3)}),
    "square": ("(int x -1000000 1000000)(= (* x x) 999998000001)", {(999999,), (-999999,)}),
    "absolute value": (HUGE + "(= (abs (- x y)) 1000000000)", {(0, 10**9), (10**9, 0)}),
    "maximum": (HUGE + "(= (max x y) 999999999)(= (min x y) 999999999)", {(999999999, 999999999)}),
    "element": (HUGE + "(int i 1 3)(element i (x y 77) 500000000)(<= x 0)(= (+ x y) 500000000)", {(0, 500000000, 2)}),
    "supports": (HUGE + "(relation r 2 (supports (1 2) (5 1000000000) (7 -1)))(r x y)", {(1, 2), (5, 10**9)}),
    "conflicts": (HUGE + "(relation r 2 (conflicts (1 0) (9 9)))(r x y)(= (+ x y) 1)", {(0, 1)}),
    "cumulative": (HUGE + "(cumulative ((x 5 nil 1) (y 5 nil 1)) 1)(<= (+ x y) 5)", {(0, 5), (5, 0)}),
    "count": (HUGE + "(count x (y 5 x) = 3)", {(5, 5)}),
    "nvalue": (HUGE + "(nvalue 1 (y 5 x))", {(5, 5)}),
    "if": (HUGE + "(bool p)(= (if p x y) 1000000000)(= (+ x y) 1000000000)(> x 0)", {(10**9, 0, True)}),
    "holes": (
        f"(int x ((0 {10**9}) ({2 * 10**9} {3 * 10**9})))(and (>= x {10**9}) (<= x {2 * 10**9}))",
        {(10**9,), (2 * 10**9,)},
    ),
    "a value less": ("(int x 0 1000000000)(!= x 5)(< x 7)(> x 3)", {(4,), (6,)}),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", ["log", "compact-order", "auto"])
@pytest.mark.parametrize("text, expected", LARGE.values(), ids=LARGE.keys())
def test_large_domains(text, expected, encoding):
    model = sugar.read(Source("large.csp", text))
    for how in (EncoderOptions(encoding), EncoderOptions(encoding, narrowing=False, share=False)):
        found = [(*answer.ints.values(), *answer.bools.values()) for answer in enumerate_answers(model, how)]
        assert sorted(found) == sorted(expected), how


DOMAINS = [range(9), range(-3, 30), [0, 2, 3, 9], range(4, 6), [7], range(100, 131), [-5, 0, 1, 2, 3, 40]]
SIZES = {  # most variables and clauses of a domain, as the docstrings say
    "order": lambda m, span: (m - 1, max(m - 2, 0)),
    "direct": lambda m, span: (
        (m + 2 * m**0.5 + 5 * m**0.25, 1 + 2 * m + 4 * m**0.5 + 10 * m**0.25) if m > 2 else (1, 0)
    ),
    "log": lambda m, span: (span.bit_length(), (1 + 2 * m) * span.bit_length()) if m > 2 else (1, 0),
}


@pytest.mark.parametrize("encoding", SIZES)
@pytest.mark.parametrize("values", DOMAINS, ids=str)
def test_variables_are_as_small_as_said(encoding, values):
    sink = Sink()
    ENCODINGS[encoding].code(sink, values)
    variables, clauses = SIZES[encoding](len(values), values[-1] - values[0])
    assert sink.num_vars - 1 <= variables
    assert sink.flat().count(0) - 1 <= clauses


def test_digits_are_as_small_as_said():
    sink = Sink()
    compact_order.code(sink, range(1000))  # digits 0..15, 0..15, 0..3
    assert (sink.num_vars - 1, sink.flat().count(0) - 1) == (15 + 15 + 3, 14 + 14 + 2 + 2)


@pytest.mark.parametrize("make", [log.code, compact_order.code, direct.code])
def test_order_literals_on_demand_are_as_few_as_said(make):
    sink = Sink()
    x = make(sink, range(100))
    before = sink.num_vars, sink.flat().count(0)
    x.order()
    assert sink.num_vars - before[0] == 99
    assert sink.flat().count(0) - before[1] <= 98 + 3 * 100


def test_a_bound_in_bits_takes_three_clauses_for_each():
    sink = Sink()
    x = log.code(sink, range(1 << 20))
    before = sink.num_vars, sink.flat().count(0)
    x.le(699_050)
    assert sink.num_vars - before[0] <= 19
    assert sink.flat().count(0) - before[1] <= 3 * 19


def test_more_values_than_the_encoding_takes():
    for encoding, values in (("order", "2000000"), ("direct", "2000000"), ("log", r"about 10\^308")):
        model = Model()
        model.int("wide", 0, 10**400)
        with pytest.raises(
            ModelError, match=f"integer variable wide has .* values; the {encoding} .* at most {values}"
        ):
            encode(model, Sink(), EncoderOptions(encoding))


def test_order_literals_that_are_too_many_are_refused_with_the_place():
    model = sugar.read(Source("x.csp", "(int x 0 300000)(int y 0 300000)\n(< (+ x y) 300000)"))
    expected = "line 2, column 1: an integer with 300000 values would need literals for each of them"
    with pytest.raises(ModelError, match=expected):
        encode(model, Sink(), EncoderOptions("log", (("x", "order"),)))


def test_names_choose():
    text = "(int x_1 0 99)(int x_2 0 99)(int y 0 99)(int p 0 1)(< (+ x_1 x_2) (+ y p))"
    codes = chosen(text, EncoderOptions("direct", (("*", "log"), ("x_*", "compact-order"), ("x_2", "order"))))
    assert codes == {"x_1": "compact-order", "x_2": "order", "y": "log", "p": "order"}


def test_comments_choose_and_options_override_them():
    text = ";@encoding log x y\n; a comment\n(int x 0 99)(int y 0 99)(int z 0 99)\n ;@encoding direct y\n(< (+ x y) z)"
    assert chosen(text, EncoderOptions()) == {"x": "log", "y": "direct", "z": "order"}
    assert chosen(text, EncoderOptions(encode=(("x", "order"),))) == {"x": "order", "y": "direct", "z": "order"}
    for encoding in ("order", "auto"):
        assert chosen(text, EncoderOptions(encoding, map_format="sugar")) == {"x": "order", "y": "order", "z": "order"}


def test_one_integer_in_bits_may_make_auxiliaries_of_any_size():
    text = "(int x 0 3000)(int y 0 3000)(= (* x y) 8994001)"
    model = sugar.read(Source("x.csp", text))
    answer = next(enumerate_answers(model, EncoderOptions(encode=(("x", "log"),))))
    assert answer.ints == {"x": 2999, "y": 2999}


def test_the_order_encoding_is_what_it_was_before_there_were_others():
    model = RandomCsp(3).model()
    one, other = Sink(), Sink()
    assert encode(model, one, EncoderOptions()) == encode(model, other, EncoderOptions(encode=(("x*", "order"),)))
    assert one.flat() == other.flat()


AUTO = {
    "queens": ("(int x 1 9)(int y 1 9)(int z 1 9)(alldifferent x y z)(!= (+ x 1) y)", "direct"),
    "order matters": ("(int x 1 9)(int y 1 9)(int z 1 9)(alldifferent x y z)(< x (+ y z))", "order"),
    "many values": ("(int x 1 90000)(int y 1 90000)(int z 1 90000)(< x (+ y z))", "log"),
    "large products": ("(int x 1 9000)(int y 1 9000)(int z 1 19000)(= (* x y) z)", "log"),
    "tables": ("(int x 1 9)(int y 1 9)(int z 1 9)(relation r 3 (supports (1 2 3) (2 2 4)))(r x y z)", "direct"),
}


@pytest.mark.parametrize("text, expected", AUTO.values(), ids=AUTO.keys())
def test_auto(text, expected):
    assert set(chosen(text, EncoderOptions("auto", narrowing=False)).values()) == {expected}


def test_auto_takes_order_literals_where_they_are_as_few():
    text = "(int x 1 3)(int y 1 9)(int z 1 9)(alldifferent x y z)(int w 1 9)(!= w 5)"
    assert chosen(text, EncoderOptions("auto")) == {"x": "order", "y": "direct", "z": "direct", "w": "order"}


def test_auto_counts_clauses(monkeypatch):
    text = "(int x 0 200)(int y 0 200)(or (< (+ x 5) y) (< (+ y 5) x))"
    assert set(chosen(text, EncoderOptions("auto")).values()) == {"order"}
    monkeypatch.setattr(auto, "MUCH", 399)
    assert set(chosen(text, EncoderOptions("auto")).values()) == {"compact-order"}


def test_auto_takes_bits_for_many_integers_that_an_index_chooses(monkeypatch):
    monkeypatch.setattr(auto, "MUCH", 399)
    text = "(int x 0 200)(int y 0 200)(int z 0 200)(int i 1 2)(< (+ x 5) y)(< (+ y 5) z)(< (+ x y) z)"
    assert set(chosen(f"{text}(< i 3)", EncoderOptions("auto")).values()) == {"order", "compact-order"}
    codes = chosen(f"{text}(element i (x y) z)", EncoderOptions("auto"))
    assert codes == {"x": "log", "y": "log", "z": "log", "i": "order"}
    constants = chosen(f"{text}(element i (3 70) z)", EncoderOptions("auto"))
    assert constants["z"] == "compact-order"


def test_auto_takes_no_digits_for_values_that_would_have_one_digit_in_order():
    names = {size: auto.choose(Use(size, False, auto.MUCH + 1, False, False)) for size in (32, 33)}
    assert names == {32: "order", 33: "compact-order"}


def test_many_formulas_about_few_values_are_no_reason_for_bits(monkeypatch):
    monkeypatch.setattr(auto, "MUCH", 20)
    few = "(int x 0 20)(int y 0 20)(int z 0 20)(int i 1 2)(< (+ x y) (* 2 z))(< (+ y z) (* 3 x))(element i (x y) z)"
    assert set(chosen(few, EncoderOptions("auto")).values()) == {"order"}
    many = chosen(f"{few}(int w 0 90)(< (+ w y) (* 4 z))", EncoderOptions("auto"))
    assert {many[name] for name in "wxyz"} == {"log"}


@pytest.mark.parametrize("values", [range(3, 9), range(4, 5), range(2, 11, 3), [1, 2, 5], [4]], ids=str)
@pytest.mark.parametrize("encoding", [*ENCODINGS])
def test_the_literals_of_many_bounds_and_of_all_values_are_those_of_each(encoding, values):
    x = ENCODINGS[encoding].code(Sink(), values)
    for first in range(-1, 13):
        for bounds in [range(first, end) for end in range(first, 14)] + [range(first, 14, 2), [first, 20]]:
            assert [*x.at_mosts(bounds)] == [*map(x.le, bounds)], bounds
    assert [*x.eqs()] == [*map(x.eq, values)]


def random_alternatives(random):
    """A model with a clause of equations that have x in common, and perhaps more in it."""
    model = Model()
    x, *others = [
        model.int(name, Domain.of(random.sample(range(-2, 5), random.randint(1, 5)))) for name in ("x", "y", "z")
    ]
    p = model.bool("p")
    parts = [
        node("eq", node("add", node("mul", random.choice((-1, 1, 1, 2)), x), random.randint(-2, 2)), node("mul", b, y))
        for y in random.choices(others, k=random.randint(2, 3))
        for b in [random.choice((-1, 1, 1, 3))]
    ]
    parts += random.sample([p, ~p, node("eq", x, 1), node("le", x, 0), node("lt", *others), node("ne", x, 2)], 2)
    parts = parts[: random.randint(2, len(parts))]
    clause = node("or", *random.sample(parts, len(parts)))
    model.add(random.choice((clause, node("imp", p, clause), node("iff", p, clause), ~clause)))
    return model


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", range(0, 300, 100))
def test_clauses_of_equations_with_one_variable_in_common(first, seeds):
    for seed in seeds(range(first, first + 100)):
        random = Random(seed)
        model = random_alternatives(random)
        options = mixed(model, random, **ways(random))
        with low_thresholds(random):
            assert encoded_solutions(model, options) == solutions(model), f"seed {seed}, {options}"


@pytest.mark.parametrize("encoding, variables", [("order", 3 * (8 + 7)), ("direct", 3 * (9 + 6))])
def test_such_clauses_take_a_clause_for_each_value_and_no_literals_of_equations(encoding, variables):
    text = "(int x 1 9)(int y 1 9)(int z 1 9)"
    domains, sink = Sink(), Sink()
    encode(sugar.read(Source("x.csp", text)), domains, EncoderOptions(encoding))
    encode(
        sugar.read(Source("x.csp", text + "(or (= x 9) (= (+ x 1) y) (= (+ x 1) z))")), sink, EncoderOptions(encoding)
    )
    literals = 3 * 7 if encoding == "order" else 0  # three clauses define each
    assert sink.num_vars - 1 == variables
    assert sink.flat().count(0) - domains.flat().count(0) == 8 + 3 * literals


@pytest.mark.parametrize("how", ["auto", "partial", "digits", "adder"])
def test_long_sums(how, monkeypatch):
    monkeypatch.setattr(sums, "DIRECT", 3)
    for op in ("eq", "ne", "le", "ge"):
        model = Model()
        xs = [model.int(f"x{i}", domain) for i, domain in enumerate([Domain([(0, 3)])] * 3 + [Domain.of([-2, 1, 2])])]
        model.add(node(op, node("add", *xs[:3], node("mul", -3, xs[3])), 4))
        for encoding in ("order", "direct"):
            assert encoded_solutions(model, EncoderOptions(encoding, sums=how)) == solutions(model)


def test_sums_by_name_differ():
    model = Model()
    xs = [model.int(f"x{i}", 1, 81) for i in range(9)]
    model.add(node("eq", node("add", *xs), 369))
    sizes = {}
    for how in ("partial", "digits", "adder"):
        sink = Sink()
        encode(model, sink, EncoderOptions(sums=how))
        sizes[how] = sink.flat().count(0)
    assert sizes["adder"] < sizes["digits"] < sizes["partial"]


def test_options_in_a_line():
    options = EncoderOptions("log", (("x *", "order"),), amo="ladder", card="network", sums="adder", narrowing=False)
    assert options.described() == "log --encode 'x *=order' --amo ladder --card network --sum adder --no-narrowing"
    assert EncoderOptions.parsed(options.described()) == options
    assert EncoderOptions.parsed("log --no-narrowing --amo ladder") == EncoderOptions(
        "log", amo="ladder", narrowing=False
    )
    assert EncoderOptions().described() == "order"
    for wrong in ("order --amo", "order --what x", "order --no-narrowing x", "'"):
        with pytest.raises(UsageError):
            EncoderOptions.parsed(wrong)


def test_an_objective_has_literals_that_compare():
    model = sugar.read(Source("x.csp", "(int x 0 99)(int y 0 99)(< (+ y 5) x)"))
    for encoding in OTHERS:
        model.objective = Objective("minimize", node("add", node("int", "x"), node("int", "y")))
        (record,) = [r for r in encode(model, Sink(), EncoderOptions(encoding)) if "objective" in r]
        assert record["code"] == (encoding if encoding in ("log", "compact-order") else "order")


def test_integers_that_an_index_chooses_in_bits(monkeypatch):
    monkeypatch.setattr(auto, "MUCH", 5)
    monkeypatch.setattr(compact_order, "SMALL", 3)
    options, codes = EncoderOptions("auto"), set()
    for seed in range(12):
        draw = Random(seed)
        items, value = draw.choice(["x y", "y x", "x (+ y 3)", "y x 7"]), draw.choice(["z", "(+ z 2)"])
        text = f"(int x 0 5)(int y {draw.randint(0, 3)} 5)(int z -2 5)(int i 1 {draw.choice([2, 3])})"
        text += f"(or (< (+ x {draw.randint(0, 3)}) y) (< (+ y 2) z))(element i ({items}) {value})"
        model = sugar.read(Source("x.csp", text))
        assert encoded_solutions(model, options) == solutions(model), text
        codes |= set(chosen(text, options).values())
    assert "log" in codes
