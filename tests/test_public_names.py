"""The public names of csp2sat: they are shown, typed, and stay what they are whatever is imported in whatever order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT, TESTS
from support.public_calls import PACKAGE, public_functions

import csp2sat
from csp2sat import build


def test_all_names_are_there_and_shown():
    assert set(csp2sat.__all__) <= set(dir(csp2sat))
    for name in csp2sat.__all__:
        assert getattr(csp2sat, name).__doc__
    assert not hasattr(csp2sat, "no_such_name")
    for name in build.__all__:
        assert getattr(build, name).__doc__


def test_type_checkers_see_the_same_names():
    text = (PACKAGE / "__init__.py").read_text()
    typed = text[text.index("if TYPE_CHECKING:") : text.index("__version__")]
    assert [name for name in csp2sat.__all__ if name not in typed.replace(",", " ").split()] == []


def test_no_module_bears_the_name_of_a_public_function():
    """Importing `csp2sat/solve.py` would put the module in the place of the function `csp2sat.solve`."""
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert not modules & {*public_functions(), *build.__all__}


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(8))
def test_functions_stay_functions_after_all_imports_in_a_random_order(seed, tmp_path):
    assert asked(seed, tmp_path) == public_functions()


def asked(seed: int, folder: Path) -> set[str]:
    """The functions that were called in a new process, and answered rightly."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS, ROOT)))}
    command = [sys.executable, "-m", "support.public_calls", str(seed), str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())
