"""csp2sat-fzn: what it prints for each flag, what it says of wrong input, and that only what is proved is claimed."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from csp2sat.api import door
from csp2sat.cli.fzn.command import command
from csp2sat.errors import SolverError
from csp2sat.model.model import Answer
from csp2sat.optimizing.objective_search import Optimum
from csp2sat.solving.problem import CspProblem

ENDS = ("----------", "==========", "=====UNSATISFIABLE=====", "=====UNKNOWN=====")
TWO = "var 1..2: x :: output_var; var 1..9: h; constraint int_le(x,h); solve satisfy;"
NONE = "var 1..2: x :: output_var; constraint int_lt(x,1); solve satisfy;"
BEST = "var 1..9: x :: output_var; var 1..9: y; constraint int_ne(x,9); constraint int_lt(y,x); solve maximize x;"
HARD = "".join(
    [f"var 1..6: x{i} :: output_var;" for i in range(7)]
    + [f"constraint int_ne(x{i},x{j});" for i in range(7) for j in range(i)]
    + ["solve satisfy;"]
)
LARGE = "".join(
    [f"var 1..50: x{i} :: output_var;" for i in range(200)]
    + [f"constraint int_ne(x{i},x{j});" for i in range(200) for j in range(i)]
    + ["solve satisfy;"]
)


@pytest.fixture
def fzn(tmp_path, capsys):
    def run(text, *flags, code=0):
        path = tmp_path / "m.fzn"
        path.write_text(text)
        assert command([*flags, str(path)]) == code
        told = capsys.readouterr()
        run.stderr = told.err
        return told.out

    return run


def printed(out):
    """The values of x, and the words that end solutions and the answer."""
    return [
        line if line in ENDS else int(line[4:-1]) for line in out.splitlines() if line in ENDS or line[:4] == "x = "
    ]


ANSWERS = [
    (TWO, (), ["?", "----------"]),
    (TWO, ("-a",), [1, "----------", 2, "----------", "=========="]),
    (TWO, ("-i",), ["?", "----------"]),
    (TWO, ("-n", "1"), ["?", "----------"]),
    (TWO, ("-n", "2"), [1, "----------", 2, "----------"]),
    (TWO, ("-a", "-n", "3"), [1, "----------", 2, "----------", "=========="]),
    (TWO, ("-f", "-r", "7", "-p", "4", "-v", "-t", "9000000"), ["?", "----------"]),
    (NONE, (), ["=====UNSATISFIABLE====="]),
    (NONE, ("-a",), ["=====UNSATISFIABLE====="]),
    (NONE.replace("satisfy", "minimize x"), (), ["=====UNSATISFIABLE====="]),
    (NONE.replace("satisfy", "minimize x"), ("-i",), ["=====UNSATISFIABLE====="]),
    (BEST, (), [8, "----------", "=========="]),
    (BEST.replace("maximize", "minimize"), (), [2, "----------", "=========="]),
    (BEST.replace("maximize x", "minimize 5"), (), ["?", "----------", "=========="]),
    ("int: k = 5; var 1..1: x :: output_var; solve maximize k;", ("-i",), [1, "----------", "=========="]),
    ("var 1..9: y; solve satisfy;", ("-a",), ["----------", "=========="]),
    ("var 1..9: y; solve maximize y;", (), ["----------", "=========="]),
    (
        "var bool: p; var 0..1: x :: output_var; constraint bool2int(p,x); solve maximize x;",
        (),
        [1, "----------", "=========="],
    ),
]


@pytest.mark.sample(7)
@pytest.mark.parametrize("number", range(len(ANSWERS)))
@pytest.mark.parametrize("encoding", ["auto", "log"])
def test_what_is_printed(fzn, number, encoding):
    text, flags, expected = ANSWERS[number]
    found = printed(fzn(text, *flags, "--encoding", encoding))
    if text == TWO and len(expected) > 2:
        found[:4:2] = sorted(found[:4:2])  # in any order
    assert ["?" if want == "?" else word for word, want in zip(found, expected, strict=True)] == expected


@pytest.mark.parametrize("flag", ["-i", "-a"])
def test_better_solutions_are_printed_as_they_come(fzn, flag):
    found = printed(fzn(BEST, flag))
    values = [word for word in found if isinstance(word, int)]
    assert values == sorted(set(values)) and values[-1] == 8
    assert found[-1] == "==========" and found.count("----------") == len(values)


def test_statistics_are_comments(fzn):
    out = fzn(BEST, "-s")
    figures = dict(re.findall(r"^%%%mzn-stat: (\w+)=(.*)$", out, re.M))
    assert (
        figures["objective"] == figures["objectiveBound"] == "8"
        and figures["nSolutions"] == "1"
        and figures["encoding"] == '"auto"'
    )
    assert int(figures["satVariables"]) > 0 and float(figures["solveTime"]) >= 0
    assert out.endswith("%%%mzn-stat-end\n")
    assert all(line.startswith("%") for line in out.partition("==========\n")[2].splitlines())


WRONG = [
    (["--no-such-flag"], "there is no flag --no-such-flag"),
    (["-n", "many"], "-n many: expected a number"),
    (["-t", "-5"], "-t -5: expected a number"),
    (["-p", "0"], "-p 0: expected a number"),
    (["--parallel", "0"], "--parallel 0: expected a number"),
    (["--sat-solver", "no-such-solver"], "no-such-solver"),
    (["--encoding", "no-such-encoding"], "no-such-encoding"),
    (["-a", "--proof", "there"], "leave out -a or -n"),
    (["another.fzn"], "expected one FlatZinc file, not 2"),
]


@pytest.mark.parametrize("flags, message", WRONG)
def test_wrong_flags(fzn, flags, message):
    assert fzn(TWO, *flags, code=1) == ""
    assert message in fzn.stderr and "Traceback" not in fzn.stderr


def test_files_that_cannot_be_read(capsys, tmp_path):
    for path in (tmp_path / "none.fzn", tmp_path):
        assert command([str(path)]) == 1
    assert command([]) == 1
    assert command(["-n"]) == 1
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("none.fzn") == 1 and "expected one FlatZinc file" in told.err
    assert "-n: expected a value after it" in told.err


@pytest.mark.parametrize(
    "text, message",
    [
        ("var float: f; solve satisfy;", "csp2sat has no floating-point variables (f)"),
        ("constraint fzn_nothing(1); solve satisfy;", "csp2sat has no constraint fzn_nothing"),
        ("var set of 1..2: s; solve satisfy;", "csp2sat has no set variables (s)"),
        ("var 1..2: x", "expected"),
    ],
)
def test_wrong_texts(fzn, text, message):
    assert fzn(text, code=1) == ""
    first, *_ = fzn.stderr.splitlines()
    assert re.match(r".*m\.fzn:1:\d+: ", first) and message in first


def test_help_and_version(capsys):
    assert command(["--help"]) == 0 and command(["--version"]) == 0
    assert capsys.readouterr().out.startswith("usage: csp2sat-fzn")


def test_no_time_is_no_answer(fzn):
    start = time.monotonic()
    assert printed(fzn(LARGE, "-t", "1")) == ["=====UNKNOWN====="]
    assert time.monotonic() - start < 5


@pytest.mark.filterwarnings("ignore")
def test_an_assumed_range_proves_nothing(fzn):
    assert printed(fzn("var int: x :: output_var; solve maximize x;", "--encoding", "log"))[1:] == ["----------"]
    contradiction = "var int: y; constraint int_lt(x,y); constraint int_lt(y,x); solve satisfy;"
    assert printed(fzn("var int: x :: output_var; " + contradiction, "--encoding", "log")) == ["=====UNKNOWN====="]


def test_each_solution_is_judged(fzn, monkeypatch):
    monkeypatch.setattr(CspProblem, "faults", lambda self, solution: ["made up"])
    for text in (TWO, BEST):
        assert fzn(text, code=1) == ""
        assert "the answer is wrong" in fzn.stderr


@pytest.mark.parametrize("text, claim, last", [(HARD, "unsatisfiable", 1), (BEST, "optimum", 3), (TWO, None, 2)])
def test_proofs(fzn, tmp_path, text, claim, last):
    from csp2sat.api.functions import verify

    folder = tmp_path / "proofs"
    assert len(printed(fzn(text, "--proof", str(folder)))) == last
    assert folder.exists() == (claim is not None)
    if claim is not None:
        verify(folder / f"{claim}.proof.json", folder / "model.fzn")


def test_a_proof_that_is_wrong_is_no_claim(fzn, tmp_path, monkeypatch):
    from csp2sat.certifying import proving
    from csp2sat.errors import LimitReached, Place
    from csp2sat.proofs.drat import ProofError

    def late(*_):
        raise LimitReached("time")

    monkeypatch.setattr(proving, "check", late)
    assert printed(fzn(HARD, "--proof", str(tmp_path / "p"))) == ["=====UNKNOWN====="]
    assert printed(fzn(BEST, "--proof", str(tmp_path / "p"))) == [8, "----------"]

    def wrong(*_):
        raise ProofError("made up", Place("proof"))

    monkeypatch.setattr(proving, "check", wrong)
    assert fzn(HARD, "--proof", str(tmp_path / "p"), code=1) == ""


SLOW = (  # a sum of squares that is to be small, and is not soon
    "".join(
        f"var 0..400: x{i} :: output_var;var 0..160000: s{i};constraint int_times(x{i},x{i},s{i});" for i in range(6)
    )
    + "var 0..960000: x :: output_var;"
    + "constraint int_lin_eq([1,1,1,1,1,1,-1],[s0,s1,s2,s3,s4,s5,x],0);"
    + "constraint int_lin_eq([17,29,31,43,57,71],[x0,x1,x2,x3,x4,x5],40003);"
    + "constraint int_lin_ne([1,-1],[x0,x1],0); solve minimize x;"
)


def started(tmp_path, text, *flags, **more):
    path = tmp_path / "m.fzn"
    path.write_text(text)
    words = [sys.executable, "-P", "-m", "csp2sat.cli.fzn", *flags, str(path)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True, **more)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_the_best_so_far(tmp_path, number):
    running = started(tmp_path, SLOW)
    time.sleep(8)
    os.killpg(running.pid, number)
    out, _ = running.communicate(timeout=5)
    assert "x = " in out and out.endswith("----------\n") and running.returncode == 0
    assert subprocess.run(["pgrep", "-g", str(running.pid)], capture_output=True).stdout == b""


def test_a_pipe_that_closes_ends_it(tmp_path):
    text = "".join(f"var 1..9: x{i} :: output_var;" for i in range(6)) + "solve satisfy;"
    running = started(tmp_path, text, "-a", stderr=subprocess.PIPE)
    assert running.stdout.readline() and running.stdout.close() is None
    assert running.wait(timeout=20) is not None
    assert running.stderr.read() == ""


def test_a_solver_that_fails_leaves_the_best(fzn, monkeypatch):
    def failed(run, search, report):
        report(5, answer := Answer({"x": 5, "y": 2}, {}))
        return Optimum("SATISFIABLE", answer, reason="failed", objective=5, stopped=SolverError("it crashed"))

    monkeypatch.setattr(door, "optimum", failed)
    assert fzn(BEST, code=1) == "x = 5;\n----------\n"
    assert fzn.stderr == "csp2sat-fzn: it crashed\n"


WARM = "var 1..9: x :: output_var; var 1..9: y :: output_var; constraint int_ne(x, y); "


@pytest.mark.parametrize("flags", [(), ("--sat-solver", "kissat"), ("-a",), ("--encoding", "log")])
def test_a_warm_start_is_the_first_solution(fzn, flags):
    out = fzn(f"{WARM}solve :: warm_start([x, y], [4, 7]) satisfy;", *flags)
    assert out.splitlines()[:3] == ["x = 4;", "y = 7;", "----------"]


def test_an_objective_begins_with_the_warm_start(fzn):
    out = fzn(f"{WARM}solve :: warm_start([x, y], [4, 7]) maximize x;", "-a")
    values = [int(line[4:-1]) for line in out.splitlines() if line.startswith("x = ")]
    assert values[0] >= 4 and values[-1] == 9


def test_a_warm_start_that_is_impossible_changes_nothing(fzn):
    out = fzn(f"{WARM}solve :: warm_start([x, y], [4, 4]) maximize x;")
    assert "x = 9;" in out and out.endswith("==========\n")
