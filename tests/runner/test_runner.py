"""Running solvers: fake ones that do everything wrong, and the real ones that are installed."""

from __future__ import annotations

import functools
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.fake_solvers import fake, is_running, survivors, tiny

from csp2sat.cnf import dimacs
from csp2sat.cnf.sink import clauses
from csp2sat.errors import Csp2SatError, SolverError
from csp2sat.runner import probe, runner
from csp2sat.runner.config import config
from csp2sat.runner.config.entry import Solver
from csp2sat.runner.process import child, process, usage, verdict
from csp2sat.runner.process.outcome import FinishedRun, Outcome, RunOptions
from csp2sat.runner.process.output import SolverAnswer, parse

SAT = "echo 's SATISFIABLE'; echo 'v -1 2 3 0'; exit 10"
UNSAT = "echo 's UNSATISFIABLE'; exit 20"
HANG = "exec sleep 60"


def go(solver: Solver, folder: Path, options: RunOptions | None = None, cnf: Path | None = None) -> Outcome:
    return runner.run(solver, cnf or tiny(folder), 3, folder, options)


def soon(seconds: float = 0.3) -> float:
    return time.monotonic() + seconds


# Answers that are believed


def test_sat(tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, SAT), tmp_path)
    assert (outcome.status, outcome.literals, outcome.reason, outcome.solver) == ("sat", [-1, 2, 3], "", "fake")
    assert outcome.command == (f"{tmp_path}/fake.sh", f"{tmp_path}/tiny.cnf")
    assert 0 < outcome.seconds < 10 and outcome.cpu_seconds is not None and outcome.cpu_seconds < 10
    assert outcome.ignored == ()


def test_unsat(tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, UNSAT), tmp_path)
    assert (outcome.status, outcome.literals) == ("unsat", [])


GOOD = {
    "status after the model": ("echo 'v -1 2 3 0'; echo 's SATISFIABLE'; exit 10", {}),
    "no final 0": ("echo 's SATISFIABLE'; echo 'v -1 2 3'; exit 10", {}),
    "missing variables are false": ("echo 's SATISFIABLE'; echo 'v 2 3 0'; exit 10", {}),
    "CRLF": (r"printf 's SATISFIABLE\r\nv -1 2\r\nv 3 0\r\n'; exit 10", {}),
    "exit code of its own": ("echo 'v -1 2 3 0'; echo 's SATISFIABLE'; exit 30", {"exit": "{30: sat}"}),
    "exit code that says nothing": ("echo 's SATISFIABLE'; echo 'v -1 2 3 0'", {"exit": "{0: any}"}),
    "plain": ("echo sat; echo -1 2 3 0; exit 10", {"output": "plain"}),
    "result file": (
        "echo SATISFIABLE; printf 'SAT\\n-1 2 3 0\\n' > $2; exit 10",
        {"output": "result-file", "args": '["{cnf}", "{result}"]'},
    ),
    "reads stdin": ("cat; echo 's SATISFIABLE'; echo 'v -1 2 3 0'; exit 10", {}),
    "chatter on stderr": ("echo hello >&2; " + SAT, {}),
    "runs in the working folder": ("test -f tiny.cnf || exit 1; " + SAT, {}),
}


@pytest.mark.parametrize("case", GOOD)
def test_good_answers(case: str, tmp_path: Path) -> None:
    body, keys = GOOD[case]
    outcome = go(fake(tmp_path, body, **keys), tmp_path)
    assert (outcome.status, outcome.literals) == ("sat", [-1, 2, 3])
    assert survivors(tmp_path) == []


def test_an_old_result_file_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "tiny.cnf.result").write_text("UNSAT\n")
    with pytest.raises(SolverError, match=r"^fake gave no status"):
        go(fake(tmp_path, "exit 0", output="result-file", args='["{cnf}", "{result}"]'), tmp_path)


# Answers that are not


