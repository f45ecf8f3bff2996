"""Formulas without a model, and the proofs that real solvers give for them."""

import subprocess
import tempfile
from pathlib import Path

from csp2sat.api.solvers import pigeonhole
from csp2sat.cnf import dimacs
from csp2sat.proofs import drat
from support.programs import needed_solver

PIGEONS = pigeonhole(4).flat
SQUARE = [1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0]  # two variables, all four clauses


def steps_of(proof):
    """The steps of a proof: is it a deletion, and its literals."""
    return [(bool(delete), lits) for delete, lits in zip(proof.deletes, proof.clauses, strict=True)]


def real(solver, flat, options, tmp="proof"):
    """The proof that a solver gives for an unsatisfiable formula."""
    known = needed_solver(solver).program
    with tempfile.TemporaryDirectory() as name:
        cnf, proof = Path(name, "f.cnf"), Path(name, tmp)
        cnf.write_text(f"p cnf {max(map(abs, flat))} {flat.count(0)}\n{dimacs.lines_of(flat)}")
        done = subprocess.run([*known, "-q", str(cnf), str(proof), *options], capture_output=True, check=False)
        assert done.returncode == 20
        return drat.read(proof.read_bytes(), "proof")
