"""The peer: models in CPMpy, to CNF by its pysat backend, as a plain script would.

    python scripts/cpmpy_peer.py NAME FILE.cnf

Prints the seconds of CPU from the first statement of the model to the closed file; imports do not count.  The clauses
are those that the backend hands to its SAT solver (it keeps them when it is asked for a proof).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import cpmpy as cp
import instances
from bench_cpmpy import GOLOMB, HORIZON, SUDOKU
from cpmpy.solvers.pysat import CPM_pysat


def nqueens(n: int) -> cp.Model:
    q = cp.intvar(1, n, shape=n)
    up, down = ([q[i] + sign * i for i in range(n)] for sign in (1, -1))
    return cp.Model(cp.AllDifferent(q), cp.AllDifferent(up), cp.AllDifferent(down))


def magic_square(n: int) -> cp.Model:
    x = cp.intvar(1, n * n, shape=(n, n))
    lines = [*x, *x.T, [x[i, i] for i in range(n)], [x[i, n - 1 - i] for i in range(n)]]
    return cp.Model(cp.AllDifferent(x), *(cp.sum(line) == n * (n * n + 1) // 2 for line in lines))


def golomb(n: int, length: int) -> cp.Model:
    """With variables for the differences; without them it takes gigabytes."""
    m, pairs = cp.intvar(0, length, shape=n), [(i, j) for i in range(n) for j in range(i + 1, n)]
    d = cp.intvar(1, length, shape=len(pairs))
    equal = (m[j] - m[i] == d[at] for at, (i, j) in enumerate(pairs))
    return cp.Model(m[0] == 0, *(m[i] < m[i + 1] for i in range(n - 1)), *equal, cp.AllDifferent(d))


def sudoku(grid: instances.Grid) -> cp.Model:
    size = len(grid)
    x = cp.intvar(1, size, shape=(size, size))
    model = cp.Model([x[r, c] == value for r, row in enumerate(grid) for c, value in enumerate(row) if value])
    for unit in instances.sudoku_units(size):
        model += cp.AllDifferent([x[cell] for cell in unit])
    return model


def job_shop(jobs: instances.Jobs, horizon: int) -> cp.Model:
    s = cp.intvar(0, horizon, shape=(len(jobs), len(jobs[0])))
    model = cp.Model()
    for j, job in enumerate(jobs):
        model += s[j, -1] + job[-1][1] <= horizon
        for k in range(len(job) - 1):
            model += s[j, k] + job[k][1] <= s[j, k + 1]
    for a, b in instances.clashes(jobs):
        model += (s[a] + jobs[a[0]][a[1]][1] <= s[b]) | (s[b] + jobs[b[0]][b[1]][1] <= s[a])
    return model


MODELS: dict[str, Callable[[], cp.Model]] = {
    "nqueens-16": lambda: nqueens(16),
    "nqueens-100": lambda: nqueens(100),
    "magicSquare-5x5": lambda: magic_square(5),
    "magicSquare-7x7": lambda: magic_square(7),
    "golombRuler-8": lambda: golomb(*GOLOMB),
    "sudoku-25x25": lambda: sudoku(instances.sudoku_grid(*SUDOKU)),
    "jss-ft10": lambda: job_shop(instances.ft10(), HORIZON),
}


def write(model: cp.Model, path: Path) -> None:
    """The clauses of the pysat backend as a DIMACS file."""
    solver = CPM_pysat(model, proof=str(path.with_suffix("")))
    solver._int2bool_user_vars()  # as `solve` begins
    clauses = solver._proof_clauses
    with path.open("w") as file:
        file.write(f"p cnf {solver.pysat_solver.nof_vars()} {len(clauses)}\n")
        file.writelines(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)


if __name__ == "__main__":
    CPM_pysat.supported()
    start = time.process_time()
    write(MODELS[sys.argv[1]](), Path(sys.argv[2]))
    print(time.process_time() - start)
