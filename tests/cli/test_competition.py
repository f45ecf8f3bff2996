"""csp2sat-xcsp3 and `solve --competition`: the lines of the competition's protocol, flags, limits and signals."""

import lzma
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.command_server import completed
from support.real_commands import csp2sat

from csp2sat.base.process_tree import tree_usage
from csp2sat.cli.competition.lines import CompetitionLines
from csp2sat.cli.competition.options import CompetitionFlags, read_options
from csp2sat.cli.competition.supervisor import MOST, SearchLimits
from csp2sat.errors import UsageError

CASES = Path(__file__).parent.parent / "data" / "xcsp3"
pytestmark = pytest.mark.children


def ruler(marks, most):
    """A Golomb ruler as short as possible, in XCSP3."""
    pairs = [(i, j) for j in range(marks) for i in range(j)]
    return f"""<instance format="XCSP3" type="COP">
  <variables> <array id="x" size="[{marks}]"> 0..{most} </array>
  <array id="d" size="[{len(pairs)}]"> 1..{most} </array> </variables>
  <constraints> <allDifferent> d[] </allDifferent> <group> <intension> eq(%0,sub(%1,%2)) </intension>
  {"".join(f"<args> d[{at}] x[{j}] x[{i}] </args>" for at, (i, j) in enumerate(pairs))} </group> </constraints>
  <objectives> <minimize> x[{marks - 1}] </minimize> </objectives>
</instance>
"""


def answered(*words, stdin=None):
    done = completed([*map(str, words)], module="csp2sat.cli.competition", stdin=stdin)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def statuses(out):
    return re.findall(r"^s (.*)$", out, re.M)


# answers


@pytest.mark.parametrize(
    "name, status, code, cost",
    [
        ("c-allequal", "SATISFIABLE", 0, None),
        ("s-array-holes", "SATISFIABLE", 0, None),
        ("l-regular-unsat", "UNSATISFIABLE", 0, None),
        ("o-sum", "OPTIMUM FOUND", 0, 4),
        ("o-negative-optimum", "OPTIMUM FOUND", 0, None),
        ("o-unsatisfiable", "UNSATISFIABLE", 0, None),
        ("r-stretch", "UNSUPPORTED", 1, None),
        ("r-unknown-variable", "UNKNOWN", 1, None),
        ("no-such-file", "UNKNOWN", 1, None),
    ],
)
def test_an_answer_has_one_status_and_its_solution(name, status, code, cost):
    rc, out, err = answered(CASES / f"{name}.xml", "--time-limit", 60, "--cores", 1, "--seed", 4294967295)
    assert (rc, statuses(out)) == (code, [status]) and "Traceback" not in err
    lines = out.splitlines()
    values = [line for line in lines if line.startswith("v ")]
    assert len(values) == (status in ("SATISFIABLE", "OPTIMUM FOUND"))
    assert all(line[:2] in ("c ", "d ", "o ", "s ", "v ") for line in lines)
    if values:
        assert lines[-1].startswith("v <instantiation type=") and lines[-1].endswith("</instantiation>")
        assert ('type="optimum"' in values[0]) == (status == "OPTIMUM FOUND")
    bounds = [int(line[2:]) for line in lines if line.startswith("o ")]
    if bounds:
        assert f'cost="{bounds[-1]}"' in values[0] and bounds == sorted(set(bounds), reverse=True)
    if cost is not None:
        assert bounds[-1] == cost
    if code:
        assert err


def test_a_compressed_instance_and_stdin_are_read(tmp_path):
    data = (CASES / "c-allequal.xml").read_bytes()
    (tmp_path / "a.xml.lzma").write_bytes(lzma.compress(data, format=lzma.FORMAT_ALONE))
    assert statuses(answered(tmp_path / "a.xml.lzma")[1]) == ["SATISFIABLE"]
    assert statuses(answered("-", stdin=data)[1]) == ["SATISFIABLE"]


