"""Clauses that forbid cycles of arcs by states of a shift register, where eliminating vertices takes too many clauses.

Each vertex has a state, the bits of a linear feedback shift register, and the state after an arc is the next state.  A
register of k bits comes back to a state other than 0 after 2^k - 1 steps, not earlier, so no shorter cycle has states.

Source: A. Johnson, Quasi-linear reduction of Hamiltonian cycle problem to satisfiability problem, 2014; M. Heule,
Chinese remainder encoding for Hamiltonian cycles, SAT 2021, compares it with counters.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..cnf.sink import Sink
from .forest import Arc

TAPS = {2: 1, 3: 2, 4: 3, 5: 3, 6: 5, 7: 6, 9: 5, 10: 7, 11: 9, 15: 14, 17: 14, 18: 11, 20: 17, 21: 19, 22: 21, 23: 18}
"""By the number of bits: the bit, from 1 on, whose sum with the last one is the first bit of the next state."""


def bits_of(size: int) -> int:
    """Return the number of bits of a register that has more states than there are vertices."""
    return next(bits for bits in TAPS if (1 << bits) - 1 > size)


def no_cycle_by_register(sink: Sink, size: int, arcs: Iterable[Arc]) -> None:
    """Write clauses that forbid cycles of the arcs whose literals are true; the caller ensures that at most one true
    arc leaves each vertex.

    size: the number of vertices, which are 0 .. size - 1.  arcs: each as its start, its end and its literal.  Each
    vertex has a state of k bits, about log2(size) and 10 for 1000 vertices; each vertex takes k + 1 variables and 4
    clauses besides, each arc 2k clauses.
    """
    bits = bits_of(size)
    states = [sink.new(bits) for _ in range(size)]
    next_states = []
    for state in states:
        first, a, b = sink.var(), state[bits - 1], state[TAPS[bits] - 1]
        sink.out += (*state, 0, -first, a, b, 0, -first, -a, -b, 0, first, -a, b, 0, first, a, -b, 0)
        next_states.append((first, *state[: bits - 1]))
    for v, w, lit in arcs:
        for bit, later in zip(next_states[v], states[w], strict=True):
            sink.out += (-lit, -bit, later, 0, -lit, bit, -later, 0)
        sink.spill()
