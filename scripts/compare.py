"""One input with every solver that is installed: a table of status, CPU and wall time.

    python scripts/compare.py INPUT [--encoding order] [--timeout 60] [--runs 3]

The input is encoded once; each solver gets the same CNF, through `csp2sat solve F.cnf`, which checks its model.  Times
are the solver's own, medians of the runs.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from csp2sat.encode import files
from csp2sat.encode.encoder import Options
from csp2sat.errors import SolverError
from csp2sat.run.config import load
from csp2sat.run.entry import Solver
from csp2sat.run.outcome import Options as RunOptions
from csp2sat.run.probe import survey
from csp2sat.run.runner import run
from csp2sat.search.inputs import CnfInput, read


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("input")
    parser.add_argument("--encoding", default="order")
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    problem = read(options.input, None)
    if isinstance(problem, CnfInput):
        raise SystemExit("a CNF cannot be encoded; give a board or a CSP")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cnf = folder / "input.cnf"
        model = problem.attempts()[-1].model()
        size = files.write(model, problem.digest, str(cnf), str(folder / "input.map"), Options(options.encoding))
        print(f"{options.input}: {size.num_vars} variables, {size.num_clauses} clauses, {size.size} bytes\n")
        print(f"{'solver':16}{'version':14}{'status':10}{'CPU s':>8}{'wall s':>8}")
        for found in survey(load()):
            if found.program:
                compare(Solver(found.entry, found.program), found.version, (cnf, size.num_vars), options)


def compare(solver: Solver, version: str, formula: tuple[Path, int], options: argparse.Namespace) -> None:
    """One row: the solver's answers and its median times."""
    outcomes = []
    try:
        for _ in range(options.runs):
            limit = RunOptions(deadline=time.monotonic() + options.timeout)
            outcomes.append(run(solver, *formula, formula[0].parent, limit))
    except SolverError as error:
        print(f"{solver.name:16}{version:14}error     {error}")
        return
    status = "/".join(sorted({outcome.reason or outcome.status for outcome in outcomes}))
    cpu = statistics.median(outcome.cpu_seconds or 0.0 for outcome in outcomes)
    wall = statistics.median(outcome.seconds for outcome in outcomes)
    print(f"{solver.name:16}{version or '-':14}{status:10}{cpu:8.2f}{wall:8.2f}", flush=True)


if __name__ == "__main__":
    main()
