"""The Python of README.md passes strict type checkers, as a user would run them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT


@pytest.fixture
def blocks(tmp_path: Path) -> list[str]:
    """Each block of Python in the README as a file in the current folder."""
    found = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    head = "import csp2sat\nfrom csp2sat import build\n\n"
    names = []
    for number, block in enumerate(found):
        path = tmp_path / f"block_{number}.py"
        path.write_text(block if "import csp2sat" in block else head + block)
        names.append(str(path))
    assert len(names) >= 3
    return names


def checked(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_mypy(blocks):
    """With the cache of `make lint`, which has seen the package."""
    done = checked([sys.executable, "-m", "mypy", "--strict", *blocks])
    assert done.returncode == 0, done.stdout


def test_a_wrong_program_would_be_seen(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import csp2sat\n\nm = csp2sat.Model()\nx: str = csp2sat.solve(m)[m.int("x", 0, 1)]\n')
    done = checked([sys.executable, "-m", "mypy", "--strict", str(wrong)])
    assert "Incompatible types in assignment" in done.stdout


@pytest.mark.skipif(not shutil.which("pyright"), reason="pyright is not installed")
def test_pyright(blocks):
    done = checked(["pyright", *blocks])
    assert done.returncode == 0, done.stdout
