"""Small problems are explored as linear programs, too, though a solver would answer them at once."""

import pytest

from csp2sat.optimizing import exploration


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr(exploration, "FEW", 0)
