"""All literals of values at once, `eqs`, against the literals one by one: the same literals by the same clauses."""

from __future__ import annotations

import pytest

from csp2sat.cnf.sink import Sink
from csp2sat.ints import direct, order
from csp2sat.ints.affine import alias
from csp2sat.ints.spec import IntCode

VALUES = ([4], [2, 3], range(3, 9), [1, 4, 5, 9, 12])


@pytest.mark.together
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("code", [order.code, direct.code])
@pytest.mark.parametrize("view", [None, (1, 0), (1, 3), (-1, 2), (-2, 1)])
@pytest.mark.parametrize("known", [(), (1,), (0, 2)])
def test_all_at_once_as_one_by_one(values, code, view, known):
    found = []
    for at_once in (False, True):
        sink = Sink()
        x = code(sink, values)
        for at in known:
            x.eq(x.values[at % len(values)])
        y = alias(x, *view) if view else x
        lits = [*(y.eqs() if at_once else IntCode.eqs(y))]
        assert lits == [y.eq(value) for value in y.values]
        found.append((lits, sink.flat(), sink.num_vars))
    assert found[0] == found[1]


def test_literals_that_other_clauses_define_are_taken():
    sink = Sink()
    x = order.code(sink, range(5))
    own = sink.new(2)
    x.adopt({0: own[0], 3: -own[1]})
    lits = x.eqs()
    assert (lits[0], lits[3]) == (own[0], -own[1]) and lits == [x.eq(value) for value in range(5)]
