"""Templates: what is copied says the same as what is written, also about integers that share literals or are fixed."""

from itertools import product

import pytest

from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import TRUE, Sink
from csp2sat.encoder.normalize.relations import Column, _template, write
from csp2sat.ints import direct, order
from csp2sat.ints.affine import Affine, compare

VALUES = range(4)
TUPLES = [[], [(0, 3), (1, 1), (2, 0)], [(v, w) for v in VALUES for w in VALUES if v != w], [(3, 3)]]


def pairs(sink):
    """Return pairs of integers by what is special about them, and for values of two integers the literals that hold."""
    x, y = order.code(sink, VALUES), order.code(sink, VALUES)
    by_value = direct.code(sink, VALUES)
    fixed = order.constant(sink, 1)
    return {
        "order": (x, y),
        "mixed": (x, by_value),
        "shared": (x, Affine(x, -1, 3)),
        "fixed": (x, fixed),
        "both fixed": (fixed, fixed),
    }


@pytest.mark.parametrize("name", ["order", "mixed", "shared", "fixed", "both fixed"])
@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("tuples", TUPLES, ids=len)
def test_copied_clauses_say_which_values_are_allowed(name, tuples, positive):
    for unless in ((), (True,)):
        sink = Sink()
        codes = pairs(sink)[name]
        guard = tuple(sink.new(len(unless)))
        axioms = len(sink.defs)
        columns = [Column(x, code, 1, 0) for x, code in enumerate(codes)]
        write(sink, frozenset(tuples), columns, positive, guard)
        written = [*clauses(sink.out), *clauses(sink.defs[axioms:])]
        assert all(len({*map(abs, clause)} - {TRUE}) == len(clause) for clause in clauses(sink.out))
        for v, w in product(*(code.values for code in codes)):
            if name == "shared" and w != 3 - v:
                continue
            true = {TRUE, *[-lit for lit in guard]}
            for code, value in zip(codes, (v, w), strict=True):
                true |= {lit if value <= bound else -lit for bound in VALUES for lit in [code.le(bound)]}
                true |= {lit if value == each else -lit for each in code.values for lit in [code.eq(each)]}
            holds = all(not true.isdisjoint(clause) for clause in written)
            assert holds == (((v, w) in tuples) == positive), (v, w, unless)
            if guard:
                true ^= {guard[0], -guard[0]}
                assert all(not true.isdisjoint(clause) for clause in clauses(sink.out))


def test_the_second_two_integers_get_a_template_in_each_formula():
    tuples, found = frozenset({(0, 3), (1, 1), (2, 0), (3, 2)}), []
    for prepared in (False, True, True):
        sink = Sink()
        before = _template.cache_info().currsize
        for number in range(2):
            codes = order.code(sink, VALUES), order.code(sink, VALUES)
            write(sink, tuples, [Column(x, code, -1, 5) for x, code in enumerate(codes)], False, ())
            assert _template.cache_info().currsize == before or number == 1
        assert _template.cache_info().currsize == before + (not prepared)
        found.append(sink.flat())
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("op", ["eq", "le", "ge"])
def test_an_integer_and_itself_are_compared_without_clauses(op):
    sink = Sink()
    x = order.code(sink, VALUES)
    compare(sink, op, x, x, (sink.var(),))
    assert not sink.out
