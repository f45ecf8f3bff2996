"""The small CSP as a file."""

import pytest
from support.real_commands import MAGIC


@pytest.fixture
def magic(tmp_path):
    path = tmp_path / "magic.csp"
    path.write_text(MAGIC)
    return path
