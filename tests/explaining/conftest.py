"""Fixtures: a pipeline, and a folder that is the current one."""

from __future__ import annotations

import pytest
from support.pipelines import pipeline


@pytest.fixture
def engine(tmp_path):
    return pipeline(tmp_path)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path
