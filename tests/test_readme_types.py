"""The Python of README.md and the manual passes strict type checkers, as a user would run them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import readme
from support.paths import ROOT

NUMPY = """
import csp2sat
import numpy as np
from csp2sat import build

m = csp2sat.Model()
taken, i = m.bool_array("taken", 20), m.int("i", np.int64(0), np.int64(3))
weights = taken * np.random.default_rng(1).integers(1, 30, 20)
m.add(weights.sum() <= np.int64(7), np.int64(3) * i == i * np.int64(2), build.all_different(i, np.int64(2)))
term: csp2sat.Term = build.if_(i > 1, i, np.int64(3))
formula: csp2sat.Formula = build.if_(i > 1, i > 2, i < 3)
"""


@pytest.fixture
def blocks(tmp_path: Path) -> list[str]:
    """Each block of Python as a file, with the imports that it may leave out; those of the chapter on CPMpy as one."""
    found = [block for path in readme.DOCUMENTS for block in readme.PYTHON.findall(path.read_text(encoding="utf-8"))]
    found.append("".join(readme.PY.findall((readme.ROOT / "csp2sat/manual/cpmpy.md").read_text(encoding="utf-8"))))
    names = []
    for number, block in enumerate(found):
        path = tmp_path / f"block_{number}.py"
        path.write_text(block if "import csp2sat" in block else readme.HEAD + block)
        names.append(str(path))
    assert len(names) >= 10 and "import cpmpy" in found[-1]
    numbers = tmp_path / "numbers_of_numpy.py"
    numbers.write_text(NUMPY)
    return [*names, str(numbers), str(Path(__file__).parent / "build" / "typed_program.py")]


def checked(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_mypy(blocks):
    """With the cache of `make lint`, which has seen the package."""
    done = checked([sys.executable, "-m", "mypy", "--strict", *blocks])
    assert done.returncode == 0, done.stdout


def test_the_typed_program_runs():
    done = checked([sys.executable, str(Path(__file__).parent / "build" / "typed_program.py")])
    assert done.returncode == 0, done.stderr


def test_a_wrong_program_would_be_seen(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import csp2sat\n\nm = csp2sat.Model()\nx: str = csp2sat.solve(m)[m.int("x", 0, 1)]\n')
    done = checked([sys.executable, "-m", "mypy", "--strict", str(wrong)])
    assert "Incompatible types in assignment" in done.stdout


@pytest.mark.parametrize(
    "program", [pytest.param(name, marks=pytest.mark.needs(name)) for name in ("pyright", "basedpyright")]
)
def test_pyright(program, blocks, tmp_path):
    """A wrong call that is meant has mypy's comment, which basedpyright heeds only on request."""
    how = {"include": blocks, "enableTypeIgnoreComments": True, "typeCheckingMode": "standard"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(how))
    done = checked([program, "--pythonpath", sys.executable, "-p", str(tmp_path)])
    assert done.returncode == 0, done.stdout
