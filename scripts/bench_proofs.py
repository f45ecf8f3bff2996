"""How long csp2sat's own checker takes for proofs: pigeonholes, and the uniqueness of boards.

    python scripts/bench_proofs.py [--solver NAME] [BOARD ...]      (default: boards of tests/data)

One line for each: clauses of the formula, steps of the proof, lemmas that were needed and checked, seconds of the
solver, seconds of the check (reading included), steps a second; at the end a tampered proof of each must be refused.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench_frame import BOARDS, Table, arguments

import csp2sat
from csp2sat.api.solvers import pigeonhole
from csp2sat.base import files
from csp2sat.certifying.proving import prove
from csp2sat.cnf import dimacs
from csp2sat.proofs import backward, drat
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.process.outcome import RunOptions
from csp2sat.runner.runner import run
from csp2sat.solving.pipeline import Pipeline, SingleSolver
from csp2sat.solving.problem_run import ProblemRun

TYPES = ("masyu-1", "masyu-2", "slitherlink-1", "slitherlink-2", "slitherlink-3", "sudoku-1", "sudoku-2", "sudoku-9")
HOLES = (5, 6, 7, 8)
COLUMNS = {"clauses": "9", "steps": "9", "checked": "9", "solve": "8.2f", "check": "8.2f", "steps/s": "9.0f"}


class Instance(NamedTuple):
    """A refuted formula with its proof, and the solver's seconds."""

    name: str
    flat: list[int]
    proof: bytes
    seconds: float


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--solver", default="kissat")
    parser.add_argument("boards", nargs="*", type=Path)
    options = parser.parse_args()
    boards = options.boards or sorted(path for path in BOARDS.iterdir() if path.name.startswith(TYPES))
    table = Table("instance", 40, COLUMNS)
    bad = total = 0
    for instance in [*(pigeons(n, options.solver) for n in HOLES), *(unique(b, options.solver) for b in boards)]:
        if instance is not None:
            total += 1
            bad += report(table, instance)
    print(f"{total} proofs checked, {bad} tampered ones accepted")
    return 1 if bad else 0


def pigeons(holes: int, solver: str) -> Instance:
    formula = pigeonhole(holes)
    with tempfile.TemporaryDirectory() as name:
        cnf, proof = Path(name, "f.cnf"), Path(name, "proof")
        header = f"p cnf {formula.num_vars} {formula.flat.count(0)}\n"
        files.write_text(cnf, header + dimacs.lines_of(formula.flat))
        outcome = run(Solvers.load().find(solver), cnf, formula.num_vars, Path(name), RunOptions(proof=proof))
        return Instance(formula.name, formula.flat, proof.read_bytes(), outcome.seconds)


def unique(board: Path, solver: str) -> Instance | None:
    """That the board has no second solution; None if it has."""
    with tempfile.TemporaryDirectory() as name:
        engine = Pipeline(SingleSolver(Solvers.load().find(solver)), RunOptions(), Path(name))
        _, refutation = prove(ProblemRun(csp2sat.load(board), engine), True)
        if refutation is None:
            return None
        flat = dimacs.read(refutation.cnf.data, "").flat
        return Instance(board.name, flat, refutation.proof.data, engine.trace.seconds["solve"])


def report(table: Table, instance: Instance) -> bool:
    """Check and print; True if a tampered proof is accepted."""
    start = time.perf_counter()
    proof = drat.read(instance.proof, instance.name)
    found = backward.check(instance.flat, proof)
    seconds = time.perf_counter() - start
    steps = len(proof.clauses)
    clauses, checked = instance.flat.count(0), len(found.needed)
    table.line(instance.name, (clauses, steps, checked, instance.seconds, seconds, steps / seconds))
    return bool(found.needed) and accepts_without(instance, found.needed[-1])


def accepts_without(instance: Instance, step: int) -> bool:
    """Is the proof still accepted without all from a needed lemma on?"""
    proof = drat.read(instance.proof, instance.name)
    del proof.clauses[step:], proof.deletes[step:], proof.places[step:]
    try:
        backward.check(instance.flat, proof)
    except drat.ProofError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
