"""The seconds of phases: each moment counts once, however blocks of a phase lie in each other."""

from __future__ import annotations

import time

import pytest

import csp2sat
from csp2sat.solving.trace import Trace


def test_a_block_in_a_block_of_the_same_phase_counts_once():
    trace = Trace()
    quiet = trace.quiet()
    started = time.perf_counter()
    with trace.phase("solve"):
        time.sleep(0.02)
        with quiet.phase("solve"), trace.phase("check"):
            time.sleep(0.02)
        with pytest.raises(ValueError), quiet.phase("solve"):
            raise ValueError
    with trace.phase("solve"):
        time.sleep(0.02)
    passed = time.perf_counter() - started
    assert 0.06 <= trace.seconds["solve"] <= passed
    assert 0.02 <= trace.seconds["check"] <= passed - 0.04


def test_seconds_of_an_objective_are_no_more_than_have_passed():
    """The search and the solver that it asks both call what they do `solve`."""
    m = csp2sat.Model()
    xs = m.int_array("x", 12, 0, 40)
    m.add(csp2sat.build.all_different(xs), xs[0] + xs[1] > 30, xs.sum() < 200)
    m.maximize(xs[3] * 3 - xs[5] + xs[7] - 2 * xs[9])
    started = time.perf_counter()
    result = csp2sat.solve(m, solver="embedded")
    passed = time.perf_counter() - started
    assert result.status == "OPTIMUM FOUND"
    assert sum(result.statistics.seconds.values()) <= passed
