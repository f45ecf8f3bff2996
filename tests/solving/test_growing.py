"""A portfolio that grows: who joins and when, whose answer counts, and that nothing is left."""

from __future__ import annotations

import errno
import os
import signal
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from support.fake_solvers import HANG, SAT, TINY, UNSAT, tiny
from support.portfolio_scene import LATE, PROVES, Scene

from csp2sat.errors import SolverError
from csp2sat.runner.config import config
from csp2sat.runner.process.outcome import RunOptions, Stop
from csp2sat.solving.parallel import contest
from csp2sat.solving.pipeline import CnfQuestion
from csp2sat.solving.trace import Trace

SLOW = "for i in 1 2 3 4 5 6 7 8 9; do test -s ../two.pids || sleep 0.2; done; sleep 0.4; "  # until two is done
WRONG = "echo 's SATISFIABLE'; echo 'v -1 -2 -3 0'; exit 10"


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "cores", lambda: 2)
    monkeypatch.setattr(contest, "free_memory", lambda: 8 << 30)


def test_a_quick_answer_is_one_solvers(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": SAT, "two": HANG})
    assert scene.ask()[0] == "one" and scene.pids("two") == [] and scene.said == []
    assert list(scene.work.iterdir()) == []


@pytest.mark.parametrize("answer", [SAT, UNSAT])
def test_who_joined_may_win(tmp_path: Path, answer: str) -> None:
    scene = Scene(tmp_path, {"one": "trap '' TERM; " + HANG, "two": answer})
    winner, outcome = scene.ask()
    assert (winner, outcome.solver, outcome.status) == ("two", "two", "sat" if answer == SAT else "unsat")
    assert scene.said == ["JOINED BY two", "two: " + outcome.status.upper()]


def test_a_quick_answer_starts_no_thread_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor looks at cores, memory or other programs; the code that does so is not even there."""
    monkeypatch.setitem(sys.modules, "csp2sat.solving.parallel.contest", None)
    scene = Scene(tmp_path, {"one": SAT, "two": SAT})
    scene.solvers = scene.solvers._replace(portfolio=(scene.solvers.portfolio[0], *config.Solvers.load().portfolio[1:]))
    assert scene.ask()[0] == "one"


def test_a_member_for_ordered_formulas_alone_costs_the_others_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": UNSAT})
    first, second = scene.solvers.portfolio
    scene.solvers = scene.solvers._replace(portfolio=(first, second._replace(ordered=True)))
    assert scene.ask(ordered=True)[0] == "two"
    monkeypatch.setitem(sys.modules, "csp2sat.solving.parallel.contest", None)
    assert scene.ask()[0] == "one"


def test_nobody_joins_a_question_that_may_take_less_cpu_time_than_has_to_pass_before(tmp_path: Path) -> None:
    """A busy computer lets more wall time pass than that."""
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": UNSAT})
    assert scene.ask(RunOptions(cpu=0.05))[0] == "one" and scene.pids("two") == [] and scene.said == []
    assert scene.ask(RunOptions(cpu=0.06))[0] == "two"


def test_the_first_may_win_after_all(tmp_path: Path) -> None:
    scene = Scene(
        tmp_path, {"one": SLOW + SAT, "two": "sleep 60 & echo $! >> " + str(tmp_path / "two.pids") + "; wait"}
    )
    assert scene.ask()[0] == "one" and len(scene.pids("two")) == 2


FAILS = {
    "crashes": ("exit 3", "failed with exit code 3"),
    "is killed": ("kill -9 $$", "was killed by signal 9"),
    "lies": (WRONG, "gave a wrong model"),
    "talks nonsense": ("echo hello; exit 10", "gave no status (exit code 10); its last line: hello"),
    "contradicts itself": ("echo 's UNSATISFIABLE'; exit 10", "its exit code 10 means sat"),
    "gives up": ("echo 's UNKNOWN'; exit 0", "memory"),
    "says nothing": ("exit 10", "gave no status"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", FAILS)
def test_a_second_one_that_fails_is_told_of_and_forgotten(tmp_path: Path, fault: str) -> None:
    scene = Scene(tmp_path, {"one": SLOW + SAT, "two": FAILS[fault][0]})
    winner, outcome = scene.ask()
    assert (winner, outcome.status) == ("one", "sat")
    assert FAILS[fault][1] in scene.said[1] and scene.said[1].startswith("two: ")


def test_one_that_is_not_there(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": HANG})
    (tmp_path / "two.sh").unlink()
    assert scene.ask()[0] == "one" and scene.said == []


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": HANG})
    (tmp_path / "two.sh").write_text("#!/no/such/shell\n")
    assert scene.ask()[0] == "one" and any("two" in line for line in scene.said[1:])


def test_no_place_for_what_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": HANG})
    assert scene.ask()[0] == "one" and "No space left" in scene.said[1] and not scene.pids("two")


def test_a_folder_of_the_users_stays(tmp_path: Path) -> None:
    """With --keep the folder may be one that was there before, whatever is in it."""
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": HANG})
    (scene.work / "portfolio-1").mkdir()
    (scene.work / "portfolio-1" / "thesis.tex").write_text("all of it")
    assert scene.ask()[0] == "one" and scene.pids("two")
    assert [str(path.relative_to(scene.work)) for path in scene.work.rglob("*.*")] == ["portfolio-1/thesis.tex"]


def test_no_thread_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoThread(threading.Thread):
        def start(self) -> None:
            if self._target.__name__ == "_join":  # type: ignore[attr-defined]
                raise RuntimeError("can't start new thread")
            super().start()

    monkeypatch.setattr(threading, "Thread", NoThread)
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": HANG})
    assert scene.ask()[0] == "one" and scene.said == ["JOINED BY two", "two: can't start new thread"]


def test_an_interrupt_before_it_has_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(threading.Thread):
        def start(self) -> None:
            if self._target.__name__ == "_join":  # type: ignore[attr-defined]
                raise KeyboardInterrupt
            super().start()

    monkeypatch.setattr(threading, "Thread", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        Scene(tmp_path, {"one": LATE + SAT, "two": HANG}).ask()


def test_an_interrupt_waits_until_nothing_is_left(tmp_path: Path) -> None:
    """It comes when the question is answered and the other solver, which does not listen, is being ended."""
    scene = Scene(tmp_path, {"one": SLOW + SAT, "two": "trap '' TERM; " + HANG})
    join, interrupted = threading.Thread.join, list[bool]()

    def joined(thread: threading.Thread, timeout: float | None = None) -> None:
        if "(_join)" in thread.name:
            os.kill(os.getpid(), signal.SIGINT)
            interrupted.append(thread.is_alive())
        join(thread, timeout)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(threading.Thread, "join", joined)
        scene.ask()
    assert interrupted == [True] and list(scene.work.iterdir()) == []


def test_it_is_stopped_while_another_one_joins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a thread that has not seen yet who joins; nobody would end that one."""
    stop = Stop()
    monkeypatch.setattr(contest, "free_memory", stop.set)
    scene = Scene(tmp_path, {"one": HANG, "two": HANG})
    winner, outcome = scene.ask(RunOptions(deadline=time.monotonic() + 5, stop=stop))
    assert (winner, outcome.reason) == ("one", "interrupted") and "two: interrupted" in scene.said


def test_the_first_fails_before_another_has_joined(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": "exit 3", "two": SAT})
    with pytest.raises(SolverError, match=r"^one failed with exit code 3"):
        scene.ask()
    assert scene.pids("two") == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", ["exit 3", WRONG, "echo 's UNKNOWN'; exit 0"])
def test_the_first_fails_later(tmp_path: Path, fault: str) -> None:
    scene = Scene(tmp_path, {"one": "sleep 0.4; " + fault, "two": "sleep 0.8; " + SAT})
    assert scene.ask()[0] == "two"
    assert [line.split(":")[0] for line in scene.said] == ["JOINED BY two", "one", "two"]


def test_all_fail(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match=r"^one gave a wrong model"):
        Scene(tmp_path, {"one": SLOW + WRONG, "two": "exit 3"}).ask()


def test_nobody_knows(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": HANG, "two": HANG})
    winner, outcome = scene.ask(RunOptions(time.monotonic() + 0.5))
    assert (winner, outcome.status, outcome.reason) == ("one", "unknown", "time") and scene.pids("two")


def test_it_is_stopped_from_outside(tmp_path: Path) -> None:
    stop, start = Stop(), time.monotonic()
    scene = Scene(tmp_path, {"one": HANG, "two": "echo; touch there; " + HANG})
    stopping = threading.Thread(target=_stop_when, args=(stop, scene.work, "*/there"))
    stopping.start()
    assert scene.ask(RunOptions(stop=stop))[1].reason == "interrupted" and scene.pids("two")
    assert time.monotonic() - start < 30  # long before they end by themselves
    stopping.join()


def test_it_is_stopped_when_the_first_has_failed(tmp_path: Path) -> None:
    stop, start = Stop(), time.monotonic()
    scene = Scene(tmp_path, {"one": f"{SLOW}touch {tmp_path}/failed; exit 3", "two": HANG})
    stopping = threading.Thread(target=_stop_when, args=(stop, tmp_path, "failed"))
    stopping.start()
    with pytest.raises(SolverError, match=r"^one failed with exit code 3"):
        scene.ask(RunOptions(stop=stop))
    assert time.monotonic() - start < 30
    stopping.join()


def _stop_when(stop: Stop, folder: Path, pattern: str) -> None:
    """Stop a moment after such a file is there."""
    until = time.monotonic() + 40
    while not any(folder.glob(pattern)) and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.2)
    stop.set()


def test_no_more_solvers_than_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = {"one": SLOW + SAT, "two": HANG, "three": HANG}
    scene = Scene(tmp_path, bodies)
    scene.ask()
    assert scene.pids("two") and not scene.pids("three")
    monkeypatch.setattr(contest, "cores", lambda: 3)
    scene.ask()
    assert scene.pids("three")


def test_one_that_has_failed_leaves_its_core(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": "sleep 0.9; " + HANG, "two": "exit 3", "three": SAT})
    assert scene.ask()[0] == "three" and len(scene.pids("two")) == 1


def test_one_core_one_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "cores", lambda: 1)
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": SAT})
    assert scene.ask()[0] == "one" and not scene.pids("two")


def test_who_works_on_ordered_formulas_only(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": HANG, "two": SAT, "three": LATE + SAT})
    first, second, third = scene.solvers.portfolio
    scene.solvers = scene.solvers._replace(portfolio=(first, second._replace(ordered=True), third))
    assert scene.ask()[0] == "three" and scene.pids("two") == []
    assert scene.ask(ordered=True)[0] == "two"


def test_who_is_to_judge_does_not_join(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": SAT})
    assert scene.ask(avoided="two")[0] == "one" and not scene.pids("two")


def test_two_threads_are_two_solvers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "cores", lambda: 8)
    scene = Scene(tmp_path, {"one": SLOW + SAT, "two": HANG, "three": SAT})
    assert scene.ask(RunOptions(threads=2))[0] == "one" and scene.pids("two")


# proofs


def test_each_writes_a_proof_of_its_own(tmp_path: Path) -> None:
    bodies = {"one": 'echo one > "$2"; ' + HANG, "two": 'echo two > "$2"; ' + UNSAT}
    scene = Scene(tmp_path, bodies, **PROVES)
    proof = scene.work / "the.proof"
    assert scene.ask(RunOptions(proof=proof))[0] == "two" and proof.read_text() == "two\n"
    assert [path.name for path in scene.work.rglob("*") if path.is_file()] == ["the.proof"]


def test_the_first_ones_proof_stays(tmp_path: Path) -> None:
    bodies = {"one": 'echo one > "$2"; ' + SLOW + UNSAT, "two": 'echo two > "$2"; ' + HANG}
    scene = Scene(tmp_path, bodies, **PROVES)
    proof = scene.work / "the.proof"
    assert scene.ask(RunOptions(proof=proof))[0] == "one" and proof.read_text() == "one\n"
    assert [path.name for path in scene.work.rglob("*") if path.is_file()] == ["the.proof"]


def test_who_writes_no_proof_does_not_join(tmp_path: Path) -> None:
    bodies = {"one": 'echo one > "$2"; ' + LATE + UNSAT, "two": UNSAT}
    scene = Scene(tmp_path, bodies, **PROVES)
    text = scene.yaml.read_text()
    scene.yaml.write_text(text.replace('two.sh\n    args: ["{cnf}", "{proof}"]\n    proof: drat', "two.sh"))
    assert scene.yaml.read_text() != text
    scene.solvers = config.Solvers.load(str(scene.yaml))
    assert scene.ask(RunOptions(proof=scene.work / "p"))[0] == "one" and scene.said == []
    assert scene.ask()[0] == "two"


# what those that join are told


def test_wishes_for_the_first_one_are_not_for_the_others(tmp_path: Path) -> None:
    """Neither arguments of its own, nor its threads."""
    keys = {"args": '["{cnf}", "--threads={threads}", "{extra}"]', "threads": "64"}
    told = f'echo "$@" > {tmp_path}/told; '
    scene = Scene(tmp_path, {"one": SLOW + SAT, "two": told + SAT}, **keys)
    assert scene.ask(RunOptions(threads=2, extra=("--mine",)))[0] == "two"
    assert (tmp_path / "told").read_text().split() == [str(tmp_path / "tiny.cnf")]


def test_no_solver_joins_itself(tmp_path: Path) -> None:
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": HANG})
    text = scene.yaml.read_text()
    scene.yaml.write_text(text.replace("solver: one,", "solver: [two, one],").replace("solver: two,", "solver: [one],"))
    (tmp_path / "two.sh").unlink()
    scene.solvers = config.Solvers.load(str(scene.yaml))
    assert scene.ask()[0] == "one" and len(scene.pids("one")) == 1


# memory


def test_no_second_solver_without_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, {"one": LATE + SAT, "two": SAT})
    monkeypatch.setattr(contest, "free_memory", lambda: 100 << 20)
    assert scene.ask()[0] == "one" and not scene.pids("two")
    assert scene.said == ["NOT JOINED BY two: 50 MB may not be enough"]
    monkeypatch.setattr(contest, "free_memory", lambda: None)
    assert scene.ask(RunOptions(memory=60))[0] == "one" and not scene.pids("two")
    assert scene.ask(RunOptions(memory=600))[0] == "two"


class Room:
    """A contest of which the first solver has used so many MB when another one might join."""

    def __init__(self, folder: Path, bodies: dict[str, str], limit: int | None):
        self.scene = Scene(folder, bodies)
        first = self.scene.solvers.first(self.scene.solvers.portfolio[0])
        assert first is not None
        trace, question = Trace(tell=self.scene.said.append), CnfQuestion(tiny(folder), 3)
        run = contest.FirstRun(first, question, self.scene.work, RunOptions(memory=limit, stop=Stop()), trace)
        self.contest = contest.Contest(run, self.scene.solvers, "")

    def said(self, *peaks: int) -> list[str]:
        """Who joins when the first one has used these MB, one after the other, and what became of it."""
        with closing(self.contest):
            for peak in peaks:
                self.contest.watch(peak << 20, 10.0)
        return self.scene.said


def test_one_more_may_need_twice_what_the_first_one_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    monkeypatch.setattr(contest, "free_memory", lambda: 2 * (64 + 2 * 100) << 20)
    assert Room(tmp_path / "a", {"one": SAT, "two": HANG}, None).said(100) == ["JOINED BY two"]
    refused = ["NOT JOINED BY two: 264 MB may not be enough"]
    assert Room(tmp_path / "b", {"one": SAT, "two": HANG}, None).said(101) == refused


def test_one_more_may_need_eight_times_the_formula(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "free_memory", lambda: 2 * (64 + 8) << 20)
    room = Room(tmp_path, {"one": SAT, "two": HANG}, None)
    tiny(tmp_path, TINY + "c\n" * (1 << 19))
    assert room.said(1) == ["NOT JOINED BY two: 72 MB may not be enough"]


def test_what_the_first_one_uses_is_not_left_for_others(tmp_path: Path) -> None:
    said = Room(tmp_path, {"one": SAT, "two": HANG}, limit=300).said(100)
    assert said == ["NOT JOINED BY two: 200 MB may not be enough"]


def test_the_limit_is_for_the_sum(tmp_path: Path) -> None:
    """Each of them alone is below it."""
    hold = 'import time; x = bytearray({} << 20); time.sleep({}); print("s UNSATISFIABLE"); exit(20)'
    python = f"exec {sys.executable} -c '{hold}'"
    scene = Scene(tmp_path, {"one": "sleep 0.3; " + python.format(150, 1.2), "two": python.format(90, 60)})
    assert scene.ask(RunOptions(memory=230))[0] == "one"
    assert scene.said == ["JOINED BY two", "two: interrupted", "one: UNSAT"]


def test_the_first_one_gets_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what was free is for the other one; when the first one takes nearly all of its half, that goes."""
    scene, told = Scene(tmp_path, {"one": SLOW + SAT, "two": HANG}), iter([8 << 30, 3 << 30])
    monkeypatch.setattr(contest, "free_memory", lambda: next(told, 900 << 20))
    assert scene.ask()[0] == "one"
    assert scene.said == ["JOINED BY two", "two: interrupted", "one: SAT"]  # before it noted its process, perhaps
