"""Limits of a solver's run: time, memory, and that nothing of it is left, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.fake_solvers import HANG, SAT, UNSAT, fake, go, is_running, soon, survivors, tiny

from csp2sat.errors import SolverError
from csp2sat.runner import verdict
from csp2sat.runner.config import config
from csp2sat.runner.process import child, output, process, usage
from csp2sat.runner.process import outcome as outcomes
from csp2sat.runner.process.outcome import FinishedRun, Outcome, RunOptions
from csp2sat.runner.process.output import SolverAnswer, parse

SLOW = {
    "hangs": HANG,
    "prints, then hangs": "echo 'c 1'; echo 's SATISFIABLE'; " + HANG,
    "ignores SIGTERM": "trap '' TERM; while :; do sleep 1; done",
    "has children": "sleep 60 & echo $! >> $(dirname $0)/pids; sleep 60",
    "children ignore SIGTERM": "sh -c 'trap \"\" TERM; sleep 60; sleep 60' & echo $! >> $(dirname $0)/pids; sleep 60",
    "stopped": "kill -STOP $$",
    "closes its pipes": "exec sleep 60 >/dev/null 2>&1",
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", SLOW)
def test_the_deadline(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.2)
    outcome = go(fake(tmp_path, SLOW[case]), tmp_path, RunOptions(deadline=soon()))
    assert (outcome.status, outcome.reason, outcome.literals) == ("unknown", "time", [])
    assert 0.2 < outcome.seconds < 5
    assert survivors(tmp_path) == []


def test_what_one_that_was_ended_has_printed_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing would be believed of it; of much, as of the losers of a race, to read it takes seconds."""
    monkeypatch.setattr(output, "parse", lambda *_: pytest.fail("read"))
    for end in ("seq -f 'c %g' 9999; " + HANG, "echo 's SATISFIABLE'; echo 'v 1 0'; " + HANG):
        outcome = go(fake(tmp_path, end), tmp_path, RunOptions(deadline=soon(0.1)))
        assert (outcome.status, outcome.reason) == ("unknown", "time")


def test_without_a_deadline_we_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LONGEST", 0.02)
    assert go(fake(tmp_path, "sleep 0.3; " + UNSAT), tmp_path).status == "unsat"


def test_an_alarm_within_the_grace_still_kills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ring(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(child, "GRACE", 60)
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.6)
    try:
        with pytest.raises(TimeoutError):
            go(fake(tmp_path, SLOW["ignores SIGTERM"]), tmp_path, RunOptions(deadline=soon(0.2)))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert survivors(tmp_path) == []


def test_a_deadline_that_has_passed(tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, SAT), tmp_path, RunOptions(deadline=soon(-1)))
    assert outcome == Outcome("unknown", reason="time", solver="fake")
    assert (tmp_path / "pids").read_text() == ""


OWN_LIMIT = {
    "stops in time": (1, b"", 1.97, None, "time"),
    "stops by CPU time, with threads": (0, b"s UNKNOWN", 1.1, 2.05, "time"),
    "killed by itself": (-14, b"", 2.0, 2.0, "time"),
    "stops early": (0, b"s UNKNOWN", 1.1, 1.1, "gave up"),
}


@pytest.mark.parametrize("case", OWN_LIMIT)
def test_the_solvers_own_time_limit(case: str, tmp_path: Path) -> None:
    code, text, seconds, cpu, reason = OWN_LIMIT[case]
    run = FinishedRun("exit", code, text, b"", seconds, cpu)
    entry = fake(tmp_path, "").entry
    assert verdict.judge("fake", entry, run, parse(text), verdict.GivenLimits(time=2)) == ("unknown", reason)
    if reason == "time":  # an answer is an answer all the same
        run = run._replace(code=20)
        assert verdict.judge("fake", entry, run, SolverAnswer("unsat"), verdict.GivenLimits(time=2)) == ("unsat", "")


