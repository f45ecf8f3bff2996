"""The scene of each test."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.fault_scene import Scene

collect_ignore = [] if sys.platform.startswith("linux") else ["test_faulty_solvers.py", "test_bad_places.py"]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = Scene(tmp_path)
    yield made
    made.close()
