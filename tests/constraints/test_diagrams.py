"""Large tables are written as decision diagrams where these have fewer clauses."""

import random
from itertools import islice, permutations, product
from math import prod

import pytest
from support.oracle import encoded_solutions

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.constraints.globals import regular
from csp2sat.encoder.encoder import Encoder
from csp2sat.encoder.normalize.relations import diagram_for
from csp2sat.encoder.normalize.table_index import index_of
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized, prepared
from csp2sat.graphs.diagrams import diagram_of
from csp2sat.languages.xcsp3 import read
from csp2sat.languages.xcsp3_core.families import compressed
from csp2sat.model.constraint import Relation
from csp2sat.model.domain import Domain
from csp2sat.model.expr import Expr, bool_var, int_var, node
from csp2sat.model.model import Model

WAYS = ["auto", "order", "direct", "log", "compact-order"]
ROWS = frozenset(row for row in product(range(9), repeat=3) if sum(row) % 4)  # 547 of 729
X = [int_var(f"x{at}") for at in range(4)]
MINUS, TWO_MORE = node("neg", X[0]), node("add", X[1], 2)


def model_of(formula: Expr, domains: list[tuple[int, int]]) -> Model:
    model = Model()
    model.bool("p")
    for at, ends in enumerate(domains):
        model.int(f"x{at}", Domain([ends]))
    model.add(formula)
    return model


def clauses(model: Model) -> int:
    options, sink = EncoderOptions(), Sink()
    found = prepared(normalized(model, options), options)
    encoder = Encoder(found, sink, options)
    encoder.write(found.propagated.normal.norm.required, encoder.declare())
    return sink.flat().count(0)


def test_a_large_table_becomes_a_diagram():
    rows = frozenset(permutations(range(6)))
    diagram, _ = diagram_of(rows)
    assert len(diagram.edges) == 6 * 2**5
    words = {*islice(product(range(6), repeat=6), 0, None, 13), *rows}
    assert {word for word in words if regular.holds(diagram, *word)} == rows


def test_a_table_without_equal_ends_remains_a_table():
    rng = random.Random(1)
    assert diagram_of(frozenset(tuple(rng.randrange(1000) for _ in range(3)) for _ in range(600))) is None
    assert diagram_of(frozenset(permutations(range(3)))) is None


def test_the_clauses_are_those_of_the_diagram():
    domains = [(0, 8)] * 3
    assert diagram_of(ROWS) is not None
    assert clauses(model_of(Relation(3, ROWS)(*X[:3]), domains)) < len(ROWS)


ABLE = [
    [range(3), range(7), {0, *range(2, 7)}, range(3, 7), range(-1, 5)],
    [range(7)] * 5,
    [range(8), {9}, *[range(7)] * 3],
    [{2}, {3, 4}, {5}, range(7), range(7)],
]


@pytest.mark.parametrize("able", ABLE)
def test_the_rows_inside_domains_and_their_diagram(able):
    rows = frozenset(permutations(range(7), 5))
    inside = frozenset(index_of(rows).inside(able))
    assert inside == {row for row in rows if all(v in values for v, values in zip(row, able, strict=True))}
    diagram = diagram_for(rows, inside, able, prod(map(len, able)))
    assert (diagram is None) == (len(inside) < 60)
    words = {row for row in product(*able) if diagram and regular.holds(diagram, *row)}
    assert words == (inside if diagram else set())


@pytest.mark.parametrize("way", WAYS)
def test_a_relation_allows_its_rows(way):
    domains = [(0, 4), (2, 9), (-1, 3)]
    model = model_of(Relation(3, ROWS)(*X[:3]), domains)
    expected = {row for row in product(*(range(low, high + 1) for low, high in domains)) if row in ROWS}
    assert {ints for ints, _ in encoded_solutions(model, EncoderOptions(way))} == expected


@pytest.mark.parametrize("way", ["order", "direct"])
@pytest.mark.parametrize("terms", [(X[0], 3, X[1]), (X[0], X[0], X[1]), (MINUS, X[1], TWO_MORE)])
def test_a_relation_of_other_terms(terms, way):
    values = range(-4, 5)
    meanings = {X[0]: lambda x, y: x, X[1]: lambda x, y: y, 3: lambda x, y: 3}
    meanings |= {MINUS: lambda x, y: -x, TWO_MORE: lambda x, y: y + 2}
    model = model_of(Relation(3, ROWS)(*terms), [(-4, 4)] * 2)
    expected = {(x, y) for x in values for y in values if tuple(meanings[t](x, y) for t in terms) in ROWS}
    assert {ints for ints, _ in encoded_solutions(model, EncoderOptions(way))} == expected


@pytest.mark.parametrize("join", ["or", "iff", "imp"])
def test_a_relation_in_a_formula(join):
    model = model_of(node(join, bool_var("p"), Relation(3, ROWS)(*X[:3])), [(3, 5)] * 3)
    truth = {"or": lambda p, q: p or q, "iff": lambda p, q: p == q, "imp": lambda p, q: q or not p}[join]
    expected = {(row, (p,)) for row in product(range(3, 6), repeat=3) for p in (False, True) if truth(p, row in ROWS)}
    assert set(encoded_solutions(model, EncoderOptions())) == expected


@pytest.mark.parametrize("way", ["order", "direct", "log"])
def test_a_starred_table_allows_its_rows(way):
    starred = tuple((a, None, b, c) if a % 2 else (a, b, None, c) for a, b, c in sorted(ROWS))
    assert diagram_of(starred) is not None
    domains = [(1, 4), (2, 4), (-1, 1), (7, 9)]
    model = model_of(node("extension-supports", starred, *X), domains)
    expected = {
        row
        for row in product(*(range(low, high + 1) for low, high in domains))
        if any(all(cell in (None, v) for cell, v in zip(each, row, strict=True)) for each in starred)
    }
    assert {ints for ints, _ in encoded_solutions(model, EncoderOptions(way))} == expected


def compressed_model(most: int, rows: str) -> Model:
    variables = f'<variables> <array id="x" size="[3]"> 0..{most} </array> </variables>'
    table = f"<extension> <list> x[] </list> <supports> {rows} </supports> </extension>"
    text = f'<instance format="XCSP3" type="CSP"> {variables} <constraints> {table} </constraints> </instance>'
    return read(Source("f.xml", text))


def test_compressed_tuples_are_not_multiplied_out():
    model = compressed_model(299, "(0..199,100..299,{1,5,250..290}) (7,*,{3}) (250..299,0..1,*)")
    assert clauses(model) < 8_000  # 200 * 200 * 43 tuples


def test_sets_of_very_many_values_become_inequalities():
    model = compressed_model(90_000, "(0..50000,20000..90000,{1,5,250..290}) (7,0..80000,{3})")
    assert model.constraints[0].formula.op == "or"


@pytest.mark.parametrize("most", [3, 500_000])
def test_either_way_of_compressed_tuples_allows_them(most, monkeypatch):
    monkeypatch.setattr(compressed, "MANY_VALUES", 0 if most > 3 else 1_000)
    compressed.shared_diagram.cache_clear()
    model = compressed_model(3, "(0..1,{1,3},*)({2},3,0..2)(3,{0..1,3},2)")
    expected = {
        (x, y, z)
        for x, y, z in product(range(4), repeat=3)
        if (x <= 1 and y in (1, 3)) or (x == 2 and y == 3 and z <= 2) or (x == 3 and y != 2 and z == 2)
    }
    assert {ints for ints, _ in encoded_solutions(model, EncoderOptions())} == expected
    compressed.shared_diagram.cache_clear()
