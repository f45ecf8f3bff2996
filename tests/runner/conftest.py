"""No solvers of the user's who runs the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from csp2sat.runner.config import config


@pytest.fixture(autouse=True)
def no_other_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(config.VARIABLE, raising=False)
