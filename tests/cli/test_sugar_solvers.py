"""csp2sat-sugar -solver: commands of all kinds, solvers that are missing, broken, or interrupted."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.programs import needed

from csp2sat.cli.sugar.command import command
from csp2sat.runner.config import config

SUGAR = [sys.executable, "-m", "csp2sat.cli.sugar.command"]
SAT = "(int x 3 5) (bool p) (int _h 0 1) (int y (4 8)) (bool q) (= x 5) (= _h 1) p (not q) (> y x)\n"
SAT_LINES = "s SATISFIABLE\na x\t5\na y\t8\na p\ttrue\na q\tfalse\na\n"
UNSAT = "(bool p) (bool q) (or p q) (or p (not q)) (or (not p) q) (or (not p) (not q))\n"  # not by bounds
LEAST = "(int x 0 9) (int y 0 9) (objective minimize x) (>= (+ x y) 12)\n"


PROGRAMS = {
    "minisat": "minisat",
    "minisat, quiet": "minisat -verb=0",
    "minisat, placeholders": "minisat -verb=0 %s %o",
    "cadical": "cadical -q",
    "cadical, placeholder": "cadical %s -q",
    "picosat": "picosat",
    "cryptominisat5": "cryptominisat5 --verb=0 %s",
    "clasp": "clasp",
    "shell": 'sh -c \'cadical -q "$0" >"$1"\' %s %o',
    "pipe": "sh -c 'cadical -q \"$0\" | cat' %s",
}


@pytest.mark.parametrize("solver", PROGRAMS.values(), ids=PROGRAMS.keys())
@pytest.mark.parametrize(
    "text, expected",
    [(SAT, SAT_LINES), (UNSAT, "s UNSATISFIABLE\n")],
    ids=["sat", "unsat"],
)
def test_solver_commands(solver, text, expected, csp, capsys):
    needed("cadical" if solver.startswith("sh ") else solver.split()[0])
    assert command(["-solver", solver, csp(text)]) == 0
    assert capsys.readouterr().out == expected


FAKES = {  # name of the program, what it does, options -> words that it is called with
    "any": ("mine", "-solver ./mine", "CNF"),
    "any, options": ("mine", "-solver './mine -a b'", "-a b CNF"),
    "like minisat": ("MyMiniSat-2", "-solver './MyMiniSat-2 -x'", "-x CNF OUT"),
    "like glucose": ("glucose30", "-solver ./glucose30", "CNF OUT"),
    "like sucrose": ("sucrose", "-solver ./sucrose", "CNF OUT"),
    "rsat": ("rsat", "-solver ./rsat", "CNF -r OUT"),
    "placeholders": ("mine", "-solver './mine -in=%s -o %o -z'", "-in=CNF -o OUT -z"),
    "no shell": ("mine", "-solver './mine %s; rm -rf $HOME'", "CNF; rm -rf $HOME"),
}


@pytest.mark.parametrize("name, option, words", FAKES.values(), ids=FAKES.keys())
def test_how_a_solver_is_called(name, option, words, csp, capsys):
    fake(name, f'echo "$*" >{Path.cwd()}/words\n{ANSWER}')
    assert command([*shlex.split(option), csp(UNSAT)]) == 0
    called = re.sub(r"\S*/sugar\.cnf\.result", "OUT", Path("words").read_text().strip())
    assert re.sub(r"/\S*/sugar\.cnf", "CNF", called) == words
    assert capsys.readouterr().out == "s UNSATISFIABLE\n"


ANSWER = """\
for word; do case $word in *.result) echo UNSAT >"$word"; exit 20;; esac; done
echo s UNSATISFIABLE
exit 20"""


def fake(name: str, body: str) -> None:
    """A program in the current folder."""
    Path(name).write_text(f"#!/bin/sh\n{body}\n")
    Path(name).chmod(0o755)


BROKEN = {  # body of the solver, the error's beginning
    "wrong model": (
        "echo s SATISFIABLE; echo v 1 -2 -3 0; exit 10",
        "mine gave a wrong model: it falsifies the clause",
    ),
    "crash": ("kill -SEGV $$", "mine was killed by signal 11 (SIGSEGV)"),
    "no status": ("echo hello; exit 10", "mine gave a bad answer (exit code 10)"),
    "nothing": ("exit 0", "mine gave no status (exit code 0)"),
    "contradiction": ("echo s UNSATISFIABLE; exit 10", "mine says UNSATISFIABLE, but its exit code 10 means sat"),
    "not found in a shell": ("nonexistent", "mine failed with exit code 127"),
    "the number that fooled sugar": ("echo 'sh: 1: /nonexistent: not found'; exit 127", "mine gave a bad answer"),
    "gave up": ("echo s UNKNOWN; exit 0", "gave up"),
}


@pytest.mark.parametrize("body, message", BROKEN.values(), ids=BROKEN.keys())
def test_broken_solvers_answer_nothing(body, message, csp, capsys):
    fake("mine", body)
    assert command(["-solver", "./mine", csp("(bool p) (bool q) (or p q)")]) == 1
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"c \d+\tERROR Exception {re.escape(message)}.*\nc ERROR no output file \S+\.out\n", out)
    assert message in err


MISSING = {
    "/nonexistent": "nonexistent is not installed (tried /nonexistent)",
    "nonexistent %s": "nonexistent is not installed (tried nonexistent)",
    "a 'b": "the solver's command \"a 'b\" cannot be read: No closing quotation",
    " ": "the solver's command ' ' cannot be read: it is empty",
    "cat {x} %s": "the solver's argument '{x}': braces cannot be used",
}


@pytest.mark.parametrize("solver, message", MISSING.items(), ids=MISSING.keys())
def test_missing_solver_is_an_error(solver, message, csp, capsys):
    assert command(["-solver", solver, csp(SAT)]) == 1
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"c \d+\tERROR Exception {re.escape(message)}\nc ERROR no (output|SAT) file \S+\n", out)
    assert err == f"csp2sat-sugar: {message}\n"


def test_a_name_of_solvers_yaml(csp, capsys):
    assert "embedded:minisat" in config.Solvers.load().names()
    assert command(["-solver", "embedded:minisat", csp(SAT)]) == 0
    assert capsys.readouterr().out == SAT_LINES


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"])
def test_interrupt(number, code, csp):
    fake("mine", f"touch {Path.cwd()}/started; exec sleep 60")
    process = subprocess.Popen(
        [*SUGAR, "-solver", "./mine", csp(SAT)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 20
    while not Path("started").exists() and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(number)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (code, "c ERROR INTERRUPTED\n")
