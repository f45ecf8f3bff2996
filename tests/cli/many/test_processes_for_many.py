"""Many inputs in several processes, and the signals that end them."""

import os
import signal
import subprocess
import sys
import time

import pytest
from support.many_inputs import LOOP, heads, slow_solver, summary
from support.paths import ROOT
from support.real_commands import csp2sat
from support.run_command import run


def test_processes_give_the_same_in_the_same_order():
    names = ["boards", "a.txt", "bad.txt", "b.txt", "c.csp", "loop.txt"]
    for command in ("solve", "count"):
        one, two = run(command, *names), run(command, *names, "-j", "2")
        assert (one.code, one.out) == (two.code, two.out)
        assert one.err.splitlines()[:-1] == two.err.splitlines()[:-1]
        assert summary(one).partition(": ")[2] == summary(two).partition(": ")[2]


def test_no_processes():
    assert run("solve", "a.txt", "b.txt", "-j", "0").code == 2


def test_a_process_that_dies_costs_its_input_alone(folder):
    for name in ("deadly.txt", "1.txt", "2.txt", "3.txt"):
        (folder / name).write_text(LOOP)
    solvers = slow_solver(folder)
    words = ["solve", "1.txt", "deadly.txt", "2.txt", "3.txt", "-j", "2", "--solver", "mysat", "--solvers", solvers]
    done = csp2sat(*words)
    assert done.returncode == 1 and heads(done.stdout) == ["1.txt", "2.txt", "3.txt"], done.stderr
    assert "csp2sat: deadly.txt: the process for this input has died" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "jobs, number, code",
    [
        pytest.param("1", signal.SIGINT, 130, marks=pytest.mark.long),
        ("2", signal.SIGINT, 130),
        ("1", signal.SIGTERM, 143),
    ],
)
def test_an_interrupt_ends_with_what_is_done(folder, jobs, number, code):
    (folder / "slow.txt").write_text(LOOP)
    solvers = slow_solver(folder)
    words = ["solve", "loop.txt", "slow.txt", "a.txt", "-j", jobs, "--solver", "mysat", "--solvers", str(solvers), "-q"]
    command = [sys.executable, "-m", "csp2sat", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout.readline() == "; loop.txt\n"
        time.sleep(0.5)
        child.send_signal(number)
        out, err = child.stdout.read(), child.stderr.read()
    assert child.returncode == code and heads(out) == [] and out.startswith("+"), err
    assert "csp2sat: interrupted after 1 of 3 inputs in " in err and "; with -o DIR, --resume does the rest" in err
    assert "Traceback" not in err


def test_a_reader_that_goes(folder):
    command = [sys.executable, "-m", "csp2sat", "count", *["boards", "a.txt", "loop.txt"]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        child.stdout.close()
        err = child.stderr.read()
    assert child.returncode == 141 and "Traceback" not in err