BAD = {
    "contradiction: sat, 20": (
        "echo 's SATISFIABLE'; echo 'v -1 2 3 0'; exit 20",
        "fake says SATISFIABLE, but its exit code 20 means unsat",
    ),
    "contradiction: unsat, 10": (
        "echo 's UNSATISFIABLE'; exit 10",
        "fake says UNSATISFIABLE, but its exit code 10 means sat",
    ),
    "contradiction: unsat, 0": (
        "echo 's UNSATISFIABLE'",
        "fake says UNSATISFIABLE, but its exit code 0 means unknown",
    ),
    "contradiction: unsat, 3": (
        "echo 's UNSATISFIABLE'; echo ouch >&2; exit 3",
        "fake says UNSATISFIABLE, but its exit code 3 means error; its last line: ouch",
    ),
    "contradiction: unknown, 20": ("echo 's UNKNOWN'; exit 20", "fake says UNKNOWN, but its exit code 20 means unsat"),
    "two statuses": (
        "echo 's SATISFIABLE'; echo 'v -1 2 3 0'; echo 's UNSATISFIABLE'; exit 20",
        "fake gave a bad answer (exit code 20): line 3: `s UNSATISFIABLE` contradicts an earlier status",
    ),
    "no status": (
        "echo 'tiny.cnf:3: expected number'",
        "fake gave no status (exit code 0); its last line: tiny.cnf:3: expected number",
    ),
    "no output": ("exit 10", "fake gave no status (exit code 10)"),
    "a model alone": ("echo 'v -1 2 3 0'; exit 10", "fake gave no status (exit code 10)"),
    "error": ("echo start; echo wrong >&2; exit 3", "fake failed with exit code 3; its last line: wrong"),
    "crash": ("echo 'c 10%'; kill -SEGV $$", "fake was killed by signal 11 (SIGSEGV); its last line: c 10%"),
    "abort": ("kill -ABRT $$", "fake was killed by signal 6 (SIGABRT)"),
    "killed after a good answer": (
        "echo 's UNSATISFIABLE'; kill -KILL $$",
        "fake was killed by signal 9 (SIGKILL)",
    ),
    "garbage literal": (
        "echo 's SATISFIABLE'; echo 'v -1 two 3 0'; exit 10",
        "fake gave a bad answer (exit code 10): line 2: `two` is not a literal",
    ),
    "both signs": (
        "echo 's SATISFIABLE'; echo 'v 1 -1 2 3 0'; exit 10",
        "fake gave a bad answer (exit code 10): both 1 and -1 are in the model",
    ),
    "beyond": (
        "echo 's SATISFIABLE'; echo 'v -1 2 3 4 0'; exit 10",
        "fake gave a bad answer (exit code 10): literal 4 is beyond the formula's 3 variables",
    ),
    "no model": (
        "echo 's SATISFIABLE'; exit 10",
        "fake gave a bad answer (exit code 10): `s SATISFIABLE` without a model: no `v` line",
    ),
    "binary": (r"printf '\377\001\n'", "fake gave no status (exit code 0); its last line: \ufffd?"),
    "a long line": (
        "printf '%0200d\n' 7",
        f"fake gave no status (exit code 0); its last line: {'0' * 160}...",
    ),
    "memory, without a limit": (
        "echo 'std::bad_alloc' >&2; exit 33",
        "fake ran out of memory (exit code 33); its last line: std::bad_alloc",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_answers(case: str, tmp_path: Path) -> None:
    body, message = BAD[case]
    with pytest.raises(SolverError) as caught:
        go(fake(tmp_path, body, exit="{33: memory}"), tmp_path)
    assert str(caught.value) == message
    assert survivors(tmp_path) == []


def test_a_wrong_model(tmp_path: Path) -> None:
    solver = fake(tmp_path, "echo 's SATISFIABLE'; echo 'v 1 2 -3 0'; exit 10")
    with pytest.raises(SolverError) as caught:
        go(solver, tmp_path)
    assert str(caught.value) == (
        f"fake gave a wrong model: it falsifies the clause in {tmp_path}/tiny.cnf, line 3: -1 3 0"
    )
    assert go(solver, tmp_path, RunOptions(check=False)).literals == [1, 2, -3]


def test_programs_that_cannot_start(tmp_path: Path) -> None:
    solver, cnf = fake(tmp_path, SAT), tiny(tmp_path)
    program = tmp_path / "fake.sh"

    def error() -> str:
        with pytest.raises(SolverError) as caught:
            go(solver, tmp_path, cnf=cnf)
        return str(caught.value).removeprefix(f"{program} cannot be started: ")

    program.write_bytes(b"\x00\x01 no program")
    assert error() == "Exec format error"
    program.write_text("#!/no/such/interpreter\n")
    assert error() == "No such file or directory"
    program.chmod(0o644)
    assert error() == "Permission denied"
    program.unlink()
    assert error() == "No such file or directory"


# Output without an end


@pytest.mark.parametrize("where", ["", " >&2"])
def test_endless_output_is_stopped(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1 << 20)
    with pytest.raises(SolverError) as caught:
        go(fake(tmp_path, f"exec yes garbage{where}"), tmp_path, RunOptions(deadline=soon(60)))
    assert str(caught.value).startswith("fake printed without an end and was stopped; its last line: ")
    assert survivors(tmp_path) == []


def test_long_output_just_before_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1000)
    with pytest.raises(SolverError, match=r"^fake printed without an end and was stopped"):
        go(fake(tmp_path, "printf '%03000d\n' 7; " + UNSAT), tmp_path)


def test_the_bound_grows_with_the_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1000)
    solver = fake(tmp_path, "printf 'c %03000d\n' 7; " + UNSAT)
    assert runner.run(solver, tiny(tmp_path), 1000, tmp_path).status == "unsat"


