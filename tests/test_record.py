"""The record of runs: tiny ladders with peers that are made up, damaged files, what has become slower."""

import os
import signal
import subprocess
import sys
import time

import pytest
import record
import recorded
from ladder import Result
from support.paths import BOARDS, ROOT
from support.tiny_ladder import folder as folder


class Pigeon:
    """A peer that takes a second for each board, and knows no CSPs."""

    name = "Pigeon 1.0"
    said, calls = "SAT", 0

    def __call__(self, instance, folder, limit):
        type(self).calls += 1
        return Result(self.said, 1.0, 2.0, 30) if instance.board else None


@pytest.fixture
def run(folder, tmp_path, monkeypatch, capsys):
    """Runs record.py with made-up times: its exit code and what it prints."""
    monkeypatch.setattr(record, "peers", lambda *_: [Pigeon()])
    monkeypatch.setattr(record, "machine", lambda: "abacus")
    monkeypatch.setattr(Pigeon, "calls", 0)

    def called(*words, revision="r1", cpu=1.0, wall=1.0, said="SAT"):
        monkeypatch.setattr(record, "revision", lambda: revision)
        monkeypatch.setattr(record, "ours", lambda *_: Result(said, cpu, wall, 40))
        line = ["record.py", str(folder), "-o", str(tmp_path / "r.jsonl"), "--leave-out", "made/", *words]
        monkeypatch.setattr(sys, "argv", line)
        return record.main(), capsys.readouterr().out

    called.lines = lambda: recorded.read(tmp_path / "r.jsonl")
    called.path = tmp_path / "r.jsonl"
    return called


def test_a_line_for_each_instance(run):
    code, text = run("--boards", "2")
    assert code == 0 and text.count(" new\n") == 4 and "nothing is worse" in text
    line = run.lines()[2]
    assert line["instance"] == "akari/a1" and line["size"] == 1 and line["machine"] == "abacus"
    assert line["csp2sat"] == {"said": "SAT", "cpu": 1.0, "wall": 1.0, "mib": 40}
    assert line["ratio"] == {"Pigeon 1.0": 1.0}, "of CPU 1.0, of wall 0.5: the worse one"
    assert run.lines()[0]["peers"] == {}


def test_it_goes_on_where_it_stopped(run, monkeypatch):
    assert run("--only", "best", "a1")[0] == 0 and len(run.lines()) == 2
    kept = run.path.read_bytes()
    run.path.write_bytes(kept + b'{"date": "20')  # as after a crash
    run(cpu=9.0)
    assert run.path.read_bytes().startswith(kept) and len(run.lines()) == 6
    assert [each["csp2sat"]["cpu"] for each in run.lines()] == [1, 1, 9, 9, 9, 9]
    run("--again")
    assert len(run.lines()) == 12


def test_ctrl_c_leaves_whole_lines(run, monkeypatch):
    def peer(self, instance, *_):
        if instance.name == "akari/a2":
            raise KeyboardInterrupt

    monkeypatch.setattr(Pigeon, "__call__", peer)
    assert run()[0] == 130
    assert [each["instance"] for each in run.lines()] == ["few/best", "few/none", "akari/a1"]


def test_what_has_become_slower_is_marked(run):
    run()
    code, text = run(revision="r2", cpu=1.14, wall=1.3)
    assert code == 0 and "SLOWER" not in text, "only wall time: the machine is busy"
    code, text = run(revision="r3", cpu=1.4, wall=1.5)
    assert code == 4 and text.count("SLOWER") == 6 and "worse: few/best, few/none, akari/a1" in text
    assert run(revision="r3")[0] == 4, "what was run is said again"
    code, text = run(revision="r4", cpu=0.7, wall=0.75)
    assert code == 0 and "     0.50" in text
    assert run(revision="r5", cpu=1.4, wall=0.5)[0] == 0, "two solvers at once"


def test_small_times_are_not_marked(run):
    run(cpu=0.1, wall=0.1)
    assert [run(revision=f"r{each}", cpu=each, wall=each + 0.05)[0] for each in (0.15, 0.36)] == [0, 4]


def test_another_answer_is_worse(run):
    run("--only", "best", said="OPTIMUM 3")
    code, text = run("--only", "best", revision="r2", said="OPTIMUM 2")
    assert code == 4 and "OPTIMUM 2 instead of OPTIMUM 3" in text
    code, text = run("--only", "best", revision="r3", said="?")
    assert code == 4 and "? instead of OPTIMUM 2" in text
    assert run("--only", "best", revision="r4", said="OPTIMUM 2")[0] == 0, "better than none"


def test_a_peer_that_says_something_else(run, monkeypatch):
    monkeypatch.setattr(Pigeon, "said", "UNSAT")
    code, text = run("--only", "a1")
    assert code == 4 and "CONTRADICTS Pigeon 1.0" in text
    monkeypatch.setattr(Pigeon, "said", "?")
    code, text = run("--only", "a1", "--peers-again", "--again")
    assert code == 0 and run.lines()[-1]["ratio"] == {}


