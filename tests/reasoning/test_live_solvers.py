"""Solvers of small statements, few of which are alive at a time where each takes real memory."""

import csp2sat
from csp2sat.reasoning.search import parts


def test_few_live_solvers_change_no_fact(monkeypatch):
    monkeypatch.setenv("CSP2SAT_HOST", "inside")  # the search for steps runs in this process
    board = csp2sat.generate("nurikabe", 5, 5, seed=3)
    usual = csp2sat.steps(board)
    alive = []

    class Watched(parts.LiveSolvers):
        def use(self, part):
            super().use(part)
            alive.append(sum(each() is not None for each in self._parts.values()))

    monkeypatch.setattr(parts, "LIVE", Watched(2))
    found = csp2sat.steps(board)
    assert (found.status, found.solution) == ("SOLVED", usual.solution)
    assert len(alive) > 50 and max(alive) <= 2


def test_questions_leave_few_variables_behind():
    """Models of a statement have the variables that its questions left; these stay few, and answers what they are."""
    base = parts.ClauseStore(3, [])
    part = parts.SmallSolver([[1, 2], [-1, 3], [-2, 3]], base, {var: {"group": None} for var in (1, 2, 3)})
    greatest = 0
    for _ in range(200):
        assert part.forced([], [1, 2, 3]) == [3] and part.reason([-1], 2) == [-1]
        greatest = max(greatest, part.solver.nof_vars())
    assert greatest < 50
