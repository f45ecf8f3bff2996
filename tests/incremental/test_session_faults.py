"""Sessions where something goes wrong: answers, children that die, time limits, interrupts."""

import gc
import os
import signal
import threading
import time

import pytest
from support.random_sequences import in_process
from support.small_session import P, X, Y, small

from csp2sat.errors import LimitReached, SolverError, UsageError
from csp2sat.incremental.answers import AnswerReader
from csp2sat.incremental.session import ModelSession
from csp2sat.model.expr import FALSE, int_var, node
from csp2sat.model.model import Constraint, Model
from csp2sat.solving.pipeline import WrongAnswer


def pigeons(holes: int) -> Model:
    model = Model()
    birds = [model.int(f"b{i}", 1, holes) for i in range(holes + 1)]
    for i, bird in enumerate(birds):
        for other in birds[:i]:
            model.add(node("ne", bird, other))
    return model


def test_wrong_answers_are_seen(session, monkeypatch):
    session.solve([X >= 7])
    read = AnswerReader.read
    monkeypatch.setattr(AnswerReader, "read", lambda self, digits: read(self, b"1" * len(digits)))  # x and y are 0
    for ask in (session.solve, lambda: session.solve([X <= 0]), lambda: session.minimize(Y)):
        with pytest.raises(WrongAnswer, match=r"line 1, column 1: .* is violated"):
            ask()
    monkeypatch.setattr(AnswerReader, "read", lambda self, digits: read(self, digits[:1] + b"01" * 4 + digits[9:]))
    with pytest.raises(SolverError, match="'x' no value"):
        session.solve()
    monkeypatch.setattr(AnswerReader, "read", read)
    assert session.solve().status == "SATISFIABLE"


def test_wrong_answers_to_assumptions_and_excluded_ones_are_seen(session, monkeypatch):
    first = session.solve([X <= 0]).solution
    session.block()
    monkeypatch.setattr(AnswerReader, "read", lambda self, digits: first)
    with pytest.raises(WrongAnswer, match="excluded"):
        session.solve()
    with pytest.raises(WrongAnswer, match=r"\(ge x 1\) is violated"):
        session.solve([X >= 1])


def test_unchecked_answers(monkeypatch):
    with in_process(), ModelSession(small(), check=False) as session:
        monkeypatch.setattr(session._open._judge, "check", None)
        assert session.solve([X >= 3]).solution.bools["p"]
        assert session.minimize(X + Y).objective == 5


@pytest.mark.children
def test_a_closed_session(child):
    child.solve()
    process = child._open.solver._peer._child.process
    child.close()
    child.close()
    assert process.returncode is not None
    questions = (child.solve, child.core, child.constraint_core, lambda: child.add(P), child.extend, child.block)
    for question in (*questions, lambda: child.minimize(X), lambda: child.model):
        with pytest.raises(UsageError, match=r"closed|no answer"):
            question()
    child.interrupt()


@pytest.mark.children
def test_a_session_that_nobody_uses_any_more():
    session = ModelSession(small())
    session.solve()
    process = session._open.solver._peer._child.process
    del session
    gc.collect()
    assert process.returncode is not None


@pytest.mark.children
def test_a_child_that_dies(child):
    assert child.solve([X <= 2]).status == "SATISFIABLE"
    os.kill(child._open.solver._peer._child.process.pid, signal.SIGKILL)
    with pytest.raises(SolverError):
        child.solve()
    child.add(X >= 1)
    assert child.solve([X <= 1]).solution.ints["x"] == 1, "the next question starts another child"


def test_a_time_limit():
    with ModelSession(pigeons(25)) as session:
        start = time.monotonic()
        result = session.solve(deadline=start + 0.4)
        assert (result.status, result.reason) == ("UNKNOWN", "time") and time.monotonic() - start < 5
        assert session.solve([FALSE]).status == "UNSATISFIABLE"
        with pytest.raises(UsageError, match="no core"):
            session.solve(deadline=time.monotonic() - 1)
            session.core()
        best = session.minimize(int_var("b1"), deadline=time.monotonic() + 0.3)
        assert (best.status, best.reason, best.bound) == ("UNKNOWN", "time", (1, 25))


def test_a_limit_while_a_core_is_made_smaller(child):
    child.solve([~P, X >= 3])
    with pytest.raises(LimitReached):
        child.core(minimal=True, deadline=time.monotonic() - 1)
    assert set(child.core(minimal=True)) == {~P, X >= 3}


def test_interrupts(monkeypatch):
    with ModelSession(pigeons(25)) as session:
        timer = threading.Timer(0.5, session.interrupt)
        timer.start()
        assert session.solve().reason == "interrupted"
        timer.join()
        session.interrupt()  # nothing is asked
        previous = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            with pytest.raises(KeyboardInterrupt):
                session.solve()
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            best = session.minimize(int_var("b0"))
        finally:
            signal.signal(signal.SIGALRM, previous)
        assert best.status == "UNKNOWN" and isinstance(best.stopped, KeyboardInterrupt)
        assert session.solve([FALSE]).status == "UNSATISFIABLE"


def test_an_interrupt_while_something_is_encoded(session, monkeypatch):
    from csp2sat.encoder.clauses.formulas import Formulas

    session.solve([X <= 3])
    require = Formulas.require
    calls = []

    def interrupted(self, formula, unless=()):
        calls.append(formula)
        if len(calls) == 2:
            raise KeyboardInterrupt
        require(self, formula, unless)

    monkeypatch.setattr(Formulas, "require", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.extend([Constraint(node("eq", X * Y, Z)) for Z in (1, 2)])
    assert len(session.model.constraints) == 2
    assert session.solve([X * Y <= 3, X >= 1, Y >= 1]).status == "UNSATISFIABLE"
    assert session.solve([X * Y <= 4, X >= 1, Y >= 1]).status == "SATISFIABLE"
