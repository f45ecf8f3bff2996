"""The end of incremental sessions: interruption, children that die, and limits of memory."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from support.fake_solvers import is_running
from support.session_children import HARD, LONG, SHORT, child_of, gone

from csp2sat.api import solvers as probe
from csp2sat.errors import SolverError
from csp2sat.runner.config import config
from csp2sat.runner.process import child, children, outcome
from csp2sat.runner.session import session
from csp2sat.runner.session.session import SolverSession


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="the system has no alarms")
def test_an_alarm_while_the_child_starts_leaves_no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alarmed(children.ChildPeer):
        def __init__(self, *words: Any):
            super().__init__(*words)
            signal.raise_signal(signal.SIGALRM)
            started.append(self._child.process.pid)

    def late(*_: object) -> None:
        raise TimeoutError

    started: list[int] = []
    monkeypatch.setattr(children, "peer", Alarmed)
    before = signal.signal(signal.SIGALRM, late)
    try:
        with pytest.raises(TimeoutError), SolverSession() as live:
            live.solve()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert started and gone(started[0])


def test_a_stop_that_comes_when_the_child_is_gone() -> None:
    """Another thread may be about to send it; its pipe's number may be that of another file by then."""
    with SolverSession() as live:
        live.add([1, 0])
        assert live.solve().status == "sat" and live._peer is not None
        send = live._peer.send
    send(b"stop")


@pytest.mark.children
def test_close_and_go_on() -> None:
    live = SolverSession()
    live.add([1, 0])
    assert live.solve().literals == [1]
    pid = child_of(live)
    live.close()
    assert gone(pid)
    live.close()
    assert live.solve([-1]).core == [-1]
    live.close()


@pytest.mark.children
def test_an_error_inside_the_block_ends_the_child() -> None:
    with pytest.raises(RuntimeError), SolverSession(1) as live:
        live.solve()
        pid = child_of(live)
        raise RuntimeError
    assert gone(pid)


def test_a_deadline() -> None:
    with SolverSession() as live:
        live.add(HARD)
        started = time.monotonic()
        found = live.solve(deadline=started + 0.5)
        assert (found.status, found.reason, found.literals) == ("unknown", "time", [])
        assert 0.4 < time.monotonic() - started < 5
        assert live.solve(deadline=time.monotonic() - 1).reason == "time"
        easy = [-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14]  # no hole for the first one
        assert live.solve(easy, deadline=time.monotonic() + 60).status == "unsat"


def test_interrupt_from_another_thread() -> None:
    with SolverSession() as live:
        live.add(HARD)
        threading.Timer(0.3, live.interrupt).start()
        found = live.solve(deadline=time.monotonic() + 60)
        assert (found.status, found.reason) == ("unknown", "interrupted")
        assert live.solve([-a for a in range(1, 15)]).status == "unsat"


@pytest.mark.children
@pytest.mark.parametrize("name", ["cadical195", "minisat22"])
def test_a_question_that_is_stopped_leaves_the_child(name: str) -> None:
    with SolverSession(arguments=["--solver", name], name="mine") as live:
        live.add(HARD)
        assert live.solve([-a for a in range(1, 15)]).status == "unsat"
        pid, stop = child_of(live), outcome.Stop()
        threading.Timer(0.3, stop.set).start()
        found = live.solve(budget=LONG, stop=stop)
        assert (found.status, found.reason, found.solver) == ("unknown", "interrupted", "mine")
        assert found.seconds < 20
        assert live.solve(budget=3 * SHORT).reason == "time"
        assert live.solve([-a for a in range(1, 15)], budget=LONG, stop=outcome.Stop()).status == "unsat"
        assert child_of(live) == pid


def test_a_stop_before_or_after_the_question() -> None:
    with SolverSession(1) as live:
        stop = outcome.Stop()
        stop.set()
        for _ in range(3):
            assert live.solve(budget=LONG, stop=stop).reason == "interrupted"
            assert live.solve(budget=LONG).status == "sat"
        late = outcome.Stop()
        assert live.solve(budget=LONG, stop=late).status == "sat"
        late.set()
        live._stop(live._question - 1)  # as if it had been on its way
        assert live.solve([1], budget=LONG).literals == [1]
        assert live.solve([-1]).literals == [-1]


