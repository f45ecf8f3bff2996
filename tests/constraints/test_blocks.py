"""The constraint on blocks of true formulas: clauses and formula against the meaning, over all rows."""

from itertools import product

import pytest
from support.oracle import assert_means, enumerate_answers

from csp2sat.cnf.sink import FALSE, TRUE, Sink
from csp2sat.constraints.globals.blocks import encode, formula, holds
from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.expr import node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model

ROWS = [(size, lengths) for size in range(6) for k in range(4) for lengths in product((1, 2, 3), repeat=k)]
LONG = [(9, ()), (9, (9,)), (9, (10,)), (9, (1, 1, 1, 1, 1)), (9, (2, 3, 2)), (9, (4, 4)), (9, (5, 4)), (11, (3, 1, 2))]


def measured(bits):
    return tuple(map(len, "".join("01"[bit] for bit in bits).replace("0", " ").split()))


@pytest.mark.parametrize("bits", list(product((False, True), repeat=6)))
def test_the_meaning(bits):
    assert [lengths for _, lengths in ROWS if holds(lengths, *bits)] == [
        lengths for _, lengths in ROWS if lengths == measured(bits)
    ]


@pytest.mark.sample(50)
@pytest.mark.parametrize("size, lengths", [*ROWS, *LONG])
def test_the_clauses_mean_it(size, lengths):
    assert_means(lambda sink, *cells: encode(sink, lengths, *cells), lambda *bits: measured(bits) == lengths, size)


@pytest.mark.sample(61)
@pytest.mark.parametrize("size, lengths", [*ROWS, *LONG])
def test_the_formula_means_it(size, lengths):
    names = [f"p{k}" for k in range(size)]
    model = Model()
    made = formula(lengths, *map(model.bool, names))
    for bits in product((False, True), repeat=size):
        assert evaluate(made, Answer({}, dict(zip(names, bits, strict=True)))) == (measured(bits) == lengths)


def test_anywhere_in_a_formula():
    model = Model()
    cells = [model.bool(f"p{k}") for k in range(4)]
    blocks = node("blocks", (1, 1), *cells)
    model.add(~blocks | cells[0])
    found = [tuple(answer.bools.values()) for answer in enumerate_answers(model, EncoderOptions())]
    assert sorted(found) == [bits for bits in product((False, True), repeat=4) if measured(bits) != (1, 1) or bits[0]]


def test_constants_and_equal_cells():
    for fixed in product((TRUE, FALSE, 2), repeat=4):
        sink = Sink()
        (x,) = sink.new(1)
        encode(sink, (2,), *fixed)
        values = {TRUE: True, FALSE: False}
        expected = {bit for bit in (False, True) if measured([values.get(lit, bit) for lit in fixed]) == (2,)}
        assert {bit for bit in (False, True) if _satisfiable(sink, x if bit else -x)} == expected


def _satisfiable(sink, literal):
    from pysat.solvers import Solver

    from csp2sat.cnf.flat_clauses import clauses

    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        return solver.solve(assumptions=[literal])


def test_a_row_takes_about_two_clauses_for_each_block_and_cell():
    sink = Sink()
    encode(sink, (3, 1, 4, 1, 5), *sink.new(50))
    assert sink.num_vars == 51 + 5 * (50 - 14 - 4)
    assert sink.flat().count(0) < 3 * 5 * 50
