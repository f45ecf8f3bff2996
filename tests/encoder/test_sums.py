"""Long sums: counted, shortened or split into digits, they mean the same."""

from itertools import product
from random import Random

import pytest
from support.oracle import OPTIONS, encoded_solutions, solutions

from csp2sat.cnf import counts
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.sums import digit_split as digits
from csp2sat.encoder.sums import order_sums as sums
from csp2sat.ints import order
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model
from csp2sat.model.ops import COMPARISONS


def total(model: Model, weights, domain: Domain):
    """The weighted sum of new variables."""
    xs = [model.int(f"x{i}", domain) for i in range(len(weights))]
    return node("add", *(node("mul", w, x) for w, x in zip(weights, xs, strict=True)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("weights", [[1] * 8, [2] * 7, [1, 2, 3, 1, -2, 3, -1]], ids=["ones", "twos", "mixed"])
@pytest.mark.parametrize("op, bound", list(product(COMPARISONS, [1, 4, 6])))
def test_sums_of_two_values_are_counted_or_shortened(op, bound, weights, monkeypatch):
    monkeypatch.setattr(sums, "DIRECT", 20)
    monkeypatch.setattr(counts, "MOST", 0)
    model = Model()
    model.add(node(op, total(model, weights, Domain([(0, 1)])), bound))
    for name, options in OPTIONS.items():
        assert encoded_solutions(model, options) == solutions(model), name


DOMAINS = [Domain([(0, 4)]), Domain([(-7, -4)]), Domain.of([-3, 1, 2, 9])]


@pytest.mark.sample(1)
@pytest.mark.parametrize("weights", [(1, 1, 1, 1), (2, -1, 3, -5)], ids=str)
@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_equations_in_digits(domain, weights, monkeypatch):
    monkeypatch.setattr(digits, "_are_shorter", lambda *_: True)
    reached = {sum(w * v for w, v in zip(weights, vs, strict=True)) for vs in product(domain, repeat=4)}
    for value in [*sorted(reached)[:: len(reached) // 5], min(reached) - 1, max(reached) + 20]:
        model = Model()
        equation = node("eq", total(model, weights, domain), value)
        reified = Model(model.ints)
        model.add(equation)
        reified.add(node("iff", reified.bool("p"), equation))
        for each in (model, reified):
            expected = solutions(each)
            for name, options in OPTIONS.items():
                assert encoded_solutions(each, options) == expected, f"{equation!r}, {name}"


@pytest.mark.sample(1)
@pytest.mark.parametrize("way", ["digits", "bits"])
@pytest.mark.parametrize("weights", [(1, 1, 1, 1), (2, -1, 3, -5)], ids=str)
@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_bounds_in_digits_and_bits(domain, weights, way, monkeypatch):
    monkeypatch.setattr(digits, "bound_way", lambda *_: way)
    reached = {sum(w * v for w, v in zip(weights, vs, strict=True)) for vs in product(domain, repeat=4)}
    for value in [*sorted(reached)[:: len(reached) // 4], min(reached) - 1, max(reached) + 1]:
        for op in ("le", "gt"):
            model = Model()
            formula = node(op, total(model, weights, domain), value)
            model.add(node("iff", model.bool("p"), formula) if value % 2 else formula)
            assert encoded_solutions(model, EncoderOptions()) == solutions(model), f"{formula!r}"


def test_long_bounds_take_few_clauses():
    sizes = []
    for last in (30, 3000):
        model = Model()
        model.add(node("le", total(model, [3, 7, 11, 13, 17, 29], Domain([(0, last)])), 40 * last))
        sink = Sink()
        encode(model, sink)
        sizes.append(sink.flat().count(0))
    assert sizes[0] > 10_000 and sizes[1] < 10 * sizes[0]


def test_long_equations_take_few_clauses():
    model = Model()
    model.add(node("eq", total(model, [1] * 9, Domain([(1, 81)])), 369))
    sink = Sink()
    encode(model, sink)
    assert sink.flat().count(0) < 15_000


@pytest.mark.parametrize("encoding", ["order", "auto"])
def test_an_equation_that_is_large_even_by_digits_is_added_in_bits(encoding):
    model = Model()
    model.add(node("eq", total(model, [3, 7, 11, 13, 17, 29], Domain([(0, 300)])), 5000))
    sizes = {}
    for way in ("auto", "adder", "digits"):
        sink = Sink()
        encode(model, sink, EncoderOptions(encoding, sums=way))
        sizes[way] = sink.flat().count(0)
    assert sizes["auto"] == sizes["adder"] < 10_000
    assert sizes["digits"] > 100_000


@pytest.mark.parametrize("steps", [(1, 1), (3, 1), (1, 3), (6, 2), (2, 6), (2, 3)])
def test_two_terms_in_ranges_have_the_clauses_of_the_same_terms_in_lists(steps):
    for sizes in product(range(1, 6), repeat=2):
        ranges = [
            sums.Table(range(-4, -4 + step * count, step), [*range(base, base + count)])
            for step, count, base in zip(steps, sizes, (100, 200), strict=True)
        ]
        lists = [sums.Table(list(term.values), term.at_most) for term in ranges]
        for bound in range(-12, 30):
            written = []
            for terms in (ranges, lists):
                sink = Sink()
                sums.at_most(sink, terms, bound, (7,))
                written.append(sink.flat())
            assert written[0] == written[1]


@pytest.mark.parametrize("seed", range(20))
def test_partial_sums_of_ranges_are_those_of_lists(seed):
    """Ranges are written in one block, also if the ends of a partial sum stand for all beyond."""
    for part in range(20):
        r = Random(f"{seed} {part}")
        shapes = [
            (r.choice((-3, -1, 1, 2)), r.randint(-5, 5), r.randint(1, 9), r.choice((1, 1, 2, 3, 4))) for _ in "st"
        ]
        window = sorted(r.randint(-30, 40) for _ in "st") if part else None
        found = []
        for as_lists in (False, True):
            sink = Sink()
            tables = [
                sums.table(a, order.code(sink, range(low, low + count * step, step))) for a, low, count, step in shapes
            ]
            if as_lists:
                tables = [table._replace(values=[*table.values]) for table in tables]
            both = sums.sum_of(sink, *tables, window)
            found.append(([*both.values], both.at_most, sorted(map(sorted, clauses(sink.flat())))))
        assert found[0] == found[1]


def test_three_terms_in_ranges_have_the_clauses_of_the_same_terms_in_lists():
    """Columns are written for two of them, whatever the steps are: a step of 10^9 takes no list of 10^9 places."""
    r = Random(1)
    for _ in range(300):
        unit = r.choice((1, 1, 2, 10**9))
        found = []
        shapes = [(r.choice((1, 2, 3, 7, 10**9 + 7)) * unit, r.randint(-3, 3), r.randint(2, 6)) for _ in "rst"]
        least = sum(low for _, low, _ in shapes)
        bound = least + r.randint(0, sum(step * (count - 1) for step, _, count in shapes))
        for kind in (range, lambda *ends: [*range(*ends)]):
            sink = Sink()
            tables = [
                sums.Table(kind(low, low + count * step, step), [*range(base, base + count - 1), 1])
                for base, (step, low, count) in zip((10, 20, 30), shapes, strict=True)
            ]
            sums.at_most(sink, tables, bound, (7,))
            found.append(sorted(map(sorted, clauses(sink.out))))
        assert found[0] == found[1], (shapes, bound)


@pytest.mark.parametrize("op, parts", [("ne", 2), ("le", 1)])
def test_partial_sums_are_shared_and_defined_as_they_are_used(op, parts):
    """Both sides of a disequality have the partial sums of one equation; a bound has half of their clauses."""

    def defined(op: str, polarity: str) -> int:
        model, sink = Model(), Sink()
        model.add(node(op, total(model, [1, 2, 3, 1], Domain([(0, 12)])), 40))
        encode(model, sink, EncoderOptions(polarity=polarity))
        return sink.defs.count(0)

    codes = 1 + 4 * 11
    whole = defined("eq", "used") - codes
    assert defined(op, "both") <= whole + codes + 2
    assert abs(2 * (defined(op, "used") - codes) - parts * whole) < whole / 4