def test_stops_at_any_moment() -> None:
    delays = random.Random(3)
    with SolverSession() as live:
        live.add(probe.pigeonhole(7).flat)
        for _ in range(60):
            stop = outcome.Stop()
            timer = threading.Timer(delays.random() / 200, stop.set)
            timer.start()
            assumed = [-a for a in range(1, 8)]
            assert live.solve(assumed, budget=LONG, stop=stop).status in ("unsat", "unknown")
            assert live.solve(assumed, budget=LONG).status == "unsat"
            assert live.solve([1, -8], budget=LONG, stop=outcome.Stop()).status in ("unsat", "sat")


@pytest.mark.children
def test_interrupt_when_nothing_runs_changes_nothing() -> None:
    with SolverSession(1) as live:
        live.interrupt()
        assert live.solve().status == "sat"
        pid = child_of(live)
        live.interrupt()
        assert live.solve().status == "sat" and child_of(live) == pid


def test_an_interrupt_that_comes_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    with SolverSession(1) as live:
        understand = live._understand

        def late(*arguments: object) -> object:
            live.interrupt()
            return understand(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(live, "_understand", late)
        assert live.solve().status == "sat"
        monkeypatch.undo()
        assert live.solve().status == "sat"


@pytest.mark.children
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_child_that_dies(number: signal.Signals) -> None:
    with SolverSession() as live:
        live.add(HARD)
        live.solve(deadline=time.monotonic())
        threading.Timer(0.3, lambda: os.kill(child_of(live), number)).start()
        with pytest.raises(SolverError) as caught:
            live.solve(deadline=time.monotonic() + 60)
        assert str(caught.value) == f"embedded was killed by signal {number.value} ({number.name})"
        assert live.solve([-a for a in range(1, 15)]).status == "unsat"


@pytest.mark.children
def test_a_child_that_died_between_two_questions() -> None:
    with SolverSession(1) as live:
        live.solve()
        os.kill(child_of(live), signal.SIGKILL)
        with pytest.raises(SolverError, match=r"^embedded was killed by signal 9 \(SIGKILL\)$"):
            live.solve()
        assert live.solve().status == "sat"


@pytest.mark.children
def test_keyboard_interrupt_ends_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    pids = []

    def look(self: SolverSession, deadline: float | None) -> None:
        if self._peer is not None:
            pids.append(child_of(self))
            raise KeyboardInterrupt

    with SolverSession() as live:
        live.add(HARD)
        monkeypatch.setattr(session, "TICK", 0.1)
        monkeypatch.setattr(SolverSession, "_check_peer", look)
        with pytest.raises(KeyboardInterrupt):
            live.solve()
        assert gone(pids[0])


ORPHAN = """
import sys, threading
from csp2sat.api import solvers as probe
from csp2sat.runner.session.session import SolverSession
live = SolverSession(1)
live.solve()
print(live._peer._child.process.pid, flush=True)
if sys.argv[1] == "solving":
    live.add(probe.pigeonhole(14).flat)
    live.solve()
sys.stdin.read()
"""


@pytest.mark.children
@pytest.mark.parametrize("state", ["idle", "solving"])
def test_no_orphan_when_we_are_killed(state: str) -> None:
    command = [sys.executable, "-c", ORPHAN, state]
    with subprocess.Popen(command, cwd=config.PACKAGE.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(0.3)
        assert is_running(pid)
        parent.kill()
    assert gone(pid)


@pytest.mark.children
@pytest.mark.skipif(not child.KEEPS_MEMORY_LIMIT, reason="the system keeps no limit")
def test_the_memory_limit() -> None:
    with SolverSession(memory=100) as live:
        live.add([a for v in range(1, 200000) for a in (v, v + 1, -v - 2, 0)])
        found = live.solve()
        assert (found.status, found.reason) == ("unknown", "memory")