def test_time_limits_are_rounded_up(tmp_path: Path) -> None:
    solver = fake(tmp_path, "test $1 = --time=2 || exit 9; " + SAT, args='["--time={time}", "{cnf}"]')
    assert go(solver, tmp_path, RunOptions(deadline=soon(1.9))).status == "sat"


def test_a_budget_is_a_number_of_conflicts(tmp_path: Path) -> None:
    args = '[["--conflicts", "{conflicts}"], "{cnf}"]'
    given = fake(tmp_path, "test $1$2 = --conflicts500 || exit 9; echo 's UNKNOWN'", args=args)
    outcome = go(given, tmp_path, RunOptions(budget=500))
    assert (outcome.status, outcome.reason, outcome.ignored) == ("unknown", "time", ())
    assert go(fake(tmp_path, "echo 's UNKNOWN'", args=args), tmp_path).reason == "gave up"
    without = fake(tmp_path, "test $# = 1 || exit 9; echo 's UNKNOWN'", args=args)
    assert go(without, tmp_path, RunOptions(budget=1 << 40)).reason == "gave up"  # more than it can be told


def test_without_such_an_argument_a_budget_is_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.2)
    monkeypatch.setattr(outcomes, "SLACK", 1)
    outcome = go(fake(tmp_path, HANG), tmp_path, RunOptions(budget=outcomes.EFFORT_PER_SECOND // 4, deadline=soon(60)))
    assert (outcome.reason, outcome.ignored) == ("time", ())
    assert 0.2 < outcome.seconds < 5


def test_giving_up(tmp_path: Path) -> None:
    assert go(fake(tmp_path, "echo 's INDETERMINATE'; exit 15", exit="{15: unknown}"), tmp_path).reason == "gave up"
    outcome = go(fake(tmp_path, "echo 'c UNKNOWN'", unknown="c UNKNOWN"), tmp_path)
    assert (outcome.status, outcome.reason) == ("unknown", "gave up")
    in_file = {"output": "result-file", "args": '["{cnf}", "{result}"]', "unknown": "[TIMEOUT, sorry]"}
    assert go(fake(tmp_path, "echo sorry", **in_file), tmp_path).reason == "gave up"
    little = go(fake(tmp_path, "echo 's UNKNOWN'"), tmp_path, RunOptions(memory=1000))  # of which it used hardly any
    assert (little.status, little.reason) == ("unknown", "gave up")


MEMORY = {
    "says so": "echo 'terminate called after bad_alloc' >&2; kill -ABRT $$",
    "says so on stdout": "echo 'ERROR: Out of memory'; exit 5",
    "exit code": "exit 33",
    "gives up": f"exec {sys.executable} -c 'x = bytes([1]) * (300 << 20); import time; time.sleep(0.6); "
    'print("s UNKNOWN")\'',  # time for a look at its memory: in a large process the peak at its end says nothing
}


@pytest.mark.parametrize("case", MEMORY)
def test_the_memory_limit(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LONGEST", 0.02)
    solver = fake(tmp_path, MEMORY[case], exit="{33: memory}")
    outcome = go(solver, tmp_path, RunOptions(memory=1000))
    assert (outcome.status, outcome.reason) == ("unknown", "memory")


@pytest.mark.skipif(not child.KEEPS_MEMORY_LIMIT, reason="the system keeps no limit")
def test_the_memory_limit_is_kept_from_outside(tmp_path: Path) -> None:
    assert go(fake(tmp_path, "test $(ulimit -v) = 102400 || exit 9; " + SAT), tmp_path, RunOptions(memory=100)).status
    greedy = fake(tmp_path, f"exec {sys.executable} -c 'x = bytearray(1 << 31)'")
    assert go(greedy, tmp_path, RunOptions(memory=100)).reason == "memory"
    with pytest.raises(SolverError, match=r"^fake failed with exit code 3; its last line: ouch$"):
        go(fake(tmp_path, "echo ouch; exit 3"), tmp_path, RunOptions(memory=100))


def test_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LONGEST", 0.02)  # after many other tests its own peak is larger: only looks count
    work = "x = bytearray(300 << 20); x[::4096] = b'1' * len(x[::4096])\nfor i in range(10**6): i * i"
    outcome = go(fake(tmp_path, f'{sys.executable} -c "{work}"; {UNSAT}'), tmp_path)
    assert outcome.cpu_seconds is not None and 0.01 < outcome.cpu_seconds < outcome.seconds * 2
    assert outcome.peak_memory is None or outcome.peak_memory > 250 << 20


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not report peaks")
def test_the_peak_of_a_program_that_a_script_calls() -> None:
    work = "x = bytearray(60 << 20); x[::4096] = b'1' * len(x[::4096]); del x; print(flush=True); input()"
    words = ["/bin/sh", "-c", f'"{sys.executable}" -ISc "{work}"; exit 0']
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as script:
        assert script.stdout and script.stdout.readline()  # the memory has been given back
        assert (usage.memory_of_tree(script.pid) or 0) > 60 << 20
        script.communicate(b"\n")


def test_our_own_memory_is_not_taken_for_the_solvers(tmp_path: Path) -> None:
    ours = usage.own_peak()
    outcome = go(fake(tmp_path, f"sleep 0.1; {UNSAT}"), tmp_path)
    assert outcome.peak_memory is None or outcome.peak_memory < ours


# Nothing survives


GRANDCHILD = "sleep 60 {redirect} & echo $! >> $(dirname $0)/pids; " + UNSAT


@pytest.mark.parametrize("redirect", ["", "> /dev/null 2>&1", "2> /dev/null"])
def test_what_a_solver_leaves_behind_is_killed(redirect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LEFT_OPEN", 0.1)
    solver = fake(tmp_path, GRANDCHILD.replace("{redirect}", redirect))
    assert go(solver, tmp_path, RunOptions(deadline=soon(30))).status == "unsat"
    assert survivors(tmp_path) == []


def test_a_daemon_that_holds_the_pipe_does_not_hold_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LEFT_OPEN", 0.1)
    daemon = "import os, time; os.setsid(); open('daemon', 'w').write(str(os.getpid())); time.sleep(60)"
    begin = f'"{sys.executable}" -ISc "{daemon}" & while ! test -s daemon; do kill -0 $! || exit 1; sleep 0.01; done; '
    body = begin + UNSAT
    assert go(fake(tmp_path, body), tmp_path).status == "unsat"
    os.kill(int((tmp_path / "daemon").read_text()), signal.SIGKILL)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, RuntimeError])
def test_an_exception_ends_the_solver(
    kind: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(pid: int) -> None:
        if survivors_now := (tmp_path / "pids").read_text().split():
            assert is_running(int(survivors_now[0]))
            raise kind

    monkeypatch.setattr(process, "memory_of_tree", look)
    with pytest.raises(kind):
        go(fake(tmp_path, "sleep 60 & echo $! >> $(dirname $0)/pids; sleep 60"), tmp_path)
    assert survivors(tmp_path) == []


def test_ctrl_c(tmp_path: Path) -> None:
    fake(tmp_path, "sleep 60 & echo $! >> $(dirname $0)/pids; echo > started; sleep 60")
    tiny(tmp_path)
    script = (
        "import sys; from pathlib import Path; from csp2sat.runner import runner\n"
        "from csp2sat.runner.config import config\n"
        "folder = Path(sys.argv[1])\n"
        "solver = config.Solvers.load(str(folder / 'fake.yaml')).find('fake')\n"
        "runner.run(solver, folder / 'tiny.cnf', 3, folder)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    home = str(config.PACKAGE.parent)
    with subprocess.Popen(command, cwd=home, stderr=subprocess.PIPE) as parent:
        while not (tmp_path / "started").exists():
            assert parent.poll() is None, parent.communicate()[1].decode()
            time.sleep(0.01)
        parent.send_signal(signal.SIGINT)
        assert b"KeyboardInterrupt" in parent.communicate(timeout=20)[1]
    assert survivors(tmp_path) == []


BURN = "i=0; while :; do i=$((i + 1)); done"
CPU_CASES = {
    "itself": BURN,
    "children": f"({BURN}) & ({BURN}) & wait",
    "a child of a child": f"sh -c '({BURN}) & wait' & wait",
}


@pytest.mark.skipif(not outcomes.REPORTS_CPU, reason="the system reports no CPU time of processes that run")
@pytest.mark.parametrize("case", CPU_CASES)
def test_the_limit_of_cpu_time_counts_the_whole_tree(case: str, tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, CPU_CASES[case]), tmp_path, RunOptions(deadline=soon(20), cpu=0.1))
    assert (outcome.status, outcome.reason) == ("unknown", "time")
    assert outcome.cpu_seconds is not None and 0.1 <= outcome.cpu_seconds < 1
    assert survivors(tmp_path) == []


@pytest.mark.skipif(not outcomes.REPORTS_CPU, reason="the system reports no CPU time of processes that run")
def test_one_that_sleeps_uses_no_cpu_time(tmp_path: Path) -> None:
    assert go(fake(tmp_path, "sleep 0.3; " + UNSAT), tmp_path, RunOptions(cpu=0.2)).status == "unsat"
    outcome = go(fake(tmp_path, HANG), tmp_path, RunOptions(deadline=soon(), cpu=0.2))
    assert outcome.reason == "time" and (outcome.cpu_seconds or 0) < 0.1


FORMS = (
    '{conflicts: "c conflicts : {number}", decisions: "c {number} decisions", propagations: "c propagations: {number}"}'
)
PRINTED = (
    "c conflicts:  7   3.5 per second",
    "c  conflicts : 12",
    "c propagations: 34K",
    "c 5 decisions",
    "cc 6 decisions",
)


def test_statistics_are_read_as_the_entry_says(tmp_path: Path) -> None:
    args = '["-q{quiet}", ["-v{statistics}", "1"], "{cnf}"]'
    body = "; ".join([*(f"echo '{line}'" for line in PRINTED), UNSAT])
    given = fake(tmp_path, body, args=args, statistics=FORMS)
    outcome = go(given, tmp_path, RunOptions(statistics=True))
    assert outcome.statistics == {"conflicts": 12, "decisions": 5}
    assert outcome.command[1:3] == ("-v", "1") and outcome.ignored == ()
    outcome = go(given, tmp_path)
    assert (outcome.statistics, outcome.command[1]) == ({}, "-q")
    mute = fake(tmp_path, UNSAT, args=args)  # which declares no statistics
    assert go(mute, tmp_path, RunOptions(statistics=True)).command[1] == "-q"


RESERVES = "import mmap; m = mmap.mmap(-1, 400 << 20); "  # address space; memory is what is written to


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of the address space")
@pytest.mark.parametrize(
    "program, each, end",
    [
        (RESERVES, False, ("exit", 0)),
        (RESERVES, True, ("exit", 1)),
        (RESERVES + "m.write(bytes(200 << 20)); import time; time.sleep(60)", False, ("memory", None)),
    ],
)
def test_memory_of_all_together(program: str, each: bool, end: tuple[str, int | None], tmp_path: Path) -> None:
    bounds = outcomes.RunBounds(soon(30), 100, 1 << 20, each=each)
    found = process.run_limited([sys.executable, "-c", program], tmp_path, bounds)
    assert found.end == end[0] and end[1] in (None, found.code)


@pytest.mark.parametrize("memory, code, is_limit", [(19, -11, True), (20, -11, False), (19, -6, False)])
def test_a_solver_that_cannot_be_loaded(memory: int, code: int, is_limit: bool, tmp_path: Path) -> None:
    entry = fake(tmp_path, "").entry
    run, limits = FinishedRun("exit", code, b"", b"", 0.1), verdict.GivenLimits(memory=memory)
    if is_limit:
        assert verdict.judge("fake", entry, run, SolverAnswer(None), limits) == ("unknown", "memory")
    else:
        with pytest.raises(SolverError, match="was killed by signal"):
            verdict.judge("fake", entry, run, SolverAnswer(None), limits)