def test_an_endless_result_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1000)
    body = "yes 1 | head -c 3000 > $2; exit 10"
    with pytest.raises(SolverError) as caught:
        go(fake(tmp_path, body, output="result-file", args='["{cnf}", "{result}"]'), tmp_path)
    assert str(caught.value) == "fake wrote more than 1072 bytes as its answer"


# GivenLimits


SLOW = {
    "hangs": HANG,
    "prints, then hangs": "echo 'c 1'; echo 's SATISFIABLE'; " + HANG,
    "ignores SIGTERM": "trap '' TERM; while :; do sleep 1; done",
    "has children": "sleep 60 & echo $! >> $(dirname $0)/pids; sleep 60",
    "children ignore SIGTERM": "sh -c 'trap \"\" TERM; sleep 60; sleep 60' & echo $! >> $(dirname $0)/pids; sleep 60",
    "stopped": "kill -STOP $$",
    "closes its pipes": "exec sleep 60 >/dev/null 2>&1",
}


@pytest.mark.parametrize("case", SLOW)
def test_the_deadline(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.2)
    outcome = go(fake(tmp_path, SLOW[case]), tmp_path, RunOptions(deadline=soon()))
    assert (outcome.status, outcome.reason, outcome.literals) == ("unknown", "time", [])
    assert 0.2 < outcome.seconds < 5
    assert survivors(tmp_path) == []


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


def test_giving_up(tmp_path: Path) -> None:
    assert go(fake(tmp_path, "echo 's INDETERMINATE'; exit 15", exit="{15: unknown}"), tmp_path).reason == "gave up"
    outcome = go(fake(tmp_path, "echo 'c UNKNOWN'", unknown="c UNKNOWN"), tmp_path)
    assert (outcome.status, outcome.reason) == ("unknown", "gave up")
    in_file = {"output": "result-file", "args": '["{cnf}", "{result}"]', "unknown": "[TIMEOUT, sorry]"}
    assert go(fake(tmp_path, "echo sorry", **in_file), tmp_path).reason == "gave up"


MEMORY = {
    "says so": "echo 'terminate called after bad_alloc' >&2; kill -ABRT $$",
    "says so on stdout": "echo 'ERROR: Out of memory'; exit 5",
    "exit code": "exit 33",
    "gives up": "echo 's UNKNOWN'",
}


@pytest.mark.parametrize("case", MEMORY)
def test_the_memory_limit(case: str, tmp_path: Path) -> None:
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


def test_measures(tmp_path: Path) -> None:
    work = "x = bytearray(300 << 20); x[::4096] = b'1' * len(x[::4096])\nfor i in range(10**6): i * i"
    outcome = go(fake(tmp_path, f'{sys.executable} -c "{work}"; {UNSAT}'), tmp_path)
    assert outcome.cpu_seconds is not None and 0.01 < outcome.cpu_seconds < outcome.seconds * 2
    assert outcome.peak_memory is None or outcome.peak_memory > 250 << 20


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
    body = "setsid sh -c 'echo $$ > daemon; exec sleep 60' & while ! test -s daemon; do :; done; " + UNSAT
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
        "solver = config.load(str(folder / 'fake.yaml')).find('fake')\n"
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


# What is asked for


