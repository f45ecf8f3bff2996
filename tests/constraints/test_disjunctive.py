"""disjunctive: as one running task at each instant, and as pairs of tasks; each against all assignments."""

import random
from itertools import product

import pytest
from pysat.solvers import Solver
from support.oracle import clauses

from csp2sat.cnf.sink import Sink
from csp2sat.constraints.globals import disjunctive
from csp2sat.encoder.encoder import encode
from csp2sat.ints.spec import ENCODINGS
from csp2sat.model.expr import node
from csp2sat.model.model import Model

FIXED = [name for name in ENCODINGS if ENCODINGS[name].choose is None]


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("seed", range(12))
def test_instants_allow_what_the_meaning_allows(name, seed):
    rng = random.Random(seed)
    domains = []
    for _ in range(rng.randint(0, 3)):
        least = rng.randint(-2, 2)
        domains += [range(least, least + rng.randint(1, 5)), rng.choice(([1], [0], [2], [0, 1], [1, 2, 3]))]
    if seed % 4 == 0:
        domains[1::2] = [[1]] * len(domains[1::2])
    sink = Sink()
    codes = [ENCODINGS[name].code(sink, list(domain)) for domain in domains]
    disjunctive.encode(sink, *codes)
    literals = [[code.eq(value) for value in domain] for code, domain in zip(codes, domains, strict=True)]
    with Solver("cadical153", bootstrap_with=clauses(sink.flat())) as solver:
        for at in product(*(range(len(domain)) for domain in domains)):
            chosen = [lits[i] for lits, i in zip(literals, at, strict=True)]
            values = [domain[i] for domain, i in zip(domains, at, strict=True)]
            assert solver.solve(assumptions=chosen) == disjunctive.holds(*values), values


BOUNDS = {  # least and greatest origin and duration of each task in turn, and whether pairs are taken
    "no task": ([], False),
    "a job shop's machine": ([(0, 500), (40, 40)] * 10, True),
    "tasks of duration 1": ([(0, 500), (1, 1)] * 3, False),
    "tasks of duration 1 and of none": ([(0, 500), (1, 1), (0, 3), (0, 0)], False),
    "many tasks": ([(0, 500), (5, 5)] * 100, False),
    "many tasks at different times": ([each for at in range(100) for each in ((9 * at, 9 * at + 3), (5, 5))], True),
    "a duration that may be negative": ([(0, 500), (-1, 5)] * 100, True),
}


@pytest.mark.parametrize(("bounds", "pairs"), BOUNDS.values(), ids=BOUNDS)
def test_pairs_are_taken_unless_they_are_many(bounds, pairs):
    assert disjunctive.as_formula(bounds) == pairs


def test_the_choice_is_heeded():
    def size(tasks: int, duration: int) -> int:
        model = Model()
        starts = [model.int(f"s{at}", 0, 60) for at in range(tasks)]
        model.add(node("disjunctive", *(part for start in starts for part in (start, duration))))
        sink = Sink()
        encode(model, sink)
        return len(clauses(sink.flat()))

    assert size(3, 1) < 1000
    assert size(60, 1) < 60 * 59 / 2 * 60
