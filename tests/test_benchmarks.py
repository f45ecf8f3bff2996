"""The benchmarks run: a script that nobody starts breaks unseen."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
BOARDS = Path(__file__).parent / "data" / "boards"
NAMES = sorted(path.stem for path in SCRIPTS.glob("bench_*.py") if path.stem != "bench_frame")
SMALL = {
    "bench_against": [str(SCRIPTS.parent), "--runs", "1", "--only", "version"],
    "bench_auto": ["--seeds", "1", "--limit", "3", "--only", "pythagoras"],
    "bench_batch": [str(BOARDS), "--count", "10", "--starts", "2"],
    "bench_encoder": ["--runs", "1", "--only", "nqueens"],
    "bench_mus": ["--runs", "1", "--only", "pigeons-5"],
    "bench_large": [str(SCRIPTS.parent), "--runs", "1", "--size", "150000"],
    "bench_executors": ["local:2", "--runs", "5"],
    "bench_proofs": [str(BOARDS / "masyu-0.txt")],
    "bench_scheduling": ["--only", "project-1"],
    "bench_session": ["queens-20"],
    "bench_startup": ["--runs", "1"],
}


def started(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The script, run to its end."""
    return subprocess.run([sys.executable, str(SCRIPTS / f"{name}.py"), *words], capture_output=True, text=True)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", NAMES)
def test_it_has_a_help(name):
    done = started(name, "--help")
    assert done.returncode == 0 and "usage" in done.stdout, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("name, words", SMALL.items())
def test_it_measures_something_small(name, words, program):
    if name == "bench_executors":
        program("minisat")
    done = started(name, *words)
    assert done.stdout.count("\n") >= 2 and "Traceback" not in done.stderr, done.stderr
