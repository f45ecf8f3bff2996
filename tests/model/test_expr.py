"""Expressions are interned: equal ones are one object for as long as one of them is used, and no longer.

The operators are of these tests only.
"""

import threading

import pytest

from csp2sat.model import expr, interning
from csp2sat.model.expr import forget_unused, int_var, node

X = int_var("x")


@pytest.fixture
def few(monkeypatch):
    """Nodes are looked at when there are more than a hundred of an operator."""
    monkeypatch.setattr(interning, "FEW", 100)
    monkeypatch.setattr(interning.Pool, "limit", 100)
    forget_unused()


def alive(op):
    return len(expr._pools[op])


def test_what_is_used_stays_itself():
    held = [node("held", X, value) for value in range(1000)]
    forget_unused()
    assert all(node("held", X, value) is each for value, each in enumerate(held))


def test_what_is_not_used_is_forgotten_with_all_that_only_it_used():
    before = alive("upper"), alive("lower")
    held = node("lower", X, 1)
    node("upper", node("lower", X, 2), held)
    forget_unused()
    assert (alive("upper"), alive("lower")) == (before[0], before[1] + 1)
    assert node("lower", X, 1) is held


def test_nests_of_two_operators_are_forgotten_at_once():
    before = alive("odd"), alive("even")
    nest = node("even", X)
    for _ in range(30_000):
        nest = node("odd", node("even", nest))
    del nest
    forget_unused()
    assert (alive("odd"), alive("even")) == before


def test_nodes_that_come_and_go_take_no_memory(few):
    for value in range(5000):
        node("fleeting", X, value)
        assert alive("fleeting") <= 101


def test_as_many_as_are_used_are_kept(few):
    held = [node("kept", X, value) for value in range(5000)]
    assert alive("kept") >= 5000
    assert all(node("kept", X, value) is each for value, each in enumerate(held))


def test_threads_get_the_same_nodes(few):
    """Each of them holds what it made and makes what is forgotten at once: the same number is the same node for all."""
    made: list[list[expr.Expr]] = []

    def work():
        mine = []
        for value in range(3000):
            mine.append(node("over", node("shared", X, value)))
            node("shared", X, -value)
        made.append(mine)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert all(len(set(same)) == 1 for same in zip(*made, strict=True))


def test_forgetting_between_questions_takes_a_small_part_of_the_time(monkeypatch):
    clock = iter([100.0, 101.0, 102.0, 120.9, 121.0, 121.1])  # a second of work, so that 20 have to pass
    monkeypatch.setattr(interning.time, "monotonic", lambda: next(clock))
    pools, forgotten = interning.Pools(expr.Expr), []
    monkeypatch.setattr(pools, "forget_unused", lambda: forgotten.append(1))
    counts = []
    for _ in range(4):
        pools.forget_between()
        counts.append(len(forgotten))
    assert counts == [1, 1, 1, 2]
