"""The status of a question that CPMpy reads: how it ended, and its seconds, whatever the way to end."""

from __future__ import annotations

import pytest

cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")

from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402

from csp2sat.cpmpy import CPM_csp2sat  # noqa: E402


@pytest.fixture
def xs():
    return cp.intvar(0, 3, shape=3, name="x")


@pytest.mark.parametrize("least, limit", [(1, None), (9, None), (1, 1e-6)], ids=["found", "none", "limit"])
def test_every_way_to_end_has_its_time(least, limit, xs):
    """Both times are recorded by the solver itself: CPMpy 1.0 copies neither to the other."""
    for question in ("solve", "solveAll"):
        solver = CPM_csp2sat(cp.Model(cp.sum(xs) >= least, xs[0] < 2))
        getattr(solver, question)(time_limit=limit)
        assert 0 < solver.cpm_status.runtime == solver.cpm_status.solve_time


@pytest.mark.parametrize("question", ["solve", "solveAll"])
def test_a_question_that_is_interrupted_leaves_no_status_of_the_one_before(question, xs):
    """An exception in the caller's display, as Ctrl-C is, ends the question; its time is recorded."""

    def interrupt():
        raise KeyboardInterrupt

    solver = CPM_csp2sat(cp.Model(cp.sum(xs) >= 1))
    solver.maximize(cp.sum(xs))
    assert solver.solve()
    before = solver.status()
    with pytest.raises(KeyboardInterrupt):
        getattr(solver, question)(display=interrupt)
    assert solver.status() is not before
    assert solver.status().exitstatus == ExitStatus.UNKNOWN
    assert 0 < solver.cpm_status.runtime == solver.cpm_status.solve_time


def test_every_question_with_assumptions_or_a_proof_has_its_time(xs, tmp_path):
    solver = CPM_csp2sat(cp.Model(cp.sum(xs) >= 1))
    for assumed, status in ((xs[0] > 0, ExitStatus.FEASIBLE), (xs[0] > 3, ExitStatus.UNSATISFIABLE)):
        solver.solve(assumptions=[assumed])
        assert solver.status().exitstatus == status
        assert 0 < solver.cpm_status.runtime == solver.cpm_status.solve_time
    proving = CPM_csp2sat(cp.Model(cp.sum(xs) > 9), proof=str(tmp_path / "none"))
    assert not proving.solve()
    assert proving.status().exitstatus == ExitStatus.UNSATISFIABLE
    assert 0 < proving.cpm_status.runtime == proving.cpm_status.solve_time


def test_the_bound_is_part_of_the_result(xs):
    solver = CPM_csp2sat(cp.Model(cp.sum(xs) >= 1))
    solver.minimize(cp.sum(xs))
    assert solver.native_result is None
    assert solver.solve() and solver.native_result.bound == (1, 1)
    solver.solve(time_limit=1e-6)
    assert solver.native_result.reason == "time"
