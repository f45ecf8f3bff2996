"""Children of incremental sessions, and a formula on which one works for long."""

from __future__ import annotations

import time

from csp2sat.api import solvers as probe
from csp2sat.runner.process.outcome import EFFORT_PER_SECOND
from csp2sat.runner.session.session import SolverSession
from support.fake_solvers import is_running

HARD = probe.pigeonhole(14).flat
SHORT, LONG = EFFORT_PER_SECOND // 20, 9 * EFFORT_PER_SECOND


def child_of(live: SolverSession) -> int:
    """The process of its child."""
    assert live._peer is not None
    return live._peer._child.process.pid


def gone(pid: int) -> bool:
    until = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_running(pid)
