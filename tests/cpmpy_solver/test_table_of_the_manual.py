"""What the manual says that users of CPMpy are to write: the same solutions as CPMpy's own evaluation of its own."""

from itertools import combinations, product

import pytest

cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")

from cpmpy.expressions.utils import argval  # noqa: E402

import csp2sat  # noqa: E402
from csp2sat import build  # noqa: E402

ROWS = [(0, 1, 2), (2, 2, 2), (1, 0, -1)]
SHORT = [(0, "*", 2), (1, 1, "*")]
PAIRS = {
    "sum": (lambda x, p: cp.sum(x) == 2, lambda x, p: x.sum() == 2),
    "sum of a nest": (lambda x, p: cp.sum([x[0], 2 * x[1]]) == 2, lambda x, p: build.sum([x[0], [2 * x[1]]]) == 2),
    "max": (lambda x, p: cp.max(x) == 1, lambda x, p: build.maximum(x) == 1),
    "min": (lambda x, p: cp.min(x) == 1, lambda x, p: build.minimum(x) == 1),
    "circuit": (lambda x, p: cp.Circuit(x), lambda x, p: build.circuit(x)),
    "cumulative": (
        lambda x, p: cp.Cumulative(x, [1, 2, 1], demand=[1, 2, 1], capacity=2),
        lambda x, p: build.cumulative([(x[i], [1, 2, 1][i], None, [1, 2, 1][i]) for i in range(3)], 2),
    ),
    "cumulative, durations that vary": (
        lambda x, p: cp.Cumulative([0, 1, 0], x, demand=[1, 1, 1], capacity=1),
        lambda x, p: [build.cumulative([([0, 1, 0][i], x[i], None, 1) for i in range(3)], 1), x >= 0],
    ),
    "no overlap": (
        lambda x, p: cp.NoOverlap(x, [1, 2, 0]),
        lambda x, p: build.disjunctive(zip(x, [1, 2, 0], strict=True)),
    ),
    "cardinalities": (
        lambda x, p: cp.GlobalCardinalityCount(x, [0, 1], [1, 2]),
        lambda x, p: build.global_cardinality(x, zip([0, 1], [1, 2], strict=True)),
    ),
    "cardinalities, closed": (
        lambda x, p: cp.GlobalCardinalityCount(x, [0, 1], [x[0], 2], closed=True),
        lambda x, p: [
            build.global_cardinality(x, zip([0, 1], [x[0], 2], strict=True)),
            [build.any_(v == 0, v == 1) for v in x],
        ],
    ),
    "inverse": (lambda x, p: cp.Inverse(x, [1, 2, 0]), lambda x, p: build.inverse(x, [1, 2, 0])),
    "lex less": (lambda x, p: cp.LexLess(x[:2], x[1:]), lambda x, p: build.lex_less(x[:2], x[1:])),
    "lex less or equal": (lambda x, p: cp.LexLessEq(x[:2], x[1:]), lambda x, p: build.lex_lesseq(x[:2], x[1:])),
    "if then else": (
        lambda x, p: cp.IfThenElse(p, x[0] == 1, x[1] == 2),
        lambda x, p: build.if_(p, x[0] == 1, x[1] == 2),
    ),
    "xor": (lambda x, p: cp.Xor([p, x[0] > 0, x[1] > 1]), lambda x, p: build.xor(p, x[0] > 0, x[1] > 1)),
    "table": (lambda x, p: cp.Table(x, ROWS), lambda x, p: build.table(x, ROWS)),
    "negative table": (lambda x, p: cp.NegativeTable(x, ROWS), lambda x, p: build.table(x, ROWS, supports=False)),
    "short table": (lambda x, p: cp.ShortTable(x, SHORT), lambda x, p: build.extension_supports(x, SHORT)),
    "in a domain": (lambda x, p: cp.InDomain(x[0], [0, 2]), lambda x, p: build.any_(x[0] == v for v in [0, 2])),
    "increasing": (lambda x, p: cp.Increasing(x), lambda x, p: x[:-1] <= x[1:]),
    "strictly increasing": (lambda x, p: cp.IncreasingStrict(x), lambda x, p: x[:-1] < x[1:]),
    "all equal": (lambda x, p: cp.AllEqual(x), lambda x, p: x[1:] == x[0]),
    "all different but 0": (
        lambda x, p: cp.AllDifferentExcept0(x),
        lambda x, p: [(a != b) | (a == 0) for a, b in combinations(x, 2)],
    ),
    "among": (
        lambda x, p: cp.Among(x, [0, 2]) == 2,
        lambda x, p: build.sum(build.any_(a == v for v in [0, 2]) for a in x) == 2,
    ),
    "count": (lambda x, p: cp.Count(x, 1) >= 2, lambda x, p: build.count(1, x, ">=", 2)),
    "number of values": (lambda x, p: cp.NValue(x) == 2, lambda x, p: build.n_values(2, x)),
    "element": (lambda x, p: cp.Element([2, 0, 1], x[0]) == x[1], lambda x, p: csp2sat.array([2, 0, 1])[x[0]] == x[1]),
    "a mask": (
        lambda x, p: cp.sum(x[[True, False, True]]) == 1,
        lambda x, p: build.sum(v for v, here in zip(x, [True, False, True], strict=True) if here) == 1,
    ),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("case", PAIRS)
def test_pair(case):
    theirs, ours = PAIRS[case]
    x, p = cp.intvar(-1, 2, shape=3, name="x"), cp.boolvar(name="p")
    expected, constraint = set(), theirs(x, p)
    for *values, truth in product(*[range(-1, 3)] * 3, (False, True)):
        for variable, value in zip([*x, p], [*values, truth], strict=True):
            variable._value = value
        if argval(constraint):
            expected.add((*values, truth))
    m = csp2sat.Model()
    xs, q = m.int_array("x", 3, -1, 2), m.bool("p")
    m.add(ours(xs, q))
    assert {(*s.value(xs), s[q]) for s in csp2sat.solutions(m)} == expected
    assert 0 < len(expected) < 128, "the example should say something"