def test_options_go_through_the_template(tmp_path: Path) -> None:
    solver = fake(
        tmp_path,
        f'echo "$@" > args; echo 0 > $8; {UNSAT}',
        args='[-s, "{seed}", [-t, "{threads}"], "-m{memory}", "{extra}", "{proof}", "{cnf}"]',
        seeds="[1, 10]",
        threads="4",
        proof="drat",
        presets="{quick: [--quick]}",
    )
    options = RunOptions(seed=25, threads=8, memory=2000, extra=("-x",), proof=tmp_path / "p")
    entry = solver.entry
    outcome = go(Solver(entry, solver.program, "quick"), tmp_path, options)
    assert (tmp_path / "args").read_text() == f"-s 5 -t 4 -m2000 --quick -x {tmp_path}/p {tmp_path}/tiny.cnf\n"
    assert outcome.solver == "fake:quick" and outcome.ignored == ()


def test_what_a_solver_cannot_do(tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, SAT), tmp_path, RunOptions(seed=1, threads=2))
    assert outcome.ignored == ("seed", "threads")
    with pytest.raises(SolverError, match=r"^fake writes no proofs$"):
        go(fake(tmp_path, SAT), tmp_path, RunOptions(proof=tmp_path / "p"))


def test_a_proof_that_is_not_written(tmp_path: Path) -> None:
    solver = fake(tmp_path, UNSAT, args='["{cnf}", "{proof}"]', proof="drat")
    with pytest.raises(SolverError) as caught:
        go(solver, tmp_path, RunOptions(proof=tmp_path / "p"))
    assert str(caught.value) == f"fake wrote no proof to {tmp_path}/p"
    assert go(fake(tmp_path, SAT, args='["{cnf}", "{proof}"]', proof="drat"), tmp_path).status == "sat"


def test_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(tmp_path)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path)
    outcome = runner.run(fake(tmp_path, f"test -f $1 || exit 9; {SAT}"), Path("tiny.cnf"), 3, Path("work"))
    assert outcome.status == "sat"


# The real ones


REAL = config.load()
NAMES = [
    pytest.param(name, marks=pytest.mark.skipif(not entry.locate(), reason="not installed"))
    for name, entry in REAL.entries.items()
]


@pytest.fixture(params=NAMES)
def real(request: pytest.FixtureRequest) -> Iterator[Solver]:
    yield REAL.find(request.param)


def write(folder: Path, formula: probe.KnownFormula) -> Path:
    path = folder / f"{formula.name}.cnf"
    path.write_text(f"p cnf {formula.num_vars} {formula.flat.count(0)}\n{dimacs.lines_of(formula.flat)}")
    return path


def solve(solver: Solver, formula: probe.KnownFormula, folder: Path, options: RunOptions | None = None) -> Outcome:
    return runner.run(solver, write(folder, formula), formula.num_vars, folder, options)


@pytest.mark.parametrize("seed", range(3))
def test_real_sat(real: Solver, seed: int, tmp_path: Path) -> None:
    outcome = solve(real, probe.satisfiable(150, seed), tmp_path, RunOptions(seed=seed, threads=2))
    assert (outcome.status, len(outcome.literals)) == ("sat", 150)


@pytest.mark.parametrize("holes", [1, 2, 5, 7])
def test_real_unsat(real: Solver, holes: int, tmp_path: Path) -> None:
    assert solve(real, probe.pigeonhole(holes), tmp_path).status == "unsat"


EDGES = {
    "no clauses": ("p cnf 3 0\n", "sat"),
    "the empty clause": ("p cnf 3 2\n1 2 0\n0\n", "unsat"),
    "contradicting units": ("p cnf 3 2\n1 0\n-1 0\n", "unsat"),
    "a tautology": ("p cnf 3 1\n1 -1 0\n", "sat"),
    "comments": ("c hello\nc\np cnf 3 1\n-3 0\n", "sat"),
}


@pytest.mark.parametrize("case", EDGES)
def test_real_edges(real: Solver, case: str, tmp_path: Path) -> None:
    text, status = EDGES[case]
    assert go(real, tmp_path, cnf=tiny(tmp_path, text)).status == status


def test_real_time_limit(real: Solver, tmp_path: Path) -> None:
    outcome = solve(real, drawn(600, [3] * 2560), tmp_path, RunOptions(deadline=soon(0.4)))
    assert (outcome.status, outcome.reason) == ("unknown", "time")
    assert 0.3 < outcome.seconds < 5


def drawn(num_vars: int, lengths: list[int]) -> probe.KnownFormula:
    """Random clauses of these lengths."""
    draw = random.Random(1)
    flat: list[int] = []
    for length in lengths:
        flat += (*(draw.choice((-v, v)) for v in draw.sample(range(1, num_vars + 1), length)), 0)
    return probe.KnownFormula("random", num_vars, flat, "unknown")


