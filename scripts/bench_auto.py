"""Is `auto` a good choice?  Whole commands with each encoding of integers: CPU seconds, encoding and solving together.

    python scripts/bench_auto.py [FOLDER] [--seeds 3] [--limit 60] [--solver kissat] [--jobs 1] [--only WORD ...]

The set is that of `encodings_table.py` with more and larger ones, and the `.csp` and `.csp.gz` files of FOLDER, if one
is given (there are Sugar's examples, for instance).  A figure is the median of the seeds; what is not answered within
the limit counts as the limit.  Printed are the ratio of `auto` to the best of the other encodings, on how many
instances that is at most 1.3, and the sums.  Differences of less than a twentieth of a second do not count.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import instances
from bench_frame import Table, arguments, is_wanted
from encodings_table import ENCODINGS, INSTANCES
from measured import CSP2SAT, run

GOOD, NOTHING = 1.3, 0.05
COLUMNS = (*(name for name in ENCODINGS if name != "auto"), "auto")
MORE = {
    "nqueens-100": instances.nqueens(100),
    "quasigroup-40": instances.quasigroup(40, 0.5, 2),
    "sudoku 25x25": instances.sudoku(instances.sudoku_grid(5, 0.35, 1)),
    "colouring-200": instances.colouring(200, 900, 5),
    "magicSquare-7x7": instances.magic_square(7),
    "golombRuler-9, 44": instances.golomb(9, 44),
    "golombRuler-9, 43": instances.golomb(9, 43),
    "jss 6 jobs, makespan": instances.job_shop(instances.ft10(6), 1262, makespan=True),
    "equations 10, 0..50": instances.knapsack(10, 50),
    "equations 5, 0..2000": instances.knapsack(5, 2000),
    "pythagoras 200": instances.pythagoras(200),
    "pigeonhole 8": instances.pigeonhole(9, 8),
}


def seconds(path: Path, encoding: str, options: argparse.Namespace) -> float:
    """The median of the seeds; the limit when the first one is not answered."""
    command = [*CSP2SAT, "solve", str(path), "--encoding", encoding, "--solver", options.solver]
    found: list[float] = []
    for seed in range(options.seeds):
        used = run([*command, "--seed", str(seed), "--timeout", str(options.limit)], options.limit + 30)
        found.append(options.limit if used.code else min(used.cpu, options.limit))
        if len(found) == 1 and found[0] >= options.limit:
            break
    return statistics.median(found)


def is_good(auto: float, best: float) -> bool:
    return auto <= GOOD * best or auto - best < NOTHING


def main() -> None:
    parser = arguments(__doc__, limit=60.0, only=True)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--solver", default="kissat")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(options.jobs) as pool:
        paths = {}
        for title, text in {**INSTANCES, **MORE}.items():
            paths[title] = Path(name, f"{len(paths)}.csp")
            paths[title].write_text(text)
        if options.folder:
            paths |= {path.name.partition(".csp")[0]: path for path in sorted(options.folder.glob("*.csp*"))}
        titles = [title for title in paths if is_wanted(title, options.only)]
        table = Table("", 24, {**dict.fromkeys(COLUMNS, "15.2f"), "ratio": "8.2f"})
        rows = pool.map(lambda title: [seconds(paths[title], each, options) for each in COLUMNS], titles)
        sums, good = [0.0] * len(COLUMNS), 0
        for title, row in zip(titles, rows, strict=True):
            *others, auto = row
            good += is_good(auto, min(others))
            sums = [a + b for a, b in zip(sums, row, strict=True)]
            table.line(title, (*row, auto / min(others)))
        table.line("together", (*sums, sums[-1] / min(sums[:-1])))
    print(f"auto is within {GOOD} of the best on {good} of {len(titles)} instances")


if __name__ == "__main__":
    main()