def test_folder_for_temporary_files_is_used_and_left_empty(tmp_path):
    rc, out, _ = answered(CASES / "o-sum.xml", f"--tmpdir={tmp_path}", "--cores=2", "--mem-limit", 2000)
    assert rc == 0 and statuses(out) == ["OPTIMUM FOUND"] and not list(tmp_path.iterdir())
    rc, out, err = answered(CASES / "o-sum.xml", "--tmpdir", tmp_path / "none")
    assert rc == 1 and out == "" and "no such folder" in err


def test_another_kind_of_input_is_refused(tmp_path):
    (tmp_path / "a.csp").write_text("(int x 0 3)\n")
    rc, out, err = answered(tmp_path / "a.csp")
    assert rc == 1 and statuses(out) == ["UNKNOWN"] and "a.csp:1:1: this is Sugar's CSP text; expected XCSP3" in err


def test_solve_with_the_option_prints_the_same():
    done = csp2sat("solve", CASES / "o-sum.xml", "--competition")
    assert done.returncode == 0 and statuses(done.stdout) == ["OPTIMUM FOUND"] and "o 4\n" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["--json"],
        ["--to", "values"],
        ["--unique"],
        ["--all"],
        ["--proof", "p"],
        ["--expect", "sat"],
        ["--exit-code", "sat"],
        ["-o", "answer.txt"],
        ["--search", "down"],
        ["--from", "sugar"],
    ],
)
def test_solve_refuses_an_option_that_the_protocol_has_no_room_for(words):
    done = csp2sat("solve", CASES / "o-sum.xml", "--competition", *words)
    assert done.returncode == 2 and "not with --competition" in done.stderr


# flags


def test_flags_are_read():
    words = ["a.xml", "--seed", "7", "--time-limit=2.5", "--mem-limit", "100", "--cores", "3", "--cpu-limit", "9", "-v"]
    assert read_options(words) == CompetitionFlags(("a.xml",), 7, 2.5, 9.0, 100, 3, verbose=True)
    assert read_options(["--", "--seed"]).files == ("--seed",)


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "expected one instance, not 0"),
        (["a.xml", "b.xml"], "expected one instance, not 2"),
        (["a.xml", "--no-such"], "there is no flag --no-such"),
        (["a.xml", "--seed"], "--seed: expected a value after it"),
        (["a.xml", "--seed", "x"], "--seed x: expected a number"),
        (["a.xml", "--time-limit", "0"], "--time-limit 0: expected a number of seconds, above 0"),
        (["a.xml", "--time-limit", "inf"], "expected a number of seconds"),
        (["a.xml", "--cpu-limit", "-3"], "expected a number of seconds"),
        (["a.xml", "--mem-limit", "0"], "--mem-limit 0: expected a number, at least 1"),
        (["a.xml", "--cores", "0"], "expected a number, at least 1"),
    ],
)
def test_a_wrong_command_line_is_one_message(words, message, capsys):
    from csp2sat.cli.competition.command import command

    assert command(words) == 2
    told = capsys.readouterr()
    assert told.out == "" and message in told.err and "--help" in told.err


