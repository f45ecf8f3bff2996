"""Literals of bounds and of values that an integer in bits gets when they are needed: as few as possible."""

from __future__ import annotations

from csp2sat.cnf.sink import Sink
from csp2sat.ints import log


def test_many_bounds_at_once_are_order_literals_and_no_others():
    for values, bounds in ((range(21), range(-3, 30)), ([*range(0, 40, 2)], range(40))):
        sink, whole = Sink(), Sink()
        x, y = log.code(sink, values), log.code(whole, values)
        y.order()
        assert [*x.at_mosts(bounds)] == [*map(y.le, bounds)]
        assert (sink.num_vars, sink.flat()) == (whole.num_vars, whole.flat())


def test_as_many_bounds_as_are_defined_one_by_one_are_enough_when_they_come_again():
    sink = Sink()
    x = log.code(sink, range(17))
    lits, before = [x.le(bound) for bound in range(16)], sink.num_vars
    assert [*x.at_mosts(range(16))] == lits == [*map(x.le, range(16))]
    assert sink.num_vars == before


def test_a_value_takes_three_clauses_of_order_literals_that_there_are():
    sink = Sink()
    x = log.code(sink, range(21))
    x.order()
    before = sink.num_vars, sink.flat().count(0)
    x.eq(7)
    assert (sink.num_vars - before[0], sink.flat().count(0) - before[1]) == (1, 3)
    assert (x.eq(0), x.eq(20)) == (x.le(0), -x.le(19))
