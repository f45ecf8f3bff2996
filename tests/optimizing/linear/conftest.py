"""Small problems are explored as linear programs, too, though a solver would answer them at once."""

import pytest

from csp2sat.optimizing.touring import problem_size


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr(problem_size, "FEW", 0)
