"""Estimates of all clauses of a CSP are near what is written."""

import itertools
from random import Random

import pytest

from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import Encoder
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized, prepared
from csp2sat.encoder.select.estimates import estimate
from csp2sat.graphs.automata import Automaton
from csp2sat.model.constraint import Relation, cardinality
from csp2sat.model.domain import Domain
from csp2sat.model.expr import bool_var, int_var, node
from csp2sat.model.model import Model

RANDOM = Random(1)
X = [int_var(f"x{i}") for i in range(20)]
P = [bool_var(f"p{i}") for i in range(20)]
ROWS = frozenset(tuple(RANDOM.randrange(1, 21) for _ in range(3)) for _ in range(400))
DIAGRAM = frozenset(row for row in itertools.product(range(3, 19), repeat=3) if sum(row) % 5 < 2)
STARRED_DIAGRAM = tuple((*row[:2], None, row[2]) for row in sorted(DIAGRAM))
STARRED = tuple((a, None, c) for a, _, c in sorted(ROWS))
AUTOMATON = Automaton(0, tuple((q, v, (q * 3 + v) % 7) for q in range(7) for v in range(1, 21)), frozenset((0,)))
CONSTRAINTS = {
    "alldifferent": node("alldifferent", *X),
    "alldifferent of few": node("alldifferent", *X[:6]),
    "count": node("count", "eq", 3, 8, *X),
    "count of few": node("count", "le", 3, 2, *X),
    "element": node("element", "eq", X[0], X[1], *X[2:]),
    "element of constants": node("element", "eq", X[0], X[1], *range(1, 21)),
    "regular": node("regular", AUTOMATON, *X),
    "relation": Relation(3, ROWS)(*X[:3]),
    "conflicts": Relation(3, ROWS, False)(*X[:3]),
    "pairs": Relation(2, frozenset(row[:2] for row in ROWS))(*X[:2]),
    "starred": node("extension-supports", STARRED, *X[:3]),
    "starred, of a sum": node("extension-supports", STARRED, node("add", X[0], X[1]), *X[2:4]),
    "table as a diagram": Relation(3, DIAGRAM)(*X[:3]),
    "starred diagram": node("extension-supports", STARRED_DIAGRAM, *X[:4]),
    "cumulative": node("cumulative", (2,) * 10, 4, *(each for x in X[:10] for each in (x, 3, 2))),
    "circuit": node("circuit", *(node("sub", x, 1) for x in X)),
    "inverse": node("inverse", *(node("sub", x, 1) for x in X)),
    "nvalue": node("nvalue", 9, *X),
    "cardinality": cardinality(7, 9, P),
    "a sum": node("le", node("add", *X), 200),
    "an equation": node("eq", node("add", *X[:5]), 50),
    "a short equation": node("eq", node("add", *X[:3]), 14),
    "weights": node("le", node("add", *(node("mul", 7 * at, x) for at, x in enumerate(X[:12], 3))), 900),
    "a cardinality of literals": cardinality(3, 3, P[:12]),
    "a distance": node("ne", node("abs", node("sub", X[0], X[1])), node("abs", node("sub", X[2], X[3]))),
    "a diagram of few values": node("and", node("regular", AUTOMATON, *X[:6]), *(node("le", x, 4) for x in X[:6])),
    "true by the domains": node("and", *(node("or", node("ge", x, 1), p) for x, p in zip(X, P, strict=True)), *P[:2]),
    "a comparison": node("le", node("add", X[0], 3), X[1]),
    "choices": node(
        "and", *(node("or", node("le", node("add", x, 3), y), p) for x, y, p in zip(X, X[1:], P, strict=False))
    ),
    "disequalities": node("and", *(node("ne", node("sub", x, y), 3) for x, y in itertools.pairwise(X))),
    "equivalences": node("and", *(node("iff", p, node("and", *P[:5], q)) for p, q in itertools.pairwise(P))),
    "sums of conditions": node(
        "and",
        *(
            node("le", node("add", *(node("if", node("le", node("add", x, 2), y), 5, 0) for y in X[8:13])), 15)
            for x in X[:8]
        ),
    ),
    "a product": node("le", node("mul", X[0], X[1]), node("mul", X[2], X[3])),
}


@pytest.mark.parametrize("encoding", ["order", "direct", "log", "auto"])
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_an_estimate_is_near(name, encoding):
    model = Model()
    for x in X:
        model.int(x.args[0], Domain([(1, 20)]))
    for p in P:
        model.bool(p.args[0])
    model.add(CONSTRAINTS[name])
    options, sink = EncoderOptions(encoding), Sink()
    found = prepared(normalized(model, options), options)
    about = estimate(found.propagated.normal.norm, found.aliases.free, found.encodings).total
    encoder = Encoder(found, sink, options)
    encoder.write(found.propagated.normal.norm.required, encoder.declare())
    written = sink.flat().count(0)
    assert written / 4 < about < 4 * written, (about, written)


@pytest.mark.parametrize("encoding", ["log", "compact-order"])
def test_a_disequality_of_many_values_is_about_bits(encoding):
    model, options = Model(), EncoderOptions(encoding)
    for x in X[:12]:
        model.int(x.args[0], Domain([(0, 299)]))
    for x, y in itertools.combinations(X[:12], 2):
        model.add(node("ne", x, y))
    found = prepared(normalized(model, options), options)
    about = estimate(found.propagated.normal.norm, found.aliases.free, found.encodings).total
    assert 1_000 < about < 60_000  # by values 70,000 and more


@pytest.mark.parametrize("op", ["le", "eq"])
def test_the_coefficients_of_a_sum_may_be_more_than_a_float_can_be(op):
    model, options = Model(), EncoderOptions("order")
    for x in X[:3]:
        model.int(x.args[0], Domain([(0, 300)]))
    large = 10**400
    model.add(node(op, node("add", X[0], node("mul", large, X[1]), node("mul", 7, X[2])), 5 * large))
    found = prepared(normalized(model, options), options)
    assert estimate(found.propagated.normal.norm, found.aliases.free, found.encodings).total < 100_000
