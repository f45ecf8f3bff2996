"""Large tables of two terms as bands between lines, judged by all assignments of small ones."""

from random import Random

import pytest
from support.oracle import encoded_solutions, solutions

from csp2sat.encoder.normalize import bands
from csp2sat.encoder.options import EncoderOptions
from csp2sat.ints import supports as runs
from csp2sat.model.constraint import Relation
from csp2sat.model.domain import Domain
from csp2sat.model.expr import bool_var, int_var, node
from csp2sat.model.model import Model

X, Y, Z, P = int_var("x"), int_var("y"), int_var("z"), bool_var("p")
SIZE = range(12)
PAIRS = [(x, y) for x in SIZE for y in SIZE]
SHAPES = {
    "at most": [(x, y) for x, y in PAIRS if x <= y],
    "a sum": [(x, y) for x, y in PAIRS if 3 <= x + y <= 9],
    "a distance": [(x, y) for x, y in PAIRS if abs(x - y) <= 2],
    "far apart": [(x, y) for x, y in PAIRS if abs(x - y) > 3],  # no band either way
    "steps": [(x, y) for x, y in PAIRS if x == 0 or x == -(-y // 4)],
    "steps, turned": [(y, x) for x, y in PAIRS if x == 0 or x == -(-y // 4)],
    "a triangle": [(x, y) for x, y in PAIRS if x <= y <= 3 * x],
    "two rows": [(3, y) for y in SIZE] + [(7, y) for y in range(2, 6)],
    "one pair": [(2, 9)],
    "none": [],
    "all": PAIRS,
    "outside": [(x, y) for x in range(-30, 40) for y in range(-30, 40) if x < y],
    "random": [pair for pair in PAIRS if Random(str(pair)).random() < 0.7],
}
TERMS = {
    "two variables": (X, Y),
    "one variable": (X, X),
    "a sum": (node("add", X, Z), Y),
    "undefined": (node("div", X, Z), Y),
}
OTHERS = {
    "required": lambda formula: formula,
    "denied": lambda formula: node("not", formula),
    "a choice": lambda formula: node("or", P, formula),
    "equivalent": lambda formula: node("iff", P, formula),
}


def _model(formula) -> Model:
    model = Model()
    model.int("x", Domain([(-1, 10)]))
    model.int("y", Domain([(0, 4), (6, 12)]))
    model.int("z", Domain([(0, 1)]))
    model.bool("p")
    model.add(formula)
    return model


@pytest.fixture(params=["bands", "runs"])
def way(request, monkeypatch):
    """Make small tables large ones: for bands, or for runs of neighbouring values."""
    monkeypatch.setattr(bands, "MANY", 0 if request.param == "bands" else 1000)
    monkeypatch.setattr(runs, "LONG", 1 if request.param == "runs" else runs.LONG)


@pytest.mark.sample(6)
@pytest.mark.parametrize("encoding", ["order", "direct", "log", "compact-order", "auto"])
@pytest.mark.parametrize("inside", OTHERS)
@pytest.mark.parametrize("supports", [True, False])
@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_table_has_the_same_solutions(shape, terms, supports, inside, encoding, way):
    model = _model(OTHERS[inside](Relation(2, frozenset(SHAPES[shape]), supports)(*TERMS[terms])))
    assert encoded_solutions(model, EncoderOptions(encoding=encoding)) == solutions(model)


@pytest.mark.parametrize(
    ("shape", "number"), [("at most", 1), ("a sum", 2), ("two rows", 2), ("far apart", None), ("none", 0)]
)
def test_the_bands_of_a_table_are_few(shape, number):
    found = bands.bands_of(sorted(SHAPES[shape]))
    assert (None if found is None else len(found)) == number


def test_steps_of_equal_height_are_one_band():
    found = bands.bands_of(
        [*((0, y) for y in range(21)), *((x, y) for x in range(1, 6) for y in range(4 * x - 3, 4 * x + 1))]
    )
    assert found == [bands.Band(0, 0, (0, 0), (20, 0)), bands.Band(1, 5, (1, 4), (4, 4))]


def test_a_large_table_of_steps_takes_little():
    """A rounded quotient of 10,000 values: direct literals would take 100,000 clauses and more."""
    from csp2sat.cnf.sink import Sink
    from csp2sat.encoder.encoder import encode

    model = Model()
    model.int("x", Domain([(0, 2500)]))
    model.int("y", Domain([(0, 10_000)]))
    rows = frozenset([*((0, y) for y in range(10_001)), *((-(-y // 4), y) for y in range(10_001))])
    model.add(Relation(2, rows, True)(X, Y))
    sink = Sink()
    encode(model, sink, EncoderOptions(encoding="log"))
    assert sink.flat().count(0) < 2000
