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
