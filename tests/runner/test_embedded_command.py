"""The child of sessions as a solver of its own: answers, limits, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from csp2sat.api import solvers as probe
from csp2sat.runner.config import config


def embedded(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "csp2sat.runner.session.embedded", *arguments]
    done = subprocess.run(command, cwd=config.PACKAGE.parent, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def test_its_answers(tmp_path: Path) -> None:
    cnf = tmp_path / "f.cnf"
    cnf.write_text("p cnf 3 2\n1 2 0\n-1 0\n")
    code, out, err = embedded(str(cnf))
    assert (code, err) == (10, "")
    assert out in ("s SATISFIABLE\nv -1 2 3 0\n", "s SATISFIABLE\nv -1 2 -3 0\n")
    cnf.write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert embedded(str(cnf)) == (20, "s UNSATISFIABLE\n", "")
    cnf.write_text("p cnf 1 2\n1 0\n-2 0\n")
    assert embedded(str(cnf)) == (
        1,
        "",
        f"embedded: {cnf}:3:1: literal beyond the header's 1 variables\n  -2 0\n  ^\n",
    )
    assert embedded(str(tmp_path / "no.cnf")) == (
        1,
        "",
        f"embedded: {tmp_path}/no.cnf: cannot be read: No such file or directory\n",
    )


def test_a_time_limit(tmp_path: Path) -> None:
    cnf = tmp_path / "f.cnf"
    known = probe.pigeonhole(14)
    cnf.write_text(f"p cnf {known.num_vars} {known.flat.count(0)}\n" + " ".join(map(str, known.flat)) + "\n")
    assert embedded("--time", "0.3", str(cnf)) == (1, "", "")


def test_what_its_solvers_cannot_do(tmp_path: Path) -> None:
    assert embedded("--solver", "minisat22", "--seed", "1", "x") == (
        1,
        "",
        "embedded: python-sat's minisat22 takes no seed\n",
    )
    assert embedded("--solver", "glucose42", "--proof", "p", "x") == (
        1,
        "",
        "embedded: python-sat's glucose42 records no proofs\n",
    )
    assert embedded("--solver", "minisat22", "--ordered", "x") == (
        1,
        "",
        "embedded: python-sat's minisat22 cannot keep the order of variables\n",
    )


def test_the_order_of_variables(tmp_path: Path) -> None:
    """The same answers, by another way."""
    cnf, known = tmp_path / "f.cnf", probe.pigeonhole(7)
    cnf.write_text(f"p cnf {known.num_vars} {known.flat.count(0)}\n" + " ".join(map(str, known.flat)) + "\n")
    usual, ordered = (embedded("--statistics", *options, str(cnf)) for options in ((), ("--ordered",)))
    assert usual[0] == ordered[0] == 20 and usual[1] != ordered[1]