def test_real_broken_formula(real: Solver, tmp_path: Path) -> None:
    with pytest.raises(Csp2SatError, match=f"^{real.name} (failed with exit code|gave no status)"):
        go(real, tmp_path, cnf=tiny(tmp_path, "this is no formula\n"))


@pytest.mark.skipif(not child.KEEPS_MEMORY_LIMIT, reason="the system keeps no limit")
def test_real_memory_limit(real: Solver, tmp_path: Path) -> None:
    outcome = solve(real, large(), tmp_path, RunOptions(memory=16, deadline=soon(20)))
    assert (outcome.status, outcome.reason) == ("unknown", "memory")


@functools.cache
def large() -> probe.KnownFormula:
    """60 000 variables and 240 000 clauses of two to six literals; easy."""
    return drawn(60000, [2 + i % 5 for i in range(240000)])


def test_a_large_formula(tmp_path: Path) -> None:
    outcome = solve(REAL.default(), large(), tmp_path, RunOptions(deadline=soon(60)))
    assert (outcome.status, len(outcome.literals)) == ("sat", 60000)


def test_real_check(real: Solver) -> None:
    assert probe.check(real) == []


@pytest.mark.parametrize("name", [name for name, entry in REAL.entries.items() if entry.proof == "drat"])
def test_real_proofs(name: str, tmp_path: Path) -> None:
    if not REAL.entries[name].locate():
        pytest.skip("not installed")
    for formula in (probe.pigeonhole(4), probe.KnownFormula("units", 1, [1, 0, -1, 0], "unsat")):
        proof = tmp_path / "proof"
        assert solve(REAL.find(name), formula, tmp_path, RunOptions(proof=proof)).status == "unsat"
        assert first_unproved(formula.flat, proof.read_text().splitlines()) == "none"


def test_a_proof_is_complete_even_when_nothing_is_to_be_proved(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    solve(REAL.find("embedded"), probe.KnownFormula("empty", 1, [1, 0, 0], "unsat"), tmp_path, RunOptions(proof=proof))
    assert proof.read_text() == "0\n"


def test_an_old_proof_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("0\n")
    solver = fake(tmp_path, UNSAT, args='["{cnf}", "{proof}"]', proof="drat")
    with pytest.raises(SolverError, match=r"^fake wrote no proof to "):
        go(solver, tmp_path, RunOptions(proof=tmp_path / "p"))


def first_unproved(flat: list[int], proof: list[str]) -> str:
    """The first line of a DRAT proof that is not RUP nor RAT; `none`, or `the end is missing`."""
    known = [tuple(clause) for clause in clauses(flat)]
    for line in proof:
        clause = tuple(map(int, line.removeprefix("d ").split()))[:-1]
        if line.startswith("d "):
            known.remove(next(c for c in known if sorted(c) == sorted(clause)))
        elif not follows(known, clause) and not resolves(known, clause):
            return line
        elif not clause:
            return "none"
        else:
            known.append(clause)
    return "the end is missing"


def follows(known: list[tuple[int, ...]], clause: tuple[int, ...]) -> bool:
    """Does unit propagation contradict the negation of the clause?"""
    true = {-a for a in clause}
    while True:
        open_clauses = [[a for a in c if -a not in true] for c in known if true.isdisjoint(c)]
        if [] in open_clauses:
            return True
        units = {c[0] for c in open_clauses if len(c) == 1}
        if not units:
            return False
        true |= units
        if any(-a in true for a in units):
            return True


def resolves(known: list[tuple[int, ...]], clause: tuple[int, ...]) -> bool:
    """RAT: do all resolvents with the clause on its first literal follow?"""
    return bool(clause) and all(
        follows(known, (*clause, *(a for a in other if a != -clause[0]))) for other in known if -clause[0] in other
    )


def test_the_proof_checker_can_fail() -> None:
    assert first_unproved([1, 2, 0, -1, 2, 0], ["2 0", "0"]) == "0"
    assert first_unproved([1, 2, 0, -1, 2, 0], ["2 0"]) == "the end is missing"
    assert first_unproved([1, 0, -1, 0], ["d 1 0", "0"]) == "0"
    assert first_unproved([1, 2, 0], ["3 1 0", "-3 0"]) == "-3 0"
