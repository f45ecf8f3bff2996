"""Runs under BenchExec's runexec: what it is asked, how its report is understood; with a fake one, and the real one."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support.programs import path_of
from support.real_commands import csp2sat

from csp2sat.bench import runexec, store
from csp2sat.errors import SolverError, UsageError
from csp2sat.runner.process.outcome import RunBounds, Stop

FAKE = """#!{python}
import subprocess, sys
at = sys.argv.index("--")
options, command = sys.argv[1:at], sys.argv[at + 1 :]
open("{folder}/asked", "a").write(" ".join(options) + "\\n")
with open(options[options.index("--output") + 1], "wb") as log:
    log.write(" ".join(command).encode() + b"\\n\\n\\n" + 80 * b"-" + b"\\n\\n\\n")
    log.flush()
    code = subprocess.run(command, stdout=log, stderr=log).returncode
said = {said!r}
print(said.format(code=code))
"""
GOOD = "starttime=2026\nreturnvalue={code}\nwalltime=0.25s\ncputime=1.5s\ncputime-cpu0=1.5s\nmemory=7340032B"
KILLED = "terminationreason=%s\nexitsignal=9\nwalltime=5.25s\ncputime=5.5s\nmemory=7340032B"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a runexec that is the first on PATH."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    fake(tmp_path, GOOD)
    return tmp_path


def fake(folder: Path, said: str, text: str = FAKE) -> None:
    program = folder / "bin" / "runexec"
    program.write_text(text.format(python=sys.executable, folder=folder, said=said))
    program.chmod(0o755)


def bounds(seconds: float | None = 5.0, memory: int | None = 300, output: int = 1 << 20) -> RunBounds:
    return RunBounds(time.monotonic() + seconds if seconds else None, memory, output)


def test_what_it_is_asked_and_what_it_says(installed: Path) -> None:
    run = runexec.run_under(["sh", "-c", "echo out; echo err >&2; exit 10"], installed, bounds(4.5))
    assert run == ("exit", 10, b"out\nerr\n", b"", 0.25, 1.5, 7340032)
    asked = (installed / "asked").read_text().split()
    assert asked[asked.index("--walltimelimit") + 1] == "5s" and asked[asked.index("--memlimit") + 1] == "314572800B"
    runexec.run_under(["true"], installed, bounds(None, None))
    assert "limit" not in (installed / "asked").read_text().splitlines()[1]


@pytest.mark.parametrize(("reason", "end"), [("walltime", "deadline"), ("memory", "memory"), ("killed", "stopped")])
def test_limits_that_were_reached(reason: str, end: str, installed: Path) -> None:
    fake(installed, KILLED % reason)
    run = runexec.run_under(["echo", "x"], installed, bounds())
    assert (run.end, run.code, run.cpu, run.peak) == (end, -9, 5.5, 7340032)


def test_too_much_output(installed: Path) -> None:
    run = runexec.run_under(["sh", "-c", "echo 123456789"], installed, bounds(output=100))
    assert run.end == "overflow" and run.stdout == b""


def test_runexec_that_does_not_work(installed: Path) -> None:
    body = "#!/bin/sh\necho '2026-11-20 15:44 - CRITICAL - Cgroups are not there. Ask your admin.' >&2; exit 1\n"
    fake(installed, "", body)
    with pytest.raises(SolverError, match=r"^runexec failed: Cgroups are not there. Ask your admin.$"):
        runexec.run_under(["true"], installed, bounds())
    done = bench(installed, installed)
    assert (done.returncode, done.stderr) == (2, "csp2sat: runexec failed: Cgroups are not there. Ask your admin.\n")


def test_no_runexec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path_of("runexec"):
        monkeypatch.setenv("PATH", "/usr/bin:/bin")
    done = bench(tmp_path, tmp_path)
    assert done.returncode == 2
    assert done.stderr == "csp2sat: --limiter runexec: runexec is not installed; to install: pip install benchexec\n"
    assert not (tmp_path / "out").exists()


def test_bench_measures_with_it(installed: Path) -> None:
    done = bench(installed, installed)
    assert done.returncode == 0, done.stderr
    (row,) = store.read(installed / "out" / store.RESULTS)
    assert (row["status"], row["cpu"]["solve"], row["wall"]["solve"], row["memory"]) == ("sat", 1.5, 0.25, 7340032)
    assert row["limiter"] == "runexec" and row["exit"] == 10


def bench(folder: Path, out: Path) -> subprocess.CompletedProcess[str]:
    (folder / "pair.csp").write_text("(int x 0 3) (int y 0 3) (< x y)")
    asked = [str(folder / "pair.csp"), "--solver", "kissat", "--limiter", "runexec", "-o", str(out / "out")]
    return csp2sat("bench", *asked)


# the real one


@pytest.fixture(scope="module")
def real() -> None:
    """Skips where runexec is not installed, or not permitted."""
    try:
        runexec.check()
    except UsageError as error:
        pytest.skip(str(error))


@pytest.mark.usefixtures("real")
def test_the_real_one(tmp_path: Path) -> None:
    run = runexec.run_under(["sh", "-c", "echo out > f; cat f; exit 20"], tmp_path, bounds())
    assert (run.end, run.code, run.stdout) == ("exit", 20, b"out\n")
    assert runexec.run_under(["sleep", "60"], tmp_path, bounds(1.0)).end == "deadline"
    glutton = [sys.executable, "-c", "x = bytearray(300 << 20)"]
    run = runexec.run_under(glutton, tmp_path, bounds(memory=100))
    assert run.end == "memory" and run.peak is not None and run.peak < 110 << 20


@pytest.mark.usefixtures("real")
def test_the_real_one_is_stopped(tmp_path: Path) -> None:
    stop = Stop()
    threading.Timer(1.0, stop.set).start()
    run = runexec.run_under(["sh", "-c", "echo $$ > pid; sleep 61.5"], tmp_path, bounds(30)._replace(stop=stop))
    assert run.end == "stopped"
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=False).stdout
    assert "sleep 61.5" not in listed
