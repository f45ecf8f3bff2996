"""Solvers in this process: the answers of child processes, within limits, and no process or thread for them."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from queue import Empty

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api.solvers import check, pigeonhole
from csp2sat.base.resources import HOST, cores
from csp2sat.errors import SolverError, UsageError
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.host import host
from csp2sat.runner.inside.peer import InsidePeer
from csp2sat.runner.process.outcome import RunBounds, Stop
from csp2sat.runner.session.session import COMMAND, SolverSession

BOARD = Path(__file__).parents[1] / "data/boards/masyu-01.txt"


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOST, "inside")


def test_only_our_programs_are_here(tmp_path: Path) -> None:
    entries = Solvers.load().entries
    assert [name for name, entry in entries.items() if entry.locate()] == ["embedded"]
    with pytest.raises(SolverError, match=r"^cadical cannot be started: solvers run in this process"):
        host().run(["cadical"], tmp_path, RunBounds(None, None, 1000))
    assert cores() == 1


def test_right_answers_with_all_options() -> None:
    assert check(Solvers.load().find("embedded")) == []


@pytest.mark.parametrize("preset", ["glucose", "kissat", "lingeling", "minisat"])
def test_presets(preset: str) -> None:
    model = csp2sat.Model()
    x, y = model.int("x", 0, 9), model.int("y", 0, 9)
    model.add(x + y == 17, x < y)
    assert csp2sat.solve(model, solver=f"embedded:{preset}")[x] == 8
    model.add(x > 8)
    assert csp2sat.solve(model, solver=f"embedded:{preset}").status == "UNSATISFIABLE"


def test_a_program_that_fails(tmp_path: Path) -> None:
    command = [*COMMAND[:-1], str(tmp_path / "none.cnf")]
    ended = host().run(command, tmp_path, RunBounds(None, None, 1000))
    assert (ended.end, ended.code, ended.stdout) == ("exit", 1, b"") and b"none.cnf" in ended.stderr
    ended = host().run([*COMMAND[:-1], "--solver"], tmp_path, RunBounds(None, None, 1000))
    assert ended.code == 2 and b"expected one argument" in ended.stderr


def hard() -> tuple[int, list[int]]:
    found = pigeonhole(10)
    return found.num_vars, found.flat


@pytest.mark.parametrize(
    ("seconds", "cpu", "stop", "end"),
    [(0.3, None, False, "deadline"), (None, 0.1, False, "deadline"), (None, None, True, "stopped")],
)
def test_a_run_ends_between_rounds(
    tmp_path: Path, seconds: float | None, cpu: float | None, stop: bool, end: str
) -> None:
    num_vars, flat = hard()
    lines = " ".join(map(str, flat)).replace(" 0", " 0\n")
    (tmp_path / "hard.cnf").write_text(f"p cnf {num_vars} {flat.count(0)}\n{lines}")
    flag = Stop()
    if stop:
        flag.set()
    started, used = time.monotonic(), time.process_time()
    deadline = None if seconds is None else started + seconds
    bounds = RunBounds(deadline, None, 1000, flag, cpu=cpu)
    ended = host().run([*COMMAND[:-1], str(tmp_path / "hard.cnf")], tmp_path, bounds)
    assert ended.end == end and time.process_time() - used < 3


def test_a_session_keeps_its_deadline_and_goes_on() -> None:
    num_vars, flat = hard()
    with SolverSession(num_vars + 1) as live:
        live.add([lit for clause in _clauses(flat) for lit in (num_vars + 1, *clause, 0)])
        started = time.monotonic()
        assert live.solve([-num_vars - 1], deadline=started + 0.3).reason == "time"
        assert time.monotonic() - started < 3
        assert live.solve([-num_vars - 1], budget=1000).reason == "time"
        assert live.solve([num_vars + 1]).status == "sat"
        assert live.solve([-1, num_vars + 1]).literals[0] == -1


def _clauses(flat: list[int]) -> list[list[int]]:
    found: list[list[int]] = [[]]
    for lit in flat:
        found[-1].append(lit) if lit else found.append([])
    return found[:-1]


def test_an_error_is_a_reply_and_the_end() -> None:
    peer = host().peer(COMMAND, None)
    peer.send(b"add 1 x 0")
    assert peer.replies.get() == b"error ValueError: invalid literal for int() with base 10: b'x'"
    assert not peer.replies.empty() and peer.replies.get() is None
    peer.send(b"solve")
    assert peer.replies.get() is None and peer.close() == (0, b"")
    with SolverSession(1, arguments=["--solver", "kissat404"]) as live, pytest.raises(SolverError, match="incremental"):
        live.solve()


def test_lack_of_memory_is_a_reply() -> None:
    def make() -> None:
        raise MemoryError

    peer = InsidePeer(make)
    peer.send(b"solve")
    assert peer.replies.get() == b"error out of memory"


def test_a_peer_that_is_asked_nothing_has_no_reply() -> None:
    peer = host().peer(COMMAND, None)
    with pytest.raises(Empty):
        peer.replies.get(timeout=60)
    peer.kill()
    assert peer.replies.get(timeout=60) is None
    peer.close()


def test_one_thread() -> None:
    model = csp2sat.Model()
    model.add(model.bool("x"))
    for name, value in {"race": ["embedded", "embedded:minisat"], "cubes": 2}.items():
        with pytest.raises(UsageError, match=rf"{name}.*solvers run in this process, where there is one thread"):
            csp2sat.solve(model, **{name: value})


def test_soft_constraints_by_cores() -> None:
    model = csp2sat.Model()
    xs = [model.int(f"x{number}", 0, 4) for number in range(5)]
    model.add(build.all_different(*xs))
    for number, x in enumerate(xs):
        model.soft(x == number // 2, number + 1)
    found = csp2sat.solve(model)
    assert (found.status, found.objective) == ("OPTIMUM FOUND", 1 + 3)


PROGRAM = f"""
import sys, csp2sat
board = csp2sat.load_board({str(BOARD)!r})
model = csp2sat.Model()
x, y = model.int("x", 0, 9), model.int("y", 0, 9)
model.add(x + y >= 10, x < y)
assert csp2sat.solve(board, unique=True).unique
assert csp2sat.count(board).number == 1
model.minimize(3 * x + y)
assert csp2sat.solve(model).objective == 12
print(sorted({{"subprocess", "resource", "multiprocessing", "concurrent.futures", "csp2sat.runner.process.child",
    "csp2sat.runner.process.usage"}}.intersection(sys.modules)))
"""


def test_nothing_of_processes_is_imported() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("[]\n", "")


def test_the_host_is_chosen_by_itself_in_web_assembly(monkeypatch: pytest.MonkeyPatch) -> None:
    from csp2sat.runner.inside import here

    monkeypatch.delenv(HOST)
    assert host() is not here
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert host() is here
