"""Cycles that states of a shift register forbid, and circuits by them."""

import pytest
from support.oracle import encoded_solutions, solutions

from csp2sat.cnf.sink import Sink
from csp2sat.constraints.graphs import circuit
from csp2sat.encoder.options import EncoderOptions
from csp2sat.graphs.shift_register import TAPS, bits_of, no_cycle_by_register
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model, Origin


@pytest.mark.parametrize("bits", [bits for bits in TAPS if bits <= 18])
def test_a_register_comes_back_after_all_states_but_0(bits):
    state, steps = 1, 0
    while steps == 0 or state != 1:
        first = (state >> bits - 1 ^ state >> TAPS[bits] - 1) & 1
        state, steps = (state << 1 | first) & (1 << bits) - 1, steps + 1
    assert steps == (1 << bits) - 1


def test_there_are_more_states_than_vertices():
    assert [bits_of(size) for size in (1, 2, 3, 6, 7, 126, 127, 1022, 1023, 2046)] == [2, 2, 3, 3, 4, 7, 9, 10, 11, 11]


@pytest.mark.parametrize("values", [(0, 3), (-1, 4), (1, 3)])
@pytest.mark.parametrize("never", [(), (0,), (2,), (0, 1, 2, 3)])
def test_circuits_by_a_register_have_their_solutions(values, never, monkeypatch):
    monkeypatch.setattr(circuit, "MOST", -1)
    model = Model()
    terms = [model.int(f"x{at}", Domain([values])) for at in range(4)]
    parts = [node("circuit", *terms), *(node("ne", terms[at], at) for at in never)]
    for formula in parts:
        model.add(formula, Origin("text", 1, 1))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


def test_the_register_of_a_large_circuit_takes_few_clauses():
    sink, size = Sink(), 900
    arcs = [(v, (v + step) % size, sink.var()) for v in range(size) for step in range(1, 20)]
    before = sink.num_vars
    no_cycle_by_register(sink, size, arcs)
    assert sink.num_vars == before + 11 * size
