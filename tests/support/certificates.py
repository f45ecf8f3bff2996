"""Inputs with the claims that their certificates make, and ways to verify and to forge a certificate."""

import hashlib
import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest

from csp2sat.api.solvers import pigeonhole
from csp2sat.base import files
from csp2sat.certifying import certificate, verifying
from csp2sat.certifying.comparing import GivenSource
from csp2sat.certifying.proving import Checking
from csp2sat.cli.app import app_for
from csp2sat.cnf import dimacs
from csp2sat.errors import Csp2SatError
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.inputs import read, with_goal
from csp2sat.solving.trace import Trace

SUDOKU = (  # whose cells do not all follow one by one
    "; Sudoku Puzzle\nsize 6 6\nbox 2 3\n2 - 1 5 - -\n- - - 3 - -\n- - - - - -\n1 - 6 4 5 -\n- - - - - -\n4 - 5 1 - -\n"
)
NUMBERLINK = PUZZLES["numberlink"].samples[0][0]
QUEENS = "(int a 1 3)(int b 1 3)(int c 1 3)(alldifferent a b c)(!= (abs (- a b)) 1)(!= (abs (- b c)) 1)"
INPUTS = {  # name: text, options, claim
    "unsat.csp": (QUEENS, [], "unsatisfiable"),
    "domains.csp": ("(int x 0 9)(> x 20)", [], "unsatisfiable"),
    "unique.csp": ("(int x 0 9)(bool p)(int _h 0 5)(iff p (> x 8))(= p true)(< _h x)", ["--unique"], "unique"),
    "empty.csp": ("(int _h 0 5)(> _h 2)", ["--unique"], "unique"),
    "min.csp": ("(int x 0 9)(int y 0 9)(>= (+ x y) 7)(!= x y)(objective minimize (+ x (* 2 y)))", [], "optimum"),
    "max.csp": ("(int x 0 9)(int y 0 9)(<= (* 3 x) y)(objective maximize (+ x y))", [], "optimum"),
    "least.csp": ("(int x 0 9)(int y 0 1)(>= (+ x y) 1)(objective minimize x)", [], "optimum"),
    "none.csp": ("(int x 0 9)(int y 0 9)(int z 0 9)(< x y)(< y z)(< z x)(objective minimize x)", [], "unsatisfiable"),
    "soft.csp": ("(int x 0 9)(weighted 2 (> x 5))(weighted 3 (< x 3))(> x 1)", ["--weighted"], "optimum"),
    "log.csp": ("(int x 0 9)(int y 0 9)(= (+ x y) 17)(< x y)", ["--unique", "--encoding", "log"], "unique"),
    "direct.csp": ("(int x 0 9)(> x 7)(!= x 9)", ["--unique", "--encode", "x=direct"], "unique"),
    "sudoku.txt": (SUDOKU, ["--unique"], "unique"),
    "numberlink.txt": (NUMBERLINK, ["--unique"], "unique"),
    "pigeons.cnf": (dimacs.header(20, 45).decode() + dimacs.lines_of(pigeonhole(4).flat), [], "unsatisfiable"),
}


def here(*args):
    """The same in this process, which is quicker: exit code, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
        app_for(list(args))(list(map(str, args)))
    return caught.value.code, out.getvalue(), err.getvalue()


def verify(path, source=None):
    """In this process: what `csp2sat verify` does, with the options of the input."""
    options = INPUTS[source.name][1] if source is not None and source.name in INPUTS else []
    goal = "weighted" if "--weighted" in options else None
    given = None if source is None else GivenSource(str(source), with_goal(read(str(source), None), goal), None, goal)
    found = verifying.certificate_at(str(path))
    evidence = verifying.opened(str(path), found)
    verifying.verify(found, evidence, given, Checking(None, Trace()))
    return found.claim


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def sealed(path, **changes):
    """Write the certificate with other fields, and the digests of the files as they are now."""
    found = replace(certificate.read(files.read_source(str(path))), **changes)
    names = {"cnf": ".cnf", "proof": "", "map": ".map"}
    proof = Path(str(path).removesuffix(".json"))
    digests = {name: digest(proof.with_name(proof.name + names[name])) for name in found.digests}
    path.write_text(certificate.show(replace(found, digests=digests)))


def refused(path, message, source=None):
    with pytest.raises(Csp2SatError) as caught:
        verify(path, source)
    assert message in str(caught.value), str(caught.value)


def cnf_of(path):
    return Path(str(path).removesuffix(".json") + ".cnf")


def with_last(path, clause):
    """The formula with another last clause."""
    cnf = cnf_of(path)
    lines = cnf.read_text().splitlines()
    cnf.write_text("\n".join([*lines[:-1], clause]) + "\n")
