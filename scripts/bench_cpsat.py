"""csp2sat against OR-tools CP-SAT, whole commands, wall time, in one run.

    python scripts/bench_cpsat.py [--runs 5] [--solver NAME] [BOARD ...]

For each board the two commands `csp2sat solve BOARD` (start, read, encode, solve, check, draw) and
`python scripts/cpsat_peer.py BOARD` are run in turn after one warm-up each; printed are the medians and their ratio.
Without boards: published ones of tests/data.  Needs the extra
`csp2sat[bench]`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
# as installed programs run: with their byte code
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
DATA = HERE.parent / "tests" / "data" / "boards"
BOARDS = [DATA / f"{name}.txt" for name in ("masyu-0", "masyu-01", "masyu-10", "sudoku-0", "numberlink-0")]


def neutral(board: Path, folder: Path) -> Path:
    """The board in the neutral form, for the peer."""
    target = folder / f"{board.stem}.json"
    subprocess.run(
        [sys.executable, "-m", "csp2sat", "convert", str(board), "--to", "json", "-o", str(target)], check=True
    )
    return target


def seconds(command: list[str]) -> float:
    """Wall time of one run."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    return time.perf_counter() - start


def compare(board: Path, peer_board: Path, runs: int, solver: list[str]) -> tuple[float, float]:
    """The medians of ours and of the peer's, run in turn."""
    ours = [sys.executable, "-m", "csp2sat", "solve", str(board), *solver]
    peer = [sys.executable, str(HERE / "cpsat_peer.py"), str(peer_board)]
    times = [(seconds(ours), seconds(peer)) for _ in range(runs + 1)][1:]
    return statistics.median(a for a, _ in times), statistics.median(b for _, b in times)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("boards", nargs="*", type=Path, default=BOARDS)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--solver")
    options = parser.parse_args()
    solver = ["--solver", options.solver] if options.solver else []
    print(f"{'board':24} {'size':>7} {'csp2sat s':>10} {'CP-SAT s':>10} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for board in options.boards:
            peer_board = neutral(board, Path(folder))
            size = json.loads(peer_board.read_text())
            ours, peer = compare(board, peer_board, options.runs, solver)
            print(
                f"{board.stem:24} {size['rows']:>3}x{size['cols']:<3} {ours:10.2f} {peer:10.2f} {ours / peer:7.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
