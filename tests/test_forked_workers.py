"""Workers that are forks of the process that collects run all tests once, and nothing that happens in one is lost."""

import os
import re
import subprocess
import sys
from collections import deque
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.forked_workers import AT_ONCE, Worker, _stretches

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere pytest-xdist runs the tests")
PLANTED = """
import os
import warnings
import pytest

COLLECTED_BY = os.getpid()

@pytest.mark.parametrize("n", range(40))
def test_each(n, tmp_path, capfd):
    assert os.getppid() == COLLECTED_BY
    os.system(f"echo {n}")
    assert capfd.readouterr().out == f"{n}\\n"
    (tmp_path.parent / str(n)).mkdir()
    if n == 20:
        os._exit(3)
    if n == 21:
        pytest.skip("not here")
    print("said of", n)
    assert n != 22

@pytest.fixture
def late():
    yield
    assert False, "at the end"

def test_last(late):
    pass

class Local(UserWarning):
    def __reduce__(self):
        raise TypeError

@pytest.mark.parametrize("category", [UserWarning, Local])
def test_warns(category):
    warnings.warn(category("mind the gap"))

@pytest.fixture
def deadly():
    yield
    os._exit(4)

def test_kills_at_its_end(deadly):
    pass

def test_after_the_deadly_one():
    pass
"""


def test_each_test_runs_once_whatever_becomes_of_a_worker(tmp_path):
    (tmp_path / "test_planted.py").write_text(PLANTED)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    plugins = ("-p", "xdist.plugin", "-p", "support.forked_workers", "-p", "no:cacheprovider")
    folder = tmp_path / "made"
    command = [sys.executable, "-m", "pytest", *plugins, "-n", "2", "--basetemp", str(folder), "-rs", "-q"]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert run.stdout.splitlines()[-1].startswith("2 failed, 42 passed, 1 skipped, 2 warnings, 2 errors in ")
    failed = re.findall(r"^(?:FAILED|ERROR) test_planted.py::(\S+)", run.stdout, re.M)
    assert {*failed} <= {"test_each[20]", "test_each[22]", "test_last", "test_kills_at_its_end"}
    assert "a worker has died, exit code 3, at this test" in run.stdout
    assert "a worker has died, exit code 4, at the end of this test" in run.stdout
    assert "UserWarning: mind the gap" in run.stdout and "Local: mind the gap" in run.stdout
    assert run.stdout.count("said of 22") == 1 and "at the end" in run.stdout and "not here" in run.stdout
    assert sorted(int(path.name) for path in folder.glob("w*/*") if path.name.isdigit()) == [*range(40)]
    assert not re.search("INTERNAL|Traceback", run.stdout + run.stderr)


def test_tests_of_a_file_come_together():
    items = [SimpleNamespace(path=path) for path in "a" * (AT_ONCE + 2) + "bc"]
    first, *others = _stretches(items)
    assert first == [*range(AT_ONCE)] and others == [[AT_ONCE, AT_ONCE + 1], [AT_ONCE + 2], [AT_ONCE + 3]]


def test_who_is_idle_takes_the_end_of_the_longest_that_is_left():
    idle, short, long = (Worker(todo) for todo in ([], [[1]], [[2], [3], [4], [5], [6]]))
    workers = [idle, short, long]
    assert [idle.takes(workers) for _ in range(2)] == [[4], [5]]
    assert (idle.todo, short.todo, long.todo) == (deque([[6]]), deque([[1]]), deque([[2], [3]]))
    assert sorted(iter(lambda: idle.takes(workers), [])) == [[1], [2], [3], [6]]
