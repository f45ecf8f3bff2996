"""A time limit holds while a model is encoded, too: in every part of that which may take long."""

import time

import pytest

import csp2sat
from csp2sat import LimitReached
from csp2sat.base import time_limit
from csp2sat.base.time_limit import check_time, time_left, until
from csp2sat.optimizing.local_improvement import LocalImprovement

LATE = 3.0  # CPU seconds, on a machine where others run; without a limit each takes more than twice as long


def wide(number):
    m = csp2sat.Model()
    v = m.int_array("v", number, 0, 10**6)
    m.add(v[k] + v[k + 1] > v[(k * 7) % number] + 3 for k in range(number - 1))
    return m


@pytest.mark.parametrize(("goal", "limit"), [("any", 0.5), ("best", 1.5)])  # a greedy solution takes 0.3 seconds
def test_variables_with_many_values(goal, limit):
    """Twenty of them took 27 seconds with a limit of five, and then there was an error."""
    m = wide(20)
    if goal == "best":
        m.minimize(m["v_0"])
    start = time.process_time()
    r = csp2sat.solve(m, timeout=limit, encoding="order")
    assert (r.status, r.reason) == ("UNKNOWN" if goal == "any" else "SATISFIABLE", "time")
    assert goal == "any" or r.bound[0] <= r["v_0"] == r.objective == r.bound[1]
    assert time.process_time() - start < LATE


def test_no_time_to_explain():
    """It looked as if there was a solution."""
    clash = csp2sat.loads("(int x 1 3) (= x 4)")
    assert (len(csp2sat.explain(clash).reasons), csp2sat.explain(clash, timeout=0).limit) == (1, "time")
    free = csp2sat.explain(csp2sat.loads("(int x 1 3)"))
    assert (free.reasons, free.complete, free.limit) == ([], True, "")


def test_other_questions():
    m = wide(8)
    assert csp2sat.count(m, timeout=0.2, encoding="order").limit == "time"
    for question in (csp2sat.backbone, lambda *args, **how: list(csp2sat.solutions(*args, **how))):
        with pytest.raises(LimitReached):
            question(m, timeout=0.2, encoding="order")


PARTS = [
    "csp2sat.encoder.normalize.normalize",
    "csp2sat.encoder.propagate.bounds",
    "csp2sat.encoder.encoder",
    "csp2sat.cnf.flat_clauses",
]


@pytest.mark.parametrize("part", PARTS)
def test_each_part_looks(part, monkeypatch):
    def over():
        raise LimitReached("time")

    monkeypatch.setattr(f"{part}.check_time", over)
    m = csp2sat.Model()
    x, y = m.int("x", 0, 9), m.int("y", 0, 9)
    m.add(2 * x + 3 * y >= 20)
    assert csp2sat.solve(m).reason == "time"


@pytest.mark.parametrize(
    ("part", "search"), [("encoder.encoder", None), ("encoder.weighted", None), ("optimizing.one_sided", "down")]
)
def test_each_part_looks_in_a_model_with_wishes(part, search, monkeypatch):
    """With 3600 wishes and a limit of a second the question took 13, since the limit was that of no part."""

    def stop():
        ended.append(time_limit.time_left())
        raise LimitReached("time")

    ended = []
    monkeypatch.setattr(f"csp2sat.{part}.check_time", stop)
    m = csp2sat.Model()
    x = m.bool_array("x", 4)
    m.add(x.sum() >= 2)
    for each in x:
        m.soft(~each, 3)
    csp2sat.solve(m, timeout=60, search=search)
    assert ended and all(left is not None and 0 < left < 61 for left in ended)


def test_all_of_a_question_has_the_limit(monkeypatch):
    """Work between encoding and the solver had none."""
    left = []
    real = LocalImprovement.__call__
    monkeypatch.setattr(LocalImprovement, "__call__", lambda self, *a: left.append(time_left()) or real(self, *a))
    m = csp2sat.Model()
    m.minimize(m.int("x", 3, 9) * m.int("y", 2, 9))
    assert csp2sat.solve(m, timeout=60).objective == 6
    assert left and None not in left


def test_no_limit_is_left_behind():
    with pytest.raises(LimitReached), until(time.monotonic() - 1):
        check_time()
    check_time()
    with until(time.monotonic() - 1), until(None):
        check_time()
    assert time_limit._end.get() is None
