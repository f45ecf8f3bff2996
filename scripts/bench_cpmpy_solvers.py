"""CPMpy's solvers on twenty models: csp2sat, PySAT, Pindakaas and OR-Tools, the whole time of each.

    python scripts/bench_cpmpy_solvers.py [--runs 3] [--limit 60] [--only WORD ...] [--solvers NAME ...]

Seconds of wall time from the first statement of the model to the answer, in a new process each: building, CPMpy's
transformations, encoding, the solver, and what it imports on the way; not the import of CPMpy itself.  The median; the
solvers take turns.  All models are decision problems, for the classes of PySAT and Pindakaas have no objectives.  A
time that is not an answer within the limit counts as the limit, marked `>`.  Answers are compared, and a solution is
judged by CPMpy's own values of the constraints.  Needs the extra `csp2sat[bench]`.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from bench_frame import arguments, is_wanted

SOLVERS = ("csp2sat", "pysat", "pindakaas", "ortools")
FT06 = (
    "2 1 0 3 1 6 3 7 5 3 4 6",
    "1 8 2 5 4 10 5 10 0 10 3 4",
    "2 5 3 4 5 8 0 9 1 1 4 7",
    "1 5 0 5 2 5 3 3 4 8 5 9",
    "2 9 1 3 4 5 5 4 0 3 3 1",
    "1 3 3 3 5 9 0 10 4 4 2 1",
)


class Run(NamedTuple):
    """An answer (`sat`, `unsat`, or why there is none) and its seconds."""

    answer: str
    seconds: float


def queens(cp: Any) -> Any:
    q = cp.intvar(0, 39, shape=40)
    ways = ([q[i] + sign * i for i in range(40)] for sign in (1, 0, -1))
    return cp.Model([cp.AllDifferent(way) for way in ways])


def magic_square(cp: Any) -> Any:
    x = cp.intvar(1, 16, shape=(4, 4))
    lines = [*x, *x.T, [x[i, i] for i in range(4)], [x[i, 3 - i] for i in range(4)]]
    return cp.Model(cp.AllDifferent(x), [cp.sum(line) == 34 for line in lines])


def golomb(cp: Any, marks: int, length: int) -> Any:
    m = cp.intvar(0, length, shape=marks)
    differences = [m[j] - m[i] for i, j in combinations(range(marks), 2)]
    return cp.Model(m[0] == 0, cp.IncreasingStrict(m), cp.AllDifferent(differences))


def sudoku(cp: Any) -> Any:
    import instances

    given = instances.sudoku_grid(4, 0.45)
    x = cp.intvar(1, 16, shape=(16, 16))
    blocks = [x[r : r + 4, c : c + 4] for r in range(0, 16, 4) for c in range(0, 16, 4)]
    clues = [x[r, c] == given[r][c] for r in range(16) for c in range(16) if given[r][c]]
    return cp.Model([cp.AllDifferent(line) for line in [*x, *x.T, *blocks]], clues)


def job_shop(cp: Any, makespan: int) -> Any:
    jobs = [list(map(int, row.split())) for row in FT06]
    durations = [row[1::2] for row in jobs]
    s = cp.intvar(0, makespan, shape=(6, 6))
    order = [s[j, k] + durations[j][k] <= s[j, k + 1] for j in range(6) for k in range(5)]
    ends = [s[j, 5] + durations[j][5] <= makespan for j in range(6)]
    on = {m: [(j, row[::2].index(m)) for j, row in enumerate(jobs)] for m in range(6)}
    alone = [cp.NoOverlap([s[at] for at in ops], [durations[j][k] for j, k in ops]) for ops in on.values()]
    return cp.Model(order, ends, alone)


def project(cp: Any) -> Any:
    """Tasks with precedences on two resources."""
    random = Random(7)
    n, horizon = 25, 42
    durations = [random.randint(2, 7) for _ in range(n)]
    s = cp.intvar(0, horizon, shape=n)
    before = [(a, b) for a, b in combinations(range(n), 2) if b - a < 6 and random.random() < 0.15]
    demands = [[random.randint(1, 4) for _ in range(n)] for _ in range(2)]
    ends = [s[i] + durations[i] <= horizon for i in range(n)]
    order = [s[a] + durations[a] <= s[b] for a, b in before]
    return cp.Model(ends, order, [cp.Cumulative(s, durations, demand=demand, capacity=8) for demand in demands])


def colouring(cp: Any) -> Any:
    random = Random(3)
    c = cp.intvar(0, 9, shape=70)
    return cp.Model([c[a] != c[b] for a, b in combinations(range(70), 2) if random.random() < 0.45])


def circuit(cp: Any) -> Any:
    """A Hamiltonian circuit in a sparse graph."""
    random = Random(5)
    n = 20
    x = cp.intvar(0, n - 1, shape=n)
    tour = random.sample(range(n), n)
    after = {v: {tour[(at + 1) % n], *random.sample(range(n), 3)} for at, v in enumerate(tour)}
    return cp.Model(cp.Circuit(x), [cp.InDomain(x[v], sorted(after[v])) for v in range(n)])


def bin_packing(cp: Any) -> Any:
    random = Random(2)
    sizes = [random.randint(10, 50) for _ in range(24)]
    bins, capacity = 8, math.ceil(sum(sizes) / 8) + 2
    b = cp.intvar(0, bins - 1, shape=len(sizes))
    return cp.Model(
        [cp.sum(size * (x == each) for size, x in zip(sizes, b, strict=True)) <= capacity for each in range(bins)]
    )


def squares(cp: Any) -> Any:
    """The squares with sides 1 to 8 in a rectangle of 15 x 14."""
    sides, width, height = range(1, 9), 15, 14
    x, y = cp.intvar(0, width, shape=8), cp.intvar(0, height, shape=8)
    inside = [(x[i] + a <= width) & (y[i] + a <= height) for i, a in enumerate(sides)]
    apart = [
        (x[i] + a <= x[j]) | (x[j] + b <= x[i]) | (y[i] + a <= y[j]) | (y[j] + b <= y[i])
        for (i, a), (j, b) in combinations(enumerate(sides), 2)
    ]
    return cp.Model(inside, apart)


def latin_square(cp: Any) -> Any:
    """A Latin square of order 20 with holes."""
    random = Random(4)
    n = 20
    rows, columns, names = (random.sample(range(n), n) for _ in range(3))
    x = cp.intvar(0, n - 1, shape=(n, n))
    cells = [(r, c) for r in range(n) for c in range(n) if random.random() < 0.55]
    clues = [x[r, c] == names[(rows[r] + columns[c]) % n] for r, c in cells]
    return cp.Model([cp.AllDifferent(line) for line in [*x, *x.T]], clues)


def langford(cp: Any) -> Any:
    n = 12
    first, second = cp.intvar(0, 2 * n - 1, shape=n), cp.intvar(0, 2 * n - 1, shape=n)
    return cp.Model(cp.AllDifferent([*first, *second]), [second[i] == first[i] + i + 2 for i in range(n)])


def costas(cp: Any) -> Any:
    n = 11
    x = cp.intvar(1, n, shape=n)
    steps = [[x[i + k] - x[i] for i in range(n - k)] for k in range(1, n - 1)]
    return cp.Model(cp.AllDifferent(x), [cp.AllDifferent(row) for row in steps])


def nonogram(cp: Any) -> Any:
    """Rows and columns as automata."""
    random = Random(6)
    n = 15
    picture = [[random.random() < 0.6 for _ in range(n)] for _ in range(n)]
    x = cp.intvar(0, 1, shape=(n, n))
    lines = [*zip(x, picture, strict=True), *zip(x.T, zip(*picture, strict=True), strict=True)]
    return cp.Model([_runs(cp, line, shown) for line, shown in lines])


def _runs(cp: Any, line: Any, shown: Any) -> Any:
    """The line has the runs of what is shown."""
    runs = [len(run) for run in "".join("x" if cell else " " for cell in shown).split()]
    arcs, state = [(0, 0, 0)], 0
    for at, run in enumerate(runs):
        for _ in range(run):
            arcs.append((state, 1, state + 1))
            state += 1
        if at < len(runs) - 1:
            arcs.append((state, 0, state + 1))
            state += 1
        arcs.append((state, 0, state))
    return cp.Regular(list(line), arcs, 0, [state])


def golfers(cp: Any) -> Any:
    """Four weeks, four groups of three."""
    weeks, groups, size = 4, 4, 3
    n = groups * size
    x = cp.intvar(0, groups - 1, shape=(weeks, n))
    sizes = [cp.GlobalCardinalityCount(x[w], range(groups), [size] * groups) for w in range(weeks)]
    meet = [cp.sum(x[w, a] == x[w, b] for w in range(weeks)) <= 1 for a, b in combinations(range(n), 2)]
    return cp.Model(sizes, meet)


def marriages(cp: Any) -> Any:
    """Stable marriages, by elements."""
    random = Random(1)
    n = 25
    men, women = ([random.sample(range(n), n) for _ in range(n)] for _ in range(2))
    wife, husband = cp.intvar(0, n - 1, shape=n), cp.intvar(0, n - 1, shape=n)
    ranks = (
        [cp.cpm_array(row)[wife[m]] for m, row in enumerate(men)],
        [cp.cpm_array(row)[husband[w]] for w, row in enumerate(women)],
    )
    stable = [(ranks[0][m] <= men[m][w]) | (ranks[1][w] <= women[w][m]) for m in range(n) for w in range(n)]
    return cp.Model(cp.Inverse(wife, husband), stable)


def block_design(cp: Any) -> Any:
    """Twelve blocks of three among nine, each pair in one of them, with the rows in order."""
    v, b, r, k = 9, 12, 4, 3
    x = cp.boolvar(shape=(v, b))
    pairs = [cp.sum(x[i, c] & x[j, c] for c in range(b)) == 1 for i, j in combinations(range(v), 2)]
    sums = [cp.sum(row) == r for row in x], [cp.sum(column) == k for column in x.T]
    order = [cp.LexLessEq(list(x[i]), list(x[i + 1])) for i in range(v - 1)]
    return cp.Model(pairs, sums, order)


def interval_series(cp: Any) -> Any:
    n = 12
    x = cp.intvar(0, n - 1, shape=n)
    d = cp.intvar(1, n - 1, shape=n - 1)
    return cp.Model(cp.AllDifferent(x), cp.AllDifferent(d), [d[i] == abs(x[i + 1] - x[i]) for i in range(n - 1)])


def crossword(cp: Any) -> Any:
    """Words of a random language across and down a square, by tables."""
    random = Random(9)
    n, letters = 5, 8
    words = [[random.randrange(letters) for _ in range(n)] for _ in range(400)]
    x = cp.intvar(0, letters - 1, shape=(n, n))
    return cp.Model([cp.Table(line, words) for line in [*x, *x.T]])


MODELS: dict[str, Callable[[Any], Any]] = {
    "queens-40": queens,
    "magic-square-4": magic_square,
    "golomb-7-24": lambda cp: golomb(cp, 7, 24),
    "sudoku-16": sudoku,
    "job-shop-ft06-55": lambda cp: job_shop(cp, 55),
    "job-shop-ft06-54": lambda cp: job_shop(cp, 54),
    "project-25": project,
    "colouring-70": colouring,
    "hamiltonian-20": circuit,
    "bin-packing-24": bin_packing,
    "squares-8": squares,
    "latin-square-20": latin_square,
    "langford-12": langford,
    "costas-11": costas,
    "nonogram-15": nonogram,
    "golfers-4-3-4": golfers,
    "marriages-25": marriages,
    "block-design-9": block_design,
    "interval-series-12": interval_series,
    "crossword-5": crossword,
}


def run_one(name: str, solver: str) -> None:
    """What a child process does: print the answer and the seconds."""
    import cpmpy as cp

    import csp2sat.cpmpy

    assert csp2sat.cpmpy.CPM_csp2sat
    start = time.perf_counter()
    model = MODELS[name](cp)
    answer = "sat" if model.solve(solver=solver) else model.status().exitstatus.name[:5].lower()
    seconds = time.perf_counter() - start
    if answer == "sat" and not all(
        each.value() for each in cp.transformations.normalize.toplevel_list(model.constraints)
    ):
        answer = "WRONG"
    print(answer, seconds)


def measured(name: str, solver: str, limit: float) -> Run:
    """One run in a child process, which is ended after the limit."""
    try:
        command = [sys.executable, __file__, "--child", name, solver]
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit + 5, check=False)
    except subprocess.TimeoutExpired:
        return Run("late", limit)
    words = done.stdout.split()
    if len(words) < 2:
        return Run(f"error {done.stderr.strip().splitlines()[-1][:60]}", limit)
    return Run(words[-2], min(float(words[-1]), limit)) if float(words[-1]) < limit else Run("late", limit)


def main() -> None:
    parser = arguments(__doc__, runs=3, limit=60.0, only=True)
    parser.add_argument("--solvers", nargs="*", default=SOLVERS)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        run_one(*options.child)
        return
    names = [name for name in MODELS if is_wanted(name, options.only)]
    print(f"{'':20} {'answer':6} {' '.join(f'{solver:>10}' for solver in options.solvers)}")
    rows = [compare(name, options) for name in names]
    means = [math.exp(statistics.fmean(map(math.log, column))) for column in zip(*rows, strict=True)]
    print(f"{'geometric mean':20} {'':6} {' '.join(f'{mean:10.2f}' for mean in means)}")


def compare(name: str, options: argparse.Namespace) -> list[float]:
    """The medians of all solvers on a model; a line about it is printed."""
    runs: dict[str, list[Run]] = {solver: [] for solver in options.solvers}
    for _ in range(options.runs):
        for solver, before in runs.items():
            if not before or before[-1].answer in ("sat", "unsat"):
                before.append(measured(name, solver, options.limit))
    seconds = [statistics.median(run.seconds for run in each) for each in runs.values()]
    answers = [each[0].answer for each in runs.values()]
    known = sorted({answer for answer in answers if answer in ("sat", "unsat")})
    marks = [" " if answer in ("sat", "unsat") else ">" for answer in answers]
    shown = " ".join(f"{mark}{each:9.2f}" for mark, each in zip(marks, seconds, strict=True))
    others = "; ".join(sorted({a for a in answers if a not in ("sat", "unsat", "late")}))
    print(f"{name:20} {'/'.join(known):6} {shown}  {others}", flush=True)
    return seconds


if __name__ == "__main__":
    main()
