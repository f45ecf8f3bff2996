"""What an executor costs: the same small runs on each, with the overhead of a run and the throughput.

    python scripts/bench_executors.py local:2 dask:local [dask://host:8786 ...] [--runs 300]

A run is minisat on a board that it solves in a few milliseconds; the overhead is what a run takes longer than its
solver, on one of the workers.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from bench_frame import BOARDS, Table, arguments

from csp2sat.bench import plan
from csp2sat.bench.drive import Bench
from csp2sat.bench.sources import sources
from csp2sat.bench.store import ResultRow, Store
from csp2sat.encoder.options import EncoderOptions
from csp2sat.executors.executors import open_workers
from csp2sat.runner.config.config import Solvers

BOARD = BOARDS / "sudoku-4x4-3c5d0f53.json"
SECONDS = 30.0  # for a run


class Silent:
    """Watches, says nothing."""

    def started(self, title: str) -> None: ...

    def ended(self, title: str, row: ResultRow | None) -> None: ...


def measured(spec: str, runs: int) -> tuple[float, float]:
    """Seconds for all runs, and those of the solvers among them."""
    (source,) = sources([str(BOARD)], None)
    (encoding,) = plan.encodings([source], [EncoderOptions()], SECONDS)
    minisat = plan.contestant("minisat", Solvers.load())
    jobs = list(plan.jobs(encoding, [minisat], plan.RunSettings(SECONDS), (runs, 0)))
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        workers = open_workers(spec)
        for future in [workers.submit(os.getpid) for _ in range(workers.workers)]:
            future.result()  # the workers have started
        begin = time.perf_counter()
        Bench(Path(folder), store, workers, Silent()).run([(encoding, jobs)], [source])
        return time.perf_counter() - begin, sum(row["wall"]["solve"] for row in store.rows)


def main() -> None:
    parser = arguments(__doc__, runs=300)
    parser.add_argument("specs", nargs="+")
    options = parser.parse_args()
    table = Table("executor", 28, {"runs/s": "9.0f", "wall ms/run": "13.1f", "solver ms/run": "15.1f"})
    for spec in options.specs:
        wall, solver = measured(spec, options.runs)
        each, own = 1000 * wall / options.runs, 1000 * solver / options.runs
        table.line(spec, (options.runs / wall, each, own))


if __name__ == "__main__":
    main()
