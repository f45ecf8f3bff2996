"""The solver that comes with the installation: `python -m csp2sat.run.embedded [options] FILE.cnf`.

A SAT solver like others: DIMACS in, `s` and `v` lines out, exit code 10, 20, or 1 with a message on stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from ..errors import Csp2SatError
from . import output
from .engine import BEST, Engine, version
from .serve import serve

EXIT_CODES = {"sat": 10, "unsat": 20}


def main(arguments: list[str] | None = None) -> int:
    """Run; the exit code."""
    options = _parser().parse_args(arguments)
    if options.version:
        print(version())
        return 0
    if options.time is not None:
        _end_after(options.time)
    try:
        engine = Engine(options.solver, options.seed, options.proof is not None)
        return serve(engine) if options.session else _solve(engine, options.cnf, options.proof)
    except Csp2SatError as error:
        print(f"embedded: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("csp2sat.run.embedded", description="Solve a DIMACS CNF file with python-sat.")
    parser.add_argument("cnf", nargs="?", default="-", help="the formula (default: stdin)")
    parser.add_argument("--solver", default=BEST, help="python-sat's name of the solver (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="random seed")
    parser.add_argument("--time", type=float, help="end after so many seconds")
    parser.add_argument("--proof", type=Path, help="write a DRAT proof to this file")
    parser.add_argument("--session", action="store_true", help="serve the line protocol of csp2sat.run.serve")
    parser.add_argument("--version", action="store_true", help="print the version")
    return parser


def _solve(engine: Engine, cnf: str, proof: Path | None) -> int:
    num_vars = engine.load(cnf)
    status, literals = engine.solve()
    if status == "unsat" and proof is not None:
        engine.write_proof(proof)
    sys.stdout.write(output.show(status, output.complete(literals, num_vars)))
    return EXIT_CODES[status]


def _end_after(seconds: float) -> None:
    """The solver holds the interpreter, so only a thread outside of it can keep the limit."""
    import faulthandler

    faulthandler.dump_traceback_later(seconds, exit=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    sys.exit(main())