def test_help_and_version(capsys):
    from csp2sat.cli.competition.command import command

    assert command(["--help"]) == command(["--version"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: csp2sat-xcsp3") and "csp2sat-xcsp3 0." in told


@pytest.mark.parametrize("words", [["--encoding", "nix"], ["--sat-solver", "nix"]])
def test_an_unknown_name_is_an_error_after_a_status(words):
    rc, out, err = answered(CASES / "o-sum.xml", *words)
    assert rc in (1, 2) and statuses(out) == ["UNKNOWN"] and "nix" in err


def test_a_negative_number_is_no_value():
    with pytest.raises(UsageError):
        read_options(["a.xml", "--seed", "-1"])


# lines


def lines_of(capsys, *pieces, reason=""):
    lines = CompetitionLines()
    for piece in pieces:
        lines.take(piece.encode())
    status = lines.end(reason)
    return status, capsys.readouterr().out, lines.is_final


V = 'v <instantiation type="solution" cost="{}"> </instantiation>\n'


def test_a_solution_counts_with_its_objective_alone(capsys):
    status, out, final = lines_of(capsys, V.format(5), "o 5\n", V.format(4), "o ", reason="interrupted")
    assert status == "SATISFIABLE" and not final
    assert out == f"o 5\nc interrupted\ns SATISFIABLE\n{V.format(5)}"


def test_a_line_may_come_in_pieces(capsys):
    pieces = [V.format(5)[:9], V.format(5)[9:] + "o 5", "\ns OPTIMUM FOUND\n"]
    status, out, final = lines_of(capsys, *pieces)
    assert status == "OPTIMUM FOUND" and final
    assert out == "o 5\ns OPTIMUM FOUND\n" + V.format(5).replace("solution", "optimum")


def test_without_a_solution_the_status_is_unknown(capsys):
    assert lines_of(capsys, "c begun\n", V[:20]) == ("UNKNOWN", "c begun\ns UNKNOWN\n", False)
    assert lines_of(capsys, "s UNSATISFIABLE\n") == ("UNSATISFIABLE", "s UNSATISFIABLE\n", True)


def test_a_solution_without_an_objective_is_an_answer(capsys):
    assert lines_of(capsys, V, "s SATISFIABLE\n")[::2] == ("SATISFIABLE", True)
    assert lines_of(capsys, V, reason="interrupted")[0] == "SATISFIABLE"


# limits and signals


@pytest.fixture
def golomb(tmp_path):
    (tmp_path / "golomb.xml").write_text(ruler(12, 200))
    return tmp_path / "golomb.xml"


@pytest.fixture
def soon_solved(tmp_path):
    """A ruler that has solutions soon, and a proof of the best one some seconds after."""
    (tmp_path / "ruler.xml").write_text(ruler(9, 60))
    return tmp_path / "ruler.xml"


def started(path, *words, **how):
    command = [sys.executable, "-P", "-m", "csp2sat.cli.competition", str(path), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)


@pytest.mark.parametrize("name", ["SIGTERM", pytest.param("SIGINT", marks=pytest.mark.long)])
def test_a_signal_gives_the_best_solution_at_once(soon_solved, name):
    """But one that the command was told to ignore ends neither the command nor its search, a process of its own."""
    nohup = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noqa: E731
    process = started(soon_solved, "--cores", "1", "--time-limit", "20", start_new_session=True, preexec_fn=nohup)
    seen = []
    for line in process.stdout:
        seen.append(line)
        found = [each for each in seen if each.startswith("o ")]
        if line in found[1:]:
            break
        if line in found:
            os.killpg(process.pid, signal.SIGHUP)
    sent = time.monotonic()
    process.send_signal(getattr(signal, name))
    out = "".join(seen) + process.stdout.read()
    assert time.monotonic() - sent < 3  # a second, and a busy machine
    assert process.wait() == 3 and statuses(out) == ["SATISFIABLE"] and "c interrupted\n" in out
    cost = re.findall(r"^o (\d+)$", out, re.M)[-1]
    assert f'v <instantiation type="solution" cost="{cost}">' in out.splitlines()[-1]
    assert "Traceback" not in process.stderr.read()


def test_a_limit_of_time_ends_with_the_best_solution(golomb):
    began = time.monotonic()
    rc, out, _ = answered(golomb, "--time-limit", 1, "--cores", 1)
    assert time.monotonic() - began < 5 and rc == 3
    assert statuses(out) in (["SATISFIABLE"], ["UNKNOWN"]) and "c the time limit was reached" in out


@pytest.mark.parametrize("words", [("--mem-limit", 40), ("--cpu-limit", 0.3)])
@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone reports what processes use together")
def test_a_limit_of_memory_or_cpu_time_is_told(golomb, words):
    rc, out, err = answered(golomb, *words)
    assert rc == 3 and len(statuses(out)) == 1 and " was reached" in out and err == ""


def test_which_limit_is_reached():
    number = subprocess.os.getpid()
    assert SearchLimits(0.0, MOST, MOST).reached(number) == "the time limit was reached"
    assert SearchLimits(MOST, MOST, MOST).reached(number) == ""
    if tree_usage(number) is not None:
        assert SearchLimits(MOST, 1.0, MOST).reached(number) == "the memory limit was reached"
        assert SearchLimits(MOST, MOST, 1e-9).reached(number) == "the limit of CPU time was reached"
    assert tree_usage(1 << 30) is None
