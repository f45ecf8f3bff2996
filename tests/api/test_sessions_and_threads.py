"""Sessions that several threads use: an interrupt at any stage ends the question, and a second question is refused."""

import copy
import threading

import pytest

import csp2sat
from csp2sat import LimitReached, UsageError, build
from csp2sat.base import time_limit


def squares():
    """A model whose encoding looks at the time limit."""
    m = csp2sat.Model()
    x = m.int_array("x", 3, 0, 9)
    m.add(build.all_different(x), x[0] * x[1] + x[2] * x[2] == 40)
    return m


def interrupted_within(monkeypatch, s, stage):
    """Let another thread interrupt the session once, within a method of its engine or growing model."""
    of, name = stage
    before, left = getattr(of, name), [1]

    def work(*args, **kwargs):
        if left:
            left.pop()
            other = threading.Thread(target=s.interrupt)
            other.start()
            other.join()
        return before(*args, **kwargs)

    monkeypatch.setattr(of, name, work)


STAGES = ("extending", "encoding", "asking", "sending")


def stage_of(s, stage):
    growing = s._engine._open
    of = {"extending": s._engine, "encoding": growing, "asking": growing, "sending": growing.solver}[stage]
    return of, {"extending": "extend", "encoding": "_selector", "asking": "ask", "sending": "_unsent"}[stage]


@pytest.mark.parametrize("stage", STAGES)
def test_an_interrupt_ends_the_question_at_any_stage(monkeypatch, stage):
    m = squares()
    x = [m[f"x_{i}"] for i in range(3)]
    with csp2sat.session(m) as s:
        interrupted_within(monkeypatch, s, stage_of(s, stage))
        found = s.solve([x[0] * x[2] >= 3])
        assert (found.status, found.reason) == ("UNKNOWN", "interrupted")
        assert s.solve([x[0] * x[2] >= 3]).status == "SATISFIABLE"  # the interrupt concerns no later question


@pytest.mark.parametrize("stage", STAGES[1:])
def test_other_questions_end_as_at_a_time_limit(monkeypatch, stage):
    m = squares()
    x = [m[f"x_{i}"] for i in range(3)]
    with csp2sat.session(m) as s:
        interrupted_within(monkeypatch, s, stage_of(s, stage))
        with pytest.raises(LimitReached, match="interrupted"):
            s.possible(assumptions=[x[0] >= 1])
        interrupted_within(monkeypatch, s, stage_of(s, stage))
        assert s.minimize(x[0] * x[1], [x[2] >= 1]).reason == "interrupted"
        assert s.backbone() is not None


def test_an_interrupt_between_questions_concerns_none():
    m = squares()
    with csp2sat.session(m) as s:
        s.interrupt()
        assert s.solve()
        s.interrupt()
        assert s.minimize(m["x_0"]).status == "OPTIMUM FOUND"


def refused(ask):
    """Return what another thread gets for a question: the UsageError's message, or the answer."""
    got = []

    def work():
        try:
            got.append(ask())
        except UsageError as error:
            got.append(str(error))

    other = threading.Thread(target=work)
    other.start()
    other.join()
    return got[0]


def test_a_second_thread_is_refused_while_a_question_is_answered():
    m = csp2sat.Model()
    x, got = m.int("x", 0, 3), []
    with csp2sat.session(m) as s:

        def better(value, solution):
            asked = (s.solve, s.possible, s.backbone, s.core, s.block, lambda: s.add(x > 1), lambda: s.maximize(x))
            got.extend(map(refused, asked))

        assert s.minimize(x, on_better=better).objective == 0
        assert set(got) == {"this session is answering another thread; expected a session for each thread, or a lock"}
        assert refused(lambda: s.solve([x > 2]).status) == "SATISFIABLE"  # after the question any thread may ask


@pytest.mark.parametrize("end", ["interrupt", "close"])
def test_a_callback_may_interrupt_or_close(end):
    m = csp2sat.Model()
    x = m.int_array("x", 6, 0, 40)
    m.add(x[0] == 0, build.all_different([x[i] - x[j] for i in range(6) for j in range(i)]))
    m.add(*(x[i] < x[i + 1] for i in range(5)))
    with csp2sat.session(m) as s:
        found = s.minimize(x[5], on_better=lambda value, solution: getattr(s, end)())
    assert (found.status, found.reason) == ("SATISFIABLE", "interrupted")


def test_clauses_in_memory_grow_for_one_thread_at_a_time(monkeypatch):
    m = squares()
    f = csp2sat.encode(m)
    copy.deepcopy(f._turn)
    before, got = f._engine.literal, []

    def literal(formula):
        got.append(refused(lambda: f.add(m["x_0"] > 1)))
        return before(formula)

    monkeypatch.setattr(f._engine, "literal", literal)
    assert f.literal(m["x_0"] > 3)
    assert got == ["this formula is answering another thread; expected a formula for each thread, or a lock"]


def test_the_event_of_a_question_ends_with_it():
    with csp2sat.session(squares()) as s:
        s.solve()
    assert not time_limit.is_cancelled()
