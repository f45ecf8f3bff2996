"""A failing random test says how to run it again, and that line does so."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.reproduce import reproducible

PLANTED = """
import pytest

@pytest.mark.parametrize("name", ["a b", "c"])
def test_loop(name, seeds):
    for seed in seeds(range(9)):
        assert name == "c" or seed != 7

@pytest.mark.parametrize("seed", [3, 4])
def test_parameter(seed):
    assert seed == 3

def test_after_the_loop(seeds):
    assert sum(seeds(range(3))) == 0

def test_without_seeds():
    assert False
"""


def run(folder: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "support.reproduce", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stdout


def lines(text: str) -> list[str]:
    return re.findall("^E +reproduce: (.*)", text, re.M)


def test_failures_say_how_to_run_them_again(tmp_path):
    (tmp_path / "test_planted.py").write_text(PLANTED)
    said = lines(run(tmp_path, "test_planted.py"))
    assert said == [
        "python -m pytest 'test_planted.py::test_loop[a b]' --seed 7",
        "python -m pytest 'test_planted.py::test_parameter[4]'",
        "python -m pytest test_planted.py::test_after_the_loop",
    ]
    for command in said:
        again = run(tmp_path, *shlex.split(command)[3:])
        assert lines(again) == [command]
        assert "1 failed" in again
    assert "1 passed" in run(tmp_path, "test_planted.py::test_loop[a b]", "--seed", "6")


def test_scripts_say_it_too():
    with pytest.raises(ValueError) as caught, reproducible("python scripts/fuzz.py 1", 12):
        raise ValueError("wrong")
    assert caught.value.__notes__ == ["reproduce: python scripts/fuzz.py 1 --seed 12"]