def test_peers_are_run_once(run, monkeypatch):
    run("--only", "a1")
    run("--only", "a1", revision="r2", cpu=3.0, wall=1.0)
    assert Pigeon.calls == 1 and run.lines()[-1]["ratio"] == {"Pigeon 1.0": 3.0}
    run("--only", "a1", "--peers-again", revision="r3")
    assert Pigeon.calls == 2
    monkeypatch.setattr(Pigeon, "name", "Pigeon 2.0")
    run("--only", "a1", revision="r4")
    assert list(run.lines()[-1]["peers"]) == ["Pigeon 2.0"], (
        "another version is run, and takes the place of the old one"
    )
    monkeypatch.setattr(record, "peers", lambda *_: [])
    run("--only", "a1", revision="r5")
    assert list(run.lines()[-1]["peers"]) == ["Pigeon 2.0"], "that of a peer that is not there today is kept"


def test_machines_are_told_apart(run, monkeypatch):
    run("--only", "a1", cpu=9.0, wall=9.0)
    monkeypatch.setattr(record, "machine", lambda: "slide rule")
    assert "new" in run("--only", "a1")[1] and Pigeon.calls == 2


def test_slow_runs_are_not_repeated(run, monkeypatch):
    runs = iter([Result("SAT", cpu, cpu, 1) for cpu in (1.0, 3.0, 2.0, 6.0)])
    run("--only", "a3")
    monkeypatch.setattr(record, "ours", lambda *_: next(runs))
    monkeypatch.setattr(sys, "argv", [*sys.argv[:-2], "--only", "a1", "a2"])
    assert record.main() == 0
    assert [each["csp2sat"]["cpu"] for each in run.lines()] == [1.0, 2.0, 6.0]


@pytest.mark.parametrize(
    "words, message",
    [
        ((), "expected a FOLDER"),
        (("here", "--runs", "0"), "argument --runs: expected a number, at least 1, not '0'"),
        (("here", "--boards", "-1"), "argument --boards: expected a number, at least 1, not '-1'"),
    ],
)
def test_wrong_words_are_refused(words, message, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["record.py", *words])
    with pytest.raises(SystemExit) as ended:
        record.parsed()
    assert ended.value.code == 2 and message in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{}\n", "1\n", "nothing\n", '{"a": 1}\nx\n'])
def test_a_damaged_record_is_refused(run, text):
    run.path.write_text(text)
    with pytest.raises(SystemExit, match=r"r\.jsonl:1: this is no line of a record"):
        run()
    assert run.path.read_text() == text


def test_tables(run):
    assert list(recorded.tables([])) == ["Nothing is recorded yet.\n"]
    run("--boards", "3")
    run("--boards", "2", revision="r2", cpu=0.25, wall=0.5)
    text = "\n".join(recorded.tables(run.lines()))
    assert "revision r1" in text and "revision r2" in text and "abacus." in text
    assert "| akari | 3 | 1.50 | 2.00 | Pigeon 1.0 | 3.00 | 6.00 | 0.50 | a2 1.00 | 0 | 0 |" in text
    assert "| a4 | SAT | 0.25 | 0.50 | 40 | 1.00 | 2.00 | 0.25 |" in text
    assert "### Speed: few\n\n| instance | answer | CPU s | wall s | MiB |\n" in text


def test_totals_say_what_only_one_has_decided(run, monkeypatch):
    run("--only", "a1")
    run("--only", "a2", said="?")
    monkeypatch.setattr(Pigeon, "said", "?")
    run("--only", "a3", "a4")
    assert "| akari | 1 | 1.00 | 1.00 | Pigeon 1.0 | 1.00 | 2.00 | 1.00 | a1 1.00 | 2 | 1 |" in recorded.tables(
        run.lines()
    )


@pytest.mark.needs("git")
def test_the_command_itself(tmp_path):
    """On a board of the tests, interrupted while a program runs that does not end."""
    (tmp_path / "akari").mkdir()
    (tmp_path / "akari" / "a.json").write_bytes((BOARDS / "akari-7x7-ffbcf06c.json").read_bytes())
    slow = tmp_path / "python"
    slow.write_text('#!/bin/sh\nif [ "$1" = -c ]; then echo 1.2.3; else touch begun; exec sleep 60; fi\n')
    slow.chmod(0o755)
    command = [sys.executable, str(ROOT / "scripts" / "record.py"), str(tmp_path), "-o", str(tmp_path / "r.jsonl")]
    command += ["--only", "akari/", "--runs", "1"]
    with subprocess.Popen(
        [*command, "--python", str(slow)], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        until = time.monotonic() + 60
        while not (tmp_path / "begun").exists() and time.monotonic() < until:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        assert "goes on from here" in process.communicate(timeout=30)[1]
    assert process.returncode == 130 and recorded.read(tmp_path / "r.jsonl") == []
    done = subprocess.run([*command, "--python", "false"], capture_output=True, text=True, check=True)
    (line,) = recorded.read(tmp_path / "r.jsonl")
    assert line["csp2sat"]["said"] == "SAT" and line["peers"] == {} and line["revision"] in done.stdout
    table = subprocess.run([*command, "--table"], capture_output=True, text=True, check=True).stdout
    assert table.startswith(line["date"]) and "| a | SAT |" in table
